"""Threads: how they begin, are archived and reopen, and who is in them.

Separate from the other places because a thread has members: they alone, and those who manage threads, see a private
one, so that everyone who writes in it or is mentioned there becomes a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from standin import errors
from standin.world import permissions, scenery
from standin.world.events import snowflake_time
from standin.world.places import Places
from standin.world.scenery import Json

REQUIRE_TAG = 1 << 4
"""The flag of a forum whose posts need a tag."""


@dataclass
class Threads(Places):
    """The places, and everything about threads."""

    def open_thread(
        self,
        channel_id: str,
        name: str,
        owner_id: str,
        *,
        message_id: str | None = None,
        private: bool = False,
        invitable: bool = True,
        archive_after: int = scenery.THREE_DAYS,
    ) -> Json:
        """Begins a thread in the channel, or at a message of it, whose id it then has.

        `invitable` is whether every member of a private one may add others, `archive_after` is in minutes.
        Raises ApiError 10003, and 50024 where there are no such threads."""
        parent = self.channel(channel_id)
        if parent["type"] not in ((permissions.TEXT,) if private else permissions.WITH_THREADS):
            raise errors.wrong_channel_type()
        public = parent["type"] == permissions.TEXT
        kind = permissions.PUBLIC_THREAD if public else permissions.ANNOUNCEMENT_THREAD
        id = message_id or self.snowflake()
        made = scenery.thread(
            id, parent, name, owner_id, self.now(), kind=permissions.PRIVATE_THREAD if private else kind
        )
        if private:
            made["thread_metadata"]["invitable"] = invitable
        return self._begun(made, archive_after)

    def open_post(self, forum_id: str, name: str, owner_id: str, tag_ids: Sequence[str] = ()) -> Json:
        """Begins a post of a forum: a public thread with tags, whose first message has its id.

        Raises ApiError 10003; 50024 in other channels; 40067 without a tag where the forum requires one."""
        forum = self.channel(forum_id)
        if forum["type"] != permissions.FORUM:
            raise errors.wrong_channel_type()
        if forum["flags"] & REQUIRE_TAG and not tag_ids:
            raise errors.tag_required()
        made = scenery.thread(self.snowflake(), forum, name, owner_id, self.now())
        return self._begun({**made, "applied_tags": [*tag_ids]}, scenery.THREE_DAYS)

    def _begun(self, thread: Json, archive_after: int) -> Json:
        thread["thread_metadata"]["auto_archive_duration"] = archive_after
        self.channels[thread["id"]] = thread
        self.joined[thread["id"]] = {thread["owner_id"]: self.now()}
        self.tell("thread_create", {**thread, "newly_created": True})
        return thread

    def archive(self, thread_id: str, archived: bool = True, *, locked: bool | None = None) -> Json:
        """Archives or reopens a thread; `locked` None keeps the lock as it is. Raises ApiError 10003."""
        metadata = dict(self.channel(thread_id)["thread_metadata"])
        metadata |= {"archived": archived, "archive_timestamp": self.now()}
        if locked is not None:
            metadata["locked"] = locked
        return self.change_channel(thread_id, thread_metadata=metadata)

    def forward(self, **by: float) -> None:
        """Sets this world's clock forward by a `timedelta`: threads without activity for long enough are archived.

        They rest since their last message, since they were brought back, or since their time was changed."""
        self.ahead += timedelta(**by).total_seconds()
        now = datetime.fromisoformat(self.now())
        for thread in self.threads(archived=False):
            metadata = thread["thread_metadata"]
            awake = max(
                datetime.fromisoformat(metadata["archive_timestamp"]), snowflake_time(thread["last_message_id"])
            )
            if now - awake >= timedelta(minutes=metadata["auto_archive_duration"]):
                self.archive(thread["id"])

    def reopen(self, channel_id: str, user_id: str) -> None:
        """Writing changes a thread: one that is archived comes back.

        Raises ApiError 160005 if it is locked and the user may not manage threads."""
        channel = self.channel(channel_id)
        if channel["type"] not in permissions.THREADS:
            return
        metadata = channel["thread_metadata"]
        if metadata["locked"] and not permissions.has(self.permissions(user_id, channel_id), "manage_threads"):
            raise errors.thread_is_locked()
        if metadata["archived"]:
            self.archive(channel_id, False)

    def archived(self, channel_id: str) -> bool:
        """Whether it is an archived thread."""
        return bool(self.channel(channel_id).get("thread_metadata", {}).get("archived"))

    # Members

    def join(self, thread_id: str, user_id: str, *, joined: bool = True) -> None:
        """Adds a user to the thread or removes them; does nothing if that is already so.

        Raises ApiError 10003, 10013, and 10007 where somebody from elsewhere is to join."""
        self.user(user_id)
        channel, inside = self.channel(thread_id), self.joined[thread_id]
        if (user_id in inside) == joined:
            return
        if joined:
            self.member(user_id, channel["guild_id"])
        if joined:
            inside[user_id] = self.now()
        else:
            del inside[user_id]
        channel["member_count"] = len(inside)
        if joined:
            self.tell("thread_create", self.as_member(user_id, channel), user_id)
        self.tell("thread_members_update", {
            "id": thread_id,
            "guild_id": channel["guild_id"],
            "member_count": len(inside),
            "added_members": [self.thread_member(thread_id, user_id)] if joined else [],
            "removed_member_ids": [] if joined else [user_id],
        })  # fmt: skip

    def may_invite(self, user_id: str, thread_id: str) -> bool:
        """Whether the user may add others; in a private thread that is not `invitable`, few may."""
        thread, allowed = self.channel(thread_id), self.permissions(user_id, thread_id)
        open_to_all = thread["thread_metadata"].get("invitable", True) or thread["owner_id"] == user_id
        return permissions.has(allowed, "send_messages_in_threads") and (
            open_to_all or permissions.has(allowed, "manage_threads")
        )

    def may_remove(self, user_id: str, thread_id: str) -> bool:
        """Whether the user may remove others: the owner of a private thread may, and people who manage threads."""
        thread = self.channel(thread_id)
        own = thread["type"] == permissions.PRIVATE_THREAD and thread["owner_id"] == user_id
        return own or permissions.has(self.permissions(user_id, thread_id), "manage_threads")

    def bring_in(self, message: Json) -> None:
        """Makes the author of a thread's message a member, and the people it mentions if the author may add them.

        An answer to a command makes no member of the bot."""
        thread_id, author_id = message["channel_id"], message["author"]["id"]
        if thread_id not in self.joined:
            return
        if "webhook_id" not in message:
            self.join(thread_id, author_id)
        if self.may_invite(author_id, thread_id):
            parent_id = self.channel(thread_id)["parent_id"]
            for user in message["mentions"]:
                if self.sees(user["id"], parent_id):
                    self.join(thread_id, user["id"])

    def thread_member(self, thread_id: str, user_id: str) -> Json:
        """Raises ApiError 10007 if the user is not in the thread."""
        if user_id not in self.joined[thread_id]:
            raise errors.unknown_member()
        since = self.joined[thread_id][user_id]
        return {"id": thread_id, "user_id": user_id, "join_timestamp": since, "flags": 0}

    def joined_as(self, user_id: str, threads: list[Json]) -> list[Json]:
        """Return the user's memberships in these threads."""
        return [self.thread_member(t["id"], user_id) for t in threads if user_id in self.joined[t["id"]]]

    def as_member(self, user_id: str, channel: Json) -> Json:
        """Return the channel as the user gets it: a thread that they are in has their membership."""
        if user_id not in self.joined.get(channel["id"], ()):
            return channel
        return {**channel, "member": self.thread_member(channel["id"], user_id)}
