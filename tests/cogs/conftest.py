"""The real bot on a real store, played over the real protocol against the stand-in.

Some fights are played again by three processes as one bot; `--home three` plays all tests so.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chat.connection.client import RefereeClient
from bot.game.entries.entries import Entry
from rules.engine.records.model import Encounter
from standin import Playground
from standin.driver import Answer, Person
from standin.errors import PageError
from tests import homes, luck
from tests.at_home import at_home_in
from tests.cogs import advice
from tests.homes import SQLITE, THREE
from tests.served import CHANNEL, served

__all__ = ["CHANNEL", "Game", "mustered", "told"]

BY_THREE = {"phoenix_advanced_fight", "plans", "play", "replay", "savage_fight", "sealed", "space_marines_fight"}
"""The modules whose tests always run with three processes as well."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have tests run with three processes."""
    if Path(metafunc.module.__file__).stem.removeprefix("test_") in BY_THREE:
        at_home_in((SQLITE, THREE), metafunc)


class Game:
    """A guild with the bot in it, and three people of it."""

    def __init__(self, playground: Playground, client: RefereeClient) -> None:
        self.playground = playground
        self.client = client
        self.gm = playground.person("GM")
        self.ann = playground.person("Ann")
        self.ben = playground.person("Ben")
        self.refusals: dict[str, str] = {}
        """The lines that were refused, with the sentences."""

    async def encounter(self) -> Encounter:
        """The channel's encounter as it stands."""
        referee = self.client.referee
        id = await referee.open_in(self.gm.channel_id(CHANNEL))
        assert id is not None
        head = await referee.journal.head(id)
        assert head is not None
        return head.state

    async def head(self) -> Entry:
        """The last entry of the encounter's journal, with the state after it."""
        journal = self.client.referee.journal
        head = await journal.head((await self.encounter()).id)
        assert head is not None
        return head

    async def says(self, who: Person, command: str, /, **options: Any) -> str:
        """Return the channel's last post."""
        answer = await who.slash(CHANNEL, command, **options)
        assert is_public(answer), answer.content
        return answer.content

    async def whispers(self, who: Person, command: str, /, **options: Any) -> str:
        """Return that person's private answer."""
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


def is_public(answer: Answer) -> bool:
    """Whether all in the channel read it: in a message of its own, or in the last line that told the time."""
    return not answer.ephemeral or answer.content.startswith("Updated above: ")


async def meant(who: Person, answer: Answer) -> Answer:
    """Return the answer to the confirmation of an order that asks first; any other answer is returned as it is."""
    labels = [button.get("label", "") for row in answer.components for button in row.get("components", [])]
    anyway = next((label for label in labels if label.endswith(" anyway")), "")
    return await who.click(answer, anyway) if answer.ephemeral and anyway else answer


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


def as_played(encounter: Encounter) -> Encounter:
    """The encounter without the notes of throws that were undone."""
    return replace(encounter, undone=())


def person(game: Game, name: str) -> Person:
    one = {"GM": game.gm, "Ann": game.ann, "Ben": game.ben}.get(name) or game.playground.person(name)
    assert one, f"nobody is called {name}"
    return one


async def types(game: Game, typed: str) -> Answer:
    """Return the answer to "Ann: /fire target: Guard"."""
    # discord.py has one address for all clients of a process, and a module may have two games open.
    discord.http.Route.BASE = game.playground.api_url
    name, _, line = typed.partition(": ")
    return await person(game, name).types(CHANNEL, line)


async def says(game: Game, typed: str) -> str:
    """Return the channel's post about such a line, which is confirmed if it asks first."""
    answer = await meant(person(game, typed.partition(": ")[0]), await types(game, typed))
    assert is_public(answer), answer.content
    return told(answer)


async def carried_out(game: Game, typed: str) -> None:
    """Have such a line carried out. In the fog, its answer may be private."""
    before = await stored(game)
    answer = await meant(person(game, typed.partition(": ")[0]), await types(game, typed))
    assert is_public(answer) or await stored(game) > before, answer.content


async def stored(game: Game) -> int:
    """Return how many entries the channel's encounter has; 0 if none is open."""
    referee = game.client.referee
    id = await referee.open_in(game.gm.channel_id(CHANNEL))
    return (await referee.store.journal.last_seq(id) or 0) if id else 0


async def refused(game: Game, typed: str, wanted: str) -> None:
    """One sentence or two short ones for the user who typed it, and everything as it was: people, ammunition,
    agenda, clock, journal."""
    before = await game.head()
    answer = await types(game, typed)
    helped(answer, wanted)
    game.refusals[typed] = answer.content
    assert await game.head() == before


async def advice_is_taken(game: Game) -> None:
    """Lines that the refusals of a game tell people to type are understood."""
    for typed, refusal in game.refusals.items():
        somebody = (await game.encounter()).combatants[-1].name
        for example, lines in advice.advised(typed, re.sub(r"\\([^\w\s])", r"\1", refusal), somebody):
            if (example, refusal) not in _advice_taken:
                _advice_taken.add((example, refusal))
                assert any([await _is_taken(game, line) for line in lines[:4]]), f"{typed}: {refusal}\n{lines}"


async def _is_taken(game: Game, line: str) -> bool:
    try:
        return advice.taken(await types(game, line))
    except PageError:
        # The command has no such option.
        return False


_advice_taken: set[tuple[str, str]] = set()


def helped(answer: Answer, wanted: str, most: int = 400) -> None:
    """It is one sentence or two short ones, for one pair of eyes: what is wrong, and what works."""
    assert answer.ephemeral, answer.content
    assert wanted in re.sub(r"\\([^\w\s])", r"\1", answer.content), answer.content
    assert len(answer.content) < most
    assert answer.embeds == []
    assert len(re.findall(r"[.!?](?: |$)", answer.content)) in (1, 2), answer.content


_Step = Callable[[Game], Awaitable[None]]
_laid_out: dict[tuple[str, tuple[str, ...], _Step | None], homes.Saved] = {}
"""The databases of worlds that have been laid out once, by the kind of home, the lines that were typed, and what was
done then."""


@asynccontextmanager
async def laid_out(database: Path, lines: Iterable[str], then: _Step | None = None) -> AsyncIterator[Game]:
    """The bot, online, as if these lines had been typed, and the step taken; they are once, and then the database is
    copied."""
    typed = tuple(lines)
    world = homes.kind(), typed, then
    if world not in _laid_out:
        with luck.of(repr(typed)):
            async with opened(database) as game:
                for line in typed:
                    await carried_out(game, line)
                if then:
                    await then(game)
        _laid_out[world] = await homes.saved(database)
    await homes.restored(database, _laid_out[world])
    async with opened(database) as game:
        yield game
        await advice_is_taken(game)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with opened(tmp_path / "referee.sqlite3") as game:
        yield game
