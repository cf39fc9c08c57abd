"""Estimates how much of a phone's screen a message takes; `compact` cuts results to a share of it.

The figures are those of the playground's page, 390 pixels wide; `tests/page/test_detail.py` measures the real heights.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache

SCREEN = 683
"""Pixels of a phone's screen, without the bars of its browser."""
SHOT, BURST, RUN = SCREEN // 3, SCREEN // 2, SCREEN
"""The most pixels that a result may take: of a shot, of a burst, of a run."""
_FRAME = 49
"""The name above a message and its edges."""
_BUTTONS = 47
_PROSE, _SMALL, _EMBEDDED = 21, 18, 20
"""The heights of a line of content, of small print, in an embed."""
STORY = RUN - 3 * _PROSE
"""The most pixels of content of many lines, of which some are wider than their characters tell."""
MOST_ROWS = RUN // _EMBEDDED
"""The most rows of an embed that a screen can have."""
_EDGES = 28
"""The edges of an embed."""
_PROSE_WIDE, _SMALL_WIDE, _EMBEDDED_WIDE = 44, 52, 38
"""Characters of a line. Bold ones take more room, and a line that just fits would become two."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_MENTION = re.compile(r"<[@#][!&]?[0-9]+>")
_MARKS = re.compile(r"\*\*|\\(?=\W)|^-# ")


def content_height(text: str) -> int:
    """Return the height of a message's content in pixels."""
    return sum(
        _SMALL * _rows(line, _SMALL_WIDE) if line.startswith("-# ") else _PROSE * _rows(line, _PROSE_WIDE)
        for line in text.split("\n")
    )


def rows_left(content: str, most: int) -> int:
    """Return how many rows of an embed fit below this content and above a row of buttons."""
    left = most - _FRAME - _BUTTONS - content_height(content) - _EDGES
    return max(left // _EMBEDDED, 0)


def above(rows: int, most: int) -> int:
    """Return the most pixels of a message without an embed that leave room for one of so many rows."""
    return most - _EDGES - rows * _EMBEDDED


def fits(content: str, most: int) -> bool:
    """Return whether the content alone fits above a row of buttons."""
    return _FRAME + _BUTTONS + content_height(content) <= most


def embedded(lines: Iterable[str], rows: int) -> list[str]:
    """Return as many lines, from the first on, as have room in this many rows of an embed."""
    kept: list[str] = []
    for line in lines:
        rows -= embedded_rows(line)
        if rows < 0:
            break
        kept.append(line)
    return kept


def rows_of(text: str) -> int:
    """Return how many rows a text takes in an embed."""
    return sum(map(embedded_rows, text.split("\n")))


def embedded_rows(line: str) -> int:
    """Return how many rows a line of an embed takes."""
    return _rows(_BOLD.sub(_widened, line), _EMBEDDED_WIDE)


def _widened(bold: re.Match[str]) -> str:
    """Return a bold text with as many more characters as it is wider."""
    return bold[1] + "x" * (len(bold[1]) // 4 + 1)


@lru_cache(maxsize=256)
def _rows(line: str, wide: int) -> int:
    # A result asks for the same lines several times, until it has found its share of a screen.
    seen = _MARKS.sub("", _MENTION.sub("@somebody", line))
    if len(seen) <= wide and "\t" not in seen:
        return 1
    return max(len(textwrap.wrap(seen, wide)), 1)
