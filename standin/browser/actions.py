"""People's actions on the page: commands, presses, forms, chat, threads, reading.

An action takes what the page sent and returns JSON; what people may not do is refused with a sentence."""

from __future__ import annotations

import functools
from collections.abc import Callable

import orjson
from aiohttp import web

from standin.errors import ApiError, PageError
from standin.gateway.gateway import Gateway
from standin.interactions.interaction import Interaction
from standin.interactions.invoker import Invoker
from standin.interactions.talk import Uploads
from standin.rest.api import read_form, reply
from standin.world import World
from standin.world.read_state import Reading
from standin.world.scenery import Json


class Actions:
    """Carries out the page's requests."""

    def __init__(self, world: World, invoker: Invoker, gateway: Gateway, reading: Reading) -> None:
        self.world = world
        self.invoker = invoker
        self.gateway = gateway
        self.reading = reading

    def add_routes(self, app: web.Application) -> None:
        app.router.add_post("/page/autocomplete", self.autocomplete)
        actions = {
            "slash": self._slash,
            "component": self._component,
            "modal": self._modal,
            "say": self._say,
            "typing": self._typing,
            "thread": self._thread,
            "archive": self._archive,
            "read": self._read,
        }
        for name, deed in actions.items():
            app.router.add_post(f"/page/{name}", functools.partial(_do, deed=deed))

    async def autocomplete(self, request: web.Request) -> web.Response:
        """Waits for the bot's suggestions; an empty list if the bot runs out of time."""
        opened: list[Interaction] = []

        def ask(asked: Json, uploads: Uploads) -> Json:
            opened.append(self.invoker.autocomplete(asked["user"], asked["channel"], asked["name"], asked["options"]))
            return {}

        answer = await _do(request, ask)
        if not opened:
            return answer
        await opened[0].answered.wait()
        return reply({"choices": opened[0].choices or []})

    def _slash(self, asked: Json, uploads: Uploads) -> Json:
        self._somebody_answers()
        options = asked.get("options") or []
        interaction = self.invoker.slash(asked["user"], asked["channel"], asked["name"], options, uploads)
        return {"interaction_id": interaction.id}

    def _component(self, asked: Json, uploads: Uploads) -> Json:
        self._somebody_answers()
        interaction = self.invoker.component(
            asked["user"], asked["channel"], asked["message_id"], asked["custom_id"], asked.get("values")
        )
        return {"interaction_id": interaction.id}

    def _modal(self, asked: Json, uploads: Uploads) -> Json:
        parent = self.world.interactions.get(asked["interaction_id"])
        if parent is None:
            raise PageError("There is no such form open.")
        self._somebody_answers()
        interaction = self.invoker.modal(asked["user"], parent, asked["custom_id"], asked["components"], uploads)
        parent.modal = None  # it is closed
        return {"interaction_id": interaction.id}

    def _say(self, asked: Json, uploads: Uploads) -> Json:
        reply_to = asked.get("reply_to") or None
        message = self.invoker.say(asked["user"], asked["channel"], asked["content"], uploads, reply_to)
        self._mark_read(asked["user"], asked["channel"], message.id)
        return message.data

    def _typing(self, asked: Json, uploads: Uploads) -> Json:
        self.invoker.typing(asked["user"], asked["channel"])
        return {}

    def _thread(self, asked: Json, uploads: Uploads) -> Json:
        return self.invoker.open_thread(asked["user"], asked["channel"], asked["name"], asked.get("message_id"))

    def _archive(self, asked: Json, uploads: Uploads) -> Json:
        return self.invoker.archive(
            asked["user"], asked["channel"], bool(asked["archived"]), locked=asked.get("locked")
        )

    def _read(self, asked: Json, uploads: Uploads) -> Json:
        channel = self.world.channel(asked["channel"])
        if asked["user"] not in self.world.people or not str(asked["message_id"]).isdecimal():
            raise PageError("There is nobody, or no message, with that id.")
        self._mark_read(asked["user"], channel["id"], asked["message_id"])
        return self.reading.mark(asked["user"], channel["id"])

    def _mark_read(self, user_id: str, channel_id: str, message_id: str) -> None:
        self.reading.read(user_id, channel_id, message_id)
        self.world.tell("read", {"channel_id": channel_id}, user_id)

    def _somebody_answers(self) -> None:
        if not self.gateway.online:
            name = self.world.bot["global_name"]
            raise PageError(f"{name} is offline and cannot answer. Try again when it is back.")


async def _do(request: web.Request, deed: Callable[[Json, Uploads], Json]) -> web.Response:
    """Runs the action on the page's data; bad input gets status 400 and a sentence."""
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
    except (orjson.JSONDecodeError, TypeError, AttributeError):
        return reply({"error": "The request has the wrong JSON."}, 400)
