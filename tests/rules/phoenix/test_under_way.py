"""Work under way and an open question: stored by an older release they play on as they did then, and a rename in the
middle loses nothing.

The sample was written by a release that told work by its description and questions by their choices; it is never made
again. `before` is a state, `entries` what was ordered from there, `state` what that led to, `then` what followed and
how it came out, `after` where that ended.
"""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path
from typing import Any

import orjson

from bot.game.entries import codec
from rules.engine.conduct.conduct import replay
from rules.engine.records.agenda import Question, Task
from rules.engine.records.copies import altered
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Rename
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Progress, Soldier, Work, soldier
from tests.reading import resolve
from tests.rules.phoenix.skirmish import phoenix

SAMPLE: dict[str, Any] = orjson.loads(
    (Path(__file__).parents[2] / "golden/phoenix/stored_in_the_middle.json").read_bytes()
)
SCHEMA: int = SAMPLE["schema"]
NAMES = {"Jeep": "Truck", "Trent": "Patient", "Sniper": "Shooter", "Axly": "Bert 2", "Shaken": "Timid", "Guard": "Ward"}


def stored(part: str) -> Encounter:
    return codec.state(orjson.dumps(SAMPLE[part]), SCHEMA)


def ordered(fields: Any) -> Order:
    return codec.order(orjson.dumps(fields), SCHEMA)


def begun() -> Encounter:
    """Return the encounter that this release makes of the orders that led to the stored state."""
    state, dice = stored("before"), SeededDice(3)
    for entry in SAMPLE["entries"]:
        if entry["order"]:
            state = resolve(ordered(entry["order"]), Scene(state, dice), phoenix())[-1].encounter
    return state


def renamed(state: Encounter) -> Encounter:
    for old, new in NAMES.items():
        [id] = [combatant.id for combatant in state.combatants if combatant.name == old]
        state = resolve(Rename(id, new), Scene(state, SeededDice(1)), phoenix())[-1].encounter
    return state


def played_on(state: Encounter) -> tuple[list[str], Encounter]:
    """Return the outcomes of the further orders, and the last state."""
    told, dice = list[str](), SeededDice(1)
    for one in SAMPLE["then"]:
        parts = resolve(ordered(one["order"]), Scene(state, dice), phoenix())
        told += [part.resolution.outcome for part in parts]
        state = parts[-1].encounter
    return told, state


def conditions(state: Encounter) -> list[Soldier]:
    """All combatants, in no Firing Stance: that release knew fewer acts that end it."""
    return [altered(soldier(one), firing_stance=False) for one in state.combatants]


def works(state: Encounter) -> dict[str, Work | None]:
    return {c.name: progress.work for c in state.combatants if (progress := soldier(c).progress)}


def spent(state: Encounter) -> list[tuple[str, int]]:
    return [(c.id, progress.spent) for c in state.combatants if (progress := soldier(c).progress)]


THEN = [outcome for one in SAMPLE["then"] for outcome in one["outcomes"]]


def test_a_stored_question_has_the_kind_that_its_choices_meant() -> None:
    [question] = [item for item in stored("state").agenda if isinstance(item, Question)]
    assert (question.kind, question.choices) == ("phoenix.freeze", ("freeze", "do not freeze"))
    assert [question.chosen(choice) for choice in question.choices] == ["freeze", "refuse"]


def test_stored_work_is_known_by_its_description() -> None:
    work = [progress for c in stored("state").combatants if (progress := soldier(c).progress)]
    assert len(work) == 7
    assert Progress("gives Trent First Aid", 2) in work
    assert {progress.work for progress in work} == {None}


def test_what_was_stored_plays_on_as_it_did_then() -> None:
    told, after = played_on(stored("state"))
    assert (told, after.agenda, conditions(after)) == (THEN, stored("after").agenda, conditions(stored("after")))


def test_what_is_begun_today_comes_to_the_same() -> None:
    state = begun()
    assert conditions(state) == conditions(stored("state"))
    told, after = played_on(state)
    assert (told, after.agenda, conditions(after)) == (THEN, stored("after").agenda, conditions(stored("after")))


def test_its_entries_replay_the_same() -> None:
    state = stored("before")
    for entry in SAMPLE["entries"]:
        recorded = codec.resolution(orjson.dumps(entry["resolution"]), SCHEMA)
        left = reduce(lambda folded, effect: effect.on(folded), recorded.effects, state)
        if entry["order"]:
            [part, *_] = replay(ordered(entry["order"]), state, [recorded], phoenix())
            assert conditions(part.encounter) == conditions(left)
        state = left
    assert state == stored("state")


def test_a_rename_in_the_middle_loses_nothing() -> None:
    told, state = played_on(renamed(begun()))
    assert told == [re.sub("|".join(NAMES), lambda name: NAMES[name[0]], outcome) for outcome in THEN]
    assert [soldier(c).plan for c in state.combatants] == [soldier(c).plan for c in stored("after").combatants]
    assert spent(state) == spent(stored("after"))


def test_work_has_a_key_of_ids_and_is_written_and_read_again() -> None:
    state = begun()
    keys = works(state)
    assert keys["Ivan"] == Work("ride", ("c1",))
    assert keys["Leader"] == Work("order", ("hold the door", "16", "c12", "c13"))
    read = codec.state(codec.dump_state(state), codec.SCHEMA)
    assert works(read) == keys
    acts = {task.actor: task.order.of for task in read.agenda if isinstance(task, Task) and isinstance(task.order, Act)}
    assert acts == {"c2": ("c1",), "c5": ("c6",), "c11": ("c12", "c13"), "c14": ("c15",)}


def test_an_act_as_it_is_ordered_is_the_same_bytes_as_ever() -> None:
    orders = [entry["order"] for entry in SAMPLE["entries"] if entry["order"]]
    assert [orjson.loads(codec.canonical(ordered(order))) for order in orders] == orders
