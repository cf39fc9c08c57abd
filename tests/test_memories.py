"""Everything that the bot keeps in memory has a bound, which docs/architecture.md names.

A memory is a cached function, a mapping or a queue of a kind that forgets, and an empty dict, set or list that begins
with the process: at the top of a module, or in a class that has one object for the whole run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
HEADING = "### What is kept in memory"
FORGETFUL = {
    *("BoundedMapping", "ButtonMemory", "OrderedDict", "Results", "deque"),
    *("WeakKeyDictionary", "WeakSet", "WeakValueDictionary"),
}
PLAIN = {"dict", "set", "list", "defaultdict"}
CACHES = {"cache", "lru_cache"}
ONE_FOR_ALL = (
    *("bot/chat/background/", "bot/chat/connection/", "bot/chat/maps/studio.py", "bot/chat/outgoing/", "bot/watch/"),
    *("bot/game/dice/seeds.py", "bot/game/entries/codec.py", "bot/game/files/library.py"),
    *("bot/game/journal/journal.py", "bot/game/journal/reading_queue.py", "bot/game/referee/encounter_locks.py"),
)
"""The files whose classes have one object for the whole run, or few."""
OF_ONE_QUESTION = {("bot/chat/render/pages/records.py", "_new")}
"""Memories that end with the question that they are for."""


def called(node: ast.expr | None) -> str:
    """The name of what is called or referred to, without its module and type arguments."""
    match node:
        case ast.Call(func=func):
            return called(func)
        case ast.Subscript(value=value):
            return called(value)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def begins_empty(node: ast.expr | None) -> bool:
    match node:
        case ast.Dict(keys=inside) | ast.Set(elts=inside) | ast.List(elts=inside):
            return not inside
        case ast.Call(args=[], keywords=[]):
            return called(node) in PLAIN
    return False


def kept(path: str, body: list[ast.stmt], *, plain: bool) -> Iterator[str]:
    """Yield the names of the memories in a body; with `plain`, also what begins empty and nobody bounds."""
    for node in body:
        match node:
            case ast.FunctionDef(name="__init__"):
                yield from kept(path, node.body, plain=path.startswith(ONE_FOR_ALL))
            case ast.ClassDef(body=inside):
                yield from kept(path, inside, plain=False)
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=value):
                forgetful = called(value) in FORGETFUL | CACHES
                if forgetful or filled_later(value) or (plain and begins_empty(value)):
                    yield called(target)


def filled_later(node: ast.expr | None) -> bool:
    """Whether it is a record's own mapping, which nobody passes in."""
    if not isinstance(node, ast.Call) or called(node) != "field":
        return False
    given = {one.arg: ast.unparse(one.value) for one in node.keywords}
    return given.get("init") == "False" and given.get("default_factory") in PLAIN


def cached(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the functions and methods that keep their results."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and CACHES & {called(one) for one in node.decorator_list}:
            yield node.name


@cache
def memories() -> frozenset[tuple[str, str]]:
    """The memories of the bot, each by file and name."""
    found = set()
    for room in ("bot", "cogs", "rules"):
        for file in sorted((ROOT / room).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found |= {(path, name) for name in (*kept(path, tree.body, plain=True), *cached(tree))}
    return frozenset(found - OF_ONE_QUESTION - {("bot/game/entries/bounded_mapping.py", "_kept")})


def rows() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield where the memories of a row of the page are, and the bound of each by name."""
    section = PAGE.read_text(encoding="utf-8").partition(HEADING)[2].partition("\n### ")[0].partition("\n## ")[0]
    for line in section.splitlines():
        if match := re.match(r"\| `([^`]+)` \| ([^|]+) \|", line):
            items = re.findall(r"`(\w+)` ?([\d,]*)", match[2])
            yield match[1], {name: number.strip(",").replace(",", "") for name, number in items}


def listed() -> set[tuple[str, str]]:
    """The memories that the page lists, each by file and name."""
    return {one for one in memories() for where, names in rows() if one[0].startswith(where) and one[1] in names}


def test_every_memory_is_listed() -> None:
    assert sorted(memories() - listed()) == []


def test_every_listed_memory_is_there() -> None:
    for where, names in rows():
        assert names, where
        for name in names:
            assert any(path.startswith(where) and name == one for path, one in memories()), (where, name)


def bound(path: str, name: str) -> str:
    """The bound that the page names, in the row that says most precisely where the memory is."""
    found = [(len(where), names[name]) for where, names in rows() if path.startswith(where) and name in names]
    return max(found, default=(0, "none"))[1]


def test_the_bounds_of_cached_functions_are_those_listed() -> None:
    wrong = []
    for path, name in sorted(memories()):
        function: Any = getattr(import_module(path.removesuffix(".py").replace("/", ".")), name, None)
        if hasattr(function, "cache_parameters"):
            most = function.cache_parameters()["maxsize"]
            if bound(path, name) != ("" if most is None else str(most)):
                wrong.append((path, name, most, bound(path, name)))
    assert wrong == []
