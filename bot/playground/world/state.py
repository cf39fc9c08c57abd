"""The state of the stand-in: who and what is there, the messages, the registered commands, the interactions.

Every change is told to the listeners (gateway, page, waiting tests) as a named event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bot.playground import errors
from bot.playground.interactions.interaction import Interaction
from bot.playground.world import scenery
from bot.playground.world.scenery import Json

_EPOCH_MS = 1_420_070_400_000

Listener = Callable[[str, Json | list[Json], str | None], None]


@dataclass
class Message:
    """A message as Discord shows it; `audience` is the only user who sees it (ephemeral), or None."""

    data: Json
    audience: str | None = None
    interaction_id: str | None = None
    nonce: str | None = None

    @property
    def id(self) -> str:
        return str(self.data["id"])

    def seen_by(self, user_id: str | None) -> bool:
        return self.audience is None or self.audience == user_id


@dataclass(frozen=True)
class Upload:
    """A file on its way in, from the bot or from a person."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"


@dataclass
class World:
    """Everything the stand-in remembers; `tell` is the only way a change gets out.

    `patience` (seconds) is how long tests wait for the bot before they give up."""

    base_url: str = ""
    patience: float = 10.0
    greeting: str | None = None
    people: dict[str, scenery.Somebody] = field(default_factory=lambda: {p.id: p for p in scenery.PEOPLE})
    channels: dict[str, Json] = field(default_factory=scenery.channels)
    messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)
    commands: dict[str | None, dict[str, Json]] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    forbidden_channels: set[str] = field(default_factory=set)
    guild_id: str = scenery.GUILD_ID
    bot: Json = field(default_factory=scenery.bot_user)
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _by_nonce: dict[tuple[str, str], Message] = field(default_factory=dict)
    _listeners: list[Listener] = field(default_factory=list)
    _last_snowflake: int = 0

    def snowflake(self) -> str:
        """A new id: later ones are greater, and they tell the time as Discord's do."""
        now = (int(time.time() * 1000) - _EPOCH_MS) << 22
        self._last_snowflake = max(now, self._last_snowflake + 1)
        return str(self._last_snowflake)

    # Events

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener(event, data, audience)` at every change, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: str, data: Json | list[Json], audience: str | None = None) -> None:
        for listener in list(self._listeners):
            listener(event, data, audience)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition holds; it is asked again after every change. Raises TimeoutError."""
        changed = asyncio.Event()
        stop = self.listen(lambda *_: changed.set())
        try:
            async with asyncio.timeout(self.patience):
                while not condition():
                    await changed.wait()
                    changed.clear()
        finally:
            stop()

    # People and places

    def user(self, user_id: str) -> Json:
        """The user's JSON. Raises ApiError 10013."""
        if user_id == self.bot["id"]:
            return self.bot
        if user_id not in self.people:
            raise errors.unknown_user()
        return scenery.person_json(self.people[user_id])

    def member(self, user_id: str, *, with_permissions: bool = False) -> Json:
        account = self.user(user_id)
        person = self.people.get(user_id)
        return scenery.member(account, person.permissions if person and with_permissions else None)

    def channel(self, channel_id: str) -> Json:
        """The channel's JSON. Raises ApiError 10003."""
        if channel_id not in self.channels:
            raise errors.unknown_channel()
        return self.channels[channel_id]

    def forbid(self, channel_id: str) -> None:
        """From now on the bot may not post in the channel (50013)."""
        self.forbidden_channels.add(channel_id)

    def app_permissions(self, channel_id: str) -> str:
        return "1024" if channel_id in self.forbidden_channels else scenery.role_everyone()["permissions"]

    # Messages

    def message(self, channel_id: str, message_id: str) -> Message:
        """Raises ApiError 10008 when there is no such message in the channel."""
        try:
            return self.messages[channel_id][message_id]
        except KeyError:
            raise errors.unknown_message() from None

    def find_message(self, message_id: str) -> Message | None:
        return next((found[message_id] for found in self.messages.values() if message_id in found), None)

    def history(self, channel_id: str, user_id: str | None = None) -> Iterator[Message]:
        """The channel's messages, oldest first, as far as this user (None: the bot) sees them."""
        return (m for m in list(self.messages.get(channel_id, {}).values()) if m.seen_by(user_id))

    def post(self, message: Message, *, event: str = "message_create", about: Json | None = None) -> None:
        channel_id = message.data["channel_id"]
        self.messages.setdefault(channel_id, {})[message.id] = message
        if message.nonce is not None:
            self._by_nonce[channel_id, message.nonce] = message
        if message.audience is None:
            self.channels[channel_id]["last_message_id"] = message.id
        self.tell(event, about or message.data, message.audience)

    def posted_with(self, channel_id: str, nonce: str) -> Message | None:
        """The message that was sent to the channel with this nonce, deleted or not."""
        return self._by_nonce.get((channel_id, nonce))

    def changed(self, message: Message) -> None:
        self.tell("message_update", message.data, message.audience)

    def delete(self, message: Message) -> None:
        channel_id = message.data["channel_id"]
        del self.messages[channel_id][message.id]
        self.tell("message_delete", {"id": message.id, "channel_id": channel_id}, message.audience)

    def forget(self) -> None:
        for memory in (self.messages, self.uploads, self.interactions, self._by_token, self._by_nonce):
            memory.clear()

    # Interactions and commands

    def all_commands(self) -> list[Json]:
        """The registered commands; a guild's own come before the global ones of the same name."""
        scopes = sorted(self.commands, key=lambda scope: scope is None)
        return [command for scope in scopes for command in self.commands[scope].values()]

    def remember(self, interaction: Interaction) -> None:
        self.interactions[interaction.id] = self._by_token[interaction.token] = interaction

    def interaction_by_token(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    def expire(self, interaction: Interaction, code: int = 10015) -> None:
        """Ends the life of the interaction's token: 10015 unknown webhook, or 50027 invalid token."""
        interaction.expired_with = code
