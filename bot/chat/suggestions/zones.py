"""Suggestions for a time zone."""

from __future__ import annotations

import asyncio

from bot.chat.desk.context import Interaction
from bot.chat.suggestions.choice_list import MOST, Suggestions, calm, choice_list
from bot.game.people import zones
from rules.engine.records.errors import Refusal


@calm
async def zone(interaction: Interaction, current: str) -> Suggestions:
    """Return the zone that the words name, or the time zones by name."""
    # Their names are read from files, once.
    known = await asyncio.to_thread(zones.suggested)
    offered = await choice_list(((name, name) for name in known), current)
    try:
        named = zones.zone_named(current)
    except Refusal:
        return offered
    return [*await choice_list([(named, named)], ""), *(one for one in offered if one.value != named)][:MOST]
