"""The live pushes: each window gets the events that its person may see, and everyone's marks there."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from standin.browser.views import Views
from standin.world import World
from standin.world.scenery import Json

_MESSAGES = {"message_create", "message_update", "message_delete", "thinking"}
_PLACES = {
    "channel_create", "channel_update", "channel_delete", "thread_create", "thread_update", "thread_delete",
    "thread_members_update",
    "guild_update", "guild_role_create", "guild_role_update", "guild_role_delete",
    "guild_member_add", "guild_member_update", "guild_member_remove",
}  # fmt: skip
_OTHERS = {"answered", "modal", "failed", "commands", "bot", "typing_start", "read"}


@dataclass(eq=False)
class Window:
    """One open page and the person who speaks there."""

    user_id: str
    socket: web.WebSocketResponse
    pushes: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)

    def push(self, event: str, data: Any) -> None:
        self.pushes.put_nowait(orjson.dumps({"t": event, "d": data}))

    async def write(self) -> None:
        while True:
            await self.socket.send_str((await self.pushes.get()).decode())


class Live:
    """All open windows."""

    def __init__(self, world: World, views: Views) -> None:
        self.world = world
        self.views = views
        self._windows: set[Window] = set()
        self._told: dict[tuple[str, str], Json] = {}
        world.listen(self._heard)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Pushes events until the page disconnects."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        window = Window(request.query.get("user", ""), socket)
        writer = asyncio.create_task(window.write())
        self._windows.add(window)
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self._windows.discard(window)
            writer.cancel()
        return socket

    async def close(self) -> None:
        for window in list(self._windows):
            await window.socket.close(code=1001)

    def _heard(self, event: str, data: Json | list[Json], audience: str | None) -> None:
        if not self._windows or event not in _MESSAGES | _PLACES | _OTHERS:
            return
        if event in _PLACES:
            self._push_place(event, data if isinstance(data, dict) else {}, audience)
            return
        if event != "read":
            self._push(event, data, audience)
        if event in _MESSAGES | {"read"} and isinstance(data, dict):
            self._push_marks(data["channel_id"])

    def _push(self, event: str, data: Any, audience: str | None = None) -> None:
        channel_id = data.get("channel_id") if isinstance(data, dict) else None
        for window in self._windows:
            if audience in (None, window.user_id) and (
                channel_id is None or self.views.sees(window.user_id, channel_id)
            ):
                window.push(event, data)

    def _push_place(self, event: str, data: Json, audience: str | None) -> None:
        """A place is sent without its contents; the page fetches the state again, as far as the person may see it.

        Of a thread only those hear who see it or saw it: others must not learn that a private one is there."""
        about = {"event": event, "id": data.get("id")}
        for window in self._windows:
            heard = not event.startswith("thread_") or self.world.reaches(window.user_id, data)
            if audience in (None, window.user_id) and heard:
                window.push("places", about)

    def _push_marks(self, channel_id: str) -> None:
        for user_id in self.world.people:
            if not self.views.sees(user_id, channel_id):
                continue
            mark = self.views.reading.mark(user_id, channel_id)
            if self._told.get((user_id, channel_id)) != mark:
                self._told[user_id, channel_id] = mark
                for window in self._windows:
                    if self.views.sees(window.user_id, channel_id):
                        window.push("marks", {"user_id": user_id, "channel": channel_id, **mark})
