"""The next turn, in a book in which everyone acts once in a turn."""

from __future__ import annotations

from rules.engine.books.events import happen
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next
from rules.engine.records.steps import TO_ACT
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import answers
from rules.words.phrases import listed


def awaited(encounter: Encounter, book: Ruleset) -> tuple[str, ...]:
    """Return the ids of fighters that have neither acted nor passed; with open questions, of those that must answer."""
    answering = tuple(dict.fromkeys(m.to for m in encounter.agenda if isinstance(m, Question)))
    return answering or tuple(
        one.id
        for one in encounter.combatants
        if book.in_play(one, encounter) and not book.spent(one, encounter) and one.id not in encounter.passed
    )


def next_turn(order: Next, scene: Scene, book: Ruleset) -> None:
    """Begin the next turn: every fighter rests. Raises NoRule for seconds, NotNow with an open question."""
    if order.seconds:
        turn = book.turn_name
        raise NoRule(f"A {turn} of {book.title} has no seconds. Leave time: out; /next begins the next {turn}.")
    for item in scene.encounter.agenda:
        if isinstance(item, Question):
            raise NotNow(f"{scene.name(item.to)} must answer first: {listed(item.choices)}.").helped_by(*answers(item))
    scene.do(Ticked(Clock(scene.encounter.clock.turn + 1)))
    for combatant in scene.encounter.combatants:
        if (rested := book.carried_over(combatant, scene.encounter)) != combatant.condition:
            scene.change(combatant.id, rested)
    event = happen(scene)
    to_act = book.awaited(scene.encounter)
    scene.notify(*to_act)
    scene.list_fighters(TO_ACT, "", [scene.name(id) for id in to_act], "nobody")
    scene.conclude(f"{book.clock(scene.encounter)} begins.{event}")
