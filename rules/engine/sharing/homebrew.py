"""Reads the text of a server's own records, TOML or CSV, which anybody may have written; reports every problem.

Sizes and nesting are limited, so that no text takes long to read.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from rules.engine.records.errors import BadSheet
from rules.words.catalogue import normalized

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
Where = tuple[int | str, ...]
"""The place of a problem in a record: the words and indices that lead to it."""

MOST_NAME = 40

MOST_BYTES = 64 * 1024
# The TOML parser takes seconds for a key with thousands of parts.
_MOST_DOTS = 250
_MOST_REMEMBERED = 256
_MOST_SHOWN = 6
_MOST_LINES = 200
_SEPARATORS = ",;\t"
_NAMED_SEPARATOR = re.compile(r'\s*"?sep=([,;\t])"?[ \r]*(?:\n|$)', re.IGNORECASE)
"""The line by which spreadsheets tell what separates the values."""
_EXAMPLE = "Begin with the example from /weapon add."


class Part(BaseModel):
    """A part of a record that is checked strictly: no other words, no values of another type."""

    # Models that are only extended, or not read here, are never built.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def remembered(read: Callable[[Mapping[str, object]], T]) -> Callable[[Mapping[str, object]], T]:
    """Return a reader of stored records that remembers what it has read lately.

    Each sheet line and each list of pages asks for all records of a server, and checking one takes 0.4 ms.
    """

    @lru_cache(maxsize=_MOST_REMEMBERED)
    def from_json(text: str) -> T:
        return read(json.loads(text))

    return lambda record: from_json(json.dumps(dict(record)))


def parse(text: str, what: str) -> dict[str, object]:
    """Return the values in a record's TOML text; `what` names the record ("card"). Raises BadSheet."""
    _check_size(text, what)
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise BadSheet(f"A line of this {what} has more than {_MOST_DOTS} dots. {_EXAMPLE}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = " ".join(str(error).split())[:120]
        raise BadSheet(f"This {what} is not valid TOML: {why}. {_EXAMPLE}", [why]) from None
    except (ValueError, RecursionError):
        raise BadSheet(f"This {what} is not valid TOML. {_EXAMPLE}") from None


def separated(text: str) -> str:
    """Return the character that separates a CSV text's values, "" if the text is not CSV.

    In CSV, the first line with content has a separator before any "=" or "[", or is "sep=;".
    """
    if named := _NAMED_SEPARATOR.match(text):
        return named[1]
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line.strip(_SEPARATORS) and not line.startswith("#")), "")
    match = re.match(rf"[^=\[]*?([{_SEPARATORS}])", first)
    return match[1] if match else ""


def lines(text: str, what: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the lines of a record's CSV text, each a word and its values, without empty cells at the end.

    Empty lines and comments (#) are left out. Between semicolons, a comma is a decimal point. Raises BadSheet.
    """
    _check_size(text, what)
    sign = separated(text) or ","
    text = _NAMED_SEPARATOR.sub("", text, count=1) if _NAMED_SEPARATOR.match(text) else text
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=sign, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise BadSheet(f"This {what} is not valid CSV: {error}. {_EXAMPLE}", [str(error)]) from None
    result = []
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if sign == ";":
            cells = [re.sub(r"(?<=\d),(?=\d+$)", ".", cell) for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if cells and not cells[0].startswith("#"):
            result.append((cells[0], tuple(cells[1:])))
    if len(result) > _MOST_LINES:
        raise BadSheet(f"A {what} has at most {_MOST_LINES} lines. This text has {len(result)}.")
    return result


def _check_size(text: str, what: str) -> None:
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise BadSheet(f"A {what} has at most {MOST_BYTES:,} bytes. This text has {size:,}.")


def in_words(message: str) -> str:
    """Return pydantic's message about a value in a form that follows its name: "should be less than or equal to 9"."""
    return re.sub(r"^\w+ should", "should", message.removeprefix("Value error, ")).replace(" after validation", "")


PROBLEMS: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not a word of a weapon",
    "int_type": "should be a whole number",
    "bool_type": "should be true or false",
    "string_type": "should be a text in quotation marks",
}
"""The words for pydantic's types of errors in the record of a weapon."""


def unreadable(what: str, problems: Sequence[str]) -> BadSheet:
    """Return the refusal of a record with these problems; it names the first few and counts the rest."""
    problems = list(dict.fromkeys(problems))
    more = len(problems) - _MOST_SHOWN
    named = "; ".join(problems[:_MOST_SHOWN]) + (f"; and {more} more" if more > 0 else "")
    return BadSheet(f"I can't use this {what}: {named}.", problems)


def checked(
    model: type[M],
    raw: Mapping[str, object],
    what: str,
    problem: Callable[[Where, str, str], str],
    context: object = None,
) -> M:
    """Return a record from untyped values; `what` names it. Raises BadSheet naming every problem.

    `problem` returns one problem in words, from its place, pydantic's type of error and its message.
    """
    try:
        return model.model_validate(dict(raw), context=context)
    except ValidationError as error:
        raise unreadable(what, [problem(one["loc"], one["type"], one["msg"]) for one in error.errors()]) from None


def record_name(value: object, *, digits: bool = True) -> str:
    """Return the name of a record, or of a part of it, in one line. Raises ValueError if it cannot be one.

    `digits`: whether digits alone can be a name.
    """
    if not isinstance(value, str):
        raise ValueError("put a name in quotation marks")
    name = " ".join(value.split())
    good = 1 <= len(name) <= MOST_NAME and name.isprintable() and not set(name) & set(",:;=")
    if not good or not any(map(str.isalnum if digits else str.isalpha, normalized(name))):
        sign = "letter or digit" if digits else "letter"
        raise ValueError(f"a name has 1 to {MOST_NAME} characters, with at least one {sign} and none of , : ; =")
    return name
