"""The words of a ruling's line: each as it is compared and as it was typed, numbers apart from their units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.frozen import dataclass
from rules.words.catalogue import plain

BREAK = ","
"""The word for a comma or a similar mark: the words before and behind it do not belong together."""
_MARKS = str.maketrans({"−": "-", "–": "-", "—": " ", "×": "x", "#": " no ", ":": ",", ";": ",", "\n": ","})
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d,])")
_FIGURE = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)")
_GLUED = re.compile(r"(?:(?P<word>aim|range)(?P<behind>\d+)|(?P<figure>\d+(?:\.\d+)?)-?(?P<unit>[^\W\d_]+\.?))", re.I)
_SPLIT = frozenset(
    (
        *("m", "meter", "meters", "metre", "metres", "mtr", "mtrs", "km", "yd", "yds", "y", "yard", "yards"),
        *("ft", "foot", "feet", "hex", "hexes", "sq", "square", "squares", "space", "spaces"),
        *("action", "actions", "aim"),
    )
)
"""The words that are read apart from a number that they are glued to: 40m, but not 9mm."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in plain spelling, and as it was typed."""

    word: str
    typed: str


def tokens(line: str) -> list[Token]:
    """Return the words of a line in order."""
    line = _THOUSANDS.sub(r"\1\2", line).translate(_MARKS)
    return [token for piece in line.replace(BREAK, f" {BREAK} ").split() for token in _of(piece)]


def is_figure(word: str) -> bool:
    """Return whether a word is a number, with or without a sign."""
    return _FIGURE.fullmatch(word) is not None


def _of(piece: str) -> Iterator[Token]:
    bare = piece.strip("\"'“”‘’()[]{}?!")
    if bare == BREAK or is_figure(bare):
        yield Token(bare, bare)
        return
    match = _GLUED.fullmatch(bare)
    if match and match["word"]:
        yield from (Token(match[part].casefold(), match[part]) for part in ("word", "behind"))
        return
    if match and match["unit"].rstrip(".").casefold() in _SPLIT:
        unit = match["unit"].rstrip(".")
        yield from (Token(match["figure"], match["figure"]), Token(unit.casefold(), unit))
        return
    words = plain(bare).split()
    # Only a word that stays one can be shown as it was typed.
    yield from (Token(word, bare.strip(".,") if len(words) == 1 else word) for word in words)
