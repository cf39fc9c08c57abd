"""The agenda's items in the book's words."""

from __future__ import annotations

import pytest

from bot.chat.render.results import changes
from rules.engine.records.agenda import Clock, Pending, Question, Task, Timer
from rules.engine.records.orders import Next, Reload
from tests.bot.render.table import apone, book


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (Task("c1", Reload("c1", "Flame Unit"), 3, 8), "Apone reloads the Flame Unit: 3 of 8 actions done"),
        (Timer(Clock(3), Next()), ""),
        (Question("c1", "Duck?", ("yes", "no"), ()), "Apone is asked: Duck? (yes / no)"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_is_pending(item: Pending, said: str) -> None:
    assert changes.pending_text(item, apone().state, book()) == said
