"""The bot dies in the middle of a run: all of it is stored and shown once, or nothing of it has happened."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import fairness
from standin.driver import Person
from standin.faults import CALLBACK
from standin.server import Playground
from standin.world.messages import EPHEMERAL
from tests.bot.test_delivery import until_delivered
from tests.cogs.conftest import CHANNEL
from tests.served import Process, stand_in
from tests.waiting import until

pytestmark = pytest.mark.sqlite

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Guard side: Guards at: C8 sheet: SAL 10, CA 8, KV 100, AKM 47, facing north",
    "GM: /combatant add name: Sentry side: Guards at: AD30 sheet: SAL 10, CA 8, KV 100, AKM 47, facing north",
)
PLANS = (
    "GM: /pass who: Guard until: for 40 phases",
    "GM: /pass who: Sentry until: for 40 phases",
    "Ann: /plan set who: Trent lines: move to C4; fire at Guard aim 2; at phase 2: move to C5; stay",
)
RUN = "/next run: True"


async def prepare(playground: Playground) -> None:
    for line in (*YARD, *PLANS):
        name, _, command = line.partition(": ")
        await playground.person(name).types(CHANNEL, command)


def rows(database: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def stored(database: Path) -> list[int]:
    """Return how many parts each order in the encounter has."""
    query = "SELECT count(*) FROM entries WHERE interaction_id IS NOT NULL GROUP BY interaction_id ORDER BY min(seq)"
    return [parts for (parts,) in rows(database, query)]


def stories(person: Person) -> list[dict[str, Any]]:
    told = [m for m in person.sees(CHANNEL) if "Trent moves from C3 to C5" in m["content"]]
    return [message for message in told if not message["flags"] & EPHEMERAL]


async def is_told_once(playground: Playground, database: Path, before: list[int]) -> None:
    """The run is stored as a whole, shown once, and its dice are those of the seed."""
    await until_delivered(database)
    parts = stored(database)
    assert len(parts) == len(before) + 1
    assert parts[-1] > 3, "the run has several parts"
    gm, ann = playground.person("GM"), playground.person("Ann")
    (message,) = stories(gm)
    assert "Trent fires" in message["content"]
    assert "Details of" in (await ann.click(message, "Details")).content
    await gm.types(CHANNEL, "/encounter end")
    exported = await gm.slash(CHANNEL, "export")
    (file,) = exported.message["attachments"]
    report = fairness.verify(json.loads(playground.world.uploads[file["id"]].content))
    assert report.problems == () and report.checked > 0
    assert playground.violations == []


@pytest.mark.parametrize("after", [False, True], ids=["before Discord has the answer", "after Discord has the answer"])
async def test_a_run_that_is_stored_is_shown_once(tmp_path: Path, after: bool) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, database) as process:
        await prepare(playground)
        before = stored(database)
        stall = playground.faults.stall(CALLBACK, after=after)
        await playground.person("Ann").types(CHANNEL, RUN, wait=False)
        await stall.reached.wait()
        await until(lambda: len(stored(database)) == len(before) + 1)
        await process.kill()
        stall.release()
        await process.start()
        await is_told_once(playground, database, before)


async def test_a_run_that_is_not_stored_has_not_happened(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, database) as process:
        await prepare(playground)
        before = stored(database)
        with closing(sqlite3.connect(database, isolation_level=None)) as held:
            # The run is resolved and waits for its transaction.
            held.execute("BEGIN IMMEDIATE")
            await playground.person("Ann").types(CHANNEL, RUN, wait=False)
            await asyncio.sleep(0.3)
            await process.kill()
        await process.start()
        assert stored(database) == before
        assert stories(playground.person("Ben")) == []
        await playground.person("Ann").types(CHANNEL, RUN)
        await is_told_once(playground, database, before)


async def test_whenever_it_is_killed_a_run_is_whole_or_has_not_happened(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground, Process(playground, database) as process:
        await prepare(playground)
        before = stored(database)
        for moment in (0.0, 0.02, 0.05, 0.1):
            if len(stored(database)) == len(before):
                await playground.person("Ann").types(CHANNEL, RUN, wait=False)
            await asyncio.sleep(moment)
            await process.kill()
            await process.start()
        if len(stored(database)) == len(before):
            await playground.person("Ann").types(CHANNEL, RUN)
        await is_told_once(playground, database, before)
