"""Whatever kind of fight it is, its export can be read again: the dice verify, it is imported, and it is watched.

The clock gives orders of its own in most of them, and in one nobody knows any more who Ben was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from bot import fairness
from bot.game.entries.invocation import CLOCK, HOUSEKEEPER, PROGRAM
from tests.bot.test_auto_pace import entries, later, paced, passed, timed_out
from tests.clocks import Moved
from tests.cogs.conftest import CHANNEL, Game, says, told, types
from tests.cogs.exporting import file_of
from tests.cogs.test_export import exported, schema
from tests.cogs.test_import import OTHER, bring
from tests.cogs.test_privacy import forget
from tests.cogs.test_replay import file_of as replay_file
from tests.cogs.test_sealed import YARD
from tests.replayed import document
from tests.served import Served, served, skirmish

SCHEMA = jsonschema_rs.Draft202012Validator(schema())


async def auto(game: Game, bot: Served) -> None:
    """Time goes on by itself once everyone has decided."""
    await skirmish(bot)
    await says(game, "Ann: /fire target: Alien 1 range: 2")
    await paced(bot)
    await passed(bot)
    await later(bot)


async def sealed(game: Game, bot: Served) -> None:
    """Orders are declared, and the clock carries them out."""
    for line in (*YARD, "Ann: /fire target: Axly aim: 1", "Ben: /move to: D8"):
        await types(game, line)
    await later(bot, 60)


async def deadline(game: Game, bot: Served) -> None:
    """Nobody has decided in time, and the clock passes for everyone."""
    await skirmish(bot)
    await says(game, "Ann: /fire target: Alien 1 range: 2")
    await timed_out(bot, 1)


async def departed(game: Game, bot: Served) -> None:
    """Ben, who also asked to bring in another fighter, is forgotten, and leaves a fight that goes on."""
    await skirmish(bot)
    await says(game, "Ben: /fire target: Alien 1 range: 2")
    await types(game, "GM: /encounter options name: joining value: ask")
    await types(game, "Ben: /combatant add sheet: rifleman name: Frost side: Marines")
    await types(game, "GM: /encounter options name: fog value: hidden")
    await forget(game, game.ben)
    await types(game, "Ann: /fire target: Alien 2 range: 2")


async def imported(game: Game, bot: Served) -> None:
    """A fight that goes on from the file of another, in which the clock has acted, too."""
    await auto(game, bot)
    await types(game, "GM: /encounter options name: pace value: by hand")
    document = await exported(game, game.gm, ids=True)
    await types(game, "GM: /encounter end")
    assert not (await bring(game.gm, document, CHANNEL)).ephemeral
    await says(game, "Ben: /fire target: Alien 2 range: 2")


Play = Callable[[Game, Served], Coroutine[Any, Any, None]]
KINDS: dict[Play, set[str]] = {
    auto: {CLOCK},
    sealed: {CLOCK},
    deadline: {CLOCK},
    departed: {HOUSEKEEPER},
    imported: set(),
}
"""The users, besides people, who give orders in these fights."""


class Reader:
    """Has the export of the channel's encounter, with names or ids, and does with it what people do."""

    def __init__(self, game: Game, ids: bool, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.game, self.folder, self.capsys = game, folder, capsys
        self.options = {"ids": True} if ids else {}

    async def exported(self) -> bytes:
        """The file. With names, it has nobody's id."""
        _, content = await file_of(self.game, self.game.gm, **self.options)
        SCHEMA.validate(json.loads(content))
        assert self.options or not self.ids_in(content)
        return content

    def ids_in(self, content: bytes) -> list[str]:
        people = (self.game.gm, self.game.ann, self.game.ben)
        return [one.name for one in people if one.id.encode() in content]

    def problems(self, content: bytes) -> list[str]:
        """Return the problems that the check on the command line finds, except that a seed is still secret."""
        (self.folder / "export.json").write_bytes(content)
        fairness.main([str(self.folder / "export.json")])
        lines = self.capsys.readouterr().out.splitlines()
        return [line for line in lines if line.startswith("PROBLEM") and fairness.NOT_SHOWN not in line]

    async def imports(self, content: bytes) -> None:
        answer = await bring(self.game.ann, content)
        assert not answer.ephemeral and "is imported and continues here" in told(answer), answer.content
        await self.game.ann.slash(OTHER, "encounter end")

    async def reads_the_end(self) -> None:
        """After the end all dice are verified, the file is imported, and every frame of the replay has its time."""
        content = await self.exported()
        assert self.problems(content) == []
        said = await self.game.whispers(self.game.ann, "dice verify", file=("export.json", content))
        assert said.startswith("**Verified.**") and re.search(r"\b[1-9]\d* throws? checked", said), said
        await self.imports(content)
        _, page = await replay_file(self.game, self.game.ann)
        frames = document(page)["frames"]
        assert frames and all(frame["clock"] for frame in frames)
        assert not self.ids_in(page)


@pytest.mark.parametrize("play", KINDS, ids=lambda play: play.__name__)
@pytest.mark.parametrize("ids", [False, True], ids=["names", "ids"])
async def test_every_export_verifies_imports_and_replays(
    play: Play, ids: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with served(tmp_path / "bot.sqlite3", Moved()) as bot:
        game = Game(bot.playground, bot.client)
        reader = Reader(game, ids, tmp_path, capsys)
        await play(game, bot)
        rows = await entries(bot)

        content = await reader.exported()
        assert reader.problems(content) == []
        await reader.imports(content)
        # The words of the program are what they are.
        by = [entry["user"] for entry in json.loads(content)["entries"]]
        assert {*by} & PROGRAM == KINDS[play]
        assert [one in PROGRAM for one in by] == [row.actor in PROGRAM for row in rows]

        await types(game, "GM: /encounter end")
        await reader.reads_the_end()
        if play is not departed:
            await forget(game, game.ben)
            await reader.reads_the_end()


async def test_the_file_of_one_side_is_refused_and_its_replay_opens(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3", Moved()) as bot:
        game = Game(bot.playground, bot.client)
        await auto(game, bot)
        await types(game, "GM: /encounter options name: fog value: sides")
        name, content = await file_of(game, game.ann)
        assert name.endswith("-side.json")
        said = await game.whispers(game.ann, "dice verify", file=(name, content))
        assert "only what one side has seen of an open encounter" in said
        answer = await bring(game.ann, content)
        assert answer.ephemeral and "only what one side has seen. Import the complete file" in answer.content
        name, page = await replay_file(game, game.ann)
        replay = document(page)
        assert name.endswith("-side.html") and replay["filtered"] and replay["seeds"] is None
        assert replay["frames"] and all(frame["clock"] for frame in replay["frames"])
