"""The bot itself: its account, its application, the address of its gateway, and its commands."""

from __future__ import annotations

from aiohttp import web

from standin import errors, limits
from standin.gateway.gateway import Gateway
from standin.interactions import commands
from standin.rest.api import nothing, reply
from standin.rest.request_reader import Route, body, named
from standin.world import World, scenery
from standin.world.scenery import Json


class Application:
    """The handlers of the routes under /users, /applications and /gateway."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self._gateway = gateway

    def routes(self) -> list[Route]:
        """The routes answered here."""
        routes: list[Route] = [
            ("GET", "/users/@me", self.me),
            ("GET", "/users/@me/guilds", self.guilds),
            ("POST", "/users/@me/channels", self.direct_channel),
            ("GET", "/users/{user_id}", self.user),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", "/gateway", self.gateway),
            ("GET", "/gateway/bot", self.gateway_for_bots),
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
        return routes

    async def me(self, request: web.Request) -> web.Response:
        return reply(scenery.own_user(self.world.bot))

    async def guilds(self, request: web.Request) -> web.Response:
        bot = self.world.bot["id"]
        return reply([guild.seen_by_member(bot) for guild in self.world.guilds.values() if bot in guild.members])

    async def direct_channel(self, request: web.Request) -> web.Response:
        return reply(self.world.direct(str(body(request)["recipient_id"])))

    async def user(self, request: web.Request) -> web.Response:
        return reply(self.world.user(named(request, "user_id")))

    async def application(self, request: web.Request) -> web.Response:
        return reply(scenery.application(self.world.bot, self.world.names.description))

    async def gateway(self, request: web.Request) -> web.Response:
        return reply({"url": self._gateway.url})

    async def gateway_for_bots(self, request: web.Request) -> web.Response:
        return reply(self._gateway.invitation())

    # Commands

    async def list_commands(self, request: web.Request) -> web.Response:
        return reply(list(self._commands(request).values()))

    async def set_commands(self, request: web.Request) -> web.Response:
        limits.check_commands(body(request))
        before = self._commands(request)
        kept = dict(before)
        made = commands.register(kept, body(request), self.world.snowflake, _scope(request))
        before.clear()
        before.update({command["id"]: command for command in made})
        self._tell_commands()
        return reply(made)

    async def add_command(self, request: web.Request) -> web.Response:
        held = self._commands(request)
        limits.check_commands([body(request)])
        registered = {command["name"] for command in held.values()}
        made = commands.register(held, [body(request)], self.world.snowflake, _scope(request))
        self._tell_commands()
        return reply(made[0], 200 if made[0]["name"] in registered else 201)

    async def get_command(self, request: web.Request) -> web.Response:
        return reply(self._command(request))

    async def edit_command(self, request: web.Request) -> web.Response:
        changed = {**self._command(request), **body(request)}
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
        if named(request, "application_id") != scenery.APPLICATION_ID:
            raise errors.ApiError(404, 10002, "Unknown Application")
        guild_id = request.match_info.get("guild_id")
        if guild_id is not None:
            self.world.guild(guild_id)
        return self.world.commands.setdefault(guild_id, {})

    def _command(self, request: web.Request) -> Json:
        try:
            return self._commands(request)[named(request, "command_id")]
        except KeyError:
            raise errors.unknown_command() from None

    def _tell_commands(self) -> None:
        self.world.tell("commands", self.world.all_commands())


def _scope(request: web.Request) -> Json:
    scope = {"application_id": scenery.APPLICATION_ID}
    if "guild_id" in request.match_info:
        scope["guild_id"] = named(request, "guild_id")
    return scope
