"""A running bot as tests see it from outside: its health port over real HTTP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import closing
from typing import Any

import aiohttp

from tests.waiting import patience


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


async def fetched(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
    """The status and text of an answer; status 0 if nobody answers."""
    timeout = aiohttp.ClientTimeout(patience())
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, f"http://127.0.0.1:{port}{path}", headers=headers) as answer,
        ):
            return answer.status, await answer.text()
    except aiohttp.ClientError:
        return 0, ""


async def looked(port: int, path: str = "/healthz") -> tuple[int, dict[str, Any]]:
    """The status and JSON of an answer; status 0 if nobody answers."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(patience())) as session:
        try:
            async with session.get(f"http://127.0.0.1:{port}{path}") as answer:
                return answer.status, await answer.json()
        except aiohttp.ClientError:
            return 0, {}


async def until_said(port: int, holds: Callable[[dict[str, Any]], bool], path: str = "/healthz") -> tuple[int, Any]:
    """Ask again and again until there is an answer, and it is so."""
    async with asyncio.timeout(patience()):
        while not ((said := await looked(port, path))[1] and holds(said[1])):
            await asyncio.sleep(0.05)
    return said


async def metrics(port: int) -> dict[str, float]:
    """The samples at `/metrics`, by name with labels as they are written there."""
    status, text = await fetched(port, "/metrics")
    assert status == 200
    samples = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in samples}
