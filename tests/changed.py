"""The tests that a change may break come first: those nearest to a changed module through imports."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.house import ROOT, SOURCES, module_of

FAR = 99
"""The distance of a test that reaches no changed module."""
_IMPORT = re.compile(r"^ *(?:from ([\w.]+) )?import (\([^)]*\)|.*)", re.MULTILINE)


@cache
def distances() -> Mapping[str, int]:
    """Return how many imports lie between each module that reaches a changed one, and the nearest of these; nothing in
    CI, where everything runs."""
    if not (wanted := changed()):
        return {}
    tests = {module_of(path): path for path in (ROOT / "tests").rglob("*.py")}
    graph = {module: named(path.read_text(encoding="utf-8"), module) for module, path in (SOURCES | tests).items()}
    return reached(graph, wanted & graph.keys())


def named(source: str, module: str) -> set[str]:
    """The modules that a source imports, and all names that it takes from them: read line by line, for every run of the
    tests begins with this, and parsing takes ten times as long."""
    found = set[str]()
    for package, names in _IMPORT.findall(source):
        if above := len(package) - len(package.lstrip(".")):
            package = ".".join([*module.split(".")[:-above], package[above:]]).rstrip(".")
        words = re.findall(r"[\w.]+", names)
        found |= {package, *(f"{package}.{word}" for word in words)} if package else {*words}
    return found


def reached(graph: Mapping[str, Iterable[str]], changed: Iterable[str]) -> dict[str, int]:
    """Return how many imports lie between each module of a graph and the nearest changed one."""
    users: dict[str, set[str]] = {}
    for module, used in graph.items():
        for one in used:
            users.setdefault(one, set()).add(module)
    found = dict.fromkeys(changed, 0)
    nearest = list(found)
    for module in nearest:
        for user in users.get(module, set()) - found.keys():
            found[user] = found[module] + 1
            nearest.append(user)
    return found


def changed() -> set[str]:
    """The modules that differ from the last commit, or are new; none in CI, and none outside of a repository."""
    if os.environ.get("CI"):
        return set()
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return set()
    paths = [ROOT / line[3:].strip('"') for line in listed.splitlines()]
    return {module_of(path) for path in paths if path.suffix == ".py"}


def distance(test: Path) -> int:
    """Return how far a test file is from a changed module."""
    return distances().get(module_of(test), FAR)
