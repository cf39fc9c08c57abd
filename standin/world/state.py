"""The state of the stand-in: its places, and the messages, registered commands and interactions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from standin import errors
from standin.interactions.interaction import Interaction
from standin.world import permissions
from standin.world.scenery import Json
from standin.world.threads import Threads

HAS_THREAD = 1 << 5
"""The flag of a message at which a thread begins."""


@dataclass
class Message:
    """A message as Discord shows it; `audience` is the only user who sees it (ephemeral), or None."""

    data: Json
    audience: str | None = None
    interaction_id: str | None = None
    nonce: str | None = None
    pinned_at: str | None = None

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def seen_by(self, user_id: str | None) -> bool:
        return self.audience is None or self.audience == user_id


@dataclass(frozen=True)
class Upload:
    """A file that the bot or a person sends."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass
class World(Threads):
    """Everything the stand-in remembers."""

    base_url: str = ""
    greeting: Json | None = None
    messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)
    commands: dict[str | None, dict[str, Json]] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    bookmarks: dict[tuple[str, str], int] = field(default_factory=dict)
    """The last message that a person has read in a channel."""
    interactions_kept: int = 5000
    """How many of the latest interactions are kept; earlier ones are unknown to Discord."""
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _by_nonce: dict[tuple[str, str], Message] = field(default_factory=dict)

    # Messages

    def message(self, channel_id: str, message_id: str) -> Message:
        """Raises ApiError 10008 when there is no such message in the channel."""
        try:
            return self.messages[channel_id][message_id]
        except KeyError:
            raise errors.unknown_message() from None

    def find_message(self, message_id: str) -> Message | None:
        return next((in_channel[message_id] for in_channel in self.messages.values() if message_id in in_channel), None)

    def history(self, channel_id: str, user_id: str | None = None) -> Iterator[Message]:
        """The channel's messages, oldest first, as far as this user (None: the bot) sees them."""
        return (m for m in list(self.messages.get(channel_id, {}).values()) if m.seen_by(user_id))

    def put(self, message: Message) -> None:
        """Adds the message to its channel without an event."""
        channel_id = message.data["channel_id"]
        self.messages.setdefault(channel_id, {})[message.id] = message
        if message.nonce is not None:
            self._by_nonce[channel_id, message.nonce] = message

    def post(self, message: Message, *, event: str = "message_create", about: Json | None = None) -> None:
        self.put(message)
        channel_id = message.data["channel_id"]
        if message.audience is None:
            channel = self.channels[channel_id]
            channel["last_message_id"] = message.id
            if channel["type"] in permissions.THREADS:
                channel["message_count"] += 1
                channel["total_message_sent"] += 1
        self.tell(event, about or message.data, message.audience)
        self._brings_in(message)

    def posted_with(self, channel_id: str, nonce: str) -> Message | None:
        """The message that was sent to the channel with this nonce, deleted or not."""
        return self._by_nonce.get((channel_id, nonce))

    def changed(self, message: Message) -> None:
        self.tell("message_update", message.data, message.audience)
        self._brings_in(message)

    def delete(self, message: Message) -> None:
        channel_id = message.data["channel_id"]
        del self.messages[channel_id][message.id]
        self.tell("message_delete", self._about(channel_id, id=message.id), message.audience)

    def open_thread(
        self, channel_id: str, name: str, owner_id: str, *, message_id: str | None = None, **asked: Any
    ) -> Json:
        """Open a thread, as `Threads` does; the thread's first message then shows the thread."""
        made = super().open_thread(channel_id, name, owner_id, message_id=message_id, **asked)
        if message_id is not None:
            message = self.message(channel_id, message_id)
            message.data |= {"thread": made, "flags": message.data["flags"] | HAS_THREAD}
            self.changed(message)
        return made

    def pin(self, message: Message, pinned: bool = True) -> None:
        """Pins the message in its channel, or removes the pin."""
        channel_id = message.data["channel_id"]
        message.data["pinned"] = pinned
        if pinned:
            message.pinned_at = self.channels[channel_id]["last_pin_timestamp"] = self.now()
        self.changed(message)
        moment = self.channels[channel_id]["last_pin_timestamp"]
        self.tell("channel_pins_update", self._about(channel_id, last_pin_timestamp=moment))

    def type(self, channel_id: str, user_id: str) -> None:
        """Somebody is typing there."""
        self.tell("typing_start", self._about(channel_id, user_id=user_id, timestamp=int(time.time())))

    def forget(self) -> None:
        for memory in (self.messages, self.uploads, self.interactions, self._by_token, self._by_nonce):
            memory.clear()

    def thin(self, newest: int) -> None:
        """Drops all messages except the newest of each channel, and files that no message shows."""
        for channel_id, messages in self.messages.items():
            self.messages[channel_id] = dict(list(messages.items())[-newest:])
        left = [message for messages in self.messages.values() for message in messages.values()]
        attached = {attachment["id"] for message in left for attachment in message.data["attachments"]}
        # A file of a stored command can still be downloaded.
        known_since = int(next(iter(self.interactions), self.snowflake()))
        self.uploads = {id: file for id, file in self.uploads.items() if id in attached or int(id) >= known_since}
        self._by_nonce = {(m.data["channel_id"], m.nonce): m for m in left if m.nonce is not None}

    # Interactions and commands

    def all_commands(self) -> list[Json]:
        """The registered commands; a guild's own come before the global ones of the same name."""
        scopes = sorted(self.commands, key=lambda scope: scope is None)
        return [command for scope in scopes for command in self.commands[scope].values()]

    def remember(self, interaction: Interaction) -> None:
        self.interactions[interaction.id] = self._by_token[interaction.token] = interaction
        while len(self.interactions) > self.interactions_kept:
            oldest = self.interactions.pop(next(iter(self.interactions)))
            del self._by_token[oldest.token]

    def interaction_by_token(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    def expire(self, interaction: Interaction, code: int = 10015) -> None:
        """Makes the interaction's token invalid: 10015 unknown webhook, or 50027 invalid token."""
        interaction.expired_with = code

    def _about(self, channel_id: str, **data: Any) -> Json:
        """An event's data with its place."""
        guild = self.guild_of(channel_id)
        return {"channel_id": channel_id, **({"guild_id": guild.id} if guild else {}), **data}

    def _brings_in(self, message: Message) -> None:
        """Messages for one user alone make no members."""
        if message.audience is None:
            self.bring_in(message.data)

    def _drop_channel(self, channel_id: str) -> None:
        self.messages.pop(channel_id, None)
        super()._drop_channel(channel_id)
