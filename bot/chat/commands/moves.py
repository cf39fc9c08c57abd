"""Moving by hand: the places where a fighter can go, with a button for each, in private."""

from __future__ import annotations

import asyncio

from bot.chat.commands import maps
from bot.chat.desk.context import Interaction, open_encounter
from bot.chat.outgoing.illustrator import with_picture
from bot.chat.outgoing.messages import defer, send
from bot.chat.render.boards.move_choices import move_choices
from bot.game.maps import Highlights
from bot.game.pages.move_choices import MOST_HOW, Choice, choice
from rules.engine.records.errors import Refusal
from rules.words.phrases import exact

_MOST_MARKS = 90
"""Places that are marked in the picture."""


async def offer(interaction: Interaction, who: str, how: str) -> None:
    """Answer with the places where a fighter can go. Raises Refusal."""
    desk = interaction.client.desk
    how = " ".join(how.split())
    if len(how) > MOST_HOW:
        raise Refusal(f"Give a place with to:, or shorten how: to {MOST_HOW} characters to choose from the map.")
    if "," in who:
        raise Refusal("Give a place for each fighter with to:, or use to: one space nearer.")
    context = await open_encounter(interaction)
    await defer(interaction)
    # Trying out every place takes longer than the event loop may wait.
    offered = await asyncio.to_thread(choice, who, how, context)
    picture = await maps.pointed_out(desk, context, _scene(offered))
    reply = with_picture(move_choices(offered, context.encounter), picture)
    await send(interaction, reply, desk.prompts.place_rows(offered, context), private=True)


def _scene(offered: Choice) -> Highlights:
    """Return the places with what each costs; where nothing costs anything, a dot."""
    costs = offered.reach.costs
    near = sorted(costs, key=costs.__getitem__)[:_MOST_MARKS]
    here = (offered.here,) if offered.here else ()
    return Highlights(marks=tuple((place, exact(costs[place]) if costs[place] else "·") for place in near), places=here)
