"""What waits on the agenda, in the book's words."""

from __future__ import annotations

import pytest

from bot.render import wording
from rules.agenda import Clock, Landing, Matter, Question, Task, Timer, Watch
from rules.orders import Fire, Next, Reload
from rules.places import Place
from tests.bot.render.table import apone, book


@pytest.mark.parametrize(
    ("matter", "ends"),
    [
        (Task("c1", Reload("c1"), 3, 8), "3 of 8 actions done"),
        (Watch("c1", (Place(3, 4), Place(3, 5)), Clock(2), Fire("c1")), "Apone covers C4, C5"),
        (Landing(Clock(2), ()), "takes effect after Turn 2"),
        (Timer(Clock(3), Next()), "due at Turn 3"),
        (Question("c1", "Duck?", ("yes", "no"), ()), "Apone is asked: Duck? (yes / no)"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_is_pending(matter: Matter, ends: str) -> None:
    assert wording.matter(matter, apone().state, book()).endswith(ends)
