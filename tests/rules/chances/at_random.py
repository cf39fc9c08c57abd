"""300 situations by number: each preset of every book and each value of every switch in turn, the rest by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.engine.records.errors import Refusal
from rules.shelf import shelf
from tests.rules.chances.drawing import Drawing
from tests.rules.chances.other_books_at_random import AliensDrawing, MarinesDrawing, SavageDrawing
from tests.rules.chances.phoenix_at_random import PhoenixDrawing
from tests.rules.chances.situations import Situation

NUMBER = 300
TURNS = (
    "phoenix-basic", "phoenix-advanced", "space-marines", "phoenix-optional", "savage", "phoenix-advanced",
    "phoenix-optional", "phoenix-tournament", "space-marines-outdoors", "phoenix-basic", "phoenix-advanced", "aliens",
    "phoenix-optional", "phoenix-advanced", "phoenix-optional",
)  # fmt: skip
"""The presets in turn. Most chances are in the Advanced and Optional Rules of Phoenix Command."""
BOOKS = {preset: book for book in shelf().values() for preset in book.presets}
DRAWINGS: Mapping[str, type[Drawing]] = {
    "phoenix": PhoenixDrawing, "aliens": AliensDrawing, "space_marines": MarinesDrawing, "savage": SavageDrawing,
}  # fmt: skip
_TRIES = 1000


def value_of(number: int) -> tuple[str, str]:
    """Return the switch that a situation sets for certain, with its value: each of the book's in turn."""
    book = BOOKS[TURNS[number % len(TURNS)]]
    before = sum(BOOKS[TURNS[n % len(TURNS)]] is book for n in range(number))
    values = [(option.name, value) for option in book.options.values() for value in option.values]
    return values[before % len(values)]


def drawn(number: int) -> Situation:
    """Return the situation of a number."""
    preset = TURNS[number % len(TURNS)]
    book, value = BOOKS[preset], value_of(number)
    for again in range(_TRIES):
        drawing = DRAWINGS[book.id](book, preset, value, random.Random(f"{number}, try {again}"))
        try:
            if found := drawing.situation():
                return found
        except Refusal:
            continue
    raise AssertionError(f"nothing is allowed in situation {number}")
