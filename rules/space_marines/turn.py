"""One figure after the other: whose turn it is, what it has left, and when it is done (TURN SEQUENCE).

How a phase follows the other, and a turn the last, is in `phases`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.engine.agenda import Clock, Question
from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.scene import Scene
from rules.engine.steps import LEFT
from rules.space_marines import reloading
from rules.space_marines.figure import (
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
"""The impulses of a turn: whose phase it is."""


def phase(encounter: Encounter) -> Camp:
    """Whose phase it is: the Good Guys' is impulse 1 of the clock, the Bad Guys' impulse 2."""
    return GOOD if encounter.clock.impulse == GOOD_GUYS else BAD


def guys(camp: Camp) -> str:
    """A camp in the book's words."""
    return "Good Guys" if camp == GOOD else "Bad Guys"


def clock(encounter: Encounter) -> str:
    """Where play stands: "Turn 3, Good Guys' phase"."""
    return f"Turn {encounter.clock.turn}, {guys(phase(encounter))}' phase"


def questions(encounter: Encounter) -> list[Question]:
    """What has to be answered before anything else happens."""
    return [item for item in encounter.agenda if isinstance(item, Question)]


def not_asked(encounter: Encounter) -> None:
    """Raises NotNow while a Question is open."""
    if asked := questions(encounter):
        name, known = encounter.combatant(asked[0].to).name, listed(asked[0].choices)
        raise NotNow(f"{name} has to answer first ({known}): {asked[0].text}")


def takes_turn(actor: str, scene: Scene) -> None:
    """A figure begins to move or to act, which ends the turn of the one that was being moved. Raises NotNow for one
    whose phase it is not, who is done, or while a Question is open. In a quick ruling nobody waits for anybody."""
    check_turn(actor, scene.encounter)
    if not scene.encounter.timed:
        return
    stop_moving(figure(scene.combatant(actor)).camp, scene, but=actor)
    if figure(scene.combatant(actor)).stage == FRESH:
        scene.change(actor, replace(figure(scene.combatant(actor)), stage=MOVING))


def check_turn(actor: str, encounter: Encounter) -> None:
    """The same without beginning: raises what `takes_turn` raises."""
    if not encounter.timed:
        return
    not_asked(encounter)
    reloading.not_reloading(actor, encounter)
    combatant = encounter.combatant(actor)
    state = figure(combatant)
    if state.camp != phase(encounter):
        raise NotNow(
            f"{combatant.name} is one of the {guys(state.camp)}, and it is the {guys(phase(encounter))}' phase:"
            " /next ends it."
        )
    if state.stage == DONE:
        raise NotNow(
            f"{combatant.name} is done for this turn and can act in the next: an action ends a figure's turn, and so"
            " does another figure's move or action after its own."
        )


def stop_moving(camp: Camp, scene: Scene, but: str = "") -> None:
    """Whoever of this camp was being moved is done."""
    for other in scene.encounter.combatants:
        state = figure(other)
        if other.id != but and state.camp == camp and state.stage == MOVING:
            scene.change(other.id, replace(state, stage=DONE))


def affordable(actor: str, cost: Fraction, what: str, encounter: Encounter) -> None:
    """Raises NotNow if the Points it has left do not cover the cost of `what` ("that aim")."""
    combatant = encounter.combatant(actor)
    left = figure(combatant).left
    if cost > left:
        when = " left this turn" if encounter.timed else ""
        raise NotNow(f"{combatant.name} has {points(left)}{when}; {what} takes {points(cost)}.")


def spend(actor: str, cost: Fraction, scene: Scene) -> None:
    """Points are gone for this turn."""
    state = figure(scene.combatant(actor))
    if cost:
        scene.change(actor, replace(state, spent=state.spent + halves(cost)))


def halves(cost: Fraction) -> int:
    """Points as they are kept. Raises ValueError for what is not told in halves."""
    kept = cost / HALF
    if kept.denominator != 1:
        raise ValueError(f"no number of half Points: {cost}")
    return kept.numerator


def ends(actor: str, scene: Scene) -> None:
    """It has acted: its turn is over."""
    state = figure(scene.combatant(actor))
    if scene.encounter.timed and state.stage != DONE:
        scene.change(actor, replace(state, stage=DONE))


def tell_left(actor: str, scene: Scene, *, detail: bool = False) -> None:
    """What it has left, as the step LEFT: Points of its turn, wounds."""
    scene.note(LEFT, left(scene.combatant(actor)), detail=detail)


def left(combatant: Combatant) -> str:
    """What a figure has left of its turn: "2 of 3 Points, 1 wound, 3 Command Points"."""
    state = figure(combatant)
    said = [of_full(state)]
    if state.wounds:
        said.append(counted(state.wounds, "wound"))
    if state.leader:
        said.append(command_points(state.command_left))
    return ", ".join(said)


def command_points(amount: Fraction) -> str:
    """An amount of Command Points in words."""
    return points(amount).replace("Point", "Command Point")


def joined(id: str, scene: Scene) -> None:
    """A figure placed in its own side's phase, once play has begun, is a reinforcement: it may act, not move."""
    state = figure(scene.combatant(id))
    if begun(scene.encounter) and state.camp == phase(scene.encounter):
        scene.change(id, replace(state, stage=PLACED))


def begun(encounter: Encounter) -> bool:
    """Whether play has begun: somebody has moved or acted, or a phase has been ended."""
    return encounter.timed and (
        encounter.clock > Clock() or any(figure(c).stage != FRESH for c in encounter.combatants)
    )


def ready(figure: Figure) -> Figure:
    """The figure at the start of a turn: all its Points, less wounds, and nothing done yet."""
    return replace(figure, spent=0, commanded=0, stage=FRESH, moved=False)


def rested(figure: Figure) -> Figure:
    """The figure as it goes to a later encounter: its wounds alone stay."""
    return replace(ready(figure), flying=False)
