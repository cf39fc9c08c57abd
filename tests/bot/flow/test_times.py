"""Times as people type them: every form, also across changes of the clock; what holds for all of them."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.flow.deadlines import rule_in_words, wish
from bot.game.people import time_words, times, zones
from bot.game.people.times import Quiet, Weekly, due_at
from rules.engine.records.errors import Refusal
from tests.served import ROOT

BERLIN, NEW_YORK, HONOLULU = "Europe/Berlin", "America/New_York", "Pacific/Honolulu"
ZONES = (BERLIN, NEW_YORK, HONOLULU, "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "UTC")
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(lambda moment: moment.replace(tzinfo=UTC))
minutes = st.integers(0, 1_439)
quiets = st.tuples(minutes, minutes).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: Quiet(*pair))
weeklies = st.builds(
    Weekly,
    st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    minutes,
    st.sampled_from(ZONES),
)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hours"),
    [("24h", 24), ("90 min", 1.5), ("1 day 12 hours", 36), ("2d", 48), ("1d12h", 36), ("2 weeks", 336), ("45m", 0.75)],
)
def test_a_duration_is_read(text: str, hours: float) -> None:
    assert time_words.duration(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "soon", "24", "h", "24 parsecs", "1h and a bit", "-3h", "99999h"])
def test_what_is_no_duration_is_none(text: str) -> None:
    assert time_words.duration(text) is None


@pytest.mark.parametrize(
    ("text", "days", "minute", "zone"),
    [
        ("daily 20:00", (0, 1, 2, 3, 4, 5, 6), 1_200, HONOLULU),
        ("mon thu 19:00", (0, 3), 1_140, HONOLULU),
        ("thu, mon 19 Europe/Berlin", (0, 3), 1_140, BERLIN),
        ("Daily 7:05 new york", (0, 1, 2, 3, 4, 5, 6), 425, NEW_YORK),
        ("weekdays 18:30 berlin", (0, 1, 2, 3, 4), 1_110, BERLIN),
        ("sundays 24:00 UTC", (6,), 0, "UTC"),
    ],
)
def test_times_of_the_week_are_read(text: str, days: tuple[int, ...], minute: int, zone: str) -> None:
    rule = time_words.weekly(text, HONOLULU)
    assert rule == Weekly(days, minute, zone)
    assert time_words.weekly(str(rule), "") == rule


def test_a_time_of_the_week_needs_a_zone() -> None:
    with pytest.raises(Refusal, match="Which time zone"):
        time_words.weekly("daily 20:00", "")
    with pytest.raises(Refusal, match="I don't know the time zone “atlantis”"):
        time_words.weekly("daily 20:00 Atlantis", "")
    assert time_words.weekly("daily", BERLIN) is None and time_words.weekly("20:00", BERLIN) is None
    assert time_words.weekly("daily 25:00", BERLIN) is None


@pytest.mark.parametrize(
    ("rule", "began", "due"),
    [
        # Summer begins on 29 March and ends on 25 October in Berlin: 20:00 is 19:00 UTC in winter, 18:00 in summer.
        ("daily 20:00", "2026-03-28T12:00", "2026-03-28T19:00"),
        ("daily 20:00", "2026-03-29T12:00", "2026-03-29T18:00"),
        ("daily 20:00", "2026-10-24T12:00", "2026-10-24T18:00"),
        ("daily 20:00", "2026-10-25T12:00", "2026-10-25T19:00"),
        # 02:30 does not come on the one day, and comes twice on the other.
        ("daily 2:30", "2026-03-28T12:00", "2026-03-29T01:30"),
        ("daily 2:30", "2026-10-24T12:00", "2026-10-25T00:30"),
        # What begins shortly before is due the next time.
        ("daily 20:00", "2026-06-01T13:59", "2026-06-01T18:00"),
        ("daily 20:00", "2026-06-01T14:00", "2026-06-02T18:00"),
        ("mon thu 19:00", "2026-06-02T09:00", "2026-06-04T17:00"),
        ("mon thu 19:00", "2026-06-04T16:00", "2026-06-08T17:00"),
    ],
)
def test_a_decision_is_due_at_the_next_such_time(rule: str, began: str, due: str) -> None:
    weekly = time_words.weekly(rule, BERLIN)
    assert weekly is not None
    assert due_at(weekly, utc(began)) == utc(due)


def test_the_first_one_has_three_times_as_long() -> None:
    weekly = time_words.weekly("daily 20:00", BERLIN)
    assert weekly is not None
    assert due_at(weekly, utc("2026-06-01T08:00"), 3) == utc("2026-06-03T18:00")
    assert due_at(timedelta(hours=24), utc("2026-06-01T08:00"), 3) == utc("2026-06-04T08:00")


@given(st.one_of(weeklies, st.timedeltas(timedelta(minutes=10), timedelta(days=60))), moments, st.sampled_from([1, 3]))
def test_nothing_is_due_before_it_begins(rule: times.Rule, began: datetime, length: int) -> None:
    due = due_at(rule, began, length)
    assert due > began
    if isinstance(rule, Weekly):
        assert due - began > times.SOONEST
        assert due - began <= timedelta(days=7 * length, hours=5) + times.SOONEST


@given(quiets, st.sampled_from(ZONES), moments)
def test_what_is_moved_out_of_quiet_hours_is_outside(quiet: Quiet, zone: str, moment: datetime) -> None:
    before, after = times.before_quiet(quiet, zone, moment), times.after_quiet(quiet, zone, moment)
    assert not times.is_quiet(quiet, zone, before) and not times.is_quiet(quiet, zone, after)
    assert before <= moment <= after
    if before < moment:
        step = timedelta(minutes=1)
        assert times.is_quiet(quiet, zone, before + step) and times.is_quiet(quiet, zone, after - step)
    assert (before == moment == after) == (not times.is_quiet(quiet, zone, moment))
    assert time_words.quiet_hours(str(quiet)) == quiet


def test_quiet_hours_are_read() -> None:
    assert time_words.quiet_hours("22-7") == Quiet(1_320, 420)
    assert time_words.quiet_hours("22:30 - 07:15") == Quiet(1_350, 435)
    assert time_words.quiet_hours("0 to 24:00".replace("24:00", "8")) == Quiet(0, 480)
    for text in ("22", "22-22", "night", "25-7", "22-7-3", ""):
        with pytest.raises(Refusal, match="Quiet hours are"):
            time_words.quiet_hours(text)


# A Wednesday.
NOW = utc("2026-03-25T12:00")


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("friday", "2026-03-26T23:00"),
        ("next friday", "2026-03-26T23:00"),
        ("wednesday", "2026-03-31T22:00"),
        ("tomorrow", "2026-03-25T23:00"),
        ("today 18:00", "2026-03-25T17:00"),
        ("tomorrow 18:00", "2026-03-26T17:00"),
        ("monday 7:30", "2026-03-30T05:30"),
        ("3 days", "2026-03-28T12:00"),
        ("in 2 weeks", "2026-04-08T12:00"),
        ("12 december", "2026-12-11T23:00"),
        ("Dec 12", "2026-12-11T23:00"),
        ("3 jan", "2027-01-02T23:00"),
        ("3. march 2027", "2027-03-02T23:00"),
        ("2026-12-12", "2026-12-11T23:00"),
        ("2026-12-12 18:00", "2026-12-12T17:00"),
    ],
)
def test_dates_are_read_by_words(text: str, when: str) -> None:
    assert time_words.date_named(text, NOW, BERLIN) == utc(when)


@pytest.mark.parametrize(
    "text", ["", "someday", "31 february", "2026-13-01", "2020-01-01", "today", "friday 25:99", "0000-00-00", "1 foo"]
)
def test_what_is_no_date_to_come_is_none(text: str) -> None:
    assert time_words.date_named(text, NOW, BERLIN) is None


@given(st.text(max_size=40), moments, st.sampled_from(ZONES))
def test_any_text_is_a_date_to_come_or_none(text: str, now: datetime, zone: str) -> None:
    try:
        found = time_words.date_named(text, now, zone)
    except Refusal:
        return
    assert found is None or found >= now


# --- as people type them: tests/golden/typing/times.toml

TYPED: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests/golden/typing/times.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "name"), TYPED["zones"].items())
def test_a_zone_is_named(text: str, name: str) -> None:
    assert zones.zone_named(text) == name
    assert zones.zone_named(name) == name
    assert zones.is_zone(name)


@pytest.mark.parametrize(("text", "says"), TYPED["zones_refused"].items())
def test_an_unknown_zone_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        zones.zone_named(text)
    assert says in str(refused.value)


def test_gmt_plus_two_is_two_hours_east_and_what_was_stored_stays_west() -> None:
    noon = utc("2026-06-01T12:00")
    east = time_words.weekly("daily 20:00 GMT+2", "")
    assert east is not None
    assert due_at(east, noon) == utc("2026-06-01T18:00")
    assert due_at(Weekly(tuple(range(7)), 1_200, "Etc/GMT+2"), noon) == utc("2026-06-01T22:00")
    assert zones.in_words("Etc/GMT+2", noon) == "Etc/GMT+2 (UTC-02:00, no summer time)"
    assert zones.in_words("UTC+02:00", noon) == "UTC+02:00 (no summer time)"
    assert zones.in_words(BERLIN, noon) == "Europe/Berlin (UTC+02:00 now)"


def test_suggested_zones_are_places_and_offsets_east_as_people_write_them() -> None:
    assert {"Europe/Berlin", "UTC+02:00", "UTC"} <= {*zones.suggested()}
    assert not [name for name in zones.suggested() if name.startswith("Etc/")]
    assert all(zones.zone_named(name) == name for name in zones.suggested())


@pytest.mark.parametrize(("text", "span"), TYPED["durations"].items())
def test_a_typed_duration_is_read(text: str, span: str) -> None:
    assert str(time_words.duration(text)) == span


@pytest.mark.parametrize(("text", "rule"), TYPED["weekly"].items())
def test_typed_times_of_the_week_are_read(text: str, rule: str) -> None:
    assert str(time_words.weekly(text, HONOLULU)) == rule


@pytest.mark.parametrize(("text", "says"), TYPED["not_weekly"].items())
def test_what_is_no_time_of_the_week_is_none_or_refused(text: str, says: str) -> None:
    if not says:
        assert time_words.weekly(text, HONOLULU) is None
        return
    with pytest.raises(Refusal) as refused:
        time_words.weekly(text, HONOLULU)
    assert says in str(refused.value)


@pytest.mark.parametrize(("text", "parts"), TYPED["deadlines"].items())
def test_a_typed_deadline_is_read(text: str, parts: list[str]) -> None:
    found = wish(text, BERLIN)
    rule = rule_in_words(found.rule) if found.rule else None
    assert [str(part) for part in (rule, found.grace, found.extend)] == parts


@pytest.mark.parametrize(
    "text", ["24h or so", "soon", "24", "daily", "extend", "daily 20:00 grace soon", "24h 12h grace x"]
)
def test_what_is_no_deadline_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="Give a time: 24h"):
        wish(text, BERLIN)


@pytest.mark.parametrize(("text", "hours"), TYPED["quiet"].items())
def test_typed_quiet_hours_are_read(text: str, hours: str) -> None:
    assert str(time_words.quiet_hours(text)) == hours


@pytest.mark.parametrize(("text", "says"), TYPED["quiet_refused"].items())
def test_what_are_no_quiet_hours_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        time_words.quiet_hours(text)
    assert says in str(refused.value)


@pytest.mark.parametrize(("text", "when"), TYPED["dates"].items())
def test_typed_dates_are_read(text: str, when: str) -> None:
    assert time_words.date_named(text, NOW, BERLIN) == utc(when)


@pytest.mark.parametrize(("text", "says"), TYPED["dates_refused"].items())
def test_what_is_no_date_or_two_is_refused(text: str, says: str) -> None:
    if not says:
        assert time_words.date_named(text, NOW, BERLIN) is None
        return
    with pytest.raises(Refusal) as refused:
        time_words.date_named(text, NOW, BERLIN)
    assert says in str(refused.value)


@given(st.sampled_from([*TYPED["weekly"]]), st.sampled_from(["zorp", "roughly"]), st.data())
def test_an_unknown_word_among_times_of_the_week_is_never_left_out(text: str, word: str, data: st.DataObject) -> None:
    words = text.split()
    words.insert(data.draw(st.integers(0, len(words))), word)
    try:
        found = time_words.weekly(" ".join(words), HONOLULU)
    except Refusal as refusal:
        assert word in str(refusal)
    else:
        assert found is None


@given(st.sampled_from([*TYPED["dates"]]), st.sampled_from(["zorp", "roughly"]), st.data())
def test_an_unknown_word_makes_a_date_none(text: str, word: str, data: st.DataObject) -> None:
    words = text.split()
    words.insert(data.draw(st.integers(0, len(words))), word)
    assert time_words.date_named(" ".join(words), NOW, BERLIN) is None
