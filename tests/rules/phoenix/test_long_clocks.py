"""A clock of days is told by the day: its phase says nothing to anybody."""

from __future__ import annotations

import pytest

from bot.game.entries.happenings import window
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.phoenix.basics.times import clocked
from rules.shelf import shelf


@pytest.mark.parametrize(
    ("clock", "short", "long"),
    [
        (Clock(3, 2), "3.2", "Phase 3, Impulse 2"),
        (Clock(43_200, 4), "43200.4", "Phase 43200, Impulse 4"),
        (Clock(43_201, 1), "day 2", "day 2"),
        (Clock(1_079_998, 2), "day 25", "day 25"),
    ],
)
def test_after_the_first_day_a_clock_reads_as_its_day(clock: Clock, short: str, long: str) -> None:
    assert (window(clock, shelf()["phoenix"]), clocked(clock)) == (short, long)


def test_the_board_has_the_day_and_how_long_the_fight_lasts(encounter: Encounter) -> None:
    late = replace(encounter, clock=Clock(1_079_998, 2))
    assert shelf()["phoenix"].clock(late) == "day 25 (24 days 23 hours in)"


@pytest.fixture
def encounter() -> Encounter:
    return Encounter(id="days", ruleset="phoenix", preset="phoenix-basic", title="Days", gms=(), commitment="")
