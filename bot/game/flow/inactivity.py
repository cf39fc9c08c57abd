"""Encounters in which nobody orders any more: how one is kept open, and how the clock ends one."""

from __future__ import annotations

from datetime import datetime

from bot.errors import Outdated
from bot.game.entries.invocation import Invocation
from bot.game.flow import clock_orders
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.store import IdleRow
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter
from rules.engine.records.orders import End

_GONE = "That encounter no longer exists."
_ENDED = "This encounter has ended. Its GM can reopen it with /undo."
_KEPT = "This encounter is already kept open, or is ending now. /encounter show says which."


async def keep_open(referee: Referee, invocation: Invocation, encounter_id: str, made: int) -> Encounter:
    """Answer the notice that was made then (Unix time): the encounter stays open. Raises NotAllowed, NotNow."""
    row, head = await referee.store.journal.encounter(encounter_id), await referee.journal.head(encounter_id)
    if row is None or head is None:
        raise NotNow(_GONE)
    rights.check(Deed.KEEP_OPEN, rights.roles(invocation.user, invocation.powers_in(row.channel_id), head.state))
    if head.state.ended:
        raise Outdated(_ENDED)
    if not await referee.store.notices.keep_open(encounter_id, made, invocation.at):
        raise Outdated(_KEPT)
    return head.state


async def end(referee: Referee, row: IdleRow, now: datetime) -> None:
    """End an encounter that nobody has kept open. Raises NotNow if a user has, or has given an order meanwhile."""
    encounter = row.encounter
    head = await referee.journal.head(encounter.id)
    if head is None or head.seq != row.seq:
        raise NotNow(clock_orders.MEANWHILE)
    # From now on nobody can keep it open: what people were told stays true.
    if not await referee.store.notices.ending(encounter.id, row.seq, now):
        raise NotNow(_KEPT)
    seed = await referee.seeds.of(head.state)
    order, what = End(seed.hex(), (now - row.since).days), f"idle:{row.seq}"
    await clock_orders.give(referee, order, head.state, what, encounter.guild_id, encounter.channel_id, now)
