"""Where people are called to decide: each at one place, where nobody else reads more than everyone may know.

1. The users that an order calls are stored with it (`bot.game.sight.mentions`). In place of a user who is away their
   substitute is called. Nobody is called in their quiet hours.
2. A user who has set `notify: direct` is called in a direct message. Others are in the thread of a side that they play
   for, if Discord says that they are in it: a mention would add them. All others are called in the channel.
3. Somebody who is called apart, for fighters that the channel does not know, is called in such a thread or in a direct
   message, never in the channel.
4. The posts of the result in channel and threads mention people; a direct message is a post that is owed besides
   (`bot.game.sight.destinations`), so each is sent once. Message channels are opened one at a time.
5. If Discord refuses a direct message, this is remembered: the user is called in the channel, by a message that says it
   in the same words, and from then on as everyone else.

A press in a direct message counts as in the encounter's channel (`bot.chat.outgoing.seats`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from datetime import datetime

import discord

from bot.chat.outgoing.messages import TROUBLE
from bot.errors import StoreError
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.entries import Group
from bot.game.people.personal_settings import NOBODY, Notify, Person, decider, people_here
from bot.game.referee.referee import Referee
from bot.game.sight import PUBLIC, view
from bot.game.sight.destinations import members, threads_called
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter

log = logging.getLogger(__name__)

NO_DIRECT_MESSAGES = (50007, 50278)
"""Discord's codes: the user takes no direct messages from the bot, or shares no server with it."""
_LONGEST_LOOK = 1.0
"""Seconds in which Discord must say who is in a thread: an answer waits for it."""
_MOST_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class MentionRoutes:
    """The users that a group calls, by where: in the channel, in the threads of readers, and in direct messages, by the
    user who is called; the values are the people who decide. `apart` are the ones who are never called in the channel.
    """

    channel: tuple[str, ...] = ()
    threads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    direct: Mapping[str, str] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()


class MentionRouter:
    """One per process."""

    def __init__(self, client: discord.Client, referee: Referee, now: Callable[[], datetime]) -> None:
        self._client = client
        self._referee = referee
        self.now = now
        """The clock for quiet hours and absences."""
        self._called = BoundedMapping[tuple[str, int], MentionRoutes](_MOST_REMEMBERED)
        self._opened = BoundedMapping[str, discord.DMChannel](_MOST_REMEMBERED)
        self._opening = asyncio.Lock()

    async def called(self, group: Group) -> MentionRoutes:
        """Return the users that a group calls, by place; all posts of a group agree on it."""
        calls, key = group[-1].calls, (group[0].encounter_id, group[0].seq)
        if not (calls.now or calls.apart):
            return MentionRoutes()
        found = self._called.get(key)
        if found is None:
            try:
                found = await self._look(group)
            except StoreError as error:
                log.warning("the mention for entry %s #%s failed: %s", *key, error)
                return MentionRoutes()
            self._called[key] = found
        return found

    async def _look(self, group: Group) -> MentionRoutes:
        last, store, now = group[-1], self._referee.store, self.now()
        state, book = last.state, self._referee.library.shelf[last.state.ruleset]
        row = await store.journal.encounter(last.encounter_id)
        if row is None:
            return MentionRoutes()
        threads = await store.threads.of(last.encounter_id)
        channel, direct = list[str](), dict[str, str]()
        in_threads: dict[str, list[str]] = {}
        for users, apart, known in (
            (last.calls.now, False, view(state, book, PUBLIC)),
            (last.calls.apart, True, state),
        ):
            if not users:
                continue
            people = await people_here(store, row.guild_id, users, known, now)
            deciders = {user: one for user in users if (one := _disturbed(user, people, now))}
            places = await asyncio.gather(
                *(self._thread(user, one, people, state, book, threads, apart) for user, one in deciders.items())
            )
            for (user, one), thread in zip(deciders.items(), places, strict=True):
                notify = people.get(one, NOBODY).notify
                if notify is Notify.DIRECT or (apart and not thread and notify is not Notify.REFUSED):
                    direct[user] = one
                elif thread:
                    in_threads.setdefault(thread, []).append(one)
                elif not apart:
                    channel.append(one)
        return MentionRoutes(
            tuple(dict.fromkeys(channel)),
            {reader: tuple(dict.fromkeys(users)) for reader, users in in_threads.items()},
            direct,
            frozenset(last.calls.apart),
        )

    async def _thread(
        self,
        user: str,
        one: str,
        people: Mapping[str, Person],
        state: Encounter,
        book: Ruleset,
        threads: Mapping[str, str],
        apart: bool,
    ) -> str:
        """Return the reader in whose thread `one` is called, who decides for the user; "" for none."""
        if people.get(one, NOBODY).notify is Notify.DIRECT:
            return ""
        for reader in threads_called(user, state, book, apart=apart):
            belongs = reader in threads and one in members(reader, state)
            if belongs and await self._is_in(threads[reader], one):
                return reader
        return ""

    async def _is_in(self, channel_id: str, user: str) -> bool:
        """Return whether a user is in a thread, or may read a channel, as Discord says in time."""
        try:
            async with asyncio.timeout(_LONGEST_LOOK):
                if isinstance(self._client.get_channel(int(channel_id)), discord.TextChannel):
                    return await reader_of_channel(self._client, channel_id, user) is not None
                await self._client.http.get_thread_member(int(channel_id), int(user))
        except (*TROUBLE, TimeoutError) as error:
            log.debug("%s is not called in %s: %r", user, channel_id, error)
            return False
        return True

    async def message_channel(self, user: str) -> discord.DMChannel:
        """Return the channel for direct messages to a user. Raises TROUBLE."""
        async with self._opening:
            channel = self._opened.get(user)
            if channel is None:
                channel = self._opened[user] = await self._client.create_dm(discord.Object(int(user)))
            return channel

    async def directly(self, user: str, send: Callable[[discord.DMChannel], Awaitable[object]]) -> bool:
        """Send a user a direct message. Return False if the user takes none. Raises TROUBLE."""
        try:
            await send(await self.message_channel(user))
        except discord.HTTPException as error:
            if error.code not in NO_DIRECT_MESSAGES:
                raise
            log.info("%s takes no direct messages", user)
            return False
        return True


def _disturbed(user: str, people: Mapping[str, Person], now: datetime) -> str:
    """Return who decides for a user, if they may be called now; else ""."""
    one = decider(user, people, now)
    return one if one and people.get(one, NOBODY).may_be_called(now) else ""


async def reader_of_channel(client: discord.Client, channel_id: str, user: str) -> discord.Member | None:
    """Return a user as a member of the server who may read the channel, as Discord says now; None if they may not.

    Raises TROUBLE.
    """
    channel = client.get_channel(int(channel_id)) or await client.fetch_channel(int(channel_id))
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    try:
        member = await channel.guild.fetch_member(int(user))
        granted = channel.permissions_for(member)
        if isinstance(channel, discord.Thread) and channel.is_private() and not granted.manage_threads:
            await channel.fetch_member(member.id)
    except discord.NotFound:
        return None
    return member if granted.view_channel else None
