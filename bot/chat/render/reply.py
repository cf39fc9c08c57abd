"""An answer before it becomes a message: the renderers make it, delivery sends it."""

from __future__ import annotations

from dataclasses import dataclass

import discord


@dataclass(frozen=True, slots=True)
class Reply:
    """Content that needs no embed to be understood, embeds, the ids of users it may ping, files (name, bytes), and
    pictures (name, bytes, a description of at most 1024 characters for those who cannot see it)."""

    content: str = ""
    embeds: tuple[discord.Embed, ...] = ()
    mentions: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    pictures: tuple[tuple[str, bytes, str], ...] = ()
