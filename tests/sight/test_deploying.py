"""Until all appear, nothing that others get depends on where a side is placed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.clocks import Stopped
from tests.cogs.conftest import Game
from tests.served import served
from tests.sight.plays import Play, comparable, laid_out
from tests.waiting import idle

SHEETS = {
    "phoenix-optional": "line, M16",
    "aliens": "rifleman",
    "space_marines": "Marine, rifle",
    "savage": "Shooting d8, Pistol",
}
WAYS = ({"a": "P3", "b": "Q5", "y": "S2"}, {"a": "R12", "b": "S9", "y": "P14"})


def lines(ruleset: str, fog: str) -> tuple[str, ...]:
    add = f"GM: /combatant add sheet: {SHEETS[ruleset]}"
    return (
        f"GM: /encounter start ruleset: {ruleset} title: The yard",
        f"GM: /encounter options name: fog value: {fog}",
        "GM: /encounter map size: 20x16 walls: G7-G9 K4",
        f"{add} name: Trent owner: @Ann side: Blue",
        f"{add} name: Axly owner: @Ann side: Blue",
        f"{add} name: Zorro owner: @Ben side: Red",
        f"{add} name: Yara owner: @Ben side: Red",
        "GM: /encounter deploy side: Blue zone: A1-D16",
    )


ORDERS = (
    "GM: /encounter deploy side: Red zone: P1-S16",
    "Ben: /move who: Zorro to: {a}",
    "Ann: /move who: Trent to: B2",
    "Ann: /move who: Axly to: {a}",
    "Ben: /undo",
    "Ben: /move who: Zorro to: {b}",
    "Ben: /move who: Zorro to: {a}",
    "Ann: /undo",
    "Ann: /next",
    "Ben: /encounter show",
    "Ann: /move who: Trent to: C3",
    "Ben: /move who: Yara to: {y}",
)


async def others_got(ruleset: str, fog: str, way: int, path: Path) -> list[str]:
    luck = random.Random(f"{ruleset} {fog}")
    with comparable():
        async with served(path, Stopped()) as there:
            game = Game(there.playground, there.client)
            play = Play(game, WAYS[way])
            for line in lines(ruleset, fog):
                await laid_out(game, line)
            await idle(play.game.client)
            play.note_channel("GM: /encounter")
            for typed in ORDERS:
                await play.order(typed, luck)
                await play.ask(luck)
            state = await game.encounter()
            assert [one.place for one in state.combatants] == [None] * 4, "nobody has appeared"
            got = play.lines
            await play.order("Ann: /pass who: Axly", luck)
            state = await game.encounter()
            assert [str(one.place) for one in state.combatants] == ["C3", "None", WAYS[way]["a"], WAYS[way]["y"]]
            return got


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
@pytest.mark.parametrize("ruleset", SHEETS)
async def test_others_learn_nothing_before_all_appear(ruleset: str, fog: str, tmp_path: Path) -> None:
    one, other = [await others_got(ruleset, fog, way, tmp_path / f"{way}.sqlite3") for way in (0, 1)]
    # Ann names a place of Zorro's herself, and is refused in the same words.
    differing = [pair for pair in zip(one, other, strict=True) if _blind(pair[0], 0) != _blind(pair[1], 1)]
    assert differing[:1] == []
    assert not [
        line for line in (_blind(line, 0) for line in one) for place in ("P3", "Q5", "S2", "P1-S16") if place in line
    ]


def _blind(line: str, way: int) -> str:
    """A line without the place that Ann typed, and without the random ids of forms and buttons."""
    line = re.sub("sr[emp]:[0-9a-f]+", "", line)
    return line.replace(f"Axly to: {WAYS[way]['a']}", "").replace(f"{WAYS[way]['a']} is outside", "outside")
