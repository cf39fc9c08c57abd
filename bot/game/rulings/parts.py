"""The part at a place of a ruling's line: a weapon, a range, an aim, words about a fighter and so on.

The longest phrase wins; of two that are equally long, the one that is named first below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from bot.game.rulings.foreign import weapons_anywhere
from bot.game.rulings.tokens import BREAK, is_figure
from rules.engine.frozen import dataclass
from rules.engine.usual import Usual
from rules.words.sheet import words_of


class Sort(StrEnum):
    """The sorts of parts, in the order in which they win over each other."""

    RANGE = "range"
    AIM = "aim"
    VERB = "verb"
    WEAPON = "weapon"
    CLASS = "class"
    BARRED = "barred"
    FIGHTER = "fighter"
    HOW = "how"
    FOREIGN = "foreign"
    """A weapon of other books, or a class of weapons that only other books have."""


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase of `length` words: its `text` in the book's words, and what it means.

    `key` is the term of a sheet line, the unit of a range or the verb; `names` are the weapons that it can mean;
    `figure` is the number of a range or an aim. `key` of a foreign weapon is "" if other books only have it as a class.
    """

    sort: Sort
    length: int
    text: str
    key: str = ""
    names: tuple[str, ...] = ()
    figure: str = ""


SPACES = "spaces"
METERS, YARDS, FEET, KILOMETERS = "m", "yd", "ft", "km"
UNITS: Mapping[str, str] = {
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres", "mtr", "mtrs"), METERS),
    **dict.fromkeys(("yd", "yds", "y", "yard", "yards"), YARDS),
    **dict.fromkeys(("ft", "foot", "feet"), FEET),
    **dict.fromkeys(("km", "kilometer", "kilometers", "kilometre", "kilometres"), KILOMETERS),
    **dict.fromkeys(("hex", "hexes", "sq", "square", "squares", "space", "spaces"), SPACES),
}
ARTICLES = frozenset({"a", "an", "the"})
_RANGES = frozenset({"range", "distance"})
_AT_HAND = (("point", "blank"), ("adjacent",), ("next", "to"))
_AIMS = frozenset({"aim", "aims", "aimed", "aiming"})
_BETWEEN = frozenset({"for", "of", "at"})
_ACTIONS = frozenset({"action", "actions", "ac", "acs"})
_POINTS = frozenset({"point", "points"})
BURST, THROW, FIRE = "burst", "throw", "fire"
_VERBS: Mapping[tuple[str, ...], str] = {
    **dict.fromkeys((("burst",), ("bursts",), ("auto",), ("automatic",), ("autofire",), ("spray",)), BURST),
    **dict.fromkeys((("full", "auto"), ("fully", "automatic"), ("full", "automatic"), ("automatic", "fire")), BURST),
    **dict.fromkeys((("throw",), ("throws",), ("throwing",), ("toss",), ("tosses",), ("lob",), ("lobs",)), THROW),
    **dict.fromkeys((("fire",), ("fires",), ("firing",), ("shoot",), ("shoots",), ("shooting",)), FIRE),
    ("single", "shot"): FIRE,
}
_MOST_WORDS = 9
_BURSTS = re.compile(r"\b(?:burst|auto|automatic)\b")


class Lexicon:
    """The parts a line can have by a book's `Usual`."""

    def __init__(self, usual: Usual) -> None:
        self._usual = usual
        self._arms = _arms(usual)
        self._barred = {"".join(words_of(spelled)): sentence for spelled, sentence in usual.barred.items()}
        self._longest_short = max((len(short.split()) for short in usual.also), default=-1) + 1

    def part_at(self, words: Sequence[str]) -> Part | None:
        """Return the part that the words begin with, or None if they begin with no known part."""
        words = list(words[: words.index(BREAK)] if BREAK in words else words)
        order = list(Sort)
        parts = [part for part in self._parts(words) if part is not None]
        return max(parts, key=lambda part: (part.length, -order.index(part.sort)), default=None)

    def _parts(self, words: list[str]) -> Iterator[Part | None]:
        yield _range(words)
        yield None if self._aims_behind(words) else _aim(words)
        yield _verb(words)
        yield self._arm(words)
        yield self._short(words)
        for typed in (words, [word.removesuffix("s") for word in words]):
            key, length = self._usual.people.phrase(typed)
            if length:
                yield Part(Sort.FIGHTER, length, " ".join(typed[:length]), key)
                break
        key, length = self._usual.how.phrase(words) if self._usual.how else ("", 0)
        if length:
            text = " ".join(words[:length])
            yield Part(Sort.HOW, length, text, BURST if _BURSTS.search(text) else "")
        yield _foreign(words)

    def _aims_behind(self, words: Sequence[str]) -> bool:
        """Return whether a number is no aim although the word follows, because the aim is the number behind it.

        That is so in "8 aim 4", but not in "4 aim 8 hexes" and "4 aim 3 round burst".
        """
        if not (_counts(words[:1]) and _counts(words[2:3]) and words[1] in _AIMS):
            return False
        behind = self.part_at(words[2:])
        return behind is None or behind.sort is Sort.AIM

    def _arm(self, words: Sequence[str]) -> Part | None:
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            typed = " ".join(words[:length])
            for spelled in _spellings(typed):
                if sentence := self._barred.get(spelled):
                    return Part(Sort.BARRED, length, sentence)
                if spelled in self._arms:
                    sort, names = self._arms[spelled]
                    return Part(sort, length, typed, names=names)
        return None

    def _short(self, words: Sequence[str]) -> Part | None:
        """Return the book's words for a short form: "behind a door"."""
        for length in range(min(self._longest_short, len(words)), 0, -1):
            typed = [word for word in words[:length] if word not in ARTICLES]
            if text := self._usual.also.get(" ".join(typed)):
                spelled = words_of(text)
                return Part(Sort.FIGHTER, length, " ".join(spelled), self._usual.people.phrase(spelled)[0])
        return None


def _range(words: Sequence[str]) -> Part | None:
    for phrase in _AT_HAND:
        if tuple(words[: len(phrase)]) == phrase:
            return Part(Sort.RANGE, len(phrase), " ".join(phrase), SPACES, figure="1")
    named = 1 if words and words[0] in _RANGES else 0
    if not _counts(words[named : named + 1]):
        return None
    figure = words[named]
    unit = UNITS.get(words[named + 1], "") if len(words) > named + 1 else ""
    if not (named or unit):
        return None
    length = named + (2 if unit else 1)
    return Part(Sort.RANGE, length, " ".join(words[named:length]), unit or SPACES, figure=figure)


def _aim(words: Sequence[str]) -> Part | None:
    if words and words[0] in _AIMS:
        at = 2 if words[1:2] and words[1] in _BETWEEN else 1
        if not _counts(words[at : at + 1]):
            return None
        unit = words[at + 1 : at + 2]
        length = at + 1 + bool(unit and unit[0] in (_ACTIONS | _POINTS))
        return Part(Sort.AIM, length, f"aim {words[at]}", figure=words[at])
    if _counts(words[:1]) and len(words) > 1 and words[1] in (_AIMS | _ACTIONS):
        both = words[1] in _ACTIONS and words[2:3] and words[2] in _AIMS and not _counts(words[3:4])
        return Part(Sort.AIM, 3 if both else 2, f"aim {words[0]}", figure=words[0])
    return None


def _foreign(words: Sequence[str]) -> Part | None:
    weapons = weapons_anywhere()
    for length in range(min(_MOST_WORDS, len(words)), 0, -1):
        typed = " ".join(words[:length])
        for spelled in (typed, typed.removesuffix("s")):
            if spelled in weapons:
                return Part(Sort.FOREIGN, length, typed, "weapon" if weapons[spelled] else "")
    return None


def _verb(words: Sequence[str]) -> Part | None:
    for length in (2, 1):
        verb = _VERBS.get(tuple(words[:length]))
        if verb and len(words) >= length:
            return Part(Sort.VERB, length, " ".join(words[:length]), verb)
    return None


def _arms(usual: Usual) -> dict[str, tuple[Sort, tuple[str, ...]]]:
    """Return the meaning of each spelling: a weapon, else a class, else one of several weapons."""
    spaced: dict[str, dict[str, None]] = {}
    squeezed: dict[str, dict[str, None]] = {}
    for spelled, names in usual.weapons.items():
        words = words_of(spelled)
        spaced.setdefault(" ".join(words), {}).update(dict.fromkeys(names))
        squeezed.setdefault("".join(words), {}).update(dict.fromkeys(names))
    arms = {spelled: (Sort.WEAPON, tuple(names)) for spelled, names in (squeezed | spaced).items()}
    for phrase, name in usual.classes.items():
        for spelled in _spaced_and_squeezed(" ".join(words_of(phrase))):
            if spelled not in arms or len(arms[spelled][1]) > 1:
                arms[spelled] = (Sort.CLASS, (name,))
    return arms


def _spellings(typed: str) -> Iterable[str]:
    """Yield the ways to read some words: as they are, in one word, in the singular."""
    yield from _spaced_and_squeezed(typed)
    if typed.endswith("s"):
        yield from _spaced_and_squeezed(typed[:-1])


def _spaced_and_squeezed(words: str) -> Iterable[str]:
    return dict.fromkeys((words, words.replace(" ", "")))


def _counts(words: Sequence[str]) -> bool:
    """Return whether the first word is a number without a sign."""
    return bool(words) and is_figure(words[0]) and words[0][0] not in "+-"
