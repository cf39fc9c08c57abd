"""The prompt for typed dice: which throw is wanted, a button, a window to type it in.

What is to be done with the dice is kept in memory for a quarter of an hour; afterwards the button says so.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.referee import Outdated
from bot.render import Reply
from bot.render.asking import prompt, prompt_used
from bot.views.answering import ours, put_away, report
from bot.views.claims import presses
from bot.views.modals import OnText, TextModal
from rules.errors import DiceWanted

LIFETIME = 15 * 60.0
_MOST = 1000
_LAPSED = "The dice for that order are no longer waited for; give the order again with its dice."
_USED = "The dice for that order have been typed already."


@dataclass(frozen=True, slots=True)
class Waiting:
    """An order that waits for dice."""

    wanted: DiceWanted
    resume: OnText
    until: float


class Prompts:
    """Orders that wait for dice, by a random word; at most `most`, each for LIFETIME seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = _MOST) -> None:
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()
        self._clock = clock
        self._most = most

    def keep(self, wanted: DiceWanted, resume: OnText) -> str:
        """Keep one; returns its word."""
        now = self._clock()
        while self._waiting and (len(self._waiting) >= self._most or next(iter(self._waiting.values())).until <= now):
            self._waiting.popitem(last=False)
        word = secrets.token_hex(8)
        self._waiting[word] = Waiting(wanted, resume, now + LIFETIME)
        return word

    def get(self, word: str) -> Waiting:
        """The one of that word. Raises Outdated."""
        waiting = self._waiting.get(word)
        if waiting is None or waiting.until <= self._clock():
            raise Outdated(_LAPSED)
        return waiting

    def drop(self, word: str) -> None:
        """Forget one that has been answered."""
        self._waiting.pop(word, None)


prompts = Prompts()


def dice_prompt(wanted: DiceWanted, dice: str, resume: OnText) -> tuple[Reply, discord.ui.View]:
    """Ask for the next die (`dice` are those typed so far); `resume` gets the text once it is typed."""
    view = discord.ui.View(timeout=None)
    view.add_item(PromptButton(prompts.keep(wanted, resume)))
    return prompt(wanted), view


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
        """The button that was pressed."""
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the window, or say that it is too late."""
        try:
            waiting = prompts.get(self.word)
            await interaction.response.send_modal(_window(self.word, waiting))
        except Exception as error:
            await report(interaction, error)


def _window(word: str, waiting: Waiting) -> TextModal:
    wanted = waiting.wanted

    async def typed(interaction: discord.Interaction, text: str) -> None:
        with presses.once(f"dice:{word}", interaction.id, _USED):
            await waiting.resume(ours(interaction), text)
        prompts.drop(word)
        await put_away(interaction, prompt_used())

    return TextModal(
        "Dice thrown on the table",
        f"{wanted.why[:1].upper()}{wanted.why[1:]}",
        placeholder=f"{wanted.low} to {wanted.high}",
        on_text=typed,
        hint=f"A die of {wanted.low} to {wanted.high}. Type further dice behind it if you have thrown them.",
        most=300,
    )
