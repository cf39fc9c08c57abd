"""The permissions that the bot needs in a channel, and what each is for: one table for the invitation and for people.

Answers to commands need none of them, because Discord grants Embed Links and Attach Files with every interaction
(discord/discord-api-docs, issue 5316); what is posted later does. Names are Discord's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import discord

from rules.words.phrases import listed


class Permission(NamedTuple):
    """A permission of Discord's: its bit, its name, and what happens without it, as a clause."""

    bit: int
    name: str
    otherwise: str


_POSTED = "if answering a command fails, I cannot post the result here later"
VIEW_CHANNEL = Permission(1 << 10, "View Channel", _POSTED)
SEND_MESSAGES = Permission(1 << 11, "Send Messages", _POSTED)
SEND_IN_THREADS = Permission(1 << 38, "Send Messages in Threads", _POSTED)
READ_HISTORY = Permission(1 << 16, "Read Message History", "after a network failure I may post a result here twice")
EMBED_LINKS = Permission(
    1 << 14, "Embed Links", "a result that I post here after a network failure shows its steps only under Details"
)
CREATE_PRIVATE_THREADS = Permission(1 << 36, "Create Private Threads", "/encounter threads cannot create a thread here")
ATTACH_FILES = Permission(
    1 << 15, "Attach Files", "the live board has no picture, and /export and /weapon example cannot send their file"
)

PIN_MESSAGES = Permission(1 << 51, "Pin Messages", "I cannot pin the live board here")

# The most important first: people are told what the first missing one leads to.
NEEDED = (VIEW_CHANNEL, SEND_MESSAGES, SEND_IN_THREADS, READ_HISTORY, EMBED_LINKS, ATTACH_FILES)
INVITATION = sum(permission.bit for permission in (*NEEDED, CREATE_PRIVATE_THREADS, PIN_MESSAGES))
"""All of them, as the invitation asks for them, and those that `/encounter threads` and `/encounter board` use."""

_ADMINISTRATOR = 1 << 3
_GRANT = "A server admin can grant {} in the channel's settings, under Permissions."


def missing(granted: int, *, thread: bool) -> tuple[Permission, ...]:
    """Return the needed permissions that are not `granted` (Discord's bits), without those that depend on a missing
    one.
    """
    if granted & _ADMINISTRATOR:
        return ()
    if not granted & VIEW_CHANNEL.bit:
        return (VIEW_CHANNEL,)
    lacked = [p for p in NEEDED if not granted & p.bit and p is not (SEND_MESSAGES if thread else SEND_IN_THREADS)]
    if SEND_MESSAGES in lacked or SEND_IN_THREADS in lacked:
        return tuple(p for p in lacked if p not in (EMBED_LINKS, ATTACH_FILES))
    return tuple(lacked)


def missing_in(client: discord.Client, channel_id: int) -> tuple[Permission, ...] | None:
    """Return the needed permissions that the bot lacks in a channel or thread; None while that is not known."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    try:
        granted = channel.permissions_for(channel.guild.me)
    except discord.ClientException:
        # A thread of a channel that is not known.
        return None
    return missing(granted.value, thread=isinstance(channel, discord.Thread))


def lack(lacked: Sequence[Permission]) -> str:
    """Return the clause that names them: "I lack Send Messages and Embed Links"."""
    return f"I lack {listed([p.name for p in lacked], 'and')}" if lacked else "I lack a permission"


def grant(lacked: Sequence[Permission]) -> str:
    """Return the sentence on who can grant them, and where."""
    return _GRANT.format("it" if len(lacked) < 2 else "them")


def warning(lacked: Sequence[Permission]) -> str:
    """Return a warning for the user who starts an encounter; empty if nothing is missing that a posted result needs."""
    lacked = [p for p in lacked if p is not ATTACH_FILES]
    return f"In this channel {lack(lacked)}: {lacked[0].otherwise}. {grant(lacked)}" if lacked else ""
