"""Rounds that fly on past their target: people on their line, walls in between (scenario 2 of 4.2; 3.8).

The line continues on the map from the shooter's hex through the target's hex. A round that hits a person stops there,
and a round that hits its target has hit nobody on the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.engine.map.pieces import BARRIERS
from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import altered
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Clause
from rules.grid import hexes
from rules.phoenix.basics.outcomes import as_hit
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import SOLID, STRAY_FIRE, WALLS, on, value
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.harm import damage, wounds
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.shooting.firing.hit_effects import meeting, spreads
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.phoenix.shooting.targets.bodies import stops_rounds
from rules.tables.cells import NUMBER, Number
from rules.words.phrases import counted
from rules.words.places import Place

CHANCE = 16
"""The highest throw of 00 to 99 that hits a person in a hex that a round crosses (R12)."""


@dataclass(frozen=True, slots=True)
class _Crossed:
    """A person on the line: the range, the target, and the projectile that reaches it, None if nothing does."""

    hexes: int
    at: AimedTarget
    projectile: Projectile | None


def fly_on(shot: Shot, rounds: int, excluded: Collection[str], scene: Scene) -> list[Clause]:
    """Let this many rounds fly on along their line; return the people hit and the results, for the outcome line.

    `excluded`: ids of combatants for which the shot itself has thrown. Pellets do not fly on (3.5).
    """
    encounter = scene.encounter
    if not (rounds and on(encounter, STRAY_FIRE)) or spreads(shot.weapon, shot.round, encounter):
        return []
    crossed = list(_crossed(shot, excluded, encounter, scene.book))
    if not crossed:
        return []
    flying = f"{counted(rounds, 'round')} on a line that crosses"
    for one in crossed:
        if one.projectile is not None:
            scene.threaten(one.at.id, FIRED_UPON)
        with scene.concerning(one.at.id):
            scene.note("Stray", f"{flying} {one.at.name} at {one.at.place}", section="4.2")
    struck: dict[str, list[Struck]] = {}
    for _ in range(rounds):
        for one in crossed:
            if one.projectile is None:
                break
            why = f"whether a stray round hits {one.at.name}"
            with scene.concerning(one.at.id):
                if scene.throw("Stray", why, 0, 99, f"{CHANCE} or less", detail=True, section="4.2") > CHANCE:
                    continue
                earlier = struck.setdefault(one.at.id, [])
                shown, hit = _as_shown(one.at), len(earlier) + 1
                earlier.append(damage.strike(shown, one.projectile, scene, victim_name=one.at.name, hit=hit))
                break
    outcomes = [
        as_hit(
            scene.clause(
                f"{counted(len(hits), 'stray round')} {'hits' if len(hits) == 1 else 'hit'} {scene.name(id)},"
                f" {wounds.hurt(id, hits, scene, by=shot.shooter.id)}",
                id,
            )
        )
        for id, hits in struck.items()
    ]
    if not outcomes and not scene.perception.uncertain(encounter):
        scene.note("Stray", "nobody is hit", section="4.2")
    return outcomes


def endangered(shot: Shot, excluded: Collection[str], encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the ids of combatants that a round of the shot can hit after it has missed, except the `excluded`."""
    if not on(encounter, STRAY_FIRE) or spreads(shot.weapon, shot.round, encounter):
        return
    for one in _crossed(shot, excluded, encounter, book):
        if one.projectile is None:
            return
        yield one.at.id


def _crossed(shot: Shot, excluded: Collection[str], encounter: Encounter, book: Book) -> Iterator[_Crossed]:
    """Yield everybody on the line that can be hit, nearest first."""
    here, through = shot.shooter.place, shot.aimed_at.place
    if here is None or through is None or here == through:
        return
    walls = encounter.battle_map.obstructions if encounter.battle_map else frozenset[Place]()
    usual, own = _protection(encounter, book), _own_protection(encounter, book)
    panes = encounter.battle_map.barred.intersection(own) if encounter.battle_map else frozenset[Place]()
    before = {wall: own.get(wall, usual) for wall in walls | panes if _on(here, through, wall)}
    for hexes_off, c in sorted(_people(here, through, {*excluded, shot.shooter.id}, encounter), key=lambda one: one[0]):
        passed = [thick for wall, thick in before.items() if hexes.distance(here, wall) < hexes_off]
        found = soldier(found_from(c, here, encounter))
        at = AimedTarget(c.id, c.reference, found, c.place)
        figures = _behind(shot, hexes_off, passed)
        if figures is not None:
            at = cover.as_fragment_finds(at, figures.pen, encounter)
            if found.exposure == "hidden" and (at.behind is None or at.behind.blocking):
                continue
            figures = meeting(figures, at)
        yield _Crossed(hexes_off, at, figures)


def _people(
    here: Place, through: Place, excluded: Collection[str], encounter: Encounter
) -> Iterator[tuple[int, Combatant]]:
    for c in encounter.combatants:
        if c.present and stops_rounds(c) and c.place and c.id not in excluded and _on(here, through, c.place):
            yield hexes.distance(here, c.place), c


def _on(here: Place, through: Place, place: Place) -> bool:
    """Return whether the line crosses the place."""
    return place != here and hexes.along(here, through, hexes.distance(here, place)) == place


def _protection(encounter: Encounter, book: Book) -> Number | None:
    """Return the Protection Factor of each obstruction on the map, None if it stops everything."""
    material = value(encounter, WALLS)
    return None if material == SOLID else book.tables.of(NUMBER, "7c").lookup("", material)[0]


def _own_protection(encounter: Encounter, book: Book) -> dict[Place, Number | None]:
    """Return the Protection Factors of walls and doors with a material that table 7C lists, by their places."""
    found: dict[Place, Number | None] = {}
    for piece in encounter.battle_map.pieces if encounter.battle_map else ():
        if piece.kind in BARRIERS and (material := cover.of_material(piece.words, book)):
            found |= dict.fromkeys(piece.places, material.protection)
    return found


def _behind(shot: Shot, hexes_off: int, passed: Sequence[Number | None]) -> Projectile | None:
    """Return the figures of a round behind everything it has passed; None if something on the way stops everything."""
    walls: Number = 0
    for thick in passed:
        if thick is None:
            return None
        walls += thick
    return _figures(shot, hexes_off, walls)


def _figures(shot: Shot, hexes_off: int, walls: Number) -> Projectile | None:
    """Return the figures of a round at this range behind these walls, None if it does not get through."""
    try:
        pen = shot.weapon.pen(shot.round, hexes_off)[0] - walls
        dc, kd = shot.weapon.dc(shot.round, hexes_off)[0], shot.weapon.knock_down
        return Projectile(pen, dc, knock_down=kd) if pen > 0 else None
    except Refusal:  # past the last column of its page
        return None


def _as_shown(at: AimedTarget) -> Soldier:
    """Return the target as it shows itself over its cover."""
    return altered(at.state, exposure=at.behind.exposure) if at.behind else at.state
