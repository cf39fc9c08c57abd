"""Encounters in which nobody orders any more: how one is kept open, and how the clock ends one."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from bot.errors import Outdated
from bot.game.entries.invocation import Invocation, by_the_clock
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.requests import OrderContext
from bot.game.store import IdleRow
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import End
from rules.engine.records.records import Order

_GONE = "That encounter no longer exists."
_ENDED = "This encounter has ended. Its GM can reopen it with /undo."
_KEPT = "This encounter is already kept open, or is ending now. /encounter show says which."
_MEANWHILE = "Somebody has just given an order, so the encounter stays open."


@dataclass(frozen=True, slots=True)
class Closing:
    """The clock's request to end an encounter, unless it has changed since it was `seen`."""

    makes: ClassVar[type[Order]] = End

    seen: Encounter
    end: End

    def order(self, context: OrderContext) -> Order:
        """Return the order, as in Request. Raises NotNow."""
        if context.truth != self.seen:
            raise NotNow(_MEANWHILE)
        return self.end


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
        raise NotNow(_MEANWHILE)
    # From now on nobody can keep it open: what people were told stays true.
    if not await referee.store.notices.ending(encounter.id, row.seq, now):
        raise NotNow(_KEPT)
    seed = await referee.seeds.of(head.state)
    closing = Closing(head.state, End(seed.hex(), (now - row.since).days))
    invocation = by_the_clock(encounter.id, f"idle:{row.seq}", encounter.guild_id, encounter.channel_id, now)
    await referee.carry_out(invocation, closing, encounter_id=encounter.id)
