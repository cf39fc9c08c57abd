"""What has to be chosen before an order is carried out: the question in private, with a button for each choice.

The order is kept in memory for a quarter of an hour, because its words do not fit into a custom id; after that, or
after a restart, the buttons say so.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.render import Reply
from bot.chat.render.asking import question, question_answered
from bot.chat.render.markdown import bare, clip
from bot.chat.rows import LONGEST_LABEL, MOST_BUTTONS, MOST_ROWS, Rows, button
from bot.chat.service import Interaction
from bot.chat.views.answering import put_away, reported
from bot.chat.views.claims import presses
from bot.chat.views.kept import Kept
from bot.game.asking import AskFirst, Choice
from rules.engine.errors import NotAllowed

CarryOn = Callable[[Interaction, Choice], Awaitable[None]]

_PREFIX = "srk"
_CHOSEN = "You have chosen already; the answer is below. Give the order again to choose again."
_NOT_YOURS = "Only the player who gave this order may answer. Give an order of your own."


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question, the user it is put to, and what carries a choice out."""

    asked: AskFirst
    user: str
    carry_on: CarryOn


waiting: Kept[Waiting] = Kept("That question is no longer open and nothing was done. Give the order again.")


def choice_prompt(channel: str, asked: AskFirst, user: str, carry_on: CarryOn) -> tuple[Reply, discord.ui.View]:
    """Ask that user in that channel; `carry_on` gets the choice once it is pressed."""
    word = waiting.keep(Waiting(asked, user, carry_on), channel)
    buttons = [
        button(
            clip(bare(choice.label), LONGEST_LABEL) or "?", discord.ButtonStyle.primary, f"{_PREFIX}:{word}:{number}"
        )
        for number, choice in enumerate(asked.choices[: MOST_ROWS * MOST_BUTTONS])
    ]
    rows = [buttons[first : first + MOST_BUTTONS] for first in range(0, len(buttons), MOST_BUTTONS)]
    return question(asked.sentences), Rows(rows)


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
        """The button that was pressed."""
        return cls(match["word"], int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Carry the choice out, or say that it is too late."""
        async with reported(interaction) as ours:
            kept = waiting.get(self.word, str(ours.channel_id))
            if str(ours.user.id) != kept.user:
                raise NotAllowed(_NOT_YOURS)
            choice = kept.asked.choices[self.number]
            # Kept until it lapses: a second delivery of this press is answered with what the first one stored.
            with presses.once(f"choice:{self.word}", ours.id, _CHOSEN):
                await kept.carry_on(ours, choice)
            await put_away(ours, question_answered(choice.label))
