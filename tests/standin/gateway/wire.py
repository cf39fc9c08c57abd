"""A gateway client by hand, which can do everything wrong that discord.py does right."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import orjson

from standin.gateway.protocol import EVERY_INTENT
from tests.waiting import patience

HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 1, 2, 6, 9, 10, 11


class Wire:
    """One websocket; frames come as Discord's JSON. Everything gives up after five seconds."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seq: int | None = None

    async def send(self, op: int, data: Any = None) -> None:
        await self.socket.send_str(orjson.dumps({"op": op, "d": data}).decode())

    async def next(self, op: int | None = None) -> Any:
        """The next frame, which must be of this kind if one is named."""
        async with asyncio.timeout(patience()):
            frame = await self.socket.receive_json(loads=orjson.loads)
        assert op in (None, frame["op"]), frame
        self.seq = frame["s"] or self.seq
        return frame

    async def event(self, name: str) -> Any:
        """The data of the next event, which must have this name."""
        frame = await self.next(0)
        assert frame["t"] == name, frame
        return frame["d"]

    async def until(self, name: str) -> Any:
        """The data of the next event of this name; what comes before is passed over."""
        while (frame := await self.next())["t"] != name:
            pass
        return frame["d"]

    async def identify(self, intents: int = EVERY_INTENT, **more: Any) -> Any:
        """Logs in; the data of READY."""
        await self.send(IDENTIFY, {"token": "any", "intents": intents, "properties": {}, **more})
        return await self.event("READY")

    async def resume(self, session_id: str, seq: int | None) -> None:
        await self.send(RESUME, {"token": "any", "session_id": session_id, "seq": seq})

    async def closed(self) -> int | None:
        """The code with which the other side hangs up; what comes before is passed over."""
        async with asyncio.timeout(patience()):
            async for _ in self.socket:
                pass
        return self.socket.close_code
