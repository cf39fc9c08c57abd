"""Limits how much people can add to an encounter, because every state is stored whole and read with each order.

An order that would make something grow beyond its bound is refused; time that passes, and what takes away, never is.
The bounds are wider than any fight of 60 needs. The last of them is one of bytes, of the whole as it is stored: what
else there is may be small in number and large together. Texts and names are bounded where they are read: a sheet line
(`rules.words.sheet`), a name (`rules.engine.books.player_names`), other words (`bot.game.requests.context.words`).

Additions are counted as far as their user knows of them, so that nobody can count what is hidden from them. The
encounter itself has room for `RESERVE` times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from bot.game.entries import codec
from rules.engine.books.events import planned
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.records.orders import Answer, End, Next
from rules.engine.records.records import Order
from rules.engine.table.muster import MOST_COMBATANTS, RESERVE

MOST_GMS = 10
"""GMs; a table has one. Each is told about everything that waits for a GM."""
MOST_EVENTS = 30
"""Texts of 200 characters, which the board lists."""
MOST_PENDING = 4 * MOST_COMBATANTS
"""Tasks, watches, timers and questions: four for each fighter."""
MOST_WEAPONS, MOST_LOADS = 24, 100
"""Weapons of one fighter, and kinds of spare loads, which are sizes times sorts, for all of them."""
MOST_KEPT = 400
"""Wounds, pieces of equipment, supplies, sightings and the like in one fighter's record: six for each other fighter."""
MOST_STATE = 512 << 10
"""Bytes of an encounter as it is stored. 60 fighters have 63,000, and 340,000 after 30 grenades among them."""
_LITTLE = 1 << 10
"""Bytes that an order may add to an encounter that is larger, so that it is played on: an aim, a shot, a wound."""
_FULL = (
    f"This encounter is full: it may have {MOST_STATE >> 10} KiB. Remove fighters who are out of play with "
    "/combatant remove."
)


@dataclass(frozen=True, slots=True)
class _Bound:
    """The most that `part` of an encounter or a fighter can hold, and the sentence that refuses more."""

    most: int
    part: Callable[[Any], Any]
    count: Callable[[Any], int]
    sentence: str


def check_growth(
    order: Order, before: Encounter, after: Encounter, seen: Callable[[Encounter], Encounter] = lambda whole: whole
) -> bytes:
    """Return the encounter `after` the order as it is stored; `seen` gives what the user knows of it.

    Raises NotNow if the order makes something grow beyond its bound.
    """
    written = codec.dump_state(after)
    if isinstance(order, Next | Answer | End):
        return written
    check_counts(before, after, seen)
    if len(written) > MOST_STATE:
        _check_size(before, after, RESERVE * MOST_STATE, 0)
        _check_size(seen(before), seen(after), MOST_STATE, _LITTLE)
    return written


def check_counts(
    before: Encounter, after: Encounter, seen: Callable[[Encounter], Encounter] = lambda whole: whole
) -> None:
    """Raise NotNow if something that is counted grew beyond its bound; `seen` gives what the user knows of it."""
    if before.agenda is not after.agenda or before.gms is not after.gms:
        _check(_OF_THE_ENCOUNTER, before, after, "", RESERVE)
        # Users know of no more than there is.
        if any(bound.count(bound.part(after)) > bound.most for bound in _OF_THE_ENCOUNTER):
            _check(_OF_THE_ENCOUNTER, seen(before), seen(after), "")
    earlier = {one.id: one for one in before.combatants}
    for combatant in after.combatants:
        old = earlier.get(combatant.id)
        if old is not combatant:
            _check(_OF_A_FIGHTER, old, combatant, combatant.reference)


def _check_size(before: Encounter, after: Encounter, most: int, little: int) -> None:
    size = len(codec.dump_state(after))
    if size > most and size > len(codec.dump_state(before)) + little:
        raise NotNow(_FULL)


def _check(
    bounds: Iterable[_Bound],
    old: Encounter | Combatant | None,
    new: Encounter | Combatant,
    who: str,
    times: int = 1,
) -> None:
    for bound in bounds:
        had, has = bound.part(old) if old else (), bound.part(new)
        # Everything an order did not change is the same object.
        if has is had or (count := bound.count(has)) <= bound.most * times:
            continue
        if old is None or count > bound.count(had):
            raise NotNow(bound.sentence.format(bound.most, who=who))


def _loads(carried: Sequence[Carried]) -> int:
    ammunition = [each.ammunition for each in carried if each.ammunition]
    return sum(len(each.spares or ()) + len(each.loose) for each in ammunition)


def _kept(record: Any, depth: int = 2) -> int:
    """Return the number of items in the tuples of a condition, whose fields are tuples or groups of fields with
    tuples.
    """
    count = 0
    for name in _names(record.__class__):
        value = getattr(record, name)
        if value.__class__ in _SINGLE:
            continue
        if isinstance(value, tuple):
            count += len(value)
        elif depth > 1:
            count += _kept(value, depth - 1)
    return count


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """Return the names of a record's fields; none for anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


_SINGLE = frozenset({type(None), bool, int, str})
_AGENDA, _CARRIED = attrgetter("agenda"), attrgetter("carried")
_OF_THE_ENCOUNTER = (
    _Bound(MOST_GMS, attrgetter("gms"), len, "This encounter already has {} GMs, the most possible."),
    _Bound(
        MOST_EVENTS,
        _AGENDA,
        lambda agenda: len(planned(agenda)),
        "This encounter already has {} events, the most possible. Remove one with /encounter event turn: 0.",
    ),
    _Bound(
        MOST_PENDING,
        _AGENDA,
        len,
        "This encounter already has {} things under way, the most possible. Let some finish with /next first.",
    ),
)
_OF_A_FIGHTER = (
    _Bound(MOST_WEAPONS, _CARRIED, len, "{who} can have at most {} weapons. Leave some out."),
    _Bound(
        MOST_LOADS,
        _CARRIED,
        _loads,
        "{who} can have at most {} kinds of spare loads. Use fewer kinds.",
    ),
    _Bound(
        MOST_KEPT,
        attrgetter("condition"),
        _kept,
        "{who} can have at most {} wounds, things and sightings on record. The GM can "
        "remove the fighter and add them again.",
    ),
)
