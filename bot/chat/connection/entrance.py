"""The one entrance of all interactions: commands, presses, choices and forms are checked here before anything else.

discord.py has a check for commands, one for each view and none for all of them, so this is its own receiver. From here
on each interaction is tracked (`bot.watch.interaction_tracker`): every task that answers it is followed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord.state import AutoShardedConnectionState, ConnectionState
from discord.ui.view import BaseView, ViewStore

from bot.chat.connection.callbacks import Received
from bot.chat.connection.leases import Keeper
from bot.chat.connection.packed_guilds import OpenGuilds, PackedGuild
from bot.errors import StoreError
from bot.watch.interaction_tracker import ELSEWHERE, Tracker, follow, note
from rules.engine.records.errors import Refusal

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent

Answering: TypeAlias = Coroutine[Any, Any, None]


_MOST_WINDOWS = 1000


class _Views(ViewStore):
    """discord.py's buttons, selects and windows; the tasks that answer them are followed.

    Of windows that nobody sends in, the latest are kept.
    """

    def add_view(self, view: BaseView, message_id: int | None = None) -> None:
        super().add_view(view, message_id)
        if len(self._modals) > _MOST_WINDOWS:
            next(iter(self._modals.values())).stop()

    def add_task(self, task: asyncio.Task[None]) -> None:
        super().add_task(task)
        follow(task)


class Entrance(ConnectionState[Any]):
    """The state of a connection; `check` raises a Refusal for an interaction that may not enter.

    A refused one goes no further than to `refused`, together with the refusal. A window that was sent in comes to
    `window` as well. With a `keeper`, interactions enter that are this process's to answer.
    """

    def __init__(
        self,
        tracker: Tracker,
        check: Callable[[InteractionCreateEvent], None],
        refused: Callable[[discord.Interaction[Any], Refusal | StoreError], Answering],
        window: Callable[[discord.Interaction[Any]], Answering],
        keeper: Keeper | None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._tracker = tracker
        self._check = check
        self._refused = refused
        self._window = window
        self._keeper = keeper

    def clear(self, *, views: bool = True) -> None:
        """Forget what is known of Discord, and the views as well."""
        self.open_guilds = OpenGuilds()
        super().clear(views=views)
        if views:
            self._view_store = _Views(self)

    def parse_interaction_create(self, data: InteractionCreateEvent) -> None:
        """Let an interaction in, answer that it is refused, or leave it to another process."""
        with self._tracker.opened(data):
            if self._keeper is None or (ours := self._keeper.decided(data)):
                self._enter(data)
            elif ours is None:
                follow(asyncio.create_task(self._enter_if_ours(data, self._keeper)))
            else:
                note(ELSEWHERE)

    async def _enter_if_ours(self, data: InteractionCreateEvent, keeper: Keeper) -> None:
        try:
            ours = await keeper.decision(data)
        except (Refusal, StoreError) as refusal:
            await self._refused(Received(data=data, state=self), refusal)
            return
        if ours:
            self._enter(data)
        else:
            note(ELSEWHERE)

    def _enter(self, data: InteractionCreateEvent) -> None:
        try:
            self._check(data)
        except Refusal as refusal:
            answering = self._refused(Received(data=data, state=self), refusal)
            follow(asyncio.create_task(answering))
        else:
            super().parse_interaction_create(data)
            if data["type"] == discord.InteractionType.modal_submit.value:
                follow(asyncio.create_task(self._window(Received(data=data, state=self))))

    def _add_guild_from_data(self, data: Any) -> PackedGuild:
        guild = PackedGuild(data=data, state=self)
        self._add_guild(guild)
        return guild

    def get_channel(self, id: int | None) -> Any:
        """Return a channel or thread by its id, or None."""
        if id is None or id >> 64:
            return None
        where = self._guilds.values()
        found = (guild._resolve_channel(id) for guild in where if isinstance(guild, PackedGuild) and guild.has(id))
        return self._get_private_channel(id) or next(filter(None, found), None)

    def parse_channel_create(self, data: Any) -> None:
        """Note a new channel."""
        if guild := self._packed_guild(data):
            guild.put_channel(data)

    parse_channel_update = parse_channel_create

    def parse_guild_role_create(self, data: Any) -> None:
        """Note a new role."""
        if guild := self._packed_guild(data):
            guild.put_role(data["role"])

    parse_guild_role_update = parse_guild_role_create

    def _packed_guild(self, data: Mapping[str, Any]) -> PackedGuild | None:
        guild = self._get_guild(int(data.get("guild_id", 0)))
        return guild if isinstance(guild, PackedGuild) else None


class ShardedEntrance(Entrance, AutoShardedConnectionState[Any]):
    """The state of a client with several connections."""
