"""A GM's corrections of the Optional Rules' records, and the Hooks that bring them in.

A word counts only with its switch. It has a key in the Reading of the line, and a function that carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import turned_on
from rules.phoenix.book import Scene
from rules.words.sheet import Reading, Terms

NO, YES, NONE = "no", "yes", "0"
"""Values of a Phrase that are not words of the line."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A key of the Reading, the switch that it needs ("" for none), its words, and the function that carries it out.

    `correct` returns the changes in words.
    """

    key: str
    switch: str
    terms: Terms
    correct: Callable[[Reading, str, Scene], list[str]]


@dataclass(frozen=True, slots=True)
class StateWords:
    """Words that change the combatant's state, like those of the sheet.

    `terms`: the words. `opposed`: keys of the Reading that exclude each other. `check` raises NotNow for a word whose
    switch is off. `changes`: the fields that the words set. `falls`: whether they end the combatant's work. `stated`:
    the new state in words.
    """

    terms: Terms
    opposed: tuple[tuple[str, str], ...]
    check: Callable[[Reading, Encounter], None]
    changes: Callable[[Reading, Soldier, Encounter], Mapping[str, Any]]
    falls: Callable[[Reading], bool]
    stated: Callable[[Reading], Iterable[str]]


CORRECTIONS = Hook[Correction]()
STATE_WORDS = Hook[StateWords]()
LINES = Hook[Callable[[str, str, Scene], tuple[list[str], str]]]()
"""Each carries out its part of a line about a combatant (an id) and returns the changes in words, and the rest of the
line for the grammar.
"""
FITTED = Hook[Callable[[Soldier], Soldier]]()
"""Each returns the corrected combatant without anything that the correction made impossible."""


def terms() -> Terms:
    """Return the terms of all corrections."""
    return [term for one in CORRECTIONS.all for term in one.terms]


def check(reading: Reading, encounter: Encounter) -> None:
    """Raise NotNow for a word whose switch is off."""
    for one in CORRECTIONS.all:
        if one.key in reading and one.switch and not turned_on(encounter, one.switch):
            raise NotNow(
                f"“{_word(one.key, reading)}” counts only with the switch “{one.switch}” on. Leave it out, or"
                " turn the switch on first."
            )


def _word(key: str, reading: Reading) -> str:
    value = reading[key]
    return value if isinstance(value, str) and value not in (NO, YES, NONE) else key


def correct(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Carry out the corrections in the reading and return the changes in words. Raises NotNow."""
    return [words for one in CORRECTIONS.all if one.key in reading for words in one.correct(reading, subject, scene)]
