"""The layout is the architecture: who may import whom, parsed from the sources."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# What each room may import beside the standard library; `rules` stays free of the world outside.
ALLOWED = {
    "rules": {"rules", "pydantic"},
    "standin": {"standin"},
    "bot": {"bot", "rules", "standin"},
    "cogs": {"cogs", "bot", "rules", "discord"},
}
OURS = {"rules", "bot", "cogs", "standin", "migrations", "tests", "bench"}
OUTSIDE = {"asyncio", "time", "datetime", "random", "secrets", "socket", "sqlite3", "threading"}
DICE = ROOT / "rules" / "engine" / "dice.py"
SOURCES = sorted(path for room in ALLOWED for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> set[str]:
    """The top-level packages that a module imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add((node.module or "").partition(".")[0])
    return found


def test_there_are_sources() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in SOURCES} == set(ALLOWED)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    assert imports(path) & OURS <= ALLOWED[room]


@pytest.mark.parametrize("path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_rules_know_nothing_of_the_world(path: Path) -> None:
    outside = imports(path) - ALLOWED["rules"]
    assert outside <= sys.stdlib_module_names
    assert outside & OUTSIDE <= ({"random"} if path == DICE else set())


def test_sql_is_in_the_store_alone() -> None:
    users = {p.relative_to(ROOT) for p in SOURCES if imports(p) & {"sqlite3", "aiosqlite", "sqlalchemy", "alembic"}}
    assert {p.parts[:3] for p in users} == {("bot", "game", "store")}


def test_no_module_is_too_long_to_read_in_one_sitting() -> None:
    long = {str(p.relative_to(ROOT)): n for p in SOURCES if (n := len(p.read_text().splitlines())) > 400}
    assert long == {}
