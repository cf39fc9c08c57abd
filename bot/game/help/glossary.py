"""The terms that /help knows, read from the docs, which are the only lists of them.

docs/glossary.md has the words of this project that players meet. Each rulebook's pages have a glossary of the book's
own terms. The developers' words, in docs/code_glossary.md, are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from rules.engine.records.frozen import dataclass
from rules.shelf import shelf

DOCS = Path(__file__).resolve().parents[3] / "docs"
_GLOSSARY = "Glossary"
"""The heading of the terms on a rulebook's page."""
_ROW = re.compile(r"^\| (?P<names>[^|]+) \| (?P<means>[^|]+) \|$")
_HEADINGS = {"term", "---"}


@dataclass(frozen=True, slots=True)
class Term:
    """A term by its names, the first first, with the heading of its table: "Storage and delivery".

    `book` is the id of the rulebook that it is a term of; empty for a word of this project.
    """

    names: tuple[str, ...]
    means: str
    section: str
    book: str = ""


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """Return all terms: those of docs/glossary.md, then those of each rulebook, in the order of the pages.

    Raises OSError without docs/glossary.md.
    """
    found = list(_terms(DOCS / "glossary.md"))
    for book in shelf():
        for page in pages_of(book):
            found += [term for term in _terms(page, book) if term.section == _GLOSSARY]
    return tuple(found)


def pages_of(book: str) -> list[Path]:
    """Return the pages about a rulebook: those whose names begin with its id."""
    return sorted(DOCS.glob(f"{book}*.md"))


def _terms(page: Path, book: str = "") -> Iterator[Term]:
    section = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif (row := _ROW.match(line)) and row["names"] not in _HEADINGS:
            names = tuple(name.strip() for name in row["names"].split(","))
            yield Term(names, row["means"].strip(), section, book)
