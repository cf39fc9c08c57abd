"""The page's own API: what the channel shows, what people do in it, and the live pushes.

JSON in Discord's shapes, without authentication: the port is open on loopback only."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path

import orjson
from aiohttp import WSMsgType, web

from bot.playground.errors import ApiError, PageError
from bot.playground.gateway.gateway import Gateway
from bot.playground.interactions.desk import Desk, Uploads
from bot.playground.interactions.interaction import Interaction
from bot.playground.rest.api import read_form, reply
from bot.playground.world import World, messages, scenery
from bot.playground.world.scenery import Json

_FILES = Path(__file__).parent / "page"
_FOR_THE_PAGE = {"message_create", "message_update", "message_delete", "thinking", "modal", "failed", "commands", "bot"}


class Browser:
    """Serves the page and speaks with it."""

    def __init__(self, world: World, desk: Desk, gateway: Gateway) -> None:
        self.world = world
        self.desk = desk
        self.gateway = gateway
        self._sockets: set[web.WebSocketResponse] = set()

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/", self.index)
        app.router.add_get("/static/{name:.+}", self.static)
        app.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self.attachment)
        app.router.add_get("/page/state", self.state)
        app.router.add_get("/page/channels/{channel_id}/messages", self.messages)
        app.router.add_get("/page/live", self.live)
        app.router.add_post("/page/autocomplete", self.autocomplete)
        deeds = {"slash": self._slash, "component": self._component, "modal": self._modal, "say": self._say}
        for name, deed in deeds.items():
            app.router.add_post(f"/page/{name}", functools.partial(_do, deed=deed))

    async def close(self) -> None:
        for socket in list(self._sockets):
            await socket.close(code=1001)

    # What there is to see

    async def index(self, request: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def attachment(self, request: web.Request) -> web.Response:
        upload = self.world.uploads.get(request.match_info["attachment_id"])
        if upload is None or upload.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        # Never shown in place: a file from a chat must not run as a page of this address.
        shown = upload.content_type if upload.content_type.startswith("image/") else "application/octet-stream"
        headers = {"Content-Disposition": "inline", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=upload.content, content_type=shown, headers=headers)

    async def state(self, request: web.Request) -> web.Response:
        users = [
            {**scenery.person_json(person), "role": person.role, "color": person.color}
            for person in self.world.people.values()
        ]
        guild = self.world.home.data()
        bot = {"id": self.world.bot["id"], "username": self.world.bot["global_name"], "online": self.gateway.online}
        return reply(
            {
                "users": users,
                "guild": {"id": guild["id"], "name": guild["name"]},
                "channels": list(self.world.channels.values()),
                "commands": self.world.all_commands(),
                "bot": bot,
                "greeting": self.world.greeting,
            }
        )

    async def messages(self, request: web.Request) -> web.Response:
        user_id = request.query.get("user", "")
        return reply([m.data for m in self.world.history(request.match_info["channel_id"], user_id)])

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """Pushes what happens, except other people's ephemeral messages, until the page leaves."""
        user_id = request.query.get("user", "")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        pushes: asyncio.Queue[bytes] = asyncio.Queue()

        def heard(event: str, data: Json | list[Json], audience: str | None) -> None:
            if event in _FOR_THE_PAGE and audience in (None, user_id):
                pushes.put_nowait(orjson.dumps({"t": event, "d": data}))

        async def push() -> None:
            while True:
                await socket.send_str((await pushes.get()).decode())

        stop = self.world.listen(heard)
        pusher = asyncio.create_task(push())
        self._sockets.add(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            stop()
            pusher.cancel()
            self._sockets.discard(socket)
        return socket

    # What people do

    async def autocomplete(self, request: web.Request) -> web.Response:
        """Waits for the bot's suggestions; none when it runs out of time."""
        opened: list[Interaction] = []

        def ask(asked: Json, uploads: Uploads) -> Json:
            opened.append(self.desk.autocomplete(asked["user"], asked["channel"], asked["name"], asked["options"]))
            return {}

        answer = await _do(request, ask)
        if not opened:
            return answer
        await opened[0].answered.wait()
        return reply({"choices": opened[0].choices or []})

    def _slash(self, asked: Json, uploads: Uploads) -> Json:
        options = asked.get("options") or []
        interaction = self.desk.slash(asked["user"], asked["channel"], asked["name"], options, uploads)
        return {"interaction_id": interaction.id}

    def _component(self, asked: Json, uploads: Uploads) -> Json:
        interaction = self.desk.component(
            asked["user"], asked["channel"], asked["message_id"], asked["custom_id"], asked.get("values")
        )
        return {"interaction_id": interaction.id}

    def _modal(self, asked: Json, uploads: Uploads) -> Json:
        parent = self.world.interactions.get(asked["interaction_id"])
        if parent is None:
            raise PageError("There is no such form open.")
        interaction = self.desk.modal(asked["user"], parent, asked["custom_id"], asked["components"], uploads)
        return {"interaction_id": interaction.id}

    def _say(self, asked: Json, uploads: Uploads) -> Json:
        channel = self.world.channel(asked["channel"])
        message = messages.compose(
            self.world, channel["id"], asked["user"], {"content": asked["content"]}, list(uploads.values())
        )
        self.world.post(message)
        return message.data


async def _do(request: web.Request, deed: Callable[[Json, Uploads], Json]) -> web.Response:
    """Runs the deed on what the page sent; bad input is answered 400 with a sentence."""
    try:
        if request.content_type == "multipart/form-data":
            uploads = await read_form(request)
            asked = orjson.loads(uploads.pop("payload").content)
        else:
            uploads, asked = {}, orjson.loads(await request.read())
        return reply(deed(asked, uploads))
    except PageError as error:
        return reply({"error": str(error)}, 400)
    except ApiError as error:
        return reply({"error": f"{error.message}."}, 400)
    except KeyError as error:
        return reply({"error": f"The request lacks {error}."}, 400)
    except (orjson.JSONDecodeError, TypeError):
        return reply({"error": "The request is not the JSON that is expected here."}, 400)


def _file(name: str) -> web.StreamResponse:
    path = (_FILES / name).resolve()
    if not path.is_relative_to(_FILES.resolve()) or not path.is_file():
        raise web.HTTPNotFound(text=f"The page's file {name} is not there.")
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
