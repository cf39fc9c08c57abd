"""The first line of a Savage Worlds attack: the dice that decided, the Wild Die by name, and ones on both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

DOCKS = (
    "GM: /encounter start ruleset: savage title: Docks",
    "GM: /combatant add name: Ash owner: @Ann side: Squad sheet: Shooting d8, Wild Card, magazine 30, ROF 6",
    "GM: /combatant add name: Thug side: Foes sheet: Shooting d6, pistol",
)
FIRED = "Ash fires the Firearm at Thug"
SPRAYED = "Ash fires the Firearm on automatic with 6 Shooting dice at Thug"


@pytest.mark.parametrize("detail", ["short", "normal", "full"])
async def test_the_first_line_has_the_die_that_decided_and_two_ones(detail: str, tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", DOCKS) as game:
        await types(game, f"GM: /channel set detail: {detail}")
        assert await fired(game, "5, 3") == f"{FIRED} (rolled 5, Wild Die 3, needed 4): HIT. Dice typed by Ann."
        assert await fired(game, "3, 5") == f"{FIRED} (rolled 3, Wild Die 5 counts, needed 4): HIT. Dice typed by Ann."
        ones = f"{FIRED} (rolled 1, Wild Die 1, needed 4; both dice show 1): MISS. Dice typed by Ann."
        assert await fired(game, "1, 1") == ones
        await types(game, "GM: /adjust who: Ash changes: may act, loaded 2")
        line = await fired(game, "5, 5, 5, 5, 2, 3, 4", "burst how: automatic")
        assert line.startswith(f"{SPRAYED} (rolled 5, 5, 5, 5, 2 more, Wild Die 4 counts for Shooting 5, needed 4): ")


@pytest.mark.parametrize("detail", ["short", "normal", "full"])
async def test_the_tokens_left_are_told(detail: str, tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", DOCKS) as game:
        await types(game, f"GM: /channel set detail: {detail}")
        assert "2 of 2 tokens" in told(await types(game, "Ann: /fire target: Thug dice: 5, 3"))


@pytest.mark.parametrize("detail", ["short", "full"])
async def test_the_tokens_left_are_told_to_the_own_side_alone(detail: str, tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", DOCKS) as game:
        for line in (
            f"GM: /channel set detail: {detail}",
            f"Ann: /my set detail: {detail}",
            "GM: /encounter options name: fog value: sides",
        ):
            await types(game, line)
        before = len(game.ben.sees(CHANNEL))
        assert "tokens" in told(await types(game, "Ann: /fire target: Thug"))
        await game.client.delivery.flush()
        public = game.ben.sees(CHANNEL)[before:]
        assert public and not any("tokens" in json.dumps(message) for message in public)


async def fired(game: Game, dice: str, verb: str = "fire") -> str:
    """The first line that everyone reads of a shot with these dice."""
    command, _, how = verb.partition(" ")
    await types(game, "GM: /adjust who: Ash changes: may act")
    answer = await types(game, f"Ann: /{command} target: Thug {how} dice: {dice}")
    return answer.content.split("\n")[0]
