"""The path of every REST request: reading the body, rate limits, the token, faults, the contract, the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler

from standin import errors
from standin.contract import Contract
from standin.faults import Faults
from standin.gateway.gateway import WRONG_TOKEN
from standin.rest.rate_limits import RateLimits
from standin.world import Upload, World

PREFIX = "/api/v10"
JSON = web.RequestKey("json", object)
FILES = web.RequestKey("files", list[Upload])

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
_OLD = timedelta(hours=1)
_NEED_NO_TOKEN = ("/interactions/", "/webhooks/")


@dataclass
class LoggedRequest:
    """A request of the bot; `path` has no prefix, `status` is 0 until it is answered, or for good if it was cut off."""

    method: str
    path: str
    json: Any
    files: list[Upload] = field(default_factory=list)
    status: int = 0
    answer: Any = None
    done: bool = False


class Api:
    """The middleware around all REST handlers.

    `log` holds every request in order of arrival, or the last `kept` of them."""

    def __init__(self, world: World, faults: Faults, contract: Contract) -> None:
        self.world = world
        self.faults = faults
        self.contract = contract
        self.rate_limits = RateLimits()
        self.log: list[LoggedRequest] = []
        self.kept: int | None = None

    def application(self) -> web.Application:
        @web.middleware
        async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._pass(request, handler)

        return web.Application(middlewares=[middleware], client_max_size=64 * 1024 * 1024)

    async def _pass(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        body, files = await read_body(request)
        request[JSON], request[FILES] = body, files
        entry = LoggedRequest(request.method, request.path.removeprefix(PREFIX), body, files)
        self.log.append(entry)
        if self.kept is not None:
            del self.log[: -self.kept]
        headers, answer = self._ask(request)
        if answer is not None:
            self.contract.check_answer(entry.method, entry.path, answer.status, content(answer))
            return self._answered(entry, answer)
        fault = self.faults.take(entry.method, entry.path, body if isinstance(body, dict) else {})
        if fault is not None and not fault.after:
            answer = await fault.strike(request)
        if answer is None:
            self.contract.check_request(entry.method, entry.path, body, request.query, files)
            answer = await self._handle(request, handler)
            answer.headers.update(headers)
            self.contract.check_answer(entry.method, entry.path, answer.status, content(answer))
            if fault is not None and fault.after:
                answer = await fault.strike(request, answer) or answer
        return self._answered(entry, answer, lost=fault is not None and fault.drops)

    def _answered(self, entry: LoggedRequest, answer: web.StreamResponse, *, lost: bool = False) -> web.StreamResponse:
        if not lost:
            entry.status, entry.answer = answer.status, content(answer)
            self.rate_limits.note(answer)
        entry.done = True
        self.world.tell("request", {"method": entry.method, "path": entry.path, "status": entry.status})
        return answer

    def _ask(self, request: web.Request) -> tuple[dict[str, str], web.StreamResponse | None]:
        """The answer of the rate limits: headers for the answer, or 429. An unknown route has no bucket."""
        resource = request.match_info.route.resource
        if resource is None:
            return {}, None
        route = resource.canonical.removeprefix(PREFIX)
        headers, answer = self.rate_limits.ask(request.method, route, request.match_info)
        if answer is None and request.method == "PATCH" and route == _MESSAGE and self._is_old(request):
            answer = self.rate_limits.ask_old_edit(request.match_info["channel_id"], headers)
        return headers, answer

    def _is_old(self, request: web.Request) -> bool:
        """Whether the message that the path names is older than an hour."""
        held = self.world.messages.get(request.match_info["channel_id"], {})
        message = held.get(request.match_info["message_id"])
        if message is None:
            return False
        moments = (datetime.fromisoformat(moment) for moment in (self.world.now(), message.data["timestamp"]))
        return next(moments) - next(moments) > _OLD

    async def _handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            path = request.path.removeprefix(PREFIX)
            if not path.startswith(_NEED_NO_TOKEN) and path != "/gateway":
                _check_token(request)
            return await handler(request)
        except errors.ApiError as error:
            return reply(error.body(), error.status)
        except web.HTTPNotFound:
            return reply(errors.not_found().body(), 404)
        except web.HTTPMethodNotAllowed:
            return reply({"message": "405: Method Not Allowed", "code": 0}, 405)


def content(answer: web.StreamResponse) -> Any:
    """Return the JSON of an answer; its plain text if it has no JSON, None if it is empty."""
    body = answer.body if isinstance(answer, web.Response) else None
    if not isinstance(body, bytes) or not body:
        return None
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode(errors="replace")


def reply(body: Any, status: int = 200) -> web.Response:
    return web.Response(body=orjson.dumps(body), status=status, content_type="application/json")


def nothing() -> web.Response:
    return web.Response(status=204)


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON of a request and the files beside it (multipart: payload_json and files[n]).

    Raises HTTPBadRequest when it is neither."""
    if request.content_type == "multipart/form-data":
        fields = await read_form(request)
        payload = fields.pop("payload_json", None)
        body = orjson.loads(payload.content) if payload else {}
        return body, [fields[name] for name in sorted(fields, key=lambda name: (len(name), name))]
    text = await request.read()
    try:
        return (orjson.loads(text) if text else None), []
    except orjson.JSONDecodeError:
        raise web.HTTPBadRequest(text="not JSON") from None


async def read_form(request: web.Request) -> dict[str, Upload]:
    fields: dict[str, Upload] = {}
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            fields[part.name] = Upload(part.filename or part.name, bytes(await part.read()), kind)
    return fields


def _check_token(request: web.Request) -> None:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind != "Bot" or not token or token == WRONG_TOKEN:
        raise errors.unauthorized()
