"""Shards: a process connects those that Discord recommends, or its own of several processes on one database."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.chat.connection import leases
from bot.errors import CannotStart
from bot.game.store import ShardScope, Store
from bot.host.checkup import findings
from bot.settings import load_settings
from standin.server import Playground
from tests.bot.store.samples import NOON, encounter, entry
from tests.homes import ask, created
from tests.proxied import proxied
from tests.served import Process, stand_in
from tests.waiting import patience, until
from tests.watching import free_port, looked, metrics, until_said

pytestmark = pytest.mark.sqlite  # Each test chooses its database itself.

SHARDS = 6


class Server:
    """A server of the stand-in, with a channel in which Ann fights."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.guild = playground.world.add_guild("Elsewhere")
        self.shard = (int(self.guild.id) >> 22) % SHARDS
        self.ann = playground.person("Ann")
        self.guild.add_member(playground.world.user(self.ann.id))
        channels = playground.world.channels.values()
        self.channel = next(str(c["id"]) for c in channels if c.get("guild_id") == self.guild.id)

    async def begin(self) -> None:
        """Start an encounter with one fighter of Ann's."""
        await self.ann.slash(self.channel, "encounter start", ruleset="aliens", title="Here")
        await self.ann.slash(self.channel, "combatant add", sheet="rifleman", name="Vasquez", side="Marines")

    def shown(self, text: str) -> int:
        """In how many messages of the channel this text is."""
        return sum(text in message["content"] for message in self.ann.sees(self.channel))


def one_on_each_shard(playground: Playground) -> list[Server]:
    """Return a server on each shard."""
    servers: dict[int, Server] = {}
    while len(servers) < SHARDS:
        server = Server(playground)
        if server.shard in servers:
            playground.world.remove_guild(server.guild.id)
        else:
            servers[server.shard] = server
    return [servers[shard] for shard in range(SHARDS)]


def connected_shards(playground: Playground) -> Counter[tuple[int, int]]:
    """Return how many sessions each shard has that are connected, by shard and number of shards."""
    sessions = playground.gateway.sessions.values()
    return Counter((session.shard, session.shards) for session in sessions if session.line is not None)


async def until_all_are_connected(playground: Playground) -> None:
    everyone = {(shard, SHARDS): 1 for shard in range(SHARDS)}
    await until(lambda: connected_shards(playground) == everyone)


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with stand_in() as playground:
        yield playground
        assert playground.violations == [], playground.violations[:3]


async def test_one_process_has_all_shards_that_discord_recommends(playground: Playground, tmp_path: Path) -> None:
    playground.gateway.shards = SHARDS
    playground.gateway.max_concurrency = SHARDS
    servers = one_on_each_shard(playground)
    async with Process(playground, tmp_path / "bot.sqlite3"):
        await until_all_are_connected(playground)
        for server in servers:
            await server.begin()
            assert server.shown("Vasquez") >= 1


async def test_a_shard_that_is_cut_resumes_and_misses_nothing(playground: Playground, tmp_path: Path) -> None:
    playground.gateway.shards = SHARDS
    servers = one_on_each_shard(playground)
    async with Process(playground, tmp_path / "bot.sqlite3"):
        await until_all_are_connected(playground)
        for server in servers[:2]:
            await server.begin()
        before = {session.id for session in playground.gateway.sessions.values()}
        await playground.gateway.disconnect(shard=0)
        await servers[0].ann.slash(servers[0].channel, "adjust", who="Vasquez", changes="loaded 3", wait=False)
        await until(lambda: servers[0].shown("GM correction: Vasquez") == 1)
        await until_all_are_connected(playground)
        assert {session.id for session in playground.gateway.sessions.values()} == before


async def test_three_processes_that_are_killed_in_turn_under_load_lose_nothing_and_show_nothing_twice(
    playground: Playground,
) -> None:
    url = await created()
    servers = one_on_each_shard(playground)
    chance = random.Random(11)
    given = Counter[int]()
    async with AsyncExitStack() as stack:
        processes = [
            await stack.enter_async_context(
                Process(playground, url, shard_count=SHARDS, shard_ids=f"{2 * n}-{2 * n + 1}")
            )
            for n in range(3)
        ]
        await until_all_are_connected(playground)
        await asyncio.gather(*(server.begin() for server in servers))
        stop = asyncio.Event()

        async def fights(server: Server) -> None:
            """Order, and give the order again only if nothing of it was ever heard."""
            while not stop.is_set():
                given[server.shard] += 1
                changes = f"loaded {given[server.shard] % 16}"
                await server.ann.slash(server.channel, "adjust", who="Vasquez", changes=changes, wait=False)
                await asyncio.sleep(chance.uniform(0.02, 0.08))

        async with asyncio.TaskGroup() as fighting:
            for server in servers:
                fighting.create_task(fights(server))
            for n in range(6):
                await asyncio.sleep(chance.uniform(0.1, 0.4))
                process = processes[n % 3]
                await process.kill(others=True)
                # The lease of a killed process ends by itself; here nobody waits for that.
                ask(url, "DELETE FROM leases WHERE shard / 2 = ?", n % 3)
                await process.start()
                await until_all_are_connected(playground)
            stop.set()

        def nothing_waits() -> bool:
            return ask(url, "SELECT count(*) FROM entries WHERE message_id IS NULL AND gave_up IS NULL") == [(0,)]

        await until(nothing_waits)
        for server in servers:
            [(stored,)] = ask(
                url,
                "SELECT count(*) FROM entries e JOIN encounters ON id = encounter_id WHERE e.guild_id = ? AND seq > 2",
                server.guild.id,
            )
            assert 0 < stored <= given[server.shard]
            assert server.shown("GM correction: Vasquez") == stored
        assert ask(url, "SELECT count(*) FROM entries WHERE gave_up IS NOT NULL") == [(0,)]


def waiting_long() -> None:
    """On a busy machine, a process may take its time to find that a shard was handed over."""
    leases.COURTESY = 60.0


async def test_three_restarts_under_load_leave_no_order_unanswered(playground: Playground) -> None:
    """A new process is started beside each old one, which is stopped when the new one stands by, when it has the
    shards, or when it is connected."""
    url = await created()
    servers = one_on_each_shard(playground)
    stop, given, answers = asyncio.Event(), Counter[int](), list[str]()

    async def started(n: int, *, waits: bool) -> Process:
        process = Process(playground, url, shard_count=SHARDS, shard_ids=f"{2 * n}-{2 * n + 1}", stop_timeout=60)
        process.begin = waiting_long
        stack.push_async_exit(process)
        await process.start(waits=waits)
        return process

    async def until_it_has_its_shards(n: int, process: Process) -> None:
        asked = "SELECT owner FROM leases WHERE shard / 2 = ? AND until <> ''"
        await until(lambda: {owner.split(":")[1] for (owner,) in ask(url, asked, n)} == {str(process.pid)})

    async def until_more_is_given() -> None:
        before = dict(given)
        await until(lambda: all(given[shard] > before[shard] + 1 for shard in given))

    async with AsyncExitStack() as stack:
        old = [await started(n, waits=True) for n in range(3)]
        await until_all_are_connected(playground)
        for n in range(3):
            await until_it_has_its_shards(n, old[n])
        await asyncio.gather(*(server.begin() for server in servers))

        async def fights(server: Server) -> None:
            while not stop.is_set():
                given[server.shard] += 1
                changes = f"loaded {given[server.shard] % 16}"
                answer = await server.ann.slash(server.channel, "adjust", who="Vasquez", changes=changes)
                answers.append("unanswered" if answer.failed else answer.content)

        async with asyncio.TaskGroup() as fighting:
            for server in servers:
                fighting.create_task(fights(server))
            for n in range(3):
                new = await started(n, waits=False)
                if n == 0:
                    await until(lambda: ask(url, "SELECT 1 FROM leases WHERE starting_until > '' AND shard < 2"))
                if n == 1:
                    await until_it_has_its_shards(n, new)
                if n == 2:
                    await until(lambda: sum(connected_shards(playground).values()) == SHARDS + 2)
                assert await old[n].stop() == 0
                await until_it_has_its_shards(n, new)
                await until_more_is_given()
            stop.set()
        assert [answer for answer in answers if "GM correction: Vasquez" not in answer] == []
        for server in servers:
            [(stored,)] = ask(
                url,
                "SELECT count(*) FROM entries e JOIN encounters ON id = encounter_id WHERE e.guild_id = ? AND seq > 2",
                server.guild.id,
            )
            assert stored == given[server.shard] == server.shown("GM correction: Vasquez")


async def test_a_shard_that_is_cut_off_is_told_apart_from_the_others(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setenv("HEALTH_PORT", str(port))
    one_on_each_shard(playground)

    async def status() -> str:
        return (await asyncio.to_thread(CliRunner().invoke, main, ["status"])).output

    async with Process(playground, await created(), shard_count=SHARDS, shard_ids="0-1"):
        await until_said(port, lambda said: said["status"] == "ok")
        _, said = await looked(port)
        assert (said["state"], said["shard_count"]) == ("serving", SHARDS)
        assert [shard["state"] for shard in said["shards"].values()] == ["serving"] * 2
        assert said["parts"]["leases"]["says"] == "this process answers for 2 shards"
        before = said["shards"]["0"]["since"]
        away = playground.gateway.refuse_connection(None)
        await playground.gateway.disconnect(shard=1)
        await until_said(port, lambda said: said["state"] == "partial")
        status_code, said = await looked(port)
        assert (status_code, said["ready"], said["live"]) == (503, False, True)
        assert (await looked(port, "/readyz"))[0] == 503
        assert {id: (shard["state"], shard["connected"]) for id, shard in said["shards"].items()} == {
            "0": ("serving", True),
            "1": ("connecting", False),
        }
        assert said["shards"]["0"]["since"] == before < said["shards"]["1"]["since"]
        assert said["shards"]["0"]["servers"] >= 1
        lines = await status()
        assert "The bot is serving some of its shards." in lines
        assert "WRONG gateway: 1 of 2 shards connected to Discord" in lines and "not connected: 1" in lines
        assert f"WRONG shard 1: not connected since {said['shards']['1']['since']}" in lines
        assert f"ok    shard 0: connected since {before}" in lines
        counted = await metrics(port)
        assert [counted[f'referee_shard_connected{{shard="{id}"}}'] for id in (0, 1)] == [1, 0]
        assert [counted[f'referee_shard_leased{{shard="{id}"}}'] for id in (0, 1)] == [1, 1]
        assert (counted["referee_shard_count"], counted["referee_ready"]) == (SHARDS, 0)
        away.release()
        await until_said(port, lambda said: said["status"] == "ok")


async def test_a_stop_while_shards_are_not_connected_yet_ends_the_process(playground: Playground) -> None:
    """discord.py would go on trying to connect them, without a session."""
    process = Process(playground, await created(), shard_count=SHARDS, shard_ids="0-1")
    refused = playground.gateway.refuse_connection(None)
    await process.start(waits=False)
    try:
        await until(lambda: refused.hits)
        assert await process.stop() == 0
    finally:
        await process.kill(others=True)


async def test_a_process_that_starts_takes_over_from_the_one_before(playground: Playground) -> None:
    url = await created()
    server = one_on_each_shard(playground)[0]
    ports = free_port(), free_port()
    async with Process(playground, url, shard_count=SHARDS, shard_ids="0", health_port=ports[0]) as old:
        await server.begin()
        new = Process(playground, url, shard_count=SHARDS, shard_ids="0", health_port=ports[1])
        await new.start(waits=False)
        await until_said(ports[1], lambda said: said["status"] == "ok")
        # The one before stands by, until it is stopped.
        await until_said(ports[0], lambda said: said["state"] == "standing by")
        assert connected_shards(playground) == {(0, SHARDS): 2}
        _, said = await looked(ports[0])
        assert said["shards"]["0"]["owner"].endswith(f":{new.pid}") and not said["ready"] and said["live"]
        assert await old.stop(signal.SIGTERM) == 0
        answer = await server.ann.slash(server.channel, "adjust", who="Vasquez", changes="loaded 3")
        assert "GM correction: Vasquez" in answer.content
        await new.stop(signal.SIGTERM)
    assert ask(url, "SELECT count(*) FROM leases WHERE until <> ''") == [(0,)]


def short_leases() -> None:
    """Leases that end soon without the database."""
    leases.LEASE, leases._RENEWAL, leases._LOOK = 4.0, 0.5, 0.1


async def test_an_outage_of_the_database_ends_no_process(playground: Playground) -> None:
    """It lasts longer than the leases: orders are refused in a sentence, and go on when the database is back."""
    url = await created()
    server = one_on_each_shard(playground)[0]

    async def corrected() -> str:
        answer = await server.ann.slash(server.channel, "adjust", who="Vasquez", changes="loaded 3")
        return answer.content

    async with proxied(url) as (proxy, through):
        process = Process(playground, through, shard_count=SHARDS, shard_ids="0")
        process.begin = short_leases
        async with process:
            await until(lambda: ask(url, "SELECT 1 FROM leases"))
            await server.begin()
            await proxy.close()
            over = asyncio.get_running_loop().time() + 6
            while asyncio.get_running_loop().time() < over:
                assert await corrected() == (
                    "The journal's database cannot be reached, so nothing was stored. Try again in a minute."
                )
            assert not process.ended
            await proxy.open()
            async with asyncio.timeout(patience()):
                while "GM correction: Vasquez" not in await corrected():
                    await asyncio.sleep(0.1)
            assert await process.stop() == 0
    assert server.shown("GM correction: Vasquez") == 1


async def test_what_happens_by_itself_is_the_process_of_the_server(tmp_path: Path) -> None:
    """Of two servers, each process sees what is due for its own."""
    guilds = [str((4 << 22) + 5), str((9 << 22) + 5)]
    async with await Store.open(tmp_path / "two.sqlite3") as store:
        for n, guild in enumerate(guilds):
            await store.journal.append(
                [entry(1, encounter_id=f"E{n}", guild_id=guild, interaction_id=f"i{n}")],
                begins=encounter(f"E{n}", f"channel {n}", guild_id=guild),
            )
        for id, guild in (("q7", guilds[1]), ("q8", "dm-100")):
            await store.journal.append([entry(1, encounter_id=id, guild_id=guild, kind="ruling", interaction_id=id)])
        for ids, mine in (({0}, ["E0", "q8"]), ({1}, ["E1", "q7"]), ({0, 1}, ["E0", "E1", "q7", "q8"])):
            store.look_after(ShardScope(2, frozenset(ids)))
            assert sorted(row.encounter_id for row in await store.outbox.undelivered()) == mine
            assert set(await store.upkeep.untidied(10)) == set(mine)
            assert await store.erasure.guilds() == {guilds[int(id[1])] for id in mine if id[0] == "E"}
            idle = await store.notices.idle(NOON + timedelta(days=30), NOON, NOON)
            assert sorted(row.encounter.id for row in idle) == [id for id in mine if id[0] == "E"]


@pytest.mark.parametrize(
    ("count", "ids", "shard_scope"),
    [
        ("", "", None),
        ("3", "", ShardScope(3, frozenset({0, 1, 2}))),
        ("8", "0-2, 7", ShardScope(8, frozenset({0, 1, 2, 7}))),
        ("8", "5", ShardScope(8, frozenset({5}))),
    ],
)
def test_settings(monkeypatch: pytest.MonkeyPatch, count: str, ids: str, shard_scope: ShardScope | None) -> None:
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/referee")
    assert load_settings().shard_scope == shard_scope


@pytest.mark.parametrize(
    ("count", "ids", "says"),
    [
        ("", "1", "SHARD_IDS needs SHARD_COUNT, the number of all shards."),
        ("4", "4", "SHARD_IDS are 0 to 3, because SHARD_COUNT is 4."),
        ("4", "1-2-3", "SHARD_IDS are numbers with commas, and ranges: 0, 2-3."),
        *(
            ("4", ids, "SHARD_IDS are numbers with commas, and ranges: 0, 2-3.")
            for ids in ("-", ",", "1-", "3-0,2", "0,,1", "1 2", "0-9999999999")
        ),
        ("4", "0-99999", "SHARD_IDS are 0 to 3, because SHARD_COUNT is 4."),
        ("4", "0", "SHARD_IDS share the shards out to several processes, and these need PostgreSQL."),
    ],
)
def test_shards_that_are_not_there(monkeypatch: pytest.MonkeyPatch, count: str, ids: str, says: str) -> None:
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(CannotStart) as refused:
        _ = load_settings().shard_scope
    assert str(refused.value) == says
    assert [finding.says for finding in findings(load_settings()) if finding.what == "shards"] == [says]
