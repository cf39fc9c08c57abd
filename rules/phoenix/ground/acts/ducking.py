"""Ducking now, and the standing instruction when to duck (2.4, 2.5, 3.1, 5.1; rulings O16, O33, O70)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.flow.plans import plan_of
from rules.engine.records.agenda import FIRED_UPON, Line, Plan, Question, ask, put_to
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotHere, NotNow, UnknownName, quoted
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Attack, CombatantOrder, Duck
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.scene.pending import without
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import Course, DuckWord, Progress, Soldier, soldier
from rules.phoenix.basics.switches import ACCURACY, FIELD_OF_VIEW, on
from rules.phoenix.book import Scene
from rules.phoenix.ground.acts import act_order
from rules.phoenix.ground.cover import cover_at
from rules.phoenix.ground.view import in_view, warn_aimers
from rules.phoenix.harm.fitness import check_spine, disabled_spine
from rules.phoenix.shooting.aim.accuracy import counts_situation
from rules.phoenix.shooting.firing.declared_fire import declared, fires_together
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.catalogue import normalized
from rules.words.phrases import counted, listed

KIND = "phoenix.duck"
DUCK, STAY = "duck", "stay"
CHOICES = {DUCK: "duck", STAY: "stay"}
_WORDS: Mapping[str, tuple[DuckWord, ...]] = MappingProxyType(
    {
        "never": ("never",),
        "no": ("never",),
        "off": ("never",),
        "when fired upon": ("when fired upon",),
        "when fired on": ("when fired upon",),
        "when shot at": ("when fired upon",),
        "always": ("when fired upon",),
        "ask": ("ask",),
        "ask me": ("ask",),
        "ask first": ("ask",),
    }
)
_NOW = ("", "now", "reflex", "reflexive", "reflexively", "duck", "down")
_BACK = ("back", "behind cover", "back behind cover", "into cover", "behind", "cover", "deliberate", "deliberately")
"""The words for going back behind cover on purpose, which takes an action (ruling O16)."""


def duck(order: Duck, scene: Scene) -> Waiting | None:
    """Duck now, go back behind cover, or set the standing instruction (`how`: never, when fired upon, ask)."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    how = normalized(order.how)
    if word := _WORDS.get(how):
        scene.change(combatant.id, altered(state, duck=word[0]))
        phrases = {"never": "does not duck", "ask": "is asked whether to duck when fired upon"}
        scene.conclude(private(f"{combatant.reference} {phrases.get(word[0], 'ducks when fired upon')} from now on."))
        return None
    if how in _BACK:
        _interrupt(combatant, scene)
        return act_order.act(Act(order.actor, "duck back"), scene)
    if how not in _NOW:
        raise UnknownName(
            f"I don't understand {quoted(order.how)} as a way to duck. Leave how: out to duck now, use"
            " back behind cover, or for all later shots never, when fired upon or ask."
        )
    check_spine(combatant, scene.encounter, "duck")
    if state.ducked == scene.encounter.clock:
        raise NotNow(f"{combatant.reference} has already ducked in this impulse.")
    _check_unfired(combatant, scene.encounter)
    _duck(combatant, scene)
    by = _section(state, scene.encounter)
    if counts_situation(scene.encounter):
        counts = "in this impulse, shots at the ducking fighter are at -5 and their own shots at -10"
        if state.moved and not (on(scene.encounter, ACCURACY) and state.around_cover):
            counts = (
                "moving counts already in this impulse: ducking adds only what is missing to -5 for shots at the"
                " fighter and to -10 for their own"
            )
        scene.note("Ducking", counts, section=by)
    else:
        scene.note("Ducking", "without the modifiers of table 2C, ducking changes no odds", section=by)
    if on(scene.encounter, ACCURACY) and not state.around_cover:
        scene.rule(
            "O70", ("in the open this is the duck of the Basic Game; together with motion it counts once"), section=by
        )
    scene.rule("O16", "the reflexive duck is free and interrupts what the fighter is doing", section=by)
    scene.conclude(f"{combatant.reference} ducks.")
    return None


def check_back(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotHere for going back behind cover in answer to a threat by a fighter in the open, where the record has no
    cover. A player may say by hand that there is some.
    """
    goes_back = isinstance(order, Duck) and normalized(order.how) in _BACK
    if not goes_back and not (isinstance(order, Act) and normalized(order.what) == "duck back"):
        return
    fighter = scene.combatant(order.actor)
    state = soldier(fighter)
    if state.exposure == "exposed" and not state.cover and cover_at(fighter, scene.encounter, scene.book) is None:
        raise NotHere(f"{fighter.reference} is in the open and has no cover to go back to. Duck works there.")


def instructs(line: Line) -> bool:
    """Return whether a plan's line is to duck when fired upon: while it waits, it is the fighter's standing
    instruction, which applies before a shot.
    """
    return (
        line.when is not None
        and line.when.kind == FIRED_UPON
        and any(isinstance(order, Duck) and normalized(order.how) in _NOW for order in line.orders)
    )


def _instruction(combatant: Combatant, encounter: Encounter) -> DuckWord:
    """Return the fighter's standing instruction, which a line of their plan comes before."""
    return "when fired upon" if _planned(combatant.id, encounter) else soldier(combatant).duck


def _planned(actor: str, encounter: Encounter) -> tuple[Plan, int] | None:
    """Return a fighter's plan and the place in it of the line by which they duck; None if no line has them duck."""
    plan = plan_of(encounter, actor)
    if plan is None or plan.after:
        return None
    return next(((plan, at) for at, line in enumerate(plan.lines) if instructs(line) and not line.done), None)


def _use_up_line(actor: str, scene: Scene) -> None:
    """Count that the line of a fighter's plan by which they duck, if there is one, was carried out once."""
    if found := _planned(actor, scene.encounter):
        plan, at = found
        done = replace(plan, lines=(*plan.lines[:at], plan.lines[at].once_more(), *plan.lines[at + 1 :]))
        scene.reschedule(tuple([done if item is plan else item for item in scene.encounter.agenda]))


def is_instruction(order: Duck) -> bool:
    """Return whether a duck is an instruction for later."""
    return normalized(order.how) in _WORDS


def warn(order: Attack, shooter: Combatant, aimed_at: AimedTarget, scene: Scene) -> bool:
    """Apply the target's standing instruction before a shot is rolled; return whether the shot now waits for an answer.

    If it waits, the order is done for now (this function has concluded it), and `dispatch` carries it out again after
    the answer. The target may have ducked, so the caller must read it again from the scene.
    """
    if not scene.encounter.timed or not aimed_at.id:
        return False
    target = scene.combatant(aimed_at.id)
    instruction = _instruction(target, scene.encounter)
    with scene.concerning(target.id):
        return instruction != "never" and _warn(order, shooter, target, instruction, scene)


def _warn(order: Attack, shooter: Combatant, target: Combatant, instruction: DuckWord, scene: Scene) -> bool:
    encounter = scene.encounter
    state, clock = soldier(target), encounter.clock
    if not target.present or state.out(clock) or clock in (state.ducked, state.hides) or disabled_spine(state, clock):
        return False
    if state.footing and state.footing.unsteady:
        return False
    if on(encounter, FIELD_OF_VIEW) and not in_view(target, shooter.place):
        scene.note(
            "Ducking", f"{target.reference} does not see {shooter.reference} and cannot duck (5.1)", section="5.1"
        )
        return False
    if state.fired == clock or fires_together(target.id, scene):
        done = "declared fire" if declared(encounter, target.id) else "fired in this impulse"
        scene.note("Ducking", f"{target.reference} has {done} and can no longer duck", section="2.5")
        return False
    if instruction == "when fired upon":
        _duck(target, scene, shooter.id)
        _use_up_line(target.id, scene)
        scene.notify(target.id)
        scene.note("Ducking", f"{target.reference} ducks when fired upon", section=_section(state, encounter))
        scene.end_with(scene.clause(_told(target, encounter, soldier(scene.combatant(target.id)))))
        return False
    question = put_to(target.id, encounter.agenda, KIND)
    if state.asked == clock and question is None:
        return False
    shot, asked = f"{shooter.reference} is about to fire at {target.reference}: ", f"does {target.reference} duck?"
    rest = (*question.rest, order) if question else (order,)
    others = tuple(m for m in encounter.agenda if m is not question)
    scene.reschedule((*others, ask(KIND, target.id, question.text if question else shot + asked, CHOICES, rest)))
    scene.notify(target.id)
    unseen = "An unseen shooter is about to fire: "
    scene.conclude((scene.clause(shot, shooter.id, unseen=unseen), scene.clause(asked, target.id, own=True)))
    return True


def _told(target: Combatant, before: Encounter, after: Soldier) -> str:
    """Return the sentence on a duck when fired upon: what it costs the fighter is for their own side."""
    aim, hides = soldier(target).aim, after.hides == before.clock
    deed = "ducks behind cover" if hides else "ducks"
    costs = [
        *(["stops what they were doing"] if before.task(target.id) else []),
        *([f"loses the aim of {aim.actions}"] if aim and aim.actions else []),
    ]
    return f" {target.reference} {private(listed([deed, *costs], 'and'), deed) if costs else deed}."


def answer(question: Question, choice: str, scene: Scene) -> tuple[Order, ...]:
    """Duck or stay, as answered; return the shots that waited for the answer, to be carried out now."""
    combatant = scene.combatant(question.to)
    if choice == DUCK:
        _check_unfired(combatant, scene.encounter)
    scene.drop(question)
    scene.change(combatant.id, altered(soldier(combatant), asked=scene.encounter.clock))
    if choice == DUCK:
        _duck(scene.combatant(combatant.id), scene)
    scene.conclude(f"{combatant.reference} {'ducks' if choice == DUCK else 'does not duck'}.")
    return question.rest


def answers_question(order: Duck, encounter: Encounter) -> bool:
    """Return whether this duck answers an open question whether to duck."""
    return normalized(order.how) in _NOW and put_to(order.actor, encounter.agenda, KIND) is not None


def check_unasked(shooter: Combatant, encounter: Encounter) -> None:
    """Raise NotNow while a shot of this fighter waits for an answer: their next action comes after it."""
    for item in encounter.agenda:
        if isinstance(item, Question) and any(
            isinstance(o, CombatantOrder) and o.actor == shooter.id for o in item.rest
        ):
            to = encounter.combatant(item.to).reference
            raise NotNow(
                f"{shooter.reference} is about to fire and waits for {to}’s answer. The GM may answer for"
                f" {to}, or use /duck to give up the shot."
            )


def _check_unfired(combatant: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for a fighter that has fired in this impulse without the penalty for ducking."""
    if declared(encounter, combatant.id):
        raise NotNow(
            f"{combatant.reference} has declared fire, and ducking would put it at -10. Use /act what:"
            " hold fire before /duck."
        )
    if soldier(combatant).fired == encounter.clock and encounter.timed and counts_situation(encounter):
        raise NotNow(
            f"{combatant.reference} has fired in this impulse, and ducking would have put the shot at"
            " -10. Duck before firing."
        )


def _section(state: Soldier, encounter: Encounter) -> str:
    """Return the section of a duck: the Reflexive Duck of 3.1 is for fighters around cover (ruling O70)."""
    return "3.1" if on(encounter, ACCURACY) and state.around_cover else "2.5"


def _duck(combatant: Combatant, scene: Scene, shooter: str = "") -> None:
    """Duck by reflex; only in the Advanced Rules does this bring fighters around cover behind it (3.1)."""
    make_duck(combatant, scene, shooter, behind=on(scene.encounter, ACCURACY))


def make_duck(combatant: Combatant, scene: Scene, shooter: str = "", *, behind: bool) -> None:
    """Make the combatant duck in this impulse: their work is interrupted and their aim is lost.

    The work done by the end of the last impulse stays (ruling O81). `behind`: a fighter around cover
    also goes behind it.
    """
    state, now = soldier(combatant), scene.encounter.clock
    _interrupt(combatant, scene)
    if state.aim and state.aim.actions:
        scene.note("Aim", f"{combatant.reference} loses their aim of {state.aim.actions}", section="2.5")
    progress, course = _kept(combatant, scene)
    ducked = altered(state, ducked=now, aim=None, sustained=None, last_shot=None, pin=None, braced=None)
    ducked = altered(ducked, progress=progress, course=course)
    if behind and state.around_cover:
        ducked = altered(ducked, hides=now)
    scene.change(combatant.id, ducked)
    if ducked.hides == now:
        scene.note(
            "Cover", f"{combatant.reference} is behind it, and out of sight when this impulse ends", section="2.4"
        )
        scene.rule("O33", "a fighter who hides can be seen until the impulse ends", section="2.4")
        warn_aimers(combatant.id, scene, but=shooter)


def _kept(combatant: Combatant, scene: Scene) -> tuple[Progress | None, Course | None]:
    """Return the work and the move under way, with what was done of them before this impulse; None for none of it.

    A move that has entered a hex in this impulse has nothing left from earlier ones.
    """
    state = soldier(combatant)
    progress, course = state.progress, None if state.moved else state.course
    lost = sum(one.fresh for one in (state.progress, state.course) if one)
    progress = replace(progress, spent=progress.spent - progress.fresh, fresh=0) if progress else None
    course = replace(course, spent=course.spent - course.fresh, fresh=0) if course else None
    progress = progress if progress and progress.spent > 0 else None
    course = course if course and course.spent > 0 else None
    if kept := progress or course:
        stays = (
            f"{counted(kept.spent, 'action')} of earlier impulses stay and count when {combatant.reference} continues"
        )
        loses = f"; {counted(lost, 'action')} of this impulse lost" if lost else ""
        scene.rule("O81", f"{stays}{loses}", section=_section(state, scene.encounter))
    return progress, course


def _interrupt(combatant: Combatant, scene: Scene) -> None:
    before = scene.encounter
    agenda = without(before.agenda, combatant.id)
    if agenda != before.agenda:
        scene.reschedule(agenda)
        task = before.task(combatant.id)
        lost = f": {task.spent} of {task.cost} actions were done" if task and task.spent else ""
        scene.fail(combatant.id)
        scene.note("Interrupted", f"{combatant.reference} stops what they were doing{lost}", section="2.5")
