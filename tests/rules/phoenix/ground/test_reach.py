"""The hexes that are offered for a move: as far as a phase lasts, at most twelve away, with what each costs (2.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.engine.books.reach import Reach
from rules.grid.hexes import distance
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

HERE = Place.parse("O20")


def reach(line: str, how: str = "", at: str = "O20", **state: int) -> Reach:
    made = Skirmish()
    made.map(30, 40)
    made.sheet("Trent", line, at)
    if state:
        made.make("Trent", **state)
    return phoenix().reach(made.encounter, made.id("Trent"), how)


def farthest(reach: Reach) -> int:
    return max(distance(HERE, place) for place in reach.costs)


def test_a_soldier_has_what_is_left_of_his_actions() -> None:
    trent = reach("skill 6, CA 6, M16, facing south", left=2)
    assert (trent.unit, trent.left, trent.cover, trent.back) == ("action", Fraction(2), "into cover", "backward")
    assert [trent.costs[Place.parse(at)] for at in ("O21", "O22", "O25")] == [1, 2, 5]


@pytest.mark.parametrize(
    ("actions", "how", "hexes"),
    [(4, "", 4), (6, "", 6), (12, "", 12), (24, "", 12), (6, "low crouch", 3), (23, "low crouch", 11)],
)
def test_as_far_as_a_phase_lasts_and_no_farther_than_twelve_hexes(actions: int, how: str, hexes: int) -> None:
    assert farthest(reach(f"skill 6, CA {actions}, M16, facing south", how)) == hexes


def test_twelve_hexes_are_as_many_in_a_dearer_stance() -> None:
    """In a low crouch a hex costs 2 actions."""
    crouching = reach("skill 6, CA 24, M16, facing south", "low crouch")
    assert (farthest(crouching), crouching.costs[Place.parse("O32")]) == (12, Fraction(24))


@pytest.mark.parametrize(("speed", "hexes"), [(5, 5), (12, 12), (16, 12)])
def test_a_vehicle_counts_hexes(speed: int, hexes: int) -> None:
    jeep = reach(f"vehicle {speed}, facing south")
    assert (jeep.unit, jeep.left, jeep.back) == ("hex", None, "")
    assert farthest(jeep) == hexes
    assert jeep.costs[Place.parse("O22")] == Fraction(2)


def test_off_the_map_there_is_nowhere_to_go() -> None:
    assert reach("skill 6, CA 6, M16", at="") == Reach()
