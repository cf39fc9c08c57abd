"""Pictures of the map over the real protocol: on boards, by /map, after orders, with refusals and odds."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from standin.driver import Answer
from tests.cogs.conftest import Game, laid_out, refused, says, told, types
from tests.waiting import until

LINES = (
    "GM: /encounter start ruleset: aliens",
    "GM: /encounter options name: pictures value: all",
    "GM: /encounter map size: 12x8 walls: C3 D3-D5",
    "GM: /combatant add sheet: apone owner: @Ann side: Marines at: F4",
    "GM: /combatant add sheet: alien count: 2 side: Aliens at: A4 A5",
)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


def pictures(game: Game, message: dict[str, Any]) -> list[tuple[Image.Image, str]]:
    """The pictures of a message, with their descriptions; each is a small PNG."""
    found: list[tuple[Image.Image, str]] = []
    for one in message["attachments"]:
        content = game.playground.world.uploads[one["id"]].content
        if one["filename"] == "map.png":
            assert len(content) <= 60_000 and 0 < len(one["description"]) <= 1024
            found.append((Image.open(io.BytesIO(content)), one["description"]))
    return found


def shown(game: Game, answer: Answer) -> dict[str, Any]:
    """The message of an answer as it is now."""
    message = game.playground.world.find_message(answer.message["id"])
    assert message is not None
    return message.data


async def test_the_board_has_one_picture_in_place_of_letters(game: Game) -> None:
    answer = await types(game, "GM: /encounter show")
    [(picture, alt)] = pictures(game, answer.message)
    assert picture.width == 780
    assert "Alien 1" in alt and "A4" in alt
    assert "·  ·" not in told(answer) and "(A4)" in told(answer)


async def test_everybody_sees_a_public_board(game: Game) -> None:
    answer = await types(game, "GM: /encounter show public: True")
    assert not answer.message["flags"] & 64
    assert len(pictures(game, answer.message)) == 1


async def test_map_is_for_the_user_alone(game: Game) -> None:
    answer = await types(game, "Ann: /map")
    assert answer.message["flags"] & 64
    [(_, alt)] = pictures(game, answer.message)
    assert "Apone" in alt
    assert "Alien 2" in told(answer)
    for line in ("Ann: /map who: Apone", "Ann: /map whole: True", "Ann: /map grid: True"):
        assert len(pictures(game, (await types(game, line)).message)) == 1
    await refused(game, "Ann: /map who: Zorro", "Zorro")


async def test_a_move_and_a_shot_get_their_picture_afterwards(game: Game) -> None:
    moved = await types(game, "GM: /move who: Alien 1 to: A7")
    assert "Alien 1 moves" in told(moved)

    await until(lambda: pictures(game, shown(game, moved)))


async def test_a_blocked_line_is_shown(game: Game) -> None:
    answer = await types(game, "Ann: /fire target: Alien 1 aim: 1")
    assert "No line of sight from F4 to A4" in told(answer)
    [(_, alt)] = pictures(game, answer.message)
    assert "D4" in alt


async def test_odds_have_the_line(game: Game) -> None:
    answer = await types(game, "Ann: /odds target: Alien 2")
    assert len(pictures(game, answer.message)) <= 1


async def test_off_means_off_except_for_map(game: Game) -> None:
    await says(game, "GM: /encounter options name: pictures value: off")
    assert pictures(game, (await types(game, "GM: /encounter show")).message) == []
    assert len(pictures(game, (await types(game, "GM: /map")).message)) == 1
