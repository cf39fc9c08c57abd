"""Lines that refusals tell people to type are understood: refusals with examples, in every book."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.advice import advised
from tests.cogs.conftest import advice_is_taken, helped, laid_out, refused, types

ALIENS = (
    "GM: /encounter start ruleset: aliens",
    "GM: /combatant add sheet: Rifleman name: Ash owner: @Ann side: Marines at: B2",
    "GM: /combatant add sheet: alien side: Aliens at: F2",
    "GM: /encounter map size: 9x6",
)
PHOENIX = (
    "GM: /encounter start ruleset: phoenix-advanced",
    "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16 name: Trent owner: @Ann",
    "GM: /combatant add sheet: green, AKM 47 name: Guard",
)


@pytest.mark.parametrize(
    ("lines", "typed", "wanted"),
    [
        (PHOENIX, "GM: /combatant add sheet: Line, M16, 120 rounds", "use 4 magazines"),
        (PHOENIX, "GM: /combatant add sheet: Line, M16, 1 round", "use 1 magazine"),
        (PHOENIX, "GM: /combatant add sheet: Line, M870, 3 magazines", "use 21 rounds"),
        (PHOENIX, "Ann: /fire target: Guard range: 10 aim: 1 dice: cheese", "such as 3 1 4"),
        (ALIENS, "Ann: /fire target: Alien aim: 1 dice: cheese", "such as 3 1 4"),
        (ALIENS, "GM: /encounter map size: 9", "such as 12x8"),
        (ALIENS, "GM: /encounter map add: moat C3", "such as wall"),
        (ALIENS, "Ann: /plan set lines: move to", "Write move to C7"),
        (ALIENS, "Ann: /plan set lines: fire at", "Write fire at NAME"),
    ],
)
async def test_examples_in_refusals(tmp_path: Path, lines: tuple[str, ...], typed: str, wanted: str) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", lines) as game:
        await refused(game, typed, wanted)
        assert [*advised(typed, game.refusals[typed])], game.refusals[typed]


async def test_advice_that_is_not_taken_is_noticed(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", PHOENIX) as game:
        typed = "GM: /combatant add sheet: Line, M16, 120 rounds"
        helped(await types(game, typed), "magazines")
        game.refusals[typed] = "The M16 is loaded by the magazine: use 120 rounds."
        with pytest.raises(AssertionError, match="use 120 rounds"):
            await advice_is_taken(game)
        game.refusals.clear()
