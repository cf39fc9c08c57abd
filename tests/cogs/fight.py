"""A whole fight over the real protocol, in a bot that can be ended and started anew between its scenes."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot import fairness
from bot.fairness import Report
from bot.game.journal.replay import replay
from standin import Playground
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, meant, told
from tests.served import connected, stand_in


class Fight:
    """The lines that people type in the fight, in a bot that can be started again."""

    def __init__(self, playground: Playground, database: Path) -> None:
        self.playground = playground
        self.database = database
        self.people = {name: playground.person(name) for name in ("GM", "Ann", "Ben")}

    @asynccontextmanager
    async def scene(self) -> AsyncIterator[Game]:
        """The bot, with nothing in memory of what went before."""
        if self.playground.gateway.online:
            await self.playground.offline()
        async with connected(self.playground, self.database) as bot:
            yield Game(self.playground, bot.client)

    async def type(self, line: str, *says: str) -> Answer:
        """Somebody types a line; the answer has to say so much."""
        name, _, typed = line.partition(": ")
        answer = await meant(self.people[name], await self.people[name].types(CHANNEL, typed))
        shown = plain(answer)
        for wanted in says:
            assert wanted in shown, f"{line}\nwanted: {wanted}\n{shown}"
        return answer


def plain(answer: Answer) -> str:
    """As a reader sees it."""
    return re.sub(r"\\(.)", r"\1", re.sub(r"(?<!\\)\*\*", "", told(answer)))


@asynccontextmanager
async def prepared(database: Path) -> AsyncIterator[Fight]:
    """A guild for a fight; nothing said in it may depart from Discord's specification."""
    async with stand_in() as playground:
        yield Fight(playground, database)
        assert playground.violations == [], playground.violations[:3]


async def checked(fight: Fight, game: Game) -> Report:
    """End the fight: its journal comes out the same again, and its export satisfies the standard library's checker."""
    id = (await game.encounter()).id
    await fight.type("GM: /encounter end", "Seed")
    found = replay(await game.client.referee.journal.whole(id), game.client.library.shelf)
    assert (found.newer, found.alarms) == ((), ())
    answer = await fight.type("GM: /export")
    [file] = answer.message["attachments"]
    report = fairness.verify(json.loads(fight.playground.world.uploads[file["id"]].content))
    assert report.problems == ()
    return report
