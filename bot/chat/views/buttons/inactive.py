"""The button that keeps an inactive encounter open."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat import render
from bot.chat.commands import encounters
from bot.chat.outgoing.controls import KEEP_OPEN_PREFIX
from bot.chat.outgoing.messages import edit
from bot.chat.views.presses.common import reported


class KeepOpenButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{KEEP_OPEN_PREFIX}:(?P<encounter>[a-z0-9]{{1,40}})(?::[0-9]{{1,9}})?:(?P<made>[0-9]{{1,12}})",
):
    """Keeps the encounter open for its players, its GMs and those who may manage the channel."""

    def __init__(self, custom_id: str, encounter: str, made: int) -> None:
        super().__init__(discord.ui.Button(label="Keep open", custom_id=custom_id))
        self.encounter = encounter
        self.made = made

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> KeepOpenButton:
        """Return the button that was pressed."""
        return cls(match[0], match["encounter"], int(match["made"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Answer the notice, and say in its place who did."""
        async with reported(interaction) as ours:
            encounter = await encounters.keep_open(ours, self.encounter, self.made)
            await edit(ours, render.kept_open(encounter, str(ours.user.id)))
