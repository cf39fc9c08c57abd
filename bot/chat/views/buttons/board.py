"""The buttons under a live board: Next, and the whole board for one reader.

A press of Next is carried out as that of an answer's button. A board that is a moment behind stays as it is: an old
press is refused in private, and the board is brought up to date.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import encounters
from bot.chat.desk.context import Interaction, pressed_group
from bot.chat.outgoing.controls import BOARD_PREFIX, BOARD_VERBS
from bot.chat.views.buttons.reply_buttons import pressed
from bot.chat.views.presses.common import reported
from bot.errors import Outdated
from bot.game.journal.anchors import ANCHOR, Anchor


class BoardButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{BOARD_PREFIX}:(?P<verb>{'|'.join(BOARD_VERBS)}):[0-9]{{1,9}}:{ANCHOR}",
):
    """One button under a live board."""

    def __init__(self, custom_id: str, verb: str, anchor: Anchor) -> None:
        label, style = BOARD_VERBS[verb]
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id))
        self.verb = verb
        self.anchor = anchor

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> BoardButton:
        """Return the button that was pressed."""
        return cls(match[0], match["verb"], Anchor.parsed(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says; errors are reported in private."""
        async with reported(interaction) as ours:
            await self._press(ours)

    async def _press(self, interaction: Interaction) -> None:
        group = await pressed_group(interaction, self.anchor)
        if self.verb == "show":
            await encounters.tell_board(interaction)
            return
        try:
            await pressed(interaction, self.verb, group)
        except Outdated:
            encounters.touch_board(interaction, self.anchor.encounter)
            raise
