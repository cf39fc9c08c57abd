"""The book's worked example and its alternatives, cell by cell and die by die."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.orders import Fire, Muster
from rules.engine.records.steps import Lookup, Roll
from tests.rules.aliens.skirmish import Skirmish

EXAMPLE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "golden/aliens/worked_example.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("way", EXAMPLE["ways"], ids=lambda way: way["title"])
def test_worked_example(way: dict[str, Any]) -> None:
    marine, aliens = EXAMPLE["marine"], EXAMPLE["aliens"]
    skirmish = Skirmish(marine["sheet"], aliens=0)
    profile = skirmish.ruleset.profile(aliens["sheet"], {})
    skirmish.order(Muster(profile, aliens["name"], "", None, aliens["count"]))
    assert skirmish.state(marine["name"]).left == marine["actions"]
    gone = set()
    for shots, shot in enumerate(way["shots"], start=1):
        order = Fire(
            skirmish.id(marine["name"]), (skirmish.target(shot["target"]),), aim=shot["aim"], range=shot["range"]
        )
        dice = [int(die) for die in shot["dice"].split()]
        resolution = skirmish.order(order, *dice)
        assert resolution.verdict == shot["verdict"]
        [odds] = [step for step in resolution.steps if isinstance(step, Lookup)]
        assert (odds.value, dict(odds.at)["aim"]) == (str(shot["needed"]), str(shot["aim"]))
        assert [step.value for step in resolution.steps if isinstance(step, Roll)] == dice
        if shot["verdict"] == "hit":
            gone.add(shot["target"])
        assert skirmish.state(marine["name"]).left == shot["left"]
        assert skirmish.ammunition(marine["name"]).loaded == marine["boxes"] - shots
        assert {c.name for c in skirmish.encounter.combatants if not c.present} == gone
