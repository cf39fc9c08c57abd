"""The layout is the architecture: who may import whom, room by room, parsed from the sources.

An import that only type checkers run (`if TYPE_CHECKING`) counts like any other.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

BOOKS = {"rules.aliens", "rules.phoenix", "rules.savage", "rules.space_marines"}
ENGINE = {"rules.engine", "rules.grid", "rules.tables", "rules.words"}
GAME = {"bot.fairness", "bot.game", *ENGINE, "rules.shelf"}
# What each room may import of ours besides itself. A module belongs to the innermost room that is listed here.
ROOMS: dict[str, set[str]] = {
    "standin": set(),
    "rules.words": {"rules.engine"},
    "rules.grid": {"rules.engine", "rules.words"},
    "rules.tables": {"rules.engine", "rules.words"},
    "rules.engine": {"rules.grid", "rules.tables", "rules.words"},
    **dict.fromkeys(BOOKS, ENGINE),
    # The shelf of rulebooks, and the import paths that stay when modules move.
    "rules": {*ENGINE, *BOOKS},
    # The check of the dice stands alone.
    "bot.fairness": set(),
    "bot.game.store": {"bot.errors"},
    "bot.game": {"bot.fairness", "bot.game.store", *ENGINE, "rules.shelf"},
    "bot.watch": {"bot.errors"},
    "bot.chat.workers": {"bot.fairness", "bot.game", *ENGINE, "rules.shelf"},
    "bot.chat.plots": {"bot.chat.workers"},
    "bot.chat.maps": {"bot.chat.workers", "bot.game"},
    "bot.chat": {
        "bot.chat.maps",
        "bot.chat.plots",
        "bot.chat.workers",
        *GAME,
        "bot.game.store",
        "bot.settings",
        "bot.watch",
    },
    "bot.play": {"bot.chat", "bot.game", "bot.game.store", "bot.settings", "standin", *ENGINE, "rules.shelf"},
    # Starting, settings and logs; they know no rule.
    "bot": {
        "bot.chat",
        "bot.fairness",
        "bot.game",
        "bot.game.store",
        "bot.play",
        "bot.watch",
        "rules.engine",
        "rules.shelf",
    },
    "cogs": {"bot.chat", *GAME},
}
# What each top-level package or room may import of others' besides the standard library; a room's own line counts.
FOREIGN: dict[str, set[str]] = {
    "standin": {"aiohttp", "jsonschema_rs", "orjson"},
    "rules": {"pydantic"},
    "bot.fairness": set(),
    "bot.game.store": {"aiosqlite", "alembic", "asyncpg", "migrations", "orjson", "sqlalchemy"},
    "bot.game": {"cattrs", "orjson", "pydantic_core"},
    "bot.chat.plots": {"matplotlib", "PIL"},
    "bot.chat.maps": {"PIL"},
    "bot.chat.replays": {"orjson"},
    "bot.chat": {"aiohttp", "discord", "yarl"},
    "bot.play": {"orjson", "pydantic"},
    "bot.watch": {"aiohttp", "prometheus_client"},
    "bot": {"click", "pydantic", "pydantic_settings"},
    "cogs": {"discord"},
}
TOP = sorted({room.partition(".")[0] for room in ROOMS})
OUTSIDE = {"asyncio", "time", "datetime", "random", "secrets", "socket", "sqlite3", "threading"}
DICE = "rules.engine.scene.dice"


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {_module(path): path for top in TOP for path in sorted((ROOT / top).rglob("*.py"))}
TESTS = {_module(path): path for path in sorted((ROOT / "tests").rglob("*.py"))}


@cache
def parsed(path: Path) -> ast.Module:
    """A source, parsed."""
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a source imports anywhere, as `package.module`, and those it takes from packages of ours."""
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(path.relative_to(ROOT).parts[: -node.level]) if node.level else ""
            package = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                inner = f"{package}.{alias.name}"
                names.add(inner if inner in SOURCES else package)
    return frozenset(names)


def room_of(module: str, rooms: dict[str, set[str]]) -> str:
    """The innermost of these rooms that a module belongs to; "" for none."""
    return max((room for room in rooms if f"{module}.".startswith(f"{room}.")), key=len, default="")


def allowed(room: str, module: str) -> bool:
    """Whether a module of the room may import that module of ours."""
    # A single module may be named as well as a room: `bot.settings`.
    return room_of(module, ROOMS) in {room, *ROOMS[room]} or module in ROOMS[room]


def test_every_source_is_in_a_room() -> None:
    assert {room_of(module, ROOMS) for module in SOURCES} == set(ROOMS)


@pytest.mark.parametrize("module", SOURCES)
def test_imports_keep_to_the_rooms(module: str) -> None:
    room = room_of(module, ROOMS)
    ours = {name for name in imports(SOURCES[module]) if name.partition(".")[0] in TOP}
    assert {name for name in ours if not allowed(room, name)} == set()
    foreign = {name.partition(".")[0] for name in imports(SOURCES[module]) - ours}
    assert foreign - sys.stdlib_module_names - FOREIGN[room_of(module, FOREIGN)] == set()


@pytest.mark.parametrize("module", [module for module in SOURCES if module.startswith("rules")])
def test_the_rules_know_nothing_of_the_world(module: str) -> None:
    outside = {name.partition(".")[0] for name in imports(SOURCES[module])} & OUTSIDE
    assert outside <= ({"random"} if module == DICE else set())


def test_no_imports_go_in_a_circle() -> None:
    graph = {module: imports(path) & SOURCES.keys() for module, path in SOURCES.items()}
    # Whatever imports nothing that is left can be taken away; what remains is a circle or leads into one.
    while free := [module for module, wanted in graph.items() if not wanted & graph.keys() - {module}]:
        for module in free:
            del graph[module]
    assert sorted(graph) == []


def test_sql_is_in_the_store_alone() -> None:
    users = [
        m for m, path in SOURCES.items() if imports(path) & {"sqlite3", "aiosqlite", "asyncpg", "sqlalchemy", "alembic"}
    ]
    assert {room_of(module, ROOMS) for module in users} == {"bot.game.store"}


@pytest.mark.parametrize("module", [m for m in SOURCES if m.partition(".")[0] == "cogs" or m.startswith("bot.chat")])
def test_commands_and_buttons_talk_to_the_service_and_not_through_it(module: str) -> None:
    assert [*_reached_through(parsed(SOURCES[module]))] == []


def _reached_through(tree: ast.Module) -> Iterator[str]:
    """Attributes taken from what an attribute of the service holds (`service.a.b`), and private ones of it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(inner := node.value, ast.Name | ast.Attribute):
            continue
        if _is_service(inner) and node.attr.startswith("_"):
            yield ast.unparse(node)
        if isinstance(inner, ast.Attribute) and _is_service(inner.value):
            yield ast.unparse(node)


def _is_service(node: ast.expr) -> bool:
    return ast.unparse(node).rpartition(".")[2] == "service"


def test_the_stand_in_is_tested_without_the_bot() -> None:
    others = {"bot", "cogs", "rules"}
    testing = {m: path for m, path in TESTS.items() if m.startswith("tests.standin")}
    assert {m for m, path in testing.items() if {name.partition(".")[0] for name in imports(path)} & others} == set()
    helpers = {name for path in testing.values() for name in imports(path) if name.partition(".")[0] == "tests"}
    assert {name for name in helpers if not name.startswith("tests.standin")} <= {"tests.openapi", "tests.waiting"}


def test_the_rules_are_tested_without_discord() -> None:
    testing = {m: path for m, path in TESTS.items() if m.startswith("tests.rules")}
    others = {"discord", "cogs", "standin"}
    assert {m for m, path in testing.items() if {name.partition(".")[0] for name in imports(path)} & others} == set()


def test_no_module_is_too_long_to_read_in_one_sitting() -> None:
    lines = {module: len(path.read_text().splitlines()) for module, path in SOURCES.items()}
    # People copy the witness as one file.
    assert lines.pop("bot.fairness") <= 610
    assert {module: n for module, n in lines.items() if n > 600} == {}


# What puts the ruleset together, and the record that keeps what the Optional Rules need (`OptionalFields`).
ASSEMBLY = {Path("rules/phoenix/ruleset.py"), Path("rules/phoenix/soldier.py")}


def modules(path: Path) -> set[str]:
    """The modules, and the names in them, that a module imports from anywhere."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    return {
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in nodes
        for alias in node.names
    }


def test_the_core_of_phoenix_command_knows_no_optional_rule() -> None:
    optional = ROOT / "rules" / "phoenix" / "optional"
    core = [path for path in (ROOT / "rules" / "phoenix").rglob("*.py") if optional not in path.parents]
    knowing = {path for path in core if any(name.startswith("rules.phoenix.optional") for name in modules(path))}
    assert {path.relative_to(ROOT) for path in knowing} == ASSEMBLY
    records = modules(ROOT / "rules" / "phoenix" / "soldier.py")
    assert {name for name in records if "optional" in name} == {"rules.phoenix.optional.records.OptionalFields"}
