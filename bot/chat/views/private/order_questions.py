"""The choices before an order is carried out: the question in private, with a button for each choice.

The order is kept in memory for a quarter of an hour, because its words do not fit into a custom id; after that, or
after a restart, the buttons say so.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.chat.desk.context import Interaction
from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, MOST_ROWS, Rows, button
from bot.chat.render import Reply
from bot.chat.render.notices.order_questions import question, question_answered
from bot.chat.render.text.markdown import bare, clip
from bot.chat.views.presses.button_memory import ButtonMemory
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported
from bot.game.requests.order_questions import AskFirst, Choice
from rules.engine.records.frozen import dataclass

CarryOn = Callable[[Interaction, Choice], Awaitable[None]]
Yes = Callable[[Interaction], Awaitable[None]]

_PREFIX = "srk"
_CHOSEN = "You have already chosen; the answer is below. Give the order again to choose again."


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question's choices, and the function that carries out a choice by its number."""

    labels: tuple[str, ...]
    carry_on: Callable[[Interaction, int], Awaitable[None]]


waiting: ButtonMemory[Waiting] = ButtonMemory(
    "That question is no longer open. Nothing has changed; give the order again."
)


def choice_prompt(by: Interaction, asked: AskFirst, carry_on: CarryOn) -> tuple[Reply, Rows]:
    """Ask the user of an interaction; `carry_on` gets the choice once it is pressed."""
    # The exception has a traceback, which would keep all that the order was read from.
    choices = asked.choices

    async def chosen(answer: Interaction, number: int) -> None:
        await carry_on(answer, choices[number])

    labels = tuple(choice.label for choice in choices)
    return question(asked.sentences), _buttons(by, Waiting(labels, chosen), discord.ButtonStyle.primary)


def confirmation(by: Interaction, asked: str, label: str, on_yes: Yes) -> tuple[Reply, Rows]:
    """Ask the user of an interaction to confirm something that cannot be undone; `on_yes` does it."""

    async def confirmed(answer: Interaction, _: int) -> None:
        await on_yes(answer)

    return question([asked]), _buttons(by, Waiting((label,), confirmed), discord.ButtonStyle.danger)


def _buttons(by: Interaction, asked: Waiting, style: discord.ButtonStyle) -> Rows:
    word = waiting.keep(asked, by)
    buttons = [
        button(clip(bare(label), LONGEST_LABEL) or "?", style, f"{_PREFIX}:{word}:{number}")
        for number, label in enumerate(asked.labels[: MOST_ROWS * MOST_BUTTONS])
    ]
    return Rows(buttons[first : first + MOST_BUTTONS] for first in range(0, len(buttons), MOST_BUTTONS))


class ChoiceButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{_PREFIX}:(?P<word>[0-9a-f]{{16}}):(?P<number>[0-9]{{1,2}})",
):
    """One choice. A question is answered once, however often its buttons are pressed."""

    def __init__(self, word: str, number: int) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=f"{_PREFIX}:{word}:{number}"))
        self.word = word
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ChoiceButton:
        """Return the button that was pressed."""
        return cls(match["word"], int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Carry the choice out, or say that it is too late."""
        async with reported(interaction) as ours:
            kept = waiting.get(self.word, ours)
            # Kept until it lapses: a second delivery of this press is answered with what the first one stored.
            with presses.once(f"choice:{self.word}", ours.id, _CHOSEN):
                await kept.carry_on(ours, self.number)
            await put_away(ours, question_answered(kept.labels[self.number]))
