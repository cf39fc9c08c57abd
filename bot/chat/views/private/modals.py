"""Windows with one field to type into: pasted combatants, homebrew cards, typed dice.

A long text that is refused is not lost: a button opens the window again with it. A window that was opened before a
restart, or too long ago, is answered with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.desk.prompts import TextWindow
from bot.chat.outgoing.messages import AnyInteraction, send
from bot.chat.outgoing.rows import Rows
from bot.chat.outgoing.seats import keep_seat
from bot.chat.render.notices.order_questions import text_sent
from bot.chat.render.text.markdown import clip
from bot.chat.views.presses.button_memory import Addressee, ButtonMemory
from bot.chat.views.presses.common import put_away, referees, reported
from bot.errors import Outdated
from rules.engine.records.errors import Refusal

_LIFETIME = 3600.0
_opened: WeakValueDictionary[str, Window] = WeakValueDictionary()


class Window(discord.ui.Modal):
    """A window that only the user of an interaction may send in, from the same channel."""

    def __init__(self, title: str, by: AnyInteraction) -> None:
        super().__init__(title=clip(title, 45), timeout=_LIFETIME)
        self.custom_id = f"srm:{self.custom_id}"
        self._addressee = Addressee.by(by)
        keep_seat(self.custom_id, by)
        _opened[self.custom_id] = self

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Refuse what another user sends in, or the same one from another channel."""
        async with reported(interaction):
            self._addressee.check(interaction)
            return True
        return False

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction, error: Exception, /
    ) -> None:
        """Report what failed."""
        async with reported(interaction):
            raise error


class TextModal(Window):
    """A text window as Discord shows it to the user of an interaction; `done` follows once its text was taken."""

    def __init__(
        self, window: TextWindow, by: AnyInteraction, done: Callable[[Interaction], Awaitable[None]] | None = None
    ) -> None:
        super().__init__(window.title, by)
        self._window = window
        self._done = done
        self.field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph if window.long else discord.TextStyle.short,
            custom_id="text",
            placeholder=clip(window.placeholder, 100) or None,
            default=window.default[: window.most] or None,
            max_length=window.most,
        )
        hint = clip(window.hint, 100) or None
        self.add_item(discord.ui.Label(text=clip(window.label, 45), description=hint, component=self.field))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Pass the text on."""
        await self._window.on_text(referees(interaction), self.field.value)
        if self._done is not None:
            await self._done(referees(interaction))

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction, error: Exception, /
    ) -> None:
        """Report what failed; a long text that was refused may be corrected."""
        async with reported(interaction) as ours:
            if not self._window.long or not isinstance(error, Refusal):
                raise error
            window = replace(self._window, default=self.field.value)
            button = MendButton(mendable.keep(window, ours))
            await send(ours, render.refusal(str(error)), Rows([[button.to_component_dict()]]), private=True)


def text_window(by: AnyInteraction, window: TextWindow) -> TextModal:
    """Return the window as Discord shows it to the user of this interaction."""
    return TextModal(window, by)


# Each has up to 4,000 characters, so that all of them stay within 4 MiB.
mendable: ButtonMemory[TextWindow] = ButtonMemory(
    "I no longer have the text you typed. Open the window again.", most=250
)


def _reopened(word: str, by: Interaction) -> TextModal:
    """Return the window again with the text that was refused; once it is taken, the message with the button is put
    away.
    """

    async def done(interaction: Interaction) -> None:
        mendable.drop(word)
        await put_away(interaction, text_sent())

    return TextModal(mendable.get(word, by), by, done)


class MendButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"srt:(?P<word>[0-9a-f]{16})"):
    """Opens a window again with the text that was refused."""

    def __init__(self, word: str) -> None:
        super().__init__(
            discord.ui.Button(label="Correct it", style=discord.ButtonStyle.primary, custom_id=f"srt:{word}")
        )
        self.word = word

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MendButton:
        """Return the button that was pressed."""
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the window, or say that it is too late."""
        async with reported(interaction) as ours:
            await ours.response.send_modal(_reopened(self.word, ours))


async def answer_forgotten(interaction: discord.Interaction) -> None:
    """Answer a window that this process does not know, or no longer."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if not custom_id.startswith("srm:"):
        return
    modal = _opened.get(custom_id)
    if modal is not None and not modal.is_finished():
        return
    async with reported(interaction) as ours:
        if await orders.answer_if_stored(ours):
            return
        raise Outdated("That window is too old. Open it again.")
