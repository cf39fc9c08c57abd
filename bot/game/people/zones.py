"""Time zones: as people name them, as they are stored, and their clocks.

A zone is stored by its name in the IANA database, or as a fixed offset, "UTC+02:00", which has no summer time. "GMT+2"
is two hours east of Greenwich, as people write it; the database's own "Etc/GMT+2" is two hours west, and means that
only if somebody types the whole name or has stored it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.engine.records.errors import Refusal

UTC_NAME = "UTC"
_OFFSET = re.compile(r"(?:utc|gmt|z)?([+-])(\d{1,2})(?::?(\d{2}))?(?:h|hrs?|hours?)?")
_STORED = re.compile(r"UTC([+-])(\d{2}):(\d{2})")
_MOST_EAST, _MOST_WEST = timedelta(hours=14), timedelta(hours=-12)
_MINUTES_APART = 15
# Hours east of Greenwich.
_ABBREVIATIONS = {
    **dict.fromkeys(("utc", "gmt", "z", "zulu", "wet"), 0.0),
    **dict.fromkeys(("cet", "mez", "west", "wat"), 1.0),
    **dict.fromkeys(("cest", "mesz", "eet", "sast", "cat"), 2.0),
    **dict.fromkeys(("eest", "msk", "trt"), 3.0),
    **dict.fromkeys(("wib", "ict"), 7.0),
    **dict.fromkeys(("awst", "sgt", "hkt", "pht"), 8.0),
    **dict.fromkeys(("jst", "kst"), 9.0),
    "acst": 9.5,
    "aest": 10.0,
    "aedt": 11.0,
    "nzst": 12.0,
    "nzdt": 13.0,
    "nst": -3.5,
    "ndt": -2.5,
    **dict.fromkeys(("adt", "brt", "art"), -3.0),
    "edt": -4.0,
    **dict.fromkeys(("est", "cdt"), -5.0),
    "mdt": -6.0,
    **dict.fromkeys(("mst", "pdt"), -7.0),
    **dict.fromkeys(("pst", "akdt"), -8.0),
    "akst": -9.0,
    "hst": -10.0,
}
_SEVERAL = {
    "cst": "UTC-6, UTC+8 or a city, such as Chicago or Shanghai",
    "ist": "UTC+5:30, UTC+1, UTC+2 or a city, such as Kolkata, Dublin or Jerusalem",
    "bst": "UTC+1, UTC+6 or a city, such as London or Dhaka",
    "ast": "UTC-4, UTC+3 or a city, such as Halifax or Riyadh",
}
"""The abbreviations that people of several places use for their own zones."""
_REGIONS = {
    "et": "America/New_York",
    "ct": "America/Chicago",
    "mt": "America/Denver",
    "pt": "America/Los_Angeles",
    "uk": "Europe/London",
}
_REGIONS |= {
    "eastern": _REGIONS["et"],
    "central": _REGIONS["ct"],
    "mountain": _REGIONS["mt"],
    "pacific": _REGIONS["pt"],
}
_NO_PLACES = {"Factory", "Universal", "Greenwich", "Zulu", "Navajo"}


@cache
def zones() -> Mapping[str, str]:
    """Return the names of the database's time zones, by their names and by their cities or countries in small letters
    ("berlin")."""
    everywhere = available_timezones()
    names = sorted(name for name in everywhere if "/" in name or name == UTC_NAME)
    cities = {name.casefold(): name for name in sorted(everywhere) if name[1:].isalpha() and name[1:].islower()}
    cities = {city: name for city, name in cities.items() if name not in _NO_PLACES}
    for name in names:
        city = name.rpartition("/")[2].replace("_", " ").casefold()
        if not name.startswith("Etc/"):
            cities.setdefault(city, name)
    return {**cities, **{name.casefold(): name for name in names}}


def suggested() -> list[str]:
    """Return the names of time zones to choose from: the database's places, then the fixed offsets."""
    offsets = (_named(timedelta(hours=hours)) for hours in range(-12, 15))
    places = (name for name in {*zones().values()} if not name.startswith("Etc/"))
    return [*sorted(places), *(name for name in offsets if name != UTC_NAME)]


def zone_named(text: str) -> str:
    """Return the stored name of a time zone that is given by its IANA name, a city, an abbreviation or an offset.

    Raises Refusal, also for an abbreviation that several zones share.
    """
    words = " ".join(re.sub("[‐‑‒–—−]", "-", text).casefold().split()).strip("()[],.")
    words = re.sub(r"\b(?:(?:standard |daylight )?time(?: ?zone)?|timezone)$", "", words).strip()
    known = zones()
    if found := _REGIONS.get(words) or known.get(words) or known.get(words.replace(" ", "_")):
        return found
    if (hours := _ABBREVIATIONS.get(words)) is not None:
        return _named(timedelta(hours=hours))
    if words in _SEVERAL:
        raise Refusal(f"{words.upper()} is the name of several time zones. Use {_SEVERAL[words]}.")
    if match := _OFFSET.fullmatch(words.replace(" ", "")):
        east = timedelta(hours=int(match[2]), minutes=int(match[3] or 0)) * (-1 if match[1] == "-" else 1)
        if _MOST_WEST <= east <= _MOST_EAST and int(match[3] or 0) % _MINUTES_APART == 0 and int(match[3] or 0) < 60:
            return _named(east)
    raise Refusal(
        f"I don't know the time zone “{text.strip()[:40]}”. Name a city, for example Europe/Berlin or New York,"
        " or an offset, for example UTC+2."
    )


def is_zone(name: str) -> bool:
    """Return whether the machine knows a time zone: its database may be older than what was stored."""
    try:
        clock_of(name)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True


@cache
def clock_of(name: str) -> tzinfo:
    """Return the clock of a stored zone. Raises ZoneInfoNotFoundError or ValueError for one that is not known."""
    if match := _STORED.fullmatch(name):
        east = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-east if match[1] == "-" else east)
    return ZoneInfo(name)


def is_fixed(name: str) -> bool:
    """Return whether a zone is a fixed offset, without a place and without summer time."""
    return name == UTC_NAME or _STORED.fullmatch(name) is not None or name.startswith("Etc/")


def offset_at(name: str, moment: datetime) -> str:
    """Return how far a zone's clock is from UTC at a moment: "UTC+02:00"."""
    return _named(moment.astimezone(clock_of(name)).utcoffset() or timedelta())


def in_words(name: str, moment: datetime) -> str:
    """Return a zone as people read it, with what may surprise: "Europe/Berlin (UTC+01:00 now)", "UTC+02:00 (no summer
    time)".
    """
    if name == UTC_NAME:
        return name
    now = offset_at(name, moment)
    if is_fixed(name):
        return f"{name} ({'' if name == now else f'{now}, '}no summer time)"
    return f"{name} ({now} now)"


def _named(east: timedelta) -> str:
    if not east:
        return UTC_NAME
    minutes = abs(int(east.total_seconds())) // 60
    return f"UTC{'-' if east < timedelta() else '+'}{minutes // 60:02}:{minutes % 60:02}"
