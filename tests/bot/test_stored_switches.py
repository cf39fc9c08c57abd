"""Fights that were stored before ammunition could be counted otherwise: they go on as they were counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from bot.game.entries import codec
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Ammunition, Encounter, Spare
from rules.engine.records.orders import Burst, Fire, Next, Reload, Switch, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from tests.bot.test_stored_layouts import SAMPLES, SCHEMAS, sample
from tests.reading import resolve

PHOENIX = Path(SAMPLES).parent / "phoenix" / "stored_before_chapter_3.json"


def aliens(schema: int, stands: str) -> Encounter:
    state = codec.state(orjson.dumps(sample(schema)["state"]), schema)
    switches = tuple((name, stands if name == "ammunition" else value) for name, value in state.switches)
    return replace(state, switches=switches)


def phoenix() -> Encounter:
    document = orjson.loads(PHOENIX.read_bytes())
    state = codec.state(orjson.dumps(document["state"]), document["schema"])
    assert "ammunition" not in dict(state.switches)
    return state


def after(state: Encounter, *orders: Order) -> Encounter:
    dice = SeededDice(1)
    for order in orders:
        state = resolve(order, Scene(state, dice), shelf()[state.ruleset])[-1].encounter
    return state


def inside(state: Encounter, id: str) -> list[Ammunition | None]:
    return [carried.ammunition for carried in state.combatant(id).carried]


FIRES = Fire("c1", (Target("c4"),), range=3)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_aliens_on_counts_boxes_and_goes_on_reloading(schema: int) -> None:
    state = after(aliens(schema, "on"), FIRES)
    assert inside(state, "c1") == [Ammunition("boxes", 16, 14, None)]
    rifle = inside(after(state, Next(), Next()), "c2")[0]
    assert rifle is not None
    assert (rifle.measure, rifle.loaded) == ("boxes", 16)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_aliens_off_counts_nothing(schema: int) -> None:
    state = aliens(schema, "off")
    assert inside(after(state, FIRES), "c1") == [Ammunition("boxes", 16, 15, None)]
    with pytest.raises(Refusal, match="not counted"):
        after(state, Reload("c6"))
    assert inside(after(state, Switch("ammunition", "on"), FIRES), "c1") == [Ammunition("boxes", 16, 14, None)]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_aliens_may_be_counted_in_tokens_now(schema: int) -> None:
    """A flame unit fires no rounds."""
    state = after(aliens(schema, "on"), Switch("ammunition", "tokens"))
    assert inside(state, "c1") == [Ammunition("boxes", 16, 15, None)]
    assert inside(state, "c6") == [Ammunition("tokens", 2, 2, None)] * 2


def test_phoenix_goes_on_with_rounds() -> None:
    state = phoenix()
    axly = Ammunition("rounds", 200, 200, (Spare(200, 2),))
    assert inside(state, "c2") == [axly]
    line, *_ = shelf()["phoenix"].ammunition(state.combatant("c1"), state)
    assert str(line).startswith("M16: 29 of 30 rounds")
    state = after(state, Burst("c2", (Target("c4"),), aim=2), Next(), Next())
    [fired] = inside(state, "c2")
    assert fired is not None
    assert fired.measure == "rounds" and 185 < fired.loaded < 200 and fired.spares == axly.spares


def test_phoenix_may_be_counted_in_tokens_now() -> None:
    """200 rounds are 10 tokens; what of 30 rounds is left is 2."""
    state = after(phoenix(), Switch("ammunition", "tokens"))
    assert inside(state, "c2") == [Ammunition("tokens", 10, 10, (Spare(10, 2),))]
    assert inside(state, "c1")[0] == Ammunition("tokens", 2, 2, (Spare(2, 2),))
    back = after(state, Switch("ammunition", "rounds"))
    assert inside(back, "c2") == inside(phoenix(), "c2")
