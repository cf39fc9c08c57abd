"""Ammunition, which the book does not count: boxes (O63) or tokens (O62) if a switch says so, and reloading."""

from __future__ import annotations

from rules.model import Carried, Combatant, Encounter
from rules.orders import Reload
from rules.scene import Scene


def counted(carried: tuple[Carried, ...], encounter: Encounter) -> tuple[Carried, ...]:
    """Weapons with their ammunition in what the encounter counts in."""
    raise NotImplementedError


def recount(scene: Scene) -> None:
    """The switch was turned: everybody's ammunition is counted otherwise now."""
    raise NotImplementedError


def check_loaded(combatant: Combatant, slot: int, encounter: Encounter) -> None:
    """Raises NotNow for an empty weapon, where ammunition is counted, or in the middle of a reload."""
    raise NotImplementedError


def take(id: str, slot: int, scene: Scene, *, automatic: bool = False) -> None:
    """An attack takes its share of what is in the weapon, where ammunition is counted."""
    raise NotImplementedError


def reload(order: Reload, scene: Scene) -> None:
    """Begin to reload: 8 Points, over as many turns as it takes, and nothing else meanwhile. Raises Refusal."""
    raise NotImplementedError


def go_on(scene: Scene) -> None:
    """At the start of a turn: reloads take what Points they need."""
    raise NotImplementedError


def not_reloading(id: str, encounter: Encounter) -> None:
    """Raises NotNow in the middle of a reload."""
    raise NotImplementedError
