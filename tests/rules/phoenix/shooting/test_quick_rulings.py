"""Quick rulings: motion limits the aim there as in an encounter, as far as the Combat Actions are known (2.2, 3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.records.steps import Note, Ruling
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.odds.odds import odds, odds_lines
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total

BOOK = phoenix().book


def ruling(preset: str = "phoenix-basic", line: str = "SAL 14, CA 8, M16A1") -> Skirmish:
    """Trent and a Guard without time, as in a quick ruling."""
    skirmish = Skirmish(preset)
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    skirmish.sheet("Trent", line)
    skirmish.join("Guard", Soldier())
    return skirmish


def order(verb: type[Attack], skirmish: Skirmish, **more: Any) -> Attack:
    return verb(skirmish.id("Trent"), (skirmish.target("Guard"),), **{"range": 10, **more})


@pytest.mark.parametrize("verb", [Fire, Burst])
@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_whoever_moves_counts_one_impulse_of_aim(verb: type[Attack], preset: str) -> None:
    """8 Combat Actions are 2 in an impulse."""
    skirmish = ruling(preset)
    aimed = [skirmish.order(order(verb, ruling(preset), aim=n, how="moving"), 99) for n in (2, 6)]
    assert total(aimed[0], "Accuracy") == total(aimed[1], "Accuracy")
    assert "Trent moves in this impulse, so 2 of Trent's 6 actions of aim count" in [
        text for step in aimed[1].steps if isinstance(step, Ruling) for text in step.text.split(": ")
    ]


@pytest.mark.parametrize("verb", [Fire, Burst])
def test_at_whoever_moves_fast_two_impulses_count(verb: type[Attack]) -> None:
    skirmish = ruling("phoenix-advanced")
    aimed = [skirmish.order(order(verb, skirmish, aim=n, how="target speed 3"), 99) for n in (4, 8)]
    assert total(aimed[0], "Accuracy") == total(aimed[1], "Accuracy")
    assert any(isinstance(step, Note) and "4 of Trent's 8 actions" in step.text for step in aimed[1].steps)


def test_without_combat_actions_nothing_is_known_of_an_impulse() -> None:
    skirmish = ruling(line="SAL 14, M16A1")
    aimed = [skirmish.order(order(Fire, skirmish, aim=n, how="moving"), 99) for n in (2, 6)]
    assert total(aimed[0], "Accuracy") < total(aimed[1], "Accuracy")
    remarks = odds(order(Fire, skirmish, how="moving"), skirmish.encounter, BOOK).remarks
    assert (
        "Trent moves in this impulse, so at most the aim of one impulse counts. Give"
        " Combat Actions (such as CA 8) to use it." in remarks
    )


@pytest.mark.parametrize(
    ("preset", "how", "most"), [("phoenix-basic", "moving", 2), ("phoenix-advanced", "target speed 3", 4)]
)
def test_the_odds_list_no_more_aim_than_counts(preset: str, how: str, most: int) -> None:
    skirmish = ruling(preset)
    lines = odds_lines(order(Fire, skirmish, how=how), skirmish.encounter, BOOK)
    assert max(line.actions for line in lines) == most
    assert {line.burst for line in lines} == {True, False}


def test_the_odds_by_range_limit_the_aim_range_by_range() -> None:
    """Three hexes an impulse are fast at 10 hexes, and slow at 300 (4D)."""
    skirmish = ruling("phoenix-advanced")
    found = odds(order(Fire, skirmish, range=None, how="target speed 3"), skirmish.encounter, BOOK)
    near, far = 1, len(found.columns) - 1
    by_aim = {row[0]: row for row in found.rows}
    longest = found.rows[-1][0]
    assert int(longest) > 4
    assert by_aim["4"][near] == by_aim[longest][near]
    assert by_aim["4"][far] != by_aim[longest][far]


@pytest.mark.parametrize(("verb", "line"), [(Throw, "SAL 14, CA 8, M 67 3"), (Fire, "SAL 14, CA 8, M79")])
def test_the_odds_of_what_explodes_list_no_more_either(verb: type[Attack], line: str) -> None:
    skirmish = ruling(line=line)
    moving = odds(order(verb, skirmish, how="moving"), skirmish.encounter, BOOK)
    assert [row[0] for row in moving.rows] == ["1", "2"]
    assert "Trent moves in this impulse, so at most 2 actions of aim count (ruling O24)." in moving.remarks


def test_a_shot_that_takes_more_aim_than_counts_is_refused() -> None:
    skirmish = ruling(line="SAL 14, CA 3, M16A1")
    with pytest.raises(NotNow, match=r"1 action of aim count. That is too few for this\.$"):
        skirmish.order(order(Fire, skirmish, aim=4, how="moving, called shot"), 99)
