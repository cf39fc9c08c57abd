"""A server's own records as text: TOML or CSV that anybody may have written, read with care, every problem told."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Sequence

from rules.engine.errors import BadSheet

MOST_BYTES = 64 * 1024
# A key of thousands of parts takes the reader of TOML seconds.
_MOST_DOTS = 250
_MOST_SHOWN = 6
_MOST_LINES = 200
_SEPARATORS = ",;\t"
_EXAMPLE = "begin with the example that /weapon add shows."


def parse(text: str, what: str) -> dict[str, object]:
    """The values in a record's TOML text; `what` names the record ("card"). Raises BadSheet."""
    _check_size(text, what)
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise BadSheet(f"A line of this {what} has more than {_MOST_DOTS} dots; {_EXAMPLE}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = " ".join(str(error).split())[:120]
        raise BadSheet(f"This {what} is no TOML: {why}; {_EXAMPLE}", [why]) from None
    except (ValueError, RecursionError):
        raise BadSheet(f"This {what} is no TOML: {_EXAMPLE}") from None


def separated(text: str) -> str:
    """The sign that separates a text's values, if it is CSV: its first line that says anything has one of these before
    any sign of TOML. "" if it is none."""
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line.strip(_SEPARATORS) and not line.startswith("#")), "")
    found = re.match(rf"[^=\[]*?([{_SEPARATORS}])", first)
    return found[1] if found else ""


def lines(text: str, what: str) -> list[tuple[str, tuple[str, ...]]]:
    """The lines of a record's CSV text: a word and its values each; empty cells at the end are none.

    Empty lines and those that begin with # are left out; between semicolons a comma is a decimal point. Raises
    BadSheet.
    """
    _check_size(text, what)
    sign = separated(text) or ","
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=sign, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise BadSheet(f"This {what} is no CSV: {error}; {_EXAMPLE}", [str(error)]) from None
    found = []
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if sign == ";":
            cells = [re.sub(r"(?<=\d),(?=\d+$)", ".", cell) for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if cells and not cells[0].startswith("#"):
            found.append((cells[0], tuple(cells[1:])))
    if len(found) > _MOST_LINES:
        raise BadSheet(f"A {what} has at most {_MOST_LINES} lines; this text has {len(found)}.")
    return found


def _check_size(text: str, what: str) -> None:
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise BadSheet(f"A {what} has at most {MOST_BYTES:,} bytes; this text has {size:,}.")


def in_words(said: str) -> str:
    """What pydantic says of a value, as of the word before it: "should be less than or equal to 9"."""
    return re.sub(r"^\w+ should", "should", said.removeprefix("Value error, ")).replace(" after validation", "")


def unreadable(what: str, problems: Sequence[str]) -> BadSheet:
    """The refusal of a record with these problems: the first are told, the rest counted."""
    problems = list(dict.fromkeys(problems))
    more = len(problems) - _MOST_SHOWN
    shown = "; ".join(problems[:_MOST_SHOWN]) + (f"; and {more} more" if more > 0 else "")
    return BadSheet(f"This {what} does not read: {shown}.", problems)
