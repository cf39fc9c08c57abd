"""What a hit does: dice of damage, armor, wounds, death (DAMAGE)."""

from __future__ import annotations

from rules.model import Encounter
from rules.scene import Scene
from rules.space_marines.figure import Damage


def wounds(damage: Damage, armor: int, name: str, scene: Scene) -> int:
    """Throw the damage that a hit does to somebody with so much armor."""
    raise NotImplementedError


def hurt(id: str, wounds: int, scene: Scene) -> bool:
    """A figure takes wounds, which are gone from its Points at once; whether it is killed, and out of play with
    whatever it was watching, reloading or asked."""
    raise NotImplementedError


def total_left(id: str, encounter: Encounter) -> int:
    """How many wounds would kill it."""
    raise NotImplementedError
