"""What is written for people is true: commands are described as they are registered, and links lead somewhere."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from click import Group
from discord import app_commands
from discord.ext import commands

from bot.__main__ import main
from bot.chat.client import COGS

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
KINDS = {3: "text", 4: "number", 5: "yes or no", 6: "person", 7: "channel", 8: "role", 11: "file"}

_LINK = re.compile(r"\]\(([^)\s]+)\)")
# A command as it is typed: in backticks, or on a line of its own in a block.
_TYPED = re.compile(r"(?:`|^ *)/([a-z][^`\n/]*?)(?:`|$)", re.MULTILINE)
_PATH = re.compile(r"`((?:bot|cogs|rules|standin|data|docs|tests|migrations|bench)/[\w./]*)`")
_OPTION = re.compile(r"\b([a-z]+): ")

Options = list[tuple[str, str]]


@pytest.fixture(scope="module")
def registered() -> dict[str, Options]:
    """The options of each command, in order, with their kind in the words of docs/commands.md."""
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    return {
        command.qualified_name: [(option["name"], kind(option)) for option in command.to_dict(client.tree)["options"]]
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command)
    }


def kind(option: dict[str, Any]) -> str:
    words = [KINDS[option["type"]]]
    words += ["required"] * bool(option.get("required")) + ["suggested"] * bool(option.get("autocomplete"))
    return ", ".join(words)


def described(page: str) -> dict[str, Options]:
    """The same as docs/commands.md has it: the rows of the table under each command's heading."""
    found: dict[str, Options] = {}
    for section in page.split("\n### ")[1:]:
        heading, *lines = section.splitlines()
        rows = [re.fullmatch(r"\| `(\w+)` \| ([^|]+) \| [^|]+ \|", line) for line in lines]
        found[heading.strip("`/")] = [(row[1], row[2]) for row in rows if row]
    return found


def test_every_command_is_described_with_its_options(registered: dict[str, Options]) -> None:
    assert described((ROOT / "docs" / "commands.md").read_text(encoding="utf-8")) == registered


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_told_to_type_can_be_typed(page: Path, registered: dict[str, Options]) -> None:
    families = {name.split()[0] for name in registered if " " in name}
    wrong: list[str] = []
    for said in _TYPED.findall(page.read_text(encoding="utf-8")):
        name = next((n for n in sorted(registered, key=len, reverse=True) if f"{said} ".startswith(f"{n} ")), None)
        if name is None:
            wrong += [said] if said not in families else []
        else:
            known = {option for option, _ in registered[name]}
            # The lines of a plan have colons of their own.
            options = _OPTION.findall(said.removeprefix(name).partition(" lines: ")[0])
            wrong += [said for option in options if option not in known]
    assert wrong == []


def test_the_readme_tells_of_each_verb_and_of_all_that_the_program_does(registered: dict[str, Options]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert isinstance(main, Group)
    assert [name for name in main.commands if f"referee {name}" not in readme] == []
    verbs = [
        name for name, options in registered.items() if {"how", "dice", "ruleset"} <= {option for option, _ in options}
    ]
    assert [verb for verb in verbs if f"`/{verb}`" not in readme] == []


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}


def links() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for link in _LINK.findall(page.read_text(encoding="utf-8")):
            if not link.startswith(("http://", "https://")):
                yield page, link


def test_every_link_and_image_leads_somewhere() -> None:
    broken: list[str] = []
    for page, link in links():
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(f"{page.name}: {link}")
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_and_folders_that_are_named_exist(page: Path) -> None:
    named = set(_PATH.findall(page.read_text(encoding="utf-8")))
    assert [path for path in named if not (ROOT / path).exists() and not (ROOT / f"{path}.py").exists()] == []


def test_every_target_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z]+)", page.read_text(encoding="utf-8"))}
    assert named - targets == set()
    assert {"play", "run", "test", "bench"} <= named
