"""The bot dies at any step of an import: the encounter is there once and shown once, or not at all, never half."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from bot.game.journal.journal import Journal
from standin.driver import Answer
from standin.faults import CALLBACK, EDIT_ORIGINAL, FOLLOWUP, MEMBER
from standin.server import Playground
from tests.bot.test_bad_database import FAULTS
from tests.bot.test_delivery import until_delivered
from tests.cogs.conftest import CHANNEL
from tests.cogs.test_import import OTHER
from tests.cogs.test_run_killed import rows
from tests.served import Process, Served, served, skirmish, stand_in
from tests.waiting import until

pytestmark = pytest.mark.sqlite

_MESSAGE = 4
DOWNLOAD = "read_import.py"
IMPORTED = "is imported and continues here"


class Import:
    """A skirmish in one channel, and its file, which goes into another by a bot that is killed."""

    def __init__(self, playground: Playground, database: Path, process: Process, file: bytes) -> None:
        self.playground = playground
        self.database = database
        self.process = process
        self.gm = playground.person("GM")
        self._file = file

    async def begin(self, *, late: bool = False) -> Answer:
        """Order the import, and wait for nothing; or until it has promised an answer, because Discord is slow."""
        before = len(self.playground.asked(CALLBACK))
        slow = self.playground.faults.stall(MEMBER) if late else None
        answer = await self.gm.slash(OTHER, "encounter import", file=("encounter.json", self._file), wait=False)
        if slow:
            await until(lambda: len(self.playground.asked(CALLBACK)) > before)
            slow.release()
        return answer

    def stored(self) -> int:
        """Return how many encounters there are in the other channel; each is whole."""
        channel = self.gm.channel_id(OTHER)
        with closing(sqlite3.connect(self.database)) as connection:
            found = connection.execute(f"SELECT id FROM encounters WHERE channel_id = {channel} AND open").fetchall()
            for (id,) in found:
                entries = connection.execute(f"SELECT seq, ended FROM entries WHERE encounter_id = '{id}'")
                assert entries.fetchall() == [(1, 0)]
                for table in ("states", "seeds"):
                    count = f"SELECT count(*) FROM {table} WHERE encounter_id = '{id}'"
                    assert connection.execute(count).fetchall() == [(1,)]
            for table in ("entries", "states", "seeds", "owed"):
                nowhere = "encounter_id NOT IN (SELECT id FROM encounters)"
                assert connection.execute(f"SELECT * FROM {table} WHERE {nowhere}").fetchall() == []
        return len(found)

    def shown(self) -> list[dict[str, Any]]:
        """The messages that tell of it, as somebody who looks on sees them."""
        return [message for message in self.playground.person("Ben").sees(OTHER) if IMPORTED in json.dumps(message)]

    async def again(self, answer: Answer) -> None:
        """Start the bot; the interaction is delivered once more. Whatever was done before, all is done once now."""
        before = self.stored()
        await self.process.start()
        self.playground.redeliver(answer)
        await until(self.stored)
        await until_delivered(self.database)
        await until(self.shown)
        assert before <= 1
        await self.is_there_once()

    async def is_there_once(self) -> None:
        """It is stored and shown once, it can be played on, and no other can be brought to the channel."""
        assert (self.stored(), len(self.shown())) == (1, 1)
        (message,) = self.shown()
        assert "Details of" in (await self.gm.click(message, "Details")).content
        refused = await self.gm.slash(OTHER, "encounter import", file=("encounter.json", self._file))
        assert refused.ephemeral and "already has an open encounter" in refused.content
        assert self.stored() == 1
        shot = await self.playground.person("Ann").slash(OTHER, "fire", target="Alien 1", range=2)
        assert not shot.ephemeral, shot.content
        assert rows(self.database, "PRAGMA integrity_check") == [("ok",)]
        assert self.playground.violations == []


async def exported(playground: Playground) -> bytes:
    await skirmish(playground)
    answer = await playground.person("GM").slash(CHANNEL, "export", ids=True)
    (file,) = answer.message["attachments"]
    return playground.world.uploads[file["id"]].content


@pytest.fixture
async def brings(tmp_path: Path) -> AsyncIterator[Import]:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, database) as process:
        yield Import(playground, database, process, await exported(playground))


def reading(brings: Import) -> list[psutil.Process]:
    """The processes of the bot that read files."""
    return [child for child in psutil.Process(brings.process.pid).children() if _reads(child)]


def _reads(process: psutil.Process) -> bool:
    try:
        return any(DOWNLOAD in word for word in process.cmdline())
    except psutil.NoSuchProcess:
        # It has ended meanwhile; its parent has not noticed yet.
        return False


async def test_killed_while_the_file_is_read(brings: Import) -> None:
    answer = await brings.begin()
    await until(lambda: reading(brings))
    (reader,) = reading(brings)
    await brings.process.kill()
    assert brings.stored() == 0
    # Nobody takes what it has read.
    await until(lambda: not reader.is_running() or reader.status() == psutil.STATUS_ZOMBIE)
    await brings.again(answer)


@pytest.mark.parametrize("late", [False, True], ids=["at once", "after the promise"])
async def test_killed_before_it_is_stored(brings: Import, late: bool) -> None:
    member = brings.playground.faults.stall(MEMBER)
    answer = await brings.begin(late=late)
    await until(member.reached.is_set)
    await brings.process.kill()
    member.release()
    assert brings.stored() == 0
    await brings.again(answer)


async def test_killed_while_it_waits_for_its_transaction(brings: Import) -> None:
    with closing(sqlite3.connect(brings.database, isolation_level=None)) as held:
        held.execute("BEGIN IMMEDIATE")
        member = brings.playground.faults.stall(MEMBER)
        answer = await brings.begin()
        await until(member.reached.is_set)
        member.release()
        await asyncio.sleep(0.3)
        await brings.process.kill()
    assert brings.stored() == 0
    await brings.again(answer)


@pytest.mark.parametrize("after", [False, True], ids=["before Discord has the answer", "after Discord has the answer"])
@pytest.mark.parametrize("late", [False, True], ids=["at once", "after the promise"])
async def test_killed_as_it_answers(brings: Import, late: bool, after: bool) -> None:
    faults = brings.playground.faults
    # On a busy machine it promises its answer unasked.
    answers = [faults.stall(route, after=after) for route in (FOLLOWUP, EDIT_ORIGINAL)]
    answers += [faults.stall(CALLBACK, after=after, when=lambda body: body.get("type") == _MESSAGE)]
    answer = await brings.begin(late=late)
    await until(lambda: any(stall.reached.is_set() for stall in answers))
    assert brings.stored() == 1
    await brings.process.kill()
    faults.clear()
    await brings.again(answer)


async def test_killed_at_any_moment(brings: Import) -> None:
    answer = await brings.begin()
    for moment in (0.02, 0.2, 0.4, 0.6, 0.8):
        await asyncio.sleep(moment)
        await brings.process.kill()
        assert brings.stored() <= 1
        await brings.process.start()
        brings.playground.redeliver(answer)
    await until(brings.stored)
    await until_delivered(brings.database)
    await until(brings.shown)
    await brings.is_there_once()


@pytest.mark.parametrize(("fault", "sentence"), FAULTS)
async def test_a_database_that_takes_nothing_is_one_sentence(
    tmp_path: Path, fault: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        """Make no room on a disk that is full."""

    monkeypatch.setattr(Journal, "tidy", nothing)
    async with served(tmp_path / "bot.sqlite3") as bot:
        file = await exported(bot.playground)

        async def bring(bot: Served) -> Answer:
            return await bot.person("Ben").slash(OTHER, "encounter import", file=("encounter.json", file))

        async def there() -> list[str]:
            found = await bot.store.journal.open_encounters(str(bot.playground.world.home.id), 9)
            return [row.channel_id for row in found if row.channel_id == bot.person("GM").channel_id(OTHER)]

        async with fault(bot):
            refused = await bring(bot)
            assert refused.ephemeral, refused.content
            assert refused.content.startswith(sentence) and "\n" not in refused.content and not refused.embeds
        assert await there() == []
        answer = await bring(bot)
        assert not answer.ephemeral and IMPORTED in answer.content
        assert len(await there()) == 1
