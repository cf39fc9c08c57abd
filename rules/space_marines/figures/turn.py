"""A figure's turn within its phase: whether it may act, its Points left, and when it is done (TURN SEQUENCE).

`phases` has the order of phases and turns. This module holds what every rule of a figure's turn needs.
"""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter

from rules.engine.books.results import Result, last_camp_left
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import LEFT
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import answers
from rules.space_marines.figures import bearers, reloading
from rules.space_marines.figures.figure import (
    BAD,
    DONE,
    FRESH,
    GOOD,
    HALF,
    MOVING,
    PLACED,
    Camp,
    Figure,
    figure,
    of_full,
    points,
)
from rules.words.phrases import counted, listed

GOOD_GUYS, BAD_GUYS = 1, 2
"""The impulses of a turn, which are the phases."""
_CAMP, _STAGE = attrgetter("condition.camp"), attrgetter("condition.stage")


def phase(encounter: Encounter) -> Camp:
    """Return the camp whose phase it is: impulse 1 of the clock is the Good Guys', impulse 2 the Bad Guys'."""
    return GOOD if encounter.clock.impulse == GOOD_GUYS else BAD


def guys(camp: Camp) -> str:
    """Return a camp in the book's words."""
    return "Good Guys" if camp == GOOD else "Bad Guys"


def result(encounter: Encounter) -> Result | None:
    """Return the state of the fight between the Good Guys and the Bad Guys; None while one of them has no figure."""
    camps = {GOOD: "Good Guy", BAD: "Bad Guy"}
    return last_camp_left(encounter.combatants, camps, _CAMP)


def decided(encounter: Encounter) -> bool:
    """Return whether the fight is won or lost."""
    outcome = result(encounter)
    return outcome is not None and outcome.decided


def clock(encounter: Encounter) -> str:
    """Return the time of play: "Turn 3, Good Guys' phase"."""
    return f"Turn {encounter.clock.turn}, {guys(phase(encounter))}' phase"


def questions(encounter: Encounter) -> list[Question]:
    """Return the open Questions, which must be answered before anything else."""
    return [item for item in encounter.agenda if isinstance(item, Question)]


def check_no_question(encounter: Encounter) -> None:
    """Raise NotNow while a Question is open."""
    if open_questions := questions(encounter):
        name, choices = encounter.combatant(open_questions[0].to).reference, listed(open_questions[0].choices)
        raise NotNow(f"{name} must answer first ({choices}): {open_questions[0].text}").helped_by(
            *answers(open_questions[0])
        )


def begin_turn(actor: str, scene: Scene) -> None:
    """Begin a figure's move or action, which ends the turn of the figure that was moving.

    Raises NotNow in the other side's phase, for a figure that is done, or while a Question is open. A quick ruling has
    no turns.
    """
    check_turn(actor, scene.encounter)
    if not scene.encounter.timed:
        return
    state = figure(scene.combatant(actor))
    stop_moving(state.camp, scene, but=actor)
    if state.stage == FRESH:
        scene.change(actor, replace(state, stage=MOVING))


def check_turn(actor: str, encounter: Encounter) -> None:
    """Raise as `begin_turn` does, without beginning the turn."""
    if not encounter.timed:
        return
    check_no_question(encounter)
    reloading.check_not_reloading(actor, encounter)
    bearers.check_not_carried(actor, encounter)
    combatant = encounter.combatant(actor)
    state = figure(combatant)
    if state.camp != phase(encounter):
        raise NotNow(
            f"{combatant.reference} is one of the {guys(state.camp)}, and it is the"
            f" {guys(phase(encounter))}' phase. Use /next to end it."
        )
    if state.stage == DONE:
        raise NotNow(
            f"{combatant.reference} is done for this turn. Their turn ends with their action, or"
            " with another figure's move or action after their own."
        )


def stop_moving(camp: Camp, scene: Scene, but: str = "") -> None:
    """End the turn of the figure of this camp that was moving, except `but`."""
    if MOVING not in map(_STAGE, scene.encounter.combatants):
        return
    for other in scene.encounter.combatants:
        state = figure(other)
        if other.id != but and state.camp == camp and state.stage == MOVING:
            scene.change(other.id, replace(state, stage=DONE))


def check_affordable(actor: str, cost: Fraction, what: str, encounter: Encounter) -> None:
    """Raise NotNow if the Points left do not cover the cost of `what` (for example "that aim")."""
    combatant = encounter.combatant(actor)
    left = figure(combatant).left
    if cost > left:
        when = " left this turn" if encounter.timed else ""
        raise NotNow(
            f"{combatant.reference} has {points(left)}{when}. {what[:1].upper()}{what[1:]} takes {points(cost)}."
        )


def spent(state: Figure) -> bool:
    """Return whether a figure has begun its turn, so that it can do less in it than in the next turn."""
    return state.stage != FRESH or state.spent > 0


def spend(actor: str, cost: Fraction, scene: Scene) -> None:
    """Spend Points of this turn."""
    state = figure(scene.combatant(actor))
    if cost:
        scene.change(actor, replace(state, spent=state.spent + halves(cost)))


def halves(cost: Fraction) -> int:
    """Return Points in halves, as stored. Raises ValueError for a cost that is not in halves."""
    in_halves = cost / HALF
    if in_halves.denominator != 1:
        raise ValueError(f"no number of half Points: {cost}")
    return in_halves.numerator


def end_turn(actor: str, scene: Scene) -> None:
    """End a figure's turn after its action."""
    state = figure(scene.combatant(actor))
    if scene.encounter.timed and state.stage != DONE:
        scene.change(actor, replace(state, stage=DONE))


def note_left(actor: str, section: str, scene: Scene, *, detail: bool = False) -> None:
    """Note a figure's remaining Points and wounds, as the step LEFT; `section` is the section of its action."""
    scene.note(LEFT, left_words(scene.combatant(actor)), detail=detail, section=section)


def left_words(combatant: Combatant) -> str:
    """Return a figure's remaining Points and wounds in words: "2 of 3 Points, 1 wound, 3 Command Points"."""
    state = figure(combatant)
    parts = [of_full(state)]
    if state.wounds:
        parts.append(counted(state.wounds, "wound"))
    if state.leader:
        parts.append(command_points(state.command_left))
    return ", ".join(parts)


def command_points(amount: Fraction) -> str:
    """Return an amount of Command Points in words."""
    return points(amount).replace("Point", "Command Point")


def join_phase(id: str, scene: Scene) -> None:
    """Make a figure that was placed in its side's phase after play began a reinforcement: it may act, but not move."""
    state = figure(scene.combatant(id))
    if has_begun(scene.encounter) and state.camp == phase(scene.encounter):
        scene.change(id, replace(state, stage=PLACED))


def has_begun(encounter: Encounter) -> bool:
    """Return whether play has begun: a figure has moved or acted, or a phase has ended."""
    return encounter.timed and (
        encounter.clock > Clock() or any(figure(c).stage != FRESH for c in encounter.combatants)
    )


def ready(figure: Figure) -> Figure:
    """Return the figure at the start of a turn: Points restored, less wounds, and nothing done."""
    return replace(figure, spent=0, commanded=0, stage=FRESH, moved=False)


def rested(figure: Figure) -> Figure:
    """Return the figure for a later encounter: only its wounds remain."""
    return replace(ready(figure), flying=False, carrying="")
