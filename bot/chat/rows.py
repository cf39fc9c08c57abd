"""Buttons and selects as they are sent, row by row: nothing of them is kept, for each is answered by its template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

MOST_ROWS, MOST_BUTTONS = 5, 5
"""Rows of a message, buttons of a row."""
LONGEST_LABEL = 80

Button = dict[str, Any]


def button(label: str, style: discord.ButtonStyle, custom_id: str) -> Button:
    """Return a button in Discord's own form."""
    return {"type": 2, "label": label, "style": style.value, "custom_id": custom_id}


class Rows:
    """Rows of buttons and selects under a message: what discord.py asks of a view, and nothing that it would keep."""

    __discord_ui_view__ = True
    timeout = None

    def __init__(self, rows: Iterable[Sequence[Button]]) -> None:
        self._rows = [{"type": 1, "components": [*row]} for row in rows]

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows in Discord's own form."""
        return self._rows

    def has_components_v2(self) -> bool:
        """Return whether anything but rows of buttons and selects is in it."""
        return False

    def is_finished(self) -> bool:
        """Return whether discord.py need not listen to presses: they are answered by templates alone."""
        return True

    def is_dispatchable(self) -> bool:
        """Return whether discord.py needs this object itself to handle a press."""
        return False
