"""From stored entries and answers to what people see: content, embeds, Markdown. The only place that writes either."""

from bot.render.reply import Reply

__all__ = ["Reply"]
