"""Messages in channels and threads: listing, writing, editing, deleting, pinning."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from aiohttp import web

from standin import errors
from standin.rest.api import FILES, nothing, reply
from standin.rest.request_reader import InChannels, Route, body, named, number
from standin.world import Message, messages, permissions
from standin.world.scenery import Json

_BULK_AGE = timedelta(days=14)


class Conversation(InChannels):
    """The handlers of the routes under /channels/*/messages and /channels/*/pins."""

    def routes(self) -> list[Route]:
        """The routes answered here."""
        channel, message = "/channels/{channel_id}", "/channels/{channel_id}/messages/{message_id}"
        routes: list[Route] = [
            ("GET", channel + "/messages/pins", self.pins),
            ("GET", channel + "/pins", self.pinned_messages),
            ("POST", channel + "/messages/bulk-delete", self.delete_messages),
            ("GET", channel + "/messages", self.list_messages),
            ("POST", channel + "/messages", self.create_message),
            ("GET", message, self.get_message),
            ("PATCH", message, self.edit_message),
            ("DELETE", message, self.delete_message),
        ]
        for pin in (channel + "/messages/pins/{message_id}", channel + "/pins/{message_id}"):
            routes += [("PUT", pin, self.pin), ("DELETE", pin, self.unpin)]
        return routes

    async def list_messages(self, request: web.Request) -> web.Response:
        """Lists the newest first, as Discord does; without the permission to read the history, nothing."""
        channel_id = self.seen(request)
        limit = number(request, "limit", 50, 1, 100)
        if not self._reads_history(channel_id):
            return reply([])
        listed = list(self.world.history(channel_id))
        if "after" in request.query:
            listed = [m for m in listed if int(m.id) > int(request.query["after"])][:limit]
        elif "around" in request.query:
            older = sum(int(m.id) < int(request.query["around"]) for m in listed)
            first = max(0, older - limit // 2)
            listed = listed[first : first + limit]
        elif "before" in request.query:
            listed = [m for m in listed if int(m.id) < int(request.query["before"])]
        return reply([m.data for m in reversed(listed[-limit:])])

    async def create_message(self, request: web.Request) -> web.Response:
        """A nonce that is sent again with enforce_nonce returns the existing message."""
        channel_id, asked = self.seen(request), body(request)
        if self.world.channel(channel_id)["type"] == permissions.FORUM:
            raise errors.no_text_channel()
        needed = [permissions.to_send(self.world.channel(channel_id))]
        needed += ["attach_files"] if request[FILES] else []
        needed += ["embed_links"] if asked.get("embeds") else []
        self.require(channel_id, *needed)
        self.world.check_takes_messages(channel_id)
        if asked.get("message_reference") and not self._reads_history(channel_id):
            raise errors.no_history_to_reply()
        if asked.get("enforce_nonce") and asked.get("nonce") is not None:
            earlier = self.world.posted_with(channel_id, str(asked["nonce"]))
            if earlier is not None:
                return reply(earlier.data)
        self.world.reopen(channel_id, self.world.bot["id"])
        message = messages.compose(self.world, channel_id, self.world.bot["id"], asked, request[FILES])
        self.world.post(message)
        return reply(message.data)

    async def get_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        self.require(message.data["channel_id"], "read_message_history")
        return reply(message.data)

    async def edit_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if not self._own(message):
            self._may_suppress(message, body(request))
        self._unarchived(message)
        messages.revise(self.world, message, body(request), request[FILES])
        self.world.changed(message)
        return reply(message.data)

    async def delete_message(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if not self._own(message):
            self.require(message.data["channel_id"], "manage_messages")
        self._unarchived(message)
        self.world.delete(message)
        return nothing()

    async def delete_messages(self, request: web.Request) -> web.Response:
        """Deletes several at once; skips missing messages, refuses messages older than two weeks."""
        channel_id = self.seen(request)
        self.require(channel_id, "manage_messages")
        held = self.world.messages.get(channel_id, {})
        there = [held[id] for id in map(str, body(request)["messages"]) if id in held]
        oldest = datetime.now(UTC) - _BULK_AGE
        if any(datetime.fromisoformat(message.data["timestamp"]) < oldest for message in there):
            raise errors.too_old_to_delete()
        for message in there:
            self.world.delete(message)
        return nothing()

    # Pins

    async def pins(self, request: web.Request) -> web.Response:
        pinned, limit = self._pinned(request), number(request, "limit", 50, 1, 50)
        before = request.query.get("before")
        if before is not None:
            pinned = [m for m in pinned if (m.pinned_at or "") < before]
        items = [{"pinned_at": m.pinned_at, "message": m.data} for m in pinned[:limit]]
        return reply({"items": items, "has_more": len(pinned) > limit})

    async def pinned_messages(self, request: web.Request) -> web.Response:
        return reply([m.data for m in self._pinned(request)[:50]])

    async def pin(self, request: web.Request) -> web.Response:
        return self._set_pinned(request, True)

    async def unpin(self, request: web.Request) -> web.Response:
        return self._set_pinned(request, False)

    def _set_pinned(self, request: web.Request, pinned: bool) -> web.Response:
        message = self._message(request)
        self.require(message.data["channel_id"], "pin_messages")
        self._unarchived(message)
        self.world.pin(message, pinned)
        return nothing()

    def _pinned(self, request: web.Request) -> list[Message]:
        """Lists the latest pin first."""
        channel_id = self.seen(request)
        pinned = [m for m in self.world.history(channel_id) if m.data["pinned"]]
        return sorted(pinned, key=lambda message: message.pinned_at or "", reverse=True)

    def _message(self, request: web.Request) -> Message:
        message = self.world.message(self.seen(request), named(request, "message_id"))
        if message.audience is not None:
            raise errors.unknown_message()
        return message

    def _own(self, message: Message) -> bool:
        return bool(message.data["author"]["id"] == self.world.bot["id"])

    def _may_suppress(self, message: Message, asked: Json) -> None:
        """Of another author's message only the flags can be changed, with the permission to manage messages."""
        if set(asked) != {"flags"}:
            raise errors.not_the_author()
        self.require(message.data["channel_id"], "manage_messages")

    def _reads_history(self, channel_id: str) -> bool:
        return permissions.has(self.world.permissions(self.world.bot["id"], channel_id), "read_message_history")

    def _unarchived(self, message: Message) -> None:
        if self.world.archived(message.data["channel_id"]):
            raise errors.thread_is_archived()
