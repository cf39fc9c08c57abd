"""Shot that spreads: the pattern, whom it covers, and the pellets of it that hit each of them (3.5, 3.7)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.errors import Refusal
from rules.engine.model import Encounter
from rules.engine.orders import Attack
from rules.engine.steps import Lookup, Step
from rules.grid import hexes
from rules.phoenix import hit_chances
from rules.phoenix.arms import Arm, Shotgun
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover
from rules.phoenix.harm import several, wounds
from rules.phoenix.harm.struck import Projectile
from rules.phoenix.optional.nerve import morale
from rules.phoenix.shooting.accuracy import Found, accuracy, needed, thrown
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.striking import each, figures, meeting, spreads, struck_as, times
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.sighting import Attempt, Mark, keep_range, mark
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import EVENLY, GROUPED, PELLETS, SHOTGUNS, SIZES, on, value
from rules.tables.cells import INT, Hits, Number
from rules.words.phrases import counted

NO_PELLET = "no pellet hits"
"""What a pattern comes to that covers somebody and does nothing to him."""


def alm(weapon: Arm, round: str, at: int, encounter: Encounter) -> int | None:
    """The Shotgun ALM of the pattern at this range (hexes), None for what does not spread: without 3.5, other rounds,
    and shot where its Base Pellet Hit Chance is blank, one mass still (ruling O52).

    Raises Refusal past the last range of its page (ruling O37).
    """
    if not spreads(weapon, round, encounter):
        return None
    assert isinstance(weapon, Shotgun)
    if weapon.figure("BPHC", at)[0] is None:
        return None
    found: int | None = weapon.figure("SALM", at)[0]
    return found


def marks(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """Who is named as a target of one shot: whom it is aimed at, and whom `how:` is about, then who else is in its
    pattern. Raises Refusal for several without 3.5."""
    first, others = order.targets[:1], order.targets[1:]
    if not on(encounter, SHOTGUNS) or not others:
        return (mark(order, encounter),)
    at = mark(replace(order, targets=first), encounter)
    found = {at.key: at}
    for other in others:
        at = mark(replace(order, targets=(other,), how=""), encounter)
        found.setdefault(at.key, at)
    return tuple(found.values())


def check_named(shot: Shot) -> None:
    """Raises Refusal for others named besides whom it is aimed at, unless the pattern reaches them."""
    first, *others = shot.named
    if not others:
        return
    if shot.pattern is None:
        raise Refusal(f"Only shot that spreads goes at several, and here it is one round: name {first.name} alone.")
    reach, step = radius(shot)
    for other in others:
        if first.place and other.place and hexes.distance(first.place, other.place) > reach:
            raise Refusal(
                f"The pattern covers {step.value} hexes around {first.name} at {first.place}, and {other.name} is at"
                f" {other.place}: name one of them."
            )


def radius(shot: Shot) -> tuple[Number, Lookup]:
    """The Pattern Radius in hexes at its range, and the step."""
    found: tuple[Number, Lookup] = shot.weapon.figure("PR", shot.reach.hexes, detail=True)
    return found


def covered(shot: Shot, reach: Number, encounter: Encounter, book: Book) -> tuple[Mark, ...]:
    """Everybody whom a pattern of this radius covers once it hits: who is named, and on the map all within it of whom
    it is aimed at who show themselves, or whose cover pellets penetrate. A radius under 1 is that hex."""
    first, known = shot.aimed_at, {shot.shooter.id, *(at.id for at in shot.named)}
    if first.place is None:
        return shot.named
    others = [
        Mark(c.id, c.name, soldier(c), c.place)
        for c in encounter.combatants
        if c.present and soldier(c).died is None and c.place and c.id not in known
        if hexes.distance(first.place, c.place) <= reach
    ]
    met = cover.faced(others, How(), shot.weapon, shot.round, shot.reach.hexes, encounter, book)
    return (*shot.named, *(at for at in met if at.state.exposure != "hidden"))


def heeded(attempt: Attempt, at: Mark, book: Book) -> How:
    """What of `how:` holds for somebody whom the pattern covers: nothing for those it is not aimed at, and no part of
    the body that is smaller than the pattern, whose pellets fall on all of him."""
    if at.key != attempt.at.key:
        return How()
    how, pattern = attempt.how, attempt.pattern
    if how.part and pattern is not None and pattern > sizes.target_size(at, how, book)[0]:
        return replace(how, part="")
    return how


def expected(attempt: Attempt, at: Mark, encounter: Encounter, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """How many pellets of a pattern that covers him hit him: so many for certain, or one by chance, and the steps.

    Never more than the weapon's pellets (3.7). `attempt.pattern` is not None.
    """
    weapon = attempt.weapon
    assert isinstance(weapon, Shotgun), "nothing else has a pattern"
    base, step = weapon.figure("BPHC", attempt.hexes, detail=True)
    width, read = 0, list[Step]([step])
    if on(encounter, SIZES):
        width, step = sizes.auto_width(at, heeded(attempt, at, book), book)
        read.append(step)
    hits, moved = hit_chances.of_pieces(base, width, book)
    return Hits(min(hits.certain, weapon.pellets), hits.chance), (*read, *moved)


def strike(shot: Shot, at: Mark, patterns: int, projectile: Projectile, scene: Scene, *, unnamed: bool = False) -> str:
    """So many patterns cover him: the pellets of each that hit are thrown, and do what they do; for the outcome line.

    One shot is one pattern; a burst has as many on each target as rounds would have hit him (3.5, automatic shotguns).
    `projectile` is a pellet (`striking.figures`); `unnamed`: as in `wounds.hurt`.
    """
    hits, steps = expected(shot.attempt, at, scene.encounter, scene.book)
    for step in steps:
        scene.record(step)
    why = f"whether a pellet hits {at.name}"
    pellets = [hit_chances.number(hits, None, "Pellets", why, scene) for _ in range(patterns)]
    scene.note(at.name, " + ".join(counted(number, "pellet") for number in pellets))
    if not any(pellets):
        return NO_PELLET
    manner, spacing = value(scene.encounter, PELLETS), None
    if manner in (GROUPED, EVENLY) and max(pellets) > 1:
        spacing = scene.lookup("Spacing", scene.book.tables.of(INT, "shotgun_multiple"), shot.pattern or 0, detail=True)
    part = heeded(shot.attempt, at, scene.book).part
    if part != shot.how.part and at.key == shot.aimed_at.key:
        scene.note("Pattern", f"larger than the {shot.how.part}: its pellets fall on all of him")
    victim, met = struck_as(shot, at), replace(meeting(projectile, at), part=part)
    struck = [
        hit
        for number in pellets
        if number
        for hit in several.strike(victim, met, number, manner, scene, whom=at.name, spacing=spacing)
    ]
    return f"{times(sum(pellets))}, {wounds.hurt(at.id, struck, scene, by=shot.shooter.id, unnamed=unnamed)}"


def resolve(shot: Shot, found: Found, scene: Scene) -> None:
    """The shot itself; `found` is its accuracy."""
    at, name, attempt = shot.aimed_at, shot.shooter.name, shot.attempt
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = accuracy(attempt, found, scene)
    chance = needed(total, attempt, scene)
    kit.let_go(shot.shooter.id, shot.arm, 1, scene, burst=False, at=shot.area(scene.encounter))
    hit, told = False, "MISS"
    throw = thrown(chance, f"{name}'s shot at {at.name}", scene)
    if throw.hit:
        hit, told = _effects(shot, scene)
    told = "; ".join((told, *morale.shaken(shot, shot.named, total, throw, scene)))
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    scene.conclude(f"{name} fires the {shot.weapon.name} at {at.name}, {shot.far}: {told}.", "hit" if hit else "miss")


def _effects(shot: Shot, scene: Scene) -> tuple[bool, str]:
    """Whether a pellet hits anybody whom the pattern covers, and what they do, for the outcome line."""
    reach, step = radius(shot)
    scene.record(step)
    victims = covered(shot, reach, scene.encounter, scene.book)
    pellet = figures(shot, scene)
    many = len(victims) > 1
    told = [(at.name, strike(shot, at, 1, pellet, scene, unnamed=many)) for at in victims]
    hit = any(result != NO_PELLET for _, result in told)
    return hit, each(told, (NO_PELLET,)) if many else told[0][1]
