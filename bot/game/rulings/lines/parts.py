"""A shot in five parts, as a window shows them: those of a reading, and the line that they make."""

from __future__ import annotations

from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.spans import Sort
from bot.game.rulings.words.typed_words import typed_words
from rules.engine.books.ruling_vocabulary import Vocabulary, Words
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Burst
from rules.words.phrases import counted

_NAMES = frozenset({Sort.KNOWN, Sort.NAME, Sort.PERSON, Sort.FOREIGN, Sort.WORD, Sort.FIGURE})
"""Spans that belong to a name where only a fighter can be meant."""


@dataclass(frozen=True, slots=True)
class ShotParts:
    """The parts of a shot as they are typed, "" for what is open; `rest` is the aim, the way to fire and modifiers."""

    weapon: str = ""
    shooter: str = ""
    target: str = ""
    range: str = ""
    rest: str = ""


def parts_of(ruling: Ruling, space: str) -> ShotParts:
    """Return the parts of a reading; `space` is the book's unit of range."""
    (shooter, target), aim = ruling.names, "" if ruling.aim is None else f"aim {ruling.aim}"
    burst = "burst" if ruling.verb is Burst and not ruling.how else ""
    return ShotParts(
        ruling.weapon,
        _listed(shooter, *(text for _, text in ruling.shooter)),
        _listed(target, *(text for _, text in ruling.target)),
        ruling.distance or ("" if ruling.spaces is None else counted(ruling.spaces, space)),
        _listed(aim, burst, *ruling.how, *ruling.mods),
    )


def line_of(parts: ShotParts, vocabulary: Vocabulary, space: str) -> str:
    """Return the line of a shot with these parts: what is typed as a fighter is this fighter's, whatever it is."""
    lexicon = Lexicon(vocabulary)
    (shooter, who), (target, whom) = (_described(text, lexicon) for text in (parts.shooter, parts.target))
    fighters = Ruling("", shooter=shooter, target=target, names=(who, whom)).written(vocabulary, space)
    return _listed(parts.weapon, fighters, parts.range, parts.rest)


def _listed(*words: str) -> str:
    return ", ".join(filter(None, (word.strip(" ,") for word in words)))


def _described(text: str, lexicon: Lexicon) -> tuple[Words, str]:
    """Return the words of the book that describe a fighter, and the name: "prone guard"."""
    spans = lexicon.spans(typed_words(text))
    words = tuple((span.key, span.text) for span in spans if span.sort is Sort.FIGHTER)
    return words, " ".join(span.typed for span in spans if span.sort in _NAMES)
