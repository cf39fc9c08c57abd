"""The bot's frames, read and checked as Discord checks them; a wrong one raises Hangup with the close code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from aiohttp import WSMessage, WSMsgType

from standin.gateway.protocol import EVERY_INTENT, LARGEST_FRAME, VERSION, Close, Hangup, Intent, Op
from standin.world.scenery import Json

_FROM_BOT = frozenset(
    {Op.HEARTBEAT, Op.IDENTIFY, Op.PRESENCE, Op.VOICE_STATE, Op.RESUME, Op.REQUEST_MEMBERS},
)
_MOST_ASKED_FOR = 100
_LONGEST_NONCE = 32


@dataclass(frozen=True)
class Identify:
    """Who logs in, and what for."""

    token: str
    intents: Intent
    shard: tuple[int, int] | None
    packs: bool
    presence: Json | None


@dataclass(frozen=True)
class Resume:
    """Which session continues, and the last event that has arrived."""

    token: str
    session_id: str
    seq: int


@dataclass(frozen=True)
class MembersRequest:
    """Either the beginning of a name, with the most that are wanted (0: all), or ids."""

    guild_id: str
    query: str | None
    limit: int
    user_ids: tuple[str, ...]
    presences: bool
    nonce: str | None

    @property
    def for_everybody(self) -> bool:
        return self.query == "" and self.limit == 0


def check_query(query: Mapping[str, str]) -> None:
    """The address that the bot connects to; the version may be left out."""
    if query.get("v", VERSION) != VERSION:
        raise Hangup(Close.INVALID_API_VERSION)
    if query.get("encoding", "json") != "json":
        raise Hangup(Close.DECODE_ERROR)


def frame(message: WSMessage) -> tuple[Op, Any]:
    """The opcode and the data of one frame."""
    if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
        raise Hangup(Close.DECODE_ERROR)
    payload = message.data.encode() if isinstance(message.data, str) else message.data
    if len(payload) > LARGEST_FRAME:
        raise Hangup(Close.DECODE_ERROR)
    try:
        read = orjson.loads(payload)
    except orjson.JSONDecodeError:
        raise Hangup(Close.DECODE_ERROR) from None
    if not isinstance(read, dict) or type(read.get("op")) is not int:
        raise Hangup(Close.DECODE_ERROR)
    if read["op"] not in _FROM_BOT:
        raise Hangup(Close.UNKNOWN_OPCODE)
    return Op(read["op"]), read.get("d")


def identify(data: Any) -> Identify:
    """Which privileged intents are allowed is not looked at here."""
    made = obj(data)
    intents = made.get("intents")
    if type(intents) is not int or intents < 0 or intents & ~int(EVERY_INTENT):
        raise Hangup(Close.INVALID_INTENTS)
    presence = made.get("presence")
    return Identify(
        token=_text(made, "token"),
        intents=Intent(intents),
        shard=_shard(made["shard"]) if made.get("shard") is not None else None,
        packs=made.get("compress") is True,
        presence=None if presence is None else obj(presence),
    )


def resume(data: Any) -> Resume:
    made = obj(data)
    seq = made.get("seq")
    if seq is not None and not isinstance(seq, int):
        raise Hangup(Close.DECODE_ERROR)
    return Resume(_text(made, "token"), _text(made, "session_id"), seq or 0)


def members_request(data: Any) -> MembersRequest:
    made = obj(data)
    guild_id, query, nonce = made.get("guild_id"), made.get("query"), made.get("nonce")
    ids = made.get("user_ids", [])
    ids = ids if isinstance(ids, list) else [ids]
    limit = made.get("limit", 0)
    wanted = isinstance(query, str) or (query is None and "user_ids" in made)
    if not isinstance(guild_id, str | int) or not wanted or not isinstance(limit, int):
        raise Hangup(Close.DECODE_ERROR)
    fits = isinstance(nonce, str) and len(nonce.encode()) <= _LONGEST_NONCE
    return MembersRequest(
        guild_id=str(guild_id),
        query=query,
        limit=limit if query == "" and limit == 0 else min(limit or _MOST_ASKED_FOR, _MOST_ASKED_FOR),
        user_ids=tuple(str(id) for id in ids[:_MOST_ASKED_FOR]),
        presences=made.get("presences") is True,
        nonce=nonce if fits else None,
    )


def obj(data: Any) -> Json:
    """Data that must be an object."""
    if not isinstance(data, dict):
        raise Hangup(Close.DECODE_ERROR)
    return data


def _text(made: Json, name: str) -> str:
    if not isinstance(made.get(name), str):
        raise Hangup(Close.DECODE_ERROR)
    return str(made[name])


def _shard(given: Any) -> tuple[int, int]:
    match given:
        case [int() as shard, int() as count] if 0 <= shard < count:
            return shard, count
    raise Hangup(Close.INVALID_SHARD)
