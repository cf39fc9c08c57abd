"""Fully automatic fire over an arc: a throw for its elevation, then one for each target in it (3.4, 3.7; tables 4G, 5A;
ruling O53).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isqrt

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.private_text import private
from rules.engine.records.steps import Step, Term
from rules.engine.scene.scene import Clause
from rules.grid import hexes
from rules.grid.hexes import Sector
from rules.phoenix.basics import hit_chances, times
from rules.phoenix.basics.hit_chances import OverArc
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.outcomes import FireResult, at_one, from_where, line, nobody
from rules.phoenix.basics.soldier import Sustained, soldier
from rules.phoenix.basics.switches import SIZES, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, view
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.shooting.aim.accuracy import Estimate, accuracy, needed, terms, throw_to_hit
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.aim.level import ducks
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import bursts, hit_effects, patterns, stray
from rules.phoenix.shooting.firing.near_misses import missed
from rules.phoenix.shooting.firing.shot import Arc, Shot
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, Reach, keep_range
from rules.phoenix.shooting.targets.bodies import stops_rounds
from rules.tables.cells import INT, Hits, Number
from rules.words.phrases import counted, listed
from rules.words.places import Place

DEPTH = 100
"""The hexes before and behind the target in which others are hit as well."""
FOLLOWING = Hook[Callable[[Attempt, Encounter], Iterable[Term]]]()
"""Each returns further terms for a burst whose accuracy follows from the burst before it."""
_MISSED, _NONE_LEFT = FireResult("missed"), FireResult("no round left")


def planned(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """Return the burst with its Arc of Fire and the burst that it follows. Raises Refusal for an impossible arc."""
    if shot.how.part and shot.aimed_at.ground:
        raise NoRule(f"{shot.aimed_at.name} is a place. Leave {shot.how.part} out of how:, or name a person.")
    if any(at.ground and at.place and at.place == shot.shooter.place for at in shot.named):
        raise Refusal(f"{shot.shooter.reference} is at {shot.shooter.place}. Name another hex, or a person.")
    pattern = patterns.alm(shot.weapon, shot.round, shot.reach.hexes, encounter)
    return altered(shot, pattern=pattern, arc=_arc(shot, book), follows=_followed(shot, encounter))


def level(shot: Shot, attempt: Attempt, encounter: Encounter, book: Book) -> tuple[Term, ...]:
    """Return the accuracy terms of a burst that follows another: skill and aim of the first, the weapon's SAB for each
    burst since, and what holds for this one: range, size, motion, visibility, the shooter's own movement (ruling O76).
    """
    last = shot.follows
    assert last is not None
    assert shot.weapon.recoil is not None
    if last.aim is not None:
        mod, _ = shot.weapon.aimed(last.aim)
        own, _ = terms(attempt, Term(f"aim {last.aim} of the first burst", mod, shot.weapon.name), encounter, book)
        times = f" x {last.bursts}" if last.bursts > 1 else ""
        return (*own, Term(f"SAB{times}", -shot.weapon.recoil * last.bursts, shot.weapon.name))
    return (
        Term("preceding burst", last.accuracy, "3.4"),
        Term("SAB", -shot.weapon.recoil, shot.weapon.name),
        *ducks(shot.attempt, encounter, book),
        *shot.modifiers,
        *(term for rule in FOLLOWING.under(encounter) for term in rule(attempt, encounter)),
    )


def resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Fire the burst with this accuracy."""
    at, attempt, weapon, arc = shot.aimed_at, estimate.attempt, shot.weapon, _arc_of(shot)
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = recorded(shot, estimate, scene)
    chance = needed(total, attempt, scene)
    scene.record(arc.least, "3.4")
    fired = bursts.rounds(weapon, shot.arm.ammunition)
    bursts.tell_short(weapon, fired, scene)
    victims = in_arc(shot, scene.encounter, scene.book)
    kit.let_go(shot.shooter.id, shot.arm, fired, scene, burst=True, at=shot.area)
    keep(shot, attempt, total, victims, estimate.actions + estimate.extra, scene)
    hit, out, results, left = False, "", [scene.clause("MISS, too high or too low")], fired
    throw = throw_to_hit(chance, f"the elevation of {shot.shooter.reference}'s burst at {at.name}", scene, "Elevation")
    if throw.hit:
        hit, out, results, left = _effects(shot, victims, fired, scene)
    flown = stray.fly_on(shot, left, [at.id for at in (*shot.named, *victims)], scene)
    shaken = missed(attempt, victims, total, throw, scene)
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)
    deed = _description(shot, fired)
    unseen = from_where(shot.shooter, at, burst=True)
    scene.conclude(line(deed, (*results, *flown, *shaken), scene, out, unseen), "hit" if hit else "miss")


def recorded(shot: Shot, estimate: Estimate, scene: Scene) -> int:
    """Return the accuracy of the burst, recorded: its own, or the one that follows from the burst before it."""
    if shot.follows:
        return scene.sum("Accuracy", *estimate.terms[0], section="3.4")
    return accuracy(estimate.attempt, estimate.terms, scene)


def in_arc(shot: Shot, encounter: Encounter, book: Book) -> tuple[AimedTarget, ...]:
    """Return everybody that can be hit, friend or foe, seen or not: the named targets, then on the map all others in
    the arc.

    The others are from 100 hexes short of the first target to 100 hexes beyond it, nearest first.
    """
    named = [at for at in shot.named if not at.ground]
    ids = {at.id for at in named} | {shot.shooter.id}
    others = sorted(_others(shot, encounter), key=lambda at: _range(shot, at, encounter).hexes)
    in_cover = [_covered(shot, at, encounter, book) for at in others if at.id not in ids]
    return (*named, *(at for at in in_cover if at.state.exposure != "hidden"))


def over_arc(shot: Shot, fired: int, book: Book) -> OverArc:
    """Return the burst with this many rounds (or shot patterns) on table 5A."""
    return hit_chances.over_arc(fired, _arc_of(shot).hexes, book)


def expected(
    shot: Shot, at: AimedTarget, burst: OverArc, encounter: Encounter, book: Book
) -> tuple[Hits, tuple[Step, ...]]:
    """Return how many rounds (or shot patterns) hit a target in the arc once the elevation is right, and the steps."""
    width, moved = _width(shot, at, encounter, book)
    hits, steps = hit_chances.of_target(burst, width, book)
    return hits, (*moved, *steps)


def reaching(shot: Shot, at: AimedTarget, encounter: Encounter) -> Shot:
    """Return the burst at the range of this target in the arc.

    Only on the first target is a part of the body aimed at.
    """
    reach, how = _range(shot, at, encounter), shot.how
    if how.part and at.key != shot.aimed_at.key:
        how = altered(how, part="")
    return altered(shot, how=how, reach=reach, pattern=patterns.alm(shot.weapon, shot.round, reach.hexes, encounter))


def _arc(shot: Shot, book: Book) -> Arc:
    """Return the arc that `how:` gives, or the narrowest arc.

    That has at least the Minimum Arc, and is wide enough for all named targets.
    """
    weapon, far, how = shot.weapon, shot.far, shot.how
    least, step = weapon.figure("MA", shot.reach.hexes, detail=True)
    here, aim = shot.shooter.place, shot.aimed_at.place
    places = [at.place for at in shot.named if at.place]
    mapped = here is not None and aim is not None and here != aim and len(places) == len(shot.named)
    if (how.arc_from or how.arc_to) and not mapped:
        raise NoRule("An arc has ends only on a map (3.4). Leave from and to out of how:.")
    places += [end for end in (how.arc_from, how.arc_to) if end]
    over: Number = 0
    if here and aim and mapped and len({*places}) > 1:
        try:
            over = hexes.span(here, aim, places)
        except ValueError:
            names = listed([*(at.name for at in shot.named), *map(str, places[len(shot.named) :])], "and")
            raise Refusal(f"{names} are not in the same direction. Name those on one side only.") from None
    elif len(shot.named) > 1 and len({*places}) != 1:
        over = len(shot.named)
    width = how.arc
    if width is None:
        width = max(least, over, 1 if how.sweep else 0)
    elif width < least:
        raise Refusal(
            f"The {weapon.name} has a Minimum Arc of {_hexes(least)} at {far}. An arc of {_hexes(width)} is too narrow."
        )
    elif mapped and width < over:
        raise Refusal(f"The named targets need an arc of {_hexes(over)}. {_hexes(width)} is too narrow.")
    elif mapped and width > max(least, over, widest := _widest(shot.reach.hexes)):
        raise Refusal(
            f"The Field of Fire of 60 degrees is {_hexes(widest)} wide at {far}. {_hexes(width)} is too wide."
        )
    book.tables.of(INT, "5a_arc").lookup("Arc", width)  # refuses an arc wider than the table
    sector = _sector(here, aim, places, width, how) if here and aim and mapped else None
    return Arc(width, sector, step)


def _sector(here: Place, aim: Place, places: list[Place], width: Number, how: How) -> Sector:
    """Return the area that the arc sweeps: from the hex where it begins, or equally to both sides of the targets.

    Raises Refusal if it is not known to which side it extends from there, or if it does not reach all named targets.
    """
    first = how.arc_from
    if first is None:
        return hexes.sector(here, aim, places, width)
    try:
        sector = hexes.swept_from(here, aim, first, places, width)
    except ValueError:
        if {*places} != {first}:
            raise Refusal(f"An arc from {first} goes to one side only. Name targets on that side.") from None
        beside = next(n for n in hexes.neighbours(first) if hexes.distance(here, n) == hexes.distance(here, first))
        raise Refusal(f"Which way does the arc go from {first}? Use how: arc from {first} to {beside}.") from None
    if missed := [place for place in places if place not in sector]:
        raise Refusal(f"An arc of {_hexes(width)} from {first} does not reach {missed[0]}. Give a wider arc.")
    return sector


def _widest(far: int) -> Fraction:
    """Return the width of 60 degrees at this range, in hexes to a tenth."""
    return Fraction(isqrt(400 * far * far // 3), 10)


def _followed(shot: Shot, encounter: Encounter) -> Sustained | None:
    """Return the burst of the last impulse if this burst continues it, or else None.

    It does so with the same weapon at the same part of the body, without new aim, at a target or place of that burst.
    """
    state = soldier(shot.shooter)
    last = state.sustained
    if last is None or state.aim is not None or shot.order.aim is not None or shot.weapon.recoil is None:
        return None
    continues = last.slot == shot.arm.slot and times.after(last.at, impulses=1) == encounter.clock
    continues = continues and last.part == shot.how.part
    return last if continues and shot.aimed_at.key in last.targets else None


def keep(shot: Shot, attempt: Attempt, total: int, victims: tuple[AimedTarget, ...], aim: int, scene: Scene) -> None:
    """Record the burst for a burst that follows, with the actions of aim that count for it, if it has its own."""
    total -= sum([term.value for term in ducks(attempt, scene.encounter, scene.book)])
    targets = tuple(dict.fromkeys([at.key for at in (*shot.named, *victims)]))
    last = shot.follows
    aimed, number = (last.aim, last.bursts + 1) if last else (aim, 1)
    sustained = Sustained(scene.encounter.clock, shot.arm.slot, total, targets, shot.how.part, aimed, number)
    state = soldier(scene.combatant(shot.shooter.id))
    scene.change(shot.shooter.id, altered(state, sustained=sustained))


def _effects(
    shot: Shot, victims: tuple[AimedTarget, ...], fired: int, scene: Scene
) -> tuple[bool, str, list[Clause], int]:
    """Return whether anybody in the arc is hit, the result at a single target, the clauses for the outcome line, and
    the rounds that hit nobody.

    A round hits one target; a pattern of shot may cover several.
    """
    left, results, recorded = fired, list[FireResult](), set[tuple[str, Step]]()
    uncertain, burst = scene.perception.uncertain(scene.encounter), over_arc(shot, fired, scene.book)
    named = len(victims) > 1 or shot.aimed_at.ground or uncertain
    for at in victims:
        with scene.against(shot.shooter.id, at.id):
            hits, steps = expected(shot, at, burst, scene.encounter, scene.book)
            new = [step for step in steps if (scene.about, step) not in recorded]
            recorded.update((scene.about, step) for step in new)
            for step in new:
                scene.record(step, "3.4")
            there = reaching(shot, at, scene.encounter)
            what = "round" if there.pattern is None else "pattern"
            number = hit_chances.number(hits, left, at.name, f"whether a {what} hits {at.name}", scene, section="3.4")
            if there.pattern is None:
                left -= number
            if number:
                results.append(_effect(there, at, number, scene, unnamed=named))
            else:
                # The words "no round left" would reveal that an unknown fighter has stopped them.
                results.append(_MISSED if left or uncertain else _NONE_LEFT)
    hit = any(result.harm for result in results)
    if named:
        by_target = hit_effects.join_results(list(zip(victims, results, strict=True)), scene)
        return hit, "", by_target or nobody("nobody is there", scene), left
    return hit, *at_one(results[0], victims[0].id, scene), left


def _effect(shot: Shot, at: AimedTarget, number: int, scene: Scene, *, unnamed: bool) -> FireResult:
    if shot.pattern is not None:
        return patterns.strike(shot, at, number, hit_effects.figures(shot, scene), scene, unnamed=unnamed)
    return FireResult(hit_effects.times(number), hit_effects.strike(shot, at, number, scene, unnamed=unnamed))


def _others(shot: Shot, encounter: Encounter) -> Iterator[AimedTarget]:
    sector = _arc_of(shot).sector
    if sector is None:
        return
    depth = hexes.distance(sector.apex, sector.aim)
    for c in encounter.combatants:
        if not c.present or not stops_rounds(c):
            continue
        here = shot.shooter.place
        for spot in (*view.shown(c, here, encounter), found_from(c, here, encounter)):
            if spot.place is None or spot.place not in sector:
                continue
            far = hexes.distance(sector.apex, spot.place)
            if abs(far - depth) <= DEPTH and _exposed(shot.shooter, spot, encounter) and _in_range(shot, far):
                yield AimedTarget(c.id, c.reference, soldier(spot), spot.place)
                break


def _exposed(shooter: Combatant, other: Combatant, encounter: Encounter) -> bool:
    """Return whether rounds can reach this combatant, even if nobody knows of them; their own cover does not count
    here.
    """
    state = soldier(other)
    exposure = "exposed" if state.exposure == "hidden" else state.exposure
    try:
        shown = altered(state, spotted=True, exposure=exposure, trace=())
        view.check_target(shooter, altered(other, condition=shown), encounter)
    except NotNow:
        return False
    return True


def _in_range(shot: Shot, far: int) -> bool:
    """Return whether the weapon has a Penetration at this range (ruling O37)."""
    try:
        shot.weapon.pen(shot.round, far)
    except Refusal:
        return False
    return True


def _range(shot: Shot, at: AimedTarget, encounter: Encounter) -> Reach:
    """Return the range of a target in the arc: by the map, or as last given, or else that of the first target."""
    if at.key == shot.aimed_at.key:
        return shot.reach
    if shot.shooter.place and at.place:
        return Reach(hexes.distance(shot.shooter.place, at.place), "on the map")
    apart = encounter.apart(shot.shooter.id, at.id) if at.id else None
    return shot.reach if apart is None else Reach(apart, "as last given")


def _covered(shot: Shot, at: AimedTarget, encounter: Encounter, book: Book) -> AimedTarget:
    """Return a target in the arc as the rounds find it behind its cover (3.8)."""
    hexes_off, here = _range(shot, at, encounter).hexes, shot.shooter.place
    [covered] = cover.in_cover([at], How(), shot.weapon, shot.round, hexes_off, encounter, book, here)
    return covered


def _width(shot: Shot, at: AimedTarget, encounter: Encounter, book: Book) -> tuple[int, tuple[Step, ...]]:
    """Return the lines of 5A by which the target's width moves the hits, and the cell (3.7, O54).

    `how:` is about the first target.
    """
    if not on(encounter, SIZES):
        return 0, ()
    width, step = sizes.auto_width(at, shot.how if at.key == shot.aimed_at.key else How(), book)
    return width, (altered(step, label=at.name),)


def _arc_of(shot: Shot) -> Arc:
    assert shot.arc is not None, "in 3.4 a burst has an arc"
    return shot.arc


def _description(shot: Shot, fired: int) -> str:
    name, weapon, at = shot.shooter.reference, shot.weapon.name, shot.aimed_at.name
    width, begins = _arc_of(shot).hexes, f" from {shot.how.arc_from}" if shot.how.arc_from else ""
    if width < 1:
        return f"{name} fires a burst{private(f' of {fired}')} from the {weapon} at {at}, {shot.far}"
    rounds = private(f"{counted(fired, 'round')} from ")
    return f"{name} sweeps {_hexes(width)}{begins} with {rounds}the {weapon} at {at}, {shot.far}"


def _hexes(number: Number) -> str:
    return "1 hex" if number == 1 else f"{float(number):g} hexes"
