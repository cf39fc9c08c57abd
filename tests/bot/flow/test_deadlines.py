"""A GM's words for the deadline, and when a decision begins, stands still and ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.game.flow.deadlines import Wish, extended, fresh, rule_in_words, settled, stored_rule, wish, written
from bot.game.people.times import Weekly
from bot.game.store import DeadlineRow
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records import copies
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import Refusal

ZONE = "Europe/Berlin"
NOW, HOUR = datetime(2026, 6, 1, 8, tzinfo=UTC), timedelta(hours=1)
ROW = DeadlineRow(encounter_id="e1", guild_id="1", channel_id="2", rule="86400 s", last=4)
FIGHT = copies.replace(UNOPENED, id="e1", clock=Clock(2, 3))
ANN = frozenset({"1"})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("24h", Wish(24 * HOUR)),
        ("24h grace 2h", Wish(24 * HOUR, 2 * HOUR)),
        ("24h, grace 30 min", Wish(24 * HOUR, HOUR / 2)),
        ("daily 20:00", Wish(Weekly((0, 1, 2, 3, 4, 5, 6), 1_200, ZONE))),
        ("Mon Thu 19:00 New York grace 1h", Wish(Weekly((0, 3), 1_140, "America/New_York"), HOUR)),
        ("grace 2h", Wish(grace=2 * HOUR)),
        ("grace 0", Wish(grace=timedelta())),
        ("extend 12h", Wish(extend=12 * HOUR)),
        ("OFF", Wish(off=True)),
    ],
)
def test_a_deadline_is_read(text: str, wanted: Wish) -> None:
    assert wish(text, ZONE) == wanted
    if wanted.rule is not None:
        assert stored_rule(written(wanted.rule)) == wanted.rule
        assert wish(rule_in_words(wanted.rule), "").rule == wanted.rule


@pytest.mark.parametrize(
    "text", ["", "soon", "5 min", "90 days", "extend", "extend soon", "grace", "grace 9 days", "1"]
)
def test_what_is_no_deadline_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        wish(text, ZONE)


def test_a_decision_begins_with_somebody_to_make_it_and_the_first_takes_three_times_as_long() -> None:
    first = settled(ROW, FIGHT, ANN, NOW)
    assert (first.decision, first.began_at, first.due_at) == (1, NOW, NOW + 72 * HOUR)
    # Another order in the same window changes nothing.
    assert settled(replace(first, last=9), FIGHT, ANN, NOW + HOUR) == replace(first, last=9, seq=9)
    over = settled(replace(first, last=10), FIGHT, frozenset(), NOW + HOUR)
    assert (over.due_at, over.began_at, over.decision) == (None, None, 1)
    second = settled(replace(over, last=11), FIGHT, ANN, NOW + 2 * HOUR)
    assert (second.decision, second.due_at) == (2, NOW + 26 * HOUR)


def test_the_clock_and_an_undo_begin_a_fresh_one() -> None:
    first = settled(ROW, FIGHT, ANN, NOW)
    later = settled(first, copies.replace(FIGHT, clock=Clock(2, 4)), ANN, NOW + HOUR)
    assert (later.decision, later.due_at) == (2, NOW + 25 * HOUR)
    undone = settled(replace(later, restored=1), copies.replace(FIGHT, clock=Clock(2, 4)), ANN, NOW + 2 * HOUR)
    assert (undone.decision, undone.due_at) == (3, NOW + 26 * HOUR)


def test_a_pause_stops_it_and_what_was_left_is_left_after_it() -> None:
    first = settled(ROW, FIGHT, ANN, NOW)
    paused = copies.replace(FIGHT, paused=True)
    still = settled(first, paused, frozenset(), NOW + 10 * HOUR)
    assert settled(still, paused, frozenset(), NOW + 50 * HOUR) == still
    resumed = settled(still, FIGHT, ANN, NOW + 100 * HOUR)
    assert (resumed.decision, resumed.due_at, resumed.paused_at) == (1, NOW + 162 * HOUR, None)


def test_a_clock_that_is_put_back_during_a_pause_takes_no_time_away() -> None:
    first = settled(ROW, FIGHT, ANN, NOW)
    still = settled(first, copies.replace(FIGHT, paused=True), frozenset(), NOW + HOUR)
    assert settled(still, FIGHT, ANN, NOW - 5 * HOUR).due_at == first.due_at


def test_more_time_is_added_and_what_is_over_begins_again() -> None:
    first = fresh(replace(ROW, decision=3), NOW)
    assert extended(first, HOUR, NOW) == replace(first, due_at=NOW + 25 * HOUR)
    again = extended(first, HOUR, NOW + 30 * HOUR)
    assert (again.decision, again.due_at) == (5, NOW + 31 * HOUR)
    with pytest.raises(Refusal, match="Nobody needs to decide now"):
        extended(ROW, HOUR, NOW)


def test_an_encounter_that_has_ended_has_none() -> None:
    first = settled(ROW, FIGHT, ANN, NOW)
    assert settled(first, copies.replace(FIGHT, ended=True), frozenset(), NOW).due_at is None
