"""Frames on the wire: plain, compressed in one stream, compressed one by one."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import sys
import zlib
from collections.abc import Callable
from typing import Any

import aiohttp
import orjson
import pytest

from standin import Playground
from tests.waiting import patience

LOGIN = {"token": "any", "intents": 1, "compress": True}
_ZSTD = [name for name in ("zstandard", "compression.zstd") if importlib.util.find_spec(name.split(".")[0])]


async def frames(socket: aiohttp.ClientWebSocketResponse, count: int) -> list[aiohttp.WSMessage]:
    async with asyncio.timeout(patience()):
        return [await socket.receive() for _ in range(count)]


async def login(socket: aiohttp.ClientWebSocketResponse, **more: Any) -> None:
    await socket.send_str(orjson.dumps({"op": 2, "d": {**LOGIN, **more}}).decode())


def names(payloads: list[Any]) -> list[str | None]:
    return [orjson.loads(payload)["t"] for payload in payloads]


async def test_plain(playground: Playground, web: aiohttp.ClientSession) -> None:
    async with web.ws_connect(playground.base_url + "/gateway?v=10&encoding=json") as socket:
        await login(socket, compress=False)
        received = await frames(socket, 3)
    assert {message.type for message in received} == {aiohttp.WSMsgType.TEXT}
    assert names([message.data for message in received]) == [None, "READY", "GUILD_CREATE"]


async def test_a_zlib_stream_is_one_context_for_the_whole_connection(
    playground: Playground, web: aiohttp.ClientSession
) -> None:
    async with web.ws_connect(playground.base_url + "/gateway?v=10&compress=zlib-stream") as socket:
        await login(socket)
        received = await frames(socket, 3)
    assert {message.type for message in received} == {aiohttp.WSMsgType.BINARY}
    assert all(message.data.endswith(b"\x00\x00\xff\xff") for message in received)
    stream = zlib.decompressobj()
    assert names([stream.decompress(message.data) for message in received]) == [None, "READY", "GUILD_CREATE"]


async def test_large_payloads_are_packed_one_by_one_on_request(
    playground: Playground, web: aiohttp.ClientSession
) -> None:
    async with web.ws_connect(playground.base_url + "/gateway?v=10") as socket:
        await login(socket)
        hello, *_, guild = await frames(socket, 3)
    assert hello.type is aiohttp.WSMsgType.TEXT
    assert guild.type is aiohttp.WSMsgType.BINARY
    assert names([zlib.decompress(guild.data)]) == ["GUILD_CREATE"]


def unpacker() -> Callable[[bytes], bytes]:
    if _ZSTD[0] == "zstandard":
        made = importlib.import_module("zstandard").ZstdDecompressor().decompressobj()
    else:
        made = importlib.import_module("compression.zstd").ZstdDecompressor()
    return lambda data: bytes(made.decompress(data))


@pytest.mark.skipif(not _ZSTD, reason="neither zstandard nor compression.zstd is installed")
async def test_a_zstd_stream_is_one_context_for_the_whole_connection(
    playground: Playground, web: aiohttp.ClientSession
) -> None:
    async with web.ws_connect(playground.base_url + "/gateway?v=10&compress=zstd-stream") as socket:
        await login(socket)
        received = await frames(socket, 3)
    unpack = unpacker()
    assert names([unpack(message.data) for message in received]) == [None, "READY", "GUILD_CREATE"]


async def test_a_zstd_stream_is_answered_plainly_without_the_library(
    playground: Playground, web: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("zstandard", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    async with web.ws_connect(playground.base_url + "/gateway?v=10&compress=zstd-stream") as socket:
        await login(socket, compress=False)
        received = await frames(socket, 3)
    assert names([message.data for message in received]) == [None, "READY", "GUILD_CREATE"]


async def test_two_connections_have_a_context_each(playground: Playground, web: aiohttp.ClientSession) -> None:
    address = playground.base_url + "/gateway?v=10&compress=zlib-stream"
    async with web.ws_connect(address) as one, web.ws_connect(address) as two:
        for socket in (one, two):
            await login(socket)
            stream = zlib.decompressobj()
            received = await frames(socket, 2)
            assert names([stream.decompress(message.data) for message in received]) == [None, "READY"]
