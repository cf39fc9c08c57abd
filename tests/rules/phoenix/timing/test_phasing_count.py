"""The Master Phasing Table: on which count each action of an impulse is completed (5.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.steps import Ruling
from rules.phoenix.optional.timing import phasing_count
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
TABLE = {1: [3], 2: [2, 4], 3: [1, 3, 5], 4: [1, 3, 4, 5], 5: [1, 2, 3, 4, 5]}


@pytest.mark.parametrize(("actions", "counts"), TABLE.items())
def test_every_row_of_the_table(actions: int, counts: list[int]) -> None:
    assert [phasing_count.completed(nth, actions, BOOK)[0] for nth in range(1, actions + 1)] == counts


@pytest.mark.parametrize(
    ("actions", "counts"), [(6, [1, 2, 3, 4, 5, 5]), (7, [1, 2, 3, 3, 4, 5, 5]), (10, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])]
)
def test_more_actions_than_the_table_has_are_spread_over_its_last_row(actions: int, counts: list[int]) -> None:
    found = [phasing_count.completed(nth, actions, BOOK) for nth in range(1, actions + 1)]
    assert [count for count, _ in found] == counts
    for _, steps in found:
        assert [step.id for step in steps if isinstance(step, Ruling)] == ["T36"]


@given(actions=st.integers(1, 60))
def test_counts_never_go_back_and_the_last_but_one_is_late(actions: int) -> None:
    counts = [phasing_count.completed(nth, actions, BOOK)[0] for nth in range(1, actions + 1)]
    assert counts == sorted(counts)
    assert set(counts) <= {1, 2, 3, 4, 5}
    assert counts[-1] == (TABLE[actions][-1] if actions in TABLE else 5)


@pytest.mark.parametrize(
    ("line", "left", "count"),
    [
        ("CA 8", 1, 2),
        ("CA 8", 0, 4),
        ("CA 8", 2, 0),
        ("CA 4", 0, 3),
        ("CA 21", 0, 5),  # six in the first impulse
        ("CA 21", 5, 1),
        ("prone", 0, 3),  # nobody counts the actions
    ],
)
def test_the_count_that_somebody_has_come_to(line: str, left: int, count: int) -> None:
    skirmish = Skirmish()
    skirmish.sheet("Donovan", f"{line}, SAL 14")
    skirmish.make("Donovan", left=left)
    assert phasing_count.reached(skirmish.one("Donovan"), skirmish.encounter, BOOK)[0] == count


def test_actions_that_the_gm_gives_besides_are_counted_as_of_that_many() -> None:
    skirmish = Skirmish()
    skirmish.sheet("Donovan", "CA 4, SAL 14")
    skirmish.make("Donovan", left=3)
    assert phasing_count.reached(skirmish.one("Donovan"), skirmish.encounter, BOOK)[0] == 0
