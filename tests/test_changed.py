"""Which tests come first after a change."""

from __future__ import annotations

from tests.changed import reached


def test_the_nearest_to_a_change_come_first() -> None:
    graph = {"tests.test_a": {"bot.a"}, "tests.test_b": {"bot.b"}, "bot.b": {"bot.a"}, "bot.a": set(), "bot.c": set()}
    assert reached(graph, {"bot.a"}) == {"bot.a": 0, "bot.b": 1, "tests.test_a": 1, "tests.test_b": 2}
    assert reached(graph, {"bot.c"}) == {"bot.c": 0}
    assert reached(graph, set()) == {}
