"""What a hit does in the Advanced Rules: where, what of the armor it meets, what is left of it (3.2; 5D, 6A, 6D)."""

from __future__ import annotations

from rules.cells import Reach
from rules.phoenix.book import Book
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.soldier import Soldier
from rules.scene import Scene


def strike(
    victim: Soldier,
    projectile: Projectile,
    scene: Scene,
    book: Book,
    *,
    whom: str,
    hit: int,
    rolls: Reach | None,
) -> Struck:
    """What a projectile that hits does, as `damage.strike`."""
    raise NotImplementedError
