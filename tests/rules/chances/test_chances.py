"""The odds are the shares of attacks that are carried out, by every preset and switch: within four sigma.

The situations and their dice are the same in each run.
"""

from __future__ import annotations

import pytest
from hypothesis import settings

from rules.shelf import shelf
from tests.examples import FULL
from tests.rules.chances.at_random import BOOKS, NUMBER, TURNS, drawn, value_of
from tests.rules.chances.situations import Attacked, Figure, bounds, figure

SITUATIONS, THROWS = (NUMBER, 20_000) if settings.get_current_profile_name() == FULL else (30, 1_000)
FEW, FEWEST_THROWS = 12, 100
"""The short run has so many situations, with so many throws."""


def differences(number: int, throws: int) -> tuple[str, ...]:
    """Return how the odds of a situation differ from its throws, and what it is."""
    situation = drawn(number)
    found = situation.differences(throws, number)
    return (*found, situation.words) if found else ()


@pytest.mark.parametrize("number", range(SITUATIONS))
def test_the_odds_are_the_shares_of_throws(number: int) -> None:
    assert differences(number, THROWS) == ()


@pytest.mark.parametrize("number", range(FEW))
def test_the_odds_are_the_shares_of_a_few_throws(number: int) -> None:
    assert differences(number, FEWEST_THROWS) == ()


def test_every_preset_and_every_value_of_every_switch_has_a_situation() -> None:
    assert {*TURNS[:FEW]} == {*BOOKS}
    books = [(BOOKS[TURNS[number % len(TURNS)]].id, *value_of(number)) for number in range(NUMBER)]
    every = {
        (book.id, one.name, value) for book in shelf().values() for one in book.options.values() for value in one.values
    }
    assert {*books} == every


def count(attacked: Attacked) -> float:
    raise AssertionError(attacked)


@pytest.mark.parametrize(
    ("cell", "low", "high"),
    [
        ("34.5", 34.45, 34.55), ("34", 33.95, 34.05), ("62.5%", 62.45, 62.55), ("<0.1", 0, 0.1), (">99.9", 99.9, 100),
        ("under 0.1%", 0, 0.1), ("over 99.9%", 99.9, 100), ("1,376", 1375.95, 1376.05), ("–", 0, 0),
    ],
)  # fmt: skip
def test_a_cell_is_read_with_what_is_rounded_to_it(cell: str, low: float, high: float) -> None:
    assert bounds(cell) == pytest.approx((low, high))


def test_a_share_may_differ_by_four_sigma() -> None:
    """Of 100 throws with a chance of 50, sigma is 5: up to 70 hits, and the rounding."""
    fifty = figure("Hit", "50", count)
    assert [fifty.differs([1] * hits + [0] * (100 - hits)) for hits in (30, 70)] == ["", ""]
    assert all("4." in fifty.differs([1] * hits + [0] * (100 - hits)) for hits in (29, 71))


def test_a_mean_may_differ_by_four_sigma_of_what_was_found() -> None:
    """100 throws of 0 and 10 in turn have a standard deviation of 5."""
    found = [0, 10] * 50
    assert Figure("PD", 3.1, 3.2, count, share=False).differs(found) == ""
    assert "4.2 sigma" in Figure("PD", 2.8, 2.9, count, share=False).differs(found)
