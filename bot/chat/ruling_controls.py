"""The buttons of rulings of one line: under an answer what can be changed, under a question the lines that answer it.

They survive restarts. A button under an answer names the stored ruling and the change; a ruling is kept for seven days.
A button under a question holds the whole line, because nothing is stored then.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.chat.render.markdown import bare, clip
from bot.chat.rows import LONGEST_LABEL, MOST_BUTTONS, Button, button
from bot.game.anchors import ANCHOR, Anchor

CHANGE_PREFIX, LINE_PREFIX = "srx", "srn"
CHANGE_ID = rf"{CHANGE_PREFIX}:(?P<change>aim-[0-9]{{1,2}}|burst|fire|range):{ANCHOR}"
LINE_ID = rf"{LINE_PREFIX}:(?P<what>rule|odds):(?P<book>[a-z_-]{{1,30}}):(?P<line>.{{1,90}})"
MOST_ID = 100
"""Characters of a custom id."""
_LABELS = {"burst": "Burst", "fire": "One shot", "range": "Other range"}
_NARROW = {"fire": "Shot", "range": "Range"}
"""Labels for a row of five that a phone shows side by side."""
_MOST_NARROW, _WIDEST_NARROW = 3, 14


def change_id(change: str, anchor: Anchor) -> str:
    """Return the custom id of the button that changes a ruling: "aim 4", "burst", "fire", "range"."""
    return f"{CHANGE_PREFIX}:{change.replace(' ', '-')}:{anchor}"


def line_id(what: str, book: str, line: str) -> str:
    """Return the custom id of the button that rules on a line, or shows its odds; `book` is the id of a preset."""
    return f"{LINE_PREFIX}:{what}:{book}:{line}"


def change_label(change: str) -> str:
    """Return the label of the button for this change."""
    return _LABELS.get(change) or change.capitalize()


def change_row(changes: Sequence[str], anchor: Anchor) -> list[Button]:
    """Return the buttons for the changes that a ruling may have."""
    return [
        button(change_label(change), discord.ButtonStyle.primary, change_id(change, anchor))
        for change in changes[:MOST_BUTTONS]
    ]


def narrow_row(changes: Sequence[str], anchor: Anchor) -> list[Button]:
    """Return as many of these changes as fit beside two other buttons on a phone: of several aims the longest, and what
    can be said in a line as well last.
    """
    labels = {change: _NARROW.get(change) or change_label(change) for change in changes[-_MOST_NARROW:]}
    while sum(map(len, labels.values())) > _WIDEST_NARROW:
        labels.popitem()
    return [button(label, discord.ButtonStyle.primary, change_id(change, anchor)) for change, label in labels.items()]


def line_rows(what: str, book: str, choices: Sequence[tuple[str, str]]) -> list[list[Button]]:
    """Return a button for each label and line; those whose line is too long for a custom id are left out."""
    buttons = [
        button(clip(bare(label), LONGEST_LABEL), discord.ButtonStyle.primary, line_id(what, book, line))
        for label, line in choices
        if len(line_id(what, book, line)) <= MOST_ID
    ]
    return [buttons[first : first + MOST_BUTTONS] for first in range(0, len(buttons), MOST_BUTTONS)]
