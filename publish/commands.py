"""Writes the tables and pictures of docs/commands.md from the registered commands; people write the prose around them.

A command without a section gets one at the end of the page, with its description.
"""

from __future__ import annotations

import asyncio
import importlib
import re
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.connection.client import COGS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "commands.md"
PICTURES = ROOT / "docs" / "images" / "commands"
_KINDS = {3: "text", 4: "number", 5: "yes or no", 6: "person", 7: "channel", 8: "role", 11: "file"}
_SECTION = re.compile(r"^### `/([^`]+)`\n.*?(?=^#{2,3} |\Z)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^(\| option \| kind \|.*?\n(?:\|.*\n?)*|No options\.\n?)", re.MULTILINE)
_PICTURE = re.compile(r"^!\[[^\]]*\]\(images/commands/[^)]*\)\n*", re.MULTILINE)


def registered() -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Return the commands by their names, in the order in which they are registered."""
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    found = [command for command in client.tree.walk_commands() if isinstance(command, app_commands.Command)]
    return {command.qualified_name: command for command in found}


def written(page: str, pictures: frozenset[str]) -> str:
    """Return the page with the options of each command, and its picture if `pictures` has its name."""
    known = registered()

    def section(match: re.Match[str]) -> str:
        command = known.pop(match[1], None)
        if command is None:
            return ""
        text = _PICTURE.sub("", match[0])
        return _TABLE.sub(lambda _: _options(command) + _picture(command, pictures), text, count=1)

    page = _SECTION.sub(section, page)
    new = [_section(command, pictures) for command in known.values()]
    return "\n".join([page, *new]) if new else page


def picture_name(command: str) -> str:
    """Return the name of a command's picture, without the suffix."""
    return command.replace(" ", "-")


def _section(command: app_commands.Command[Any, ..., Any], pictures: frozenset[str]) -> str:
    lead = f"### `/{command.qualified_name}`\n\n{command.description}.\n\n"
    return lead + _options(command) + _picture(command, pictures)


def _options(command: app_commands.Command[Any, ..., Any]) -> str:
    # Discord wants required options first, so discord.py registers them in that order.
    options = sorted(command.parameters, key=lambda one: not one.required)
    if not options:
        return "No options.\n"
    rows = [f"| `{one.display_name}` | {_kind(one)} | {one.description} |" for one in options]
    return "\n".join(["| option | kind | what it says |", "|---|---|---|", *rows]) + "\n"


def _kind(option: app_commands.Parameter) -> str:
    words = [_KINDS[option.type.value]]
    words += ["required"] * option.required + ["suggested"] * option.autocomplete
    return ", ".join(words)


def _picture(command: app_commands.Command[Any, ..., Any], pictures: frozenset[str]) -> str:
    name = picture_name(command.qualified_name)
    return f"\n![The answer to /{command.qualified_name}](images/commands/{name}.png)\n" if name in pictures else ""


def main() -> None:
    """Write the page again."""
    pictures = frozenset(file.stem for file in PICTURES.glob("*.png"))
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), pictures), encoding="utf-8")


if __name__ == "__main__":
    main()
