"""A side gets enough to play: a player who knows what the bot told her alone gives legal orders."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Answer
from tests.clocks import Stopped
from tests.cogs.conftest import CHANNEL, Game, meant, told
from tests.cogs.direct import direct
from tests.served import served
from tests.sight.plays import FIGHTS, laid_out, scattered

KINDS = [
    f"{book}, {fog}"
    for book in (
        "phoenix-basic",
        "phoenix-advanced",
        "phoenix-optional",
        "aliens",
        "space_marines",
        "space-marines-outdoors",
        "savage",
    )
    for fog in ("hidden", "sides")
]
TURNS = 3
_PLACED = re.compile(r"\*\*(?P<name>[^*]+)\*\* \((?P<column>[A-Z])(?P<row>\d+)\)")
_WALL = "█"


class Player:
    """Ann, who reads the board and what is suggested, and nothing else."""

    def __init__(self, game: Game, luck: random.Random) -> None:
        self._game, self._luck = game, luck
        self.given: list[str] = []

    async def turn(self) -> None:
        """Give orders until none of her fighters has to act."""
        for _ in range(12):
            if choices := await self._suggested("answer", "choice"):
                await self.order("answer", choice=choices[0])
                continue
            board = await self._board()
            if not (waiting := [name for name in await self._own() if name in _waiting(board)]):
                return
            name = waiting[0]
            if self._luck.random() < 0.4 or not await self._attack(name):
                if self._luck.random() < 0.5:
                    await self._move(name, board)
                else:
                    await self.order("pass", who=name)
        for name in await self._own():
            if name in _waiting(await self._board()):
                await self.order("pass", who=name)

    async def order(self, command: str, **options: Any) -> None:
        """An order, which must not be refused."""
        answer = await meant(self._game.ann, await self._game.ann.slash(CHANNEL, command, **options))
        assert not refused(answer), f"/{command} {options}: {answer.content}\n{await self._board()}"
        self.given.append(command)

    async def _attack(self, name: str) -> bool:
        """Return whether there is a target that the bot suggests, and fire at it."""
        own = await self._own()
        targets = [one for one in await self._suggested("fire", "target", who=name) if one not in own]
        if not targets:
            return False
        options: dict[str, Any] = {"who": name, "target": self._luck.choice(targets)}
        if aims := await self._suggested("fire", "aim", **options):
            options["aim"] = aims[0]
        await self.order("fire", **options)
        return True

    async def _move(self, name: str, board: str) -> None:
        """To a free space above or below on the map, if there is one."""
        taken = {(found["column"], int(found["row"])) for found in _PLACED.finditer(board)}
        [here] = [found for found in _PLACED.finditer(board) if found["name"] == name]
        column, row = here["column"], int(here["row"])
        free = [(column, at) for at in (row - 1, row + 1) if (column, at) not in taken and _open(board, column, at)]
        if not free or name not in await self._suggested("move", "who"):
            await self.order("pass", who=name)
            return
        await self.order("move", who=name, to="{}{}".format(*self._luck.choice(free)))

    async def _own(self) -> list[str]:
        return [re.split(r" · ", one)[0] for one in await self._suggested("combatant edit", "who")]

    async def _board(self) -> str:
        return told(await self._game.ann.slash(CHANNEL, "encounter show"))

    async def _suggested(self, command: str, option: str, **options: Any) -> list[Any]:
        choices = await self._game.ann.autocomplete(CHANNEL, command, focused=option, **options)
        return [choice["value"] for choice in choices]


def _waiting(board: str) -> str:
    return board.splitlines()[0].partition("still to act: ")[2]


def _open(board: str, column: str, row: int) -> bool:
    """Return whether the map has such a space and no wall is drawn there."""
    lines = board.split("```")[1].splitlines()
    header = next(line for line in lines if re.search(rf"\b{column}\b", line))
    at = header.index(column)
    drawn = [line for line in lines if line[:2].strip() == str(row)]
    return bool(drawn) and _WALL not in drawn[0][at - 1 : at + 2]


def refused(answer: Answer) -> bool:
    """A refusal is one plain sentence for the one who asked."""
    plain = not re.search(r"\*\*|```", answer.content)
    return answer.ephemeral and not (answer.components or answer.embeds) and plain


async def the_rest_pass(game: Game) -> None:
    """Everybody else is done, as the GM has it."""
    for _ in range(12):
        if asked := await game.gm.autocomplete(CHANNEL, "answer", focused="choice"):
            await game.gm.slash(CHANNEL, "answer", choice=asked[0]["value"])
        choices = await game.gm.autocomplete(CHANNEL, "pass", focused="who")
        board = told(await game.gm.slash(CHANNEL, "encounter show"))
        if not (waiting := [c["value"] for c in choices if c["value"] in _waiting(board)]):
            return
        await game.gm.slash(CHANNEL, "pass", who=waiting[0])


@pytest.mark.parametrize("name", KINDS)
async def test_a_player_who_knows_what_the_bot_tells_gives_legal_orders(name: str, tmp_path: Path) -> None:
    luck = random.Random(name)
    fight = scattered(FIGHTS[name], luck)
    async with served(tmp_path / "referee.sqlite3", Stopped()) as bot:
        game = Game(bot.playground, bot.client)
        for line in fight.lines:
            await laid_out(game, line.format(**fight.ways[0]))
        with direct(game):
            player = Player(game, luck)
            for _ in range(TURNS):
                await player.turn()
                await the_rest_pass(game)
                await player.order("next")
    assert len(player.given) > 2 * TURNS
    assert {"next", "move"} <= {*player.given} or {"next", "fire"} <= {*player.given}
