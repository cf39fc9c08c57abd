"""Presses in direct messages: they count as in the channel of the encounter that the message is about.

A direct message calls somebody to decide (`bot.chat.outgoing.mention_routes`). The button's custom id names the
encounter, or is kept in memory with the encounter for which it was made. Its user takes a **seat** there if they are
still a member of the server and may read the channel. Discord is asked at each press. The answer is private, and the
channel gets its own reading, as after an order in a thread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.chat.outgoing.mention_routes import reader_of_channel
from bot.chat.outgoing.messages import AnyInteraction
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.invocation import Powers
from bot.game.store import Store
from rules.engine.records.errors import NotAllowed
from rules.engine.records.frozen import dataclass

_SEAT = "seat"
"""Under which an interaction keeps its user's seat."""
_ENCOUNTER = re.compile(r"(?<![0-9a-z])[0-9a-f]{10}(?![0-9a-z])")
_MOST_KEPT = 4096
_LEFT = "You can no longer read the channel of that encounter, so nothing has changed."
_kept = BoundedMapping[str, str](_MOST_KEPT)


@dataclass(frozen=True, slots=True)
class Seat:
    """An encounter (its id and server) in whose channel a press counts, with its user's powers there."""

    encounter: str
    guild: str
    powers: Powers


def seat_of(interaction: AnyInteraction) -> Seat | None:
    """Return the seat that the interaction's user has taken."""
    seat = interaction.extras.get(_SEAT)
    return seat if isinstance(seat, Seat) else None


def keep_seat(word: str, interaction: AnyInteraction) -> None:
    """Let presses whose custom ids hold this word be about the same encounter as the interaction."""
    if seat := seat_of(interaction):
        _kept[word] = seat.encounter


async def take_seat(interaction: AnyInteraction, store: Store) -> None:
    """Give the user of a press in a direct message their seat, if it is about an encounter of a server.

    Raises NotAllowed if they may not read its channel any more, TROUBLE, StoreError.
    """
    if interaction.guild_id is not None or interaction.context.private_channel or seat_of(interaction):
        return
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    words = (custom_id, *custom_id.split(":"))
    kept = [_kept[word] for word in words if word in _kept]
    for id in dict.fromkeys([*kept, *_ENCOUNTER.findall(custom_id)]):
        row = await store.journal.encounter(id)
        if row is None or not (row.guild_id.isdecimal() and row.channel_id):
            continue
        member = await reader_of_channel(interaction.client, row.channel_id, str(interaction.user.id))
        if member is None:
            raise NotAllowed(_LEFT)
        interaction.extras[_SEAT] = Seat(id, row.guild_id, _powers(member, row.channel_id))
        return


def _powers(member: discord.Member, channel_id: str) -> Powers:
    channel = member.guild.get_channel_or_thread(int(channel_id))
    granted = channel.permissions_for(member) if channel else member.guild_permissions
    server = granted.administrator or granted.manage_guild
    tends = granted.manage_threads if isinstance(channel, discord.Thread) else granted.manage_channels
    roles = frozenset(str(role.id) for role in member.roles)
    return Powers(granted.administrator, server, server or tends, roles)
