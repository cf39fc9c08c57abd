"""Reading a request: its JSON, its query, and who and what its path names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from standin import errors
from standin.rest.api import JSON
from standin.world import World

Handler = Callable[[web.Request], Awaitable[web.Response]]
Route = tuple[str, str, Handler]
"""Method, path, handler."""


def body(request: web.Request) -> Any:
    """The JSON that was sent; an empty object if none was."""
    return {} if request[JSON] is None else request[JSON]


def named(request: web.Request, key: str) -> str:
    """A part of the path: `channel_id` and the like."""
    return request.match_info[key]


def number(request: web.Request, key: str, default: int, least: int, most: int) -> int:
    """A number in the query. Raises ApiError 50035."""
    text = request.query.get(key, str(default))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise errors.invalid_form([(key, "NUMBER_TYPE_MAX", f"int value should be between {least} and {most}.")])
    return int(text)


def truth(request: web.Request, key: str) -> bool:
    """A yes or no in the query."""
    return request.query.get(key, "").lower() in ("1", "true")


class InChannels:
    """What handlers of routes in a channel share: the world, and what the bot needs to be permitted there."""

    def __init__(self, world: World) -> None:
        self.world = world

    def seen(self, request: web.Request) -> str:
        """The id of the channel that the path names. Raises ApiError 10003, and 50001 where the bot may not look."""
        channel_id = named(request, "channel_id")
        self.require(channel_id)
        return channel_id

    def require(self, channel_id: str, *names: str) -> None:
        """Raises ApiError 50013 where the bot lacks one of these permissions, 50001 where it may not even look."""
        self.world.require(self.world.bot["id"], channel_id, *names)
