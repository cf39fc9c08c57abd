"""Pictures of numbers, drawn in a process of their own: what draws them is large and seldom wanted, and may fail."""

from bot.chat.plots.studio import Studio

__all__ = ["Studio"]
