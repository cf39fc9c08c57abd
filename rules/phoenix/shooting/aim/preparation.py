"""The steps before a shot: the checks of the shooter, the weapon in hand, rising over cover, a Firing Stance, the bolt,
then aim.

All of it takes actions, over as many impulses as needed (2.2, 2.5; table 7B).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Throw
from rules.engine.records.records import Order
from rules.engine.records.remedies import Remedy
from rules.engine.records.steps import Lookup, Term
from rules.engine.scene.dice import NoDice
from rules.engine.scene.trial import Trial
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier, Work, soldier, unsteady
from rules.phoenix.basics.switches import ACCURACY, AUTOMATIC, COVER, DAMAGE, EXPLOSIVES, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover_side, view
from rules.phoenix.ground.acts.action_list import BELT, BRACE, HIP, SELECTOR, SLUNG, STANCE, STANCE_OVER, find_act
from rules.phoenix.harm.fitness import check_able, check_hands, disabled_arms
from rules.phoenix.shooting.aim import aim_limits, level
from rules.phoenix.shooting.aim.accuracy import accuracy_section, counts_situation
from rules.phoenix.shooting.aim.how import BRACED, How
from rules.phoenix.shooting.carrying import kit, selector
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.firing.ways import way_of
from rules.phoenix.shooting.targets import circumstances
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import INT
from rules.words.phrases import counted

MOST_AIM = 30
"""The most actions of aim that an order may ask for; no weapon improves after 12."""
_BURST, _CALLED = 1, -1
"""The actions of aim that automatic fire adds and a called shot takes away (notes to table 2C)."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Work that is done before the aim begins."""

    this: Work
    what: str
    cost: int
    source: Lookup | None
    done: Callable[[Soldier], Soldier]
    draws: bool = False
    ruling: tuple[str, str, str] | None = None


WORD_CHECKS = Hook[Callable[[How, Arm, Encounter], None]]()
"""Each raises NoRule for words of `how:` that have no effect with this weapon, or in this encounter."""
BLAST_CHECKS = Hook[Callable[[How, Encounter], None]]()
"""Each raises the same for words about an explosion."""
STAGES = Hook[Callable[[Combatant, Held, How, Encounter], Stage | None]]()
"""Each returns work on the weapon before the aim begins, which replaces work on its bolt; None for none."""


def steadies(order: Order, book: Book) -> bool:
    """Return whether an order takes a Firing Stance, without which a shot is from the hip."""
    with suppress(UnknownName):
        return isinstance(order, Act) and find_act(order.what.strip().rstrip("."), book).name in (STANCE, STANCE_OVER)
    return False


def poised(actor: str, encounter: Encounter) -> Encounter:
    """Return the encounter with a fighter as they are in an impulse in which they neither move nor duck."""
    fighter = encounter.combatant(actor)
    state = soldier(fighter)
    if not state.moved and state.ducked is None:
        return encounter
    return encounter.with_combatant(altered(fighter, condition=altered(state, moved=0, gait="", ducked=None)))


def check_shooter(shooter: Combatant, arm: Held, encounter: Encounter) -> Gun:
    """Return the weapon, if the shooter can fire it. Raises Refusal with what they can do instead."""
    state, weapon, name = soldier(shooter), arm.weapon, shooter.reference
    check_able(shooter, encounter, "fire")
    if isinstance(weapon, Grenade):
        raise NoRule(f"The {weapon.name} is thrown, not fired. Use /throw.").helped_by(
            Remedy.instead("Throw it", Throw)
        )
    assert isinstance(weapon, Gun)
    kit.check_sound(arm, shooter)
    kit.check_in_hand(arm, shooter)
    arms = disabled_arms(state, encounter.clock)
    if arms > 1:
        raise NotNow(f"Both of {name}'s arms are disabled. They cannot fire until the arms heal.")
    if arms and not kit.one_handed(weapon) and not on(encounter, ACCURACY):  # 4B has it with one hand (O35)
        raise NotNow(
            f"One of {name}'s arms is disabled. They can fire one-handed weapons (pistols), but not the {weapon.name}."
        )
    kit.check_loaded(arm, shooter)
    return weapon


def check_how(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise Refusal for words of `how:` that have no effect with this weapon, or in this encounter."""
    if way := way_of(how):
        way.check(how, weapon, encounter)
    explosive = isinstance(weapon, (ExplosiveWeapon, Grenade))
    if how.size and not explosive:
        raise NoRule(f"Only explosive weapons can target hexes, windows and doors (2C). The {weapon.name} is not one.")
    by_arc = isinstance(weapon, ExplosiveWeapon) and on(encounter, AUTOMATIC) and on(encounter, EXPLOSIVES)
    if explosive and (how.called or how.sweep or (how.sweeps_arc and not by_arc)):
        raise NoRule("An explosive weapon can target a person, a hex, a window or a door. Leave the rest out of how:.")
    if isinstance(weapon, Grenade) and how.stance:
        raise NoRule("A throw has no firing stance and is not from the hip. Leave that out of how:.")
    _check_blast(how, weapon, encounter)
    # With both switches, 4E has the size of a part of the body, and 6A its place.
    parts = bool(how.part or how.called) and on(encounter, ACCURACY) and on(encounter, DAMAGE)
    if how.part and not parts:
        raise NoRule(
            f"You can aim at the {how.part} only with the switches “accuracy” and “damage” on (3.2). Try"
            " how: called shot: for one action of aim it rolls in the column Around Cover (head,"
            " shoulders and arms)."
        )
    if how.called and parts:
        raise NoRule("With table 6A you aim at head, body or legs (3.2). Use one of these instead of called shot.")
    if how.cover and not on(encounter, COVER):
        raise NoRule("The material of cover counts only with the switch “cover” on (3.8). Leave it out of how:.")
    for check in WORD_CHECKS.all:
        check(how, weapon, encounter)
    circumstances.check(how, weapon, encounter)
    if how.sweeps_arc and not (how.covering or on(encounter, AUTOMATIC)):
        raise NoRule("Bursts have an arc only with the switch “automatic fire” on (3.4). Leave it out of how:.")
    if (how.stance or how.smoke or how.moving or how.target_moving) and not counts_situation(encounter):
        raise NoRule(
            "The modifiers of table 2C are off. Leave them out of how:, or turn them on with /encounter options."
        )


def check_hip(shooter: Combatant, how: How, encounter: Encounter) -> None:
    """Raise NotNow for a Firing Stance while the shooter moves (3.1)."""
    if on(encounter, ACCURACY) and how.stance == "stance" and level.walks(soldier(shooter), how):
        raise NotNow(
            f"{shooter.reference} moves in this impulse and can fire only from the hip (3.1). Leave the"
            " firing stance out of how:, or fire in the next impulse."
        )


def _check_blast(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise NoRule for a fuse, armor to pierce or the place of a blast if they have no effect."""
    if how.fuse is None and not (how.armor or how.around or how.suit):
        return
    if not isinstance(weapon, ExplosiveWeapon | Grenade):
        raise NoRule(f"Fuses, armor to pierce and blast conditions are for explosives. The {weapon.name} is not one.")
    if not on(encounter, EXPLOSIVES):
        raise NoRule(
            "Fuses, armor to pierce and blast conditions count only with the switch “explosives” on"
            " (3.6). Leave them out of how:."
        )
    for check in BLAST_CHECKS.all:
        check(how, encounter)


def check_target(shooter: Combatant, at: AimedTarget, how: How, encounter: Encounter) -> None:
    """Raise NotNow if the shooter cannot aim at the target.

    Raises Refusal for a called shot or a part of the body that the target's cover hides, and for words that the record
    contradicts.
    """
    if at.id:
        view.check_target(shooter, encounter.combatant(at.id), encounter)
    elif at.place:
        view.check_place(shooter, at.place, encounter)
    else:
        view.check_out(shooter, at.place, encounter)
    if how.awareness and at.ground:
        raise NoRule(f"{at.name} is a place and cannot defend itself (5.4). Leave {how.awareness} out of how:.")
    if how.called and (at.ground or at.state.exposure not in ("", "exposed")):
        raise Refusal(f"A called shot needs a target in the open, and {at.name} is not. Leave it out of how:.")
    if how.part in ("body", "legs") and (how.cover or at.state.exposure not in ("", "exposed")):
        raise Refusal(f"{at.name} is around cover, so you can aim only at the head. Use how: head, or leave it out.")
    circumstances.check_record(shooter, at, how, encounter)


def bonus(how: How, automatic: bool = False) -> int:
    """Return the actions that count as aim without being taken."""
    return (_BURST if automatic else 0) + (_CALLED if how.called else 0)


def aim_so_far(shooter: Combatant, arm: Held, at: AimedTarget) -> int:
    """Return the actions of aim that the shooter has taken at the target with this weapon."""
    aimed = soldier(shooter).aim
    return aimed.actions if aimed and aimed.at == at.key and arm.slot == shooter.in_hand else 0


def least_aim(weapon: Gun, extra: int) -> int:
    """Return the fewest actions of aim for a shot: those of the first Aim Time, less `extra`."""
    return max(1, weapon.aim[0][0] - extra)


def aim_to_take(given: int | None, so_far: int, weapon: Gun, extra: int) -> int:
    """Return the total actions of aim of the shot: as given, or else those taken so far, but at least the weapon's
    minimum.

    `extra` actions count besides. Raises Refusal for fewer than the weapon needs or more than MOST_AIM.
    """
    least = least_aim(weapon, extra)
    if given is None:
        return max(so_far, least)
    if not least <= given <= MOST_AIM:
        last = weapon.aim[-1][0]
        raise Refusal(
            f"Aim for the {weapon.name} is {least} to {last} actions, not {given}. Up to {MOST_AIM} are"
            " allowed and give the same chances."
        ).helped_by(Remedy.instead(f"Aim {least if given < least else last}", aim=least if given < least else last))
    return given


def listed_aims(given: int | None, least: int, times: Iterable[int]) -> list[int]:
    """Return the actions of aim to list in odds: `least`, those that the shot has at least, and the listed times above
    them unless the order gives its aim.
    """
    return [least, *sorted({actions for actions in times if actions > least and given is None})]


def aimed(weapon: Gun, actions: int, extra: int) -> Term:
    """Return the Aim Time Mod as a term of the accuracy."""
    mod, _ = weapon.aimed(actions + extra, detail=True)
    return Term(f"aim {actions}{f'{extra:+d}' if extra else ''}", mod, weapon.name)


def record_aim(weapon: Gun, actions: int, extra: int, scene: Scene) -> None:
    """Record the cell of the Aim Time Mod, and the ruling for a time that is not listed (O15)."""
    counts, by = actions + extra, accuracy_section(scene.encounter)
    _, lookup = weapon.aimed(counts, detail=True)
    scene.record(lookup, by)
    if (time := lookup.at[0][1]) != str(counts):
        scene.rule("O15", f"{counted(counts, 'action')} of aim count as {time}, the next lower entry", section=by)


def aim_used(shooter: Combatant, at: AimedTarget, how: How, hexes: int | None, scene: Scene) -> int:
    """Return the actions of aim that count for a shot now; `hexes`: None for an unknown range."""
    state = soldier(shooter)
    taken = state.aim.actions if state.aim and state.aim.at == at.key else 0
    most = aim_limits.limit(shooter, at, how, hexes, scene.encounter, scene.book)
    if most is None:
        return taken
    if taken > most.actions:
        words = f"{most.why}, so {most.actions} of {shooter.reference}'s {taken} actions of aim count"
        if most.impulses == 1:
            scene.rule("O24", words, section="2.2")
        else:
            scene.note("Aim", words, section="3.1")
    return min(taken, most.actions)


def aim_for_shot(
    shooter: Combatant, weapon: Gun, at: AimedTarget, how: How, hexes: int, extra: int, scene: Scene
) -> int:
    """Return the actions of aim that count for a shot fired now; `extra` actions count besides.

    Raises NotNow if motion leaves too few.
    """
    used = aim_used(shooter, at, how, hexes, scene)
    if used < least_aim(weapon, extra):
        most = aim_limits.limit(shooter, at, how, hexes, scene.encounter, scene.book)
        assert most is not None, "the aim so far is enough"
        later = ". Fire in the next impulse" if scene.encounter.timed else ""
        raise NotNow(f"{most.why}, so at most {counted(used, 'action')} of aim count. That is too few for this{later}.")
    return used


def ready(
    actor: str,
    arm: Held,
    at: AimedTarget,
    how: How,
    aim_actions: int,
    scene: Scene,
    automatic: bool | None = None,
) -> Waiting | None:
    """Do the work that comes before the aim, then aim for `aim_actions` in all; return None once everything is done.

    `automatic`: whether a burst or a single shot comes next, None if that is not known.
    """
    work = stages(scene.combatant(actor), arm, at, how, automatic, scene.encounter, scene.book)
    return do_work(work, actor, arm, at, aim_actions, scene)


def do_work(
    work: Sequence[Stage], actor: str, arm: Held, at: AimedTarget, aim_actions: int, scene: Scene
) -> Waiting | None:
    """Do these stages, then aim for `aim_actions` in all; return None once everything is done."""
    so_far = aim_so_far(scene.combatant(actor), arm, at) if work else 0
    cost, spent = sum([stage.cost for stage in work]) + aim_actions, 0
    for stage in work:
        if waiting := action_points.work(actor, stage.this, stage.what, stage.cost, scene):
            then = f", then aims at {at.name}" if aim_actions else ""
            return Waiting(f"{waiting.what}{then}", spent + waiting.spent + so_far, cost)
        spent += stage.cost
        _complete(actor, stage, arm, scene)
    if waiting := action_points.aim(actor, at.key, aim_actions, scene):
        return Waiting(f"aims at {at.name}", spent + waiting.spent, cost)
    return None


def as_ready(shooter: Combatant, arm: Held, at: AimedTarget, how: How, encounter: Encounter, book: Book) -> Combatant:
    """Return the shooter with all the work before the aim done at once."""
    if encounter.timed and arm.slot != shooter.in_hand:  # changing weapons ends the Firing Stance
        encounter = encounter.with_combatant(altered(shooter, condition=unsteady(soldier(shooter))))
    scene = Trial(altered(encounter, timed=False), NoDice("This check rolls nothing"), book)
    ready(shooter.id, arm, at, how, 0, scene)
    return scene.combatant(shooter.id)


def _complete(actor: str, stage: Stage, arm: Held, scene: Scene) -> None:
    if stage.draws:
        kit.take_in_hand(scene.combatant(actor), arm, scene)
    if stage.source and action_points.counts_actions(actor, scene):
        scene.record(stage.source, "2.5")
    if stage.ruling:
        id, text, section = stage.ruling
        scene.rule(id, text, section=section)
    scene.change(actor, stage.done(soldier(scene.combatant(actor))))


def stages(
    shooter: Combatant,
    arm: Held,
    at: AimedTarget,
    how: How,
    automatic: bool | None,
    encounter: Encounter,
    book: Book,
) -> list[Stage]:
    """Return the work that comes before the aim, in order; `automatic` as for `ready`.

    A shooter who looks over cover rises to fire over it, and fires without that where it does not stand.
    """
    state, weapon, work, slot = soldier(shooter), arm.weapon, list[Stage](), str(arm.slot)
    if arm.slot != shooter.in_hand:
        state = unsteady(state) if encounter.timed else state
        row = BELT if weapon.group == "pistols" else SLUNG
        this, what = Work("draw", (slot,)), f"takes the {weapon.name} in hand"
        work.append(_work(this, what, row, lambda s: altered(s, braced=None), book, draws=True))
    if state.exposure == "looking" and cover_side.stands(state, shooter.place, at.place, encounter):
        hip = how.stance == "hip"
        this, row = Work("come up"), HIP if hip else STANCE_OVER
        work.append(
            _work(this, "rises to fire", row, lambda s: altered(s, exposure="firing", firing_stance=not hip), book)
        )
    elif how.stance == "stance" and not state.firing_stance:
        this = Work("act", (STANCE,))
        work.append(_work(this, "assumes a Firing Stance", STANCE, lambda s: altered(s, firing_stance=True), book))
    steady = state.braced == arm.slot or state.exposure == "dug in"
    if BRACED in how.held and not steady and on(encounter, ACCURACY):
        this = Work("brace", (slot,))
        work.append(_work(this, f"braces the {weapon.name}", BRACE, lambda s: altered(s, braced=arm.slot), book))
    if special := [stage for rule in STAGES.under(encounter) if (stage := rule(shooter, arm, how, encounter))]:
        work += special
    elif arm.slot in state.unworked and isinstance(weapon, Gun):
        unworked = tuple(slot for slot in state.unworked if slot != arm.slot)
        if not kit.one_handed(weapon):
            check_hands(shooter, encounter, both=True)
        this, what = Work("work the action", (slot,)), f"works the action of the {weapon.name}"
        work.append(Stage(this, what, weapon.rate.chamber, None, lambda s: altered(s, unworked=unworked)))
    if automatic is not None and selector.differs(state, arm.slot, automatic):
        this, what = Work("select", (slot, str(automatic))), f"sets the {weapon.name} to {selector.MODES[automatic]}"
        done = partial(selector.set_to, slot=arm.slot, automatic=automatic)
        work.append(replace(_work(this, what, SELECTOR, done, book), ruling=selector.RULING))
    return work


def _work(
    this: Work, what: str, row: str, done: Callable[[Soldier], Soldier], book: Book, *, draws: bool = False
) -> Stage:
    table = book.tables.of(INT, "actions_basic") if row == STANCE else book.tables.worded(INT, "7b")
    cost, source = table.lookup("Weapon" if draws else "Actions", row, detail=not draws)
    assert isinstance(cost, int)
    return Stage(this, what, cost, source, done, draws)
