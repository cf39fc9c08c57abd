"""Plans over time, typed: what the preview promises, targets out of sight, words for those nobody has seen yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

MILL = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The mill",
    "GM: /encounter options name: fog value: sides",
    "GM: /encounter map size: 20x14 walls: Q3-Q5",
    "GM: /encounter map add: cover log timber wall F3",
    "GM: /combatant add name: Trent owner: @Ann side: Blue at: C3 sheet: SAL 14, CA 8, M16A1, M 67 1, facing 90",
    "GM: /combatant add name: Petya owner: @Ben side: Red at: R3 sheet: SAL 11, CA 6, AKM 47, RGD 5 1, facing 270",
)
WAITS = "Ben: /pass until: for 60 phases"


async def preview(game: Game, lines: str) -> str:
    set_so = told(await types(game, f"Ann: /plan set who: Trent lines: {lines}"))
    assert set_so.startswith("Trent has a plan"), set_so
    return told(await types(game, "Ann: /plan show who: Trent"))


async def log(game: Game, who: Person) -> str:
    return told(await who.slash(CHANNEL, "log"))


async def seen_once(game: Game) -> None:
    """Petya comes out at Q2 and goes back behind the wall: Blue remembers her there."""
    for line in (
        "Ben: /move who: Petya to: Q2",
        *["GM: /next"] * 3,
        "Ben: /move who: Petya to: R3",
        *["GM: /next"] * 3,
    ):
        await types(game, line)


async def test_the_preview_says_what_a_move_stops_for(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        shown = await preview(game, "move to F3 into cover; fire over cover; when anyone shows: fire at them aim 4")
        assert "If anyone shows on the way, Trent stops there and fires from the hip." in shown
        shown = await preview(game, "fire over cover; when anyone shows: fire at them aim 4")
        assert "on the way" not in shown


async def test_the_preview_waits_for_threats_as_well(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        shown = await preview(game, "when fired upon: duck; when empty: reload")
        assert "Then it waits until: fired upon or empty." in shown
        board = told(await types(game, "Ann: /encounter show"))
        assert "Trent has a plan, 0 of 2 lines done" in board
        assert "ducks when fired upon" not in told(await types(game, "Ann: /combatant show who: Trent"))


async def test_the_preview_waits_for_those_who_are_out_of_sight(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        await seen_once(game)
        lines = "kneel; when Petya shows: burst at Petya aim 3 until down; when anyone shows: burst at them aim 3"
        shown = await preview(game, lines)
        assert "aims at Petya" not in shown and "kneels" in shown
        assert "Then it waits until: Petya shows or anyone shows." in shown
        assert "While a target is out of sight, nobody fires at it: the line waits until they show again." in shown
        assert "(Petya is out of sight, last seen at Q2, Phase 2, Impulse 1" in shown
        asked = told(await types(game, "Ann: /odds who: Trent target: Petya"))
        assert "(Petya is out of sight, last seen at Q2, Phase 2, Impulse 1" in asked.splitlines()[0]


async def test_nobody_fires_at_the_place_of_somebody_who_has_gone_unless_the_line_names_it(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        await seen_once(game)
        await types(game, WAITS)
        await preview(game, "burst at Petya aim 1 until down")
        for _ in range(3):
            await types(game, "GM: /next run: True")
        read = await log(game, game.ann)
        assert "skips line 1 (burst at Petya aim 1 until down): Petya is out of sight." in read
        assert "fires a burst" not in read
        await preview(game, "burst at Q2 aim 1")
        await types(game, "GM: /next run: True")
        assert "Trent fires a burst of 7 from the M16A1 at Q2" in await log(game, game.ann)


@pytest.mark.parametrize("aim", [1, 2])
async def test_the_odds_of_a_burst_are_those_that_odds_gives(tmp_path: Path, aim: int) -> None:
    near = MILL[-1].replace("at: R3", "at: M3").replace("CA 6,", "CA 6, exposed,")
    async with laid_out(tmp_path / "referee.sqlite3", (MILL[0], MILL[2], MILL[-2], near)) as game:
        asked = told(await types(game, "Ann: /odds who: Trent target: Petya"))
        # Over its own arc the burst hits for certain, if its height is right.
        assert "Hits by arc: 0.4 hexes \\*3" in asked
        [chance] = [line.split()[1] for line in asked.splitlines() if line.split()[:1] == [f"b{aim}"]]
        shown = await preview(game, f"burst at Petya aim {aim}")
        [row] = [line for line in shown.splitlines() if line.startswith("**Line 1** Trent")]
        assert f"Arc 0.4, Elev {chance}, Hits \\*3" in row, row


async def test_names_that_nobody_has_seen_yet(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        for condition in ("told of Petya", "Petya shows", "Petya within 5"):
            answer = told(await types(game, f"Ann: /plan set who: Trent lines: when {condition}: kneel"))
            assert "“Petya”." in answer and "Write anyone for an enemy that your side has not seen yet." in answer


async def test_the_only_grenade_is_the_grenade(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        for words in ("throw grenade at them", "throw a grenade at them", "throw RGD 5 at them", "throw at them"):
            line = f"Ben: /plan set who: Petya lines: when anyone within 7: {words}"
            assert told(await types(game, line)).startswith("Petya has a plan of 1 line."), words


async def test_an_aim_that_is_lost_is_told_to_its_owner(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        await types(game, "Ben: /move who: Petya to: Q2")
        for _ in range(2):
            await types(game, "GM: /next")
        await types(game, "Ann: /aim who: Trent target: Petya")
        await types(game, "Ben: /move who: Petya to: R3")
        for _ in range(3):
            await types(game, "GM: /next")
        assert "Trent stops aiming: Petya is out of sight." in await log(game, game.ann)
        assert "stops aiming" not in await log(game, game.ben)


async def test_going_back_behind_cover_is_suggested_where_there_is_cover(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        await types(game, "Ann: /act who: Trent what: fire over cover")
        await types(game, "GM: /next")
        offered = await game.ann.autocomplete(CHANNEL, "duck", focused="how", who="Trent", how="")
        assert any(one["value"] == "back behind cover" for one in offered), offered
