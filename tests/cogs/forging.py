"""Altered clients: copies of other people's buttons, selects and forms, and custom ids that are made up.

Discord's own client sends only what its user sees. Here a message of the bot's gets the part that somebody copied, and
a form that another user has opened is sent in.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from standin.driver import Answer, Person
from standin.world.scenery import Json
from tests.cogs.conftest import Game


class Forger:
    """Sends in the name of a person what that person has not been offered."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._posted: dict[str, str] = {}

    async def post(self, channel: str, custom_id: str, options: Sequence[str] = ()) -> Json:
        """Return a message of the bot's with one button, or one select, that everybody can use."""
        part: Json = {"type": 2, "id": 2, "style": 1, "label": "Press", "custom_id": custom_id}
        if options:
            chosen = [{"label": option, "value": option} for option in options]
            part = {"type": 3, "id": 2, "custom_id": custom_id, "options": chosen, "min_values": 1, "max_values": 1}
        channel_id = self._game.gm.channel_id(channel)
        if channel_id not in self._posted:
            posted = await self._game.client.get_partial_messageable(int(channel_id)).send("posted")
            self._posted[channel_id] = str(posted.id)
        # It is one message whose parts change: the bot may not post many in a short time.
        data = self._game.playground.world.message(channel_id, self._posted[channel_id]).data
        data["components"] = [{"type": 1, "id": 1, "components": [part]}]
        data["embeds"], data["content"] = [], "posted"
        return data

    async def press(self, who: Person, channel: str, custom_id: str, *values: str) -> Answer:
        """Press a button of this id, or choose these values in a select."""
        message = await self.post(channel, custom_id, values)
        return await (who.select(message, custom_id, [*values]) if values else who.click(message, custom_id=custom_id))

    async def submit(self, who: Person, channel: str, window: Answer, fields: dict[str, Any]) -> Answer:
        """Send in a form that somebody else has opened, or the same one from another channel."""
        opened = copy.copy(window.interaction)
        opened.user_id, opened.channel_id = who.id, self._game.gm.channel_id(channel)
        return await who.submit(Answer(opened, self._game.playground.world), fields)


def copied(game: Game, answer: Answer, custom_id: str = "") -> Json:
    """Return an answer as a message that everybody can use, with the button of another message if one is given."""
    data = answer.message
    message = game.playground.world.message(data["channel_id"], data["id"])
    message.audience = None
    if custom_id:
        part = {"type": 2, "id": 2, "style": 1, "label": "Press", "custom_id": custom_id}
        data["components"] = [{"type": 1, "id": 1, "components": [part]}]
    return data
