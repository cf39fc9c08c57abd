"""The action of a press on Let in or Refuse: a GM answers a player's request to join, by an order like any other.

The request is in the encounter's state, so its buttons work after a restart and for everyone who is a GM by then. Those
of a request that is answered or was undone say so and are removed.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import discord

from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.controls import APPLICATION_PREFIX, application_id
from bot.chat.views.presses.common import reported, take_away
from bot.errors import Outdated
from bot.game.requests import OrderContext
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Order
from rules.engine.table.joining import SETTLED, Decide


class JoinRequestButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{APPLICATION_PREFIX}:(?P<encounter>[a-z0-9]{{1,40}}):(?P<id>[0-9]{{1,20}}):(?P<answer>in|no)",
):
    """One answer to a request."""

    def __init__(self, encounter: str, id: str, admit: bool) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=application_id(encounter, id, admit)))
        self.encounter = encounter
        self.application = id
        self.admit = admit

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> JoinRequestButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(match["encounter"], match["id"], match["answer"] == "in")

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the request; errors are reported in private."""
        async with reported(interaction) as ours:
            try:
                await self._answer(ours)
            except Outdated:
                await take_away(ours, application_id(self.encounter, self.application))
                raise

    async def _answer(self, interaction: Interaction) -> None:
        await orders.give_in_encounter(interaction, self.encounter, Answered(self.application, self.admit))


@dataclass(frozen=True, slots=True)
class Answered:
    """A pressed answer, valid as long as the request is open."""

    makes: ClassVar[type[Order]] = Decide

    application: str
    admit: bool

    def order(self, context: OrderContext) -> Decide:
        """Return the order that it means in this context. Raises Outdated."""
        encounter = context.encounter
        if encounter.ended or all(self.application != asked.id for asked in encounter.applications):
            raise Outdated(SETTLED)
        return Decide(self.application, self.admit)
