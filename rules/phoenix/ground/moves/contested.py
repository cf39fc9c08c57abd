"""Contested hexes: if enemies that move together would enter a hex at the same time, they stop before it.

Friends share hexes, and enemies may enter each other's hexes as they leave them. The hexes that a mover enters in an
impulse are spread evenly over it: the second of three hexes is entered after two thirds. Two enemies contest a hex if
both would be in it at the same time; then neither enters it. A fighter that stops for this reason may contest the hex
in which they are now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Scene
from rules.words.places import Place

KEY = "phoenix.contested"
"""The key under which a scene's memory has the contests of the moves carried out together, by mover (an id)."""
Way = tuple[Place, ...]
"""The hexes that a mover enters in an impulse, in order."""
_EVER = Fraction(2)
"""A time after every impulse."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The mover stops before this hex, because `others` (ids) enter it as well."""

    place: Place
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Stay:
    """A mover in the nth hex of their way."""

    id: str
    nth: int
    place: Place
    since: Fraction
    until: Fraction


def way(before: Combatant, after: Combatant) -> Way:
    """Return the hexes that a mover has entered between two states of one impulse."""
    left = soldier(after).trace[len(soldier(before).trace) :]
    entered = [*(one.place for one in left[1:]), after.place] if left else []
    return tuple(place for place in entered if place)


def contests(ways: Mapping[str, Way], encounter: Encounter) -> Mapping[str, Contest]:
    """Return where movers have to stop; movers that need not stop are left out."""
    entered = {mover: len(way) for mover, way in ways.items()}
    stops: dict[str, Contest] = {}
    while clashes := [*_clashes(ways, entered, encounter)]:
        at = min((max(one.since, other.since), one.place) for one, other in clashes)
        together = [pair for pair in clashes if (max(stay.since for stay in pair), pair[0].place) == at]
        for stay in {stay.id: stay for pair in together for stay in pair}.values():
            others = {each.id for pair in together if stay in pair for each in pair if each.id != stay.id}
            stops[stay.id] = Contest(stay.place, _in_order(others, encounter))
            entered[stay.id] = stay.nth
    return stops


def contest(mover: str, place: Place, scene: Scene) -> Contest | None:
    """Return why a mover cannot enter a hex now; None if they can."""
    found: Contest | None = scene.memory.get(KEY, {}).get(mover)
    return found if found and found.place == place else None


def _clashes(
    ways: Mapping[str, Way], entered: Mapping[str, int], encounter: Encounter
) -> Iterator[tuple[_Stay, _Stay]]:
    stays = [stay for mover, way in ways.items() for stay in _stays(mover, way, entered[mover])]
    for one, other in combinations(stays, 2):
        if one.place != other.place or one.until <= other.since or other.until <= one.since:
            continue
        if enemies(encounter.combatant(one.id), encounter.combatant(other.id)):
            yield one, other


def _stays(mover: str, way: Way, entered: int) -> Iterator[_Stay]:
    each = Fraction(1, len(way)) if way else _EVER
    for nth, place in enumerate(way[:entered]):
        last = nth == entered - 1
        yield _Stay(mover, nth, place, each * (nth + 1), _EVER if last else each * (nth + 2))


def _in_order(ids: set[str], encounter: Encounter) -> tuple[str, ...]:
    return tuple(one.id for one in encounter.combatants if one.id in ids)
