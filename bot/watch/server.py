"""The port for those who watch the bot: `/healthz`, `/livez`, `/readyz` and `/metrics`, and `/drain` to stop it.

Nothing here needs a password, so the port is for the own machine or network. `/drain` is for the own machine alone.
It wants a header that no web page may send to another site, and the machine's address instead of a name, which a site
could direct here.
"""

from __future__ import annotations

import errno
import ipaddress
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.errors import CannotStart, CannotStartNow
from bot.watch.health import Report
from bot.watch.health_client import DRAIN

_CLOSING = 1.0
"""Seconds that a request under way is given when the port is closed."""


class HealthServer:
    """Answers on one port. `report` looks at the bot, `metrics` writes them down, `stop` tells the bot to stop."""

    def __init__(
        self,
        report: Callable[[], Awaitable[Report]],
        metrics: Callable[[], Awaitable[tuple[str, bytes]]],
        stop: Callable[[], None],
    ) -> None:
        self._report = report
        self._metrics = metrics
        self._stop = stop
        app = web.Application()
        app.add_routes(
            [
                web.get("/healthz", self._healthz),
                web.get("/livez", self._livez),
                web.get("/readyz", self._readyz),
                web.get("/metrics", self._written),
                web.post("/drain", self._drain),
            ]
        )
        app.on_response_prepare.append(_unframed)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSING)

    async def start(self, host: str, port: int) -> None:
        """Listen. Raises CannotStart if that is not possible."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        # A host that cannot be a name is a UnicodeError.
        except (OSError, UnicodeError) as error:
            await self._runner.cleanup()
            number = getattr(error, "errno", None)
            kind = CannotStartNow if number == errno.EADDRINUSE else CannotStart
            raise kind(_sentence(number, host, port)) from None

    @property
    def port(self) -> int:
        """The port it listens on."""
        port: int = self._runner.addresses[0][1]
        return port

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def _healthz(self, request: web.Request) -> web.Response:
        report = await self._report()
        return web.json_response(report.as_json(), status=200 if report.well else 503)

    async def _livez(self, request: web.Request) -> web.Response:
        report = await self._report()
        return web.json_response({"live": report.live, "state": report.state}, status=200 if report.live else 503)

    async def _readyz(self, request: web.Request) -> web.Response:
        report = await self._report()
        return web.json_response({"ready": report.ready, "state": report.state}, status=200 if report.ready else 503)

    async def _written(self, request: web.Request) -> web.Response:
        kind, body = await self._metrics()
        return web.Response(body=body, headers={"Content-Type": kind})

    async def _drain(self, request: web.Request) -> web.Response:
        if not (_is_from_here(request) and _is_address(request.url.host) and DRAIN in request.headers):
            raise web.HTTPForbidden(text="Only `referee drain` on this machine may stop the bot.\n")
        self._stop()
        return web.json_response((await self._report()).as_json(), status=202)


async def _unframed(request: web.Request, response: web.StreamResponse) -> None:
    """Let no web page show an answer in a frame."""
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Content-Security-Policy"] = "frame-ancestors 'none'"


def _sentence(number: int | None, host: str, port: int) -> str:
    if number == errno.EADDRINUSE:
        return f"Port {port} is taken. Choose another with HEALTH_PORT."
    if number == errno.EACCES:
        return f"The bot may not use port {port}. Choose one above 1023 with HEALTH_PORT."
    return f"HEALTH_HOST: this machine has no address {host}."


def _is_from_here(request: web.Request) -> bool:
    """Whether both ends of the connection have the same address, as they do on one machine."""
    own = request.transport.get_extra_info("sockname") if request.transport else None
    return own is not None and own[0] == request.remote


def _is_address(host: str | None) -> bool:
    try:
        ipaddress.ip_address(host or "")
    except ValueError:
        return False
    return True
