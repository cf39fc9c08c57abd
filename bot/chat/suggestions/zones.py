"""Suggestions for a time zone."""

from __future__ import annotations

import asyncio

from bot.chat.service import Interaction
from bot.chat.suggestions.fitting import Suggestions, calm, fitting
from bot.game.flow import times


@calm
async def zone(interaction: Interaction, current: str) -> Suggestions:
    """Return the time zones by name."""
    # Their names are read from files, once.
    known = await asyncio.to_thread(times.zones)
    return await fitting(((name, name) for name in sorted({*known.values()})), current)
