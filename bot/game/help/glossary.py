"""The terms of docs/glossary.md and of the glossaries on the rulebooks' pages, read from their tables.

The pages are the only lists of terms.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from rules.engine.frozen import dataclass

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = DOCS / "glossary.md"
_GLOSSARY = "Glossary"
"""The heading of the glossary on a rulebook's page."""
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
    """Return all terms, in the order of the pages. Raises OSError without docs/glossary.md."""
    others = (page for page in sorted(DOCS.glob("*.md")) if page != PAGE)
    return (*_read(PAGE), *(term for page in others for term in _read(page) if term.section == _GLOSSARY))


def _read(page: Path) -> list[Term]:
    """The terms in the tables of a page whose head begins with "term"."""
    found: list[Term] = []
    section = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif (row := _ROW.match(line)) and row["names"] not in _HEADS:
            names = tuple(name.strip() for name in row["names"].split(","))
            found.append(Term(names, row["means"].strip(), section))
    return found
