"""A database that is locked, read-only, full or gone, through the real bot: one private sentence, then all is well."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import IO

import pytest

from bot.errors import StoreUnavailable
from standin.driver import Answer
from tests.bot.store.samples import entry
from tests.homes import file_of
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import idle

pytestmark = pytest.mark.sqlite


@asynccontextmanager
async def locked(bot: Served) -> AsyncIterator[None]:
    other = sqlite3.connect(file_of(bot.store), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.execute("ROLLBACK")
    other.close()


@asynccontextmanager
async def read_only(bot: Served) -> AsyncIterator[None]:
    await bot.store._database.write("PRAGMA query_only = ON")
    yield
    await bot.store._database.write("PRAGMA query_only = OFF")


@asynccontextmanager
async def full(bot: Served) -> AsyncIterator[None]:
    await idle(bot.client)  # What is noted once an answer is posted makes room again.
    ((pages,),) = await bot.store._database.read("PRAGMA page_count")
    await bot.store._database.write(f"PRAGMA max_page_count = {pages}")
    # Fills what room is left in the pages; not with quick rulings, which upkeep deletes when they are old.
    with pytest.raises(StoreUnavailable, match="full"):
        for n in count(1):
            await bot.store.journal.append([entry(n, encounter_id="E9", interaction_id=f"b{n}", message_id="1")])
    yield
    await bot.store._database.write("PRAGMA max_page_count = 1000000")


@asynccontextmanager
async def moved(bot: Served) -> AsyncIterator[None]:
    path = file_of(bot.store)
    path.rename(path.with_suffix(".elsewhere"))
    yield
    path.with_suffix(".elsewhere").rename(path)


FAULTS = (
    (locked, "Another program locks the journal"),
    (read_only, "The journal is read-only"),
    (full, "The host's disk is full"),
    (moved, "The journal's file was moved or deleted"),
)
"""Each with how its sentence begins."""


@pytest.mark.parametrize(("fault", "sentence"), FAULTS)
async def test_each_is_one_private_sentence_and_the_next_order_works(
    tmp_path: Path, fault: Callable[[Served], AbstractAsyncContextManager[None]], sentence: str
) -> None:
    async def fire(bot: Served) -> Answer:
        return await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, aim=1, dice="9")

    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        first = await fire(bot)
        before = await bot.seqs()
        shown = len(bot.person("Ben").sees(CHANNEL))
        async with fault(bot):
            for told in (await fire(bot), await bot.person("GM").click(first, "Next")):
                assert told.ephemeral and sentence in told.content
                assert told.content.count(".") == 1 and not told.embeds
            assert await bot.seqs() == before
            show = await bot.person("Ann").slash(CHANNEL, "encounter show")
            assert show.ephemeral and "Apone" in str(show.message)
        assert len(bot.person("Ben").sees(CHANNEL)) == shown
        second = await fire(bot)
        assert not second.ephemeral and "MISS" in second.content
        assert len(await bot.seqs()) == len(before) + 1
        row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
        assert row is not None
        head = await bot.client.referee.journal.head(row.id)
        assert head is not None
        flame = head.state.combatants[0].carried[0].ammunition
        assert flame is not None and flame.loaded == 14


async def test_everybody_is_told_in_time_of_a_lock(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        async with locked(bot):
            answers = await asyncio.gather(
                *(bot.person("GM").slash(CHANNEL, "adjust", who="Apone", changes=f"loaded {n}") for n in range(5)),
                *(bot.person("Ann").slash("quick-rulings", "fire", who="apone", range=n) for n in range(1, 4)),
            )
        # Discord waits for three seconds, and so does the stand-in.
        assert not any(answer.failed for answer in answers)
        assert all(answer.ephemeral and "try again in a moment" in answer.content.casefold() for answer in answers)


async def test_a_full_disk_keeps_nobody_from_reading(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        async with full(bot):
            for command in ("recap", "log", "stats", "encounter show", "export"):
                answer = await bot.person("GM").slash(CHANNEL, command)
                assert answer.ephemeral and "full" not in answer.content, answer.content


async def test_a_file_that_finds_no_room_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room() -> IO[bytes]:
        return Path("/dev/full").open("w+b")

    def no_file() -> IO[bytes]:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        for broken in (no_room, no_file):
            with monkeypatch.context() as patched:
                patched.setattr("bot.game.pages.history.tempfile.TemporaryFile", broken)
                for kind in ("json", "replay"):
                    answer = await bot.person("GM").slash(CHANNEL, "export", format=kind)
                    sentence = "The bot cannot write the file: No space left on device. Tell the person who runs it."
                    assert answer.ephemeral and answer.content == sentence
        assert (await bot.person("GM").slash(CHANNEL, "export")).message["attachments"]
