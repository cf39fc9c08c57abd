"""Numbered lists in docstrings are lists: each number begins a line, and what continues it is indented."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house import ROOT, SOURCES, parsed

NUMBERED = re.compile(r"(?P<indent> *)(?P<number>\d+)\. \S")
LIST = re.compile(r"^ *(?:r?\"\"\")?1\. \S", re.MULTILINE)
WITHIN = re.compile(r"[.;:)] (?P<number>\d+)\. \S")


def documented(path: Path) -> Iterator[str]:
    """The docstrings of a source in which a list begins, as they are written."""
    if not LIST.search(path.read_text(encoding="utf-8")):
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def run_together(text: str) -> Iterator[str]:
    """The lines of a docstring that are in a list and do not belong there."""
    number = 0
    for line in text.splitlines():
        begins = NUMBERED.match(line)
        if begins and int(begins["number"]) == number + 1:
            number += 1
        elif not line.strip():
            number = 0
        elif number and not line.startswith("   "):
            yield line
        if any(int(found["number"]) == number + 1 for found in WITHIN.finditer(line) if number):
            yield line


def test_lists_are_lists() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in SOURCES.values()
        if (lines := [line for text in documented(path) for line in run_together(text)])
    }
    assert found == {}


def test_a_list_that_was_run_together_is_found() -> None:
    assert [*run_together("1. One thing,\nand more of it. 2. Another.")] == ["and more of it. 2. Another."] * 2
    assert [*run_together("1. One thing,\n   and more of it.\n2. Another.\n\nThe end.")] == []
