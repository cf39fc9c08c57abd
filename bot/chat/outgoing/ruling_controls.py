"""The buttons of rulings of one line: under an answer what can be changed, under a question the lines that answer it.

They survive restarts. A button under an answer names the stored ruling and the change; a ruling is kept for seven days.
A button under a question holds the whole line, because nothing is stored then.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, Button, button
from bot.chat.render.text.markdown import bare, clip
from bot.game.journal.anchors import ANCHOR, Anchor
from bot.game.rulings import NOT_COUNTED
from bot.game.rulings.quick_rulings import HEAL

CHANGE_PREFIX, LINE_PREFIX = "srx", "srn"
CHANGE_ID = rf"{CHANGE_PREFIX}:(?P<change>aim-[0-9]{{1,2}}|burst|fire|range|heal|count-[a-z0-9-]{{1,40}}):{ANCHOR}"
LINE_ID = rf"{LINE_PREFIX}:(?P<what>rule|odds):(?P<book>[a-z_-]{{1,30}}):(?P<line>.{{1,90}})"
MOST_ID = 100
"""Characters of a custom id."""
_LABELS = {"burst": "Burst", "fire": "One shot", "range": "Other range", HEAL: "Heal"}
_COUNT = "count "
_NARROW = {"fire": "Shot", "range": "Range"}
"""Labels for a row of five that a phone shows side by side."""
_MOST_NARROW, _WIDEST_NARROW = 3, 14


def change_id(change: str, anchor: Anchor) -> str:
    """Return the custom id of the button that changes a ruling: "aim 4", "burst", "count looking over cover"."""
    return f"{CHANGE_PREFIX}:{change.replace(' ', '-')}:{anchor}"


def line_id(what: str, book: str, line: str) -> str:
    """Return the custom id of the button that rules on a line, or shows its odds; `book` is the id of a preset."""
    return f"{LINE_PREFIX}:{what}:{book}:{line}"


def change_label(change: str) -> str:
    """Return the label of the button for this change."""
    return _LABELS.get(change) or change.removeprefix(_COUNT).capitalize()


def change_rows(changes: Sequence[str], anchor: Anchor) -> list[list[Button]]:
    """Return the buttons for the changes that a ruling may have; those that count what is not counted come first."""
    rows = ([one for one in changes if _counts(one)], [one for one in changes if not _counts(one)])
    return [[_change_button(change, anchor) for change in row[:MOST_BUTTONS]] for row in rows if row]


def count_rows(changes: Sequence[str], anchor: Anchor) -> list[list[Button]]:
    """Return the row of the buttons that count what is not counted, and of Heal, if there are any."""
    row = [_change_button(change, anchor) for change in changes if _counts(change)][:MOST_BUTTONS]
    return [row] if row else []


def _change_button(change: str, anchor: Anchor) -> Button:
    return button(change_label(change), discord.ButtonStyle.primary, change_id(change, anchor))


def _counts(change: str) -> bool:
    return change.startswith(_COUNT) or change == HEAL


def narrow_row(changes: Sequence[str], anchor: Anchor) -> list[Button]:
    """Return as many of these changes as fit beside two other buttons on a phone: of several aims the longest, and what
    can be said in a line as well last.
    """
    others = [change for change in changes if not _counts(change)]
    labels = {change: _NARROW.get(change) or change_label(change) for change in others[-_MOST_NARROW:]}
    while sum(map(len, labels.values())) > _WIDEST_NARROW:
        labels.popitem()
    return [button(label, discord.ButtonStyle.primary, change_id(change, anchor)) for change, label in labels.items()]


def line_rows(what: str, book: str, choices: Sequence[tuple[str, str, str]]) -> list[list[Button]]:
    """Return a button for each label and line, by its preset or `book`. A line that is too long for a custom id loses
    words that are not counted, which the question names; those that are still too long are left out.
    """
    fitting = ((label, _fitting(what, preset or book, line)) for label, line, preset in choices)
    buttons = [
        button(clip(bare(label), LONGEST_LABEL), discord.ButtonStyle.primary, one) for label, one in fitting if one
    ]
    return [buttons[first : first + MOST_BUTTONS] for first in range(0, len(buttons), MOST_BUTTONS)]


def _fitting(what: str, book: str, line: str) -> str:
    """Return the custom id for a line, "" if none is short enough."""
    shot, mark, words = line.partition(NOT_COUNTED)
    left_out = words.split(" / ") if mark else []
    while True:
        rest = f"{shot}{NOT_COUNTED}{' / '.join(left_out)}" if left_out else shot
        for one in (rest, rest.replace(", ", ",")):
            if len(custom_id := line_id(what, book, one)) <= MOST_ID:
                return custom_id
        if not left_out:
            return ""
        left_out.pop()
