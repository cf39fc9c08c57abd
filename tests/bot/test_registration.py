"""The commands are registered by one process, and only when they have changed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.chat.connection.registration import same
from standin import Playground
from tests.served import connected, stand_in

pytestmark = pytest.mark.sqlite


def written(playground: Playground) -> int:
    return sum(entry.method == "PUT" and entry.path.endswith("/commands") for entry in playground.log)


async def test_commands_that_have_not_changed_are_not_sent_again(tmp_path: Path) -> None:
    async with stand_in() as playground:
        for _ in range(2):
            async with connected(playground, tmp_path / "bot.sqlite3"):
                assert written(playground) == 1
        for command in playground.world.commands[None].values():
            if command["name"] == "fire":
                command["description"] = "As an older version described it"
        for _ in range(2):
            async with connected(playground, tmp_path / "bot.sqlite3") as bot:
                assert written(playground) == 2
                assert (await bot.person("GM").slash("quick-rulings", "help")).ephemeral


COMMAND: dict[str, Any] = {
    "name": "fire",
    "type": 1,
    "description": "Fire",
    "nsfw": False,
    "contexts": [0, 1],
    "integration_types": [0],
    "default_member_permissions": None,
    "options": [
        {"name": "range", "type": 4, "description": "Hexes", "required": True, "min_value": 0, "max_value": 5000},
        {"name": "how", "type": 3, "description": "How", "required": False, "choices": [{"name": "a", "value": "a"}]},
    ],
}


def as_kept() -> dict[str, Any]:
    """The command as Discord gives it back: with ids, without what is empty."""
    kept = {**copy.deepcopy(COMMAND), "id": "1", "application_id": "2", "version": "3", "dm_permission": True}
    kept |= {"contexts": [1, 0], "name_localizations": None, "description_localizations": None}
    del kept["nsfw"], kept["options"][1]["required"]
    return kept


def test_what_discord_adds_and_leaves_out_is_no_change() -> None:
    assert same([COMMAND], [as_kept()])


@pytest.mark.parametrize(
    "change",
    [
        lambda command: command.update(description="Fires"),
        lambda command: command.update(contexts=[0]),
        lambda command: command.update(default_member_permissions="8"),
        lambda command: command["options"].pop(),
        lambda command: command["options"].reverse(),
        lambda command: command["options"][0].update(max_value=4000),
        lambda command: command["options"][0].update(autocomplete=True),
        lambda command: command["options"][0].pop("max_value"),
        lambda command: command["options"][1]["choices"].append({"name": "b", "value": "b"}),
    ],
)
def test_any_change_of_a_command_is_one(change: Callable[[dict[str, Any]], object]) -> None:
    kept = as_kept()
    change(kept)
    assert not same([COMMAND], [kept])


def test_another_command_is_a_change() -> None:
    assert not same({"1 fire": COMMAND}, {"1 fire": as_kept(), "1 aim": as_kept()})
    assert not same({"1 fire": COMMAND, "1 aim": COMMAND}, {"1 fire": as_kept()})
