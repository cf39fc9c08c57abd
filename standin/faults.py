"""Faults on demand: errors, rate limits, dropped connections, stalls and spoilt answers, before or after a request
is applied.

A route is written "POST /interactions/*/*/callback"; each star is one segment of the path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import web

from standin.rest.rate_limits import too_many
from standin.world.scenery import Json

CALLBACK = "POST /interactions/*/*/callback"
FOLLOWUP = "POST /webhooks/*/*"
GET_ORIGINAL = "GET /webhooks/*/*/messages/@original"
EDIT_ORIGINAL = "PATCH /webhooks/*/*/messages/@original"
EDIT_FOLLOWUP = "PATCH /webhooks/*/*/messages/*"
CHANNEL_MESSAGE = "POST /channels/*/messages"
HISTORY = "GET /channels/*/messages"
SET_COMMANDS = "PUT /applications/*/commands"
APPLICATION = "GET /oauth2/applications/@me"
OWN_USER = "GET /users/@me"
GATEWAY = "GET /gateway/bot"
MEMBER = "GET /guilds/*/members/*"
ROUTES = (
    CALLBACK,
    FOLLOWUP,
    GET_ORIGINAL,
    EDIT_FOLLOWUP,
    CHANNEL_MESSAGE,
    HISTORY,
    SET_COMMANDS,
    APPLICATION,
    OWN_USER,
    GATEWAY,
    MEMBER,
)
"""The bot's requests to Discord, so that a test can try them all."""


def route_pattern(route: str) -> re.Pattern[str]:
    """Matches "METHOD /path" against a route with stars."""
    return re.compile("/".join(re.escape(part).replace(r"\*", "[^/]+") for part in route.split("/")))


When = Callable[[Json], bool]
Answer = web.StreamResponse | None
Harm = Callable[[web.Request, Answer], Awaitable[Answer]]


# The troubles of an answer on its way; each is given the real one.

Spoil = Callable[[web.Response], web.Response]
_PAGE = b"<html><head><title>%d</title></head><body><center><h1>%d</h1></center><hr>cloudflare</body></html>"


def truncated(answer: web.Response) -> web.Response:
    """Half of the JSON."""
    content = bytes(answer.body) if isinstance(answer.body, bytes) else b"{}"
    return _with(answer, content[: len(content) // 2], "application/json")


def garbage(answer: web.Response) -> web.Response:
    """Returns a body that is labelled as JSON but is not JSON."""
    return _with(answer, b"\x00\xff not JSON", "application/json")


def mislabelled(answer: web.Response) -> web.Response:
    """Returns the right body, labelled as text."""
    return _with(answer, answer.body, "text/plain")


def closing(answer: web.Response) -> web.Response:
    """Returns the right answer and closes the connection after it."""
    answer.force_close()
    return answer


def _with(answer: web.Response, body: Any, kind: str) -> web.Response:
    return web.Response(status=answer.status, body=body, content_type=kind)


@dataclass
class Fault:
    """One fault in waiting. `hits` counts the requests it struck; `reached` is set by the first.

    `harm` gets the real answer if it strikes after applying; what it returns is sent in its place."""

    route: re.Pattern[str]
    after: bool
    left: int | None
    when: When
    harm: Harm
    drops: bool = False
    hits: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Lets stalled requests continue."""
        self.released.set()

    def fits(self, method: str, path: str, body: Json) -> bool:
        return self.left != 0 and bool(self.route.fullmatch(f"{method} {path}")) and self.when(body)

    async def strike(self, request: web.Request, answer: Answer = None) -> Answer:
        """Does the damage; the returned answer replaces the real one."""
        self.reached.set()
        return await self.harm(request, answer)


class Faults:
    """The faults laid out for the requests to come; each request meets at most one, in order of laying.

    Common to all: `after` harms the answer once the request has been applied, `times` is the number of
    requests struck (None: all), `when` looks at the request's JSON."""

    def __init__(self) -> None:
        self._laid: list[Fault] = []

    def answer(
        self,
        route: str,
        status: int,
        *,
        code: int = 0,
        message: str = "Trouble on demand",
        body: Any = None,
        after: bool = False,
        times: int | None = 1,
        when: When | None = None,
    ) -> Fault:
        """Answers with this HTTP status and Discord error code as JSON, or with `body`."""
        content = orjson.dumps({"message": message, "code": code} if body is None else body)
        return self._answer(route, status, content, "application/json", after, times, when)

    def outage(
        self, route: str, status: int = 502, *, after: bool = False, times: int | None = 1, when: When | None = None
    ) -> Fault:
        """Answers 5xx with a page of HTML, as Cloudflare does if Discord does not answer."""
        return self._answer(route, status, _PAGE % (status, status), "text/html", after, times, when)

    def rate_limit(
        self,
        route: str,
        retry_after: float = 0.05,
        *,
        scope: str = "user",
        times: int | None = 1,
        when: When | None = None,
    ) -> Fault:
        """Answers 429 as Discord itself does; `retry_after` in seconds, `scope` user, shared or global."""

        async def harm(request: web.Request, answer: Answer) -> Answer:
            return too_many(retry_after, scope)

        return self._lay(route, False, times, when, harm)

    def ban(self, route: str, *, times: int | None = 1, when: When | None = None) -> Fault:
        """Answers 429 as Cloudflare does after 10,000 invalid requests in 10 minutes: no `Via`, no JSON."""
        return self._answer(route, 429, b"error code: 1015", "text/plain", False, times, when)

    def drop(self, route: str, *, after: bool = False, times: int | None = 1, when: When | None = None) -> Fault:
        """Cuts the connection without an answer."""

        async def harm(request: web.Request, answer: Answer) -> Answer:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)

        fault = self._lay(route, after, times, when, harm)
        fault.drops = True
        return fault

    def stall(self, route: str, *, after: bool = False, times: int | None = 1, when: When | None = None) -> Fault:
        """Holds the request until the fault is released, then continues normally."""

        async def harm(request: web.Request, answer: Answer) -> Answer:
            await fault.released.wait()
            return answer

        fault = self._lay(route, after, times, when, harm)
        return fault

    def delay(
        self, route: str, seconds: float, *, after: bool = False, times: int | None = 1, when: When | None = None
    ) -> Fault:
        """Holds the request for that many seconds, then continues normally; clearing the faults ends the wait."""

        async def harm(request: web.Request, answer: Answer) -> Answer:
            with suppress(TimeoutError):
                await asyncio.wait_for(fault.released.wait(), seconds)
            return answer

        fault = self._lay(route, after, times, when, harm)
        return fault

    def spoil(self, route: str, how: Spoil, *, times: int | None = 1, when: When | None = None) -> Fault:
        """Damages the real answer: with `truncated`, `garbage`, `mislabelled`, `closing`, or another function."""

        async def harm(request: web.Request, answer: Answer) -> Answer:
            return how(answer) if isinstance(answer, web.Response) else answer

        return self._lay(route, True, times, when, harm)

    def clear(self) -> None:
        """Removes all faults and releases stalled requests."""
        for fault in self._laid:
            fault.left = 0
            fault.release()
        self._laid.clear()

    def take(self, method: str, path: str, body: Json) -> Fault | None:
        """Return the fault that applies to this request."""
        for fault in self._laid:
            if fault.fits(method, path, body):
                fault.hits += 1
                if fault.left is not None:
                    fault.left -= 1
                return fault
        return None

    def _answer(
        self, route: str, status: int, body: bytes, kind: str, after: bool, times: int | None, when: When | None
    ) -> Fault:
        async def harm(request: web.Request, answer: Answer) -> Answer:
            return web.Response(status=status, body=body, content_type=kind)

        return self._lay(route, after, times, when, harm)

    def _lay(self, route: str, after: bool, times: int | None, when: When | None, harm: Harm) -> Fault:
        fault = Fault(route_pattern(route), after, times, when or (lambda _: True), harm)
        self._laid.append(fault)
        return fault
