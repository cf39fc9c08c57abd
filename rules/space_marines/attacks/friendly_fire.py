"""The figures that an attack would reach, before any die is thrown: those named, and those next to a grenade
(GRENADE).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Answer, Burst, Fire, Throw
from rules.engine.records.records import Order
from rules.engine.sharing import sides
from rules.space_marines import sight
from rules.space_marines.attacks import cover, grenades
from rules.words.places import Place


def reached(order: Order, encounter: Encounter) -> Iterable[Combatant]:
    """Return the figures that a shot, a throw or cover fire would reach. Raises Refusal for an unknown weapon.

    Cover fire reaches nobody when it is declared.
    """
    match order:
        case Fire() if cover.is_cover_fire(order):
            return ()
        case Fire() | Burst():
            return sides.named(order.targets, encounter)
        case Throw():
            there = sides.named(order.targets, encounter)
            place = _place(order, there)
            weapon = grenades.throwing_weapon(encounter.combatant(order.actor), order.weapon).weapon
            return [*there, *_beside(place, encounter, there)] if weapon.blast else there
        case Answer() if (mover := cover.grenade_target(order, encounter)) is not None:
            return _beside(mover.place, encounter, [mover])
    return ()


def _place(order: Throw, there: list[Combatant]) -> Place | None:
    """Return the place where a grenade goes off, None without a map."""
    if not order.targets:
        return None
    first = order.targets[0]
    return first.place or next((c.place for c in there if c.id == first.id), None)


def _beside(place: Place | None, encounter: Encounter, already: list[Combatant]) -> list[Combatant]:
    """Return the other figures in spaces adjacent to a place."""
    around = sight.neighbours(place, encounter) if place else ()
    return [c for c in encounter.combatants if c.present and c.place in around and c not in already]
