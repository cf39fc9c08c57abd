"""Places on a map of squares or hexes: column and row, written as on the map ("C4")."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.engine.records.errors import UnknownName, quoted

# Columns run A to Z, AA to CU, rows 1 to 99.
MOST = 99
_LETTERS = 26


class Place(NamedTuple):
    """A space of the map. `column` and `row` are counted from 1; column 1 is A, column 27 is AA."""

    # A tuple, because searches for ways hash and compare places a million times.

    column: int
    row: int

    @classmethod
    def parse(cls, text: str) -> Place:
        """Return the place written as "C4", "c 4" or "AB12".

        Raises UnknownName with a sentence that shows an example.
        """
        match = re.fullmatch(r"\s*([A-Za-z]{1,2})[\s-]*([0-9]{1,2})\s*", text)
        if match:
            column = 0
            for letter in match[1].upper():
                column = column * _LETTERS + ord(letter) - ord("A") + 1
            row = int(match[2])
            if column <= MOST and row >= 1:
                return cls(column, row)
        last = cls(MOST, MOST)
        raise UnknownName(f"{quoted(text)} is not a place. Give column and row from A1 to {last}: C4.")

    def __str__(self) -> str:
        letters = ""
        rest = self.column
        while rest > 0:
            rest, letter = divmod(rest - 1, _LETTERS)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.row}"
