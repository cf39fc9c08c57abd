"""The table of rights has a line for every order, command, button, select and form; nothing else is in it."""

from __future__ import annotations

import asyncio
import importlib
import re

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.chat.connection.client import COGS
from bot.chat.render.pages.rights_page import page
from bot.chat.views.registry import PARTS
from bot.game.people import rights
from bot.game.people.rights import COMMANDS, CONTROLS, MAY, ORDERS, Deed, Role, deed_of
from rules.engine.records.records import Order
from tests.bot.test_kinds import load_all
from tests.served import ROOT


def registered() -> set[str]:
    """The full name of every command."""
    client = commands.Bot("!", intents=discord.Intents.none())

    async def load() -> None:
        for name in COGS:
            await importlib.import_module(f"cogs.{name}").setup(client)

    asyncio.run(load())
    return {c.qualified_name for c in client.tree.walk_commands() if isinstance(c, app_commands.Command)}


def prefixes() -> set[str]:
    """The beginnings of the custom ids of everything that can be pressed, chosen or filled in."""
    found = {"srm"}
    for part in PARTS:
        pattern = part.__discord_ui_compiled_template__.pattern
        first, _, rest = pattern.partition(":")
        words = re.match(r"\(\?P<(?:verb|part)>([a-z|]+)\)", rest)
        found |= {f"{first}:{word}" for word in words[1].split("|")} if words else {first}
    return found


def test_every_kind_of_order_has_its_deed() -> None:
    load_all()
    ours = {
        kind: one for kind, one in Order.kinds.items() if one.__module__.startswith("rules.") and issubclass(one, Order)
    }
    own = {kind for kind, one in ours.items() if not one.__module__.startswith("rules.engine.")}
    assert {kind for kind in ours if "." in kind} == own and len(own) == 9
    assert {deed_of(ours[kind]) for kind in own} == {Deed.RESOLVE}
    assert ours.keys() - own == set(ORDERS)


def test_every_command_has_its_deeds() -> None:
    assert registered() == set(COMMANDS)


def test_everything_that_is_pressed_has_its_deeds() -> None:
    assert prefixes() == set(CONTROLS)


def test_every_deed_has_its_roles_and_its_sentence() -> None:
    assert set(MAY) == set(Deed)
    for right in MAY.values():
        everybody = right.may == frozenset(rights.Role)
        refusal = right.refusal.format(own="yours: Apone")
        assert everybody or re.fullmatch(r"([^.!?]+[.] ?){1,2}", refusal), refusal


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (Role.OWNER, Role.PLAYER),
        (Role.GM, Role.PLAYER),
        (Role.CO_GM, Role.GM),
        (Role.GM, Role.CO_GM),
        (Role.SERVER_MANAGER, Role.CHANNEL_MANAGER),
        (Role.SERVER_MANAGER, Role.KEEPER),
        (Role.ADMINISTRATOR, Role.SERVER_MANAGER),
        *((role, Role.SPECTATOR) for role in Role if role is not Role.STRANGER),
    ],
)
def test_what_a_role_may_do_the_role_above_may_too(more: Role, less: Role) -> None:
    assert [deed for deed, right in MAY.items() if less in right.may and more not in right.may] == []


def test_the_page_of_rights_is_written_from_the_table() -> None:
    assert (ROOT / "docs" / "rights.md").read_text(encoding="utf-8") == f"{page()}\n"
