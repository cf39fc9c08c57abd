"""All commands as they are registered: complete, described, in the order of the plan, within Discord's limits."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.chat.connection.client import COGS
from standin import limits

Json = dict[str, Any]

COMMANDS = {
    "aim", "fire", "burst", "throw", "duck", "reload", "heal", "odds", "rule",
    "next", "pass", "answer", "move", "act", "undo", "redo", "adjust",
    "plan set", "plan show", "plan clear", "start",
    "encounter start", "encounter import", "encounter show", "encounter end", "encounter options", "encounter gm",
    "encounter map", "encounter save", "encounter deploy",
    "map", "encounter secret", "encounter reveal", "encounter note", "encounter board",
    "encounter event", "encounter pause", "encounter side", "encounter takeover", "encounter threads", "server keeper",
    "server rulebook", "encounter deadline", "channel set", "my set", "my away", "my substitute", "my show",
    "combatant add", "combatant edit", "combatant show", "combatant remove", "combatant owner",
    "roster show", "roster rename", "roster remove", "roster accept",
    "privacy show", "privacy forget", "privacy server",
    "ammo show", "ammo buy", "ammo weight", "ammo drop",
    "log", "recap", "stats", "export", "dice verify", "roll",
    "table", "weapon show", "weapon add", "weapon remove", "weapon example", "help",
}  # fmt: skip
IN_ORDER = ["who", "target", "aim", "weapon", "range", "how", "mod", "dice", "ruleset"]
VERBS = {"aim", "fire", "burst", "throw", "duck", "reload", "heal"}
REQUIRED = {
    "answer": {"choice"},
    "act": {"what"},
    "adjust": {"who", "changes"},
    "roll": {"dice"},
    "rule": {"text"},
    "my away": {"until"},
    "encounter gm": {"user"},
    "encounter import": {"file"},
    "encounter note": {"text"},
    "encounter event": {"text", "turn"},
    "encounter side": {"name"},
    "encounter deploy": {"side"},
    "combatant edit": {"who"},
    "combatant remove": {"who"},
    "combatant owner": {"who"},
    "roster rename": {"name", "new"},
    "roster remove": {"name"},
    "roster accept": {"who"},
    "weapon remove": {"name"},
    "ammo buy": {"sort", "price", "die"},
    "ammo drop": {"sort"},
}


@pytest.fixture(scope="module")
def tree() -> app_commands.CommandTree[commands.Bot]:
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    return client.tree


@pytest.fixture
def registered(tree: app_commands.CommandTree[commands.Bot]) -> list[Json]:
    return [command.to_dict(tree) for command in tree.get_commands()]


@pytest.fixture
def leaves(registered: list[Json]) -> dict[str, Json]:
    return dict(leaf for command in registered for leaf in named(command, ""))


def named(command: Json, before: str) -> Iterator[tuple[str, Json]]:
    """The commands one can give, by their spoken names."""
    name = f"{before} {command['name']}".strip()
    inner = [option for option in command.get("options", []) if option["type"] <= 2]
    for option in inner:
        yield from named(option, name)
    if not inner:
        yield name, command


def test_the_commands_are_those_of_the_plan(leaves: dict[str, Json]) -> None:
    assert set(leaves) == COMMANDS


def test_every_command_and_option_says_what_it_is_in_full(registered: list[Json], leaves: dict[str, Json]) -> None:
    said = [(command["name"], command["description"]) for command in registered]
    for name, leaf in leaves.items():
        said += [(name, leaf["description"]), *((f"{name} {o['name']}", o["description"]) for o in leaf["options"])]
    blank = [name for name, words in said if len(words) < 8 or words.endswith("…") or len(words) > 100]
    assert blank == []


def test_nothing_is_larger_than_discord_takes(registered: list[Json]) -> None:
    limits.check_commands(registered)
    assert {c["name"]: size for c in registered if (size := len(json.dumps(c))) > 8000} == {}
    assert all(len(command.get("options", [])) <= 25 for command in registered)


def test_the_verbs_have_the_same_options_in_the_same_order(leaves: dict[str, Json]) -> None:
    for verb in VERBS | {"odds"}:
        names = [option["name"] for option in leaves[verb]["options"]]
        shared = [name for name in names if (verb, name) not in (("odds", "compare"), ("odds", "text"))]
        assert shared == [name for name in IN_ORDER if name in names], verb
    for verb in ("aim", "fire", "burst", "throw"):
        assert [option["name"] for option in leaves[verb]["options"]] == IN_ORDER
    kinds = {(o["name"], o["type"]) for verb in VERBS for o in leaves[verb]["options"]}
    assert len(kinds) == len(IN_ORDER)


def test_every_option_may_be_left_out_unless_it_cannot(leaves: dict[str, Json]) -> None:
    required = {name: {o["name"] for o in leaf["options"] if o.get("required")} for name, leaf in leaves.items()}
    assert {name: options for name, options in required.items() if options} == REQUIRED


def test_numbers_are_left_to_the_rules(leaves: dict[str, Json]) -> None:
    # A sentence that names what is allowed is better than Discord's own refusal.
    bounded = [
        (name, option["name"])
        for name, leaf in leaves.items()
        for option in leaf["options"]
        if option["type"] == 4 and {"min_value", "max_value"} & option.keys()
    ]
    assert bounded == []


def test_names_of_the_live_state_are_suggested(leaves: dict[str, Json]) -> None:
    suggested = {
        (name, option["name"])
        for name, leaf in leaves.items()
        for option in leaf["options"]
        if option.get("autocomplete")
    }
    assert {(verb, "who") for verb in VERBS} <= suggested
    assert {(verb, "ruleset") for verb in VERBS} <= suggested
    attacks = ("aim", "fire", "burst", "throw", "odds")
    assert {(verb, option) for verb in attacks for option in ("target", "aim", "weapon")} <= suggested
    assert {(verb, "how") for verb in VERBS | {"move"}} | {("act", "what"), ("answer", "choice")} <= suggested
    assert {("encounter start", "preset"), ("encounter options", "name"), ("encounter options", "value")} <= suggested
    assert {("table", "name"), ("weapon show", "name"), ("weapon remove", "name"), ("help", "topic")} <= suggested
