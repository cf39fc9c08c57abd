"""Combatants that come into sight by an order, and where: by moving, or out of hiding (5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.ground import trace, view
from rules.phoenix.ground.cover_side import found_from
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Appearance:
    """A combatant (by id) that may have come into sight.

    `was` is the combatant before that; `way` are the hexes that they have been in since, the one where they were first.
    """

    id: str
    was: Combatant
    way: tuple[Combatant, ...]

    def spots(self, here: Place | None, encounter: Encounter) -> tuple[Combatant, ...]:
        """Return the combatant in each hex that they entered in sight of somebody at this place, as they are found from
        there; first in the hex where they came out of hiding, if they did.
        """
        first, *entered = self.way
        begins = _hidden(found_from(self.was, here, encounter)) or first.place != self.was.place
        found = (found_from(spot, here, encounter) for spot in ((first, *entered) if begins else entered))
        return tuple([spot for spot in found if not _hidden(spot)])


def appearances(before: Encounter, now: Encounter) -> Iterator[Appearance]:
    """Yield the combatants that may have appeared between `before` and `now`: who is alive and has changed."""
    earlier = {combatant.id: combatant for combatant in before.combatants}
    same_impulse = before.clock == now.clock
    for combatant in now.combatants:
        was = earlier.get(combatant.id)
        if was is None or was is combatant or not in_play(combatant):
            continue
        passed = len(soldier(was).trace) if same_impulse else 0
        yield Appearance(combatant.id, was, trace.way(combatant)[passed:] or (combatant,))


def in_sight(combatant: Combatant, here: Place | None, encounter: Encounter) -> bool:
    """Return whether the combatant is in play and alive, and shows themselves to somebody at this place anywhere in
    this impulse.
    """
    return in_play(combatant) and bool(view.shown(combatant, here, encounter))


def in_play(combatant: Combatant) -> bool:
    """Return whether the combatant is in play and alive."""
    return combatant.present and soldier(combatant).died is None


def _hidden(spot: Combatant) -> bool:
    return soldier(spot).exposure == "hidden"
