"""The request of an interaction, kept with it for a refusal that offers orders."""

from __future__ import annotations

from typing import Any

import discord

from bot.game.requests import Request
from rules.engine.records.frozen import dataclass

_KEY = "noted request"


@dataclass(frozen=True, slots=True)
class NotedRequest:
    """A request with the dice that were typed for it; `ruleset` is that of a quick ruling, `encounter` a button's."""

    request: Request
    dice: str = ""
    ruleset: str = ""
    encounter: str = ""


def note_request(interaction: discord.Interaction[Any], noted: NotedRequest) -> None:
    """Keep what an interaction asks for."""
    interaction.extras[_KEY] = noted


def noted_request(interaction: discord.Interaction[Any]) -> NotedRequest | None:
    """Return the value kept last, or None."""
    return interaction.extras.get(_KEY)
