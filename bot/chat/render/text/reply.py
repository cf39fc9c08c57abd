"""An answer before it becomes a message: the renderers make it, delivery sends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from io import BufferedIOBase

import discord

from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """Content that needs no embed to be understood, embeds, the ids of users it may ping, files (name, bytes), open
    files (name, file; those who opened them close them), and pictures (name, bytes, a description of at most 1024
    characters for those who cannot see it).

    `in_words` makes the reply for screen readers if content, embeds or files are laid out by columns or drawn: a
    content of any length, and its files. It may take long. `passing`: it tells what time it is, calls nobody, and may
    take the place of an earlier reply of this kind."""

    content: str = ""
    embeds: tuple[discord.Embed, ...] = ()
    mentions: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    opened: tuple[tuple[str, BufferedIOBase], ...] = ()
    pictures: tuple[tuple[str, bytes, str], ...] = ()
    passing: bool = False
    in_words: Callable[[], Reply] | None = field(default=None, compare=False, repr=False)
