"""The terms of docs/glossary.md, read from its tables: the page is the only list of them."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rules.engine.frozen import dataclass

PAGE = Path(__file__).resolve().parents[3] / "docs" / "glossary.md"
_ROW = re.compile(r"^\| (?P<names>[^|]+) \| (?P<means>[^|]+) \|$")
_HEADS = {"term", "---"}


@dataclass(frozen=True, slots=True)
class Term:
    """A term by its names, the first first, with the heading of its table: "Storage and delivery"."""

    names: tuple[str, ...]
    means: str
    section: str


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """Return all terms, in the order of the page. Raises OSError without the page."""
    found: list[Term] = []
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif (row := _ROW.match(line)) and row["names"] not in _HEADS:
            names = tuple(name.strip() for name in row["names"].split(","))
            found.append(Term(names, row["means"].strip(), section))
    return tuple(found)
