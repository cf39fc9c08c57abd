"""From stored entries and answers to what people see: content, embeds, Markdown. The only place that writes either."""

from bot.render.answer import answer
from bot.render.details import details
from bot.render.plain import breakdown, refusal
from bot.render.reply import Reply

__all__ = ["Reply", "answer", "breakdown", "details", "refusal"]
