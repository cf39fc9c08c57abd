"""The damage of a hit by the tables that the encounter uses: 3A (2.6) or 6A (3.2)."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.model import Encounter
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import DAMAGE, on
from rules.phoenix.book import Scene
from rules.phoenix.harm import basic_damage, locations
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.tables.cells import Reach

STRIKES = Hook[Callable[[Struck, int | None, Encounter], Struck]]()
"""Each returns the hit with its other effects; the number is the weapon's Knock Down, None if unknown."""


def strike(
    victim: Soldier,
    projectile: Projectile,
    scene: Scene,
    *,
    victim_name: str = "the target",
    hit: int = 0,
    rolls: Reach | None = None,
) -> Struck:
    """Throw the location and the glancing roll of a projectile that hits, and return its effect. Records the steps.

    `victim_name` is used in the reasons of the throws; `hit` is the number of the hit (0 for the only one). `rolls`
    limits the roll for the location if it must be near another (3.5).
    """
    if on(scene.encounter, DAMAGE):
        struck = locations.strike(victim, projectile, scene, victim_name=victim_name, hit=hit, rolls=rolls)
    else:
        struck = basic_damage.strike(victim, projectile, scene, victim_name=victim_name, hit=hit)
    for rule in STRIKES.under(scene.encounter):
        struck = rule(struck, projectile.knock_down, scene.encounter)
    return struck
