"""Windows with one field to type into: pasted combatants, house cards, typed dice.

A long text that is refused is not lost: a button opens the window again with it. A window that was opened before a
restart, or too long ago, is answered with a sentence instead of silence.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.chat import render
from bot.chat.messages import send
from bot.chat.render.asking import text_sent
from bot.chat.render.markdown import clip
from bot.chat.service import Interaction
from bot.chat.views.answering import ours, put_away, reported
from bot.chat.views.kept import Kept
from bot.game.referee import Outdated
from rules.engine.errors import Refusal

OnText = Callable[[Interaction, str], Awaitable[None]]

_LIFETIME = 3600.0
_MOST_TEXT = 4000
_opened: WeakValueDictionary[str, TextModal] = WeakValueDictionary()


class TextModal(discord.ui.Modal):
    """One field; `on_text` gets what was typed in it. Title and label are cut to 45 characters."""

    def __init__(
        self,
        title: str,
        label: str,
        on_text: OnText,
        *,
        placeholder: str = "",
        default: str = "",
        long: bool = False,
        hint: str = "",
        most: int = _MOST_TEXT,
    ) -> None:
        super().__init__(title=clip(title, 45), timeout=_LIFETIME)
        self.custom_id = f"srm:{self.custom_id}"
        self._on_text = on_text
        self._written = Written(title, label, on_text, placeholder, hint) if long else None
        self.field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            custom_id="text",
            placeholder=clip(placeholder, 100) or None,
            default=default[:most] or None,
            max_length=most,
        )
        self.add_item(discord.ui.Label(text=clip(label, 45), description=clip(hint, 100) or None, component=self.field))
        _opened[self.custom_id] = self

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Hand the text on."""
        await self._on_text(ours(interaction), self.field.value)

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction, error: Exception, /
    ) -> None:
        """Tell what failed; a long text that was refused may be mended."""
        async with reported(interaction) as given:
            if self._written is None or not isinstance(error, Refusal):
                raise error
            view = discord.ui.View(timeout=None)
            view.add_item(MendButton(mendable.keep(replace(self._written, text=self.field.value))))
            await send(given, render.refusal(str(error)), view, private=True)


@dataclass(frozen=True, slots=True)
class Written:
    """A long text with the window it was typed in."""

    title: str
    label: str
    on_text: OnText
    placeholder: str
    hint: str
    text: str = ""

    def window(self, word: str) -> TextModal:
        """The window again; once its text is taken, the message it was opened from is put away."""

        async def sent(interaction: Interaction, text: str) -> None:
            await self.on_text(interaction, text)
            mendable.drop(word)
            await put_away(interaction, text_sent())

        return TextModal(
            self.title, self.label, sent, placeholder=self.placeholder, default=self.text, long=True, hint=self.hint
        )


mendable: Kept[Written] = Kept("What was typed there is no longer kept; please open the window anew.")


class MendButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"srt:(?P<word>[0-9a-f]{16})"):
    """Opens a window again with the text that was refused."""

    def __init__(self, word: str) -> None:
        super().__init__(discord.ui.Button(label="Mend it", style=discord.ButtonStyle.primary, custom_id=f"srt:{word}"))
        self.word = word

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MendButton:
        """The button that was pressed."""
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Open the window, or say that it is too late."""
        async with reported(interaction) as given:
            await given.response.send_modal(mendable.get(self.word).window(self.word))


async def answer_forgotten(interaction: discord.Interaction) -> None:
    """Say so when a window is sent in that this process knows nothing of (any more)."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not custom_id.startswith("srm:"):
        return
    known = _opened.get(custom_id)
    if known is not None and not known.is_finished():
        return
    async with reported(interaction) as given:
        if await given.client.service.answer_if_stored(given):
            return
        raise Outdated("That window was opened too long ago, or before a restart; please open it again.")
