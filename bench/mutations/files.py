"""Tries changes that are written into a copy of the tree: with mypy, and with the tests nearest to the module."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.mutations.notes import Verdict
from bench.mutations.places import TOPS, Place, changed_text
from bench.trees import ROOT, environment
from tests.changed import named, reached
from tests.house import module_of

STAGE = "files"
MOST = 240
"""Seconds that the tests of one change may take."""
_FILES = 60


def tried(place: Place, tests: Sequence[str], tree: Path) -> Verdict:
    """Try one change in this tree, which is as it was afterwards. The tests are those that reach the place."""
    path = tree / place.path
    before = path.read_text(encoding="utf-8")
    path.write_text(changed_text(ROOT / place.path, place.key), encoding="utf-8")
    try:
        if not _runs(tree, "mypy"):
            return Verdict(place.key, STAGE, "mypy")
        near = nearest(place)
        files = [*dict.fromkeys([*near, *(test.partition("::")[0] for test in tests)])][:_FILES]
        passed = _runs(tree, "pytest", "-qx", "-n0", "--hypothesis-profile", "quick", "-pno:cacheprovider", *files)
        return Verdict(place.key, STAGE, "" if passed else _failed(tree), len(files), len(files))
    finally:
        path.write_text(before, encoding="utf-8")


def nearest(place: Place) -> list[str]:
    """Return the test files that import the module, in as few steps as possible first."""
    sources = {module_of(path): path for top in (*TOPS, "tests") for path in (ROOT / top).rglob("*.py")}
    graph = {module: named(path.read_text(encoding="utf-8"), module) for module, path in sources.items()}
    steps = reached(graph, [module_of(ROOT / place.path)])
    files = [path for module, path in sources.items() if path.name.startswith("test_") and module in steps]
    return [str(path.relative_to(ROOT)) for path in sorted(files, key=lambda path: steps[module_of(path)])]


def prepare(tree: Path) -> None:
    """Have mypy know in the copy what it knows here."""
    shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache", dirs_exist_ok=True)


def _runs(tree: Path, *words: str) -> bool:
    log = tree / ".mutation.log"
    with log.open("w", encoding="utf-8") as output:
        try:
            done = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=tree,
                env=environment(tree) | {"PYTHONDONTWRITEBYTECODE": "1"},
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=MOST,
            )
        except subprocess.TimeoutExpired:
            return True
    return done.returncode == 0


def _failed(tree: Path) -> str:
    lines = (tree / ".mutation.log").read_text(encoding="utf-8").splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failed[0].removeprefix("FAILED ") if failed else lines[-1]
