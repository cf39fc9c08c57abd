"""The gateway as a whole: connections, the sessions that begin and continue on them, and the events they get.

`Gateway` is also where tests make trouble; what only waits to happen is laid out in its base."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

import orjson
from aiohttp import web

from standin.gateway import events, frames
from standin.gateway.events import News
from standin.gateway.line import Line
from standin.gateway.protocol import ENDS_SESSION, PRIVILEGED, Close, Hangup, Intent, Op
from standin.gateway.session import Session, shard_of
from standin.gateway.trouble import Mishap, Trouble
from standin.world import World, scenery
from standin.world.scenery import Json

ACK_AFTER = 0.05
"""Seconds."""
WRONG_TOKEN = "wrong"


class Gateway(Trouble):
    """All connections and sessions of the bot.

    `heartbeat_interval` (seconds) holds for connections to come; `session_lifetime` (seconds) is how long a session
    waits to be resumed; `shards` and `max_concurrency` are what `/gateway/bot` recommends; `privileged` are the
    privileged intents that are switched on. `connections` and `heartbeats` count those that have come in."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.heartbeat_interval = 41.25
        self.session_lifetime = 180.0
        self.shards = 1
        self.max_concurrency = 1
        self.privileged = PRIVILEGED
        self.sessions: dict[str, Session] = {}
        self.connections = 0
        self.heartbeats = 0
        self._lines: dict[Line, Session | None] = {}
        world.listen(self._happened)

    @property
    def url(self) -> str:
        """Where the websocket is."""
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    @property
    def online(self) -> bool:
        return any(session.line is not None for session in self.sessions.values())

    def invitation(self) -> Json:
        """The answer of `/gateway/bot`."""
        starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.max_concurrency}
        return {"url": self.url, "shards": self.shards, "session_start_limit": starts}

    def dispatch(self, event: str, data: Json) -> None:
        """Sends the event to the sessions of its guild's shard, whatever their intents."""
        news = News(event, data, data.get("guild_id"))
        self._tell(news, self._hearing(news))

    # Faults that happen at once; `shard` None affects all connections.

    async def disconnect(self, *, resumable: bool = True, shard: int | None = None) -> None:
        """Cuts the connections, as Discord sometimes does; the sessions can be resumed or are gone."""
        await self._cut(Close.UNKNOWN_ERROR, resumable, shard)

    async def close(self, code: int, *, shard: int | None = None) -> None:
        """Cuts the connections with this code; the sessions stay if Discord lets a bot resume after it."""
        await self._cut(code, code not in ENDS_SESSION, shard)

    def reconnect(self, *, shard: int | None = None) -> None:
        """Asks the bot to connect again and to resume (RECONNECT)."""
        for line in self._struck_lines(shard):
            line.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False, shard: int | None = None) -> None:
        """Tells the bot that its session is invalid (INVALID_SESSION): it may resume it nevertheless, or it is gone."""
        for line in self._struck_lines(shard):
            if not resumable:
                self._forget(line)
            line.send(Op.INVALID_SESSION, resumable)
        self._tell_presence()

    def ask_heartbeat(self, *, shard: int | None = None) -> None:
        """Asks for a heartbeat at once."""
        for line in self._struck_lines(shard):
            line.send(Op.HEARTBEAT)

    def hold(self) -> Mishap:
        """Holds all events until the mishap is released; then sends them in order."""
        for session in self.sessions.values():
            session.held = True
        return self._lay("held", Mishap(None, let_out=self._let_out))

    # A connection

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Handles one websocket from HELLO to its end."""
        refused = self._struck("connection")
        if refused is not None:
            return web.Response(status=refused.number)
        socket = web.WebSocketResponse(max_msg_size=1 << 20, timeout=2.0)
        await socket.prepare(request)
        interval = self.heartbeat_interval
        line = Line(socket, compress=request.query.get("compress"), heartbeat_interval=interval)
        self._lines[line] = None
        self.connections += 1
        writer = asyncio.create_task(line.write())
        try:
            frames.check_query(request.query)
            line.send(Op.HELLO, {"heartbeat_interval": round(interval * 1000)})
            async for message in socket:
                line.count()
                self._received(line, *frames.frame(message))
        except Hangup as reason:
            await line.close(reason.code)
        finally:
            writer.cancel()
            if not line.cut and socket.close_code in (1000, 1001):
                self._forget(line)
            self._ended(line)
        return socket

    def _received(self, line: Line, op: Op, data: Any) -> None:
        session = self._lines.get(line)
        if op == Op.HEARTBEAT:
            self.heartbeats += 1
            line.alive()
            if not self._struck("heartbeat"):
                # A moment later: discord.py notes when it sent one only after sending; an earlier answer is lag to it.
                asyncio.get_running_loop().call_later(ACK_AFTER, line.send, Op.ACK)
        elif op in (Op.IDENTIFY, Op.RESUME):
            if session is not None:
                raise Hangup(Close.ALREADY_AUTHENTICATED)
            if op == Op.IDENTIFY:
                self._identify(line, frames.identify(data))
            else:
                self._resume(line, frames.resume(data))
        elif session is None:
            raise Hangup(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            for chunk in events.member_chunks(self.world, frames.members_request(data), session.intents):
                session.dispatch("GUILD_MEMBERS_CHUNK", _packed(chunk))
        elif op == Op.PRESENCE:
            session.presence = frames.obj(data)
        else:
            frames.obj(data)

    def _identify(self, line: Line, asked: frames.Identify) -> None:
        refused = self._struck("identify")
        if refused is not None and refused.number:
            raise Hangup(refused.number)
        if refused is not None:
            line.send(Op.INVALID_SESSION, False)
            return
        _check_token(asked.token)
        if asked.intents & PRIVILEGED & ~self.privileged:
            raise Hangup(Close.DISALLOWED_INTENTS)
        self._forget_expired()
        session = Session(asked.intents, *(asked.shard or (0, 1)))
        session.presence = asked.presence
        session.held = self._lies_at("held")
        self._lines[line] = session
        session.attach(line)
        line.packs = asked.packs
        self.sessions[session.id] = session
        invited = [guild for guild in self.world.guilds.values() if self.world.bot["id"] in guild.members]
        guilds = [guild for guild in invited if shard_of(guild.id, session.shards) == session.shard]
        ready: Json = {
            "v": 10,
            "user": scenery.own_user(self.world.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": scenery.APPLICATION_ID, "flags": 0},
        }
        if asked.shard is not None:
            ready["shard"] = list(asked.shard)
        session.dispatch("READY", _packed(ready))
        if Intent.GUILDS in session.intents:
            channels = defaultdict[str, list[Json]](list)
            for channel in self.world.channels.values():
                channels[channel.get("guild_id", "")].append(channel)
            for guild in guilds:
                # `unavailable` is sent for guilds that the bot is in already, not for those it is invited to later.
                complete = events.guild_create(self.world, guild, session.intents, channels[guild.id])
                there = {**complete, "unavailable": False}
                session.dispatch("GUILD_CREATE", _packed(there))
        self._tell_presence()

    def _resume(self, line: Line, asked: frames.Resume) -> None:
        _check_token(asked.token)
        self._forget_expired()
        session = self.sessions.get(asked.session_id)
        if session is not None and not 0 <= asked.seq <= session.seq:
            del self.sessions[asked.session_id]
            raise Hangup(Close.INVALID_SEQ)
        if session is None or not session.keeps(asked.seq) or self._struck("resume"):
            self.sessions.pop(asked.session_id, None)
            line.send(Op.INVALID_SESSION, False)
            return
        if session.line is not None:
            self._lines[session.line] = None
        self._lines[line] = session
        session.attach(line, asked.seq)
        session.flush()
        session.dispatch("RESUMED", _packed({}))
        self._tell_presence()

    # Events

    def _happened(self, event: str, data: Json | list[Json], audience: str | None) -> None:
        news = events.news(self.world, event, data, audience)
        if news is None or not (sessions := self._hearing(news)):
            return
        seen = events.seen(self.world, news)
        if seen is not None:
            self._tell(seen, sessions)

    def _hearing(self, news: News) -> list[Session]:
        return [s for s in self.sessions.values() if s.hears_of(news.guild_id, news.needed)]

    def _tell(self, news: News, sessions: list[Session]) -> None:
        if not sessions or self._struck("lost", news.event, news.data):
            return
        self._struck("held")
        packed: dict[bool, orjson.Fragment] = {}
        for _ in range(2 if self._struck("repeated", news.event, news.data) else 1):
            for session in sessions:
                hidden = events.hides(self.world, news, session.intents)
                if hidden not in packed:
                    packed[hidden] = _packed(events.without_content(news.data) if hidden else news.data)
                session.dispatch(news.event, packed[hidden])

    def _let_out(self) -> None:
        for session in self.sessions.values():
            session.held = self._lies_at("held")
            session.flush()

    # Lines and sessions

    async def _cut(self, code: int, resumable: bool, shard: int | None) -> None:
        lines = self._struck_lines(shard)
        if not resumable:
            gone = [s for s in self.sessions.values() if shard in (None, s.shard)]
            for session in gone:
                del self.sessions[session.id]
        await asyncio.gather(*(line.close(code) for line in lines))
        for line in lines:
            self._ended(line)

    def _struck_lines(self, shard: int | None) -> list[Line]:
        return [line for line, session in self._lines.items() if shard is None or (session and session.shard == shard)]

    def _ended(self, line: Line) -> None:
        """Ends the connection; a second call does nothing."""
        if line not in self._lines:
            return
        line.ended()
        if (session := self._lines.pop(line)) is not None:
            session.detach()
        self._tell_presence()

    def _forget(self, line: Line) -> None:
        """Ends the session of the line for good."""
        if (session := self._lines.get(line)) is not None:
            self.sessions.pop(session.id, None)
            self._lines[line] = None

    def _forget_expired(self) -> None:
        living = {id: s for id, s in self.sessions.items() if s.lost_for() <= self.session_lifetime}
        self.sessions = living

    def _tell_presence(self) -> None:
        self.world.tell("bot", {"online": self.online})


def _packed(data: Json) -> orjson.Fragment:
    """Return a copy as of now: events kept for a resume must not show later edits."""
    return orjson.Fragment(orjson.dumps(data))


def _check_token(token: str) -> None:
    if token.removeprefix("Bot ") in ("", WRONG_TOKEN):
        raise Hangup(Close.AUTHENTICATION_FAILED)
