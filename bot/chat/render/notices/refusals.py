"""Replies to what is refused or failed: one line, no embed."""

from __future__ import annotations

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
