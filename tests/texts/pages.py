"""Texts outside Python: on the pages (HTML, JavaScript), in the data (TOML), and in what Discord shows of commands."""

from __future__ import annotations

import asyncio
import importlib
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.connection.client import COGS
from tests.texts.literals import is_text

_ATTRIBUTES = frozenset(("aria-label", "title", "placeholder", "alt"))
_JAVASCRIPT = re.compile(
    r"""/\*.*?\*/|(?<!:)//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL
)
_SELECTOR = re.compile(r"^[#.\[]|[>\[\]=]|^[a-z-]+ [.#]")


def html(path: Path) -> Iterator[str]:
    """Yield the texts of a page and of its elements' attributes."""
    texts: list[str] = []

    class _Reader(HTMLParser):
        hidden = False

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.hidden = tag in ("style", "script")
            texts.extend(value for name, value in attrs if name in _ATTRIBUTES and value)

        def handle_endtag(self, tag: str) -> None:
            self.hidden = False

        def handle_data(self, data: str) -> None:
            if not self.hidden and re.search("[A-Za-z]{2}", data):
                texts.append(" ".join(data.split()))

    _Reader().feed(path.read_text(encoding="utf-8"))
    yield from texts


def javascript(path: Path) -> Iterator[str]:
    """Yield the literals of a script that look like words for people."""
    for literal in _JAVASCRIPT.findall(path.read_text(encoding="utf-8")):
        words = literal[1:-1]
        if literal[0] != "/" and is_text(words) and not _SELECTOR.search(re.sub(r"\${.*?}", "", words)):
            yield words


def comments(path: Path) -> Iterator[str]:
    """Yield the comments of a script or a style sheet."""
    for literal in _JAVASCRIPT.findall(path.read_text(encoding="utf-8")):
        if literal[0] == "/":
            yield literal


def toml(path: Path) -> Iterator[str]:
    """Yield the values of a TOML file that look like words for people."""
    yield from (text for text in _strings(tomllib.loads(path.read_text(encoding="utf-8"))) if is_text(text))


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _strings(inner)
        case list():
            for inner in value:
                yield from _strings(inner)


def registered() -> Iterator[tuple[str, str]]:
    """Yield what Discord shows of the commands: each command, option and choice with its description."""
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    for command in sorted(client.tree.walk_commands(), key=lambda command: command.qualified_name):
        yield f"/{command.qualified_name}", command.description
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                yield f"/{command.qualified_name} {option.display_name}:", str(option.description)
                for choice in option.choices:
                    yield f"/{command.qualified_name} {option.display_name}: {choice.value}", choice.name
