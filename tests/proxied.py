"""A PostgreSQL server behind a proxy that can hold back, cut and refuse what goes through it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit, urlunsplit

_FIELDS = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
_ENDED = b"E" + (len(_FIELDS) + 4).to_bytes(4, "big") + _FIELDS
"""The message of PostgreSQL's protocol with which a server ends a session."""


class Proxy:
    """Hands bytes on in both directions, unless told otherwise."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._server: asyncio.Server | None = None
        self._writers = set[asyncio.StreamWriter]()
        self._clients = set[asyncio.StreamWriter]()
        self._tasks = set[asyncio.Task[None]]()
        self._answers = asyncio.Event()
        self._answers.set()
        self.port = 0

    async def open(self) -> None:
        """Let connections in."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def hold_answers(self) -> None:
        """Let the server hear everything, and nobody hear from it."""
        self._answers.clear()

    async def end_session(self) -> None:
        """Tell the clients what a server says before it hangs up, and do not hang up yet."""
        while self._clients:
            self._clients.pop().write(_ENDED)
        # Those in this process read it.
        await asyncio.sleep(0.05)

    def cut(self) -> None:
        """End all connections; what was held back is lost."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        self._clients.clear()
        self._answers.set()

    async def close(self) -> None:
        """Refuse connections, and end those that there are."""
        if self._server:
            self._server.close()
        self.cut()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._socket)
        self._writers |= {writer, back}
        self._clients.add(writer)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(OSError):
            await asyncio.gather(self._forward(reader, back), self._forward(there, writer, held=True))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, held: bool = False) -> None:
        while data := await reader.read(65536):
            if held:
                await self._answers.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[tuple[Proxy, str]]:
    """Yield a proxy before the server of that URL, which is a Unix socket's, and the database's URL through it."""
    parts = urlsplit(url)
    folder = parse_qs(parts.query)["host"][0]
    proxy = Proxy(f"{folder}/.s.PGSQL.5432")
    await proxy.open()
    try:
        yield proxy, urlunsplit(parts._replace(netloc=f"postgres@127.0.0.1:{proxy.port}", query=""))
    finally:
        await proxy.close()
