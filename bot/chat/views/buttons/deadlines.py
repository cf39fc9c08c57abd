"""The buttons under reminders of decisions, and under calls of the GM when time is up."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.commands import my
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.controls import DECISION_BUTTONS, DECISION_PREFIX
from bot.chat.outgoing.messages import edit
from bot.chat.render.notices import deadlines as words
from bot.chat.views.presses.common import put_away, reported


class DecisionButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{DECISION_PREFIX}:(?P<encounter>[a-z0-9]{{1,40}}):(?P<verb>{'|'.join(DECISION_BUTTONS)})"
    r":(?P<decision>[0-9]{1,9})(?P<window>\.[0-9]{1,9})?:[0-9]{1,16}",
):
    """The actions of the buttons about a due decision."""

    def __init__(self, custom_id: str, verb: str, encounter: str, decision: int, window: str = "") -> None:
        super().__init__(discord.ui.Button(label=DECISION_BUTTONS[verb][0], custom_id=custom_id))
        self.verb = verb
        self.encounter = encounter
        self.decision = decision
        self.window = window

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> DecisionButton:
        """Return the button that was pressed."""
        number, impulse = match["decision"], match["window"]
        if impulse:
            return cls(match[0], match["verb"], match["encounter"], 0, f"{number}{impulse}")
        return cls(match[0], match["verb"], match["encounter"], int(number))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do it, with the rights of the user who pressed."""
        async with reported(interaction) as ours:
            await self._do(ours)

    async def _do(self, ours: Interaction) -> None:
        match self.verb:
            case "order":
                await my.order_form(ours, self.encounter)
            case "pass":
                await my.pass_all(ours, self.encounter, self.decision, self.window)
            case "stop":
                await my.stop(ours, self.encounter, self.decision)
            case "mine":
                await my.tell_done(ours, self.encounter, self.decision)
            case "back":
                await my.away(ours, "back")
            case "wait":
                await edit(ours, await my.wait(ours, self.encounter, self.decision))
            case _:
                await my.pass_for_late(ours, self.encounter, self.decision)
                await put_away(ours, words.passed_for(str(ours.user.id)).content)
