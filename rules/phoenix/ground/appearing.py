"""Who comes into sight by what is done in an order, and where: by moving, or out of hiding (5.9, 5.10)."""

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
    """Somebody (by id) who has come into these hexes, one after the other, or out of hiding in the first of them; none
    are known off the map."""

    id: str
    places: tuple[Place, ...]


def appearances(order: CombatantOrder, before: Encounter, now: Encounter) -> Iterator[Appearance]:
    """Who has appeared since the encounter was as `before`, by this order."""
    known = {combatant.id: combatant for combatant in before.combatants}
    for combatant in now.combatants:
        was = known.get(combatant.id)
        if was is None or was is combatant or not in_sight(combatant):
            continue
        way = _way(order, was, combatant, now)
        if soldier(was).exposure == "hidden":
            yield Appearance(combatant.id, (*filter(None, [was.place]), *way))
        elif way:
            yield Appearance(combatant.id, way)


def in_sight(combatant: Combatant) -> bool:
    """Whether he is there and shows himself."""
    state = soldier(combatant)
    return combatant.present and state.died is None and state.exposure != "hidden"


def _way(order: CombatantOrder, was: Combatant, combatant: Combatant, now: Encounter) -> tuple[Place, ...]:
    """The hexes that he has entered."""
    if combatant.place is None or combatant.place == was.place:
        return ()
    if was.place is None or not isinstance(order, Move) or order.actor != combatant.id:
        return (combatant.place,)
    return entered(order, was, combatant, now.board)
