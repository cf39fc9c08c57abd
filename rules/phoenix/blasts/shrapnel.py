"""The pieces of an explosion that hit somebody near it, and what they do (3.6, 3.7)."""

from __future__ import annotations

from rules.engine.copies import altered
from rules.engine.model import Encounter
from rules.phoenix import hit_chances
from rules.phoenix.blasts.concussion import Burst
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.harm import several
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.striking import meeting
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.sighting import Mark
from rules.phoenix.switches import FRAGMENTS, SIZES, on, value

HITS = "Shrapnel"


def strike(burst: Burst, mark: Mark, at: int | str, scene: Scene) -> tuple[int, tuple[Struck, ...]]:
    """How many pieces hit somebody at so many hexes ("C": in contact), whom nothing solid keeps from it, and what they
    do; throws for them, then for where they hit."""
    base, step = burst.weapon.explosion("BSHC", at, burst.round, detail=True)
    scene.record(step)
    if base is None:
        return 0, ()
    pen, step = burst.weapon.explosion("PEN", at, burst.round, detail=True)
    scene.record(step)
    dc, step = burst.weapon.explosion("DC", at, burst.round, detail=True)
    scene.record(step)
    met = cover.met_by(mark, pen, scene.encounter)
    size = _size(met, scene) if on(scene.encounter, SIZES) else 0
    chance, steps = hit_chances.of_pieces(base, size, scene.book)
    for moved in steps:
        scene.record(moved)
    why = f"whether shrapnel hits {mark.name}"
    number = sum(hit_chances.number(chance, None, HITS, why, scene) for _ in range(burst.rounds))
    if not number:
        return 0, ()
    projectile = meeting(Projectile(pen, dc), met)
    victim = altered(met.state, exposure=met.behind.exposure) if met.behind else met.state
    manner = value(scene.encounter, FRAGMENTS)
    return number, several.strike(victim, projectile, number, manner, scene, whom=mark.name)


def pierces(burst: Burst, mark: Mark, at: int | str, encounter: Encounter) -> bool:
    """Whether somebody who is hidden is behind cover that shrapnel penetrates at so many hexes ("C": in contact)."""
    if mark.state.cover is None or burst.weapon.explosion("BSHC", at, burst.round)[0] is None:
        return False
    behind = cover.met_by(mark, burst.weapon.explosion("PEN", at, burst.round)[0], encounter).behind
    return behind is not None and not behind.blocking


def _size(met: Mark, scene: Scene) -> int:
    """His Target Size, which moves the line of 5A (3.7, ruling O54)."""
    size, step = sizes.target_size(met, How(), scene.book)
    scene.record(step)
    return size
