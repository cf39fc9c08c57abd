"""Reads a request: its JSON, its query, and the objects that its path names."""

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
    """Return a part of the path, such as `channel_id`."""
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
    """The shared parts of the handlers of routes in a channel: the world, and what the bot needs to be permitted
    there."""

    def __init__(self, world: World) -> None:
        self.world = world

    def seen(self, request: web.Request) -> str:
        """Return the id of the channel in the path. Raises ApiError 10003, or 50001 if the bot may not see it."""
        channel_id = named(request, "channel_id")
        self.require(channel_id)
        return channel_id

    def require(self, channel_id: str, *names: str) -> None:
        """Raises ApiError 50013 if the bot lacks one of these permissions, 50001 if it may not see the channel."""
        self.world.require(self.world.bot["id"], channel_id, *names)
