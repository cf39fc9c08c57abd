"""Fuses: a thrown grenade or charge goes off when its time is up (3.6; ruling O49)."""

from __future__ import annotations

from rules.engine.records.agenda import Timer
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Throw
from rules.phoenix.basics.arms import Arm, Grenade
from rules.phoenix.basics.outcomes import capitalized, punctuated
from rules.phoenix.basics.switches import EXPLOSIVES, on
from rules.phoenix.basics.times import after, clocked
from rules.phoenix.blasts import armored, explosion
from rules.phoenix.blasts.concussion import Burst
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.targets.aimed_target import aimed_target
from rules.phoenix.turn.due_timers import GoesOff
from rules.words.phrases import counted

VARIABLE = "V"
"""The fuse on the page of a weapon whose thrower chooses the time."""


def length(weapon: Arm, how: How, encounter: Encounter) -> int:
    """Return the phases from the throw until it goes off, 0 for at once: on impact, and in encounters without time.

    Raises Refusal if `how:` must give the time and does not, NoRule if it gives a time that cannot be chosen.
    """
    if not on(encounter, EXPLOSIVES):
        return 0
    if not isinstance(weapon, Grenade) or weapon.fuse != VARIABLE:
        if how.fuse is not None:
            raise NoRule(f"The {weapon.name} {_fixed(weapon)}. Leave fuse out of how:.")
        fixed = isinstance(weapon, Grenade) and weapon.fuse.isdigit() and encounter.timed
        return int(weapon.fuse) if fixed and isinstance(weapon, Grenade) else 0
    if not encounter.timed:
        return 0
    if how.fuse is None:
        raise Refusal(
            f"When does the {weapon.name} go off? Give how: fuse 3 for 3 phases (of 2 s) after the throw,"
            " or fuse 0 for at once."
        )
    return how.fuse


def light(shot: Shot, burst: Burst, phases: int, scene: Scene) -> str:
    """Plan the explosion and return when it happens, for the outcome line."""
    assert isinstance(shot.order, Throw)
    due = after(scene.encounter.clock, phases=phases)
    near = "near" if burst.place is None and shot.at.key in burst.distances and burst.distances[shot.at.key] else "at"
    where = f"{near} {burst.place or shot.at.name}"
    distances = tuple(burst.distances.items())
    thrown = replace(shot.order, dice=None)
    order = GoesOff(shot.shooter.reference, shot.arm.weapon, where, burst.place, distances, thrown, shot.order.dice)
    scene.plan(Timer(due, order))
    scene.rule("O49", "a fuse starts when the grenade is thrown", section="3.6")
    return f"it goes off in {clocked(due)}"


def go_off(order: GoesOff, scene: Scene) -> None:
    """Carry out an explosion whose time is up, against everyone who is near now."""
    weapon, thrown = order.weapon, order.thrown
    assert isinstance(weapon, Arm)
    how = read_how(thrown.how)
    present = {c.id for c in scene.encounter.combatants if c.present}
    marks = tuple(
        aimed_target(replace(thrown, targets=(target,)), scene.encounter)
        for target in thrown.targets
        if not target.id or target.id in present
    )
    named = tuple(cover.with_stated_cover(one, how, scene.book) for one in marks if not (one.id or one.ground))
    ids = [target.id for target in thrown.targets if target.id] + [one.key for one in named]
    worn = dict.fromkeys(ids, how.suit) if how.suit else {}
    shelter = None
    if marks and armored.protection(marks[0], how):
        shelter = armored.Shelter(armored.inside(marks[0], marks[1:], scene.encounter), pierced=False)
    burst = Burst(
        weapon, "", order.place, dict(order.known), around=how.around, worn=worn, shelter=shelter, by=thrown.actor
    )
    with scene.throwing_for(order.actor, order.dice):
        results = explosion.go_off(burst, named, scene)
    unseen = f"{explosion.unseen_words(order.place, scene.encounter)}: "
    goes_off = scene.clause(f"{order.by}'s {weapon.name} goes off {order.where}.{' ' * bool(results)}", unseen=unseen)
    scene.conclude((goes_off, *punctuated(capitalized(results))))


def _fixed(weapon: Arm) -> str:
    if not isinstance(weapon, Grenade):
        return "goes off where it lands"
    return f"has a fuse of {counted(int(weapon.fuse), 'phase')}" if weapon.fuse.isdigit() else "goes off on impact"
