"""A fight that was stored before there were the switches of chapter 5 plays on without them.

The sample was written by a release that did not know them; it is never made again.
"""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from bot.game.entries import codec
from rules.engine.records.agenda import Task, Timer
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Duck, Fire, Next, Reload, Switch, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.phoenix.basics import switches
from rules.phoenix.basics.soldier import Soldier, soldier
from tests.reading import resolve
from tests.rules.phoenix.skirmish import phoenix

SAMPLE = Path(__file__).parents[2] / "golden/phoenix/stored_before_chapter_5.json"
FIELDS = (
    *("view", "known", "listened", "plan", "nerve", "last_shot", "pin", "cocked", "footing", "harmed", "rush"),
    *("charge", "custody", "dropped", "baseline", "awards"),
)
NOBODY = Soldier()


def stored() -> Encounter:
    sample = orjson.loads(SAMPLE.read_bytes())
    return codec.state(orjson.dumps(sample["state"]), sample["schema"])


def played(state: Encounter, *orders: Order) -> list[Part]:
    """Return the parts of the orders."""
    dice, parts = SeededDice(1), list[Part]()
    for order in orders:
        parts += resolve(order, Scene(state, dice), phoenix())
        state = parts[-1].encounter
    return parts


def test_it_knows_no_switch_of_chapter_5() -> None:
    state = stored()
    groups = ("the Optional Rules", "the Tournament Rules")
    optional = {name for name, option in switches.OPTIONS.items() if option.group in groups}
    assert dict(state.switches).keys() & optional == set()
    assert not any(switches.turned_on(state, name) for name in optional)
    assert switches.on(state, switches.ACCURACY)
    for combatant in state.combatants:
        assert [name for name in FIELDS if getattr(soldier(combatant), name) != getattr(NOBODY, name)] == []


def test_it_is_written_as_it_was_read() -> None:
    """New fields are empty in it, and not written, except how deep a knockout is, which is in its record."""
    sample, written = orjson.loads(SAMPLE.read_bytes()), orjson.loads(codec.dump_state(stored()))
    for combatant in written["combatants"]:
        knockout = combatant["condition"].get("knockout", {})
        assert (knockout.pop("effect", ""), knockout.pop("before", "")) == ("", "")
    assert written == sample["state"]


def test_it_plays_on() -> None:
    """Fire is resolved at once, what was begun is carried out, what burns goes off, and nothing of chapter 5 is set."""
    state = stored()
    assert [m.order for m in state.agenda if isinstance(m, Task)] == [Reload("c4")]
    assert any(type(m.order).__name__ == "GoesOff" for m in state.agenda if isinstance(m, Timer))
    parts = played(state, Duck("c4", "never"), Fire("c2", (Target("c4"),), 1, "M92F"), *[Next()] * 9)
    told = [part.resolution.outcome for part in parts]
    assert any(" fires the M92F at Guard 2, 10 hexes" in outcome for outcome in told), told
    assert any("Axly's M 67 goes off" in outcome for outcome in told), told
    for combatant in parts[-1].encounter.combatants:
        assert [name for name in FIELDS if getattr(soldier(combatant), name) != getattr(NOBODY, name)] == []


@pytest.mark.parametrize("what", ["plan", "pin D5", "watch all around", "hold fire", "rally"])
def test_an_act_of_chapter_5_is_refused_until_its_switch_is_on(what: str) -> None:
    with pytest.raises(Refusal, match="counts only with the switch"):
        played(stored(), Act("c2", what))


def test_its_switches_turn() -> None:
    orders = (Duck("c4", "never"), Fire("c2", (Target("c4"),), 1, "M92F"), *[Next()] * 4)
    told = [part.resolution.outcome for part in played(stored(), Switch("fire", "declared"), *orders)]
    [declared, *_] = [n for n, outcome in enumerate(told) if "will fire the M92F at Guard 2 on MPC 3" in outcome]
    assert any(outcome.startswith("Axly fires the M92F at Guard 2") for outcome in told[declared + 1 :]), told
    [*_, pinned] = played(stored(), Switch("pinning fire", "on"), Act("c2", "pin D5"))
    assert pinned.resolution.outcome.startswith("Axly pins D5")
