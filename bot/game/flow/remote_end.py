"""Ends open encounters of a server from any channel, even if their own channel is gone, and lists those a user may end.

Away from an encounter's channel its GMs and those who may manage the server end it; what Discord says of the user's
permissions is about the channel they are in. Those who play there learn of it there: the end belongs to that channel,
and no token answers it, so the sweep posts it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.store import EncounterRow
from rules.engine.records.errors import Refusal

_MOST = 100


async def endable(referee: Referee, invocation: Invocation) -> list[EncounterRow]:
    """Return the server's open encounters that the user may end, the latest first."""
    rows = await referee.store.journal.open_encounters(invocation.guild, _MOST)
    return [row for row in rows if await _may_end(referee, _seen_from_here(invocation, row), row)]


async def end(referee: Referee, invocation: Invocation, encounter: str) -> Group:
    """End the open encounter of that id. Raises Refusal for one that the user may not end, or that is not there."""
    row = await referee.store.journal.encounter(encounter)
    if row is not None and row.guild_id == invocation.guild:
        there = _seen_from_here(invocation, row)
        if await _may_end(referee, there, row):
            return await referee.end(there, row.id)
    raise Refusal("No open encounter that you can end has that name. Choose one of the suggestions.")


async def _may_end(referee: Referee, invocation: Invocation, row: EncounterRow) -> bool:
    head = await referee.journal.head(row.id)
    return head is not None and rights.may(Deed.END, rights.roles(invocation.user, invocation.powers, head.state))


def _seen_from_here(invocation: Invocation, row: EncounterRow) -> Invocation:
    """Return the invocation as if from the encounter's channel, if it is in another."""
    if row.channel_id == invocation.channel:
        return invocation
    return replace(invocation, channel=row.channel_id, token="", powers=invocation.powers_in(row.channel_id))
