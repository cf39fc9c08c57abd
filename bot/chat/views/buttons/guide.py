"""The buttons of `/start` that give no order of a fighter: the guide, a rulebook, a side, Chances, End."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import guide
from bot.chat.commands.guide import GUIDE_ID, PREFIX
from bot.chat.render.notices.order_questions import question_answered
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported

_PRESSED = "You have pressed that already; the next step is below."


class GuideButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=GUIDE_ID):
    """One step. Those that start or end the fight are taken once from each message."""

    def __init__(self, step: str, of: str, side: str = "") -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=":".join(filter(None, (PREFIX, step, of, side)))))
        self.step = step
        self.of = of
        self.side = side

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> GuideButton:
        """Return the button that was pressed."""
        return cls(match["step"], match["of"], match["side"] or "")

    async def callback(self, interaction: discord.Interaction) -> None:
        """Take the step; errors are reported in private."""
        async with reported(interaction) as ours:
            if self.step == "start":
                await guide.start(ours)
                return
            if self.step == "book":
                await guide.choose_side(ours, self.of)
                return
            if self.step == "odds":
                await guide.tell_first_odds(ours, self.of)
                return
            message = ours.message.id if ours.message else ours.id
            with presses.once(f"{PREFIX}:{self.step}:{message}", ours.id, _PRESSED):
                if self.step == "side":
                    await guide.begin(ours, self.of, self.side)
                else:
                    await guide.end(ours, self.of)
            await put_away(ours, question_answered("Started" if self.step == "side" else "End"))
