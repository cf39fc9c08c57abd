"""People's messages and actions without the bot: messages, replies, threads.

Actions that Discord's client would not allow are refused with a sentence."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from standin import limits
from standin.errors import PageError
from standin.world import Message, Upload, World, messages, permissions
from standin.world.scenery import ATTACHMENT_LIMIT, Json

Uploads = Mapping[str, Upload]


class Talk:
    """Everything here raises PageError for a forbidden action, ApiError for a place that does not exist."""

    def __init__(self, world: World) -> None:
        self.world = world

    def say(
        self,
        user_id: str,
        channel_id: str,
        content: str,
        uploads: Uploads | None = None,
        reply_to: str | None = None,
    ) -> Message:
        """Posts a chat message with files; `reply_to` is the id of a message to answer. An archived thread reopens."""
        channel = self.world.channel(channel_id)
        files = list((uploads or {}).values())
        self._may_write(user_id, channel)
        if files and not can(self.world, user_id, channel)["attach"]:
            raise PageError("You do not have permission to attach files in this channel.")
        if not content.strip() and not files:
            raise PageError("There is nothing to send.")
        if len(content) > limits.CONTENT:
            raise PageError(f"A message has at most {limits.CONTENT:,} characters.")
        if len(files) > limits.ATTACHMENTS or any(len(file.content) > ATTACHMENT_LIMIT for file in files):
            raise PageError(f"Send at most {limits.ATTACHMENTS} files, of {ATTACHMENT_LIMIT >> 20} MiB each.")
        body: Json = {"content": content}
        if reply_to is not None:
            self._common(channel_id, reply_to, "answer")
            body["message_reference"] = {"message_id": reply_to}
        message = messages.compose(self.world, channel_id, user_id, body, files)
        self.world.reopen(channel_id, user_id)
        self.world.post(message)
        return message

    def typing(self, user_id: str, channel_id: str) -> None:
        """Shows the others that this person is typing there."""
        self._may_write(user_id, self.world.channel(channel_id))
        self.world.type(channel_id, user_id)

    def open_thread(self, user_id: str, channel_id: str, name: str, message_id: str | None = None) -> Json:
        """Opens a public thread in the channel, or at one of its messages."""
        if not can(self.world, user_id, self.world.channel(channel_id))["start_threads"]:
            raise PageError("You cannot start a thread here.")
        if not 1 <= len(name.strip()) <= limits.NAME:
            raise PageError(f"The name of a thread has 1 to {limits.NAME} characters.")
        if message_id is not None:
            self._common(channel_id, message_id, "start a thread at")
            if message_id in self.world.channels:
                raise PageError("That message already has a thread.")
        return self.world.open_thread(channel_id, name.strip(), user_id, message_id=message_id)

    def open_post(self, user_id: str, forum_id: str, name: str, content: str, tag_ids: Sequence[str] = ()) -> Json:
        """Opens a post of a forum with its first message."""
        forum = self.world.channel(forum_id)
        if forum["type"] != permissions.FORUM or not can(self.world, user_id, forum)["send"]:
            raise PageError("You cannot open a post here.")
        post = self.world.open_post(forum_id, name, user_id, tag_ids)
        first = messages.compose(self.world, post["id"], user_id, {"content": content}, [])
        first.data["id"] = post["id"]
        self.world.post(first)
        return post

    def archive(self, user_id: str, thread_id: str, archived: bool, *, locked: bool | None = None) -> Json:
        """Archives or reopens a thread; `locked` also decides who may write in it and reopen it."""
        allowed = can(self.world, user_id, self.world.channel(thread_id))
        if not allowed["archive"] or (locked is not None and not allowed["lock"]):
            raise PageError("Only the thread's owner and its managers can do that.")
        return self.world.archive(thread_id, archived, locked=locked)

    def _common(self, channel_id: str, message_id: str, deed: str) -> None:
        """A public message can only reply to a message that everyone sees."""
        message = self.world.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise PageError("That message is gone.")
        if not message.seen_by(None):
            raise PageError(f"Only you can see that message; you cannot {deed} it.")

    def _may_write(self, user_id: str, channel: Json) -> None:
        if channel["type"] == permissions.FORUM:
            raise PageError("A forum has only posts. Write in one of them, or open another.")
        if can(self.world, user_id, channel)["send"]:
            return
        check_lock(channel, self.world.permissions(user_id, channel["id"]))
        raise PageError("You do not have permission to send messages in this channel.")


def check_lock(channel: Json, allowed: int) -> None:
    """Raises PageError in a locked thread if the permissions are not a moderator's."""
    if channel.get("thread_metadata", {}).get("locked") and not permissions.has(allowed, "manage_threads"):
        raise PageError("This thread is locked. Only managers of threads can write in it.")


def can(world: World, user_id: str, channel: Json) -> dict[str, bool]:
    """The person's permissions in a channel or thread, as their client shows them."""
    allowed = functools.partial(permissions.has, world.permissions(user_id, channel["id"]))
    thread = channel["type"] in permissions.THREADS
    locked = thread and channel["thread_metadata"].get("locked", False)
    moderates = allowed("manage_threads")
    return {
        "send": allowed(permissions.to_send(channel)) and (moderates or not locked),
        "attach": allowed("attach_files"),
        "start_threads": not thread and allowed("create_public_threads"),
        "archive": thread and (moderates or (channel.get("owner_id") == user_id and not locked)),
        "lock": thread and moderates,
    }
