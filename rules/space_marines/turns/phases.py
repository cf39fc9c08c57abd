"""Phases and turns: the figures still to act, and /next (TURN SEQUENCE).

A turn is the Good Guys' phase, then the Bad Guys' phase. /next ends the first and lets the bot run its Bad Guys; if no
player has to act in the second phase, the next turn begins at once. A Question about cover fire stops the bot, and
`run_on` continues after the last answer.
"""

from __future__ import annotations

from rules.engine.books import events
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, Next, Several
from rules.engine.records.records import Order
from rules.engine.records.steps import TO_ACT
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks import cover
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.figure import BAD, DONE, GOOD, Figure, figure
from rules.space_marines.figures.turn import BAD_GUYS, GOOD_GUYS, phase, questions
from rules.space_marines.turns import automatons, reload_order

SECTION = "TURN SEQUENCE"
_MOST_BAD_GUYS, _MOST_MOVES = 8, 3


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of combatants still to act in this phase; with open Questions, of those that must answer.

    Figures that have passed, that the bot runs or that are carried do not count. On a map, the GM's figures without a
    place do not count either: they are a reserve.
    """
    if open_questions := questions(encounter):
        return tuple(dict.fromkeys(question.to for question in open_questions))
    mapped = encounter.battle_map is not None and any(c.place for c in encounter.combatants)
    now, loads = phase(encounter), {figure(c).carrying for c in encounter.combatants if c.present}
    return tuple(
        c.id
        for c in encounter.combatants
        if c.present
        and (state := figure(c)).camp == now
        and state.stage != DONE
        and (c.carried or (state.left > 0 and _can_move(state)))
        and c.id not in encounter.passed
        and c.id not in loads
        and reloading.reloading(c.id, encounter) is None
        and not (mapped and c.place is None and c.owner is None)
        and not automatons.is_automaton(c, encounter)
    )


def _can_move(state: Figure) -> bool:
    return state.troop.step > 0 or state.troop.flight > 0


def long(order: Order, encounter: Encounter) -> bool:
    """Return whether an order may take longer than 25 to 50 ms.

    On the largest map, a phase in which the bot runs Bad Guys takes up to 30 ms and 2 ms for each, and three moves
    through a maze take 45 ms.
    """
    match order:
        case Several(orders):
            return len(orders) > _MOST_MOVES
        case Next() | Answer():
            return sum(automatons.is_automaton(c, encounter) for c in encounter.combatants) > _MOST_BAD_GUYS
    return False


def next_(order: Next, scene: Scene) -> None:
    """End the phase: the bot runs its Bad Guys, and the next turn begins if no player has any Bad Guys to move.

    Raises NoRule for seconds, NotNow while a Question is open.
    """
    if order.seconds:
        raise NoRule("A turn of Space Marines has no seconds. Leave time: out; /next ends the phase.")
    turn.check_no_question(scene.encounter)
    if phase(scene.encounter) == GOOD:
        _bad_guys(scene)
        run_on(scene)
    elif _bot_has_finished(scene):
        _next_turn(scene)


def run_on(scene: Scene) -> None:
    """Continue the Bad Guys' phase with the figures that the bot runs; begin the next turn if no others have to act.

    Once the fight is decided, the next turn waits for another Next.
    """
    if _bot_has_finished(scene) and not awaited(scene.encounter) and not turn.decided(scene.encounter):
        _next_turn(scene)


def _bad_guys(scene: Scene) -> None:
    cover.end_cover_fire(GOOD, scene)
    turn.stop_moving(GOOD, scene)
    scene.do(Ticked(Clock(scene.encounter.clock.turn, BAD_GUYS)))
    if awaited(scene.encounter):
        _notify_awaited(scene)
    scene.conclude("The Bad Guys' phase begins.")


def _bot_has_finished(scene: Scene) -> bool:
    """Let the bot's Bad Guys act.

    Return whether all have acted; if not, the phase waits for the answer to a Question.
    """
    automatons.run(scene)
    if not questions(scene.encounter):
        return True
    _notify_awaited(scene)
    scene.conclude(scene.roll_call("The Bad Guys wait for an answer: ", awaited(scene.encounter)))
    return False


def _next_turn(scene: Scene) -> None:
    cover.end_cover_fire(BAD, scene)
    number = scene.encounter.clock.turn + 1
    scene.do(Ticked(Clock(number, GOOD_GUYS)))
    for combatant in scene.encounter.combatants:
        ready = turn.ready(figure(combatant))
        if ready != figure(combatant):
            scene.change(combatant.id, ready)
    reload_order.continue_reloads(scene)
    event = events.happen(scene)
    _notify_awaited(scene)
    scene.conclude(f"Turn {number} begins: Good Guys' phase.{event}")


def _notify_awaited(scene: Scene) -> None:
    to_act = awaited(scene.encounter)
    scene.notify(*to_act)
    # The owners of figures still to act are mentioned, and the figures are named below every answer.
    up = [scene.name(id) for id in to_act]
    scene.list_fighters(TO_ACT, "", up, "nobody", detail=bool(up), section=SECTION)
