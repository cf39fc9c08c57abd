"""The buttons under an answer of /help: further topics, and the next page. They hold all they need."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import guide
from bot.chat.commands.guide import HELP_ID, HELP_PREFIX
from bot.chat.views.presses.common import reported


class HelpButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=HELP_ID):
    """Shows a page of a topic; it may be pressed any number of times."""

    def __init__(self, key: str, page: int) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=f"{HELP_PREFIX}:{key}:{page}"))
        self.key = key
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> HelpButton:
        """Return the button that was pressed."""
        return cls(match["key"], int(match["page"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer in private."""
        async with reported(interaction) as ours:
            await guide.show_by_key(ours, self.key, self.page)
