"""Turns an interaction into an invocation for the game side: the user, the place, and their permissions there."""

from __future__ import annotations

from functools import partial
from typing import Any
from weakref import proxy

import discord

from bot.chat.outgoing.messages import promise
from bot.chat.outgoing.seats import Seat, seat_of
from bot.game.entries.invocation import ALONE, Invocation, Powers
from rules.engine.records.references import without_marks

_INVOCATIONS = "invocations"
"""Under which an interaction keeps its invocations."""


def invocation_of(interaction: discord.Interaction[Any]) -> Invocation:
    """Return the user and the place of an interaction, read once for each seat that its user takes.

    A user who has installed the bot for themselves, and asks on a server without it or in a direct message of others,
    is treated as in a direct message of their own: nothing is read or kept for that server or channel. A press in a
    direct message of the bot's is one in the encounter in which its user has a seat (`bot.chat.outgoing.seats`).
    """
    made: dict[Seat | None, Invocation] = interaction.extras.setdefault(_INVOCATIONS, {})
    seat = seat_of(interaction)
    if seat not in made:
        made[seat] = _read(interaction, seat)
    return made[seat]


def _read(interaction: discord.Interaction[Any], seat: Seat | None) -> Invocation:
    guest = _is_guest(interaction)
    own = f"dm-{interaction.user.id}"
    return Invocation(
        interaction=str(interaction.id),
        user=str(interaction.user.id),
        name=without_marks(interaction.user.display_name),
        guild=seat.guild if seat else own if guest else str(interaction.guild_id or own),
        channel=f"{ALONE}{interaction.channel_id}" if guest else str(interaction.channel_id),
        token=interaction.token,
        at=interaction.created_at,
        powers=seat.powers if seat else _powers_of(interaction, guest),
        alone=guest or interaction.guild_id is None,
        parent=str(getattr(interaction.channel, "parent_id", None) or ""),
        # The interaction has this invocation: it would otherwise keep itself alive.
        promise=partial(promise, proxy(interaction)),
        encounter=seat.encounter if seat else "",
    )


def _is_guest(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is not in that place: somebody there has installed it for themselves alone."""
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not interaction.is_guild_integration()


def _powers_of(interaction: discord.Interaction[Any], guest: bool) -> Powers:
    """Return the user's permissions in the channel, as Discord gives them; it sends them with every interaction."""
    if guest or interaction.guild_id is None:
        return Powers(administers=True, manages_server=True, manages_channel=True)
    granted = interaction.permissions
    server = granted.administrator or granted.manage_guild
    thread = isinstance(interaction.channel, discord.Thread)
    channel = server or (granted.manage_threads if thread else granted.manage_channels)
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return Powers(granted.administrator, server, channel, frozenset(str(role.id) for role in roles))
