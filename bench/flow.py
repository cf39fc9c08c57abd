"""`make bench-flow`: how much people type and read in a fight, by hand and by plans.

Each fight is played through the real bot on the stand-in twice for each of three seeds; the table has the medians. By
hand every fighter who can act is given an order or passes, in every impulse or turn, and a GM says Next. By plans every
fighter has one, and the GM lets time run until somebody has to decide.

Counted are what a channel gets (posts, their edits and words, the people they mention) and what people do (commands and
presses that were carried out). The set-up is not counted.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from unittest.mock import patch

import click

from bench.flow_fights import FIGHTS, Fight, Tactic, idle_opening
from bench.report import progress
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.plans import plans, undecided
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.model import Combatant, Encounter
from rules.grid.approach import measures
from standin import Playground
from standin.world.messages import LOADING
from tests.cogs.conftest import Game, meant, opened, person, types

SEEDS = (1, 2, 3)
_MOST_ORDERS = 3_000
"""The orders after which a fight is given up: it would continue for ever."""
_MOST_WAITS = 100
"""How often it is looked whether a long order is done, every tenth of a second."""
WAYS = ("by hand", "by plans")
FIGURES = ("posts", "edits", "commands", "pings", "words")


@dataclass
class Count:
    """The posts in a channel and people's actions."""

    posts: float = 0
    edits: float = 0
    commands: float = 0
    pings: float = 0
    words: float = 0

    def per(self, number: float) -> Count:
        """Return the count of each of so many."""
        return Count(*(value / number for value in astuple(self)))


@dataclass(frozen=True, slots=True)
class Goal:
    """The most of a figure; None for a figure without a goal."""

    posts: float
    commands: float | None = None
    pings: float | None = None

    def per(self, number: float) -> Count:
        """Return the count of each of so many."""
        return Count(*(value / number for value in astuple(self)))


class Channel:
    """Counts the posts that everyone can read."""

    def __init__(self, playground: Playground) -> None:
        self.count = Count()
        self._loading: set[str] = set()
        playground.world.listen(self._hear)

    def _hear(self, event: str, data: object, audience: str | None) -> None:
        if audience is not None or not isinstance(data, dict) or event not in ("message_create", "message_update"):
            return
        if not data.get("author", {}).get("bot"):
            return
        id = str(data["id"])
        if data["flags"] & LOADING:
            self._loading.add(id)
        elif event == "message_create" or id in self._loading:
            self._loading.discard(id)
            self.count.posts += 1
            self.count.pings += len(data["mentions"])
            self.count.words += _words(data)
        else:
            self.count.edits += 1


def _words(message: dict[str, object]) -> int:
    texts = [str(message["content"])]
    embeds = message["embeds"]
    assert isinstance(embeds, list)
    for embed in embeds:
        texts += [str(embed.get(part) or "") for part in ("title", "description")]
        texts += [f"{field['name']} {field['value']}" for field in embed.get("fields", [])]
        texts += [str((embed.get("footer") or {}).get("text") or "")]
    return len(" ".join(texts).split())


class Table:
    """A fight as it is played: what the encounter is, who has to decide, and what people type."""

    def __init__(self, game: Game, fight: Fight) -> None:
        self.game, self.fight = game, fight
        self.channel = Channel(game.playground)
        self._done: dict[str, int] = {}
        self._planned: dict[str, tuple[Clock, int]] = {}
        """When each fighter was planned for last, and how often at that time."""
        self._orders = 0
        self.refusal = ""

    async def encounter(self) -> Encounter:
        """Return the encounter as it is."""
        return await self.game.encounter()

    def book(self, encounter: Encounter) -> Ruleset:
        """Return its rulebook."""
        return self.game.client.library.shelf[encounter.ruleset]

    async def over(self) -> bool:
        """Return whether the fight has lasted long enough, or is decided."""
        encounter = await self.encounter()
        result = self.book(encounter).result(encounter)
        return self.fight.over(encounter) or bool(result and result.decided)

    async def says(self, who: str, line: str) -> bool:
        """Type a line; return whether it was carried out. Those that are not count for nothing."""
        self._orders += 1
        if self._orders > _MOST_ORDERS:
            raise RuntimeError(f"{self.fight.title} continues for ever")
        before = await self.game.head()
        answer = await meant(person(self.game, who), await types(self.game, f"{who}: {line}"))
        done = (await self.game.head()).seq != before.seq
        self.channel.count.commands += done
        if not done:
            self.refusal = answer.modal["title"] if answer.modal else answer.content
        return done

    async def by_hand(self) -> None:
        """Give every fighter who can act an order, or pass, and let time continue."""
        while not await self.over():
            encounter = await self.encounter()
            awaited = self.book(encounter).awaited(encounter)
            if not awaited:
                await self._next("/next")
                continue
            await self._order(encounter.combatant(awaited[0]), encounter)

    async def by_plans(self) -> None:
        """Plan, let time run, and plan again for those who have to decide."""
        while not await self.over():
            encounter = await self.encounter()
            planned = {plan.actor for plan in plans(encounter)}
            if waiting := [id for id in undecided(encounter, self.book(encounter)) if id not in planned]:
                await self._plan(encounter.combatant(waiting[0]), encounter)
                continue
            if any(isinstance(item, Question) for item in encounter.agenda):
                await self._order(encounter.combatant(undecided(encounter, self.book(encounter))[0]), encounter)
                continue
            await self._next("/next run: True")

    async def pass_until(self, fighter: Combatant, until: str = "") -> None:
        """Let a fighter pass, until a condition holds if one is named."""
        line = f"/pass who: {fighter.name}" + f" until: {until}" * bool(until)
        if not await self.says(self._owner(fighter), line):
            raise RuntimeError(f"{line} was refused: {self.refusal}")

    async def _next(self, line: str) -> None:
        before = (await self.game.head()).seq
        if await self.says("GM", line):
            return
        # A long run is answered later.
        for _ in range(_MOST_WAITS):
            await asyncio.sleep(0.1)
            if (await self.game.head()).seq != before:
                self.channel.count.commands += 1
                return
        raise RuntimeError(f"{line} was refused: {self.refusal}")

    async def _order(self, fighter: Combatant, encounter: Encounter) -> None:
        who, owner = fighter.name, self._owner(fighter)
        for item in encounter.agenda:
            if isinstance(item, Question) and item.to == fighter.id:
                assert await self.says(owner, f"/answer choice: {item.choices[0]} who: {who}")
                return
        tactic, done = self._tactic(fighter), self._done.get(fighter.id, 0)
        foe = self._foe(fighter, encounter)
        lines = (*tactic.first[done : done + 1], *tactic.then) if foe else ()
        for line in lines:
            if await self.says(owner, line.format(who=who, foe=foe)):
                self._done[fighter.id] = done + (line in tactic.first)
                return
        await self.pass_until(fighter)

    async def _plan(self, fighter: Combatant, encounter: Encounter) -> None:
        """Plan for a fighter. One whose plans are refused at once, or who has nobody to fight, waits for somebody."""
        tactic, owner, now = self._tactic(fighter), self._owner(fighter), encounter.clock
        before = self._planned.get(fighter.id)
        plans = tactic.again if before and tactic.again else (tactic.plan,)
        tried = before[1] if before and before[0] == now else 0
        self._planned[fighter.id] = (now, tried + 1)
        for lines in plans[tried : tried + 1] if self._foe(fighter, encounter) else ():
            if await self.says(owner, f"/plan set who: {fighter.name} lines: {lines}"):
                return
        await self.pass_until(fighter, "contact")

    def _tactic(self, fighter: Combatant) -> Tactic:
        tactics = self.fight.tactics
        return next(tactics[start] for start in tactics if fighter.name.startswith(start))

    def _owner(self, fighter: Combatant) -> str:
        people = self.game.playground.world.people
        return people[fighter.owner].name if fighter.owner else "GM"

    def _foe(self, fighter: Combatant, encounter: Encounter) -> str:
        book = self.book(encounter)
        _, distance = measures(book.space(encounter))
        foes = [
            (distance(fighter.place, one.place), one.name)
            for one in encounter.combatants
            if one.present and book.in_play(one, encounter) and not book.friends(fighter, one)
            if fighter.place and one.place
        ]
        return min(foes, default=(0, ""))[1]


@contextmanager
def seeded(play: str) -> Iterator[None]:
    """Within this context the bot's seeds and ids follow from the name of a play, which is played once in a process:
    the words of its buttons are remembered."""
    source = random.Random(play)
    with (
        patch("secrets.token_bytes", lambda number=32: source.randbytes(number)),
        patch("secrets.token_hex", lambda number=32: source.randbytes(number).hex()),
    ):
        yield


async def played(fight: Fight, way: str, seed: int) -> Count:
    """Play a fight in one of the ways; return what it took, for each turn if its goal is for a turn."""
    with tempfile.TemporaryDirectory() as folder, seeded(f"{fight.title}, {way}, {seed}"):
        async with opened(Path(folder) / "flow.sqlite3") as game:
            for line in fight.opening:
                answer = await types(game, line)
                if answer.ephemeral:
                    raise RuntimeError(f"{line} was refused: {answer.content}")
            table = Table(game, fight)
            begun = (await table.encounter()).clock.turn
            await (table.by_hand() if way == WAYS[0] else table.by_plans())
            turns = (await table.encounter()).clock.turn - begun
    return table.channel.count.per(turns or 1) if fight.each_turn else table.channel.count


async def idle(way: str, seed: int) -> Count:
    """Return what an impulse takes in which nobody does anything, after one such before it."""
    fight = Fight("An idle impulse", idle_opening(), {}, 0, 0)
    with tempfile.TemporaryDirectory() as folder, seeded(f"{fight.title}, {way}, {seed}"):
        async with opened(Path(folder) / "flow.sqlite3") as game:
            for line in fight.opening:
                await types(game, line)
            table = Table(game, fight)
            if way == WAYS[0]:
                await _pass_and_next(table)
                table.channel.count = Count()
                await _pass_and_next(table)
                return table.channel.count
            encounter = await table.encounter()
            for fighter in encounter.combatants:
                await table.pass_until(fighter, "hit")
            await table.says("GM", "/next")
            table.channel.count = Count()
            await table.says("GM", "/next")
            return table.channel.count


async def _pass_and_next(table: Table) -> None:
    encounter = await table.encounter()
    for id in table.book(encounter).awaited(encounter):
        await table.pass_until(encounter.combatant(id))
    await table.says("GM", "/next")


def medians(counts: list[Count]) -> Count:
    """Return the median of each figure."""
    return Count(*(median(values) for values in zip(*(astuple(count) for count in counts), strict=True)))


Play = Callable[[str, int], Awaitable[Count]]


async def rows(seeds: tuple[int, ...], only: str) -> AsyncIterator[tuple[str, str, Count, Goal | None]]:
    """Play every fight; yield its title, the way, the median and the goal."""
    games: list[tuple[str, Play, Goal]] = [
        (fight.title, partial(played, fight), Goal(fight.posts, fight.commands, fight.pings)) for fight in FIGHTS
    ]
    games.append(("Phoenix Command, an idle impulse", idle, Goal(0)))
    for title, play, goal in games:
        if only.casefold() not in title.casefold():
            continue
        for way in WAYS:
            progress(f"{title}, {way}")
            found = medians([await play(way, seed) for seed in seeds])
            yield title, way, found, goal if way == WAYS[1] else None


def cells(found: Count, goal: Goal | None) -> Iterator[str]:
    """Yield the figures, with their goals and whether they are missed."""
    for name in FIGURES:
        value, most = getattr(found, name), getattr(goal, name, None)
        text = f"{value:,.1f}".removesuffix(".0")
        if most is not None:
            text += f" (≤ {most:g}{'' if value <= most else ', MISSED'})"
        yield text


def table(lines: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of the table, aligned."""
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


@click.command()
@click.option(
    "--seeds",
    default=len(SEEDS),
    type=click.IntRange(1, 9),
    help="The number of fights, of which the medians are taken.",
)
@click.option("--only", default="", help="Play only the fights with these letters in their title.")
def main(seeds: int, only: str) -> None:
    """Play the fights and print the table. A missed goal is no error."""
    asyncio.run(_main(tuple(range(1, seeds + 1)), only))


async def _main(seeds: tuple[int, ...], only: str) -> None:
    lines: list[tuple[str, ...]] = [("fight", "way", *(FIGURES))]
    missed = kept = 0
    async for title, way, found, goal in rows(seeds, only):
        figures = tuple(cells(found, goal))
        missed += sum("MISSED" in figure for figure in figures)
        kept += sum("≤" in figure and "MISSED" not in figure for figure in figures)
        lines.append((title, way, *figures))
    for text in (*table(lines), f"{kept} goals kept, {missed} MISSED"):
        click.echo(text)


if __name__ == "__main__":
    main()
