"""The stand-in as a whole: one aiohttp application on one loopback port.

`async with Playground() as pg:` opens it; everything a test wants to see or set is an attribute of `pg`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from aiohttp import web
from aiohttp.typedefs import Handler

from standin.browser import Browser
from standin.contract import Contract
from standin.driver import Answer, Person
from standin.faults import Faults, route_pattern
from standin.gateway.gateway import Gateway
from standin.interactions.callbacks import Callbacks
from standin.interactions.interaction import Interaction
from standin.interactions.invoker import Invoker
from standin.rest.api import PREFIX, Api, LoggedRequest
from standin.rest.rate_limits import RateLimits
from standin.rest.routes import add_routes
from standin.world import World
from standin.world.memory import Memory
from standin.world.scenery import Names

HOST = "127.0.0.1"
LOGGED = 1000
"""Requests in the log of a stand-in that remembers."""


class Playground:
    """A running stand-in for Discord.

    `port` 0 takes a free one; `openapi` is Discord's specification to check against (None: no check); `names` are what
    the guild, the bot and the channels are called."""

    def __init__(self, port: int = 0, openapi: Path | None = None, names: Names | None = None) -> None:
        self.world = World(names=names or Names())
        self.faults = Faults()
        self.contract = Contract(openapi)
        self.gateway = Gateway(self.world)
        self.invoker = Invoker(self.world, self.gateway.dispatch)
        self._api = Api(self.world, self.faults, self.contract)
        if openapi is not None:
            self.world.listen(self.contract.heard)
        self._browser = Browser(self.world, self.invoker, self.gateway)
        self._port = port
        self._runner: web.AppRunner | None = None
        self._memory: Memory | None = None

    @property
    def base_url(self) -> str:
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """The address that the bot uses as Discord's REST interface."""
        return self.base_url + PREFIX

    @property
    def page_url(self) -> str:
        return self.base_url + "/"

    @property
    def log(self) -> list[LoggedRequest]:
        """Every REST request of the bot, in order of arrival."""
        return self._api.log

    @property
    def rate_limits(self) -> RateLimits:
        """The limits of the REST routes: set, exhausted, switched off."""
        return self._api.rate_limits

    @property
    def violations(self) -> list[str]:
        """Differences from Discord's OpenAPI document, by the bot or the stand-in; tests assert that it is empty."""
        return self.contract.violations

    def person(self, name: str) -> Person:
        """One of the people to act as. Raises KeyError."""
        for somebody in self.world.people.values():
            if somebody.name == name:
                return Person(somebody, self.world, self.invoker)
        raise KeyError(name)

    def redeliver(self, interaction: Interaction | Answer) -> None:
        """Delivers the same interaction to the bot once more."""
        self.invoker.redeliver(interaction.interaction if isinstance(interaction, Answer) else interaction)

    def expire(self, interaction: Interaction | Answer, code: int = 10015) -> None:
        """Makes the interaction's token invalid."""
        self.world.expire(interaction.interaction if isinstance(interaction, Answer) else interaction, code)

    def pass_time(self, *, minutes: float = 0, seconds: float = 0) -> None:
        """Lets time pass without waiting, for interactions with their tokens and for rate limits."""
        self.invoker.pass_time(minutes * 60 + seconds)
        self.rate_limits.pass_time(minutes * 60 + seconds)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition holds, looking again after every change. Raises TimeoutError."""
        await self.world.until(condition)

    def asked(self, route: str) -> list[LoggedRequest]:
        """The bot's requests on a route, written as for faults: "POST /channels/*/messages"."""
        pattern = route_pattern(route)
        return [entry for entry in self.log if pattern.fullmatch(f"{entry.method} {entry.path}")]

    async def until_asked(self, route: str, times: int) -> None:
        """Waits until that many requests on the route have been answered (or cut off). Raises TimeoutError."""
        await self.until(lambda: sum(entry.done for entry in self.asked(route)) >= times)

    async def online(self) -> None:
        """Waits until the bot is connected and has registered commands. Raises TimeoutError."""
        await self.until(lambda: self.gateway.online and bool(self.world.all_commands()))

    async def offline(self) -> None:
        """Waits until no bot is connected, as after killing one. Raises TimeoutError."""
        await self.until(lambda: not self.gateway.online)

    def forget(self) -> None:
        """Drops the log, all messages, files and interactions: for long measurements."""
        self.log.clear()
        self.world.forget()

    async def start(self) -> None:
        """Opens the port. Raises OSError when it is taken."""
        app = web.Application(middlewares=[_own_page_only], client_max_size=64 * 1024 * 1024)
        api = self._api.application()
        add_routes(api, self.world, Callbacks(self.world, self.invoker), self.gateway)
        app.add_subapp(PREFIX, api)
        app.on_response_prepare.append(_unframed)
        app.router.add_get("/gateway", self.gateway.connect)
        self._browser.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        await site.start()
        self.world.base_url = f"http://{HOST}:{self._runner.addresses[0][1]}"

    def remember(self, folder: Path) -> None:
        """Brings back what was kept in the folder, and from now on keeps there what happens; to be called once the port
        is open. Its log holds the last requests only: it may run for days. Raises BrokenMemory, OSError."""
        self._memory = Memory(self.world, folder)
        self._api.kept = LOGGED

    async def stop(self) -> None:
        self.faults.clear()
        self.invoker.close()
        await self.gateway.disconnect(resumable=False)
        await self._browser.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._memory is not None:
            self._memory.close()

    async def __aenter__(self) -> Playground:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def _unframed(request: web.Request, response: web.StreamResponse) -> None:
    """Prevents other web sites from showing anything of this in a frame, where people could be led to click."""
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"


@web.middleware
async def _own_page_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Prevents other web sites in the same browser from acting here."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="Only the playground's own page may do that.")
    if request.host.rpartition(":")[0] not in (HOST, "localhost"):
        raise web.HTTPForbidden(text=f"The playground is at {HOST} only.")
    return await handler(request)
