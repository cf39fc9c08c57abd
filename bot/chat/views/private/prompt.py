"""The prompt for typed dice: which throw is wanted, a button, a window to type it in.

The order is kept in memory for a quarter of an hour; after that, the button says so.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.desk.context import Interaction
from bot.chat.desk.prompts import OnText, TextWindow
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.chat.render.notices.order_questions import prompt, prompt_used
from bot.chat.views.presses.button_memory import ButtonMemory
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported
from bot.chat.views.private.modals import TextModal
from rules.engine.records.errors import DiceWanted
from rules.engine.records.frozen import dataclass

_USED = "The dice for that order are already typed."


@dataclass(frozen=True, slots=True)
class Waiting:
    """The dice that an order needs, from `low` to `high` for `why`, and what to do with them."""

    why: str
    low: int
    high: int
    resume: OnText


prompts: ButtonMemory[Waiting] = ButtonMemory("That question is no longer open. Give the order again with its dice.")


def dice_prompt(by: Interaction, wanted: DiceWanted, resume: OnText) -> tuple[Reply, Rows]:
    """Ask the user of an interaction for the next die; `resume` gets the text once it is typed."""
    button = PromptButton(prompts.keep(Waiting(wanted.why, wanted.low, wanted.high, resume), by))
    return prompt(wanted), Rows([[button.to_component_dict()]])


class PromptButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"srd:(?P<word>[0-9a-f]{16})"):
    """Opens the window for the dice."""

    def __init__(self, word: str) -> None:
        super().__init__(
            discord.ui.Button(label="Type the dice", style=discord.ButtonStyle.primary, custom_id=f"srd:{word}")
        )
        self.word = word

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PromptButton:
        """Return the button that was pressed."""
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the window, or say that it is too late."""
        async with reported(interaction) as ours:
            waiting = prompts.get(self.word, ours)
            await ours.response.send_modal(TextModal(_window(self.word, waiting), ours))


def _window(word: str, waiting: Waiting) -> TextWindow:
    async def on_text(interaction: Interaction, text: str) -> None:
        with presses.once(f"dice:{word}", interaction.id, _USED):
            await waiting.resume(interaction, text)
        prompts.drop(word)
        await put_away(interaction, prompt_used())

    return TextWindow(
        "Dice thrown on the table",
        f"{waiting.why[:1].upper()}{waiting.why[1:]}",
        on_text,
        placeholder=f"{waiting.low} to {waiting.high}",
        hint=f"A number from {waiting.low} to {waiting.high}; separate several dice with spaces.",
        most=300,
    )
