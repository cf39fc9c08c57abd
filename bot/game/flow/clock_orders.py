"""Orders of the clock: each is given once, however often it is tried, and only on the state that it follows from."""

from __future__ import annotations

from datetime import datetime

from bot.game.entries.entries import Group
from bot.game.entries.invocation import by_the_clock
from bot.game.referee.referee import Referee
from bot.game.requests import OrderContext
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order

MEANWHILE = "Somebody has just given an order."


@dataclass(frozen=True, slots=True)
class IfUnchanged:
    """A request for an order, unless the encounter has changed since it was `seen`."""

    given: Order
    seen: Encounter

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return type(self.given)

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises NotNow."""
        if context.truth != self.seen:
            raise NotNow(MEANWHILE)
        return self.given


async def give(
    referee: Referee, given: Order, seen: Encounter, what: str, guild: str, channel: str, now: datetime
) -> Group:
    """Give an order that follows from an encounter as it was `seen`, and return what came of it; `what` is as in
    `id_by_clock`. Raises NotNow if something was ordered meanwhile, and what the order raises.
    """
    invocation = by_the_clock(seen.id, what, guild, channel, now)
    return await referee.carry_out(invocation, IfUnchanged(given, seen), encounter_id=seen.id)
