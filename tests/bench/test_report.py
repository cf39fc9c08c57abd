"""A line of the bench works out its ratio and its verdict itself."""

from __future__ import annotations

import pytest

from bench.report import Goal, Line, Verdict, at_most, ratio_at_least, ratio_at_most, slowest, table

KEPT, MISSED, UNKNOWN = Verdict.KEPT, Verdict.MISSED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("goal", "ours", "floor", "verdict"),
    [
        (at_most(50), 49.9, None, KEPT),
        (at_most(50), 50, None, KEPT),
        (at_most(50), 50.001, None, MISSED),
        (at_most(50), 50, 1, KEPT),
        (at_most(50), None, 1, UNKNOWN),
        (ratio_at_most(1.5), 3, 2, KEPT),
        (ratio_at_most(1.5), 3.01, 2, MISSED),
        (ratio_at_most(1.5), 3, None, UNKNOWN),
        (ratio_at_most(1.5), None, 2, UNKNOWN),
        (ratio_at_most(1.5), 3, 0, UNKNOWN),
        (ratio_at_least(0.5), 1, 2, KEPT),
        (ratio_at_least(0.5), 0.99, 2, MISSED),
        (None, 3, 2, Verdict.NONE),
        (None, None, None, Verdict.NONE),
    ],
)
def test_verdicts(goal: Goal | None, ours: float | None, floor: float | None, verdict: Verdict) -> None:
    assert Line("a shot", ours, "ms", goal, floor).verdict is verdict


@pytest.mark.parametrize(
    ("ours", "floor", "ratio"),
    [(3.0, 2.0, 1.5), (0.0, 2.0, 0.0), (3.0, None, None), (None, 2.0, None), (3.0, 0.0, None)],
)
def test_ratios(ours: float | None, floor: float | None, ratio: float | None) -> None:
    assert Line("a shot", ours, "ms", None, floor).ratio == ratio


def test_the_table_is_aligned_and_counts_the_goals() -> None:
    lines = [
        Line("a shot", 3.004, "ms", ratio_at_most(1.5), 2),
        Line("shots", 2345.6, "/s", ratio_at_least(2.2), 1000),
        Line("memory", 99.5, "MiB", at_most(110)),
        Line("another commit's", 1.5, "s", ratio_at_most(1)),
        Line("no goal", None, "ms"),
    ]
    assert [*table(lines)] == [
        "what                 floor      ours  ratio  goal",
        "a shot             2.00 ms   3.00 ms   1.50  ≤ 1.5 × floor  MISSED",
        "shots             1,000 /s  2,346 /s   2.35  ≥ 2.2 × floor  kept",
        "memory                      99.5 MiB         ≤ 110 MiB      kept",
        "another commit's              1.50 s         ≤ 1 × floor    not measured",
        "no goal",
        "2 goals kept, 1 MISSED, 1 not measured",
    ]


def test_of_many_inputs_none_that_misses_is_left_out() -> None:
    lines = [*slowest("worst", [("a", 0.06), ("b", 0.08), ("c", 0.07), ("d", 0.01)], 2, at_most(50))]
    assert [(line.what, line.verdict) for line in lines] == [
        ("worst: b", MISSED),
        ("worst: c", MISSED),
        ("worst: each of the other 2, at most", MISSED),
    ]
