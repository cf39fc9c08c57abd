"""`/fire` and `/burst`: what forbids a shot, what comes before it, and the rule that resolves it."""

from __future__ import annotations

from rules.engine.copies import altered
from rules.engine.errors import NoRule, Refusal
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Burst, Fire
from rules.phoenix.action_points import Waiting
from rules.phoenix.arms import ExplosiveWeapon
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, ducking
from rules.phoenix.shooting import arcs, bursting, patterns, readying, single
from rules.phoenix.shooting.accuracy import AccuracyTerms, check_chance, terms
from rules.phoenix.shooting.carrying import gear, kit
from rules.phoenix.shooting.declared_fire import as_declared, going
from rules.phoenix.shooting.extra_aim import extra_aim
from rules.phoenix.shooting.how import read_how
from rules.phoenix.shooting.ready_fire import ReadyFire, waits
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.targets import blind
from rules.phoenix.shooting.targets.sighting import AimedTarget, Attempt, aimed_targets, reach
from rules.phoenix.shooting.ways import way_of
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import AUTOMATIC, DAMAGE, on


@dataclass(frozen=True, slots=True)
class _Estimate:
    """The accuracy of an attempt after this many actions of aim."""

    attempt: Attempt
    actions: int
    terms: AccuracyTerms


def fire(order: Fire, scene: Scene) -> Waiting | None:
    """Fire one shot, after the work that comes before it. Raises Refusal before any die is thrown."""
    return _fire(order, False, scene)


def burst(order: Burst, scene: Scene) -> Waiting | None:
    """Fire a burst at one target, or over a full hex (2.5), or over an arc (3.4). Raises Refusal before any die is
    thrown."""
    return _fire(order, True, scene)


def _fire(order: Fire | Burst, burst: bool, scene: Scene) -> Waiting | None:
    encounter = as_declared(order.actor, scene.encounter)
    if isinstance(kit.held(encounter.combatant(order.actor), order.weapon).weapon, ExplosiveWeapon):
        return explosives.launch(order, scene)
    if blind.blind(order, encounter):
        return blind.spray(order, scene)
    return _shoot(plan(order, burst, encounter, scene.book), scene)


def plan(order: Attack, burst: bool, encounter: Encounter, book: Book) -> Shot:
    """The shot before any die is thrown. Raises Refusal for whatever forbids it."""
    shooter = encounter.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    weapon = readying.check_shooter(shooter, arm, encounter)
    if burst:
        bursting.check_automatic(weapon)
    how, modifiers = read_how(order.how), modifier(order.mod)
    readying.check_how(how, weapon, encounter)
    gear.check_words(how.held, arm, shooter, encounter)
    targets = named(order, burst, encounter)
    if not going(order.actor, encounter):  # a target seen when fire was declared is seen until the impulse ends (O33)
        for at in targets:
            readying.check_target(shooter, at, how, encounter)
    shot = Shot(order, shooter, arm, weapon, how, modifiers, targets, reach(order, targets[0], encounter), burst)
    return planned(shot, encounter, book)


def planned(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """The shot with its pattern or its arc, at targets as it finds them behind cover.

    Raises Refusal for what forbids it, apart from the shooter's state and what can be seen.
    """
    shot = altered(shot, extra=extra_aim(shot.shooter, shot.arm, shot.aimed_at, shot.how, encounter))
    if way := way_of(shot.how):
        shot = way.planned(shot, encounter, book)
    elif not shot.burst:
        shot = _one_round(shot, encounter)
    elif on(encounter, AUTOMATIC):
        shot = arcs.planned(shot, encounter, book)
    elif bursting.sweeps(shot.named, shot.how):
        bursting.check_sweep(shot.reach)
    if on(encounter, DAMAGE):
        shot.weapon.pen(shot.round, shot.reach.hexes)  # refuses what is out of its range
    return _in_cover(shot, encounter, book)


def _one_round(shot: Shot, encounter: Encounter) -> Shot:
    if shot.how.sweep:
        raise Refusal("Only automatic fire sweeps a hex: use /burst.")
    if shot.how.sweeps_arc:
        raise Refusal("Only a burst has an Arc of Fire: use /burst, or leave arc out of how:.")
    if place := next((at for at in shot.named if at.ground), None):
        raise NoRule(f"One round is fired at somebody, not at a place: name a target, or sweep {place.name} by /burst.")
    shot = altered(shot, pattern=patterns.alm(shot.weapon, shot.round, shot.reach.hexes, encounter))
    patterns.check_named(shot)
    return shot


def named(order: Attack, burst: bool, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """The named targets or place, the one aimed at first. Raises Refusal for targets that cannot be attacked
    together."""
    if way := way_of(read_how(order.how)):
        return way.marks(order, encounter)
    if not burst:
        return patterns.pattern_targets(order, encounter)
    return aimed_targets(order, encounter) if on(encounter, AUTOMATIC) else bursting.burst_targets(order, encounter)


def _in_cover(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """The shot at its targets as it finds them behind their cover (3.8)."""
    return altered(
        shot,
        named=cover.in_cover(shot.named, shot.how, shot.weapon, shot.round, shot.reach.hexes, encounter, book),
    )


def _shoot(shot: Shot, scene: Scene) -> Waiting | None:
    order, actor = shot.order, shot.shooter.id
    if going(actor, scene.encounter):  # the aim and the warnings came before the declaration (5.7)
        used = 0 if shot.follows else max(_aim_used(shot, scene), readying.least_aim(shot.weapon, bonus(shot)))
        _resolve(shot, _estimate(shot, shot.attempt, used, scene), scene)
        return None
    extra = bonus(shot)
    so_far = readying.aim_so_far(shot.shooter, shot.arm, shot.aimed_at)
    aim_actions = 0 if shot.follows else readying.aim_to_take(order.aim, so_far, shot.weapon, extra)
    expected = _estimate(shot, _unmoved(shot.attempt), max(aim_actions, so_far), scene)
    _check_chance(expected, scene)
    if waiting := readying.ready(actor, shot.arm, shot.aimed_at, shot.how, aim_actions, scene, shot.burst):
        return waiting
    shot = altered(shot, shooter=scene.combatant(actor))
    readying.check_hip(shot.shooter, shot.how, scene.encounter)
    if shot.burst:
        bursting.check_burst(shot.shooter, scene.encounter)
    used = 0 if shot.follows else _aim_for(shot, scene)
    estimate = _estimate(shot, shot.attempt, used, scene, expected)
    if estimate is not expected:
        _check_chance(estimate, scene)
    before = scene.encounter
    if any(ducking.warn(order, shot.shooter, at, scene) for at in (shot.named if shot.burst else shot.named[:1])):
        return None
    if scene.encounter is not before:  # a target has ducked
        shot = _in_cover(altered(shot, named=named(order, shot.burst, scene.encounter)), scene.encounter, scene.book)
        estimate = _estimate(shot, shot.attempt, used, scene, estimate)
    rounds = bursting.rounds(shot.weapon, shot.arm.ammunition) if shot.burst else 1
    ready = ReadyFire(order, shot.arm, shot.named, shot.reach, rounds, shot.area(scene.encounter))
    if way_of(shot.how) is None and waits(ready, scene):
        return None
    _resolve(shot, estimate, scene)
    return None


def _resolve(shot: Shot, estimate: _Estimate, scene: Scene) -> None:
    if not shot.follows:
        readying.aimed(shot.weapon, estimate.actions, bonus(shot), scene)
    if way := way_of(shot.how):
        resolve = way.resolve
    elif shot.arc:
        resolve = arcs.resolve
    elif shot.burst:
        resolve = bursting.resolve
    elif shot.pattern is not None:
        resolve = patterns.resolve
    else:
        resolve = single.resolve
    resolve(shot, estimate.terms, scene)


def _aim_used(shot: Shot, scene: Scene) -> int:
    return readying.aim_used(shot.shooter, shot.aimed_at, shot.how, shot.reach.hexes, scene)


def _aim_for(shot: Shot, scene: Scene) -> int:
    at, how, hexes = shot.aimed_at, shot.how, shot.reach.hexes
    return readying.aim_for_shot(shot.shooter, shot.weapon, at, how, hexes, bonus(shot), scene)


def bonus(shot: Shot) -> int:
    """Actions that count as aim without being taken; automatic fire has one in the Basic Game only (R14)."""
    return readying.bonus(shot.how, shot.burst and shot.arc is None) + shot.extra


def _unmoved(attempt: Attempt) -> Attempt:
    """The attempt as if nobody moved, because motion may be over when the shot is fired."""
    shooter, at = soldier(attempt.shooter), attempt.at.state
    if not (shooter.moved or shooter.ducked or at.moved or at.ducked or at.appeared):
        return attempt
    still = altered(shooter, moved=0, ducked=None)
    stopped = altered(at, moved=0, ducked=None, appeared=None)
    return altered(attempt, shooter=altered(attempt.shooter, condition=still), at=altered(attempt.at, state=stopped))


def _estimate(shot: Shot, attempt: Attempt, actions: int, scene: Scene, earlier: _Estimate | None = None) -> _Estimate:
    """The accuracy of an attempt after this many actions of aim; `earlier` is returned if it is the same."""
    if earlier and (earlier.attempt, earlier.actions) == (attempt, actions):
        return earlier
    if shot.follows:
        return _Estimate(attempt, actions, (arcs.level(shot, attempt, scene.encounter, scene.book), ()))
    aimed = readying.aimed(shot.weapon, actions, bonus(shot))
    return _Estimate(attempt, actions, terms(attempt, aimed, scene.encounter, scene.book))


def _check_chance(estimate: _Estimate, scene: Scene) -> None:
    total = sum([term.value for term in estimate.terms[0]])
    check_chance(total, estimate.attempt, scene.encounter, scene.book)
