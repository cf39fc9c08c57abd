"""One interaction from the person's action to the bot's answer, as the stand-in keeps it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from standin.world.scenery import Json

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5

TOKEN_LIFE = 15 * 60.0


@dataclass
class Interaction:
    """`payload` is what was sent to the bot; the rest is what became of it.

    `original` is the id of the message behind @original; `source` that of the message with the pressed
    component. `answered` is set by the callback or by running out of time, `settled` when there is something
    to look at: a deferred answer settles when it is edited, or when a followup takes its place."""

    payload: Json
    user_id: str
    channel_id: str
    name: str = ""
    source: str | None = None
    parent: Interaction | None = None
    callback_type: int | None = None
    original: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[str] = field(default_factory=list)
    failed: bool = False
    expired_with: int | None = None
    opened_at: float = field(default_factory=time.monotonic)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @property
    def token(self) -> str:
        return str(self.payload["token"])

    @property
    def type(self) -> int:
        return int(self.payload["type"])

    @property
    def menu(self) -> bool:
        """Whether the command was one of the context menu."""
        return "target_id" in self.payload["data"]

    def metadata(self) -> Json:
        """The fields about this interaction in a message that answers it."""
        made: Json = {
            "id": self.id,
            "type": self.type,
            "user": self.payload["member"]["user"] if "member" in self.payload else self.payload["user"],
            "authorizing_integration_owners": self.payload["authorizing_integration_owners"],
        }
        if self.name:
            made["name"] = self.name
        if self.menu:
            target, resolved = self.payload["data"]["target_id"], self.payload["data"]["resolved"]
            if "users" in resolved:
                made["target_user"] = resolved["users"][target]
            else:
                made["target_message_id"] = target
        if self.type == COMPONENT:
            made["interacted_message_id"] = self.source
        if self.type == MODAL and self.parent is not None:
            made["triggering_interaction_metadata"] = self.parent.metadata()
        return made

    def token_error(self) -> int | None:
        """The code with which the token is refused, or None while it is valid."""
        if self.expired_with is None and time.monotonic() - self.opened_at > TOKEN_LIFE:
            return 50027
        return self.expired_with
