"""How much an encounter holds of what people add to it. Every state is stored whole and read with each order.

An order that would make something grow beyond its bound is refused; time that passes, and what takes away, never is.
The bounds are wider than any fight of 60 needs. Texts and names are bounded where they are read: a sheet line
(`rules.words.sheet`), a name (`rules.engine.naming`), other words (`bot.game.requests.words`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

from rules.engine.errors import NotNow
from rules.engine.events import planned
from rules.engine.model import Combatant, Encounter
from rules.engine.mustering import MOST_COMBATANTS
from rules.engine.orders import Answer, End, Next
from rules.engine.records import Order

MOST_GMS = 10
"""A table has one; each of them is told what waits for a GM."""
MOST_EVENTS = 30
"""Texts of 200 characters, which the board lists."""
MOST_PENDING = 4 * MOST_COMBATANTS
"""Tasks, watches, timers and questions: four for each fighter."""
MOST_WEAPONS, MOST_LOADS = 24, 40
"""Weapons of one fighter, and for each weapon kinds of spare loads: sizes times sorts."""
MOST_KEPT = 400
"""Wounds, pieces of equipment, supplies, sightings and the like in one fighter's record: six for each other fighter."""


@dataclass(frozen=True, slots=True)
class _Bound:
    most: int
    count: Callable[[Encounter], int]
    sentence: str


_OF_THE_ENCOUNTER = (
    _Bound(MOST_GMS, lambda one: len(one.gms), "An encounter has at most {} GMs, and this one has them."),
    _Bound(
        MOST_EVENTS,
        lambda one: len(planned(one.agenda)),
        "At most {} events are planned at once; /encounter event turn: 0 drops one.",
    ),
    _Bound(
        MOST_PENDING,
        lambda one: len(one.agenda),
        "At most {} things are under way at once in an encounter; let some of them finish with /next first.",
    ),
)


def check_growth(order: Order, before: Encounter, after: Encounter) -> None:
    """Raises NotNow if the order makes something grow beyond its bound."""
    if isinstance(order, Next | Answer | End):
        return
    if before.agenda is not after.agenda or before.gms is not after.gms:
        for bound in _OF_THE_ENCOUNTER:
            if bound.count(after) > max(bound.most, bound.count(before)):
                raise NotNow(bound.sentence.format(bound.most))
    earlier = {one.id: one for one in before.combatants}
    for combatant in after.combatants:
        old = earlier.get(combatant.id)
        if old is not combatant:
            _check_fighter(old, combatant)


def _check_fighter(old: Combatant | None, new: Combatant) -> None:
    had = dict(_of_a_fighter(old)) if old else {}
    for what, count in _of_a_fighter(new):
        most, remedy = _MOST[what]
        if count > max(most, had.get(what, 0)):
            raise NotNow(f"{new.reference} can have at most {most} {what}; {remedy}.")


_WEAPONS, _LOADS, _KEPT = "weapons", "kinds of spare loads for a weapon", "wounds, things and sightings on record"
_MOST = {
    _WEAPONS: (MOST_WEAPONS, "leave some out"),
    _LOADS: (MOST_LOADS, "use full loads of fewer sorts"),
    _KEPT: (MOST_KEPT, "the GM can take them out and bring them in again"),
}


def _of_a_fighter(one: Combatant) -> Iterator[tuple[str, int]]:
    yield _WEAPONS, len(one.carried)
    ammunition = [carried.ammunition for carried in one.carried if carried.ammunition]
    yield _LOADS, max((len(each.spares or ()) + len(each.loose) for each in ammunition), default=0)
    # A condition's fields are tuples, or groups of fields in which there are some.
    yield _KEPT, _items(one.condition, 2)


def _items(record: object, depth: int) -> int:
    values = [getattr(record, each.name) for each in fields(record)]  # type: ignore[arg-type]  # a dataclass
    own = sum(len(value) for value in values if isinstance(value, tuple))
    inner = [value for value in values if hasattr(value, "__dataclass_fields__")] if depth > 1 else []
    return own + sum(_items(value, depth - 1) for value in inner)
