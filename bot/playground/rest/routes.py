"""Discord's REST routes, as far as a bot of slash commands uses them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.playground import errors, limits
from bot.playground.interactions import commands
from bot.playground.interactions.callbacks import Callbacks
from bot.playground.rest.api import FILES, JSON, nothing, reply
from bot.playground.world import Message, World, messages, scenery
from bot.playground.world.scenery import Json

Handler = Callable[[web.Request], Awaitable[web.Response]]


class Rest:
    """The handlers; bodies and files have been read by the middleware."""

    def __init__(self, world: World, callbacks: Callbacks) -> None:
        self.world = world
        self.callbacks = callbacks

    def add_routes(self, app: web.Application) -> None:
        webhook = "/webhooks/{application_id}/{token}"
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{user_id}", self.user),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", "/gateway", self.gateway),
            ("GET", "/gateway/bot", self.gateway),
            ("GET", "/guilds/{guild_id}", self.guild),
            ("GET", "/guilds/{guild_id}/channels", self.guild_channels),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self.guild_member),
            ("GET", "/channels/{channel_id}", self.channel),
            ("POST", "/channels/{channel_id}/typing", self.typing),
            ("GET", "/channels/{channel_id}/messages", self.list_messages),
            ("POST", "/channels/{channel_id}/messages", self.create_message),
            ("GET", "/channels/{channel_id}/messages/{message_id}", self.get_message),
            ("PATCH", "/channels/{channel_id}/messages/{message_id}", self.edit_message),
            ("DELETE", "/channels/{channel_id}/messages/{message_id}", self.delete_message),
            ("POST", "/interactions/{interaction_id}/{token}/callback", self.callback),
            ("POST", webhook, self.create_followup),
            ("GET", webhook + "/messages/{message_id}", self.get_followup),
            ("PATCH", webhook + "/messages/{message_id}", self.edit_followup),
            ("DELETE", webhook + "/messages/{message_id}", self.delete_followup),
        ]
        for scope in ("/applications/{application_id}", "/applications/{application_id}/guilds/{guild_id}"):
            routes += [
                ("GET", scope + "/commands", self.list_commands),
                ("PUT", scope + "/commands", self.set_commands),
                ("POST", scope + "/commands", self.add_command),
                ("GET", scope + "/commands/{command_id}", self.get_command),
                ("PATCH", scope + "/commands/{command_id}", self.edit_command),
                ("DELETE", scope + "/commands/{command_id}", self.delete_command),
            ]
        for method, path, handler in routes:
            app.router.add_route(method, path, handler)

    # Who and where

    async def me(self, request: web.Request) -> web.Response:
        return reply(scenery.own_user())

    async def user(self, request: web.Request) -> web.Response:
        return reply(self.world.user(request.match_info["user_id"]))

    async def application(self, request: web.Request) -> web.Response:
        return reply(scenery.application())

    async def gateway(self, request: web.Request) -> web.Response:
        address = self.world.base_url.replace("http", "ws", 1) + "/gateway"
        starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return reply({"url": address, "shards": 1, "session_start_limit": starts})

    async def guild(self, request: web.Request) -> web.Response:
        _check_guild(request)
        return reply(self.world.home.data())

    async def guild_channels(self, request: web.Request) -> web.Response:
        _check_guild(request)
        return reply(list(self.world.channels.values()))

    async def guild_member(self, request: web.Request) -> web.Response:
        _check_guild(request)
        return reply(self.world.member(request.match_info["user_id"]))

    async def channel(self, request: web.Request) -> web.Response:
        return reply(self.world.channel(request.match_info["channel_id"]))

    async def typing(self, request: web.Request) -> web.Response:
        self.world.channel(request.match_info["channel_id"])
        return nothing()

    # Messages in channels

    async def list_messages(self, request: web.Request) -> web.Response:
        """Newest first, as Discord lists them."""
        channel_id = self.world.channel(request.match_info["channel_id"])["id"]
        limit = int(request.query.get("limit", 50))
        if not 1 <= limit <= 100:
            raise errors.invalid_form([("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")])
        found = list(self.world.history(channel_id))
        if "after" in request.query:
            found = [m for m in found if int(m.id) > int(request.query["after"])][:limit]
        elif "around" in request.query:
            older = sum(int(m.id) < int(request.query["around"]) for m in found)
            first = max(0, older - limit // 2)
            found = found[first : first + limit]
        elif "before" in request.query:
            found = [m for m in found if int(m.id) < int(request.query["before"])]
        return reply([m.data for m in reversed(found[-limit:])])

    async def create_message(self, request: web.Request) -> web.Response:
        """A nonce sent again with enforce_nonce brings the message that is already there."""
        channel_id = self.world.channel(request.match_info["channel_id"])["id"]
        self.world.require(self.world.bot["id"], channel_id, "send_messages")
        body = _json(request)
        if body.get("enforce_nonce") and body.get("nonce") is not None:
            earlier = self.world.posted_with(channel_id, str(body["nonce"]))
            if earlier is not None:
                return reply(earlier.data)
        message = messages.compose(self.world, channel_id, self.world.bot["id"], body, request[FILES])
        self.world.post(message)
        return reply(message.data)

    async def get_message(self, request: web.Request) -> web.Response:
        return reply(self._message(request).data)

    async def edit_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.data["author"]["id"] != self.world.bot["id"]:
            raise errors.not_the_author()
        messages.revise(self.world, message, _json(request), request[FILES])
        self.world.changed(message)
        return reply(message.data)

    async def delete_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message.data["author"]["id"] != self.world.bot["id"]:
            raise errors.missing_permissions()
        self.world.delete(message)
        return nothing()

    def _message(self, request: web.Request) -> Message:
        channel_id = self.world.channel(request.match_info["channel_id"])["id"]
        message = self.world.message(channel_id, request.match_info["message_id"])
        if message.audience is not None:
            raise errors.unknown_message()
        return message

    # Answers to interactions

    async def callback(self, request: web.Request) -> web.Response:
        answer = self.callbacks.answer(
            request.match_info["interaction_id"], request.match_info["token"], _json(request), request[FILES]
        )
        return reply(answer) if _truth(request, "with_response") else nothing()

    async def create_followup(self, request: web.Request) -> web.Response:
        interaction = self.callbacks.interaction(**_webhook(request))
        message = self.callbacks.follow_up(interaction, _json(request), request[FILES])
        return reply(message.data)

    async def get_followup(self, request: web.Request) -> web.Response:
        interaction = self.callbacks.interaction(**_webhook(request))
        return reply(self.callbacks.message(interaction, request.match_info["message_id"]).data)

    async def edit_followup(self, request: web.Request) -> web.Response:
        interaction = self.callbacks.interaction(**_webhook(request))
        message = self.callbacks.message(interaction, request.match_info["message_id"])
        return reply(self.callbacks.edit(interaction, message, _json(request), request[FILES]).data)

    async def delete_followup(self, request: web.Request) -> web.Response:
        interaction = self.callbacks.interaction(**_webhook(request))
        self.callbacks.delete(interaction, request.match_info["message_id"])
        return nothing()

    # Application commands

    async def list_commands(self, request: web.Request) -> web.Response:
        return reply(list(self._commands(request).values()))

    async def set_commands(self, request: web.Request) -> web.Response:
        limits.check_commands(_json(request))
        before = self._commands(request)
        kept = dict(before)
        made = commands.register(kept, _json(request), self.world.snowflake, _scope(request))
        before.clear()
        before.update({command["id"]: command for command in made})
        self._tell_commands()
        return reply(made)

    async def add_command(self, request: web.Request) -> web.Response:
        held = self._commands(request)
        limits.check_commands([_json(request)])
        known = {command["name"] for command in held.values()}
        made = commands.register(held, [_json(request)], self.world.snowflake, _scope(request))
        self._tell_commands()
        return reply(made[0], 200 if made[0]["name"] in known else 201)

    async def get_command(self, request: web.Request) -> web.Response:
        return reply(self._command(request))

    async def edit_command(self, request: web.Request) -> web.Response:
        changed = {**self._command(request), **_json(request)}
        limits.check_commands([changed])
        changed["version"] = self.world.snowflake()
        self._commands(request)[changed["id"]] = changed
        self._tell_commands()
        return reply(changed)

    async def delete_command(self, request: web.Request) -> web.Response:
        del self._commands(request)[self._command(request)["id"]]
        self._tell_commands()
        return nothing()

    def _commands(self, request: web.Request) -> dict[str, Json]:
        if request.match_info["application_id"] != scenery.APPLICATION_ID:
            raise errors.ApiError(404, 10002, "Unknown Application")
        if "guild_id" in request.match_info:
            _check_guild(request)
        return self.world.commands.setdefault(request.match_info.get("guild_id"), {})

    def _command(self, request: web.Request) -> Json:
        try:
            return self._commands(request)[request.match_info["command_id"]]
        except KeyError:
            raise errors.unknown_command() from None

    def _tell_commands(self) -> None:
        self.world.tell("commands", self.world.all_commands())


def _json(request: web.Request) -> Any:
    return request[JSON]


def _check_guild(request: web.Request) -> None:
    if request.match_info["guild_id"] != scenery.GUILD_ID:
        raise errors.unknown_guild()


def _scope(request: web.Request) -> Json:
    scope = {"application_id": scenery.APPLICATION_ID}
    if "guild_id" in request.match_info:
        scope["guild_id"] = request.match_info["guild_id"]
    return scope


def _webhook(request: web.Request) -> dict[str, str]:
    return {"application_id": request.match_info["application_id"], "token": request.match_info["token"]}


def _truth(request: web.Request, name: str) -> bool:
    return request.query.get(name, "").lower() in ("1", "true")
