"""The tests that come first after a change."""

from __future__ import annotations

from tests.changed import named, reached


def test_the_nearest_to_a_change_come_first() -> None:
    graph = {"tests.test_a": {"bot.a"}, "tests.test_b": {"bot.b"}, "bot.b": {"bot.a"}, "bot.a": set(), "bot.c": set()}
    assert reached(graph, {"bot.a"}) == {"bot.a": 0, "bot.b": 1, "tests.test_a": 1, "tests.test_b": 2}
    assert reached(graph, {"bot.c"}) == {"bot.c": 0}
    assert reached(graph, set()) == {}


def test_the_imports_of_a_source_are_read_from_its_lines() -> None:
    source = """from bot.a import b, c as d
from bot.e import (
    f,
    g,
)
import bot.h

def late() -> None:
    from bot.i import j
from .k import l
"""
    assert {"bot.a", "bot.a.b", "bot.a.c", "bot.e.f", "bot.e.g", "bot.h", "bot.i.j", "tests.k.l"} <= named(
        source, "tests.test_a"
    )
