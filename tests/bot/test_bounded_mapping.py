"""Bounded caches: the entries that were written last, and results of objects that still exist."""

from __future__ import annotations

from weakref import ref

from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.bounded_mapping import BoundedMapping, Results


@given(st.lists(st.tuples(st.integers(0, 9), st.integers())), st.integers(1, 5))
def test_the_entries_that_were_written_last_stay(writes: list[tuple[int, int]], most: int) -> None:
    latest = BoundedMapping[int, int](most)
    for key, value in writes:
        latest[key] = value
    order = list(dict.fromkeys(key for key, _ in reversed(writes)))[:most]
    assert list(latest.items()) == [(key, dict(writes)[key]) for key in reversed(order)]


def test_what_is_there_already_is_neither_replaced_nor_renewed() -> None:
    latest = BoundedMapping[str, int](2)
    assert [latest.setdefault(key, n) for n, key in enumerate("aba")] == [0, 1, 0]
    latest.setdefault("c", 3)
    assert list(latest) == ["b", "c"]


class Thing:
    """Something that results are made of."""


def test_a_result_is_found_by_all_its_objects_and_its_key() -> None:
    results, one, other = Results[str](9), Thing(), Thing()
    assert results.keep("seen", "Ann", one, other) == "seen"
    assert results.get("Ann", one, other) == "seen"
    assert [results.get("Ben", one, other), results.get("Ann", other, one), results.get("Ann", one)] == [None] * 3


def test_a_result_is_dropped_with_the_first_of_its_objects() -> None:
    results, one, other, made = Results[Thing](9), Thing(), Thing(), Thing()
    gone = ref(results.keep(made, "Ann", one, other))
    del made, other
    assert gone() is None


def test_only_the_latest_results_are_kept() -> None:
    results, one = Results[int](2), Thing()
    for n in range(4):
        results.keep(n, n, one)
    assert [results.get(n, one) for n in range(4)] == [None, None, 2, 3]
