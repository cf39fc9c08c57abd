"""Shrapnel: the pieces of an explosion that hit a fighter near it, and their harm (3.6, 3.7)."""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.model import Encounter
from rules.phoenix.basics import hit_chances
from rules.phoenix.basics.switches import FRAGMENTS, SIZES, on, value
from rules.phoenix.blasts.concussion import Burst
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.harm import grouped_hits
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.firing.hit_effects import meeting
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget

HITS = "Shrapnel"


def strike(burst: Burst, mark: AimedTarget, at: int | str, scene: Scene) -> tuple[int, tuple[Struck, ...]]:
    """Throw and return how many pieces hit a fighter without solid cover, and the effect of each.

    `at` is the distance in hexes, "C" in contact.
    """
    base, step = burst.weapon.explosion("BSHC", at, burst.round, detail=True)
    scene.record(step, "3.6")
    if base is None:
        return 0, ()
    pen, step = burst.weapon.explosion("PEN", at, burst.round, detail=True)
    scene.record(step, "3.6")
    dc, step = burst.weapon.explosion("DC", at, burst.round, detail=True)
    scene.record(step, "3.6")
    met = cover.as_fragment_finds(mark, pen, scene.encounter)
    size = _size(met, scene) if on(scene.encounter, SIZES) else 0
    chance, steps = hit_chances.of_pieces(base, size, scene.book)
    for moved in steps:
        scene.record(moved, "3.6")
    why = f"whether shrapnel hits {mark.name}"
    number = sum(hit_chances.number(chance, None, HITS, why, scene, section="3.6") for _ in range(burst.rounds))
    if not number:
        return 0, ()
    projectile = meeting(Projectile(pen, dc), met)
    victim = altered(met.state, exposure=met.behind.exposure) if met.behind else met.state
    grouping = value(scene.encounter, FRAGMENTS)
    return number, grouped_hits.strike(victim, projectile, number, grouping, scene, victim_name=mark.name)


def pierces(burst: Burst, mark: AimedTarget, at: int | str, encounter: Encounter) -> bool:
    """Return whether shrapnel penetrates the cover of a hidden fighter at this many hexes ("C": in contact)."""
    if mark.state.cover is None or burst.weapon.explosion("BSHC", at, burst.round)[0] is None:
        return False
    behind = cover.as_fragment_finds(mark, burst.weapon.explosion("PEN", at, burst.round)[0], encounter).behind
    return behind is not None and not behind.blocking


def _size(met: AimedTarget, scene: Scene) -> int:
    """Return the fighter's Target Size, which moves the line of 5A (3.7, ruling O54). Records it."""
    size, step = sizes.target_size(met, How(), scene.book)
    scene.record(step, "3.6")
    return size
