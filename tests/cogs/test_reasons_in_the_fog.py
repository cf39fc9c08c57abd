"""Reasons for which an order that was given earlier cannot be carried out: its side reads no more than it knows, and
others nothing.

Tasks, plans and declared orders are carried out on the truth, in which there may be a wall that the GM keeps secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, refused, told, types

LINES = (
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 14x14",
    "GM: /combatant add name: Trent owner: @Ann side: Blue at: C3 sheet: skill 8, M16, facing 90",
    "GM: /combatant add name: Guard side: Red at: J3 sheet: green, AKM 47, exposed, facing 270",
    "GM: /adjust who: Trent changes: has spotted Guard",
)
ADVANCED = ("GM: /encounter start ruleset: phoenix-advanced title: The yard", *LINES[:-1])
OPTIONAL = ("GM: /encounter start ruleset: phoenix-optional title: The yard", *LINES)
SEALED = "GM: /encounter options name: pace value: sealed"
ORDERS = {
    "plan": (ADVANCED, "Ann: /plan set who: Trent lines: fire at Guard; else: stay"),
    "task": (OPTIONAL, "Ann: /fire target: Guard aim: 12"),
    "sealed": ((*ADVANCED, SEALED), "Ann: /fire target: Guard aim: 1"),
}
UNPERCEIVED = "The order has become impossible, for a reason that is not known to your side."


async def typed(game: Game, lines: Iterable[str]) -> None:
    for line in lines:
        await types(game, line)


@pytest.mark.parametrize("given", ORDERS)
async def test_a_secret_wall_is_no_reason_that_is_told(given: str, tmp_path: Path) -> None:
    lines, order = ORDERS[given]
    async with opened(tmp_path / "referee.sqlite3") as game:
        await typed(game, (*lines, order, "GM: /encounter map add: wall F3 secret: True", *["GM: /next"] * 3))
        await game.client.delivery.flush()
        own = told(await types(game, "Ann: /log"))
        assert UNPERCEIVED in own
        for who in (game.ann, game.playground.person("Cleo")):
            texts = [m["content"] for m in who.sees(CHANNEL)] + [told(await who.slash(CHANNEL, "log"))]
            assert "F3" not in "\n".join(texts)
        assert UNPERCEIVED not in told(await game.playground.person("Cleo").slash(CHANNEL, "log"))


MARINES = (
    "GM: /encounter start ruleset: space_marines title: The hold",
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 14x10",
    "GM: /combatant add sheet: Marine, smart gun name: Trent at: C6 owner: @Ann side: Blue",
    "GM: /combatant add sheet: bug warrior name: Guard at: L2 side: Red",
)


@pytest.mark.parametrize("at", ["E6", "N9"])
async def test_a_space_cannot_be_tried_for_somebody_unknown(at: str, tmp_path: Path) -> None:
    """In Space Marines shots go at somebody: at a space where nobody is known to be, they are refused."""
    zorro = f"GM: /combatant add sheet: bug warrior name: Zorro at: {at} side: Red secret: True"
    async with laid_out(tmp_path / "referee.sqlite3", MARINES) as game:
        await types(game, zorro)
        await refused(game, "Ann: /fire target: E6", "Nobody is at E6. In play: Guard.")
        await refused(game, "Ann: /burst target: E6, L2", "Nobody is at E6. In play: Guard.")
        await types(game, "Ann: /plan set who: Trent lines: fire at E6")
        await types(game, "GM: /next")
        assert "Trent skips line 1 (fire at E6): Nobody is at E6. In play: Guard." in told(
            await types(game, "Ann: /log")
        )
