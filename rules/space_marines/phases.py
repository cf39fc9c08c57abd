"""Phases and turns: who is waited for, and what `Next` does: Good Guys, Bad Guys, the next turn (TURN SEQUENCE)."""

from __future__ import annotations

from rules.engine import events
from rules.engine.agenda import Clock
from rules.engine.effects import Ticked
from rules.engine.errors import NoRule
from rules.engine.model import Encounter
from rules.engine.orders import Next
from rules.engine.scene import Scene
from rules.space_marines import automatons, cover, reload_order, reloading, turn
from rules.space_marines.figure import BAD, DONE, GOOD, Figure, figure
from rules.space_marines.turn import BAD_GUYS, GOOD_GUYS, phase, questions
from rules.words.phrases import listed


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Who may still act in this phase and has not passed, but for those the bot runs; or who has to answer.

    With a map, the GM's that have no place are his reserve, for whom nobody waits.
    """
    if asked := questions(encounter):
        return tuple(dict.fromkeys(question.to for question in asked))
    mapped = encounter.board is not None and any(c.place for c in encounter.combatants)
    return tuple(
        c.id
        for c in encounter.combatants
        if c.present
        and figure(c).camp == phase(encounter)
        and figure(c).stage != DONE
        and (c.carried or (figure(c).left > 0 and _walks(figure(c))))
        and c.id not in encounter.passed
        and reloading.reloading(c.id, encounter) is None
        and not (mapped and c.place is None and c.owner is None)
        and not automatons.is_automaton(c, encounter)
    )


def _walks(state: Figure) -> bool:
    return state.troop.step > 0 or state.troop.flight > 0


def next_(order: Next, scene: Scene) -> None:
    """End the phase: the bot runs its Bad Guys, and if no player has one the next turn begins.

    Raises NoRule where seconds are named, NotNow while a Question is open.
    """
    if order.seconds:
        raise NoRule("A turn of Space Marines has no seconds: leave time: out, and /next ends the phase.")
    turn.not_asked(scene.encounter)
    if phase(scene.encounter) == GOOD:
        _bad_guys(scene)
        run_on(scene)
    elif _bot_is_through(scene):
        _next_turn(scene)


def run_on(scene: Scene) -> None:
    """Go on with the Bad Guys' phase: first those the bot runs; if no others are waited for, the next turn begins."""
    if _bot_is_through(scene) and not awaited(scene.encounter):
        _next_turn(scene)


def _bad_guys(scene: Scene) -> None:
    cover.lapse(GOOD, scene)
    turn.stop_moving(GOOD, scene)
    scene.do(Ticked(Clock(scene.encounter.clock.turn, BAD_GUYS)))
    if awaited(scene.encounter):
        _hail_those_up(scene)
    scene.conclude("The Bad Guys' phase begins.")


def _bot_is_through(scene: Scene) -> bool:
    """Let the bot's Bad Guys act; whether they could to the last. If not, the phase waits behind a Question."""
    automatons.run(scene)
    if not questions(scene.encounter):
        return True
    _hail_those_up(scene)
    names = [scene.combatant(id).name for id in awaited(scene.encounter)]
    scene.conclude(f"The Bad Guys wait for {listed(names, 'and')} to answer.")
    return False


def _next_turn(scene: Scene) -> None:
    cover.lapse(BAD, scene)
    number = scene.encounter.clock.turn + 1
    scene.do(Ticked(Clock(number, GOOD_GUYS)))
    for combatant in scene.encounter.combatants:
        ready = turn.ready(figure(combatant))
        if ready != figure(combatant):
            scene.change(combatant.id, ready)
    reload_order.go_on(scene)
    happened = events.happen(scene)
    _hail_those_up(scene)
    scene.conclude(f"Turn {number} begins: Good Guys' phase.{happened}")


def _hail_those_up(scene: Scene) -> None:
    up = awaited(scene.encounter)
    scene.notify(*up)
    # Who is up is pinged, and stands below every answer.
    names = [scene.combatant(id).name for id in up]
    scene.note("Up", listed(names, "and") if names else "nobody can act", detail=bool(names))
