"""The sheet line: numbers and states in the book's words, separated by commas or spaces, in any case.

A ruleset lists the terms it understands; whatever else stands in a line is named, with the nearest known words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.catalogue import nearest, plain
from rules.errors import BadSheet, Refusal
from rules.places import Place

MOST_CHARACTERS = 500
_ECHO = 30

Value = int | str | Place
Reading = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Number:
    """A word with a number behind it: `actions 3`, `actions: 3`, `actions=3`."""

    key: str
    words: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """One of several phrases, each with the value it stands for: `pulse rifle`, `low prone`."""

    key: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A word with a place of the map behind it: `at C4`."""

    key: str
    words: tuple[str, ...]


Terms = Sequence[Number | Phrase | Spot]


def read(line: str, terms: Terms) -> Reading:
    """The values of a sheet line by key.

    Raises BadSheet, one sentence with every problem: words not known, numbers missing or out of range, contradictions.
    """
    if len(line) > MOST_CHARACTERS:
        raise BadSheet(f"A sheet line has at most {MOST_CHARACTERS} characters; this one has {len(line)}.")
    phrases = _phrases(terms)
    longest = max((len(p) for p in phrases), default=1)
    found: dict[str, Value] = {}
    problems: list[str] = []
    for section in line.split(","):
        words = _words(section)
        unknown: list[str] = []
        while words:
            for length in range(min(longest, len(words)), 0, -1):
                if hit := phrases.get(tuple(words[:length])):
                    break
            else:
                unknown.append(words.pop(0))
                continue
            term, value = hit
            said = " ".join(words[:length])
            del words[:length]
            result: Value | None = value
            if isinstance(term, Number):
                result = _number(term, said, words, problems)
            elif isinstance(term, Spot):
                result = _spot(said, words, problems)
            if result is None:
                continue
            if term.key in found and found[term.key] != result:
                problems.append(f"“{said}” contradicts what is said before it")
            found[term.key] = result
        if unknown:
            problems.append(_unknown(" ".join(unknown), phrases))
    if problems:
        raise BadSheet("This does not read: " + "; ".join(problems[:6]) + ".", problems)
    return found


def number(reading: Reading, key: str, default: int = 0) -> int:
    """The number under a key of a reading, or the default if there is none."""
    value = reading.get(key, default)
    return value if isinstance(value, int) else default


def _words(section: str) -> list[str]:
    words: list[str] = []
    for word in re.split(r"[\s:=;]+", section):
        words += [word] if re.fullmatch(r"[+-]?[0-9]+", word) else plain(word).split()
    return words


def _phrases(terms: Terms) -> dict[tuple[str, ...], tuple[Number | Phrase | Spot, str]]:
    table: dict[tuple[str, ...], tuple[Number | Phrase | Spot, str]] = {}
    for term in terms:
        pairs = term.values.items() if isinstance(term, Phrase) else ((w, "") for w in term.words)
        for phrase, value in pairs:
            table[tuple(plain(phrase).split())] = (term, value)
    return table


def _number(term: Number, said: str, words: list[str], problems: list[str]) -> int | None:
    if not words or not re.fullmatch(r"[+-]?[0-9]+", words[0]):
        problems.append(f"“{said}” wants a number from {term.low} to {term.high} behind it")
        return None
    word = words.pop(0)
    value = int(word)
    if not term.low <= value <= term.high:
        problems.append(f"“{said}” goes from {term.low} to {term.high}, not {word[:_ECHO]}")
        return None
    return value


def _spot(said: str, words: list[str], problems: list[str]) -> Place | None:
    word = words.pop(0) if words else ""
    if word.isalpha() and words and words[0].isdigit():
        word += words.pop(0)
    try:
        return Place.parse(word)
    except Refusal as refusal:
        problems.append(f"behind “{said}”: {str(refusal).rstrip('.')}")
        return None


def _unknown(words: str, phrases: Iterable[tuple[str, ...]]) -> str:
    known = [" ".join(p) for p in phrases]
    near = nearest(words, known) or nearest(words.split()[0], known)
    shown = words if len(words) <= _ECHO else words[: _ECHO - 1] + "…"
    hint = f" (nearest: {', '.join(near)})" if near else f" (known: {', '.join(sorted(known)[:12])})"
    return f"“{shown}” is not known{hint}"
