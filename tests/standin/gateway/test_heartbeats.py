"""Heartbeats: asked for, acknowledged, missing; and what discord.py does when nobody answers them."""

from __future__ import annotations

import aiohttp

from standin import Playground
from standin.driver import Person
from tests.waiting import until

from ..sample_client import Sample
from .wire import HEARTBEAT, Wire


async def test_the_interval_is_told_and_a_heartbeat_acknowledged(
    playground: Playground, web: aiohttp.ClientSession
) -> None:
    playground.gateway.heartbeat_interval = 12.5
    async with web.ws_connect(playground.base_url + "/gateway") as socket:
        wire = Wire(socket)
        assert (await wire.next(10))["d"] == {"heartbeat_interval": 12_500}
        await wire.send(HEARTBEAT, None)
        await wire.next(11)
    assert playground.gateway.heartbeats == 1


async def test_without_heartbeats_the_line_is_cut_and_the_session_kept(
    playground: Playground, web: aiohttp.ClientSession
) -> None:
    playground.gateway.heartbeat_interval = 0.1
    async with web.ws_connect(playground.base_url + "/gateway") as socket:
        wire = Wire(socket)
        await wire.next(10)
        session_id = (await wire.identify(0))["session_id"]
        for _ in range(5):
            await wire.send(HEARTBEAT, wire.seq)
            await wire.next(11)
        assert not socket.closed
        assert await wire.closed() == 4009
    async with web.ws_connect(playground.base_url + "/gateway") as socket:
        again = Wire(socket)
        await again.next(10)
        await again.resume(session_id, wire.seq)
        await again.event("RESUMED")


async def test_discord_py_answers_a_request_for_a_heartbeat(playground: Playground, client: Sample) -> None:
    await until(lambda: playground.gateway.heartbeats == 1)
    playground.gateway.ask_heartbeat()
    await until(lambda: playground.gateway.heartbeats == 2)


async def test_a_connection_that_has_gone_deaf_is_given_up_and_resumed(
    playground: Playground, client: Sample, ann: Person
) -> None:
    playground.gateway.heartbeat_interval = 0.1
    client._connection.heartbeat_timeout = 0.3
    await playground.gateway.disconnect()
    await until(lambda: client.resumes >= 1)
    before = client.resumes
    deaf = playground.gateway.deaf()
    await until(lambda: deaf.hits and client.resumes > before)
    deaf.release()
    assert len(playground.gateway.sessions) == 1
    assert (await ann.slash("lobby", "panel")).content == "count 0"
