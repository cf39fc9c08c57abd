"""Windows with one field to type into: pasted combatants, house cards, typed dice.

A window that was opened before a restart, or too long ago, is answered with a sentence instead of silence.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.referee import Outdated
from bot.views.answering import ours, report

if TYPE_CHECKING:
    from bot.desk import Interaction

OnText = Callable[["Interaction", str], Awaitable[None]]

_LIFETIME = 3600.0
_MOST_TEXT = 4000
_opened: WeakValueDictionary[str, TextModal] = WeakValueDictionary()


class TextModal(discord.ui.Modal):
    """One field; `on_text` gets what was typed in it. Title and label are cut to 45 characters."""

    def __init__(
        self,
        title: str,
        label: str,
        placeholder: str = "",
        default: str = "",
        long: bool = False,
        on_text: OnText | None = None,
        *,
        hint: str = "",
        most: int = _MOST_TEXT,
    ) -> None:
        super().__init__(title=_cut(title, 45), timeout=_LIFETIME)
        self.custom_id = f"srm:{self.custom_id}"
        self._on_text = on_text
        self.field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            custom_id="text",
            placeholder=_cut(placeholder, 100) or None,
            default=default[:most] or None,
            max_length=most,
        )
        self.add_item(discord.ui.Label(text=_cut(label, 45), description=_cut(hint, 100) or None, component=self.field))
        _opened[self.custom_id] = self

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Hand the text on."""
        if self._on_text is not None:
            await self._on_text(ours(interaction), self.field.value)

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction, error: Exception, /
    ) -> None:
        """See `answering.report`."""
        await report(interaction, error)


async def answer_forgotten(interaction: discord.Interaction) -> None:
    """Say so when a window is sent in that this process knows nothing of (any more)."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not custom_id.startswith("srm:"):
        return
    known = _opened.get(custom_id)
    if known is not None and not known.is_finished():
        return
    try:
        given = ours(interaction)
        desk = given.client.desk
        if stored := await desk.referee.journal.by_interaction(str(interaction.id)):
            await desk.delivery.answer(given, stored)
            return
        raise Outdated("That window was opened too long ago, or before a restart; please open it again.")
    except Exception as error:
        await report(interaction, error)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
