"""Times as people type them: durations, times of the week with a zone, quiet hours, dates by words, time zones.

Everything is worked out in the zone that was named and returned in UTC. Of a local time that a clock change skips, the
same time by the clock before the change counts (02:30 becomes 03:30); of one that comes twice, the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.engine.errors import Refusal
from rules.engine.frozen import dataclass

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_UNITS = {"m": 60, "min": 60, "minute": 60, "h": 3_600, "hour": 3_600, "d": 86_400, "day": 86_400, "week": 604_800}
_UNITS |= {f"{unit}s": seconds for unit, seconds in _UNITS.items() if len(unit) > 1} | {"w": 604_800, "hr": 3_600}
_DURATION = re.compile(r"(\d{1,4})\s*([a-z]+)[\s,]*")
_TIME = re.compile(r"(\d{1,2})(?::(\d{2}))?")
_DAY, _MINUTE = timedelta(days=1), timedelta(minutes=1)
_A_DAY = 1_440
"""Minutes."""
SOONEST = timedelta(hours=4)
"""A decision that begins less than this before a time of the week is due at the next one."""
UTC_NAME = "UTC"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of every day in which somebody is not reminded, in minutes after local midnight: `start` to `end`."""

    start: int
    end: int

    def __str__(self) -> str:
        return f"{_clock(self.start)}-{_clock(self.end)}"


@dataclass(frozen=True, slots=True)
class Weekly:
    """Times of the week: these days (0 is Monday) at `minute` after local midnight, in a zone of the IANA database."""

    days: tuple[int, ...]
    minute: int
    zone: str

    def __str__(self) -> str:
        days = "daily" if len(self.days) == len(DAYS) else " ".join(DAYS[day][:3] for day in self.days)
        return f"{days} {_clock(self.minute)} {self.zone}"


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
    zone = ZoneInfo(rule.zone)
    day = after.astimezone(zone).date()
    while True:
        if day.weekday() in rule.days:
            moment = _local(day, rule.minute, zone)
            if moment > after:
                yield moment
        day += _DAY


def _local(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minute // 60 % 24, minute % 60), zone).astimezone(UTC)


def is_quiet(quiet: Quiet | None, zone: str, moment: datetime) -> bool:
    """Return whether a moment falls into quiet hours."""
    if quiet is None:
        return False
    local = moment.astimezone(ZoneInfo(zone))
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


def _outside(quiet: Quiet | None, zone: str, moment: datetime, step: timedelta) -> datetime:
    if quiet is None or not is_quiet(quiet, zone, moment):
        return moment
    local = moment.astimezone(ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    steps = (minute - quiet.start) % _A_DAY + 1 if step < timedelta() else (quiet.end - minute) % _A_DAY
    moment = moment.replace(second=0, microsecond=0) + steps * step
    # In the night of a clock change the hours are longer or shorter than they say.
    while is_quiet(quiet, zone, moment):
        moment += step
    while not is_quiet(quiet, zone, moment - step):
        moment -= step
    return moment


# --- what people type


def duration(text: str) -> timedelta | None:
    """Return the duration that "24h", "1 day 12 hours" or "90 min" means, or None for any other text."""
    words, seconds = text.strip().casefold(), 0
    if not words:
        return None
    while words:
        match = _DURATION.match(words)
        if match is None or match[2] not in _UNITS:
            return None
        seconds += int(match[1]) * _UNITS[match[2]]
        words = words[match.end() :]
    return timedelta(seconds=seconds)


def weekly(text: str, default_zone: str) -> Weekly | None:
    """Return the rhythm that "daily 20:00" or "mon thu 19:00 Europe/Berlin" means, or None for any other text.

    Raises Refusal for a zone that is unknown, or missing where there is no default.
    """
    words = text.replace(",", " ").split()
    days: list[int] = []
    while words and (named := _days(words[0])):
        days += named
        words.pop(0)
    if not days or not words:
        return None
    minute = _minute(words.pop(0))
    if minute is None:
        return None
    zone = zone_named(" ".join(words)) if words else default_zone
    if not zone:
        raise Refusal("Which time zone? Add one (daily 20:00 Europe/Berlin), or set yours with /my set zone:.")
    return Weekly(tuple(sorted({*days})), minute, zone)


def _days(word: str) -> tuple[int, ...]:
    word = word.casefold()
    if word in ("daily", "everyday"):
        return tuple(range(len(DAYS)))
    if word in ("weekdays", "weekends"):
        return tuple(range(5)) if word == "weekdays" else (5, 6)
    return tuple(at for at, day in enumerate(DAYS) if len(word) >= 2 and word.rstrip("s") in (day, day[: len(word)]))


def quiet_hours(text: str) -> Quiet:
    """Return the quiet hours that "22-7" or "22:30-07:00" means.

    Raises Refusal.
    """
    start, dash, end = text.replace("–", "-").replace(" to ", "-").partition("-")
    minutes = _minute(start.strip()), _minute(end.strip())
    if not dash or minutes[0] is None or minutes[1] is None or minutes[0] == minutes[1]:
        raise Refusal("Quiet hours are two different times of day: 22-7 or 22:30-07:00. Use off to remove them.")
    return Quiet(minutes[0], minutes[1])


def date_named(text: str, now: datetime, zone: str) -> datetime | None:
    """Return the moment that "friday", "tomorrow", "3 days", "12 december" or "2026-12-12 18:00" means; None for
    anything else, or for a moment that is over.

    A day without a time is its first minute in the zone. A weekday is the next one, never today.
    """
    words = text.strip().casefold()
    if (span := duration(words.removeprefix("in "))) is not None:
        return now + span
    words = words.removeprefix("next ")
    local, at = now.astimezone(ZoneInfo(zone)), 0
    parts = words.rsplit(" ", 1)
    if len(parts) == 2 and ":" in parts[1]:
        minute = _minute(parts[1])
        if minute is None:
            return None
        words, at = parts[0], minute
    day = _day(words, local.date())
    if day is None:
        return None
    moment = _local(day, at, ZoneInfo(zone))
    return moment if moment > now else None


def _day(words: str, today: date) -> date | None:
    if words in ("today", "tomorrow"):
        return today + (_DAY if words == "tomorrow" else timedelta())
    if (named := _days(words)) and len(named) == 1:
        return today + timedelta(days=(named[0] - today.weekday() - 1) % 7 + 1)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words):
        return _real(int(words[:4]), int(words[5:7]), int(words[8:]))
    match = re.fullmatch(r"(\d{1,2})\.? ([a-z]{3,9})(?: (\d{4}))?", words)
    other = re.fullmatch(r"([a-z]{3,9}) (\d{1,2})(?: (\d{4}))?", words)
    if match:
        number, name, year = match.groups()
    elif other:
        name, number, year = other.groups()
    else:
        return None
    if name[:3] not in _MONTHS:
        return None
    month = _MONTHS.index(name[:3]) + 1
    day = _real(int(year or today.year), month, int(number))
    if day is not None and year is None and day <= today:
        return _real(today.year + 1, month, int(number))
    return day


def _real(year: int, month: int, day: int) -> date | None:
    if not 1970 < year < 3000:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _minute(text: str) -> int | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    return (hour * 60 + minute) % 1_440 if hour <= 24 and minute < 60 and (hour < 24 or not minute) else None


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


# --- time zones


@cache
def zones() -> Mapping[str, str]:
    """Return the names of all time zones, by their names and by their cities in small letters ("berlin")."""
    names = sorted(name for name in available_timezones() if "/" in name or name == UTC_NAME)
    cities: dict[str, str] = {}
    for name in names:
        city = name.rpartition("/")[2].replace("_", " ").casefold()
        # Of several names for one city, the continent's own goes first.
        if city not in cities or cities[city].startswith("Etc/"):
            cities[city] = name
    return {**cities, **{name.casefold(): name for name in names}}


def zone_named(text: str) -> str:
    """Return the IANA name of a time zone that is given by it or by its city. Raises Refusal."""
    words = " ".join(text.strip().casefold().split())
    known = zones()
    if found := known.get(words) or known.get(words.replace(" ", "_")):
        return found
    raise Refusal(
        f"I don't know the time zone “{text.strip()[:40]}”. Name a city, for example Europe/Berlin or New York."
    )


def is_zone(name: str) -> bool:
    """Return whether the machine knows a time zone: its database may be older than what was stored."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True
