"""Decides how a message is written: whose settings count where it is read.

A result that everyone reads follows the channel's settings; a thread without a setting has its parent's. A private
answer, and any answer in a direct message, follows the settings of its reader, and then the channel's.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any, NamedTuple

import discord

from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import AnyInteraction, V, in_plain_text
from bot.chat.render import Reply
from bot.errors import StoreError
from bot.game.entries.detail import Detail, chosen, for_screen_readers
from bot.game.entries.entries import Group
from bot.game.entries.invocation import answers_alone
from bot.game.store import Store, Written

log = logging.getLogger(__name__)
_LEVELS = "levels"


class Style(NamedTuple):
    """How detailed a message is, and whether it is plain text for a screen reader."""

    detail: Detail
    plain_text: bool = False


class Levels(NamedTuple):
    """The styles of answers to a user where they are: of those that all read, and of private ones; and until when the
    user has said that they are away."""

    public: Style
    private: Style
    away_until: datetime | None = None

    def of(self, group: Group) -> Style:
        """Return the style of the answer to an order."""
        return self.private if group[-1].private else self.public


async def levels_for(interaction: AnyInteraction, store: Store) -> Levels:
    """Return the styles of answers to an interaction, read once; the usual ones while the store cannot be read."""
    levels: Levels | None = interaction.extras.get(_LEVELS)
    if levels is None:
        levels = interaction.extras[_LEVELS] = await _levels(interaction, store)
    return levels


def take_usual_levels(interaction: AnyInteraction) -> None:
    """Have answers to an interaction in the usual styles. It has waited for the database once, and Discord would not
    wait again."""
    interaction.extras.setdefault(_LEVELS, Levels(style_of(), style_of()))


async def _levels(interaction: AnyInteraction, store: Store) -> Levels:
    invocation = invocation_of(interaction)
    try:
        own, channels, away_until = await store.details.written(
            places(interaction.channel), invocation.guild, invocation.user
        )
    except StoreError as error:
        log.warning("an answer has the usual style: %s", error)
        return Levels(style_of(), style_of())
    private = style_of(own, channels)
    return Levels(private if invocation.alone else style_of(channels), private, away_until)


async def posted_in(client: discord.Client, store: Store, *channel_ids: str | None) -> Style:
    """Return the style of a post in the first of these channels; what one has not set is taken from the next.

    Raises StoreError.
    """
    known = [id for id in channel_ids if id and not answers_alone(id)]
    ids = [p for id in known for p in places(client.get_channel(int(id))) or [id]]
    return style_of(await store.details.channel_written(ids))


async def as_posted(
    client: discord.Client, store: Store, reply: Reply, view: V, *channel_ids: str | None
) -> tuple[Reply, V]:
    """A message as it is posted in the first of these channels: for screen readers if that is set there."""
    try:
        style = await posted_in(client, store, *channel_ids)
    except StoreError as error:
        log.warning("a post has the usual style: %s", error)
        return reply, view
    return await in_plain_text(reply, view) if style.plain_text else (reply, view)


def style_of(*written: Written) -> Style:
    """The style that these settings come to, the most important first."""
    details, readers = [one.detail for one in written], [one.screen_reader for one in written]
    return Style(chosen(*details), for_screen_readers(*readers))


def places(channel: Any) -> list[str]:
    """Return the ids of a channel and of the one that it is a thread of; none if the channel is not known."""
    if channel is None:
        return []
    parent = getattr(channel, "parent_id", None)
    return [str(channel.id), *([str(parent)] if parent else [])]
