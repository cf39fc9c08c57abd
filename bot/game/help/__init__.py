"""The knowledge of /help: topics, the glossary, the rulebooks, and which of them a question is about."""

from bot.game.help.topic_search import find_topic, matching
from bot.game.help.topics import FIRST, NOW, Topic, topics

__all__ = ["FIRST", "NOW", "Topic", "find_topic", "matching", "topics"]
