"""What a hit does: where, through what armor, how much (2.6; tables 3A, 3B)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cells import Number
from rules.errors import NoRule
from rules.phoenix.book import Book
from rules.phoenix.soldier import Soldier
from rules.scene import Scene


@dataclass(frozen=True, slots=True)
class Struck:
    """What one hit did: Physical Damage, where, how far it disables (asterisks).

    `dead`: dies at once (ruling O31). `weapon_critical`: the weapon in hand is out of action, nothing else (O30).
    `stopped`: the armor stopped it or it glanced off.
    """

    points: int
    location: str
    disabling: int = 0
    dead: bool = False
    weapon_critical: bool = False
    stopped: bool = False


def strike(
    victim: Soldier, pen: Number, dc: int, scene: Scene, book: Book, *, whom: str = "the target", hit: int = 0
) -> Struck:
    """What a projectile that hits does: throws the location, then the glancing roll, and shows the steps.

    `whom` is the victim's name for the throws' reasons, `hit` the hit's number where there are several (0: only one).
    """
    raise NoRule("Phoenix Command is not ready for this yet.")
