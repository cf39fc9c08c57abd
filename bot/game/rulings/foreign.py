"""The weapons of all rulebooks: a word that names one of them is not taken for a name where the book has no such
weapon."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.shelf import shelf
from rules.words.sheet import words_of


@lru_cache(maxsize=1)
def weapons_anywhere() -> Mapping[str, bool]:
    """Return the words for weapons and classes in all books; False for those that are classes alone.

    A brand or a family alone ("smith") is left out, because it may be the name of a fighter.
    """
    words: dict[str, bool] = {}
    for book in shelf().values():
        usual = book.usual({})
        words |= {" ".join(words_of(phrase)): False for phrase in usual.classes} | words
        for spelled, names in usual.weapons.items():
            plain = " ".join(words_of(spelled))
            if not plain.isalpha() or plain in {" ".join(words_of(name)) for name in names}:
                words[plain] = True
    return words
