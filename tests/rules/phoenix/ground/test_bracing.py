"""Bracing a weapon: an action by table 7B, rows of 4B for as long as the shooter's position stays the same (3.1)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Duck, Fire, Move, Next
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


@pytest.fixture
def wall() -> Skirmish:
    """Trent, with 2 actions an impulse, and somebody 48 hexes away."""
    made = Skirmish("phoenix-advanced")
    made.map(12, 60)
    made.sheet("Trent", "SAL 14, CA 8, M16A1, M92F, kneeling, facing south", "C2")
    made.sheet("Guard", "CA 8, exposed", "C50")
    return made


def act(made: Skirmish, what: str) -> str:
    return made.order(Act(made.id("Trent"), what)).outcome


def test_it_takes_an_action_and_lasts(wall: Skirmish) -> None:
    assert act(wall, "brace the weapon") == "Trent braces their weapon (1 action)."
    assert (wall.state("Trent").braced, wall.state("Trent").left) == (0, 1)
    with pytest.raises(NotNow, match="Trent has already braced their weapon"):
        act(wall, "brace")
    assert "Kneeling and Braced" in str(wall.order(Fire(wall.id("Trent"), (wall.target("Guard"),), aim=1), 99).steps)
    wall.order(Next())
    assert wall.state("Trent").braced == 0
    held = wall.order(Fire(wall.id("Trent"), (wall.target("Guard"),), aim=2, how="braced"), 99)
    assert "Kneeling and Braced" in str(held.steps) and wall.state("Trent").left == 0, "nothing more to pay"


def test_a_shot_that_is_braced_braces_first(wall: Skirmish) -> None:
    wall.order(Fire(wall.id("Trent"), (wall.target("Guard"),), aim=1, how="braced"), 99)
    assert (wall.state("Trent").braced, wall.state("Trent").left) == (0, 0)
    wall.make("Trent", left=3, braced=None, firing_stance=False)
    assert wall.order(Fire(wall.id("Trent"), (wall.target("Guard"),), aim=1, how="braced")).outcome.startswith(
        "Trent aims at Guard: 3 of 4 actions"
    ), "a Firing Stance 2, bracing 1, aim 1"


def test_it_takes_a_firing_stance(wall: Skirmish) -> None:
    wall.make("Trent", firing_stance=False)
    with pytest.raises(NotNow, match="Trent is not in a Firing Stance"):
        act(wall, "brace")
    with pytest.raises(NotNow, match="Trent is not in a Firing Stance, and bracing needs one"):
        wall.order(Adjust(wall.id("Trent"), "braced"))
    wall.order(Adjust(wall.id("Trent"), "firing stance, braced"))
    assert wall.state("Trent").braced == 0
    wall.order(Adjust(wall.id("Trent"), "not braced"))
    assert wall.state("Trent").braced is None


@pytest.mark.parametrize("what", ["turn to east", "go prone", "open a door", "lower the weapon", "draw the M92F"])
def test_it_ends(wall: Skirmish, what: str) -> None:
    wall.make("Trent", left=9, braced=0)
    act(wall, what)
    assert wall.state("Trent").braced is None


def test_it_ends_as_he_moves_or_ducks(wall: Skirmish) -> None:
    for order in (Duck(wall.id("Trent")), Move(wall.id("Trent"), Place.parse("C3"))):
        wall.make("Trent", left=9, braced=0)
        wall.order(order)
        assert wall.state("Trent").braced is None


def test_another_weapon_is_not_braced(wall: Skirmish) -> None:
    wall.make("Trent", left=9, braced=0)
    fired = wall.order(Fire(wall.id("Trent"), (wall.target("Guard"),), weapon="M92F", aim=1), 99)
    assert "Kneeling and Braced" not in str(fired.steps)
    assert wall.state("Trent").braced is None


def test_the_basic_game_keeps_nothing_of_it() -> None:
    made = Skirmish()
    made.sheet("Trent", "SAL 14, CA 8, M16A1")
    assert made.order(Act(made.id("Trent"), "brace")).outcome == "Trent: Brace a Weapon (1 action)."
    assert made.state("Trent").braced is None
    with pytest.raises(NotNow, match="counts only with the switch “accuracy”"):
        made.order(Adjust(made.id("Trent"), "braced"))
