"""Shot that spreads: the pattern, whom it covers, and the pellets of it that hit each of them (3.5, 3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules import hexes
from rules.cells import INT, Hits, Number
from rules.errors import Refusal
from rules.model import Encounter
from rules.orders import Attack
from rules.phoenix import hit_chances
from rules.phoenix.arms import SHOT, Arm, Shotgun
from rules.phoenix.book import Book
from rules.phoenix.harm import several, wounds
from rules.phoenix.harm.struck import Projectile
from rules.phoenix.shooting import kit
from rules.phoenix.shooting.accuracy import accuracy, needed, thrown
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.sighting import Attempt, Mark, keep_range, mark
from rules.phoenix.shooting.striking import figures, times
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import GROUPED, PELLETS, SHOTGUNS, on, value
from rules.scene import Scene
from rules.steps import Lookup, Step, Term
from rules.words import counted


def alm(weapon: Arm, round: str, at: int, encounter: Encounter) -> int | None:
    """The Shotgun ALM of the pattern at this range (hexes), None for what does not spread: without 3.5, other rounds,
    and shot where its Base Pellet Hit Chance is blank, one mass still (ruling O52).

    Raises Refusal past the last range of its page (ruling O37).
    """
    if not (on(encounter, SHOTGUNS) and isinstance(weapon, Shotgun) and round == SHOT):
        return None
    if weapon.figure("BPHC", at)[0] is None:
        return None
    found: int | None = weapon.figure("SALM", at)[0]
    return found


def marks(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """Who is named as a target of one shot: whom it is aimed at, then who else is in its pattern.

    Raises Refusal for several without 3.5.
    """
    if len(order.targets) < 2 or not on(encounter, SHOTGUNS):
        return (mark(order, encounter),)
    found = [mark(replace(order, targets=(target,)), encounter) for target in order.targets]
    return tuple({m.key: m for m in found}.values())


def check_named(shot: Shot) -> None:
    """Raises Refusal for others named besides whom it is aimed at, unless the pattern reaches them."""
    first, *others = shot.named
    if others and shot.pattern is None:
        raise Refusal(f"Only shot that spreads goes at several, and here it is one round: name {first.name} alone.")
    for other in others:
        if not _reaches(shot, first, other):
            raise Refusal(
                f"The pattern covers {radius(shot)[0]} hexes around {first.name} at {first.place}, and {other.name} is"
                f" at {other.place}: name one of them."
            )


def radius(shot: Shot) -> tuple[str, Number, Lookup]:
    """The Pattern Radius in hexes at its range, as printed and as a number, and the step."""
    found, step = shot.weapon.figure("PR", shot.reach.hexes, detail=True)
    return step.value, found, step


def covered(shot: Shot, encounter: Encounter) -> tuple[Mark, ...]:
    """Everybody whom the pattern covers once it hits: who is named, and on the map all within its radius of whom it is
    aimed at who show themselves. A radius under 1 is that hex."""
    first = shot.aimed_at
    others = (
        Mark(c.id, c.name, soldier(c), c.place)
        for c in encounter.combatants
        if c.present and c.place and c.id != shot.shooter.id and soldier(c).exposure != "hidden"
    )
    reached = (other for other in others if first.place and _reaches(shot, first, other))
    return tuple({m.key: m for m in (*reached, *shot.named)}.values())


def expected(attempt: Attempt, at: Mark, encounter: Encounter, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """How many pellets of a pattern that covers him hit him: so many for certain, or one by chance, and the steps.

    Never more than the weapon's pellets (3.7). `attempt.pattern` is not None.
    """
    weapon = attempt.weapon
    assert isinstance(weapon, Shotgun), "nothing else has a pattern"
    base, step = weapon.figure("BPHC", attempt.hexes, detail=True)
    hits, moved = hit_chances.of_pieces(base, _width(attempt, at, encounter, book), book)
    return Hits(min(hits.certain, weapon.pellets), hits.chance), (step, *moved)


def pellets_on(shot: Shot, at: Mark, patterns: int, scene: Scene, book: Book) -> tuple[int, ...]:
    """How many pellets of each of so many patterns hit somebody whom they cover, thrown where chance decides.

    One shot is one pattern; a burst has as many on each target as rounds would have hit him (3.5, automatic shotguns).
    """
    hits, steps = expected(shot.attempt, at, scene.encounter, book)
    for step in steps:
        scene.record(step)
    return tuple(
        hit_chances.number(hits, None, "Pellets", f"whether a pellet hits {at.name}", scene) for _ in range(patterns)
    )


def strike(shot: Shot, at: Mark, pellets: Sequence[int], projectile: Projectile, scene: Scene, book: Book) -> str:
    """The pellets of each pattern hit him, one at least in all; what follows "HIT, " in the outcome line."""
    manner, spacing = value(scene.encounter, PELLETS), None
    if manner == GROUPED and max(pellets) > 1:
        spacing = scene.lookup("Spacing", book.tables.of(INT, "shotgun_multiple"), shot.pattern or 0, detail=True)
    struck = [
        hit
        for number in pellets
        if number
        for hit in several.strike(at.state, projectile, number, manner, scene, book, whom=at.name, spacing=spacing)
    ]
    return wounds.hurt(at.id, struck, scene, book)


def resolve(shot: Shot, aimed: Term, scene: Scene, book: Book) -> None:
    """The shot itself; `aimed` is its Aim Time Mod."""
    at, name = shot.aimed_at, shot.shooter.name
    keep_range(shot.order, at, shot.reach, scene)
    attempt = shot.attempt
    chance = needed(accuracy(attempt, aimed, scene, book), attempt, scene, book)
    kit.let_go(shot.shooter.id, shot.arm, 1, scene, burst=False)
    hit = thrown(chance, f"{name}'s shot at {at.name}", scene)
    told = _effects(shot, scene, book) if hit else ["MISS"]
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    scene.conclude(
        f"{name} fires the {shot.weapon.name} at {at.name}, {shot.far}: {'; '.join(told)}.", "hit" if hit else "miss"
    )


def _effects(shot: Shot, scene: Scene, book: Book) -> list[str]:
    """What the pellets do to each whom the pattern covers, for the outcome line."""
    printed, _, step = radius(shot)
    scene.record(step)
    victims = covered(shot, scene.encounter)
    scene.note("Pattern", f"covers {counted(len(victims), 'target')}, radius {printed} hexes")
    projectile = figures(shot, scene)
    told = []
    for at in victims:
        pellets = pellets_on(shot, at, 1, scene, book)
        result = (
            f"{times(*pellets)}, {strike(shot, at, pellets, projectile, scene, book)}"
            if any(pellets)
            else "no pellet hits"
        )
        told.append(f"{at.name}: {result}" if len(victims) > 1 else result)
    return told


def _reaches(shot: Shot, first: Mark, other: Mark) -> bool:
    """Whether the pattern on one covers the other; without places that is as said."""
    if first.place is None or other.place is None:
        return True
    return hexes.distance(first.place, other.place) <= radius(shot)[1]


def _width(attempt: Attempt, at: Mark, encounter: Encounter, book: Book) -> int:
    return 0
