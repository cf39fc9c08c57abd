"""The texts that others get do not depend on how many orders a hidden fighter gives: no number, page or custom id
counts them.

The same fight is played twice. In one play the hidden fighter and their GM give further orders, at moments at which
these change neither the clock nor who still has to act; some are undone and redone.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, opened, person
from tests.cogs.direct import direct
from tests.sight.plays import FIGHTS, Play, _anyway, _buttons, _shown, comparable, laid_out
from tests.waiting import patience

KINDS = ("phoenix-advanced, hidden", "space_marines, sides", "aliens, off", "savage, hidden")
ALL_ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("log", {"page": page}) for page in (1, 2, 9)),
    ("recap", {}),
    ("export", {}),
    ("stats", {}),
    ("stats", {"of": "fights"}),
    ("stats", {"encounter": "all"}),
    ("privacy show", {}),
    ("encounter show", {}),
    ("fire", {"who": "Trent"}),
)
FURTHER = (
    "GM: /adjust who: Zorro changes: at P12",
    "GM: /adjust who: Zorro changes: at P13",
    "GM: /undo",
    "GM: /redo",
    "GM: /adjust who: Zorro changes: at P12",
)
"""Lines of only one of the plays, each time as many as are asked for."""
PLAYED = (
    ("Ann: /pass who: Axly", 0),
    ("Ben: /pass who: Zorro", 3),
    ("Ann: /undo", 0),
    ("Ann: /redo", 4),
    ("Ann: /move who: Trent to: C3", 0),
    ("Ann: /undo", 5),
    ("GM: /next", 0),
    ("GM: /undo", 5),
    ("GM: /fire who: Guard target: Axly aim: 1", 2),
    ("Ann: /fire who: Trent target: Guard aim: 1", 1),
    ("Ann: /undo", 5),
    ("Ann: /pass who: Trent", 0),
    ("GM: /next", 1),
)
"""The orders of both plays, each with how many further ones follow it in one of them. Between an order of Ann's and her
undo of it there are none: an undo that would take back more than hers is refused, and that tells that there is more."""


@pytest.mark.parametrize("name", KINDS)
async def test_what_others_get_does_not_depend_on_how_much_a_hidden_fighter_does(name: str, tmp_path: Path) -> None:
    one, other = [await counted(name, more, tmp_path / f"{more}.sqlite3") for more in (False, True)]
    assert [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]][:3] == []


async def counted(name: str, more: bool, path: Path) -> list[str]:
    """Play the fight, in one way with `more` orders, and return all that others get."""
    fight = FIGHTS[name]
    with comparable():
        async with opened(path) as game:
            for line in fight.lines:
                await laid_out(game, line.format(**fight.ways[0]))
            play = Play(game, fight.ways[0])
            play.note_channel("GM: /encounter")
            for typed, further in PLAYED:
                answer = await types(game, typed)
                if typed.startswith("Ann"):
                    play.note("Ann", typed, _shown(answer, play.world))
                play.note_channel(typed)
                for line in FURTHER[:further] if more else ():
                    answer = await types(game, line)
                    assert "Details" in _buttons(answer.message), f"{line}: {answer.content}"
                assert not await play.perceived()
                await asked(play)
            return play.lines


async def asked(play: Play) -> None:
    """Write down what Ann and Cleo get if they ask: pages, files, boards, forms, Details."""
    for name in ("Ann", "Cleo"):
        who = person(play.game, name)
        with direct(play.game):
            for command, options in ALL_ASKED:
                play.note(
                    name, f"/{command} {options}", _shown(await who.slash(CHANNEL, command, **options), play.world)
                )
            for n, message in enumerate([m for m in who.sees(CHANNEL) if "Details" in _buttons(m)][-4:]):
                answer = await who.click(message, "Details")
                play.note(name, f"Details of message {n}", _shown(answer, play.world))


async def types(game: Game, line: str) -> Answer:
    """Have a line typed, carried out also if it asks first, and everything posted that comes of it."""
    name, _, words = line.partition(": ")
    who = person(game, name)
    with direct(game):
        answer = await who.types(CHANNEL, words)
        if anyway := _anyway(answer):
            answer = await who.click(answer, anyway)
    async with asyncio.timeout(patience()):
        await game.client.delivery._idle.wait()
    return answer
