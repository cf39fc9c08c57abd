"""A bot that sweeps when it is told to, and results that are stored and did not reach anybody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.chat.outgoing.messages import message_parts
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.game.entries.entries import Entry
from bot.game.sight.destinations import CHANNEL as PUBLIC
from bot.game.store import BoardRow
from standin.driver import Answer
from standin.faults import CALLBACK
from tests.clocks import Stopped
from tests.cogs.conftest import Game
from tests.homes import ask
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import patience

# Older than any entry may be, whatever the clocks say.
AT_ONCE = timedelta(minutes=-5)


@asynccontextmanager
async def sweeping_when_told(file: Path) -> AsyncIterator[Served]:
    """The bot with a skirmish laid out, all of which has been shown and noted."""
    async with served(file, Stopped()) as bot:
        await skirmish(bot)
        await until_idle(bot)
        await bot.client.delivery.flush()
        yield bot


def database(bot: Served, sql: str, *values: Any) -> list[Any]:
    return ask(bot.store, sql, *values)


def gave_up(bot: Served) -> list[str]:
    """Return the reasons for which entries are not posted, one each."""
    return [reason for (reason,) in database(bot, "SELECT gave_up FROM entries WHERE gave_up IS NOT NULL")]


def shown(bot: Served, text: str = "Apone fires", channel: str = CHANNEL) -> int:
    """In how many messages Ben sees this."""
    return sum(text in message["content"] for message in bot.person("Ben").sees(channel))


async def copied(bot: Served | Game, answer: Answer, channel: str = CHANNEL) -> dict[str, Any]:
    """A message in that channel with the same buttons and selects, as nobody but a forger would get it there."""
    rows = [row["components"] for row in answer.message["components"]]
    gm = bot.playground.person("GM")
    there = bot.client.get_partial_messageable(int(gm.channel_id(channel)))
    posted = await there.send(**message_parts(Reply("copied"), Rows(rows)))
    return next(message for message in gm.sees(channel) if message["id"] == str(posted.id))


async def board_of(bot: Served | Game, head: Entry, reader: str = PUBLIC) -> str:
    """Return the live board's text and picture after that entry, whether it shows them already or not."""
    row = BoardRow(encounter_id=head.encounter_id, reader=reader, place=None, channel_id="")
    parts, _ = await bot.client.boards._parts(row, head)
    files = [file.fp.read().decode(errors="backslashreplace") for file in parts.get("files", [])]
    return "\n".join([str(parts["content"]), *files])


async def unanswered(bot: Served, channel: str = CHANNEL) -> Answer:
    """A shot that is stored and whose answer did not get through."""
    asked = len(bot.playground.asked(CALLBACK))
    bot.playground.faults.drop(CALLBACK)
    answer = await bot.person("Ann").slash(channel, "fire", target="Alien 1", range=2, dice="7", wait=False)
    await bot.playground.until_asked(CALLBACK, asked + 1)
    await until_idle(bot)
    return answer


async def until_idle(bot: Served | Game) -> None:
    """Wait until nothing is being answered."""
    async with asyncio.timeout(patience()):
        await bot.client.delivery._idle.wait()


async def swept(bot: Served | Game) -> int:
    """Sweep now; how many messages were found or posted."""
    done = await bot.client.sweep.once(AT_ONCE)
    await bot.client.delivery.flush()
    return done
