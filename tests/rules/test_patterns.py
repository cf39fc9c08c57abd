"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

import bot.chat.connection.lifecycle  # noqa: F401 (imports all modules that read what people type)
from rules.words.patterns import regex
from tests.house import SOURCES


def test_a_pattern_is_compiled_at_the_first_use() -> None:
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.search("(")


def test_it_has_the_methods_of_a_compiled_one() -> None:
    aims = regex(r"aim (\d)", re.IGNORECASE)
    assert aims.pattern == r"aim (\d)"
    assert (aims.sub("", "Aim 2, aim 3"), aims.findall("Aim 2, aim 3")) == (", ", ["2", "3"])
    assert [bool(aims.match("aim 4 at")), bool(aims.fullmatch("aim 4 at"))] == [True, False]


def test_all_of_ours_can_be_compiled() -> None:
    modules = [sys.modules[name] for name in SOURCES if name in sys.modules]
    # Type checkers take `regex` for a function.
    kind: type[Any] = regex  # type: ignore[assignment]
    patterns = [value for module in modules for value in vars(module).values() if isinstance(value, kind)]
    assert len(patterns) > 60
    for one in patterns:
        re.compile(one.pattern)
