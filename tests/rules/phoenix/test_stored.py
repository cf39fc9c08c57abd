"""A fight that was stored before there were the switches of chapter 3 plays on by the Basic Game.

The sample was written by a release that did not know them; it is never made again.
"""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import orjson
import pytest

from bot.game.entries import codec
from rules.engine.records.agenda import Task
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Burst, Duck, Fire, Move, Next, Switch, Throw
from rules.engine.records.steps import Lookup
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.phoenix.basics import switches
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix

SAMPLE = Path(__file__).parents[2] / "golden/phoenix/stored_before_chapter_3.json"


def stored() -> Encounter:
    sample = orjson.loads(SAMPLE.read_bytes())
    assert b"shock" not in SAMPLE.read_bytes()
    return codec.state(orjson.dumps(sample["state"]), sample["schema"])


@pytest.fixture
def fight() -> Skirmish:
    skirmish = Skirmish()
    skirmish.encounter = stored()
    return skirmish


def test_it_stands_at_the_basic_game(fight: Skirmish) -> None:
    assert dict(fight.encounter.switches).keys() & switches.ADVANCED.keys() == set()
    assert not any(switches.on(fight.encounter, name) for name in switches.ADVANCED)
    assert switches.on(fight.encounter, switches.MODIFIERS)
    assert [type(item) for item in fight.encounter.agenda].count(Task) == 2
    assert fight.state("Guard 1").wounds and not fight.state("Guard 1").wounds[0].shock


def test_it_is_written_and_read_again(fight: Skirmish) -> None:
    assert codec.state(codec.dump_state(fight.encounter), codec.SCHEMA) == fight.encounter


def test_it_is_shown(fight: Skirmish) -> None:
    for combatant in fight.encounter.combatants:
        assert phoenix().summary(combatant, fight.encounter).short
    told = [phoenix().pending_text(item, fight.encounter) for item in fight.encounter.agenda]
    assert told[0] == "Guard 1, Recovery Roll: in Phase 91, Impulse 1"


def test_it_plays_on(fight: Skirmish) -> None:
    """Begun orders are carried out, and any order after them; odds are those of chapter 2."""
    before = fight.encounter
    trent, axly, guard = fight.id("Trent"), fight.id("Axly"), fight.target("Guard 2")
    assert "Shot Accuracy" in str(phoenix().odds(Fire(trent, (guard,)), before))
    orders = (
        Duck(axly, "never"),
        Burst(axly, (guard,), aim=2, mod="-16"),
        Next(),
        Next(),
        Next(),
        Move(trent, Place.parse("B5")),
    )
    dice = SeededDice(1)
    parts: list[Part] = []
    for order in orders:
        parts += resolve(order, Scene(fight.encounter, dice), phoenix())
        fight.encounter = parts[-1].encounter
    fired = [part.resolution.outcome for part in parts if " fires " in part.resolution.outcome]
    assert len(fired) >= 2, fired
    steps = [step for part in parts for step in part.resolution.steps]
    assert [step.table for step in steps if isinstance(step, Lookup) and step.table in ("4a", "4g", "5a")] == []
    effects = [effect for part in parts for effect in part.resolution.effects]
    assert reduce(lambda state, effect: effect.on(state), effects, before) == fight.encounter


def test_its_switches_turn(fight: Skirmish) -> None:
    fight.order(Switch(switches.EXPLOSIVES, "on"))
    assert switches.on(fight.encounter, switches.ACCURACY)
    weapon = "M 67"
    said = fight.parts(Throw(fight.id("Trent"), (fight.target("Guard 2"),), weapon=weapon))[-1].resolution.outcome
    assert weapon in said
