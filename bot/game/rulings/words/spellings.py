"""The spellings of a book's weapons, and what each means."""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.rulings.words.spans import Sort
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.words.patterns import regex
from rules.words.sheet import words_of

_STEM = regex(r"([a-z]+\d+)[a-z]\d?")
"""A designation with the letter of its version behind it."""
Arms = dict[str, tuple[Sort, tuple[str, ...]]]
_KEPT = BoundedMapping[int, tuple[Vocabulary, Arms, tuple[str, ...]]](8)


def known_arms(vocabulary: Vocabulary) -> Arms:
    """Return the meaning of each spelling of a weapon; cached."""
    return _known(vocabulary)[1]


def words_of_arms(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the long words in the names of weapons: "remington"; cached."""
    return _known(vocabulary)[2]


def _known(vocabulary: Vocabulary) -> tuple[Vocabulary, Arms, tuple[str, ...]]:
    kept = _KEPT.get(id(vocabulary))
    if kept is None or kept[0] is not vocabulary:
        arms = _arms(vocabulary)
        words = dict.fromkeys(word for spelled in arms for word in spelled.split())
        long = tuple(word for word in words if word.isalpha() and len(word) >= _LONG)
        kept = _KEPT[id(vocabulary)] = vocabulary, arms, long
    return kept


def _arms(vocabulary: Vocabulary) -> dict[str, tuple[Sort, tuple[str, ...]]]:
    """Return the meaning of each spelling: a weapon, else a class, else one of several weapons."""
    spaced: dict[str, dict[str, None]] = {}
    squeezed: dict[str, dict[str, None]] = {}
    for spelled, names in vocabulary.weapons.items():
        words = words_of(spelled)
        spaced.setdefault(" ".join(words), {}).update(dict.fromkeys(names))
        squeezed.setdefault("".join(words), {}).update(dict.fromkeys(names))
    arms = {spelled: (Sort.WEAPON, tuple(names)) for spelled, names in (squeezed | spaced).items()}
    for spelled, family in squeezed.items():
        # "RPG 7" is the RPG 7V, if the book has no RPG 7.
        if (stem := _STEM.fullmatch(spelled)) and stem[1] not in squeezed:
            before = arms.get(stem[1], (Sort.WEAPON, ()))[1]
            arms[stem[1]] = (Sort.WEAPON, tuple(dict.fromkeys((*before, *family))))
    for phrase, name in vocabulary.classes.items():
        for spelled in _spaced_and_squeezed(" ".join(words_of(phrase))):
            if spelled not in arms or len(arms[spelled][1]) > 1:
                arms[spelled] = (Sort.CLASS, (name,))
    return arms


def spellings(typed: str) -> Iterable[str]:
    """Yield the ways to read some words: as they are, in one word, in the singular."""
    yield from _spaced_and_squeezed(typed)
    if typed.endswith("s"):
        yield from _spaced_and_squeezed(typed[:-1])


_LONG = 7
"""The letters of a weapon's word that is read with a slip of the pen: shorter ones are near too many others."""


def _spaced_and_squeezed(words: str) -> Iterable[str]:
    return dict.fromkeys((words, words.replace(" ", "")))
