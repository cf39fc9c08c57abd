"""The odds of launchers and throws count the aim that is taken already, and the aim that counts besides."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.books.ruleset import Odds
from rules.engine.records.orders import Attack, Burst, Fire, Switch, Throw
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Aimed
from rules.phoenix.shooting.odds.odds import odds
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix


def armed(weapon: str) -> Skirmish:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.map(30, 9)
    skirmish.sheet("Trent", f"SAL 12, CA 12, {weapon}, facing 90", at="C5")
    skirmish.sheet("Guard", "standing", at="K5")
    return skirmish


def asked(skirmish: Skirmish, verb: type[Attack], **more: Any) -> Odds:
    order = verb(skirmish.id("Trent"), (skirmish.target("Guard"),), **more)
    return odds(order, skirmish.encounter, phoenix().book)


def fired(skirmish: Skirmish, **more: Any) -> int:
    """Fire as ordered; return the chance in 100 that the shot had."""
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), **more)
    part, *_ = resolve(order, Scene(skirmish.encounter, SeededDice(1)), phoenix())
    skirmish.encounter = part.encounter
    [roll] = [step for step in part.resolution.steps if isinstance(step, Roll) and step.label == "Hit"]
    return int(roll.needed.split()[0]) + 1


@pytest.mark.parametrize(("weapon", "verb"), [("H & K 79", Fire), ("2 M 67", Throw)])
@pytest.mark.parametrize("given", [None, 2])
def test_aim_that_is_taken_counts(weapon: str, verb: type[Attack], given: int | None) -> None:
    skirmish = armed(weapon)
    skirmish.make("Trent", aim=Aimed(skirmish.id("Guard"), 4), left=12)
    found = asked(skirmish, verb, aim=given)
    assert found.rows[0][0] == "4"
    assert "4 actions of aim so far." in found.remarks
    assert found.rows[0][1] == asked(armed(weapon), verb, aim=4).rows[0][1]
    assert len(found.rows) == 1 or given is None


@pytest.mark.parametrize("switch", ["on", "off"])
def test_a_second_shot_of_a_launcher_counts_as_more_aim(switch: str) -> None:
    """5.8."""
    skirmish = armed("M19")
    skirmish.order(Switch("second shot", switch))
    skirmish.make("Trent", left=12)
    first = fired(skirmish, aim=4)
    skirmish.make("Guard", wounds=(), knockout=None, died=None)
    found = asked(skirmish, Fire, aim=4)
    assert any("Each aim counts as 1 action more" in one for one in found.remarks) == (switch == "on")
    second = fired(skirmish, aim=4)
    assert found.rows[0] == ("4", str(second))
    assert (first < second) == (switch == "on")


def test_a_burst_over_an_arc_is_told_by_its_height() -> None:
    """3.4, 5A: at the right height its rounds may still hit nobody."""
    skirmish = armed("M19")
    burst = asked(skirmish, Burst, aim=4)
    assert burst.columns == ("Aim", "Elev")
    assert burst.remarks[-1].startswith("Elev: chance in 100; of a burst, that of the right height.")
    both = asked(skirmish, Fire, aim=4)
    assert both.columns == ("Aim", "Hit") and both.rows[1] == ("b4", burst.rows[0][1])
    assert both.remarks[-1].startswith("Hit: chance in 100; of a burst, that of the right height.")
