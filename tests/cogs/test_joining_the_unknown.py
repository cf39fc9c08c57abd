"""Players join an encounter in which there is somebody whom they do not know: the answers are those without them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.engine.table import muster
from standin.driver import Answer
from tests.cogs.conftest import laid_out, refused, told, types

YARD = (
    "GM: /encounter start ruleset: aliens title: The yard",
    "GM: /encounter options name: joining value: {joining}",
    "GM: /encounter map size: 12x8",
)
ZORRO = "GM: /combatant add sheet: alien name: Zorro side: {side} at: H8 secret: True"
JOINING = (
    "Ann: /combatant add sheet: apone name: Trent side: Squad at: A1",
    "Ben: /combatant add sheet: apone name: Axly side: Squad at: B1",
    "Ann: /combatant add sheet: apone name: Kim side: Rats",
    "Ann: /combatant edit who: Trent side: Rats",
    "Ben: /combatant add sheet: apone name: Kim",
    "Ann: /combatant add sheet: apone name: Guard count: 2 side: Squad",
    "Ann: /combatant edit who: Trent name: Zorro",
    "Ann: /encounter show",
    "Ben: /encounter show",
    "Ann: /log",
)


def everything(answer: Answer) -> str:
    return re.sub(r"<t:\d+:.>|[0-9a-f]{6,}|\d{12,}", "", f"{answer.ephemeral}\n{told(answer)}\n{answer.components}")


async def answers(database: Path, joining: str, fog: str, side: str) -> list[str]:
    async with laid_out(database, tuple(line.format(joining=joining) for line in YARD)) as game:
        await types(game, f"GM: /encounter options name: fog value: {fog}")
        await types(game, ZORRO.format(side=side))
        return [f"{line}\n{everything(await types(game, line))}" for line in JOINING]


@pytest.mark.parametrize("joining", ["one each", "open", "by leave", "closed"])
@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
async def test_the_sides_of_secret_fighters_are_nowhere(tmp_path: Path, joining: str, fog: str) -> None:
    """Zorro's side is called Bugs; with no side at all, everything is as if there were no such side."""
    texts = await answers(tmp_path / "bugs.sqlite3", joining, fog, "Bugs")
    assert "Bugs" not in "".join(texts)
    assert texts == await answers(tmp_path / "none.sqlite3", joining, fog, "")


async def test_a_player_who_gives_the_very_name_of_a_secret_side_asks_a_gm(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", tuple(line.format(joining="open") for line in YARD)) as game:
        await types(game, ZORRO.format(side="Bugs"))
        asked = told(await types(game, "Ann: /combatant add sheet: apone name: Trent side: Bugs"))
        assert "Ann asks to bring in Trent (Bugs)." in asked
        assert "Zorro" not in told(await types(game, "Ann: /encounter show"))


async def test_nobody_counts_who_is_hidden_by_filling_the_encounter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(muster, "MOST_COMBATANTS", 4)
    async with laid_out(tmp_path / "referee.sqlite3", tuple(line.format(joining="open") for line in YARD)) as game:
        await types(game, ZORRO.format(side="Bugs"))
        await types(game, ZORRO.format(side="Bugs").replace("at: H8 ", ""))
        for name in ("Kim", "Lee", "Mac", "Ned"):
            assert f"{name} joins" in told(
                await types(game, f"Ann: /combatant add sheet: apone name: {name} side: Squad")
            )
        await refused(game, "Ann: /combatant add sheet: apone name: Kim side: Squad", "There is room for 0 more")
        await refused(game, "GM: /combatant add sheet: apone name: Guard", "There is room for 0 more")
        assert len((await game.encounter()).combatants) == 6


async def test_who_joins_on_top_of_somebody_unknown_does_not_take_it_back(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", tuple(line.format(joining="open") for line in YARD)) as game:
        await types(game, ZORRO.format(side="Bugs"))
        joined = told(await types(game, "Ann: /combatant add sheet: apone name: Trent side: Squad at: H8"))
        assert "Trent joins the encounter (Squad), and meets Zorro at H8" in joined
        await refused(game, "Ann: /undo", "Your side has learned something from that order. Only the GM can undo it.")
