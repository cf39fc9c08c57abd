"""What the rounds that hit somebody do: by which figures of the weapon's page (2.6, 3.2)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from rules.engine.copies import altered
from rules.engine.model import Encounter
from rules.phoenix.arms import BASIC, SHOT, Arm, Shotgun
from rules.phoenix.book import Scene
from rules.phoenix.harm import damage, wounds
from rules.phoenix.harm.struck import Projectile
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.targets.sighting import Mark
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import AUTOMATIC, DAMAGE, SHOTGUNS, on

_MOST_TOLD = 6


def strike(shot: Shot, at: Mark, number: int, scene: Scene, *, unnamed: bool = False) -> str:
    """So many rounds hit him, each where it falls; what follows "HIT, " in the outcome line.

    `unnamed`: as in `wounds.hurt`.
    """
    projectile = meeting(figures(shot, scene), at)
    victim = struck_as(shot, at)
    struck = [
        damage.strike(victim, projectile, scene, whom=at.name, hit=n if number > 1 else 0) for n in range(1, number + 1)
    ]
    return wounds.hurt(at.id, struck, scene, by=shot.shooter.id, unnamed=unnamed)


def figures(shot: Shot, scene: Scene) -> Projectile:
    """Penetration and Damage Class: those at the range (3.2), in the Basic Game those at 10 hexes (ruling O28)."""
    sort, hexes = shot.round, hexes_counted(shot.reach.hexes, scene.encounter)
    pen, step = shot.weapon.pen(sort, hexes, detail=True)
    scene.record(step)
    dc, step = shot.weapon.dc(sort, hexes, detail=True)
    scene.record(step)
    if shot.reach.hexes > hexes:
        scene.rule("O28", "PEN and DC are those at 10 hexes at every range")
    if isinstance(shot.weapon, Shotgun) and sort == SHOT and shot.pattern is None:
        _as_one(shot, scene)
    return Projectile(pen, dc, shot.how.part, knock_down=shot.weapon.knock_down)


def _as_one(shot: Shot, scene: Scene) -> None:
    """Say why shot is a single projectile."""
    if not on(scene.encounter, SHOTGUNS) or (shot.burst and not on(scene.encounter, AUTOMATIC)):
        scene.rule("O43", "shot counts as one hit, as a bullet")
    else:
        scene.rule("O52", f"at {shot.far} shot has not spread: it is one mass, a single shot")


def hexes_counted(hexes: int, encounter: Encounter) -> int:
    """The range at which the figures are read."""
    return hexes if on(encounter, DAMAGE) else BASIC


def spreads(weapon: Arm, round: str, encounter: Encounter) -> bool:
    """Whether what it fires are pellets, of which a Pattern says whom they hit (3.5)."""
    return on(encounter, SHOTGUNS) and isinstance(weapon, Shotgun) and round == SHOT


def meeting(projectile: Projectile, at: Mark) -> Projectile:
    """The projectile as it gets to him: Nonblocking Cover weakens it first (3.8)."""
    if at.behind is None or at.behind.blocking:
        return projectile
    return replace(projectile, cover=at.behind.cover.protection)


def struck_as(shot: Shot, at: Mark) -> Soldier:
    """The victim as the rounds find him: a called shot goes where it would if he were around cover (2.5), and behind
    cover is what he does not show over it (3.8)."""
    exposure = "firing" if shot.how.called else at.behind.exposure if at.behind else at.state.exposure
    return altered(at.state, exposure=exposure)


def each(results: Sequence[tuple[str, str]], unharmed: Container[str]) -> str:
    """What becomes of everybody, (name, result) each, for the outcome line; of many those alone who are harmed."""
    if len(results) <= _MOST_TOLD:
        return "; ".join(f"{name}: {result}" for name, result in results)
    harmed = [f"{name}: {result}" for name, result in results if result not in unharmed]
    told, more, spared = harmed[:_MOST_TOLD], len(harmed[_MOST_TOLD:]), len(results) - len(harmed)
    if more:
        told.append(f"{more} more {'is' if more == 1 else 'are'} hit")
    if spared:
        told.append(f"{spared} {'is' if spared == 1 else 'are'} not hit")
    return "; ".join(told)


def times(number: int) -> str:
    """How often, for the outcome line."""
    return f"{number} HITS" if number > 1 else "HIT"
