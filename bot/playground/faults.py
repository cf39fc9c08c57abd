"""Faults on demand: errors, rate limits, dropped connections and stalls, before or after a request is applied.

A route is written "POST /interactions/*/*/callback"; each star stands for one segment of the path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import orjson
from aiohttp import web

from bot.playground.world.scenery import Json

CALLBACK = "POST /interactions/*/*/callback"
FOLLOWUP = "POST /webhooks/*/*"
GET_ORIGINAL = "GET /webhooks/*/*/messages/@original"
EDIT_ORIGINAL = "PATCH /webhooks/*/*/messages/@original"
CHANNEL_MESSAGE = "POST /channels/*/messages"


def route_pattern(route: str) -> re.Pattern[str]:
    """Matches "METHOD /path" against a route with stars."""
    return re.compile("/".join(re.escape(part).replace(r"\*", "[^/]+") for part in route.split("/")))


When = Callable[[Json], bool]


@dataclass
class Fault:
    """One fault in waiting. `hits` counts the requests it struck; `reached` is set by the first."""

    route: re.Pattern[str]
    after: bool
    left: int | None
    when: When
    answer: tuple[int, Json, dict[str, str]] | None = None
    drops: bool = False
    stalls: bool = False
    hits: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Lets stalled requests go on."""
        self.released.set()

    def fits(self, method: str, path: str, body: Json) -> bool:
        return self.left != 0 and bool(self.route.fullmatch(f"{method} {path}")) and self.when(body)

    async def strike(self, request: web.Request) -> web.Response | None:
        """Does its harm; the returned answer takes the place of the real one."""
        self.reached.set()
        if self.stalls:
            await self.released.wait()
        if self.drops:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        if self.answer is None:
            return None
        status, body, headers = self.answer
        return web.Response(status=status, body=orjson.dumps(body), headers=headers, content_type="application/json")


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
        after: bool = False,
        times: int | None = 1,
        when: When | None = None,
    ) -> Fault:
        """Answers with this HTTP status and Discord error code."""
        fault = self._lay(route, after, times, when)
        fault.answer = (status, {"message": message, "code": code}, {})
        return fault

    def rate_limit(
        self, route: str, retry_after: float = 0.05, *, times: int | None = 1, when: When | None = None
    ) -> Fault:
        """429 with `Via` header, as from Discord itself; `retry_after` in seconds."""
        fault = self._lay(route, False, times, when)
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False, "code": 0}
        fault.answer = (429, body, {"Via": "1.1 playground", "Retry-After": str(retry_after)})
        return fault

    def drop(self, route: str, *, after: bool = False, times: int | None = 1, when: When | None = None) -> Fault:
        """Cuts the connection without an answer."""
        fault = self._lay(route, after, times, when)
        fault.drops = True
        return fault

    def stall(self, route: str, *, after: bool = False, times: int | None = 1, when: When | None = None) -> Fault:
        """Holds the request until the fault is released, then goes on as if nothing had been."""
        fault = self._lay(route, after, times, when)
        fault.stalls = True
        return fault

    def clear(self) -> None:
        """Takes up all faults and releases whoever is stalled."""
        for fault in self._laid:
            fault.left = 0
            fault.release()
        self._laid.clear()

    def take(self, method: str, path: str, body: Json) -> Fault | None:
        """The fault that this request meets."""
        for fault in self._laid:
            if fault.fits(method, path, body):
                fault.hits += 1
                if fault.left is not None:
                    fault.left -= 1
                return fault
        return None

    def _lay(self, route: str, after: bool, times: int | None, when: When | None) -> Fault:
        fault = Fault(route_pattern(route), after, times, when or (lambda _: True))
        self._laid.append(fault)
        return fault
