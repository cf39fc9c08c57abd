"""Cover fire: a burst or a single round at hexes instead of a target (5.10).

It is thrown for like any fire, at a size of +10 (R11). It is resolved at once, even where fire is declared (5.7),
because it must be in effect before anybody appears. If it misses, it shakes exposed opponents in the hexes like any
other shot (5.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from operator import attrgetter

from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.private_text import private
from rules.grid import hexes
from rules.grid.ground import check_ground, open_ground
from rules.phoenix.basics.outcomes import line
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import AUTOMATIC, SIZES, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import view
from rules.phoenix.optional.gunnery import cover_fire_words
from rules.phoenix.optional.gunnery.under_fire import Covering, area_words, chance, in_the_open, lay, strike
from rules.phoenix.optional.timing.declared import counts
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.aim.accuracy import Estimate, needed, throw_to_hit
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import arcs, bursts, near_misses, stray
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.firing.ways import Way
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, keep_range
from rules.tables.cells import Hits
from rules.words.phrases import counted
from rules.words.places import Place

_LEAST = 1
"""The narrowest arc in hexes: the covered hex itself."""


def marks(order: Attack, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the hexes of the order, the one aimed at first.

    A fighter named as target stands for their hex, or for their place if there is no map. Raises Refusal if the order
    names no target.
    """
    if not order.targets:
        raise Refusal("Which hexes does the fire cover? Use target: D7, or several: D7, D8.")
    by_name = dict[str, AimedTarget]()
    for target in order.targets:
        name, place, key = str(target.place), target.place, ""
        if target.id == order.actor:
            raise Refusal("You can't cover your own hex. Name another.")
        if target.id:
            combatant = encounter.combatant(target.id)
            combatant = view.as_sighted(encounter.combatant(order.actor), combatant, encounter)
            place, name, key = combatant.place, f"{combatant.reference}’s place", f"{combatant.name}’s place"
        elif target.profile:
            name = target.profile.name
        if place:
            check_ground(encounter, place)
            name, key = str(place), ""
        by_name.setdefault(name, AimedTarget("", name, Soldier(), place, aim_key=key))
    return tuple(by_name.values())


def planned(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """Return the fire with its arc.

    Raises Refusal for an impossible arc, and for a single round at several hexes.
    """
    if any(at.place and at.place == shot.shooter.place for at in shot.named):
        raise Refusal(f"{shot.shooter.reference} is at {shot.shooter.place}. Cover another hex.")
    if not shot.burst:
        if len(shot.named) > 1 or shot.how.sweeps_arc:
            raise Refusal("A single round covers one hex. Name one hex, or use /burst to cover several or an arc.")
        return shot
    if shot.how.arc is not None and shot.how.arc < _LEAST:
        raise Refusal(f"Cover fire covers whole hexes, so its arc is {_LEAST} or more.")
    swept = arcs.planned(replace(shot, how=replace(shot.how, sweep=True)), encounter, book)
    if on(encounter, AUTOMATIC):
        return replace(swept, how=shot.how)
    # In the Basic Game automatic fire counts one more action of aim, and cannot follow another burst (R14).
    extra = swept.extra + preparation.bonus(How(), automatic=True)
    return replace(swept, how=shot.how, pattern=None, follows=None, extra=extra)


def area(shot: Shot, encounter: Encounter) -> tuple[Place, ...]:
    """Return the covered hexes: those named, and those within the arc that are in view at the same range as the
    first.
    """
    named = [at.place for at in shot.named if at.place]
    return tuple(dict.fromkeys((*named, *_beside(shot, encounter))))


def resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Fire with this accuracy. If the fire hits, the hexes are under fire until the impulse ends."""
    actor, name, at, attempt = shot.shooter.id, shot.shooter.reference, shot.aimed_at, estimate.attempt
    keep_range(shot.order, shot.named, shot.reach, scene)
    total = arcs.recorded(shot, estimate, scene)
    needs = needed(total, attempt, scene)
    fired = 1
    if shot.arc:
        scene.record(shot.arc.least, "3.4")
        fired = bursts.rounds(shot.weapon, shot.arm.ammunition)
        bursts.tell_short(shot.weapon, fired, scene)
    covering, places = covered(shot, fired, scene.encounter), area(shot, scene.encounter)
    what = area_words(places, covering.people, scene.encounter) or at.name
    kit.let_go(actor, shot.arm, fired, scene, burst=shot.burst, at=shot.area)
    if shot.burst and on(scene.encounter, AUTOMATIC):
        arcs.keep(shot, attempt, total, (), estimate.actions + estimate.extra, scene)
    if counts(scene.encounter):
        note = "cover fire is not declared: it is in place before anyone appears"
        scene.note("Timing", note, detail=True, section="5.10")
    label = "Elevation" if shot.burst and on(scene.encounter, AUTOMATIC) else "Hit"
    throw = throw_to_hit(needs, f"whether {name}'s cover fire goes to {what}", scene, label)
    hit = throw.hit
    missed = [] if hit else stray.fly_on(shot, fired, (), scene)
    missed += near_misses.missed(attempt, in_the_open(covering, places, scene.encounter), total, throw, scene)
    watch = None
    if hit:
        watch = lay(covering, places, scene)
        _tell_chance(covering, scene)
    kit.tell_left(actor, scene, shot.arm.slot)
    result = scene.clause("HIT, under fire until this impulse ends" if hit else "MISS")
    rounds = private(f"{counted(fired, 'round')} from ")
    covers = f"{name} covers {what} with {rounds}the {shot.weapon.name}, {shot.far}"
    scene.conclude(line(covers, (result, *missed), scene), "hit" if hit else "miss")
    if watch:
        strike(watch, _described(shot), scene)


def covered(shot: Shot, fired: int, encounter: Encounter) -> Covering:
    """Return the record of the fire, which attacks the opponents who appear later."""
    people = (t.id for t in shot.order.targets if t.id and encounter.combatant(t.id).place is None)
    return Covering(
        shot.shooter.id,
        shot.arm.slot,
        shot.round,
        fired,
        fired,
        str(shot.arc.hexes) if shot.arc else "",
        shot.reach.hexes,
        shot.shooter.place,
        tuple(people),
    )


def _beside(shot: Shot, encounter: Encounter) -> Iterator[Place]:
    sector = shot.arc.sector if shot.arc else None
    if sector is None or shot.arc is None:
        return
    far = hexes.distance(sector.apex, sector.aim)
    for place in sorted(hexes.within(sector.aim, ceil(shot.arc.hexes))):
        if hexes.distance(sector.apex, place) == far and place in sector and _in_view(shot, place, encounter):
            yield place


def _in_view(shot: Shot, place: Place, encounter: Encounter) -> bool:
    if encounter.battle_map and not open_ground(encounter.battle_map, place):
        return False
    try:
        view.check_place(shot.shooter, place, encounter)
    except NotNow:
        return False
    return True


def _described(shot: Shot) -> tuple[AimedTarget, ...]:
    """Return the targets described on the spot, if they are exposed."""
    profiles = [target.profile for target in shot.order.targets if target.profile]
    return tuple(AimedTarget("", one.name, soldier(one)) for one in profiles if soldier(one).exposure != "hidden")


def _tell_chance(covering: Covering, scene: Scene) -> None:
    hits, steps = chance(covering, 0, scene.book)
    for step in steps:
        scene.record(step, "5.10")
    if not covering.arc:
        scene.rule(
            "R12", ("a single round into a hex hits a fighter who appears there with 11 rolls in 100"), section="5.10"
        )
    each = counted(hits.certain, "hit") if hits.certain else f"{max(hits.chance, 0):02} or less hits"
    sized = ", plus their size" if covering.arc and on(scene.encounter, SIZES) else ""
    scene.note("Under fire", f"each opponent who appears there: {each}{sized}", section="5.10")


def _hits(shot: Shot, rounds: int, encounter: Encounter, book: Book) -> Hits:
    return chance(covered(shot, rounds, encounter), 0, book)[0]


WAY = Way(attrgetter("covering"), cover_fire_words.check, marks, planned, resolve, _hits)
