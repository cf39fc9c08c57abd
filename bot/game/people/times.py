"""Times of the week and quiet hours: when a decision is due, and when nobody is reminded.

Everything is worked out in the zone that was named and returned in UTC. Of a local time that a clock change skips, the
same time by the clock before the change counts (02:30 becomes 03:30); of one that comes twice, the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from bot.game.people.zones import clock_of
from rules.engine.records.frozen import dataclass

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY, _MINUTE = timedelta(days=1), timedelta(minutes=1)
_A_DAY = 1_440
"""Minutes."""
SOONEST = timedelta(hours=4)
"""A decision that begins less than this before a time of the week is due at the next one."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of every day in which somebody is not reminded, in minutes after local midnight: `start` to `end`."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"{_clock(self.start)}-{_clock(self.end)}"


@dataclass(frozen=True, slots=True)
class Weekly:
    """Times of the week: these days (0 is Monday) at `minute` after local midnight, in a zone of `zones`."""

    days: tuple[int, ...]
    minute: int
    zone: str

    @property
    def days_and_time(self) -> str:
        """The rhythm without its zone: "mon thu 19:00"."""
        days = "daily" if len(self.days) == len(DAYS) else " ".join(DAYS[day][:3] for day in self.days)
        return f"{days} {_clock(self.minute)}"

    def __str__(self) -> str:
        return f"{self.days_and_time} {self.zone}"


Rule = timedelta | Weekly
"""How long people have for a decision, or at which times of the week decisions are due."""


def due_at(rule: Rule, began: datetime, times: int = 1) -> datetime:
    """Return when a decision that began then is due; `times` as long for an encounter's first one."""
    if isinstance(rule, timedelta):
        return began + times * rule
    coming = _occurrences(rule, began + SOONEST)
    for _ in range(times - 1):
        next(coming)
    return next(coming)


def _occurrences(rule: Weekly, after: datetime) -> Iterator[datetime]:
    zone = clock_of(rule.zone)
    day = after.astimezone(zone).date()
    while True:
        if day.weekday() in rule.days:
            moment = local_moment(day, rule.minute, zone)
            if moment > after:
                yield moment
        day += _DAY


def local_moment(day: date, minute: int, zone: tzinfo) -> datetime:
    """Return the moment of a local time, in minutes after midnight."""
    return datetime.combine(day, time(minute // 60 % 24, minute % 60), zone).astimezone(UTC)


def is_quiet(quiet: Quiet | None, zone: str, moment: datetime) -> bool:
    """Return whether a moment falls into quiet hours."""
    if quiet is None:
        return False
    local = moment.astimezone(clock_of(zone))
    minute = local.hour * 60 + local.minute
    if quiet.start <= quiet.end:
        return quiet.start <= minute < quiet.end
    return minute >= quiet.start or minute < quiet.end


def before_quiet(quiet: Quiet | None, zone: str, moment: datetime) -> datetime:
    """Return the moment, or the last minute before the quiet hours that it falls into."""
    return _outside(quiet, zone, moment, -_MINUTE)


def after_quiet(quiet: Quiet | None, zone: str, moment: datetime) -> datetime:
    """Return the moment, or the first minute after the quiet hours that it falls into."""
    return _outside(quiet, zone, moment, _MINUTE)


def next_quiet(quiet: Quiet, zone: str, now: datetime) -> tuple[datetime, datetime]:
    """Return when quiet hours begin and end next, or today if they have begun."""
    clock = clock_of(zone)
    today = now.astimezone(clock).date()
    over = quiet.start > quiet.end
    return local_moment(today, quiet.start, clock), local_moment(
        today + (_DAY if over else timedelta()), quiet.end, clock
    )


def _outside(quiet: Quiet | None, zone: str, moment: datetime, step: timedelta) -> datetime:
    if quiet is None or not is_quiet(quiet, zone, moment):
        return moment
    local = moment.astimezone(clock_of(zone))
    minute = local.hour * 60 + local.minute
    steps = (minute - quiet.start) % _A_DAY + 1 if step < timedelta() else (quiet.end - minute) % _A_DAY
    moment = moment.replace(second=0, microsecond=0) + steps * step
    # In the night of a clock change the hours are longer or shorter than they say.
    while is_quiet(quiet, zone, moment):
        moment += step
    while not is_quiet(quiet, zone, moment - step):
        moment -= step
    return moment


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
