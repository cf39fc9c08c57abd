"""Channels, their permission overwrites, and threads with their members."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from standin import errors
from standin.rest.api import nothing, reply
from standin.rest.request_reader import InChannels, Route, body, named, number
from standin.world import permissions
from standin.world.scenery import Json

_CHANGES = ("name", "topic", "position", "nsfw", "rate_limit_per_user", "parent_id", "permission_overwrites")
_METADATA = ("archived", "locked", "auto_archive_duration", "invitable")


class Channels(InChannels):
    """The handlers of the routes under /channels that are not about messages."""

    def routes(self) -> list[Route]:
        """The routes answered here."""
        channel = "/channels/{channel_id}"
        return [
            ("GET", channel, self.channel),
            ("PATCH", channel, self.edit_channel),
            ("DELETE", channel, self.delete_channel),
            ("POST", channel + "/typing", self.typing),
            ("PUT", channel + "/permissions/{overwrite_id}", self.overwrite),
            ("DELETE", channel + "/permissions/{overwrite_id}", self.delete_overwrite),
            ("POST", channel + "/threads", self.open_thread),
            ("POST", channel + "/messages/{message_id}/threads", self.open_thread_at),
            ("GET", channel + "/threads/archived/{kind}", self.archived_threads),
            ("GET", channel + "/users/@me/threads/archived/private", self.archived_threads),
            ("GET", channel + "/thread-members", self.thread_members),
            ("GET", channel + "/thread-members/{user_id}", self.thread_member),
            ("PUT", channel + "/thread-members/{user_id}", self.join),
            ("DELETE", channel + "/thread-members/{user_id}", self.leave),
        ]

    async def channel(self, request: web.Request) -> web.Response:
        return reply(self._as_it_is(self.world.channel(self.seen(request))))

    async def edit_channel(self, request: web.Request) -> web.Response:
        channel_id, asked = self.seen(request), body(request)
        channel = self.world.channel(channel_id)
        changes = {key: asked[key] for key in _CHANGES if key in asked and key in channel}
        if channel["type"] in permissions.THREADS:
            self._may_tend(channel, asked)
            private = channel["type"] == permissions.PRIVATE_THREAD
            settable = _METADATA if private else [key for key in _METADATA if key != "invitable"]
            before = channel["thread_metadata"]
            metadata = {key: asked[key] for key in settable if asked.get(key) is not None}
            changes["thread_metadata"] = {**before, **metadata}
            # A change to the same value is no activity.
            if any(metadata.get(key, before[key]) != before[key] for key in ("archived", "auto_archive_duration")):
                changes["thread_metadata"]["archive_timestamp"] = self.world.now()
        else:
            self.require(channel_id, "manage_channels")
        return reply(self.world.change_channel(channel_id, **changes))

    async def delete_channel(self, request: web.Request) -> web.Response:
        channel = self.world.channel(self.seen(request))
        thread = channel["type"] in permissions.THREADS
        self.require(channel["id"], "manage_threads" if thread else "manage_channels")
        return reply(self.world.delete_channel(channel["id"]))

    async def typing(self, request: web.Request) -> web.Response:
        channel = self.world.channel(self.seen(request))
        self.require(channel["id"], permissions.to_send(channel))
        self.world.type(channel["id"], self.world.bot["id"])
        return nothing()

    # Overwrites

    async def overwrite(self, request: web.Request) -> web.Response:
        channel_id, asked = self.seen(request), body(request)
        self.require(channel_id, "manage_roles")
        given = {key: permissions.names(int(asked.get(key) or 0)) for key in ("allow", "deny")}
        self.world.overwrite(channel_id, named(request, "overwrite_id"), given["allow"], given["deny"])
        return nothing()

    async def delete_overwrite(self, request: web.Request) -> web.Response:
        channel_id = self.seen(request)
        self.require(channel_id, "manage_roles")
        overwrites = self.world.channel(channel_id)["permission_overwrites"]
        left = [o for o in overwrites if o["id"] != named(request, "overwrite_id")]
        self.world.change_channel(channel_id, permission_overwrites=left)
        return nothing()

    # Threads

    async def open_thread(self, request: web.Request) -> web.Response:
        """The thread is private unless the request names another type, as with Discord."""
        asked = body(request)
        private = (asked.get("type") or permissions.PRIVATE_THREAD) == permissions.PRIVATE_THREAD
        channel_id = self._with_threads(request, "create_private_threads" if private else "create_public_threads")
        invitable = asked.get("invitable") is not False
        return self._opened(channel_id, asked, private=private, invitable=invitable)

    async def open_thread_at(self, request: web.Request) -> web.Response:
        channel_id = self._with_threads(request, "create_public_threads")
        message = self.world.message(channel_id, named(request, "message_id"))
        if message.id in self.world.channels:
            raise errors.thread_exists()
        return self._opened(channel_id, body(request), message_id=message.id)

    async def archived_threads(self, request: web.Request) -> web.Response:
        """Lists the latest first; private threads only if the bot has joined them."""
        channel_id, bot = self.seen(request), self.world.bot["id"]
        self.require(channel_id, "read_message_history")
        kind = 11 if request.match_info.get("kind", "private") == "public" else 12
        threads = [t for t in self.world.threads(channel_id, archived=True) if t["type"] == kind]
        threads.sort(key=lambda thread: str(thread["thread_metadata"]["archive_timestamp"]), reverse=True)
        before, limit = request.query.get("before"), number(request, "limit", 50, 2, 100)
        if before is not None:
            threads = [t for t in threads if t["thread_metadata"]["archive_timestamp"] < before]
        seen = [t for t in threads if self.world.permissions(bot, t["id"])]
        page = seen[:limit]
        return reply({"threads": page, "members": self.world.joined_as(bot, page), "has_more": len(seen) > limit})

    async def thread_members(self, request: web.Request) -> web.Response:
        thread_id = self._thread(request)
        return reply([self.world.thread_member(thread_id, user_id) for user_id in self.world.joined[thread_id]])

    async def thread_member(self, request: web.Request) -> web.Response:
        return reply(self.world.thread_member(self._thread(request), self._who(request)))

    async def join(self, request: web.Request) -> web.Response:
        thread_id, user_id = self._open_thread(request), self._who(request)
        self.require(thread_id, "send_messages_in_threads")
        if user_id != self.world.bot["id"] and not self.world.may_invite(self.world.bot["id"], thread_id):
            raise errors.missing_permissions()
        self.world.join(thread_id, user_id)
        return nothing()

    async def leave(self, request: web.Request) -> web.Response:
        thread_id, user_id = self._open_thread(request), self._who(request)
        if user_id != self.world.bot["id"] and not self.world.may_remove(self.world.bot["id"], thread_id):
            raise errors.missing_permissions()
        self.world.join(thread_id, user_id, joined=False)
        return nothing()

    def _with_threads(self, request: web.Request, needed: str) -> str:
        """Return the id of a channel in which the bot may begin a thread that needs this permission."""
        channel_id = self.seen(request)
        if self.world.channel(channel_id)["type"] not in permissions.WITH_THREADS:
            raise errors.wrong_channel_type()
        self.require(channel_id, needed, "send_messages_in_threads")
        return channel_id

    def _opened(self, channel_id: str, asked: Json, **more: Any) -> web.Response:
        if asked.get("auto_archive_duration"):
            more["archive_after"] = asked["auto_archive_duration"]
        made = self.world.open_thread(channel_id, asked["name"], self.world.bot["id"], **more)
        return reply(self._as_it_is(made), 201)

    def _as_it_is(self, channel: Json) -> Json:
        return self.world.as_member(self.world.bot["id"], channel)

    def _may_tend(self, thread: Json, asked: Json) -> None:
        """The owner may do most things, anyone may reopen an unlocked thread, the rest needs manage_threads."""
        bot, locked = self.world.bot["id"], thread["thread_metadata"]["locked"]
        own = thread["owner_id"] == bot and not locked and "locked" not in asked
        brought_back = set(asked) == {"archived"} and not asked["archived"] and not locked
        if not own and not brought_back:
            self.require(thread["id"], "manage_threads")
        if thread["thread_metadata"]["archived"] and asked.get("archived", True):
            raise errors.thread_is_archived()

    def _thread(self, request: web.Request) -> str:
        channel_id = self.seen(request)
        if self.world.channel(channel_id)["type"] not in permissions.THREADS:
            raise errors.unknown_channel()
        return channel_id

    def _open_thread(self, request: web.Request) -> str:
        thread_id = self._thread(request)
        if self.world.channel(thread_id)["thread_metadata"]["archived"]:
            raise errors.thread_is_archived()
        return thread_id

    def _who(self, request: web.Request) -> str:
        user_id = named(request, "user_id")
        return str(self.world.bot["id"]) if user_id == "@me" else user_id
