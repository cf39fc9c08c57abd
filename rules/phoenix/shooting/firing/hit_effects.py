"""The effects of the rounds that hit a target, by the figures of the weapon's page (2.6, 3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Encounter
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.arms import BASIC, SHOT, Arm, Shotgun
from rules.phoenix.basics.outcomes import FireResult
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import AUTOMATIC, DAMAGE, SHOTGUNS, on
from rules.phoenix.book import Scene
from rules.phoenix.harm import damage, wounds
from rules.phoenix.harm.hit_records import Projectile
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets.aimed_target import AimedTarget

_MOST_LISTED = 6


def strike(shot: Shot, at: AimedTarget, number: int, scene: Scene, *, unnamed: bool = False) -> str:
    """Apply this many hits to the target, each with its own location; return the words after "HIT, " in the outcome
    line.

    `unnamed`: as in `wounds.hurt`.
    """
    with scene.against(shot.shooter.id, at.id):
        projectile = meeting(figures(shot, scene), at)
    victim = struck_as(shot, at)
    with scene.concerning(at.id or scene.about):
        struck = [
            damage.strike(victim, projectile, scene, victim_name=at.name, hit=n if number > 1 else 0)
            for n in range(1, number + 1)
        ]
    return wounds.hurt(at.id, struck, scene, by=shot.shooter.id, unnamed=unnamed)


def figures(shot: Shot, scene: Scene) -> Projectile:
    """Return the Penetration and Damage Class at the range (3.2), in the Basic Game at 10 hexes (ruling O28)."""
    sort, hexes = shot.round, hexes_counted(shot.reach.hexes, scene.encounter)
    section = "3.2" if on(scene.encounter, DAMAGE) else "2.6"
    pen, step = shot.weapon.pen(sort, hexes, detail=True)
    scene.record(step, section)
    dc, step = shot.weapon.dc(sort, hexes, detail=True)
    scene.record(step, section)
    if shot.reach.hexes > hexes:
        scene.rule("O28", "PEN and DC at 10 hexes count at every range", section="2.6")
    if isinstance(shot.weapon, Shotgun) and sort == SHOT and shot.pattern is None:
        _as_one(shot, scene)
    return Projectile(pen, dc, shot.how.part, knock_down=shot.weapon.knock_down)


def _as_one(shot: Shot, scene: Scene) -> None:
    """Record the ruling by which shot is a single projectile."""
    if not on(scene.encounter, SHOTGUNS) or (shot.burst and not on(scene.encounter, AUTOMATIC)):
        scene.rule("O43", "a hit with shot counts as one bullet", section="2.6")
    else:
        scene.rule(
            "O52", (f"at {shot.far} shot has not spread, so it hits as one mass, like a single shot"), section="3.5"
        )


def hexes_counted(hexes: int, encounter: Encounter) -> int:
    """Return the range at which the figures are looked up."""
    return hexes if on(encounter, DAMAGE) else BASIC


def spreads(weapon: Arm, round: str, encounter: Encounter) -> bool:
    """Return whether the weapon fires pellets in a Pattern (3.5)."""
    return on(encounter, SHOTGUNS) and isinstance(weapon, Shotgun) and round == SHOT


def meeting(projectile: Projectile, at: AimedTarget) -> Projectile:
    """Return the projectile as it reaches the target: Nonblocking Cover weakens it first (3.8)."""
    if at.behind is None or at.behind.blocking:
        return projectile
    return replace(projectile, cover=at.behind.cover.protection)


def struck_as(shot: Shot, at: AimedTarget) -> Soldier:
    """Return the victim as the rounds find it.

    A called shot hits as if the victim were around cover (2.5); a victim behind cover shows itself as it did over it
    (3.8).
    """
    exposure = "firing" if shot.how.called else at.behind.exposure if at.behind else at.state.exposure
    return altered(at.state, exposure=exposure)


def join_results(results: Sequence[tuple[AimedTarget, FireResult]], scene: Scene) -> list[Clause]:
    """Return the results as (target, result) in the outcome line; of many only those with harm.

    If some reader may not know of all of the targets, all results are listed.
    """
    if len(results) <= _MOST_LISTED or scene.perception.uncertain(scene.encounter):
        return [_result(at, result) for at, result in results]
    harmed = [_result(at, result) for at, result in results if result.harm]
    listed, more, unharmed_count = harmed[:_MOST_LISTED], len(harmed[_MOST_LISTED:]), len(results) - len(harmed)
    if more:
        listed.append(Clause("", f"{more} more {'is' if more == 1 else 'are'} hit"))
    if unharmed_count:
        listed.append(Clause("", f"{unharmed_count} {'is' if unharmed_count == 1 else 'are'} not hit"))
    return listed


def _result(at: AimedTarget, result: FireResult) -> Clause:
    return Clause(at.id, f"{at.name}: {result.text}", verdict="hit" if result.harm else "miss")


def times(number: int) -> str:
    """Return "HIT" or the number of hits, for the outcome line."""
    return f"{number} HITS" if number > 1 else "HIT"
