"""The sheet line: numbers and states in the book's words, separated by commas or spaces, in any case.

A ruleset lists the terms it understands; whatever else stands in a line is named, with the nearest known words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from rules.engine.errors import BadSheet, Refusal
from rules.words.catalogue import nearest, plain
from rules.words.phrases import counted
from rules.words.places import Place

MOST_CHARACTERS = 500
MOST_TOLD = 6
"""Problems that are told of a line."""
NUMBER = "number"
"""The key under which a counted item's number stands."""
_ECHO = 30
_FIGURE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)")
_TIMES = re.compile(r"(?<!\S)(?:([0-9]+)\s*[x×]|[x×]\s*([0-9]+))(?!\S)", re.IGNORECASE)
"""A number of things: `3x`, `x 3`."""
_NONE = "no"

V = TypeVar("V")
Said = Mapping[str, int | str]
Value = int | str | Place | tuple[tuple[str, Said], ...]
Reading = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Number:
    """A word with a number behind it: `actions 3`, `actions: 3`, `actions=3`; `3 actions` will do.

    With `places` decimals may be typed, that many; the value then counts tenths, hundredths... `low` and `high` do not.
    `otherwise` is the value of the word alone; without it the number must be there. Of what is `counted` there can be
    none: `no spares` is 0.
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
    """One of several phrases, each with the value it stands for: `pulse rifle`, `low prone`."""

    key: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A word with a place of the map behind it: `at C4`."""

    key: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """Phrases of which several may stand in a line, each with what is said of it: `M16, AP, loaded 12, M92F, JHP`.

    What `terms` say belongs to the latest item before it (the first, if none is). The reading has a tuple of value and
    what was said, in the order of the line; items of the same key stand in one tuple. Of a `counted` item the number
    may be said: `canteen 2`, `2x canteen`; at most `most`. `also`: further phrases, not among those that are
    suggested. `what` is the noun for any of them.
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
    """Phrases that are known and cannot be used, each with the problem to be told."""

    problems: Mapping[str, str]


Term = Number | Phrase | Spot | Item | Barred
Terms = Sequence[Term]


def read(line: str, terms: Terms) -> Reading:
    """The values of a sheet line by key. Of two terms with the same phrase the later one has it.

    Raises BadSheet, one sentence with every problem: words not known, numbers missing or out of range, contradictions.
    """
    return Grammar(terms).read(line)


def number(reading: Mapping[str, Value] | Said, key: str, default: int = 0) -> int:
    """The number under a key of a reading, or the default if there is none."""
    value = reading.get(key, default)
    return value if isinstance(value, int) else default


def items(reading: Reading, key: str) -> tuple[tuple[str, Said], ...]:
    """The items under a key of a reading, with what was said of each."""
    value = reading.get(key, ())
    return value if isinstance(value, tuple) else ()


@dataclass(frozen=True, slots=True)
class _Known:
    """What a phrase means: a term, the phrase's value, and the item whose term it is."""

    term: Term
    value: str
    owner: Item | None


class Grammar:
    """Terms made ready for lines; worth keeping where there are many of them."""

    def __init__(self, terms: Terms) -> None:
        self._spaced: dict[str, _Known] = {}
        self._squeezed: dict[str, _Known] = {}
        self.suggested: list[str] = []
        """The phrases that a player is told of, if they are like what he typed."""
        for phrase, known, suggested in _phrases(terms):
            words = words_of(phrase)
            self._spaced[" ".join(words)] = self._squeezed["".join(words)] = known
            if suggested:
                self.suggested.append(" ".join(words))
        # Of items, such as weapons, there may be many: one of each, behind what there is one of.
        ordered = sorted(terms, key=lambda term: isinstance(term, Item))
        self.first = [next(iter(own)) for term in ordered if (own := _own_phrases(term))] or self.suggested
        """Those he is told of if none is."""
        # However it is split: "m 16 a 1" is the M16A1.
        self._longest = max((len(re.findall(r"\d+|[^\W\d]+", p)) for p in self._spaced), default=1)

    def read(self, line: str) -> Reading:
        """As the function of this name."""
        if len(line) > MOST_CHARACTERS:
            raise BadSheet(f"A sheet line has at most {MOST_CHARACTERS} characters; this one has {len(line)}.")
        reader = _Reader(self)
        for section in _TIMES.sub(r"\1\2", line).split(","):
            reader.section(words_of(section))
        found = reader.found()
        if reader.problems:
            raise BadSheet("This does not read: " + "; ".join(reader.problems[:MOST_TOLD]) + ".", reader.problems)
        return found

    def match(self, words: Sequence[str]) -> tuple[_Known | None, int]:
        """What the longest known phrase at the beginning means, and its length in words."""
        for length in range(min(self._longest, len(words)), 0, -1):
            begun = words[:length]
            if known := self._spaced.get(" ".join(begun)) or self._squeezed.get("".join(begun)):
                return known, length
        return None, 0


class _Reader:
    """A line on its way to a reading."""

    def __init__(self, grammar: Grammar) -> None:
        self.problems: list[str] = []
        self._grammar = grammar
        self._found: dict[str, Value] = {}
        self._items: list[tuple[Item, str, dict[str, int | str]]] = []
        self._early: list[tuple[Item, str, str, int | str]] = []

    def section(self, words: list[str]) -> None:
        """Read what stands between two commas."""
        unknown: list[str] = []
        while words:
            known, length = self._grammar.match(words)
            if known is None:
                known, length = self._number_first(words)
            if known is None:
                unknown.append(words.pop(0))
                continue
            said = _listed_as(known.term, words[:length])
            del words[:length]
            self._take(known, said, words)
        if unknown:
            self.problems.append(_unknown(" ".join(unknown), self._grammar))

    def found(self) -> Reading:
        """Everything that was read."""
        for owner, _, said, _ in self._early:
            self.problems.append(f"“{said}” belongs to a {owner.what}, and none is named")
        listed: dict[str, list[tuple[str, Said]]] = {}
        for item, value, said_of in self._items:
            listed.setdefault(item.key, []).append((value, said_of))
        return self._found | {key: tuple(named) for key, named in listed.items()}

    def _number_first(self, words: list[str]) -> tuple[_Known | None, int]:
        """`2 magazines`, turned round to `magazines 2`; `no magazines` to `magazines 0`."""
        if words[0] == _NONE:
            known, length = self._grammar.match(words[1:])
            if known and isinstance(known.term, Number) and known.term.counted:
                words[: length + 1] = [*words[1 : length + 1], "0"]
                return known, length
        if _FIGURE.fullmatch(words[0]):
            known, length = self._grammar.match(words[1:])
            takes = known and (isinstance(known.term, Number) or (isinstance(known.term, Item) and known.term.counted))
            behind = words[length + 1 : length + 2]
            if takes and not (behind and _FIGURE.fullmatch(behind[0])):
                words[: length + 1] = [*words[1 : length + 1], words[0]]
                return known, length
        return None, 0

    def _take(self, known: _Known, said: str, words: list[str]) -> None:
        value: Value | None
        match known.term:
            case Barred():
                self.problems.append(known.value)
                return
            case Item() as item:
                self._item(item, known.value, said, words)
                return
            case Number() as term:
                value = _number(term, said, words, self.problems)
            case Spot():
                value = _spot(said, words, self.problems)
            case Phrase():
                value = known.value
        if value is None:
            return
        if known.owner is None:
            self._keep(self._found, known.term.key, value, said)
            return
        assert isinstance(value, int | str)
        latest = next((of for item, _, of in reversed(self._items) if item is known.owner), None)
        if latest is None:
            self._early.append((known.owner, known.term.key, said, value))
        else:
            self._keep(latest, known.term.key, value, said)

    def _item(self, item: Item, value: str, said: str, words: list[str]) -> None:
        said_of: dict[str, int | str] = {}
        if item.counted and words and _FIGURE.fullmatch(words[0]) and self._grammar.match(words)[0] is None:
            count = _number(Number(NUMBER, (said,), 1, item.most), said, words, self.problems)
            said_of[NUMBER] = 1 if count is None else count
        early = [one for one in self._early if one[0] is item]
        self._early = [one for one in self._early if one[0] is not item]
        for _, key, before, earlier in early:
            self._keep(said_of, key, earlier, before)
        self._items.append((item, value, said_of))

    def _keep(self, found: dict[str, V], key: str, value: V, said: str) -> None:
        if key in found and found[key] != value:
            self.problems.append(f"“{said}” contradicts what is said before it")
        found[key] = value


def _own_phrases(term: Term) -> Iterable[str]:
    """What a player may type for a term; of what is barred nothing."""
    if isinstance(term, Number | Spot):
        return term.words
    return term.values if isinstance(term, Phrase | Item) else ()


def _listed_as(term: Term, words: Sequence[str]) -> str:
    """A phrase as players are told of it: a number's word as it is written there ("STR"), others as they were typed."""
    written = term.words if isinstance(term, Number) else ()
    return next((word for word in written if words_of(word) == words), " ".join(words))


def _phrases(terms: Terms) -> Iterator[tuple[str, _Known, bool]]:
    """Every phrase with what it means and whether it is suggested."""
    for term in terms:
        match term:
            case Number() | Spot():
                yield from ((word, _Known(term, "", None), True) for word in term.words)
            case Phrase():
                yield from ((phrase, _Known(term, value, None), True) for phrase, value in term.values.items())
            case Barred():
                yield from ((phrase, _Known(term, told, None), False) for phrase, told in term.problems.items())
            case Item():
                yield from ((phrase, _Known(term, value, None), False) for phrase, value in term.also.items())
                yield from ((phrase, _Known(term, value, None), True) for phrase, value in term.values.items())
                for phrase, own, suggested in _phrases(term.terms):
                    yield phrase, _Known(own.term, own.value, term), suggested


def words_of(section: str) -> list[str]:
    """The words of a text as they are compared: no case, no accents, no punctuation but in decimals."""
    words: list[str] = []
    for word in re.split(r"[\s:=;]+", section):
        words += [word] if _FIGURE.fullmatch(word) else plain(word).split()
    return words


def _number(term: Number, said: str, words: list[str], problems: list[str]) -> int | None:
    if not words or not _FIGURE.fullmatch(words[0]):
        if term.otherwise is None:
            problems.append(f"“{said}” wants a number from {term.low} to {term.high} behind it")
        return term.otherwise
    word = words.pop(0)
    exact = Fraction(word)
    if not term.low <= exact <= term.high:
        problems.append(f"“{said}” goes from {term.low} to {term.high}, not {word[:_ECHO]}")
        return None
    scaled: Fraction = exact * 10**term.places
    if scaled.denominator != 1:
        decimals = f"{counted(term.places, 'decimal')} at most" if term.places else "whole numbers"
        problems.append(f"“{said}” takes {decimals}, not {word[:_ECHO]}")
        return None
    return scaled.numerator


def _spot(said: str, words: list[str], problems: list[str]) -> Place | None:
    word = words.pop(0) if words else ""
    if word.isalpha() and words and words[0].isdigit():
        word += words.pop(0)
    try:
        return Place.parse(word)
    except Refusal as refusal:
        problems.append(f"behind “{said}”: {str(refusal).rstrip('.')}")
        return None


def _unknown(words: str, grammar: Grammar) -> str:
    near = nearest(words, grammar.suggested) or nearest(words.split()[0], grammar.suggested)
    shown = words if len(words) <= _ECHO else words[: _ECHO - 1] + "…"
    hint = f" (nearest: {', '.join(near)})" if near else f" (known: {', '.join(grammar.first[:12])})"
    return f"“{shown}” is not known{hint}"
