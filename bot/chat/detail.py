"""Decides how detailed a message is: whose level counts in the place where it is read.

A result that everyone reads has the channel's level; a thread without one has its parent's. A private answer, and any
answer in a direct message, has the level of its reader, or the channel's if they have set none.
"""

from __future__ import annotations

import logging
from typing import Any, NamedTuple

import discord

from bot.chat.invocations import invocation_of
from bot.chat.messages import AnyInteraction
from bot.game.detail import Detail, chosen
from bot.game.errors import StoreError
from bot.game.invocation import answers_alone
from bot.game.journal import Group
from bot.game.store import Store

log = logging.getLogger(__name__)


class Levels(NamedTuple):
    """The levels of answers to a user where they are: of those that all read, and of private ones."""

    public: Detail
    private: Detail

    def of(self, group: Group) -> Detail:
        """Return the level of the answer to an order."""
        return self.private if group[-1].private else self.public


async def levels_for(interaction: AnyInteraction, store: Store) -> Levels:
    """Return the levels of answers to an interaction; the usual ones while the store cannot be read."""
    invocation = invocation_of(interaction)
    try:
        own, channels = await store.details(places(interaction.channel), invocation.guild, invocation.user)
    except StoreError as error:
        log.warning("an answer has the usual detail: %s", error)
        return Levels(chosen(), chosen())
    private = chosen(own, channels)
    return Levels(private if invocation.alone else chosen(channels), private)


async def posted_in(client: discord.Client, store: Store, *channel_ids: str | None) -> Detail:
    """Return the level of a post in the first of these channels; one that has none is posted with that of the next.

    Raises StoreError.
    """
    known = [id for id in channel_ids if id is not None and not answers_alone(id)]
    return chosen(await store.channel_detail([p for id in known for p in places(client.get_channel(int(id))) or [id]]))


def places(channel: Any) -> list[str]:
    """Return the ids of a channel and of the one that it is a thread of; none if the channel is not known."""
    if channel is None:
        return []
    parent = getattr(channel, "parent_id", None)
    return [str(channel.id), *([str(parent)] if parent else [])]
