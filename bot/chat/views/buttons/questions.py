"""The action of a press on one choice of an open question: the answer is an order like any other.

A button whose question is no longer open says so and is removed.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import discord

from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, masks_in, pressed_entry
from bot.chat.outgoing.controls import QUESTION_PREFIX, open_questions, question_id
from bot.chat.views.presses.common import reported, take_away
from bot.errors import Outdated
from bot.game.journal.anchors import ANCHOR, Anchor
from bot.game.requests import OrderContext
from bot.game.sight.masks import MaskedId
from rules.engine.records.agenda import Question
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Answer
from rules.engine.records.records import Order

_SETTLED = "That question is no longer open. Nothing has changed."


class QuestionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{QUESTION_PREFIX}:{ANCHOR}"
    r":(?P<to>[a-z0-9]{1,10}):(?P<choice>[0-9]{1,2})",
):
    """One choice at a question."""

    def __init__(self, anchor: Anchor, to: MaskedId, choice: int) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=question_id(anchor, to, choice)))
        self.anchor = anchor
        self.to = to
        self.choice = choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> QuestionButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(Anchor.parsed(match), MaskedId(match["to"]), int(match["choice"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the question; errors are reported in private."""
        async with reported(interaction) as ours:
            try:
                await self._answer(ours)
            except Outdated:
                await take_away(ours, f"{QUESTION_PREFIX}:")
                raise

    async def _answer(self, interaction: Interaction) -> None:
        desk = interaction.client.desk
        entry = await pressed_entry(interaction, self.anchor)
        to = masks_in(desk, entry.encounter_id).unmask(self.to)
        question = next((q for q in open_questions(entry.state) if q.to == to), None)
        if question is None or self.choice >= len(question.choices):
            raise Outdated(_SETTLED)
        await orders.give_in_encounter(interaction, entry.encounter_id, Chosen(question, question.choices[self.choice]))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pressed choice, valid as long as the very same question is open."""

    makes: ClassVar[type[Order]] = Answer

    question: Question
    choice: str

    def order(self, context: OrderContext) -> Answer:
        """Return the order that it means in this context. Raises Outdated."""
        if self.question not in open_questions(context.truth):
            raise Outdated(_SETTLED)
        return Answer(self.question.to, self.choice)
