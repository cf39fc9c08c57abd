"""Combatants that come into sight by an order, and where: by moving, or out of hiding (5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.ground import trace
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Appearance:
    """A combatant (by id) that has come into sight.

    `spots` are the combatant in each hex that they entered in sight; first in the hex where they came out of hiding, if
    they did.
    """

    id: str
    spots: tuple[Combatant, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The hexes, in order; empty off the map."""
        return tuple(spot.place for spot in self.spots if spot.place)


def appearances(before: Encounter, now: Encounter) -> Iterator[Appearance]:
    """Yield the combatants that have appeared between `before` and `now`."""
    earlier = {combatant.id: combatant for combatant in before.combatants}
    same_impulse = before.clock == now.clock
    for combatant in now.combatants:
        was = earlier.get(combatant.id)
        if was is None or was is combatant or not in_sight(combatant):
            continue
        passed = len(soldier(was).trace) if same_impulse else 0
        first, *entered = trace.way(combatant)[passed:] or (combatant,)
        begins = soldier(was).exposure == "hidden" or first.place != was.place
        spots = tuple(s for s in ((first, *entered) if begins else entered) if soldier(s).exposure != "hidden")
        if spots:
            yield Appearance(combatant.id, spots)


def in_sight(combatant: Combatant) -> bool:
    """Return whether the combatant is in play and alive, and shows themselves anywhere in this impulse."""
    return combatant.present and soldier(combatant).died is None and bool(trace.shown(combatant))
