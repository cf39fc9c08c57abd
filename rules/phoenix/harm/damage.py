"""What a hit does, by the tables that the encounter uses: 3A (2.6), or 6A (3.2)."""

from __future__ import annotations

from rules.phoenix.book import Scene
from rules.phoenix.harm import locations, simplified
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.optional.injury import knock_down
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import DAMAGE, on
from rules.tables.cells import Reach


def strike(
    victim: Soldier,
    projectile: Projectile,
    scene: Scene,
    *,
    whom: str = "the target",
    hit: int = 0,
    rolls: Reach | None = None,
) -> Struck:
    """What a projectile that hits does: throws the location, then the glancing roll, and shows the steps.

    `whom` is the victim's name for the throws' reasons, `hit` the hit's number where there are several (0: only one);
    `rolls`: between which the location falls where it has to be near another (3.5).
    """
    if on(scene.encounter, DAMAGE):
        struck = locations.strike(victim, projectile, scene, whom=whom, hit=hit, rolls=rolls)
    else:
        struck = simplified.strike(victim, projectile, scene, whom=whom, hit=hit)
    return knock_down.hitting(struck, projectile.knock_down, scene.encounter)
