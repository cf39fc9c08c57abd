"""Replies to what is refused or failed: one line, no embed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.chat.render.text.markdown import CONTENT, copyable, escaped
from bot.chat.render.text.reply import Reply

_ROOM = 100
"""Characters for the marks around hashes."""


def refusal(sentence: str) -> Reply:
    """Return the refusal as one sentence, which says what is allowed."""
    return Reply(copyable(escaped(sentence, CONTENT - _ROOM)) or "I can't do that.")


def breakdown(reference_id: str) -> Reply:
    """Return an unexpected error, with the id under which the log has its traceback."""
    reference = "".join(sign for sign in reference_id if sign.isalnum() or sign == "-")[:64]
    return Reply(f"Something went wrong in the bot. Nothing has changed unless /log shows it. Reference: `{reference}`")


def dropped(orders: Sequence[tuple[str, int | None, datetime]]) -> Reply:
    """Return the notice about orders that came too late: each with its command, its channel and when it was given."""
    lines = [
        f"- {order}{f' in <#{channel}>' if channel else ''}, <t:{int(at.timestamp())}:T>"
        for order, channel, at in orders
    ]
    heading = "I did not carry out these orders of yours, because they reached me too late:"
    return Reply("\n".join([heading, *lines, "Nothing of them was stored. Give them again if you still want them."]))
