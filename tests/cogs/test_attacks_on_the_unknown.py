"""Attacks on a fighter whom others do not perceive: these read neither that a fighter is there nor where."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from standin.driver import Answer
from standin.world.messages import EPHEMERAL
from tests.cogs.conftest import CHANNEL, Game, opened, told, types


@asynccontextmanager
async def hold(database: Path, fog: str, zorro: str, at: str) -> AsyncIterator[Game]:
    """Ann's Trent with a grenade, a Bug of the GM's in sight, and Ben's Zorro, whom the GM keeps secret."""
    async with opened(database) as game:
        for line in (
            "GM: /encounter start ruleset: space_marines title: The hold",
            f"GM: /encounter options name: fog value: {fog}",
            "GM: /encounter map size: 14x10",
            "GM: /combatant add sheet: Marine, rifle, grenade name: Trent at: B2 owner: @Ann side: Blue",
            "GM: /combatant add sheet: bug warrior name: Guard at: G6 side: Red",
            f"GM: /combatant add sheet: {zorro} name: Zorro at: {at} owner: @Ben side: Red secret: True",
        ):
            await types(game, line)
        yield game


def exported(game: Game, answer: Answer) -> str:
    """The file of an answer to /export."""
    [file] = answer.message["attachments"]
    return game.playground.world.uploads[file["id"]].content.decode()


async def latest(game: Game) -> str:
    """The latest line of the log as Ann reads it, without when it was."""
    line = told(await game.ann.slash(CHANNEL, "log")).splitlines()[1]
    return re.sub(r" · <.*", "", line)


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
@pytest.mark.parametrize(("dice", "verdict"), [("6 5 3 3", "HIT."), ("1 2", "MISS.")])
async def test_a_grenade_at_a_space_tells_nothing_of_who_hides_there(
    tmp_path: Path, fog: str, dice: str, verdict: str
) -> None:
    lines: list[str] = []
    for at in ("E2", "N9"):
        async with hold(tmp_path / f"{at}.sqlite3", fog, "bug warrior", at) as game:
            # The dice of the damage fall only if somebody is there.
            typed = dice if at == "E2" else dice[:3]
            answer = await types(game, f"GM: /throw who: Trent target: E2 dice: {typed}")
            assert verdict[:-1] in told(answer)
            lines.append(await latest(game))
    assert lines[0] == lines[1]
    assert f"Trent throws a Grenade at E2, 3 spaces: {verdict}" in lines[0]


@pytest.mark.parametrize("at", ["F7", "N9"])
async def test_a_blast_lists_those_whom_a_reader_knows(tmp_path: Path, at: str) -> None:
    """The Bug at G6 is adjacent to F6; Zorro is, too, or is far away."""
    async with hold(tmp_path / "referee.sqlite3", "hidden", "bug warrior", at) as game:
        # A die of damage for each who is within the blast.
        answer = await types(game, f"GM: /throw who: Trent target: F6 dice: 6 6 3{' 3' if at == 'F7' else ''}")
        assert "HIT" in told(answer)
        details = told(await game.ann.click(answer, "Details"))
        assert "adjacent to F6: Guard" in details and "Zorro" not in details and "unseen" not in details


@pytest.mark.parametrize("zorro", ["bug warrior", "Marine, rifle"])
async def test_the_idle_are_named_without_a_word_that_tells_how_many_there_are(tmp_path: Path, zorro: str) -> None:
    async with hold(tmp_path / "referee.sqlite3", "hidden", zorro, "N9") as game:
        await types(game, "GM: /encounter map add: walls A1-D1 A3-D3 A2 C2 F5-H5 F6 H6 F7-H7 M8-N8 M9 M10-N10")
        await types(game, "GM: /next")
        lines = told(await game.ann.slash(CHANNEL, "log"))
        assert "Waiting: Guard." in lines and "Zorro" not in lines


async def test_what_a_comrade_of_theirs_does_to_them_gives_no_place(tmp_path: Path) -> None:
    """The Bug attacks the nearest Marine by itself. Ann reads that it attacks, not from where to where."""
    async with hold(tmp_path / "referee.sqlite3", "off", "Marine, rifle", "G5") as game:
        answer = await types(game, "GM: /next")
        assert not answer.ephemeral
        assert "Guard attacks somebody unseen" in told(answer)
        await game.playground.until(lambda: bool(answer.followups))
        [besides] = answer.followups
        assert "Guard attacks Zorro" in besides["content"]
        assert besides["flags"] & EPHEMERAL
        file = exported(game, await game.ann.slash(CHANNEL, "export"))
        assert "attacks somebody unseen" in file
        assert "G5" not in file
        assert "G5" in exported(game, await game.gm.slash(CHANNEL, "export")), "the GM reads all"
