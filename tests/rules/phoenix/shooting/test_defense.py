"""Defensive skill: every line of the table, who has it and who does not (5.4)."""

from __future__ import annotations

import pytest

from rules.engine.agenda import Clock
from rules.engine.errors import NoRule
from rules.engine.orders import Fire, Switch, Target, Throw
from rules.engine.scene import Resolution
from rules.engine.steps import Ruling, Sum
from rules.phoenix.soldier import Characteristics, Soldier
from tests.rules.phoenix.shooting.duel import GUARD, duel, fire
from tests.rules.phoenix.skirmish import Skirmish, phoenix

# By ISF, as 5.4 prints it.
_BY_ISF = "16 13 11 10 8 7 6 5 4 3 2 2 1 1 0 -1 -1 -2 -2 -2 -3 -3 -4 -4 -4 -5 -5 -5 -6 -6 -6 -6 -7 -7 -7 -7 -8 -8"
ALM = {isf: int(alm) for isf, alm in enumerate(_BY_ISF.split(), 3)}


def against(**guard: object) -> Skirmish:
    skirmish = duel()
    skirmish.order(Switch("defensive skill", "on"))
    skirmish.make("Guard 1", **guard)
    return skirmish


def defensive(resolution: Resolution) -> int:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return sum(term.value for term in total.terms if term.label.startswith("defensive"))


def shot(skirmish: Skirmish, **options: object) -> Resolution:
    return skirmish.order(fire(skirmish, **{"range": 40, "aim": 2, **options}), 99)


@pytest.mark.parametrize("isf", ALM)
def test_the_target_s_skill_makes_the_shot_harder_or_easier(isf: int) -> None:
    assert defensive(shot(against(isf=isf))) == ALM[isf]


@pytest.mark.parametrize(("isf", "alm"), [(0, 16), (2, 16), (41, -8), (60, -8)])
def test_off_the_ends_the_nearest_line_holds(isf: int, alm: int) -> None:
    fight = shot(against(isf=isf))
    assert defensive(fight) == alm
    assert "O56" in {step.id for step in fight.steps if isinstance(step, Ruling)}


def test_it_is_reckoned_from_int_and_sal_where_a_line_gives_these() -> None:
    skirmish = against()
    profile = phoenix().profile("INT 13, skill 8", {})
    order = Fire(skirmish.id("Trent"), (Target(profile=profile),), aim=2, range=100)
    assert defensive(skirmish.order(order, 99)) == -4  # 13 + 14 = 27
    assert defensive(shot(against(isf=None, sal=7, characteristics=Characteristics(intelligence=3)))) == 5


def test_none_for_whom_nobody_knows_or_who_is_out_or_unaware() -> None:
    assert defensive(shot(against(isf=None))) == 0
    assert defensive(shot(against(isf=40), how="unaware")) == 0
    assert defensive(shot(against(isf=40, died=Clock(0, 1)))) == 0


def test_none_for_a_throw_at_the_hex_of_somebody() -> None:
    skirmish = against(isf=40)
    skirmish.sheet("Thrower", "SAL 10, CA 8, 2 M67")
    skirmish.make("Thrower", left=8)
    order = Throw(skirmish.id("Thrower"), (skirmish.target("Guard 1"),), aim=2, range=10, how="hex")
    parts = skirmish.parts(order, 99, 9, 5, 1)
    assert defensive(parts[0].resolution) == 0


def test_whoever_is_killed_in_this_impulse_is_alive_until_it_ends() -> None:
    skirmish = against(isf=40)
    skirmish.make("Guard 1", died=skirmish.encounter.clock)
    assert defensive(shot(skirmish)) == -8


def test_nothing_without_the_switch() -> None:
    skirmish = duel(guard=Soldier(sal=10, isf=40, actions=8, left=2, knockout_value=20))
    assert defensive(shot(skirmish)) == 0
    with pytest.raises(NoRule, match="switch “defensive skill”"):
        skirmish.order(fire(skirmish, how="unaware"))
    assert GUARD.isf is None


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_in_either_game_it_is_one_term_of_the_sum(preset: str) -> None:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("defensive skill", "on"))
    skirmish.sheet("Trent", "SAL 14, M16, CA 8")
    skirmish.sheet("Guard 1", "ISF 35, CA 8")
    assert defensive(shot(skirmish)) == -7
