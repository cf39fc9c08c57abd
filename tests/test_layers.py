"""The layout is the architecture: who may import whom, room by room, parsed from the sources.

An import that only type checkers run (`if TYPE_CHECKING`) counts like any other.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from rules.shelf import OURS
from tests.house import ROOT, SOURCES, TOP, circle, graph, imports, module_of, parsed, rooms

ENGINE = {"rules.engine", "rules.grid", "rules.tables", "rules.words"}
# Every other package is a rulebook, on the shelf or not.
BOOKS = {f"rules.{path.parent.name}" for path in (ROOT / "rules").glob("*/*.py")} - ENGINE
GAME = {"bot.errors", "bot.fairness", "bot.game", *ENGINE, "rules.shelf"}
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
    "bot.errors": {"rules.engine"},
    "bot.game.store": {"bot.errors", "rules.engine.records.frozen"},
    "bot.game": {"bot.errors", "bot.fairness", "bot.game.store", *ENGINE, "rules.shelf"},
    "bot.watch": {"bot.errors"},
    "bot.chat.workers": {"bot.errors", "bot.fairness", "bot.game", *ENGINE, "rules.shelf"},
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
    "bot.play": {
        "bot.chat",
        "bot.errors",
        "bot.game",
        "bot.game.store",
        "bot.settings",
        "standin",
        *ENGINE,
        "rules.shelf",
    },
    # Starting, settings and logs; they know no rule.
    "bot": {
        "bot.chat",
        "bot.errors",
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
    # typing_extensions is pydantic's own requirement.
    "rules": {"pydantic", "typing_extensions"},
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
OUTSIDE = {"asyncio", "time", "datetime", "random", "secrets", "socket", "sqlite3", "threading"}
DICE = "rules.engine.scene.dice"


TESTS = {module_of(path): path for path in sorted((ROOT / "tests").rglob("*.py"))}


def room_of(module: str, rooms: dict[str, set[str]]) -> str:
    """The innermost of these rooms that a module belongs to; "" for none."""
    return max((room for room in rooms if f"{module}.".startswith(f"{room}.")), key=len, default="")


def allowed(room: str, module: str) -> bool:
    """Return whether a module of the room may import that module of ours."""
    # A single module may be named as well as a room: `bot.settings`.
    return room_of(module, ROOMS) in {room, *ROOMS[room]} or module in ROOMS[room]


def test_every_source_is_in_a_room() -> None:
    assert {room_of(module, ROOMS) for module in SOURCES} == set(ROOMS)


def test_imports_keep_to_the_rooms() -> None:
    wrong = {}
    for module, path in SOURCES.items():
        ours = {name for name in imports(path) if name.partition(".")[0] in TOP}
        foreign = {name.partition(".")[0] for name in imports(path) - ours}
        wrong[module] = {name for name in ours if not allowed(room_of(module, ROOMS), name)}
        wrong[module] |= foreign - sys.stdlib_module_names - FOREIGN[room_of(module, FOREIGN)]
    assert {module: names for module, names in wrong.items() if names} == {}


def test_every_rulebook_is_on_the_shelf() -> None:
    assert {book.removeprefix("rules.") for book in BOOKS} == set(OURS)


def test_the_rules_know_nothing_of_the_world() -> None:
    rules = {module: path for module, path in SOURCES.items() if module.startswith("rules")}
    known = {module: {name.partition(".")[0] for name in imports(path)} & OUTSIDE for module, path in rules.items()}
    assert {module: names for module, names in known.items() if names} == {DICE: {"random"}}


def test_no_imports_go_in_a_circle() -> None:
    assert sorted(circle(graph())) == []


# The rooms of a rulebook, and those of the stand-in, are cut by rules and routes, not by floors.
CIRCLES = {"rules", "rules.phoenix", "rules.phoenix.optional", "rules.phoenix.shooting", "standin"}
MOST_MEMBERS = 14


def test_no_room_imports_upward() -> None:
    assert {room.name for room in rooms() if room.circle} == CIRCLES


def test_a_room_is_seen_at_one_glance() -> None:
    assert {room.name: len(room.members) for room in rooms() if len(room.members) > MOST_MEMBERS} == {}


def test_sql_is_in_the_store_alone() -> None:
    users = [
        m for m, path in SOURCES.items() if imports(path) & {"sqlite3", "aiosqlite", "asyncpg", "sqlalchemy", "alembic"}
    ]
    assert {room_of(module, ROOMS) for module in users} == {"bot.game.store"}


def test_what_is_behind_the_desk_is_for_commands_alone() -> None:
    before = ("cogs", "bot.chat.views", "bot.chat.suggestions")
    users = {m: path for m, path in SOURCES.items() if m.startswith(before) and ".desk." in path.read_text()}
    reaching = {module: [*_reached(parsed(path))] for module, path in users.items()}
    assert {module: names for module, names in reaching.items() if names} == {}


def _reached(tree: ast.Module) -> Iterator[str]:
    """Attributes taken from a desk: `interaction.client.desk.referee`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).rpartition(".")[2] == "desk":
            yield ast.unparse(node)


def test_only_the_referee_carries_out() -> None:
    assert [m for m, one in _functions("carry_out")] == ["bot.game.referee.referee"]
    # Nor do the rules take such a function from outside.
    assert {m for m, path in SOURCES.items() if m.startswith("rules") and "carry_out" in path.read_text()} == set()


def test_a_function_called_order_returns_an_order() -> None:
    classes = re.compile(r"^ *class (\w+)\(([^)]*)\):", re.MULTILINE)
    found = [pair for path in SOURCES.values() for pair in classes.findall(path.read_text(encoding="utf-8"))]
    bases = [(name, {*re.split(r",\s*", above)}) for name, above in found]
    orders = {"Order"}
    while more := {name for name, above in bases if above & orders} - orders:
        orders |= more
    returned = {(m, ast.unparse(one.returns or one).removesuffix(" | None")) for m, one in _functions("order")}
    assert {(m, name) for m, name in returned if name not in orders} == set()


def _functions(name: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function of that name, public or private, and the module that it is in."""
    for module, path in SOURCES.items():
        there = re.search(rf"\bdef _*{name}\b", path.read_text(encoding="utf-8"))
        for node in ast.walk(parsed(path)) if there else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.lstrip("_") == name:
                yield module, node


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
    assert lines.pop("bot.fairness") <= 620
    assert {module: n for module, n in lines.items() if n > 600} == {}


# What puts the ruleset together, and the record that keeps what the Optional Rules need (`OptionalFields`).
ASSEMBLY = {Path("rules/phoenix/ruleset.py"), Path("rules/phoenix/basics/soldier.py")}


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
    records = modules(ROOT / "rules/phoenix/basics/soldier.py")
    assert {name for name in records if "optional" in name} == {"rules.phoenix.optional.records.OptionalFields"}
