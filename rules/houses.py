"""A server's own records as text: TOML that anybody may have written, read with care, every problem told at once."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

from rules.errors import BadSheet

MOST_BYTES = 64 * 1024
# A key of thousands of parts takes the reader of TOML seconds.
_MOST_DOTS = 250
_MOST_SHOWN = 6
_EXAMPLE = "begin with the example that /weapon add shows."


def parse(text: str, what: str) -> dict[str, object]:
    """The values in a record's TOML text; `what` names the record ("card"). Raises BadSheet."""
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise BadSheet(f"A {what} has at most {MOST_BYTES:,} bytes; this text has {size:,}.")
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise BadSheet(f"A line of this {what} has more than {_MOST_DOTS} dots; {_EXAMPLE}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = " ".join(str(error).split())[:120]
        raise BadSheet(f"This {what} is no TOML: {why}; {_EXAMPLE}", [why]) from None
    except (ValueError, RecursionError):
        raise BadSheet(f"This {what} is no TOML: {_EXAMPLE}") from None


def unreadable(what: str, problems: Sequence[str]) -> BadSheet:
    """The refusal of a record with these problems: the first are told, the rest counted."""
    more = len(problems) - _MOST_SHOWN
    shown = "; ".join(problems[:_MOST_SHOWN]) + (f"; and {more} more" if more > 0 else "")
    return BadSheet(f"This {what} does not read: {shown}.", problems)
