"""Initiative Time and Action Number by ISF, and whom they bind (5.5)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered, replace
from rules.phoenix.optional.nerve.initiative import bound, time_and_number
from tests.rules.phoenix.nerve.planners import planners
from tests.rules.phoenix.skirmish import phoenix


@pytest.mark.parametrize(
    ("lowest", "highest", "time", "number"),
    [
        (0, 3, 32, 2),  # below 3 as 3 (O56)
        (4, 5, 28, 2),
        (6, 7, 24, 3),
        (8, 10, 20, 3),
        (11, 14, 16, 3),
        (15, 20, 12, 4),
        (21, 28, 8, 5),
        (29, 39, 4, 6),
        (40, 99, 0, 7),
    ],
)
def test_the_table(lowest: int, highest: int, time: int, number: int) -> None:
    for isf in range(lowest, highest + 1):
        assert time_and_number(isf, phoenix().book) == (time, number)


@pytest.mark.parametrize(
    ("line", "is_bound"),
    [("ISF 21, CA 5", True), ("CA 5", False), ("ISF 21", False)],
)
def test_whom_it_binds(line: str, is_bound: bool) -> None:
    skirmish = planners(line)
    assert bound(skirmish.one("Donovan"), skirmish.encounter) is is_bound
    assert not bound(skirmish.one("Donovan"), altered(skirmish.encounter, timed=False))
    off = replace(skirmish.encounter, switches=(("initiative", "off"),))
    assert not bound(skirmish.one("Donovan"), off)
