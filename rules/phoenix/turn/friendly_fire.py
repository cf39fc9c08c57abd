"""The combatants that an attack can reach, before anything is thrown.

These are the targets, combatants in an arc (3.4), near an explosion (2.11, 3.6), or on the line of rounds that miss
(4.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.records.records import Order
from rules.engine.scene.dice import NoDice
from rules.engine.scene.trial import Trial
from rules.engine.sharing import sides
from rules.phoenix.basics.arms import ExplosiveWeapon
from rules.phoenix.basics.switches import AUTOMATIC, EXPLOSIVES, STRAY_FIRE, on
from rules.phoenix.blasts import concussion, explosion, explosives
from rules.phoenix.blasts.concussion import Caught, caught, exposure
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import arcs, fire, stray
from rules.phoenix.shooting.targets import blind


def reached(order: Order, encounter: Encounter, book: Book) -> Iterable[Combatant]:
    """Return the combatants that a shot, burst or throw can reach if it goes where it is aimed. Raises Refusal."""
    if not isinstance(order, Fire | Burst | Throw) or not order.targets:
        return ()
    ids = _reached(order, encounter, book)
    return [c for c in encounter.combatants if c.present and c.id in ids]


def _reached(order: Attack, encounter: Encounter, book: Book) -> set[str]:
    shooter = encounter.combatant(order.actor)
    if isinstance(order, Throw) or isinstance((arm := kit.held(shooter, order.weapon)).weapon, ExplosiveWeapon):
        blast, _ = explosives.by_aim(order, shooter, encounter, book)
        return {one.mark.id for one in _near(blast, encounter) if _harmed(blast, one, encounter, book)}
    if blind.blind(order, encounter):
        return {*stray.endangered(blind.plan(order, encounter), (), encounter, book)}
    if read_how(order.how).covering:  # It attacks opponents alone (5.10), but may miss its hexes and fly farther
        shot = fire.plan(order, shooter, arm, isinstance(order, Burst), encounter, book)
        return {*stray.endangered(shot, (), encounter, book)}
    ids = {c.id for c in sides.named(order.targets, encounter)}
    arc = isinstance(order, Burst) and on(encounter, AUTOMATIC)
    if not (arc or on(encounter, STRAY_FIRE)):
        return ids
    shot = fire.plan(order, shooter, arm, isinstance(order, Burst), encounter, book)
    if arc:
        ids |= {at.id for at in arcs.in_arc(shot, encounter, book)}
    return ids | {*stray.endangered(shot, ids, encounter, book)}


def _near(shot: Shot, encounter: Encounter) -> tuple[Caught, ...]:
    """Return everyone near enough to the place at which an explosive is aimed."""
    radius = explosion.REACH if on(encounter, EXPLOSIVES) else concussion.RADIUS
    return caught(_burst(shot), (shot.at, *shot.others), encounter, radius)[0]


def _burst(shot: Shot) -> concussion.Burst:
    """Return the explosion at the place where it is aimed, with the distances that the map does not give."""
    distances = {} if shot.at.ground or shot.at.place else {shot.at.key: 0}
    if not (shot.at.place and shot.shooter.place):
        distances[shot.shooter.id] = shot.reach.hexes
    return concussion.Burst(
        shot.arm.weapon, shot.round, shot.at.place, distances, around=shot.how.around, by=shot.shooter.id
    )


def _harmed(shot: Shot, one: Caught, encounter: Encounter, book: Book) -> bool:
    """Return whether the explosion would affect a fighter where they are."""
    burst, row = _burst(shot), exposure(one.mark.state, one.cover)
    if not row or one.mark.state.died is not None or one.mark.state.vehicle is not None:
        return False
    scratch = Trial(encounter, NoDice("This check rolls nothing"), book)
    if not on(encounter, EXPLOSIVES):
        return concussion.points(burst, one.hexes, row, scratch) > 0
    concussed, _ = explosion.blast(burst, one.hexes, tuple(explosion.modifiers(burst, one.mark, row)), scratch)
    return concussed > 0 or burst.weapon.explosion("BSHC", one.hexes, burst.round)[0] is not None
