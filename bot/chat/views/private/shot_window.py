"""The window for a shot that could not be read, or not in one way: its parts as they were understood, to be corrected.

The parts are kept in memory for a quarter of an hour; after that, the button says so.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import fields
from typing import Any, TypeAlias

import discord

from bot.chat.desk.context import Interaction
from bot.chat.outgoing.messages import AnyInteraction
from bot.chat.outgoing.rows import Button
from bot.chat.render.notices.order_questions import question_answered
from bot.chat.views.presses.button_memory import ButtonMemory
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, referees, reported
from bot.chat.views.private.modals import Window
from bot.game.rulings import ShotParts
from rules.engine.records.frozen import dataclass

_MOST = 80
_USED = "You have sent this in already. Use the answer's buttons."
_LABELS = {
    "weapon": ("Weapon", "M16"),
    "shooter": ("Shooter", "name, posture, skill: Ripley, kneeling"),
    "target": ("Target", "name, posture, cover: guard, prone"),
    "range": ("Range", "40m, or a number of spaces"),
    "rest": ("Aim and anything else", "aim 4, burst, dusk"),
}
"""The label and an example for each part."""

OnParts: TypeAlias = Callable[[AnyInteraction, ShotParts], Awaitable[str]]
"""A function that gives the order with the parts, and returns its line."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The parts of a shot as they were understood, and the function that gets the corrected ones."""

    parts: ShotParts
    on_parts: OnParts


shots: ButtonMemory[Understood] = ButtonMemory("I no longer have that line. Type the shot again with /rule.")


def shot_row(by: AnyInteraction, parts: ShotParts, on_parts: OnParts) -> list[Button]:
    """Return the row with the button that opens the window for the user of an interaction."""
    button = ShotButton(shots.keep(Understood(parts, on_parts), by))
    return [button.to_component_dict()]


class ShotButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"srp:(?P<word>[0-9a-f]{16})"):
    """Opens the window with the parts of a shot."""

    def __init__(self, word: str) -> None:
        super().__init__(discord.ui.Button(label="Fill in", custom_id=f"srp:{word}"))
        self.word = word

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ShotButton:
        """Return the button that was pressed."""
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the window, or say that it is too late."""
        async with reported(interaction) as ours:
            await ours.response.send_modal(ShotModal(self.word, shots.get(self.word, ours), ours))


class ShotModal(Window):
    """The window: a field for each part."""

    def __init__(self, word: str, understood: Understood, by: Interaction) -> None:
        super().__init__("The shot", by)
        self._word = word
        self._understood = understood
        self._fields: dict[str, discord.ui.TextInput[Any]] = {}
        for part in fields(ShotParts):
            label, example = _LABELS[part.name]
            typed = discord.ui.TextInput[Any](
                custom_id=part.name,
                placeholder=example,
                default=getattr(understood.parts, part.name)[:_MOST] or None,
                required=False,
                max_length=_MOST,
            )
            self._fields[part.name] = typed
            self.add_item(discord.ui.Label(text=label, component=typed))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Pass the parts on, once; the question is put away."""
        parts = ShotParts(**{name: typed.value for name, typed in self._fields.items()})
        ours = referees(interaction)
        with presses.once(f"shot:{self._word}", ours.id, _USED):
            line = await self._understood.on_parts(ours, parts)
        shots.drop(self._word)
        await put_away(ours, question_answered(line))
