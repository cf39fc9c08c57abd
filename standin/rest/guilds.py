"""Guilds, their roles and their members."""

from __future__ import annotations

from aiohttp import web

from standin import errors
from standin.rest.api import nothing, reply
from standin.rest.request_reader import Route, body, named, number
from standin.world import World, permissions
from standin.world.guild import Guild
from standin.world.scenery import Json


class Guilds:
    """The handlers of the routes under /guilds."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[Route]:
        """The routes answered here."""
        guild = "/guilds/{guild_id}"
        return [
            ("GET", guild, self.guild),
            ("GET", guild + "/channels", self.channels),
            ("POST", guild + "/channels", self.create_channel),
            ("GET", guild + "/threads/active", self.active_threads),
            ("GET", guild + "/roles", self.roles),
            ("POST", guild + "/roles", self.create_role),
            ("GET", guild + "/roles/{role_id}", self.role),
            ("PATCH", guild + "/roles/{role_id}", self.edit_role),
            ("DELETE", guild + "/roles/{role_id}", self.delete_role),
            ("GET", guild + "/members", self.members),
            ("GET", guild + "/members/search", self.search_members),
            ("GET", guild + "/members/{user_id}", self.member),
            ("PATCH", guild + "/members/{user_id}", self.edit_member),
            ("PUT", guild + "/members/{user_id}/roles/{role_id}", self.give_role),
            ("DELETE", guild + "/members/{user_id}/roles/{role_id}", self.take_role),
        ]

    async def guild(self, request: web.Request) -> web.Response:
        return reply(self._guild(request).data())

    async def channels(self, request: web.Request) -> web.Response:
        """Lists the channels without threads, as Discord does."""
        guild = self._guild(request)
        there = [c for c in self.world.channels.values() if c.get("guild_id") == guild.id]
        return reply([c for c in there if c["type"] not in permissions.THREADS])

    async def create_channel(self, request: web.Request) -> web.Response:
        guild = self._allowed(request, "manage_channels")
        asked = body(request)
        if (asked.get("type") or 0) != 0:
            raise errors.ApiError(501, 0, "The stand-in has only text channels.")
        made = self.world.add_channel(asked["name"], guild_id=guild.id, topic=asked.get("topic") or "")
        return reply(made, 201)

    async def active_threads(self, request: web.Request) -> web.Response:
        guild, bot = self._guild(request), self.world.bot["id"]
        there = [t for t in self.world.threads(archived=False) if t["guild_id"] == guild.id]
        seen = [t for t in there if self.world.permissions(bot, t["id"])]
        return reply({"threads": seen, "members": self.world.joined_as(bot, seen), "has_more": False})

    # Roles

    async def roles(self, request: web.Request) -> web.Response:
        return reply(list(self._guild(request).roles.values()))

    async def role(self, request: web.Request) -> web.Response:
        return reply(self.world.role(named(request, "role_id"), self._guild(request).id))

    async def create_role(self, request: web.Request) -> web.Response:
        guild, asked = self._allowed(request, "manage_roles"), body(request)
        role = self.world.add_role(asked.get("name") or "new role", guild_id=guild.id)
        return reply(self.world.change_role(role["id"], guild.id, **_role_changes(asked)))

    async def edit_role(self, request: web.Request) -> web.Response:
        guild, asked = self._allowed(request, "manage_roles"), body(request)
        return reply(self.world.change_role(named(request, "role_id"), guild.id, **_role_changes(asked)))

    async def delete_role(self, request: web.Request) -> web.Response:
        self.world.delete_role(named(request, "role_id"), self._allowed(request, "manage_roles").id)
        return nothing()

    # Members

    async def members(self, request: web.Request) -> web.Response:
        guild, limit = self._guild(request), number(request, "limit", 1, 1, 1000)
        after = number(request, "after", 0, 0, 1 << 63)
        rising = sorted(guild.members.values(), key=lambda member: int(member["user"]["id"]))
        return reply([member for member in rising if int(member["user"]["id"]) > after][:limit])

    async def search_members(self, request: web.Request) -> web.Response:
        guild, limit = self._guild(request), number(request, "limit", 1, 1, 1000)
        return reply(guild.find_members(request.query.get("query", ""))[:limit])

    async def member(self, request: web.Request) -> web.Response:
        return reply(self.world.member(named(request, "user_id"), self._guild(request).id))

    async def edit_member(self, request: web.Request) -> web.Response:
        asked = body(request)
        needed = [name for key, name in (("nick", "manage_nicknames"), ("roles", "manage_roles")) if key in asked]
        guild = self._allowed(request, *needed)
        user_id = self.world.bot["id"] if named(request, "user_id") == "@me" else named(request, "user_id")
        changes = {key: asked[key] for key in ("nick", "roles", "communication_disabled_until") if key in asked}
        if changes.get("roles") is not None:
            changes["roles"] = [str(role_id) for role_id in changes["roles"]]
        return reply(self.world.change_member(user_id, guild.id, **changes))

    async def give_role(self, request: web.Request) -> web.Response:
        return self._role_given(request, True)

    async def take_role(self, request: web.Request) -> web.Response:
        return self._role_given(request, False)

    def _role_given(self, request: web.Request, given: bool) -> web.Response:
        guild = self._allowed(request, "manage_roles")
        self.world.give_role(named(request, "user_id"), named(request, "role_id"), guild.id, given=given)
        return nothing()

    def _guild(self, request: web.Request) -> Guild:
        return self.world.guild(named(request, "guild_id"))

    def _allowed(self, request: web.Request, *names: str) -> Guild:
        guild = self._guild(request)
        if not permissions.has(guild.permissions(self.world.bot["id"]), *names):
            raise errors.missing_permissions()
        return guild


def _role_changes(asked: Json) -> Json:
    changes = {key: asked[key] for key in ("name", "color", "hoist", "mentionable") if asked.get(key) is not None}
    return {**changes, "permissions": str(asked["permissions"])} if asked.get("permissions") is not None else changes
