"""Suggestions for a place to move to."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.chat.desk.context import Interaction
from bot.chat.suggestions import acceptance, partial_orders
from bot.chat.suggestions.choice_list import Suggestions, calm, choice_list
from bot.game.pages.move_choices import pairs
from rules.engine.records.orders import Move
from rules.words.phrases import several


@calm
async def place(interaction: Interaction, current: str) -> Suggestions:
    """Return the places where the fighter can go, each with its cost; for several fighters, nearer to the enemy."""
    context = await partial_orders.here(interaction)
    who, how = partial_orders.typed(interaction, "who"), partial_orders.typed(interaction, "how")
    space = context.ruleset.space(context.encounter)
    steps = f"one {space}", f"2 {several(space)}"
    nearer = [(f"{step} nearer", f"{step} nearer to the enemy") for step in steps]
    allowed = acceptance.in_encounter(interaction, context, "to")
    if "," in who:
        return await choice_list(nearer, current, allowed)
    actor = replace(context, makes=Move).actor(who)
    # Working out every place takes longer than the event loop may wait.
    there = await asyncio.to_thread(lambda: [*pairs(actor, context, how)])
    return await choice_list([*there, *nearer], current, allowed)
