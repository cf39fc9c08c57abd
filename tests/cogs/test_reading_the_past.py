"""All that players can call up of what has happened, in a fight with somebody whom the GM keeps secret."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

LINES = (
    "GM: /encounter start ruleset: aliens title: Sub-level 3",
    "GM: /encounter map size: 10x10",
    "Ann: /combatant add sheet: apone side: Marines at: A1",
    "GM: /combatant add sheet: alien side: Aliens at: A4",
)
OF_ZORRO = re.compile(r"Zorro|Pistol|\bH[67]\b|Rebels")


@pytest.fixture(params=["off", "hidden", "sides"])
async def game(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        await types(game, f"GM: /encounter options name: fog value: {request.param}")
        await types(game, "GM: /combatant add sheet: Rifleman, Pistol name: Zorro side: Rebels at: H7 secret: True")
        await types(game, "GM: /move who: Zorro to: H6")
        await types(game, "GM: /fire who: Zorro target: Alien range: 2 dice: 9")
        yield game


def whole(answer: Answer) -> str:
    """Everything that comes with an answer, in words."""
    return f"{told(answer)} {json.dumps(answer.message)}"


async def test_nothing_that_players_call_up_tells_of_the_hidden_fighter(game: Game) -> None:
    own = await types(game, "Ann: /fire target: Alien range: 3")
    answers = [own, await game.ann.click(own, "Details")]
    await types(game, "GM: /next")
    await game.playground.until(lambda: "Turn 2" in json.dumps(game.ben.sees(CHANNEL)))
    answers += [await game.ben.click(message, "Details") for message in game.ben.sees(CHANNEL)[-2:]]
    answers += [await types(game, f"{who}: /{command}") for who in ("Ann", "Ben") for command in ("log", "recap")]
    answers += [await types(game, line) for line in ("Ann: /undo", "Ann: /dice verify")]
    for answer in answers:
        assert not OF_ZORRO.search(whole(answer)), whole(answer)
    exported = await types(game, "Ann: /export")
    (file,) = exported.message["attachments"]
    assert not OF_ZORRO.search(game.playground.world.uploads[file["id"]].content.decode())
    assert not [message for message in game.ben.sees(CHANNEL) if OF_ZORRO.search(json.dumps(message))]


async def test_gms_read_all_of_it(game: Game) -> None:
    for command in ("log", "recap"):
        assert "Zorro" in told(await types(game, f"GM: /{command}"))
    undo = await types(game, "GM: /undo")
    # Others have read of a shot, so it is answered in public; what the GM reads besides follows in private.
    await game.playground.until(lambda: "Zorro" in whole(undo) + json.dumps(undo.followups))
