"""`/privacy`: shows what is kept, asks before anything is forgotten or deleted, and tells how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.chat import render
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, send
from bot.chat.render.notices import privacy as words
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee import personal_data
from bot.game.referee.erasure import EVERYWHERE

# Seconds after which somebody who waits is told how far it is.
_SOON = 1.0
_FORGET, _DELETE = "Forget me", "Delete everything"


async def show(interaction: Interaction, everywhere: bool) -> None:
    """Answer with a file of everything that is kept about the user. Raises Refusal."""
    desk = interaction.client.desk
    await defer(interaction)
    invocation = invocation_of(interaction)
    guild = _scope(interaction, everywhere)
    async with desk.erasing.reading:
        kept = await personal_data.personal_data(desk.referee.store, invocation.user, guild, invocation.at)
    await send(interaction, words.kept_about(kept, guild == EVERYWHERE), private=True)


async def ask_to_forget(interaction: Interaction, everywhere: bool) -> None:
    """Ask the user to confirm that the bot forgets them; a button does it."""
    desk = interaction.client.desk
    await defer(interaction)
    invocation = invocation_of(interaction)
    guild = _scope(interaction, everywhere)
    async with desk.erasing.reading:
        alone = await personal_data.led_alone(desk.referee.store, invocation.user, guild, invocation.at)

    async def forget(answer: Interaction) -> None:
        await defer(answer)
        await desk.erasing.eraser.forget(invocation.user, guild, answer.created_at)
        is_done = partial(desk.referee.store.erasure.is_forgotten, invocation.user, guild)
        await _erase(answer, words.forgotten(guild == EVERYWHERE), is_done)

    question = words.forgetting(guild == EVERYWHERE, alone)
    await send(interaction, *desk.prompts.confirmation(interaction, question, _FORGET, forget), private=True)


async def ask_to_delete(interaction: Interaction) -> None:
    """Ask the user to confirm that everything of the server is deleted; a button does it. Raises NotAllowed."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    _check_manager(interaction)

    async def delete(answer: Interaction) -> None:
        _check_manager(answer)
        await defer(answer)
        await desk.erasing.eraser.delete_server(invocation.guild, answer.created_at)
        is_done = partial(desk.referee.store.erasure.is_deleted, invocation.guild)
        await _erase(answer, words.deleted(), is_done)

    # Only a direct message has no server.
    question = words.deleting(interaction.guild.name if interaction.guild else None)
    await send(interaction, *desk.prompts.confirmation(interaction, question, _DELETE, delete), private=True)


async def _erase(interaction: Interaction, done: str, is_done: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Carry out the stored requests, report the progress if they take longer, and the end.

    Other processes carry out some: a request for all servers is split, and each process does its own servers.
    """
    erasing = interaction.client.desk.erasing
    task = erasing.start()
    finished, _ = await asyncio.wait({task}, timeout=_SOON)
    if not finished:
        progress = erasing.eraser.progress
        await send(interaction, render.sentence(words.erasing(progress.done, progress.all)), private=True)
        await asyncio.wait({task})
    if task.cancelled() or task.exception() is not None:
        done = words.interrupted()
    elif not await is_done():
        done = words.elsewhere()
    await send(interaction, render.sentence(done), private=True)


def _scope(interaction: Interaction, everywhere: bool) -> str:
    """Return the server that the user means. A direct message belongs to no server, so it means all of them."""
    return EVERYWHERE if everywhere or interaction.guild_id is None else str(interaction.guild_id)


def _check_manager(interaction: Interaction) -> None:
    invocation = invocation_of(interaction)
    rights.check(Deed.DELETE_SERVER, rights.roles(invocation.user, invocation.powers, None))
