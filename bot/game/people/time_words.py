"""Times as people type them: durations, times of the day and of the week, quiet hours, dates.

Each reader takes the whole text or none of it: a word that it does not know is never left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction

from bot.game.people.times import DAYS, Quiet, Weekly, local_moment
from bot.game.people.zones import clock_of, zone_named
from rules.engine.records.errors import Refusal

_FULL_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3_600),
    **dict.fromkeys(("d", "day", "days"), 86_400),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), 604_800),
}
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_COUNTED, 1)}
_NUMBERS |= {"a": 1, "an": 1}
_DURATION = re.compile(
    rf"(?:(\d{{1,4}}(?:[.,]\d{{1,2}})?)|({'|'.join(_NUMBERS)}) )\s*([a-z]+)\.?(?:[\s,]+and\b)?[\s,]*"
)
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})| ?h)? ?(?P<half>am|pm|a\.m\.|p\.m\.)?(?: ?(?:hrs|hours|uhr|o'clock))?"
    r"|(?P<four>\d{4}) ?(?:h|hrs|hours)?"
)
_NAMED_TIMES = {"noon": 720, "midday": 720, "midnight": 0}
_DAY = timedelta(days=1)
_A_DAY = 1_440
"""Minutes."""
_MOST_WORDS = 12
_DAILY = ("daily", "everyday")
_JOINING = ("and", "&", "+", "/", "or")
_BEFORE_DAYS = ("every", "each", "on", "all")
_ZONE_APART = "Put the time zone of your quiet hours in zone:, for example quiet: 22-7 zone: Berlin."
_QUIET = "Quiet hours are two different times of day: 22-7, 10pm-7am or 22:30-07:00. Use off to remove them."


def normalized(text: str) -> str:
    """Return a typed text in small letters, with simple hyphens and apostrophes and single blanks."""
    return " ".join(re.sub("[‐‑‒–—−]", "-", text).replace("’", "'").casefold().split())


def duration(text: str) -> timedelta | None:
    """Return the duration that "24h", "1 day 12 hours", "1.5 h" or "a week" means, or None for any other text."""
    words, seconds = normalized(text), Fraction()
    if not words:
        return None
    while words:
        match = _DURATION.match(words)
        if match is None or match[3] not in _UNITS:
            return None
        number = Fraction(match[1].replace(",", ".")) if match[1] else _NUMBERS[match[2]]
        seconds += number * _UNITS[match[3]]
        words = words[match.end() :]
    return timedelta(seconds=float(seconds))


def weekly(text: str, default_zone: str) -> Weekly | None:
    """Return the rhythm that "daily 20:00", "mon-fri 8pm" or "20:00 every thursday Europe/Berlin" means, or None for
    any other text.

    Raises Refusal for a zone that is unknown, or missing where there is no default.
    """
    words = normalized(text).replace(",", " ").replace("@", " at ").split()
    if len(words) > _MOST_WORDS:
        return None
    days, behind = _days_first(words)
    minute, rest = _time_first(behind if days else words)
    if minute is None:
        return None
    at = 0
    while not days and at < len(rest):
        # The zone is behind the time, or behind the days.
        days, behind = _days_first(rest[at:])
        rest = [*rest[:at], *behind] if days else rest
        at += 1
    return Weekly(days, minute, _zone(rest, default_zone)) if days else None


def _time_first(words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Return the time of day that words begin with, in minutes, and the words behind it; None if they do not."""
    for size in (2, 1):
        minute = time_of_day(" ".join(words[:size])) if len(words) >= size else None
        if minute is not None:
            return minute, words[size:]
    return None, words


def _days_first(words: Sequence[str]) -> tuple[tuple[int, ...], Sequence[str]]:
    """Return the days that words begin with, and the words behind them without "at"."""
    found: list[int] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in _BEFORE_DAYS and at + 1 < len(words) and (word != "all" or words[at + 1] == "days"):
            at += 1
            if words[at] in ("day", "days"):
                found += range(len(DAYS))
                at += 1
        elif found and word in _JOINING and at + 1 < len(words) and _days(words[at + 1]):
            at += 1
        elif at + 2 < len(words) and words[at + 1] in ("-", "to", "through", "till") and _run(word, words[at + 2]):
            found += _run(word, words[at + 2])
            at += 3
        elif days := _days(word):
            found += days
            at += 1
        else:
            break
    behind = words[at:]
    if found and behind and behind[0] in ("at", "by"):
        behind = behind[1:]
    return tuple(sorted({*found})), behind


def _zone(words: Sequence[str], default: str) -> str:
    if words:
        return zone_named(" ".join(words))
    if not default:
        raise Refusal("Which time zone? Add one (daily 20:00 Europe/Berlin), or set yours with /my set zone:.")
    return default


def _days(word: str) -> tuple[int, ...]:
    """Return the days that a word names: "mon", "mondays", "mon-fri", "mon/thu", "weekdays"."""
    if word in _DAILY:
        return tuple(range(len(DAYS)))
    if word in ("weekdays", "weekday", "weekends", "weekend"):
        return tuple(range(5)) if word.startswith("weekd") else (5, 6)
    first, dash, last = word.partition("-")
    if dash:
        return _run(first, last)
    parts = re.split(r"[/&+]", word)
    days = [_day_of_week(part) for part in parts]
    return tuple(day for day in days if day is not None) if None not in days else ()


def _run(first: str, last: str) -> tuple[int, ...]:
    """Return the days from one to another, over the end of the week if need be."""
    start, end = _day_of_week(first), _day_of_week(last)
    if start is None or end is None:
        return ()
    return tuple((start + n) % len(DAYS) for n in range((end - start) % len(DAYS) + 1))


def _day_of_week(word: str) -> int | None:
    word = word.removesuffix(".")
    one = word.removesuffix("s") if word.endswith("days") or len(word) == 4 else word
    known = (at for at, day in enumerate(DAYS) if len(one) >= 2 and day.startswith(one))
    return next(known, None)


def quiet_hours(text: str) -> Quiet:
    """Return the quiet hours that "22-7", "10pm-7am" or "from 22:30 until 07:00" means.

    Raises Refusal.
    """
    words = normalized(text).removeprefix("from ").removeprefix("between ")
    start, dash, end = re.sub(r" (?:to|until|till|and) ", "-", words, count=1).partition("-")
    first, last = time_of_day(start.strip()), time_of_day(end.strip())
    if not dash or first is None or last is None or first == last:
        raise Refusal(_ZONE_APART if dash and _names_zone(end) else _QUIET)
    halves = [re.search(r"[ap]\.?m", one) is not None for one in (start, end)]
    if halves == [False, True] and first <= 12 * 60:
        bare = start.strip()
        raise Refusal(f"Is that {bare} am or {bare} pm? Give both: 10pm-7am, or 22-7.")
    return Quiet(first, last)


def _names_zone(end: str) -> bool:
    """Return whether a time zone is behind the end of quiet hours."""
    _, _, behind = end.strip().partition(" ")
    try:
        return bool(zone_named(behind.removeprefix("am ").removeprefix("pm ")))
    except Refusal:
        return False


def time_of_day(text: str) -> int | None:
    """Return the minutes after midnight that "20", "20:00", "8pm", "8.30 pm" or "noon" means, or None."""
    words = text.strip().casefold()
    if words in _NAMED_TIMES:
        return _NAMED_TIMES[words]
    match = _TIME.fullmatch(words)
    if match is None:
        return None
    if match["four"]:
        hour, minute = int(match["four"][:2]), int(match["four"][2:])
    else:
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if half := match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    return (hour * 60 + minute) % _A_DAY if hour <= 24 and minute < 60 and (hour < 24 or not minute) else None


def date_named(text: str, now: datetime, zone: str) -> datetime | None:
    """Return the moment that "friday", "tomorrow 8pm", "3 days", "12th december", "12/24" or "2026-12-12 18:00" means;
    None for anything else, or for a moment that is over.

    A day without a time is its first minute in the zone, which may be named behind it. A weekday is the next one, never
    today. Raises Refusal for a date that can be read in two ways.
    """
    words = re.sub(r"^(?:back |until |till |by |on )+", "", normalized(text))
    if (span := duration(re.sub(r"^(?:in|for) ", "", words))) is not None:
        return now + span
    parts = words.removeprefix("next ").replace(",", " ").split()
    if len(parts) > _MOST_WORDS:
        return None
    for size in range(len(parts), max(0, len(parts) - 4), -1):
        behind = " ".join(parts[size:])
        try:
            there = zone_named(behind) if behind else zone
        except Refusal:
            continue
        if moment := _moment(parts[:size], now, there):
            return moment if moment > now else None
    return None


def _moment(parts: Sequence[str], now: datetime, zone: str) -> datetime | None:
    clock = clock_of(zone)
    today = now.astimezone(clock).date()
    if (day := _day(" ".join(parts), today)) is not None:
        return local_moment(day, 0, clock)
    for size in (2, 1):
        at = time_of_day(" ".join(parts[-size:])) if len(parts) > size else None
        before = parts[:-size]
        # A bare number could be a day: friday 13.
        if (
            at is None
            or parts[-1].isdecimal()
            or (day := _day(" ".join(before[:-1] if before[-1:] == ["at"] else before), today)) is None
        ):
            continue
        return local_moment(day, at, clock)
    return None


def _day(words: str, today: date) -> date | None:
    if words in ("today", "tomorrow"):
        return today + (_DAY if words == "tomorrow" else timedelta())
    if (at := _day_of_week(words)) is not None:
        return today + timedelta(days=(at - today.weekday() - 1) % 7 + 1)
    if match := re.fullmatch(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", words):
        return _real(int(match[1]), int(match[2]), int(match[3]))
    if match := re.fullmatch(r"(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4})?)?", words):
        return _in_figures(int(match[1]), int(match[3]), match[2], match[4], today)
    number, month = r"(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?", r"([a-z]{3,9})\.?"
    match = re.fullmatch(rf"{number} (?:of )?{month}(?: (\d{{4}}))?", words)
    if match:
        return _coming(int(match[1]), _month(match[2]), match[3], today)
    match = re.fullmatch(rf"{month} {number}(?: (\d{{4}}))?", words)
    return _coming(int(match[2]), _month(match[1]), match[3], today) if match else None


def _in_figures(first: int, second: int, sign: str, year: str | None, today: date) -> date | None:
    """Return the date of two figures: with points the day is first, else only where one can be no month.

    Raises Refusal.
    """
    if sign == "." or first > 12 or first == second:
        return _coming(first, second, year, today)
    if second > 12:
        return _coming(second, first, year, today)
    if not (first and second):
        return None
    one, other = (f"{day} {_FULL_MONTHS[month - 1].capitalize()}" for day, month in ((first, second), (second, first)))
    raise Refusal(f"{first}{sign}{second} can be {one} or {other}. Write it with the month's name.")


def _month(name: str) -> int:
    """Return the number of a month, 0 for another word."""
    fits = (n for n, full in enumerate(_FULL_MONTHS, 1) if full.startswith(name) or name == "sept" == full[:4])
    return next(fits, 0)


def _coming(number: int, month: int, year: str | None, today: date) -> date | None:
    """Return a day of a month; without a year the next one after today."""
    day = _real(int(year or today.year), month, number)
    if day is not None and year is None and day <= today:
        return _real(today.year + 1, month, number)
    return day


def _real(year: int, month: int, day: int) -> date | None:
    if not 1970 < year < 3000:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
