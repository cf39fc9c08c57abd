"""One connection of the bot: what is sent goes out in order, compressed as the bot asked.

Too many frames coming in, or no heartbeat, end it."""

from __future__ import annotations

import asyncio
import importlib
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import web

from standin.gateway.protocol import SENDS_PER_MINUTE, Close, Hangup, Op

_PATIENCE = 1.5
"""How many heartbeat intervals may pass without a heartbeat."""
_WORTH_PACKING = 1024
"""Bytes; a single payload that is larger is compressed if the bot asked for that."""

Packer = Callable[[bytes], bytes]


class Line:
    """One websocket. `packs` is set if the bot asks for large payloads to be compressed one by one."""

    def __init__(self, socket: web.WebSocketResponse, *, compress: str | None, heartbeat_interval: float) -> None:
        self.packs = False
        self.cut = False
        """Whether this side closes the connection."""
        self._socket = socket
        self._packer = packer(compress)
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._patience = _PATIENCE * heartbeat_interval
        self._clock = self._wind()
        self._closing: asyncio.Task[None] | None = None
        self._heard_at: deque[float] = deque(maxlen=SENDS_PER_MINUTE)

    def send(self, op: Op, data: Any = None, event: str | None = None, seq: int | None = None) -> None:
        """Sends the frame in the end that were sent before."""
        self._queue.put_nowait(orjson.dumps({"op": op, "d": data, "t": event, "s": seq}))

    async def write(self) -> None:
        """Lets out what was sent, until cancelled or cut off."""
        while True:
            payload = await self._queue.get()
            try:
                if self._packer is not None:
                    await self._socket.send_bytes(self._packer(payload))
                elif self.packs and len(payload) >= _WORTH_PACKING:
                    await self._socket.send_bytes(zlib.compress(payload))
                else:
                    await self._socket.send_str(payload.decode())
            except ConnectionError:
                return

    def count(self) -> None:
        """Notes that a frame has come in. Raises Hangup 4008."""
        now = asyncio.get_running_loop().time()
        if len(self._heard_at) == SENDS_PER_MINUTE and now - self._heard_at[0] < 60:
            raise Hangup(Close.RATE_LIMITED)
        self._heard_at.append(now)

    def alive(self) -> None:
        """A heartbeat has come in."""
        self._clock.cancel()
        self._clock = self._wind()

    async def close(self, code: int) -> None:
        """Closes the connection."""
        self.cut = True
        words = Close(code).name.replace("_", " ").capitalize() + "." if code in set(Close) else ""
        await self._socket.close(code=code, message=words.encode())

    def ended(self) -> None:
        """The connection is closed, by either side."""
        self._clock.cancel()

    def _wind(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._patience, self._too_long)

    def _too_long(self) -> None:
        self._closing = asyncio.create_task(self.close(Close.SESSION_TIMED_OUT))


def packer(encoding: str | None) -> Packer | None:
    """The compressor of a connection's frames, one after the other, in one context; None: nothing does."""
    if encoding == "zlib-stream":
        zlib_stream = zlib.compressobj()
        return lambda payload: zlib_stream.compress(payload) + zlib_stream.flush(zlib.Z_SYNC_FLUSH)
    if encoding == "zstd-stream":
        return _zstd_packer()
    return None


def _zstd_packer() -> Packer | None:
    """None where no library for it is installed: the bot then gets plain text."""
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError:
        pass
    else:
        stream = zstandard.ZstdCompressor().compressobj()
        block: int = zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return lambda payload: bytes(stream.compress(payload) + stream.flush(block))
    try:
        zstd = importlib.import_module("compression.zstd")
    except ImportError:
        return None
    compressor = zstd.ZstdCompressor()
    return lambda payload: bytes(compressor.compress(payload, mode=zstd.ZstdCompressor.FLUSH_BLOCK))
