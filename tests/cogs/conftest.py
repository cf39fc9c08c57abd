"""The real bot on a real store, played over the real protocol against the stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.client import RefereeClient
from bot.playground import Playground
from bot.playground.driver import Answer, Person
from rules.model import Encounter
from tests.served import CHANNEL, served

__all__ = ["CHANNEL", "Game", "mustered", "told"]


class Game:
    """A guild with the bot in it, and three people of it."""

    def __init__(self, playground: Playground, client: RefereeClient) -> None:
        self.playground = playground
        self.client = client
        self.gm = playground.person("GM")
        self.ann = playground.person("Ann")
        self.ben = playground.person("Ben")

    async def encounter(self) -> Encounter:
        """The channel's encounter as it stands."""
        referee = self.client.desk.referee
        id = await referee.open_in(self.gm.channel_id(CHANNEL))
        assert id is not None
        head = await referee.journal.head(id)
        assert head is not None
        return head.state

    async def says(self, who: Person, command: str, /, **options: Any) -> str:
        """What the channel is told."""
        answer = await who.slash(CHANNEL, command, **options)
        assert not answer.ephemeral, answer.content
        return answer.content

    async def whispers(self, who: Person, command: str, /, **options: Any) -> str:
        """What that person alone is told."""
        answer = await who.slash(CHANNEL, command, **options)
        assert answer.ephemeral, answer.content
        return told(answer)


def told(answer: Answer) -> str:
    """All text of an answer, content and embeds."""
    texts = [answer.content]
    for embed in answer.embeds:
        texts += [embed.get("title") or "", embed.get("description") or ""]
        texts += [f"{field['name']} {field['value']}" for field in embed.get("fields", [])]
        texts.append((embed.get("footer") or {}).get("text") or "")
    return "\n".join(texts)


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Game]:
    """The bot, online."""
    async with served(database) as bot:
        yield Game(bot.playground, bot.client)


async def mustered(game: Game) -> None:
    """An encounter: Ann's Apone with a Flame Unit, Ben's Rifleman, the GM's two Aliens."""
    await game.says(game.gm, "encounter start", ruleset="aliens", title="Sub-level 3")
    await game.says(game.ann, "combatant add", sheet="apone", side="Marines")
    await game.says(game.ben, "combatant add", sheet="rifleman", side="Marines")
    await game.says(game.gm, "combatant add", sheet="alien", count=2, side="Aliens")


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with opened(tmp_path / "referee.sqlite3") as game:
        yield game
