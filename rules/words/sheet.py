"""Reads sheet lines: numbers and states in the book's words, separated by commas or spaces, in any case.

A ruleset lists the terms that it understands. A refusal names everything else in the line, with the nearest terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.records.frozen import dataclass
from rules.words.catalogue import nearest, normalized
from rules.words.phrases import combined, counted
from rules.words.places import Place

MOST_CHARACTERS = 500
MOST_PROBLEMS = 6
"""The most problems of a line that a refusal names."""
_MOST_HINTED = 2
"""The most problems for which the nearest words are named: finding these takes some milliseconds each."""
NUMBER = "number"
"""The key of a counted item's number in its details."""
_ECHO = 30
_FIGURE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)")
_BETWEEN = re.compile(r"[\s:=;]+")
_PIECES = re.compile(r"\d+|[^\W\d]+")
_COUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_TIMES = re.compile(r"(?<!\S)(?:([0-9]+)\s*[x×]|[x×]\s*([0-9]+))(?!\S)", re.IGNORECASE)
"""A number of things: `3x`, `x 3`."""
_NONE = "no"

V = TypeVar("V")
Details = Mapping[str, int | str]
"""The details of one item in a line, by the keys of the item's terms."""
Value = int | str | Place | tuple[tuple[str, Details], ...]
Reading = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Number:
    """A word with a number after or before it: `actions 3`, `actions: 3`, `actions=3`, `3 actions`.

    `places` is the number of decimals that may be typed; the value then counts tenths, hundredths and so on, while
    `low` and `high` remain whole. `otherwise` is the value of the word alone; without it, the number is required. A
    `counted` word can also be none: `no spares` is 0.
    """

    key: str
    words: tuple[str, ...]
    low: int
    high: int
    places: int = 0
    otherwise: int | None = None
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """One of several phrases, each with its value: `pulse rifle`, `low prone`."""

    key: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A word followed by a place on the map: `at C4`."""

    key: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """Phrases of which a line may have several, each with its own details: `M16, AP, loaded 12, M92F, JHP`.

    `terms` are the terms of the details; each belongs to the latest item before it, or to the first item if none is
    before it. The reading has one tuple per key, of pairs of value and details, in the order of the line. A `counted`
    item can have a number, at most `most`: `canteen 2`, `2x canteen`. `also` are phrases that are understood and not
    suggested. `what` is the noun for any of the items.
    """

    key: str
    what: str
    values: Mapping[str, str]
    also: Mapping[str, str] = field(default_factory=dict)
    terms: Sequence[Number | Phrase] = ()
    counted: bool = False
    most: int = 99


@dataclass(frozen=True, slots=True)
class Barred:
    """Phrases that are known and cannot be used, each with its problem in words."""

    problems: Mapping[str, str]


Term = Number | Phrase | Spot | Item | Barred
Terms = Sequence[Term]


def read(line: str, terms: Terms) -> Reading:
    """Return the values of a sheet line by key. If two terms have the same phrase, the later term takes it.

    Raises BadSheet, one sentence with every problem: unknown words, numbers missing or out of range, contradictions.
    """
    return Grammar(terms).read(line)


def number(reading: Mapping[str, Value] | Details, key: str, default: int = 0) -> int:
    """Return the number under a key of a reading, or the default if there is none."""
    value = reading.get(key, default)
    return value if isinstance(value, int) else default


def items(reading: Reading, key: str) -> tuple[tuple[str, Details], ...]:
    """Return the items under a key of a reading, with the details of each."""
    value = reading.get(key, ())
    return value if isinstance(value, tuple) and not isinstance(value, Place) else ()


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The meaning of a phrase: a term, the phrase's value, and the item to whose details the term belongs."""

    term: Term
    value: str
    owner: Item | None


class Grammar:
    """Terms, indexed by phrase to read lines. Creating one is slow if there are many terms: keep it."""

    def __init__(self, terms: Terms) -> None:
        self._spaced: dict[str, _Meaning] = {}
        self._squeezed: dict[str, _Meaning] = {}
        self.suggested: list[str] = []
        """The phrases that are compared with an unknown word to name the nearest."""
        for phrase, meaning, suggested in _phrases(terms):
            spelling = spaced(phrase)
            self._spaced[spelling] = self._squeezed[spelling.replace(" ", "")] = meaning
            if suggested:
                self.suggested.append(spelling)
        # There may be many items, such as weapons: name one phrase of each, after the other terms.
        ordered = sorted(terms, key=lambda term: isinstance(term, Item))
        self.first = [next(iter(own)) for term in ordered if (own := _own_phrases(term))] or self.suggested
        """The phrases that are named if none is near."""
        # A phrase may be typed in more words than it has: "m 16 a 1" is the M16A1.
        self._longest = max(map(_pieces, self._spaced), default=1)

    def read(self, line: str) -> Reading:
        """Return the values of a sheet line by key, as the function `read` does."""
        if len(line) > MOST_CHARACTERS:
            raise BadSheet(f"A sheet line has at most {MOST_CHARACTERS} characters. This one has {len(line)}.")
        reader = _Reader(self)
        for section in _TIMES.sub(r"\1\2", line).split(","):
            reader.section(words_of(section))
        reading = reader.reading()
        if reader.problems:
            raise BadSheet(combined(reader.problems[:MOST_PROBLEMS]), reader.problems)
        return reading

    def match(self, words: Sequence[str]) -> tuple[_Meaning | None, int]:
        """Return the meaning of the longest known phrase at the beginning, and its length in words."""
        for length in range(min(self._longest, len(words)), 0, -1):
            start = words[:length]
            if meaning := self._spaced.get(" ".join(start)) or self._squeezed.get("".join(start)):
                return meaning, length
        return None, 0

    def phrase(self, words: Sequence[str]) -> tuple[str, int]:
        """Return the key of the phrase at the beginning of the words, and its length in words, with the number that
        belongs to it.

        Returns ("", 0) if the words are unknown, barred, about a place, or without the number that they need.
        """
        meaning, length = self.match(words)
        if meaning is None and words and _COUNT.fullmatch(words[0]):
            # `8 skill` is `skill 8`.
            meaning, length = self.match(words[1:])
            after = words[length + 1 : length + 2]
            if meaning is None or not isinstance(meaning.term, Number) or (after and _COUNT.fullmatch(after[0])):
                return "", 0
            return meaning.term.key, length + 1
        if meaning is None or isinstance(meaning.term, Barred | Spot):
            return "", 0
        term, after = meaning.term, words[length : length + 1]
        counts = isinstance(term, Number) or (isinstance(term, Item) and term.counted)
        if counts and after and _COUNT.fullmatch(after[0]):
            return term.key, length + 1
        return ("", 0) if isinstance(term, Number) and term.otherwise is None else (term.key, length)


class _Reader:
    """Reads one line, section by section, and collects problems."""

    def __init__(self, grammar: Grammar) -> None:
        self.problems: list[str] = []
        self._grammar = grammar
        self._values: dict[str, Value] = {}
        self._items: list[tuple[Item, str, dict[str, int | str]]] = []
        self._early: list[tuple[Item, str, str, int | str]] = []

    def section(self, words: list[str]) -> None:
        """Read the words between two commas."""
        unknown: list[str] = []
        while words:
            meaning, length = self._grammar.match(words)
            if meaning is None:
                meaning, length = self._number_first(words)
            if meaning is None:
                unknown.append(words.pop(0))
                continue
            phrase = _listed_as(meaning.term, words[:length])
            del words[:length]
            self._take(meaning, phrase, words)
        if unknown:
            hinted = len(self.problems) < _MOST_HINTED
            self.problems.append(_unknown(" ".join(unknown), self._grammar, hinted))

    def reading(self) -> Reading:
        """Return everything that was read."""
        for owner, _, phrase, _ in self._early:
            self.problems.append(f"“{phrase}” needs a {owner.what} before it")
        by_key: dict[str, list[tuple[str, Details]]] = {}
        for item, value, details in self._items:
            by_key.setdefault(item.key, []).append((value, details))
        return self._values | {key: tuple(named) for key, named in by_key.items()}

    def _number_first(self, words: list[str]) -> tuple[_Meaning | None, int]:
        """Turn `2 magazines` into `magazines 2`, and `no magazines` into `magazines 0`; return the phrase's meaning."""
        if words[0] == _NONE:
            meaning, length = self._grammar.match(words[1:])
            if meaning and isinstance(meaning.term, Number) and meaning.term.counted:
                words[: length + 1] = [*words[1 : length + 1], "0"]
                return meaning, length
        if _FIGURE.fullmatch(words[0]):
            meaning, length = self._grammar.match(words[1:])
            takes = meaning and (
                isinstance(meaning.term, Number) or (isinstance(meaning.term, Item) and meaning.term.counted)
            )
            after = words[length + 1 : length + 2]
            if takes and not (after and _FIGURE.fullmatch(after[0])):
                words[: length + 1] = [*words[1 : length + 1], words[0]]
                return meaning, length
        return None, 0

    def _take(self, meaning: _Meaning, phrase: str, words: list[str]) -> None:
        value: Value | None
        match meaning.term:
            case Barred():
                self.problems.append(meaning.value)
                return
            case Item() as item:
                self._item(item, meaning.value, phrase, words)
                return
            case Number() as term:
                value = _number(term, phrase, words, self.problems)
            case Spot():
                value = _spot(phrase, words, self.problems)
            case Phrase():
                value = meaning.value
        if value is None:
            return
        if meaning.owner is None:
            self._keep(self._values, meaning.term.key, value, phrase)
            return
        assert isinstance(value, int | str)
        latest = next((of for item, _, of in reversed(self._items) if item is meaning.owner), None)
        if latest is None:
            self._early.append((meaning.owner, meaning.term.key, phrase, value))
        else:
            self._keep(latest, meaning.term.key, value, phrase)

    def _item(self, item: Item, value: str, phrase: str, words: list[str]) -> None:
        details: dict[str, int | str] = {}
        if item.counted and words and _FIGURE.fullmatch(words[0]) and self._grammar.match(words)[0] is None:
            count = _number(Number(NUMBER, (phrase,), 1, item.most), phrase, words, self.problems)
            details[NUMBER] = 1 if count is None else count
        early = [one for one in self._early if one[0] is item]
        self._early = [one for one in self._early if one[0] is not item]
        for _, key, before, earlier in early:
            self._keep(details, key, earlier, before)
        self._items.append((item, value, details))

    def _keep(self, values: dict[str, V], key: str, value: V, phrase: str) -> None:
        if key in values and values[key] != value:
            self.problems.append(f"“{phrase}” contradicts an earlier word")
        values[key] = value


def _own_phrases(term: Term) -> Iterable[str]:
    """Return the phrases that a player may type for a term; none for barred ones."""
    if isinstance(term, Number | Spot):
        return term.words
    return term.values if isinstance(term, Phrase | Item) else ()


def _listed_as(term: Term, words: Sequence[str]) -> str:
    """Return a phrase as problems show it: a number's word as the term spells it ("STR"), others as they were typed."""
    written = term.words if isinstance(term, Number) else ()
    return next((word for word in written if words_of(word) == words), " ".join(words))


def _phrases(terms: Terms) -> Iterator[tuple[str, _Meaning, bool]]:
    """Yield every phrase with its meaning and whether it is suggested."""
    for term in terms:
        match term:
            case Number() | Spot():
                yield from ((word, _Meaning(term, "", None), True) for word in term.words)
            case Phrase():
                yield from ((phrase, _Meaning(term, value, None), True) for phrase, value in term.values.items())
            case Barred():
                yield from ((phrase, _Meaning(term, problem, None), False) for phrase, problem in term.problems.items())
            case Item():
                yield from ((phrase, _Meaning(term, value, None), False) for phrase, value in term.also.items())
                yield from ((phrase, _Meaning(term, value, None), True) for phrase, value in term.values.items())
                for phrase, own, suggested in _phrases(term.terms):
                    yield phrase, _Meaning(own.term, own.value, term), suggested


def words_of(section: str) -> list[str]:
    """Return the words of a text for comparison: no case, no accents, no punctuation except in decimals."""
    words: list[str] = []
    for word in _BETWEEN.split(section):
        words += [word] if _FIGURE.fullmatch(word) else normalized(word).split()
    return words


@lru_cache(maxsize=4_096)
def spaced(phrase: str) -> str:
    """Return the words of a phrase that a rulebook knows, with a space between them; grammars share most phrases."""
    return " ".join(words_of(phrase))


@lru_cache(maxsize=4_096)
def _pieces(spelling: str) -> int:
    """Return in how many words a phrase can be typed: its runs of letters and of figures."""
    return len(_PIECES.findall(spelling))


def _number(term: Number, phrase: str, words: list[str], problems: list[str]) -> int | None:
    if not words or not _FIGURE.fullmatch(words[0]):
        if term.otherwise is None:
            problems.append(f"“{phrase}” needs a number from {term.low} to {term.high} after it")
        return term.otherwise
    word = words.pop(0)
    exact = Fraction(word)
    if not term.low <= exact <= term.high:
        problems.append(f"“{phrase}” is {term.low} to {term.high}, not {word[:_ECHO]}")
        return None
    scaled: Fraction = exact * 10**term.places
    if scaled.denominator != 1:
        decimals = f"{counted(term.places, 'decimal')} at most" if term.places else "whole numbers"
        problems.append(f"“{phrase}” takes {decimals}, not {word[:_ECHO]}")
        return None
    return scaled.numerator


def _spot(phrase: str, words: list[str], problems: list[str]) -> Place | None:
    word = words.pop(0) if words else ""
    if word.isalpha() and words and words[0].isdigit():
        word += words.pop(0)
    try:
        return Place.parse(word)
    except Refusal as refusal:
        problems.append(f"after “{phrase}”: {str(refusal).rstrip('.')}")
        return None


def _unknown(words: str, grammar: Grammar, hinted: bool) -> str:
    text = words if len(words) <= _ECHO else words[: _ECHO - 1] + "…"
    if not hinted:
        return f"I don't know “{text}”"
    near = nearest(words, grammar.suggested) or nearest(words.split()[0], grammar.suggested)
    hint = f" (nearest: {', '.join(near)})" if near else f" (known: {', '.join(grammar.first[:12])})"
    return f"I don't know “{text}”{hint}"
