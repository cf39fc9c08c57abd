"""The sample of docs/adding_a_rulebook.md is the book in tests/saloon, whole, and is as short as the page says. The
snippets below it are from the book in tests/arrows.

test_release.py installs Saloon beside the wheel and plays it; rules/test_arrows.py plays Arrows.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rules.engine.books.installed import members
from rules.engine.defaults.rulebook import Rulebook
from tests.house import ROOT, TOP, imports
from tests.test_layers import ENGINE

FOLDER = ROOT / "tests" / "saloon"
BOOK = FOLDER / "saloon.py"
ARROWS = ROOT / "tests" / "arrows" / "arrows.py"
PAGE = (ROOT / "docs" / "adding_a_rulebook.md").read_text(encoding="utf-8")
SAMPLE, _, ADDED = PAGE.partition("\n## More than Saloon\n")


def blocks(language: str, text: str) -> list[str]:
    """The blocks of a text in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def shown(language: str) -> list[str]:
    """The lines of the sample's blocks in a language, without empty ones."""
    return [line for block in blocks(language, SAMPLE) for line in block.splitlines() if line]


def written() -> set[str]:
    """The members that the book's class has of its own."""
    (book,) = (
        node
        for node in ast.parse(BOOK.read_text()).body
        if isinstance(node, ast.ClassDef) and node.bases and ast.unparse(node.bases[0]) == "Rulebook"
    )
    names = {node.name for node in book.body if isinstance(node, ast.FunctionDef)}
    assigned = (name for node in book.body if isinstance(node, ast.Assign) for name in ast.walk(node.targets[0]))
    return names | {name.id for name in assigned if isinstance(name, ast.Name)}


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line]


def test_the_page_shows_every_line() -> None:
    assert shown("python") == lines_of(BOOK)
    assert shown("toml") == lines_of(FOLDER / "pyproject.toml")


def test_what_the_page_adds_is_played() -> None:
    added, whole = blocks("python", ADDED), ARROWS.read_text(encoding="utf-8")
    assert len(added) == 5
    assert [block for block in added if f"\n{block}" not in whole] == []


def test_the_book_is_as_short_as_the_page_says() -> None:
    length, own = len(BOOK.read_text().splitlines()), written()
    assert length <= 120
    assert f"Its {length} lines are in `tests/saloon/`" in PAGE
    assert f"has {len(members())} members in a few parts" in PAGE
    assert f"Saloon writes {len(own)} members in all." in PAGE
    must = {"id", "title", "version", "weapons", "fresh"}
    assert must <= own


def test_three_members_of_the_protocol_have_no_default() -> None:
    assert {name for name in members() if not hasattr(Rulebook, name)} == {"id", "title", "version"}
    assert "has a default for all but three" in PAGE


def test_the_books_import_what_any_book_may() -> None:
    ours = {name for book in (BOOK, ARROWS) for name in imports(book) if name.partition(".")[0] in (*TOP, "tests")}
    assert ours and {".".join(name.split(".")[:2]) for name in ours} <= ENGINE
