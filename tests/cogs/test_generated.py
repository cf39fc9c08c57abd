"""A character whose characteristics are thrown: one line tells of them, and every throw can be seen and checked."""

from __future__ import annotations

import re

from tests.cogs.conftest import CHANNEL, Game, told


async def test_all_throws_are_under_details_and_are_checked(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="phoenix")
    joined = await game.gm.slash(CHANNEL, "combatant add", sheet="rolled, skill 4, M16", name="Rolf")
    line = re.search(r"\*\*Thrown\*\* STR (\d+), INT (\d+), WIL (\d+), HLT (\d+), AGI (\d+)", told(joined))
    assert line and "rolled" not in told(joined)
    details = told(await game.gm.click(joined, "Details"))
    dice = [int(value) for value in re.findall(r"rolled \*\*(\d)\*\* on a die of 1 to 6", details)]
    assert len(dice) == 15 and [sum(dice[n : n + 3]) for n in range(0, 15, 3)] == [int(n) for n in line.groups()]
    await game.says(game.gm, "encounter end")
    assert "15 throws checked against the seed" in await game.whispers(game.gm, "dice verify")
