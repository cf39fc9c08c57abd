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
_FIRST, _FILES = 8, 60
"""How many test files are tried at first, and how many in all."""
_OTHERS = 5
"""How many tests may fail for other reasons."""
_PYTEST = ("pytest", "-qx", "-n0", "--hypothesis-profile", "quick", "-pno:cacheprovider")
_LOG = ".mutation.log"


def tried(place: Place, tests: Sequence[str], tree: Path) -> Verdict:
    """Try one change in this tree, which is as it was afterwards. The tests are those that reach the place."""
    path = tree / place.path
    before, changed = path.read_text(encoding="utf-8"), changed_text(ROOT / place.path, place.key)
    near = [*dict.fromkeys([*nearest(place), *(test.partition("::")[0] for test in tests)])]
    number, other = 0, list[str]()
    try:
        for some, options in ((near[:_FIRST], ("--short",)), (near[:_FILES], ())):
            number = len(some)
            for _ in range(_OTHERS if some else 0):
                path.write_text(changed, encoding="utf-8")
                if not (failed := _failed(tree, *some, *options, *other)):
                    break
                path.write_text(before, encoding="utf-8")
                # The same test without the change tells whether the change is the reason.
                if not _failed(tree, failed):
                    return Verdict(place.key, STAGE, f"{failed} fails", number, len(near))
                other += ["--deselect", failed]
        path.write_text(changed, encoding="utf-8")
        return Verdict(place.key, STAGE, "" if _runs(tree, "mypy") else "mypy", number, len(near))
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


def _failed(tree: Path, *words: str) -> str:
    """Return the first test that fails, or the first file if they cannot be collected; "" if none does in time."""
    if _runs(tree, *_PYTEST, *words):
        return ""
    lines = (tree / _LOG).read_text(encoding="utf-8").splitlines()
    found = [line.split(" ", 1)[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return found[0].split(" - ")[0] if found else words[0]


def _runs(tree: Path, *words: str) -> bool:
    with (tree / _LOG).open("w", encoding="utf-8") as output:
        try:
            done = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=tree,
                env=environment(tree),
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=MOST,
            )
        except subprocess.TimeoutExpired:
            return True
    return done.returncode == 0
