"""The actions of the buttons under a hidden roll: Reveal posts a secret roll, See the result shows a blind one to a
GM."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import rolls
from bot.chat.commands.rolls import REVEALED
from bot.chat.outgoing.controls import BLIND_PREFIX, REVEAL_PREFIX, roll_id
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported
from bot.game.pages.loose_dice import Hidden, Kind

_SIGNS = r"[0-9dFskhl+*/()!<>=#,-]"
_ROLL = (
    rf"(?P<interaction>[0-9]{{1,19}}):(?P<line>{_SIGNS}{{1,40}})(?::(?P<number>[0-9]{{1,6}}))?:(?P<seal>[0-9a-f]{{8}})"
)


def _roll(kind: Kind, match: re.Match[str]) -> Hidden:
    return Hidden(kind, match["by"], match["interaction"], match["line"], int(match["number"] or 0), match["seal"])


class RevealButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{REVEAL_PREFIX}:(?P<by>[0-9]{{1,20}}):{_ROLL}",
):
    """Posts the result of a secret roll, once, for the user who rolled."""

    def __init__(self, roll: Hidden) -> None:
        super().__init__(discord.ui.Button(label="Reveal", custom_id=roll_id(roll)))
        self.roll = roll

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> RevealButton:
        """Return the button that was pressed."""
        return cls(_roll(Kind.SECRET, match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Post the result and take the button away."""
        async with reported(interaction) as ours:
            with presses.once(roll_id(self.roll), ours.id, REVEALED):
                await rolls.reveal(ours, self.roll)
            await put_away(ours, ours.message.content if ours.message else "")


class BlindButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{BLIND_PREFIX}:(?P<by>[0-9a-f]{{1,40}}):{_ROLL}",
):
    """Shows the result of a blind roll to a GM."""

    def __init__(self, roll: Hidden) -> None:
        super().__init__(discord.ui.Button(label="See the result", custom_id=roll_id(roll)))
        self.roll = roll

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> BlindButton:
        """Return the button that was pressed."""
        return cls(_roll(Kind.BLIND, match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Show the result; errors are reported in private."""
        async with reported(interaction) as ours:
            await rolls.tell_blind(ours, self.roll)
