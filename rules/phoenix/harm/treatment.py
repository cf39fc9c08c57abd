"""Reads the words of `how:` for a treatment: the kind of care, and how long it takes (2.9; table 8C)."""

from __future__ import annotations

import re

from rules.engine.records.errors import Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.phoenix.basics.soldier import CareKind
from rules.phoenix.book import Book
from rules.tables.cells import TEXT
from rules.words.catalogue import normalized

TECH_LEVELS = range(13, 19)
LADDER: tuple[CareKind, ...] = ("No Aid", "First Aid", "Aid Station", "Field Hospital", "Trauma Center")
"""The kinds of care, each better than the one before."""
MOST_ACTIONS = 7_200
"""The number of actions in an hour."""
_KINDS: dict[str, CareKind] = {normalized(kind): kind for kind in LADDER[1:]} | {"trauma centre": "Trauma Center"}
_KIND = re.compile(rf"\b({'|'.join(_KINDS)})\b")
_LEAVE = re.compile(r"leave(?: (?:the )?trauma cent(?:er|re))?")
_COST = re.compile(r"\b(?:cost ([0-9]+)(?: actions?)?|([0-9]+) actions?)\b")
_TIME = re.compile(r"\b([0-9]+) ?(seconds?|phases?|minutes?|hours?|days?)\b")
_SECONDS = {"second": 1, "phase": 2, "minute": 60, "hour": 3_600, "day": 86_400}
_TECH = re.compile(r"\b(?:(?:tech level|tech|year) )?([0-9]+)\b")
_ALLOWED = (
    "first aid, aid station, field hospital, trauma center with its Tech Level of 13 to 18 or a"
    " year, or leave; “cost 20” or “30 seconds” adds how long it takes"
)
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Treatment:
    """A kind of care, None for leaving a Trauma Center; `tech` is its Tech Level, or else 0; `cost` is in actions."""

    kind: CareKind | None
    tech: int
    cost: int


def treatment(how: str, book: Book) -> Treatment:
    """Return the treatment that `how` describes: First Aid if it names no care, no cost if it gives no time (ruling
    O39).

    A second is two actions (2.2). Raises Refusal, UnknownName.
    """
    text = normalized(how[:_LONGEST])
    if len(how) > _LONGEST or re.search(r"-\s*[0-9]", how):
        raise _unknown(how)
    cost, text = _cost(text)
    if _LEAVE.fullmatch(" ".join(text.split())):
        return Treatment(None, 0, cost)
    kinds = _KIND.findall(text)
    if len(kinds) > 1:
        raise Refusal(f"Choose one treatment at a time: {_ALLOWED}.")
    kind, tech, text = _KINDS[kinds[0]] if kinds else "First Aid", 0, _KIND.sub(" ", text)
    if kind == "Trauma Center":
        tech, text = _tech(text, book)
    if text.split():
        raise _unknown(how)
    return Treatment(kind, tech, cost)


def _cost(text: str) -> tuple[int, str]:
    """Return the actions that the treatment takes, and the rest of the text."""
    cost = 0
    if match := _COST.search(text):
        cost = _number(match[1] or match[2])
    elif match := _TIME.search(text):
        cost = 2 * _number(match[1]) * _SECONDS[match[2].rstrip("s")]
    if cost > MOST_ACTIONS:
        raise Refusal(
            "Treatment takes an hour at most, 7,200 actions. For longer, use /next with time: first, then order it."
        )
    return cost, text[: match.start()] + text[match.end() :] if match else text


def _tech(text: str, book: Book) -> tuple[int, str]:
    """Return the Trauma Center's Tech Level, given as a level or a year, and the rest of the text."""
    match = _TECH.search(text)
    if match is None:
        raise Refusal(
            "Which Tech Level has the Trauma Center? Use trauma center 13 to 18, or a year: trauma center 1990."
        )
    number = _number(match[1])
    rest = text[: match.start()] + text[match.end() :]
    if number in TECH_LEVELS:
        return number, rest
    if not 1_000 <= number <= 9_999:
        raise Refusal(f"A Trauma Center has a Tech Level of 13 to 18, not {match[1][:9]}. A year has four digits.")
    best = book.tables.of(TEXT, "tech_levels").lookup("", number)[0] or ""
    if not best.isdigit():
        raise Refusal(f"In {number} there were no Trauma Centers. The best care was {best}.")
    return int(best), rest


def _number(digits: str) -> int:
    # Longer numbers are beyond every limit, and slow to convert.
    return int(digits[:9])


def _unknown(how: str) -> UnknownName:
    return UnknownName(f"{quoted(how)} is not a treatment in the book. Use {_ALLOWED}.")
