"""The gateway: sessions of the bot, their heartbeats, and the events sent to them.

A session outlives its connection and can be resumed: what it missed is kept for it."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import deque
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from bot.playground.world import World, scenery
from bot.playground.world.scenery import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_INTERVAL_MS = 41_250
ACK_AFTER = 0.05
"""Seconds."""
GUILD_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 15
WRONG_TOKEN = "wrong"

_EVENTS = {
    "message_create": "MESSAGE_CREATE",
    "message_update": "MESSAGE_UPDATE",
    "message_delete": "MESSAGE_DELETE",
}


class Line:
    """One connection: what is sent goes out in order, compressed if the bot asked for it.

    `cut` is set when it is this side that hangs up."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.cut = False
        self._packer = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, op: int, data: Any = None, event: str | None = None, seq: int | None = None) -> None:
        self._queue.put_nowait(orjson.dumps({"op": op, "d": data, "t": event, "s": seq}))

    async def write(self) -> None:
        """Sends until cancelled or cut off."""
        while True:
            payload = await self._queue.get()
            try:
                if self._packer is None:
                    await self.socket.send_str(payload.decode())
                else:
                    packed = self._packer.compress(payload) + self._packer.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionError:
                return


class Session:
    """What one IDENTIFY opened. `line` is None while the bot is disconnected."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.line: Line | None = None
        self.seq = 0
        self._sent: deque[tuple[int, str, Any]] = deque(maxlen=1000)

    def dispatch(self, event: str, data: Any) -> None:
        self.seq += 1
        # A copy as of now: a message kept for a resume must not show later edits.
        data = orjson.Fragment(orjson.dumps(data))
        self._sent.append((self.seq, event, data))
        if self.line is not None:
            self.line.send(DISPATCH, data, event, self.seq)

    def resume(self, line: Line, seq: int) -> None:
        self.line = line
        for number, event, data in self._sent:
            if number > seq:
                line.send(DISPATCH, data, event, number)
        self.dispatch("RESUMED", {})


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        world.listen(self._heard)

    @property
    def online(self) -> bool:
        return any(session.line is not None for session in self.sessions.values())

    def dispatch(self, event: str, data: Json) -> None:
        for session in self.sessions.values():
            session.dispatch(event, data)

    async def disconnect(self, *, resumable: bool = True) -> None:
        """Cuts all connections, as Discord does now and then; the sessions may be resumed or are gone."""
        if not resumable:
            self.sessions.clear()
        for line in list(self._lines):
            line.cut = True
            await line.socket.close(code=4000)

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Handles one websocket from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        line = Line(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._lines.add(line)
        writer = asyncio.create_task(line.write())
        line.send(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL_MS})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._received(line, orjson.loads(message.data))
        finally:
            writer.cancel()
            self._lines.discard(line)
            self._left(line, ended=not line.cut and socket.close_code in (1000, 1001))
        return socket

    async def _received(self, line: Line, message: Json) -> None:
        op, data = message["op"], message["d"]
        if op == HEARTBEAT:
            # A moment later: discord.py notes when it sent one only after sending, and takes an earlier answer for lag.
            asyncio.get_running_loop().call_later(ACK_AFTER, line.send, ACK)
        elif op in (IDENTIFY, RESUME) and not _token_accepted(data["token"]):
            await line.socket.close(code=4004, message=b"Authentication failed.")
        elif op == IDENTIFY:
            self._identify(line, data)
        elif op == RESUME:
            session = self.sessions.get(data["session_id"])
            if session is None:
                line.send(INVALID_SESSION, False)
            else:
                session.resume(line, data["seq"] or 0)
                self._tell_presence()

    def _identify(self, line: Line, data: Json) -> None:
        # A bot that starts anew does not come back for what a dead connection missed.
        self.sessions = {id: session for id, session in self.sessions.items() if session.line is not None}
        session = Session(int(data.get("intents", 0)))
        session.line = line
        self.sessions[session.id] = session
        ready = {
            "v": 10,
            "user": scenery.own_user(),
            "guilds": [{"id": scenery.GUILD_ID, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.world.base_url.replace("http", "ws", 1) + "/gateway",
            "shard": data.get("shard", [0, 1]),
            "application": {"id": scenery.APPLICATION_ID, "flags": 0},
        }
        session.dispatch("READY", ready)
        session.dispatch("GUILD_CREATE", self._guild())
        self._tell_presence()

    def _guild(self) -> Json:
        everybody = [scenery.bot_user(), *(scenery.person_json(p) for p in self.world.people.values())]
        nothing: list[Json] = []
        return {
            **self.world.home.data(),
            "joined_at": scenery.FOUNDED,
            "large": False,
            "unavailable": False,
            "member_count": len(everybody),
            "members": [scenery.member(account) for account in everybody],
            "channels": list(self.world.channels.values()),
            "threads": nothing,
            "voice_states": nothing,
            "presences": nothing,
            "stage_instances": nothing,
            "guild_scheduled_events": nothing,
            "soundboard_sounds": nothing,
        }

    def _left(self, line: Line, *, ended: bool) -> None:
        for session in list(self.sessions.values()):
            if session.line is line:
                session.line = None
                if ended:
                    del self.sessions[session.id]
        self._tell_presence()

    def _tell_presence(self) -> None:
        self.world.tell("bot", {"online": self.online})

    def _heard(self, event: str, data: Json | list[Json], audience: str | None) -> None:
        """Passes on what happens to messages that everybody sees."""
        if event not in _EVENTS or audience is not None or isinstance(data, list):
            return
        shown = {**data, "guild_id": scenery.GUILD_ID}
        if "author" in data and "webhook_id" not in data:
            shown["member"] = {**self.world.member(data["author"]["id"])}
            del shown["member"]["user"]
        for session in self.sessions.values():
            if session.intents & GUILD_MESSAGES:
                session.dispatch(_EVENTS[event], self._as_intended(shown, session.intents))

    def _as_intended(self, message: Json, intents: int) -> Json:
        """Without the message content intent the words of others are hidden, unless they mention the bot."""
        bot = self.world.bot["id"]
        if intents & MESSAGE_CONTENT or "author" not in message or message["author"]["id"] == bot:
            return message
        if any(user["id"] == bot for user in message["mentions"]):
            return message
        return {**message, "content": "", "embeds": [], "attachments": [], "components": []}


def _token_accepted(token: str) -> bool:
    return bool(token) and token.removeprefix("Bot ") != WRONG_TOKEN
