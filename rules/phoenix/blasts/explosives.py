"""Firing launchers and throwing grenades: the checks, getting ready, and the Shot Accuracy (2.11; ruling O27).

`explosive_fire` decides where the round comes down and what it does.
"""

from __future__ import annotations

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.records.remedies import Remedy
from rules.engine.records.steps import Lookup, Step, Term
from rules.engine.scene.effects import Loaded
from rules.engine.scene.modifiers import modifier
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import Soldier, Work, soldier
from rules.phoenix.basics.switches import AUTOMATIC, EXPLOSIVES, on
from rules.phoenix.blasts import explosive_fire, fuses
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, view
from rules.phoenix.ground.acts import ducking
from rules.phoenix.harm.fitness import check_able, disabled_arms
from rules.phoenix.shooting.aim import aim_limits, preparation
from rules.phoenix.shooting.aim.accuracy import accuracy_section, terms
from rules.phoenix.shooting.aim.extra_aim import extra_aim
from rules.phoenix.shooting.aim.how import How, read_how
from rules.phoenix.shooting.carrying import gear, kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.firing import arcs, bursts
from rules.phoenix.shooting.firing.declared_fire import as_declared, going
from rules.phoenix.shooting.firing.ready_fire import ReadyFire, waits
from rules.phoenix.shooting.firing.shot import area_of
from rules.phoenix.shooting.targets.aimed_target import FARTHEST, AimedTarget, aimed_target, as_explosive, reach
from rules.phoenix.shooting.targets.circumstances import NOT_LOOKING
from rules.tables.cells import INT
from rules.words.phrases import counted, listed

_THROW = "4h"
_TAKE_OUT, _ARM = "take out", "arm"


@dataclass(frozen=True, slots=True)
class Preparation:
    """Work before the aim of a throw, with its actions: "takes" "the next M 67 from the pouch"."""

    kind: str
    does: str
    what: str
    cost: int

    @property
    def purpose(self) -> str:
        """The work and its cost, to follow "takes": "3 to arm the M 67"."""
        return f"{self.cost} to {self.does.removesuffix('s')} {self.what}"


def launch(order: Fire | Burst, scene: Scene) -> Waiting | None:
    """Fire a grenade or rocket launcher, one shot or a burst, at a fighter, a hex, a window or a door.

    Raises Refusal before any throw.
    """
    encounter = as_declared(order.actor, scene.encounter)
    shooter, goes = encounter.combatant(order.actor), going(order.actor, encounter)
    arm = kit.held(shooter, order.weapon)
    weapon = preparation.check_shooter(shooter, arm, encounter)
    assert isinstance(weapon, ExplosiveWeapon)
    shot = _plan(order, shooter, arm, most_range(weapon, encounter), encounter, scene.book)
    fuses.length(weapon, shot.how, encounter)
    so_far = preparation.aim_so_far(shooter, arm, shot.at)
    extra = _bonus(shot, encounter)
    aim_actions = 0
    if not shot.follows:
        aim_actions = preparation.aim_to_take(order.aim, so_far, weapon, extra)
        _terms(shot, preparation.aimed(weapon, max(aim_actions, so_far), extra), encounter, scene.book)
    used = 0
    if goes:
        view.check_out(shooter, shot.at.place, encounter)
        if not shot.follows:
            taken = preparation.aim_used(shooter, shot.at, shot.how, shot.reach.hexes, scene)
            used = max(taken, preparation.least_aim(weapon, extra))
        _launch(shot, used, extra, scene)
        return None
    burst = shot.automatic is not None
    if waiting := preparation.ready(order.actor, arm, shot.at, shot.how, aim_actions, scene, burst):
        return waiting
    shooter = scene.combatant(order.actor)
    preparation.check_hip(shooter, shot.how, scene.encounter)
    if shot.automatic:
        bursts.check_burst(shooter, scene.encounter)
    if not shot.follows:
        used = preparation.aim_for_shot(shooter, weapon, shot.at, shot.how, shot.reach.hexes, extra, scene)
    if not shot.how.size and ducking.warn(order, shooter, shot.at, scene):
        return None
    # A target that was warned may have ducked.
    ducked = _plan(order, shooter, arm, None, scene.encounter, scene.book)
    shot = replace(ducked, reach=shot.reach, arc=shot.arc, follows=shot.follows)
    if waits(_ready(shot, scene.encounter), scene):
        return None
    _launch(shot, used, extra, scene)
    return None


def throw(order: Throw, scene: Scene) -> Waiting | None:
    """Take a grenade or charge from the pouch, arm, aim and throw it (ruling O27). Raises Refusal before any throw."""
    encounter = as_declared(order.actor, scene.encounter)
    shooter, goes = encounter.combatant(order.actor), going(order.actor, encounter)
    arm, grenade = chosen_grenade(shooter, order.weapon)
    check_able(shooter, encounter, "throw")
    kit.check_sound(arm, shooter)
    if disabled_arms(soldier(shooter), encounter.clock) > 1:
        raise NotNow(f"Both of {shooter.reference}'s arms are disabled. They cannot throw until the arms heal.")
    if arm.ammunition and arm.ammunition.loads == 0:
        kit.check_loaded(arm, shooter)
    shot = _plan(order, shooter, arm, grenade.throw, encounter, scene.book)
    if fuses.length(grenade, shot.how, encounter) and shot.at.id and (shot.how.cover or shot.how.exposure):
        raise Refusal(f"{shot.at.name}'s exposure counts at the moment it goes off. Leave it out of how:.")
    so_far = preparation.aim_so_far(shooter, arm, shot.at)
    least, last = _aim_times(scene.book)
    if order.aim is not None and not least <= order.aim <= preparation.MOST_AIM:
        raise Refusal(
            f"Aim for a throw is {least} to {last} actions, not {order.aim}. Longer aim gives the same chances."
        ).helped_by(Remedy.instead(f"Aim {last}", aim=last))
    aim_actions = order.aim or max(so_far, least)
    _terms(shot, _aimed(max(aim_actions, so_far), scene.book)[0], encounter, scene.book)
    if not goes:
        if waiting := _make_ready(shot, grenade, aim_actions, scene):
            return waiting
        shooter = scene.combatant(order.actor)
        shot = replace(shot, shooter=shooter, arm=kit.held(shooter))
        if waits(_ready(shot, scene.encounter), scene):
            return None
    used = max(preparation.aim_used(shooter, shot.at, shot.how, shot.reach.hexes, scene), least)
    aimed, step = _aimed(used, scene.book)
    scene.record(step, "2.11")
    if step.at[0][1] != str(used):
        ruling = f"{counted(used, 'action')} of aim count as {step.at[0][1]}, the next lower entry"
        scene.rule("O15", ruling, section="2.11")
    if not on(scene.encounter, EXPLOSIVES):
        ruling = "a throw uses SAL, aim (4H) and the target's modifiers on table 2A; the grenade bursts where it lands"
        scene.rule("O27", ruling, section="2.11")
    explosive_fire.resolve(shot, _recorded(shot, aimed, scene), used, scene)
    return None


def _bonus(shot: Shot, encounter: Encounter) -> int:
    """Return the actions that count as aim without being taken; automatic fire has one in the Basic Game only (R14,
    O73).
    """
    more = extra_aim(shot.shooter, shot.arm, shot.at, shot.how, encounter)
    return preparation.bonus(shot.how, shot.automatic is not None and shot.arc is None) + more


def _ready(shot: Shot, encounter: Encounter) -> ReadyFire:
    """Return the shot in the form in which it is declared (5.7)."""
    area = area_of(shot.at, shot.arm.weapon, shot.how, encounter)
    return ReadyFire(shot.order, shot.arm, (shot.at, *shot.others), shot.reach, shot.fired, area)


def by_aim(
    order: Attack, ready: Combatant, encounter: Encounter, book: Book
) -> tuple[Shot, dict[int, tuple[Term, ...]]]:
    """Return the shot or throw of a combatant that is `ready` for it, and the terms of its Shot Accuracy by actions of
    aim.

    The actions are those taken so far, or else the fewest, and more that the aim table lists, or else those of the
    order; each as far as it counts (2.2, 3.1). 0 is for a burst that continues another (3.4). Raises Refusal.
    """
    arm = kit.held(ready, order.weapon)
    if isinstance(order, Throw) or isinstance(arm.weapon, Grenade):
        arm, grenade = chosen_grenade(ready, order.weapon)
        shot = _plan(order, ready, arm, grenade.throw, encounter, book)
        extra, times = 0, [*map(int, _aim_labels(book))]
        fewest, given = times[0], order.aim or times[0]
    else:
        assert isinstance(arm.weapon, ExplosiveWeapon)
        shot = _plan(order, ready, arm, most_range(arm.weapon, encounter), encounter, book)
        extra = _bonus(shot, encounter)
        times = [time - extra for time, _ in arm.weapon.aim]
        fewest, given = (
            preparation.least_aim(arm.weapon, extra),
            preparation.aim_to_take(order.aim, 0, arm.weapon, extra),
        )
    so_far = preparation.aim_so_far(encounter.combatant(order.actor), arm, shot.at)
    limit = aim_limits.limit(ready, shot.at, shot.how, shot.reach.hexes, encounter, book)
    aims = preparation.listed_aims(order.aim, max(given, so_far), times)
    counting = sorted({max(min(actions, limit.actions), fewest) if limit else actions for actions in aims})
    by_actions = {actions: _terms(shot, _aim(arm, actions, extra, book), encounter, book)[0] for actions in counting}
    if shot.follows:
        by_actions = {0: arcs.level(shot.as_burst, shot.attempt, encounter, book), **by_actions}
    return shot, by_actions


def chosen_grenade(thrower: Combatant, name: str) -> tuple[Held, Grenade]:
    """Return the grenade to throw: the named one, or else the one in hand, or else the first carried.

    Raises Refusal if there is none.
    """
    carried = [c for c in thrower.carried if isinstance(c.weapon, Grenade)]
    has = listed(list(dict.fromkeys(c.weapon.name for c in carried)), "and") if carried else ""
    if name.strip() or (thrower.holding and isinstance(thrower.holding.weapon, Grenade)):
        arm = kit.held(thrower, name)
        if isinstance(arm.weapon, Grenade):
            return arm, arm.weapon
        what = (
            f"/throw needs a grenade. {thrower.reference} has {has}" if has else f"{thrower.reference} has no grenade"
        )
        raise NoRule(f"The {arm.weapon.name} is fired, not thrown: {what}.").helped_by(Remedy.instead("Fire it", Fire))
    if not carried:
        raise NotNow(f"{thrower.reference} has no grenade to throw.")
    left = [c for c in carried if c.ammunition is None or c.ammunition.loaded or c.ammunition.loads != 0]
    arm = kit.held(thrower, (left or carried)[0].weapon.name)
    assert isinstance(arm.weapon, Grenade)
    return arm, arm.weapon


def _plan(order: Attack, shooter: Combatant, arm: Held, most: int | None, encounter: Encounter, book: Book) -> Shot:
    """Return the shot or throw before any dice. Raises Refusal for everything that forbids it.

    `most` is the weapon's range in hexes, None to skip that check.
    """
    how, modifiers = read_how(order.how), modifier(order.mod)
    if isinstance(order, Burst) and isinstance(arm.weapon, ExplosiveWeapon):
        bursts.check_automatic(arm.weapon)
    at = aimed_target(replace(order, targets=order.targets[:1]), encounter)
    how = as_explosive(how, at, arm.weapon)
    preparation.check_how(how, arm.weapon, encounter)
    gear.check_words(how.held, arm, shooter, encounter)
    if not (_unseen(at, how, arm.weapon) or going(order.actor, encounter)):
        preparation.check_target(shooter, at, how, encounter)
    distance = reach(order, at, encounter)
    if most is not None and distance.hexes > most:
        thrown = isinstance(arm.weapon, Grenade)
        reaches = f"can be thrown {most} hexes" if thrown else f"reaches {most} hexes"
        raise Refusal(
            f"The {arm.weapon.name} {reaches}, and {at.name} is {distance.hexes} hexes away. Move closer first."
        )
    others = tuple(aimed_target(replace(order, targets=(target,)), encounter) for target in order.targets[1:])
    shot = Shot(order, shooter, arm, how, modifiers, at, others, distance)
    _check_how(shot)
    if shot.automatic and on(encounter, AUTOMATIC) and on(encounter, EXPLOSIVES):
        burst = arcs.planned(shot.as_burst, encounter, book)
        shot = replace(shot, arc=burst.arc, follows=burst.follows)
    return replace(shot, at=_behind_cover(shot, encounter, book))


def _check_how(shot: Shot) -> None:
    """Raise Refusal if `how:` describes a fighter and no fighter is aimed at or named."""
    how = shot.how
    if how.sweeps_arc and not shot.automatic:
        raise NoRule("Only a burst has an Arc of Fire. Leave the rest out of how:, or use /burst.")
    if how.part and not shot.direct:
        raise Refusal(f"You can't aim an explosive at part of a person. Leave {how.part} out of how:.")
    if how.suit and shot.at.ground and not shot.others:
        raise Refusal(f"{how.suit}: name the person as a target besides {shot.at.name}.")


def _behind_cover(shot: Shot, encounter: Encounter, book: Book) -> AimedTarget:
    """Return the mark with its cover, which a projectile aimed at a fighter must penetrate first (3.8)."""
    weapon = shot.arm.weapon
    if not (shot.direct and isinstance(weapon, ExplosiveWeapon)):
        return cover.with_stated_cover(shot.at, shot.how, book)
    [at] = cover.in_cover([shot.at], shot.how, weapon, shot.round, shot.reach.hexes, encounter, book)
    return at


def _unseen(at: AimedTarget, how: How, weapon: Arm) -> bool:
    """Return whether it is thrown at a place without looking, around a corner or over a wall (4C)."""
    return isinstance(weapon, Grenade) and at.ground and NOT_LOOKING in how.seen


def most_range(weapon: ExplosiveWeapon, encounter: Encounter) -> int:
    """Return the range in hexes: the Maximum Range, or in the Basic Game the range up to which there are odds (ruling
    O11).
    """
    return weapon.most_range if on(encounter, EXPLOSIVES) else min(weapon.most_range, FARTHEST)


def _aim_times(book: Book) -> tuple[int, int]:
    labels = _aim_labels(book)
    return int(labels[0]), int(labels[-1])


def _aim_labels(book: Book) -> tuple[str, ...]:
    return book.tables.by_id[_THROW].rows.labels


def _aim(arm: Held, actions: int, extra: int, book: Book) -> Term:
    if isinstance(arm.weapon, Grenade):
        return _aimed(actions, book)[0]
    assert isinstance(arm.weapon, ExplosiveWeapon)
    return preparation.aimed(arm.weapon, actions, extra)


def _aimed(actions: int, book: Book) -> tuple[Term, Lookup]:
    modifier, step = book.tables.of(INT, _THROW).lookup("Aim", actions, detail=True)
    assert modifier is not None
    return Term(f"aim {actions}", modifier, "4H"), step


def _terms(shot: Shot, aimed: Term, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Step, ...]]:
    """Return the terms of the Shot Accuracy and the cells that they come from.

    Raises Refusal for a shooter without SAL.
    """
    shooter = shot.shooter
    if isinstance(shot.arm.weapon, Grenade):
        # A Firing Stance and a rest for the rifle do not help a throw.
        state: Soldier = soldier(shooter)
        unhurried: Soldier = altered(state, position="standing", firing_stance=True, exposure="")
        shooter = altered(shooter, condition=unhurried)
    return terms(replace(shot.attempt, shooter=shooter), aimed, encounter, book)


def _make_ready(shot: Shot, grenade: Grenade, aim_actions: int, scene: Scene) -> Waiting | None:
    """Take out the grenade, arm it and aim for `aim_actions`. Return what it still waits for, None when ready."""
    actor = shot.shooter.id
    stages = before_aim(shot.shooter, shot.arm, grenade, scene.book)
    armed = all(stage.kind != _ARM for stage in stages)
    spent = _arming(grenade) if armed else 0
    total = spent + sum(stage.cost for stage in stages) + aim_actions
    for stage in stages:
        this, what = Work(stage.kind, (str(shot.arm.slot),)), f"{stage.does} {stage.what}"
        if waiting := action_points.work(actor, this, what, stage.cost, scene):
            return Waiting(f"{what}, then throws it", spent + waiting.spent, total)
        spent += stage.cost
        if stage.kind == _TAKE_OUT:
            _take_out(shot, scene)
    if waiting := action_points.aim(actor, shot.at.key, aim_actions, scene):
        aims = f"aims the {grenade.name} at {shot.at.name}, then throws it"
        return Waiting(aims, spent + waiting.spent, total)
    return None


def before_aim(thrower: Combatant, arm: Held, grenade: Grenade, book: Book) -> list[Preparation]:
    """Return the work that comes before the aim of a throw."""
    stages, ammunition = list[Preparation](), arm.ammunition
    at_hand = arm.slot == thrower.in_hand and (ammunition is None or ammunition.loaded > 0)
    if not at_hand:
        cost, _ = kit.pouch(book)
        stages.append(Preparation(_TAKE_OUT, "takes", f"the next {grenade.name} from the pouch", cost))
    if not (at_hand and soldier(thrower).aim is not None):  # aim begins when it is armed
        stages.append(Preparation(_ARM, "arms", f"the {grenade.name}", _arming(grenade)))
    return stages


def _arming(grenade: Grenade) -> int:
    return int(grenade.arm_time) if grenade.arm_time.isdigit() else 0


def _take_out(shot: Shot, scene: Scene) -> None:
    """Take the next grenade in hand."""
    kit.take_in_hand(shot.shooter, shot.arm, scene)
    kit.lose_aim(shot.shooter.id, scene)
    if action_points.counts_actions(shot.shooter.id, scene):
        scene.record(kit.pouch(scene.book)[1], "2.11")
    ammunition = shot.arm.ammunition
    if ammunition and not ammunition.loaded and (taken := ammunition.take(size=1)):
        scene.do(Loaded(shot.shooter.id, shot.arm.slot, replace(taken[1], loaded=1, sort=taken[0].sort)))


def _launch(shot: Shot, actions: int, extra: int, scene: Scene) -> None:
    """Fire a launcher after this many actions of aim; a burst that continues another has no aim of its own (3.4)."""
    if shot.follows:
        terms = arcs.level(shot.as_burst, shot.attempt, scene.encounter, scene.book)
    else:
        weapon = shot.arm.weapon
        assert isinstance(weapon, ExplosiveWeapon)
        preparation.record_aim(weapon, actions, extra, scene)
        terms = _recorded(shot, preparation.aimed(weapon, actions, extra), scene)
    explosive_fire.resolve(shot, terms, actions + extra, scene)


def _recorded(shot: Shot, aimed: Term, scene: Scene) -> tuple[Term, ...]:
    """Return the terms of the Shot Accuracy; the cells that they come from are recorded."""
    terms, lookups = _terms(shot, aimed, scene.encounter, scene.book)
    for step in lookups:
        scene.record(step, accuracy_section(scene.encounter))
    return terms
