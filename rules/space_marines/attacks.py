"""The attacks: one target or several spaces, ranged and hand-to-hand, grenades (ACTIONS, ATTACKS)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.model import Combatant, Encounter
from rules.orders import Attack, Burst, Fire, Throw
from rules.scene import Scene


@dataclass(frozen=True, slots=True)
class Best:
    """An attack as an automaton would make it, and the wounds to be expected of it."""

    order: Fire
    expected: Fraction


def fire(order: Fire, scene: Scene) -> None:
    """Attack one target (a bug twice). Raises Refusal before anything is spent."""
    raise NotImplementedError


def burst(order: Burst, scene: Scene) -> None:
    """Split the dice of damage between spaces. Raises Refusal before anything is spent."""
    raise NotImplementedError


def throw(order: Throw, scene: Scene) -> None:
    """Throw a grenade. Raises Refusal before anything is spent."""
    raise NotImplementedError


def covering(order: Attack, encounter: Encounter) -> Fraction:
    """What cover fire with this attack costs in Points: 1, the aim, and the weapon's own. Raises Refusal for an attack
    that could not be made: a weapon that is no ranged one, aim that its troop does not have, a sniper that moved."""
    raise NotImplementedError


def spring(order: Attack, scene: Scene) -> None:
    """Carry out an attack that cover fire has paid for already, at the combatant that is its target."""
    raise NotImplementedError


def best(attacker: Combatant, target: Combatant, encounter: Encounter) -> Best | None:
    """The attack with the most wounds to be expected that it could make from where it stands with the Points it has
    left, None if it has none with any chance."""
    raise NotImplementedError
