"""The action of a press on Keep: a player accepts a fighter that another user added or handed over, for their roster.
Under a message to players of several owners one button offers each of them their own.

Only the fighter's player may press it. It works as long as the encounter is kept, before its end and after it.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import encounters
from bot.chat.desk.context import check_press
from bot.chat.outgoing.controls import KEEP_PREFIX, OWN, keep_id
from bot.chat.views.presses.common import reported
from bot.game.journal.anchors import ANCHOR, Anchor
from bot.game.sight.masks import MaskedId


class KeepButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{KEEP_PREFIX}:{ANCHOR}:(?P<fighter>[a-z0-9]{{1,10}})",
):
    """Keep one fighter."""

    def __init__(self, anchor: Anchor, fighter: MaskedId) -> None:
        super().__init__(discord.ui.Button(label="Keep", custom_id=keep_id(anchor, fighter)))
        self.anchor = anchor
        self.fighter = fighter

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> KeepButton:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(Anchor.parsed(match), MaskedId(match["fighter"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Keep the fighter; errors are reported in private."""
        async with reported(interaction) as ours:
            await check_press(ours, self.anchor)
            if self.fighter == OWN:
                await encounters.offer_own(ours, self.anchor)
            else:
                await encounters.accept(ours, self.anchor.encounter, fighter=self.fighter)
