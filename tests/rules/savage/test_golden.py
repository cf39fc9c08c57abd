"""Every number of the text on capacity and depletion, played."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.errors import Refusal
from rules.savage.shooting.loads import firearm
from tests.rules.savage.skirmish import SAVAGE, Skirmish

GOLDEN = tomllib.loads((Path(__file__).parents[2] / "golden/savage/shooting.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDEN["capacity"], ids=lambda case: str(case["magazine"]))
def test_capacity(case: dict[str, int]) -> None:
    for extended in ("", ", extended"):
        [carried] = SAVAGE.profile(f"Shooting d6, magazine {case['magazine']}{extended}", {}).carried
        weapon, ammunition = firearm(carried)
        tokens = case["extended_tokens" if extended else "tokens"]
        assert weapon.rounds == case["extended_rounds" if extended else "magazine"]
        assert (ammunition.measure, ammunition.capacity, ammunition.loaded) == ("tokens", tokens, tokens)
        assert ammunition.spares is None


@pytest.mark.parametrize("case", GOLDEN["depletion"], ids=lambda case: str(case["title"]))
def test_depletion(case: dict[str, Any]) -> None:
    skirmish = Skirmish()
    shoot = skirmish.fire if case["order"] == "/fire" else skirmish.burst
    shoot(*case["dice"], how=case["how"])
    assert (skirmish.ammunition().loaded, skirmish.ammunition().capacity) == (5 - case["lost"], 5)


@pytest.mark.parametrize("case", GOLDEN["rapid"], ids=lambda case: f"{case['loaded']} tokens")
@pytest.mark.parametrize("by_burst", [False, True])
def test_rapid_attack(case: dict[str, int], by_burst: bool) -> None:
    skirmish = Skirmish(f"Shooting d8, magazine 100, ROF 4, loaded {case['loaded']}")
    shoot = skirmish.burst if by_burst else skirmish.fire
    if case["most"] < 6:
        with pytest.raises(Refusal, match=f"at most {case['most']}, not {case['most'] + 1}"):
            shoot(how=f"rapid attack {case['most'] + 1}")
    with pytest.raises(Refusal, match="1 to 6"):
        shoot(how="rapid attack 7")
    shoot(*[4] * case["most"], how=f"rapid attack {case['most']}")
    assert skirmish.ammunition().loaded == case["loaded"]
