"""Buttons and selects as they are sent, row by row: nothing of them is kept, for each is answered by its template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import discord

MOST_ROWS, MOST_BUTTONS = 5, 5
"""Rows of a message, buttons of a row."""
LONGEST_LABEL = 80
_LABELS = ("label", "placeholder", "description")

Button = dict[str, Any]


def button(label: str, style: discord.ButtonStyle, custom_id: str) -> Button:
    """Return a button in Discord's own form."""
    return {"type": 2, "label": label, "style": style.value, "custom_id": custom_id}


class Rows:
    """Rows of buttons and selects under a message: what discord.py asks of a view, and nothing that it would keep."""

    __discord_ui_view__ = True
    timeout = None

    def __init__(self, rows: Iterable[Sequence[Button]]) -> None:
        self._rows: list[dict[str, Any]] = [{"type": 1, "components": [*row]} for row in rows]

    def in_words(self, label: Callable[[str], str]) -> Rows:
        """Return the same rows with every label changed by this function."""

        def changed(part: Button) -> Button:
            copy = {**part, **{key: label(part[key]) for key in _LABELS if part.get(key)}}
            return {**copy, "options": [*map(changed, part["options"])]} if part.get("options") else copy

        return Rows([changed(part) for part in row["components"]] for row in self._rows)

    def without(self, beginning: str) -> Rows:
        """Return the same rows without the buttons whose custom ids begin so."""
        rows = [[part for part in row["components"] if not _begins(part, beginning)] for row in self._rows]
        return Rows(row for row in rows if row)

    def has(self, beginning: str) -> bool:
        """Whether the custom id of a button begins so."""
        return any(_begins(part, beginning) for row in self._rows for part in row["components"])

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


def _begins(part: Button, beginning: str) -> bool:
    return str(part.get("custom_id", "")).startswith(beginning)
