"""The test of dice: known values, fair dice that look fair, loaded ones that do not."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.dice.fair_dice import LEAST, MOST_FACES, faces, likelihood, needed, upper_gamma


@pytest.mark.parametrize(
    ("square", "degrees", "share"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (16.919, 9, 0.05),
        (21.666, 9, 0.01),
        (4.168, 9, 0.9),
        (30.144, 19, 0.05),
        (27.877, 9, 0.001),
        (0, 9, 1),
    ],
)
def test_the_shares_of_the_tables_of_chi_square(square: float, degrees: int, share: float) -> None:
    assert upper_gamma(degrees / 2, square / 2) == pytest.approx(share, rel=2e-3)


@given(st.integers(1, 40), st.floats(0, 400))
def test_the_function_falls_and_has_its_closed_form(a: int, x: float) -> None:
    exact = math.fsum(math.exp(n * math.log(x) - x - math.lgamma(n + 1)) for n in range(a)) if x else 1
    assert upper_gamma(a, x) == pytest.approx(exact, abs=1e-9)
    assert upper_gamma(a, x) >= upper_gamma(a, x + 1) - 1e-12


@given(st.integers(-3, 30), st.integers(0, 150), st.data())
def test_faces_are_all_faces_once(low: int, more: int, chosen: st.DataObject) -> None:
    high = low + more
    thrown = Counter(chosen.draw(st.lists(st.integers(low, high), max_size=60)))
    spread = faces(low, high, thrown)
    assert [face for one in spread for face in range(one.low, one.high + 1)] == [*range(low, high + 1)]
    assert sum(one.thrown for one in spread) == thrown.total()
    assert sum(one.expected for one in spread) == pytest.approx(thrown.total())
    assert len(spread) <= MOST_FACES


@pytest.mark.parametrize(("low", "high"), [(0, 99), (0, 9), (1, 6), (1, 20), (1, 30)])
def test_as_many_throws_as_are_needed_are_enough(low: int, high: int) -> None:
    enough = needed(low, high)
    for n, told in ((enough, True), (enough - 1, False)):
        luck = random.Random(1)
        thrown = Counter(luck.randint(low, high) for _ in range(n))
        assert (likelihood(faces(low, high, thrown)) is not None) is told
    assert min(one.expected for one in faces(low, high, Counter({low: enough}))) >= LEAST


def test_fair_dice_have_each_share_as_often_as_it_says() -> None:
    shares = []
    for seed in range(400):
        luck = random.Random(seed)
        shares.append(likelihood(faces(0, 9, Counter(luck.randint(0, 9) for _ in range(200)))))
    for below in (0.1, 0.5, 0.9):
        assert sum(share is not None and share < below for share in shares) / 400 == pytest.approx(below, abs=0.06)


def test_loaded_dice_are_found_out() -> None:
    luck = random.Random(1)
    loaded = Counter(min(luck.randint(0, 9), luck.randint(0, 9)) for _ in range(200))
    share = likelihood(faces(0, 9, loaded))
    assert share is not None and share < 0.001
    assert likelihood(faces(5, 5, Counter({5: 99}))) is None
