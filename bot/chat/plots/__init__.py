"""Plots, drawn in a process of their own because matplotlib is large, rarely needed, and may fail."""

from bot.chat.plots.studio import Studio

__all__ = ["Studio"]
