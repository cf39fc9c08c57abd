"""The notices about an encounter without new orders, or whose GMs have left."""

from __future__ import annotations

from datetime import datetime

from bot.chat.render.text.markdown import strong
from bot.chat.render.text.reply import Reply
from rules.engine.records.model import Encounter

_MOST_GMS = 10


def inactive(encounter: Encounter, since: datetime, ends: datetime) -> Reply:
    """Return the notice that an inactive encounter will end, when, and how to keep it open. Its GMs are mentioned."""
    gms = tuple(gm for gm in encounter.gms if gm.isdecimal())[:_MOST_GMS]
    calls = " ".join(f"<@{gm}>" for gm in gms)
    content = (
        f"{strong(encounter.title)} has had no order since <t:{int(since.timestamp())}:D>. It ends "
        f"<t:{int(ends.timestamp())}:R> unless somebody gives an order or keeps it open. Nothing is "
        "deleted: its GM can reopen it with /undo."
    )
    return Reply(f"{content}\n{calls}" if calls else content, mentions=gms)


def kept_open(encounter: Encounter, user: str) -> Reply:
    """Return the message that the encounter does not end, and who kept it open."""
    return Reply(f"{strong(encounter.title)} stays open: <@{user}> kept it.")


def gms_gone(gms: int, *, may: bool) -> Reply:
    """Return the notice that the GMs have left, or that there are none, and who can take the encounter over.

    `may`: this user can.
    """
    those = "The GM of this encounter has" if gms == 1 else "The GMs of this encounter have"
    gone = f"{those} left the server." if gms else "This encounter has no GM now."
    who = "You" if may else "Managers of this channel or of the server"
    return Reply(f"{gone} {who} can take it over (`/encounter takeover`) or end it.")
