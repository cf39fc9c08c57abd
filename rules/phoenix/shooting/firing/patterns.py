"""Shot that spreads: its pattern, the fighters that it covers, and the pellets that hit each of them (3.5, 3.7)."""

from __future__ import annotations

from rules.engine.records.agenda import FIRED_UPON
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.steps import Lookup, Step
from rules.grid import hexes
from rules.phoenix.basics import hit_chances
from rules.phoenix.basics.arms import Arm, Shotgun
from rules.phoenix.basics.outcomes import FireResult, at_one, from_where, line
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import EVENLY, GROUPED, PELLETS, SHOTGUNS, SIZES, on, value
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.harm import grouped_hits, wounds
from rules.phoenix.harm.hit_records import Projectile
from rules.phoenix.shooting.aim.accuracy import Estimate, accuracy, needed, throw_to_hit
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing.hit_effects import figures, join_results, meeting, spreads, struck_as, times
from rules.phoenix.shooting.firing.near_misses import missed
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, aimed_target, keep_range
from rules.phoenix.shooting.targets.bodies import stops_rounds
from rules.tables.cells import INT, Hits, Number
from rules.words.phrases import counted

_NO_PELLET = FireResult("no pellet hits")
"""The result for a fighter that a pattern covers without harm."""


def alm(weapon: Arm, round: str, at: int, encounter: Encounter) -> int | None:
    """Return the Shotgun ALM of the pattern at this range (hexes), None if nothing spreads.

    Nothing spreads without 3.5, with other rounds, and at ranges with a blank Base Pellet Hit Chance, where shot is
    still one mass (ruling O52). Raises Refusal past the last range of its page (ruling O37).
    """
    if not spreads(weapon, round, encounter):
        return None
    assert isinstance(weapon, Shotgun)
    if weapon.figure("BPHC", at)[0] is None:
        return None
    salm: int | None = weapon.figure("SALM", at)[0]
    return salm


def pattern_targets(order: Attack, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the targets of one shot: the one aimed at, which `how:` is about, then others named in its pattern.

    Raises Refusal for several without 3.5.
    """
    first, others = order.targets[:1], order.targets[1:]
    if not on(encounter, SHOTGUNS) or not others:
        return (aimed_target(order, encounter),)
    at = aimed_target(replace(order, targets=first), encounter)
    targets = {at.key: at}
    for other in others:
        at = aimed_target(replace(order, targets=(other,), how=""), encounter)
        targets.setdefault(at.key, at)
    return tuple(targets.values())


def check_named(shot: Shot) -> None:
    """Raise Refusal for other named targets that the pattern does not reach."""
    first, *others = shot.named
    if not others:
        return
    if shot.pattern is None:
        raise Refusal(f"Only shot that spreads can hit several. Here it is one round: name {first.name} alone.")
    reach, step = radius(shot)
    for other in others:
        if first.place and other.place and hexes.distance(first.place, other.place) > reach:
            raise Refusal(
                f"The pattern covers {step.value} hexes around {first.name} at {first.place}. {other.name} is"
                f" at {other.place}: name one of them."
            )


def radius(shot: Shot) -> tuple[Number, Lookup]:
    """Return the Pattern Radius in hexes at the shot's range, and the step."""
    radius_and_step: tuple[Number, Lookup] = shot.weapon.figure("PR", shot.reach.hexes, detail=True)
    return radius_and_step


def covered(shot: Shot, reach: Number, encounter: Encounter, book: Book) -> tuple[AimedTarget, ...]:
    """Return everybody that a pattern of this radius covers once it hits: the named targets, and on the map all others
    within it.

    The others are fighters that show themselves or whose cover pellets penetrate. A radius under 1 is the target's hex.
    """
    first, ids = shot.aimed_at, {shot.shooter.id, *(at.id for at in shot.named)}
    if first.place is None:
        return shot.named
    here = shot.shooter.place
    others = [
        AimedTarget(c.id, c.reference, soldier(found_from(c, here, encounter)), c.place)
        for c in encounter.combatants
        if c.present and stops_rounds(c) and c.place and c.id not in ids
        if hexes.distance(first.place, c.place) <= reach
    ]
    in_cover = cover.in_cover(others, How(), shot.weapon, shot.round, shot.reach.hexes, encounter, book, here)
    return (*shot.named, *(at for at in in_cover if at.state.exposure != "hidden"))


def how_for(attempt: Attempt, at: AimedTarget, book: Book) -> How:
    """Return the part of `how:` that applies to a target in the pattern: nothing unless the shot is aimed at it.

    A part of the body smaller than the pattern does not count either: the pellets fall on all of the target.
    """
    if at.key != attempt.at.key:
        return How()
    how, pattern = attempt.how, attempt.pattern
    measured: sizes.Column = "Auto Elev" if attempt.burst else "Target Size"
    if how.part and pattern is not None and pattern > sizes.size(at, how, measured, book)[0].value:
        return replace(how, part="")
    return how


def expected(attempt: Attempt, at: AimedTarget, encounter: Encounter, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return how many pellets of a pattern hit a target that it covers, for certain or one by chance, and the steps.

    The number is never more than the weapon's pellets (3.7). `attempt.pattern` is not None.
    """
    weapon = attempt.weapon
    assert isinstance(weapon, Shotgun), "nothing else has a pattern"
    base, step = weapon.figure("BPHC", attempt.hexes, detail=True)
    width, steps = 0, list[Step]([step])
    if on(encounter, SIZES):
        width, step = sizes.auto_width(at, how_for(attempt, at, book), book)
        steps.append(step)
    hits, moved = hit_chances.of_pieces(base, width, book)
    return Hits(min(hits.certain, weapon.pellets), hits.chance), (*steps, *moved)


def hit_location_spacing(shot: Shot, book: Book) -> tuple[int, Lookup]:
    """Return the rolls within which the pellets of a pattern are grouped around the first (3.5), and the step."""
    spacing, step = book.tables.of(INT, "shotgun_multiple").lookup("Spacing", shot.pattern or 0, detail=True)
    assert spacing is not None, "the table has no blanks"
    return spacing, step


def strike(
    shot: Shot, at: AimedTarget, patterns: int, projectile: Projectile, scene: Scene, *, unnamed: bool = False
) -> FireResult:
    """Throw for the pellets of this many patterns on one target, and apply their hits; return the text for the outcome
    line.

    One shot is one pattern; a burst has as many on each target as rounds would have hit it (3.5, automatic shotguns).
    `projectile` is a pellet (`hit_effects.figures`); `unnamed`: as in `wounds.hurt`.
    """
    hits, steps = expected(shot.attempt, at, scene.encounter, scene.book)
    for step in steps:
        scene.record(step, "3.5")
    why = f"whether a pellet hits {at.name}"
    pellets = [hit_chances.number(hits, None, "Pellets", why, scene, section="3.5") for _ in range(patterns)]
    scene.note(at.name, " + ".join(counted(number, "pellet") for number in pellets), section="3.5")
    if not any(pellets):
        return _NO_PELLET
    grouping, spacing = value(scene.encounter, PELLETS), None
    if grouping in (GROUPED, EVENLY) and max(pellets) > 1:
        spacing, step = hit_location_spacing(shot, scene.book)
        scene.record(step, "3.5")
    part = how_for(shot.attempt, at, scene.book).part
    if part != shot.how.part and at.key == shot.aimed_at.key:
        scene.note("Pattern", f"larger than the {shot.how.part}: pellets hit all of the target", section="3.5")
    victim, pellet = struck_as(shot, at), replace(meeting(projectile, at), part=part)
    with scene.concerning(at.id or scene.about):
        struck = [
            hit
            for number in pellets
            if number
            for hit in grouped_hits.strike(
                victim, pellet, number, grouping, scene, victim_name=at.name, spacing=spacing
            )
        ]
    return FireResult(times(sum(pellets)), wounds.hurt(at.id, struck, scene, by=shot.shooter.id, unnamed=unnamed))


def resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Fire the shot with this accuracy."""
    at, name, attempt = shot.aimed_at, shot.shooter.reference, estimate.attempt
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = accuracy(attempt, estimate.terms, scene)
    chance = needed(total, attempt, scene)
    kit.let_go(shot.shooter.id, shot.arm, 1, scene, burst=False, at=shot.area)
    hit, struck = False, [(at, FireResult("MISS"))]
    throw = throw_to_hit(chance, f"{name}'s shot at {at.name}", scene)
    if throw.hit:
        hit, struck = _effects(shot, scene)
    shaken = missed(attempt, shot.named, total, throw, scene)
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    [(first, result), *others] = struck
    by_target = others or (throw.hit and scene.perception.uncertain(scene.encounter))
    out, results = ("", join_results(struck, scene)) if by_target else at_one(result, first.id, scene)
    fires = f"{name} fires the {shot.weapon.name} at {at.name}, {shot.far}"
    unseen = from_where(shot.shooter, at)
    scene.conclude(line(fires, (*results, *shaken), scene, out, unseen), "hit" if hit else "miss")


def _effects(shot: Shot, scene: Scene) -> tuple[bool, list[tuple[AimedTarget, FireResult]]]:
    """Return whether a pellet hits any fighter that the pattern covers, and the result for each of them."""
    reach, step = radius(shot)
    scene.record(step, "3.5")
    victims = covered(shot, reach, scene.encounter, scene.book)
    pellet = figures(shot, scene)
    many = len(victims) > 1 or scene.perception.uncertain(scene.encounter)
    results = list[tuple[AimedTarget, FireResult]]()
    for at in victims:
        scene.threaten(at.id, FIRED_UPON)
        with scene.against(shot.shooter.id, at.id):
            results.append((at, strike(shot, at, 1, pellet, scene, unnamed=many)))
    return any(result.harm for _, result in results), results
