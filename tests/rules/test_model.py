"""Ammunition: what can be, which spare load is taken, and what is put back."""

from __future__ import annotations

import pytest

from rules.engine.records.model import Ammunition, Spare

MIXED = Ammunition("rounds", 30, 4, (Spare(12, 1, "FMJ"), Spare(30, 2, "FMJ"), Spare(30, 1, "AP")), "AP")


@pytest.mark.parametrize(("loaded", "spares"), [(17, None), (-1, None), (3, (Spare(17),))])
def test_impossible_ammunition(loaded: int, spares: tuple[Spare, ...] | None) -> None:
    with pytest.raises(ValueError, match="impossible"):
        Ammunition("boxes", 16, loaded, spares)


@pytest.mark.parametrize(("count", "number"), [(0, 1), (-1, 1), (3, 0)])
def test_impossible_spares(count: int, number: int) -> None:
    with pytest.raises(ValueError, match="impossible"):
        Spare(count, number)


def test_how_many_spare_loads() -> None:
    assert MIXED.loads == 4
    assert Ammunition("boxes", 16, 16).loads == 0
    assert Ammunition("boxes", 16, 16, None).loads is None


def test_the_fullest_is_taken_first_and_of_these_the_sort_that_is_loaded() -> None:
    taken = MIXED.take()
    assert taken is not None
    spare, left = taken
    assert spare == Spare(30, 1, "AP")
    assert left.spares == (Spare(12, 1, "FMJ"), Spare(30, 2, "FMJ"))
    assert (left.loaded, left.sort) == (4, "AP")


def test_one_of_a_sort_is_taken() -> None:
    left, counts = MIXED, []
    while taken := left.take("FMJ"):
        counts.append(taken[0].count)
        left = taken[1]
    assert counts == [30, 30, 12]
    assert left.spares == (Spare(30, 1, "AP"),)
    assert left.take("JHP") is None


def test_as_many_as_wanted_never_end() -> None:
    endless = Ammunition("boxes", 16, 3, None, "HE")
    assert endless.take() == (Spare(16, 1, "HE"), endless)
    assert endless.take("HEAT", size=1) == (Spare(1, 1, "HEAT"), endless)
    assert endless.put(3) == endless


def test_a_load_put_back_remembers_its_rounds_and_an_empty_one_is_dropped() -> None:
    assert MIXED.put(12, "FMJ").spares == (Spare(12, 2, "FMJ"), Spare(30, 2, "FMJ"), Spare(30, 1, "AP"))
    assert MIXED.put(12, "AP").spares == (*(MIXED.spares or ()), Spare(12, 1, "AP"))
    assert MIXED.put(0, "AP") == MIXED
