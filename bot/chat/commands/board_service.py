"""`/encounter board`: a GM asks for the live board, has it posted again or takes it away."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TypeAlias

import discord

from bot.chat.background.boards import Boards
from bot.chat.commands.service import ServedBot
from bot.chat.outgoing import permissions
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import lacked_by
from bot.chat.render import Reply
from bot.game.people.rights import Deed
from bot.game.referee.referee import NO_ENCOUNTER
from rules.engine.records.errors import NotNow

_MOMENT = 1.5
"""Seconds to wait for Discord before answering; Discord expects an answer within three."""


class BoardBot(ServedBot):
    """A client that keeps live boards."""

    boards: Boards


BoardInteraction: TypeAlias = discord.Interaction[BoardBot]


async def set_board(interaction: BoardInteraction, on: bool) -> None:
    """Have a live board in the encounter's channel and its threads, posted again if there is one, or none; answer in
    private. Raises Refusal."""
    client, invocation = interaction.client, invocation_of(interaction)
    await client.service.check_right(interaction, Deed.TABLE)
    store = client.boards.store
    row = await store.journal.open_encounter(invocation.channel)
    if row is None:
        raise NotNow(NO_ENCOUNTER)
    had = await store.boards.has(row.id)
    if not on and not had:
        raise NotNow("This encounter has no live board. `/encounter board` posts one.")
    await store.boards.want(row.id, row.channel_id, on)
    client.boards.touch(row.id, repost=had and on)
    with suppress(TimeoutError):
        await asyncio.wait_for(client.boards.settled(row.id), _MOMENT)
    if not on:
        sentence = "The live board is off. Passes, plans and aims get public answers again."
    elif not await store.boards.has(row.id):
        reason = next((one.gave_up for one in await store.boards.of(row.id) if one.gave_up), "")
        await store.boards.want(row.id, row.channel_id, False)
        raise NotNow(f"I cannot post the live board here: {reason or permissions.lack(lacked_by(interaction))}.")
    else:
        sentence = (
            f"The live board is in <#{row.channel_id}>, and one is in each thread of the encounter. From now on "
            "passes, plans and aims get private answers and show"
            " there."
        )
    await client.service.tell(interaction, Reply(sentence))
