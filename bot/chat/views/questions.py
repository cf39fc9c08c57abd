"""The buttons of an open question, one for each choice, under the answer that asks it and under the board.

A press is an order like any other; a button whose question is no longer open says so and goes.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.chat.messages import TROUBLE
from bot.chat.render.markdown import bare, clip
from bot.chat.views.answering import reported
from bot.chat.views.rows import LONGEST_LABEL, MOST_BUTTONS, MOST_ROWS, Button, Rows, button
from bot.game.journal import Entry
from bot.game.referee import Outdated
from bot.game.requests import OrderContext
from rules.engine.agenda import Question
from rules.engine.model import Encounter
from rules.engine.orders import Answer

if TYPE_CHECKING:
    from bot.chat.service import Interaction

log = logging.getLogger(__name__)

_PREFIX = "srq"
_SETTLED = "That question is no longer open; nothing was done."


def asked(encounter: Encounter) -> list[Question]:
    """The questions that wait for an answer, the first of each combatant who is asked several."""
    questions = [] if encounter.ended else [m for m in encounter.agenda if isinstance(m, Question)]
    return [q for n, q in enumerate(questions) if q.to not in [before.to for before in questions[:n]]]


def question_rows(entry: Entry) -> list[list[Button]]:
    """A button for each choice of the questions that are open after an entry; room is left for a row of others."""
    rows: list[list[Button]] = []
    for question in asked(entry.state):
        # It may stand below somebody else's order.
        whose = entry.state.combatant(question.to).name
        buttons = [
            button(
                clip(bare(f"{whose}: {choice}"), LONGEST_LABEL) or "?",
                discord.ButtonStyle.primary,
                f"{_PREFIX}:{entry.encounter_id}:{entry.seq}:{question.to}:{n}",
            )
            for n, choice in enumerate(question.choices)
        ]
        rows += [buttons[n : n + MOST_BUTTONS] for n in range(0, len(buttons), MOST_BUTTONS)]
    return rows[: MOST_ROWS - 1]


def question_view(entry: Entry) -> discord.ui.View | None:
    """The same as the only buttons of a message; None where nothing is asked."""
    rows = question_rows(entry)
    return Rows(rows) if rows else None


class QuestionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{_PREFIX}:(?P<encounter>[a-z0-9]{{1,40}}):(?P<seq>[0-9]{{1,9}})"
    r":(?P<to>[a-z0-9]{1,10}):(?P<choice>[0-9]{1,2})",
):
    """One choice at a question."""

    def __init__(self, encounter: str, seq: int, to: str, choice: int) -> None:
        custom_id = f"{_PREFIX}:{encounter}:{seq}:{to}:{choice}"
        super().__init__(discord.ui.Button(label="?", custom_id=custom_id))
        self.encounter = encounter
        self.seq = seq
        self.to = to
        self.choice = choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> QuestionButton:
        """The button that was pressed; nothing is loaded yet."""
        return cls(match["encounter"], int(match["seq"]), match["to"], int(match["choice"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the question; whatever fails is told in private."""
        async with reported(interaction) as given:
            try:
                await self._answer(given)
            except Outdated:
                await _take_away(given)
                raise

    async def _answer(self, interaction: Interaction) -> None:
        service = interaction.client.service
        entry = await service.referee.journal.entry(self.encounter, self.seq)
        question = next((q for q in asked(entry.state) if q.to == self.to), None) if entry else None
        if question is None or self.choice >= len(question.choices):
            raise Outdated(_SETTLED)
        request = Chosen(question, question.choices[self.choice])
        await service.give(
            interaction, lambda invocation: service.referee.carry_out(invocation, request, encounter_id=self.encounter)
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pressed choice, good as long as the very same question is open."""

    question: Question
    choice: str

    def order(self, context: OrderContext) -> Answer:
        """As in Wish; raises Outdated."""
        if self.question not in asked(context.encounter):
            raise Outdated(_SETTLED)
        return Answer(self.question.to, self.choice)


async def _take_away(interaction: Interaction) -> None:
    """Leave the message without the buttons of questions; the reason follows as a private sentence."""
    if interaction.message is None or interaction.response.is_done():
        return
    rows = [[part.to_dict() for part in getattr(row, "children", ())] for row in interaction.message.components]
    kept = [row for row in rows if not str(row[0].get("custom_id")).startswith(f"{_PREFIX}:")]
    try:
        await interaction.response.edit_message(view=Rows(kept) if kept else None)
    except TROUBLE as error:
        log.debug("a message keeps the buttons of its question: %s", error)
