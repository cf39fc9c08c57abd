"""What an answer consists of before it becomes a message: the renderers make it, delivery sends it."""

from __future__ import annotations

from dataclasses import dataclass

import discord


@dataclass(frozen=True, slots=True)
class Reply:
    """One line of content that stands alone, embeds, the users it may ping (ids), files (name, bytes), and pictures
    (name, bytes, what is to be seen in it for whom cannot see it: at most 1024 characters)."""

    content: str = ""
    embeds: tuple[discord.Embed, ...] = ()
    mentions: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    pictures: tuple[tuple[str, bytes, str], ...] = ()
