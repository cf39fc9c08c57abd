"""`/fire` and `/burst`: the checks of a shot, the work before it, and the rule that resolves it."""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire
from rules.engine.scene.modifiers import modifier
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import ExplosiveWeapon
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import AUTOMATIC, DAMAGE, on
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, view
from rules.phoenix.ground.acts import ducking
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.aim.accuracy import Estimate, check_chance, terms
from rules.phoenix.shooting.aim.extra_aim import extra_aim
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.carrying import gear, kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.firing import arcs, bursts, patterns, single
from rules.phoenix.shooting.firing.declared_fire import as_declared, going
from rules.phoenix.shooting.firing.ready_fire import ReadyFire, waits
from rules.phoenix.shooting.firing.shot import Shot, area_of
from rules.phoenix.shooting.firing.ways import way_of
from rules.phoenix.shooting.targets import blind
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, aimed_targets, reach
from rules.phoenix.shooting.targets.bodies import check_body
from rules.words.phrases import listed


def fire(order: Fire, scene: Scene) -> Waiting | None:
    """Fire one shot, after the work that comes before it. Raises Refusal before any die is thrown."""
    return _fire(order, False, scene)


def burst(order: Burst, scene: Scene) -> Waiting | None:
    """Fire a burst at one target, or over a full hex (2.5), or over an arc (3.4).

    Raises Refusal before any die is thrown.
    """
    return _fire(order, True, scene)


def _fire(order: Fire | Burst, burst: bool, scene: Scene) -> Waiting | None:
    encounter = as_declared(order.actor, scene.encounter)
    shooter = encounter.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    if isinstance(arm.weapon, ExplosiveWeapon):
        return explosives.launch(order, scene)
    if blind.blind(order, encounter):
        return blind.spray(order, scene)
    return _shoot(plan(order, shooter, arm, burst, encounter, scene.book), scene)


def plan(order: Attack, shooter: Combatant, arm: Held, burst: bool, encounter: Encounter, book: Book) -> Shot:
    """Return the shot with this weapon before any die is thrown. Raises Refusal if anything forbids it."""
    weapon = preparation.check_shooter(shooter, arm, encounter)
    if burst:
        bursts.check_automatic(weapon)
    how, modifiers = read_how(order.how), modifier(order.mod)
    preparation.check_how(how, weapon, encounter)
    gear.check_words(how.held, arm, shooter, encounter)
    targets = named(order, how, burst, encounter)
    if going(order.actor, encounter):  # a target seen when fire was declared is seen until the impulse ends (O33)
        for at in targets:
            view.check_out(shooter, at.place, encounter)
    else:
        for at in targets:
            check_body(at, weapon, order.actor, encounter)
            preparation.check_target(shooter, at, how, encounter)
    shot = Shot(order, shooter, arm, weapon, how, modifiers, targets, reach(order, targets[0], encounter), burst)
    return planned(shot, encounter, book)


def planned(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """Return the shot with its pattern or its arc, at targets as it finds them behind cover.

    Raises Refusal if anything forbids it, apart from the shooter's state and the shooter's view.
    """
    at, how = shot.aimed_at, shot.how
    extra = extra_aim(shot.shooter, shot.arm, at, how, encounter)
    shot = altered(shot, extra=extra, area=area_of(at, shot.weapon, how, encounter))
    if way := way_of(shot.how):
        shot = way.planned(shot, encounter, book)
    elif not shot.burst:
        shot = _one_round(shot, encounter)
    elif on(encounter, AUTOMATIC):
        shot = arcs.planned(shot, encounter, book)
    elif bursts.sweeps(shot.named, shot.how):
        bursts.check_sweep(shot.reach)
    if on(encounter, DAMAGE):
        shot.weapon.dc(shot.round, shot.reach.hexes)  # refuses a range beyond its last, and an unknown figure
    return _in_cover(shot, encounter, book)


def _one_round(shot: Shot, encounter: Encounter) -> Shot:
    if shot.how.sweep:
        raise Refusal("Only automatic fire sweeps a hex. Use /burst.")
    if shot.how.sweeps_arc:
        raise Refusal("Only a burst has an Arc of Fire. Use /burst, or leave the arc out of how:.")
    if places := [at.name for at in shot.named if at.ground]:
        raise NoRule(f"/fire needs a person as its target. Name one, or sweep {places[0]} with /burst.")
    pattern = patterns.alm(shot.weapon, shot.round, shot.reach.hexes, encounter)
    if pattern is not None:
        shot = altered(shot, pattern=pattern)
    patterns.check_named(shot)
    return shot


def named(order: Attack, how: How, burst: bool, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the named targets or place, the one aimed at first.

    Raises Refusal for targets that cannot be attacked together.
    """
    if way := way_of(how):
        return way.marks(order, encounter)
    if not burst:
        return patterns.pattern_targets(order, encounter)
    return aimed_targets(order, encounter) if on(encounter, AUTOMATIC) else bursts.burst_targets(order, encounter)


def _in_cover(shot: Shot, encounter: Encounter, book: Book) -> Shot:
    """Return the shot at its targets as it finds them behind their cover (3.8)."""
    here = shot.shooter.place
    named = cover.in_cover(shot.named, shot.how, shot.weapon, shot.round, shot.reach.hexes, encounter, book, here)
    cover.check_pane(named[0])
    return shot if named == shot.named else altered(shot, named=named)


def _shoot(shot: Shot, scene: Scene) -> Waiting | None:
    if going(shot.shooter.id, scene.encounter):
        _fire_declared(shot, scene)
        return None
    order, actor, arm, at = shot.order, shot.shooter.id, shot.arm, shot.aimed_at
    attempt, extra, so_far = shot.attempt, bonus(shot), preparation.aim_so_far(shot.shooter, arm, at)
    aim_actions = 0 if shot.follows else preparation.aim_to_take(order.aim, so_far, shot.weapon, extra)
    estimate = _estimate(shot, _unmoved(attempt), max(aim_actions, so_far), extra, scene)
    _check_chance(estimate, scene)
    work = preparation.stages(shot.shooter, arm, shot.aimed_at, shot.how, shot.burst, scene.encounter, scene.book)
    if waiting := preparation.do_work(work, actor, arm, at, aim_actions, scene):
        return waiting
    shot = altered(shot, shooter=scene.combatant(actor))
    preparation.check_hip(shot.shooter, shot.how, scene.encounter)
    if shot.burst:
        bursts.check_burst(shot.shooter, scene.encounter)
    used = 0 if shot.follows else _aim_for(shot, extra, scene)
    if work or estimate.attempt is not attempt or estimate.actions != used:
        estimate = _estimate(shot, shot.attempt, used, extra, scene)
        _check_chance(estimate, scene)
    before = scene.encounter
    for target in shot.named if shot.burst else shot.named[:1]:
        if ducking.warn(order, shot.shooter, target, scene):
            return None
    if scene.encounter is not before:  # a target has ducked
        targets = named(order, shot.how, shot.burst, scene.encounter)
        shot = _in_cover(altered(shot, named=targets), scene.encounter, scene.book)
        estimate = _estimate(shot, shot.attempt, used, extra, scene)
    rounds = bursts.rounds(shot.weapon, arm.ammunition) if shot.burst else 1
    ready = ReadyFire(order, arm, shot.named, shot.reach, rounds, shot.area)
    if way_of(shot.how) is None and waits(ready, scene):
        return None
    scene.accept()
    _resolve(shot, estimate, scene)
    return None


def _fire_declared(shot: Shot, scene: Scene) -> None:
    """Fire as declared: the aim and the warnings came before the declaration (5.7)."""
    extra, used = bonus(shot), 0
    if not shot.follows:
        at, how, hexes = shot.aimed_at, shot.how, shot.reach.hexes
        used = max(preparation.aim_used(shot.shooter, at, how, hexes, scene), preparation.least_aim(shot.weapon, extra))
    _resolve(shot, _estimate(shot, shot.attempt, used, extra, scene), scene)


def _resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    scene.explain(_explain, shot, estimate, scene)
    if way := way_of(shot.how):
        resolve = way.resolve
    elif shot.arc:
        resolve = arcs.resolve
    elif shot.burst:
        resolve = bursts.resolve
    elif shot.pattern is not None:
        resolve = patterns.resolve
    else:
        resolve = single.resolve
    resolve(shot, estimate, scene)


def _explain(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Record the aim, and the panes that stop nothing."""
    if not shot.follows:
        preparation.record_aim(shot.weapon, estimate.actions, estimate.extra, scene)
    here, there = shot.shooter.place, shot.aimed_at.place
    if panes := cover.unlisted_panes(here, there, scene.encounter, scene.book):
        glass = f"plain glass at {listed([*map(str, panes)], 'and')} is not in table 7C and stops nothing"
        scene.note("Window", glass, detail=True, section="3.8")


def _aim_for(shot: Shot, extra: int, scene: Scene) -> int:
    at, how, hexes = shot.aimed_at, shot.how, shot.reach.hexes
    return preparation.aim_for_shot(shot.shooter, shot.weapon, at, how, hexes, extra, scene)


def bonus(shot: Shot) -> int:
    """Return the actions that count as aim without being taken; automatic fire has one in the Basic Game only (R14)."""
    return preparation.bonus(shot.how, shot.burst and shot.arc is None) + shot.extra


def _unmoved(attempt: Attempt) -> Attempt:
    """Return the attempt as if nobody moved, because the motion may be over when the shot is fired."""
    shooter, at = soldier(attempt.shooter), attempt.at.state
    if not (shooter.moved or shooter.ducked or at.moved or at.ducked or at.appeared):
        return attempt
    still = altered(shooter, moved=0, ducked=None)
    stopped = altered(at, moved=0, ducked=None, appeared=None)
    return altered(attempt, shooter=altered(attempt.shooter, condition=still), at=altered(attempt.at, state=stopped))


def _estimate(shot: Shot, attempt: Attempt, actions: int, extra: int, scene: Scene) -> Estimate:
    """Return the accuracy of an attempt after this many actions of aim; `extra` actions count besides."""
    if shot.follows:
        return Estimate(attempt, (arcs.level(shot, attempt, scene.encounter, scene.book), ()), actions, extra)
    aimed = preparation.aimed(shot.weapon, actions, extra)
    return Estimate(attempt, terms(attempt, aimed, scene.encounter, scene.book), actions, extra)


def _check_chance(estimate: Estimate, scene: Scene) -> None:
    total = sum([term.value for term in estimate.terms[0]])
    check_chance(total, estimate.attempt, scene.encounter, scene.book)
