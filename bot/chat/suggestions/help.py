"""Suggestions for what /help is asked: topics and terms by their names, and those that a question may be about."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.chat.desk.context import Interaction
from bot.chat.render.text.markdown import clip
from bot.chat.suggestions.choice_list import LONGEST, MOST, Suggestions, calm, choice_list, described
from bot.game.help import matching, topics

_FEW = 5


@calm
async def help_topic(interaction: Interaction, current: str) -> Suggestions:
    """Return the titles that match the typed abbreviation and, if these are few, topics about the words."""
    found = await choice_list(described(*topics()), current)
    if current.strip() and len(found) < _FEW:
        about = await asyncio.to_thread(matching, current, _FEW)
        named = {choice.value for choice in found}
        found += [
            app_commands.Choice(name=clip(topic.title, LONGEST), value=clip(topic.title, LONGEST))
            for topic in about
            if topic.title not in named
        ]
    return found[:MOST]
