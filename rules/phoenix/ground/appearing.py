"""Combatants who come into sight by an order, and where: by moving, or out of hiding (5.9, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.model import Combatant, Encounter
from rules.engine.orders import CombatantOrder, Move
from rules.phoenix.ground.moving import entered
from rules.phoenix.soldier import soldier
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Appearance:
    """A combatant (by id) who entered these hexes in this order, or came out of hiding in the first; empty off the
    map."""

    id: str
    places: tuple[Place, ...]


def appearances(order: CombatantOrder, before: Encounter, now: Encounter) -> Iterator[Appearance]:
    """The combatants who have appeared between `before` and `now` by this order."""
    earlier = {combatant.id: combatant for combatant in before.combatants}
    for combatant in now.combatants:
        was = earlier.get(combatant.id)
        if was is None or was is combatant or not in_sight(combatant):
            continue
        way = _way(order, was, combatant, now)
        if soldier(was).exposure == "hidden":
            yield Appearance(combatant.id, (*filter(None, [was.place]), *way))
        elif way:
            yield Appearance(combatant.id, way)


def in_sight(combatant: Combatant) -> bool:
    """Whether the combatant is in play, alive and not hidden."""
    state = soldier(combatant)
    return combatant.present and state.died is None and state.exposure != "hidden"


def _way(order: CombatantOrder, was: Combatant, combatant: Combatant, now: Encounter) -> tuple[Place, ...]:
    """The hexes that the combatant has entered."""
    if combatant.place is None or combatant.place == was.place:
        return ()
    if was.place is None or not isinstance(order, Move) or order.actor != combatant.id:
        return (combatant.place,)
    return entered(order, was, combatant, now.board)
