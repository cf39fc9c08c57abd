"""Plans as their players mean them, typed: who shows, lines that fail, repeats, the fallen, what the preview tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.flow.plans import plan_of
from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

WALLED = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The wall",
    "GM: /encounter map size: 12x12",
    "GM: /encounter map add: wall F3-F5",
    "GM: /combatant add name: Axly owner: @Ann side: Blue at: B4 sheet: SAL 14, CA 8, M16A1, facing 90",
    "GM: /combatant add name: Cole owner: @Ben side: Red at: J4 sheet: line, AKM 47, exposed, facing 270",
)


async def log(game: Game, who: Person) -> str:
    return told(await who.slash(CHANNEL, "log"))


async def run(game: Game, times: int = 3) -> None:
    for _ in range(times):
        await types(game, "GM: /next run: True")


@pytest.mark.parametrize("fog", ["off", "sides", "hidden"])
async def test_who_comes_out_from_behind_a_wall_shows(tmp_path: Path, fog: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WALLED) as game:
        if fog != "sides":
            await types(game, "Ann: /plan set who: Axly lines: when Cole shows: fire at Cole; else: stay")
            shown = told(await types(game, "Ann: /plan show who: Axly"))
            assert "already in sight" not in shown and "Then it waits until: Cole shows." in shown
        else:
            await types(game, "Ann: /plan set who: Axly lines: when anyone shows: fire at them; else: stay")
        await types(game, f"GM: /encounter options name: fog value: {fog}")
        await types(game, "Ben: /plan set who: Cole lines: move to J9; else: stay")
        assert "Axly fires" not in await log(game, game.gm)
        await run(game)
        assert "Axly fires the M16A1 at Cole" in await log(game, game.gm)


async def test_a_pass_until_contact_ends_there(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WALLED) as game:
        await types(game, "GM: /encounter options name: fog value: hidden")
        assert "In sight already" not in told(await types(game, "Ann: /pass who: Axly until: contact"))
        await types(game, "Ben: /plan set who: Cole lines: move to J9; else: stay")
        await run(game, 1)
        assert plan_of(await game.encounter(), "c1") is None
        assert "Cole shows." in await log(game, game.ann)


async def test_impossible_lines_are_skipped_and_told_to_their_own_side(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WALLED) as game:
        await types(game, "GM: /encounter options name: fog value: sides")
        await types(game, "Ben: /pass until: for 30 phases")
        lines = "1. move to B4; 2. fire at nearest until down; 3. go prone; else: stay"
        await types(game, f"Ann: /plan set who: Axly lines: {lines}")
        await run(game, 2)
        read = await log(game, game.ann)
        assert read.count("Axly: line 1 (move to B4) is done already. Axly is already at B4.") == 1
        assert read.count("skips line 2 (fire at nearest until down): Axly sees no enemy.") == 1
        others = await log(game, game.ben)
        assert "skips line" not in others and "done already" not in others
        encounter = await game.encounter()
        assert game.client.library.shelf["phoenix"].marker(encounter.combatant("c1"), encounter).stance == "prone"
        shown = told(await types(game, "Ann: /plan show"))
        assert "**1** move to B4 (done)" in shown
        assert "**2** fire at nearest until down (skipped: Axly sees no enemy.)" in shown


async def test_a_pass_keeps_the_plan_where_orders_are_sealed(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WALLED) as game:
        await types(game, "GM: /encounter options name: pace value: sealed")
        await types(game, "Ann: /plan set who: Axly lines: when Cole shows: fire at Cole; else: stay")
        assert "Axly keeps the plan." in told(await types(game, "Ann: /pass who: Axly"))
        assert plan_of(await game.encounter(), "c1") is not None


async def test_the_preview_says_what_the_rest_depends_on(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WALLED) as game:
        waves = ";".join(["act waves cost 8"] * 30)
        await types(game, f"Ann: /plan set who: Axly lines: {waves}")
        assert "The preview ends after 24 steps." in told(await types(game, "Ann: /plan show who: Axly"))
        await types(game, "Ann: /plan set who: Axly lines: move to B9; fire at Cole; when hit: duck")
        shown = told(await types(game, "Ann: /plan show who: Axly"))
        assert "The rest depends on the dice: Axly's shot at Cole." in shown
        assert "(best aim for its time; the line names none)" in shown
        assert "Hit 0" not in shown


async def test_a_shot_without_any_chance_is_never_hit_0(tmp_path: Path) -> None:
    far = (
        WALLED[0],
        "GM: /encounter map size: 40x5",
        "GM: /encounter options name: light value: no moon",
        "GM: /combatant add name: Axly owner: @Ann side: Blue at: A3 sheet: SAL 0, CA 8, ASP 9mm, facing 90",
        "GM: /combatant add name: Cole owner: @Ben side: Red at: AN3 sheet: line, AKM 47, prone, facing 270",
    )
    async with laid_out(tmp_path / "referee.sqlite3", far) as game:
        await types(game, "Ann: /plan set who: Axly lines: fire at Cole")
        shown = told(await types(game, "Ann: /plan show who: Axly"))
        assert "Hit 0" not in shown
        assert "no chance as things are now; the best aim is taken when it is carried out" in shown
