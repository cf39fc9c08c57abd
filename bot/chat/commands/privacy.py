"""The service behind `/privacy`: shows what is kept, asks before anything is forgotten or deleted, and tells how far
it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from functools import partial
from typing import Any, Protocol, TypeAlias

import discord

from bot.chat import render
from bot.chat.commands.service import Interaction, ServedBot
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, send
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.chat.render.notices import privacy as words
from bot.errors import StoreError
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee import personal_data
from bot.game.referee.erasure import EVERYWHERE, Eraser
from bot.game.store import Store

log = logging.getLogger(__name__)

# Seconds after which somebody who waits is told how far it is.
_SOON = 1.0
_FORGET, _DELETE = "Forget me", "Delete everything"


class Confirmations(Protocol):
    """The interface for asking before something is done; `bot.chat.views` implements it."""

    def confirmation(
        self, by: Interaction, asked: str, label: str, on_yes: Callable[[Interaction], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with one button, for the user and the channel of an interaction alone."""


class PrivacyService:
    """One per process."""

    def __init__(self, store: Store, eraser: Eraser, confirmations: Confirmations) -> None:
        self._store = store
        self._eraser = eraser
        self._confirmations = confirmations
        # One after the other: each may read the whole journal.
        self._reading = asyncio.Lock()
        self._working: set[asyncio.Task[None]] = set()

    async def show(self, interaction: Interaction, everywhere: bool) -> None:
        """Answer with a file of everything that is kept about the user. Raises Refusal."""
        await defer(interaction)
        invocation = invocation_of(interaction)
        guild = _scope(interaction, everywhere)
        async with self._reading:
            kept = await personal_data.personal_data(self._store, invocation.user, guild, invocation.at)
        await send(interaction, words.kept_about(kept, guild == EVERYWHERE), private=True)

    async def ask_to_forget(self, interaction: Interaction, everywhere: bool) -> None:
        """Ask the user to confirm that the bot forgets them; a button does it."""
        await defer(interaction)
        invocation = invocation_of(interaction)
        guild = _scope(interaction, everywhere)
        async with self._reading:
            alone = await personal_data.led_alone(self._store, invocation.user, guild, invocation.at)

        async def forget(answer: Interaction) -> None:
            await defer(answer)
            await self._eraser.forget(invocation.user, guild, answer.created_at)
            is_done = partial(self._store.erasure.is_forgotten, invocation.user, guild)
            await self._carry_out(answer, words.forgotten(guild == EVERYWHERE), is_done)

        question = words.forgetting(guild == EVERYWHERE, alone)
        parts = self._confirmations.confirmation(interaction, question, _FORGET, forget)
        await send(interaction, *parts, private=True)

    async def ask_to_delete(self, interaction: Interaction) -> None:
        """Ask the user to confirm that everything of the server is deleted; a button does it. Raises NotAllowed."""
        invocation = invocation_of(interaction)
        _check_manager(interaction)

        async def delete(answer: Interaction) -> None:
            _check_manager(answer)
            await defer(answer)
            await self._eraser.delete_server(invocation.guild, answer.created_at)
            await self._carry_out(answer, words.deleted(), partial(self._store.erasure.is_deleted, invocation.guild))

        # Only a direct message has no server.
        question = words.deleting(interaction.guild.name if interaction.guild else None)
        parts = self._confirmations.confirmation(interaction, question, _DELETE, delete)
        await send(interaction, *parts, private=True)

    async def upkeep(self, now: datetime) -> None:
        """Continue what an earlier run, or a database that was locked, left undone."""
        if not self._eraser.working:
            self._start()

    async def close(self) -> None:
        """Stop. The next start continues the work that is left."""
        for task in self._working:
            task.cancel()
        if self._working:
            await asyncio.wait(self._working)

    async def _carry_out(
        self, interaction: Interaction, done: str, is_done: Callable[[], Coroutine[Any, Any, bool]]
    ) -> None:
        """Carry out the stored requests, report the progress if they take longer, and the end.

        Other processes carry out some: a request for all servers is split, and each process does its own servers.
        """
        task = self._start()
        finished, _ = await asyncio.wait({task}, timeout=_SOON)
        if not finished:
            progress = self._eraser.progress
            await send(interaction, render.sentence(words.erasing(progress.done, progress.all)), private=True)
            await asyncio.wait({task})
        if task.cancelled() or task.exception() is not None:
            done = words.interrupted()
        elif not await is_done():
            done = words.elsewhere()
        await send(interaction, render.sentence(done), private=True)

    def _start(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self._eraser.work())
        self._working.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, StoreError):
            log.warning("erasing waits: %s", error)
        else:
            log.error("erasing waits", exc_info=error)


class PrivateBot(ServedBot):
    """A client whose commands use the privacy service as well."""

    privacy: PrivacyService


PrivateInteraction: TypeAlias = discord.Interaction[PrivateBot]


def _scope(interaction: Interaction, everywhere: bool) -> str:
    """Return the server that the user means. A direct message belongs to no server, so it means all of them."""
    return EVERYWHERE if everywhere or interaction.guild_id is None else str(interaction.guild_id)


def _check_manager(interaction: Interaction) -> None:
    invocation = invocation_of(interaction)
    rights.check(Deed.DELETE_SERVER, rights.roles(invocation.user, invocation.powers, None))
