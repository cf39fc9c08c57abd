"""What is remembered is bounded: the entries that were written last."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.game.latest import Latest


@given(st.lists(st.tuples(st.integers(0, 9), st.integers())), st.integers(1, 5))
def test_the_entries_that_were_written_last_stay(writes: list[tuple[int, int]], most: int) -> None:
    latest = Latest[int, int](most)
    for key, value in writes:
        latest[key] = value
    order = list(dict.fromkeys(key for key, _ in reversed(writes)))[:most]
    assert list(latest.items()) == [(key, dict(writes)[key]) for key in reversed(order)]


def test_what_is_there_already_is_neither_replaced_nor_renewed() -> None:
    latest = Latest[str, int](2)
    assert [latest.setdefault(key, n) for n, key in enumerate("aba")] == [0, 1, 0]
    latest.setdefault("c", 3)
    assert list(latest) == ["b", "c"]
