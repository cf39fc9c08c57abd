"""The actions of the buttons under a ruling of one line, and under the question about its missing part.

Each button rules once: a second press is refused, because it would throw the dice once more.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import rulings
from bot.chat.desk.context import Interaction, pressed_group
from bot.chat.outgoing.ruling_controls import CHANGE_ID, CHANGE_PREFIX, LINE_ID, change_id, change_label, line_id
from bot.chat.render.notices.order_questions import question_answered
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported, take_away
from bot.errors import Outdated
from bot.game.journal.anchors import Anchor
from bot.game.rulings.quick_rulings import HEAL

_PRESSED = "You have already pressed this. Use the new ruling's buttons."


class ChangeButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=CHANGE_ID):
    """Rules again with another aim, with a burst, at another range."""

    def __init__(self, change: str, anchor: Anchor) -> None:
        super().__init__(discord.ui.Button(label=change_label(change), custom_id=change_id(change, anchor)))
        self.change = change
        self.anchor = anchor

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ChangeButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(match["change"].replace("-", " "), Anchor.parsed(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Rule again; errors are reported in private."""
        async with reported(interaction) as ours:
            try:
                group = await pressed_group(ours, self.anchor)
            except Outdated:
                await take_away(ours, f"{CHANGE_PREFIX}:")
                raise
            if self.change in ("range", HEAL):
                # A window or question may be opened any number of times.
                await rulings.change(ours, group, self.change)
                return
            with presses.once(_key(ours, change_id(self.change, self.anchor)), ours.id, _PRESSED):
                await rulings.change(ours, group, self.change)


class LineButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=LINE_ID):
    """Rules on the line that it holds, or shows its odds."""

    def __init__(self, what: str, book: str, line: str) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=line_id(what, book, line)))
        self.what = what
        self.book = book
        self.line = line

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> LineButton:
        """Return the button that was pressed."""
        return cls(match["what"], match["book"], match["line"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the question with this line; the question is put away."""
        async with reported(interaction) as ours:
            message = ours.message.id if ours.message else ours.id
            with presses.once(f"line:{message}", ours.id, _PRESSED):
                if self.what == "odds":
                    await rulings.tell_odds(ours, self.line, ruleset=self.book)
                else:
                    await rulings.rule(ours, self.line, ruleset=self.book)
            await put_away(ours, question_answered(self.line))


def _key(interaction: Interaction, custom_id: str) -> str:
    return f"{custom_id}:{interaction.message.id if interaction.message else interaction.id}"
