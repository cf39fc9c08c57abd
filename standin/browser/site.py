"""The addresses of the page: its own files, attachments, and views, actions and pushes."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from standin.browser.actions import Actions
from standin.browser.live import Live
from standin.browser.views import Views
from standin.gateway.gateway import Gateway
from standin.interactions.invoker import Invoker
from standin.rest.api import reply
from standin.world import World
from standin.world.read_state import Reading

_FILES = Path(__file__).parents[1] / "page"
_SHOWN_IN_PLACE = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"}
_HISTORY = 50


class Browser:
    """Serves the page and answers its requests."""

    def __init__(self, world: World, invoker: Invoker, gateway: Gateway) -> None:
        self.world = world
        reading = Reading(world)
        self.views = Views(world, gateway, reading)
        self.live = Live(world, self.views)
        self.actions = Actions(world, invoker, gateway, reading)

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self.index)
        app.router.add_get("/static/{name:.+}", self.static)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self.attachment)
        app.router.add_get("/page/state", self.state)
        app.router.add_get("/page/channels/{channel_id}/messages", self.messages)
        app.router.add_get("/page/live", self.live.connect)
        self.actions.add_routes(app)

    async def close(self) -> None:
        await self.live.close()

    async def index(self, request: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def attachment(self, request: web.Request) -> web.Response:
        """Pictures are shown inline; any other file, SVG too, must not run as a page of this address."""
        upload = self.world.uploads.get(request.match_info["attachment_id"])
        if upload is None or upload.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        picture = upload.content_type in _SHOWN_IN_PLACE
        content_type = upload.content_type if picture else "application/octet-stream"
        headers = {"Content-Disposition": "inline" if picture else "attachment", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=upload.content, content_type=content_type, headers=headers)

    async def state(self, request: web.Request) -> web.Response:
        return reply(self.views.state(request.query.get("user", "")))

    async def messages(self, request: web.Request) -> web.Response:
        """Return at most `limit` messages before the one with the id `before`, oldest first."""
        query = request.query
        try:
            before = int(query["before"]) if "before" in query else None
            limit = max(1, min(int(query.get("limit", _HISTORY)), 100))
        except ValueError:
            raise web.HTTPBadRequest(text="`before` and `limit` are whole numbers.") from None
        return reply(self.views.history(request.match_info["channel_id"], query.get("user", ""), before, limit))


def _file(name: str) -> web.StreamResponse:
    path = (_FILES / name).resolve()
    if not path.is_relative_to(_FILES.resolve()) or not path.is_file():
        raise web.HTTPNotFound(text=f"The page's file {name} is not there.")
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
