"""The book's worked example and its alternatives, ordered with typed dice by the people who would."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.aliens.card import fighter
from tests.cogs.conftest import Game

EXAMPLE = tomllib.loads((Path(__file__).parents[1] / "golden/aliens/worked_example.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("way", EXAMPLE["ways"], ids=[way["title"] for way in EXAMPLE["ways"]])
async def test_the_example_comes_out_as_in_the_book(game: Game, way: dict[str, Any]) -> None:
    marine, aliens = EXAMPLE["marine"], EXAMPLE["aliens"]
    await game.says(game.gm, "encounter start", ruleset="aliens")
    await game.says(game.ann, "combatant add", sheet=marine["sheet"])
    await game.says(game.gm, "combatant add", sheet=aliens["sheet"], count=aliens["count"])
    for fired, shot in enumerate(way["shots"], 1):
        typed = {"dice": shot["dice"]} if shot["dice"] else {}
        answer = await game.ann.slash(
            "skirmish", "fire", target=shot["target"], range=shot["range"], aim=shot["aim"], **typed
        )
        assert shot["verdict"].upper() in answer.content
        trace = answer.embeds[0]["description"]
        if shot["dice"]:
            assert f"rolled **{shot['dice']}**" in trace
            assert f"{shot['needed']} or less" in trace
            assert "typed" in trace
        else:
            assert f"{shot['needed']} is 9 or more: automatic" in trace
            assert "rolled" not in trace
        state = await game.encounter()
        apone = state.combatants[0]
        assert fighter(apone).left == shot["left"]
        assert apone.carried[0].ammunition is not None
        assert apone.carried[0].ammunition.loaded == marine["boxes"] - fired
        there = {c.name for c in state.combatants if c.present}
        assert (shot["target"] in there) == (shot["verdict"] == "miss")
