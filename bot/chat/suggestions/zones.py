"""Suggestions for a time zone."""

from __future__ import annotations

import asyncio

from bot.chat.desk.context import Interaction
from bot.chat.suggestions.fitting import MOST, Suggestions, calm, fitting
from bot.game.people import zones
from rules.engine.records.errors import Refusal


@calm
async def zone(interaction: Interaction, current: str) -> Suggestions:
    """Return the zone that the words name, or the time zones by name."""
    # Their names are read from files, once.
    known = await asyncio.to_thread(zones.suggested)
    offered = await fitting(((name, name) for name in known), current)
    try:
        named = zones.zone_named(current)
    except Refusal:
        return offered
    return [*await fitting([(named, named)], ""), *(one for one in offered if one.value != named)][:MOST]
