"""A skirmish of three days between four players in three time zones, by a clock that the test puts forward.

Ann is in Berlin, Ben in New York, Cleo in Tokyo. Dan is away, and Ann stands in for Dan. Ben is late on the first day,
and looks too seldom afterwards. The host is down for nine hours. Nothing waits for the machine's clock.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bot.chat.background.clock import Clock
from bot.game.sight.undecided import still_asked, to_decide
from bot.game.store import EntryRow
from rules.engine.sight.sight import side_of
from standin import Playground
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, told
from tests.served import Served, connected, stand_in
from tests.waiting import patience, until

BEGIN = datetime(2026, 11, 2, 12, tzinfo=UTC)
END = BEGIN + timedelta(days=3)
DOWN, UP = BEGIN + timedelta(hours=26), BEGIN + timedelta(hours=35)
"""The moments at which the host goes down and is back."""
SETTINGS: dict[str, Any] = {"sweep_seconds": 300, "deadline_seconds": 300}


class Simulated(Clock):
    """A clock that stands still until it is put forward; whoever sleeps wakes as their time comes."""

    def __init__(self, time: datetime) -> None:
        self.time = time
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> datetime:
        """The time that it was put to."""
        return self.time

    def monotonic(self) -> float:
        """Return that time in seconds."""
        return self.time.timestamp()

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock was put forward by so much."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.time + timedelta(seconds=seconds), next(self._order), future))
        await future

    def forward(self, **by: float) -> None:
        """Put it forward, by the words of `timedelta`, and wake those whose time has come."""
        self.time += timedelta(**by)
        while self._sleepers and self._sleepers[0][0] <= self.time:
            _, _, sleeper = heapq.heappop(self._sleepers)
            if not sleeper.done():
                sleeper.set_result(None)


@dataclass
class Player:
    """Somebody who plays at the hours at which they look, by their own clock."""

    name: str
    fighter: str
    zone: str
    quiet: str
    looks: frozenset[int]
    stands_in: str = ""
    begins: datetime = BEGIN
    """Until then they do not look."""

    def quiet_at(self, time: datetime) -> bool:
        """Return whether it is one of their quiet hours."""
        first, last = map(int, self.quiet.split("-"))
        hour = time.astimezone(ZoneInfo(self.zone)).hour
        return hour >= first or hour < last

    def looks_at(self, time: datetime) -> bool:
        """Return whether they look at the channel now."""
        local = time.astimezone(ZoneInfo(self.zone))
        return time >= self.begins and local.hour in self.looks and local.minute < 10


ANN = Player("Ann", "Trent", "Europe/Berlin", "22-7", frozenset(range(8, 22)), stands_in="Dorn")
BEN = Player("Ben", "Axly", "America/New_York", "23-8", frozenset({19}), begins=BEGIN + timedelta(hours=20))
CLEO = Player("Cleo", "Novak", "Asia/Tokyo", "22-7", frozenset({7, 12, 18, 21}))
DAN = Player("Dan", "Dorn", "Europe/London", "22-7", frozenset())
PLAYERS = (ANN, BEN, CLEO, DAN)


@dataclass
class Watched:
    """The messages of the channel, one by one, and the users that it mentioned at each moment."""

    seen: set[str] = field(default_factory=set)
    pings: list[tuple[datetime, str, str]] = field(default_factory=list)

    def look(self, bot: Served, time: datetime) -> None:
        """Note the messages that are new."""
        gm = bot.person("GM")
        for message in gm.sees(CHANNEL):
            if message["id"] not in self.seen:
                self.seen.add(message["id"])
                self.pings += [(time, user["global_name"], message["content"]) for user in message["mentions"]]


class Skirmish:
    """The bot, the clock, and what happens at each step."""

    def __init__(self, bot: Served, clock: Simulated, watched: Watched, luck: random.Random) -> None:
        self.bot, self.clock, self.watched, self.luck = bot, clock, watched, luck

    async def types(self, name: str, line: str) -> Answer:
        answer = await self.bot.person(name).types(CHANNEL, line)
        self.watched.look(self.bot, self.clock.time)
        return answer

    async def laid_out(self) -> None:
        """The fight, its pace, its deadline, and what people set for themselves."""
        for line in (
            "/encounter start ruleset: phoenix-advanced title: Three days",
            "/encounter options name: fog value: off",
            "/encounter map size: 20x16",
            "/encounter options name: timeout value: pass",
            "/encounter options name: delay value: 60",
        ):
            await self.types("GM", line)
        for player, place, side in zip(PLAYERS, ("B2", "B6", "M3", "M8"), ("Blue", "Blue", "Red", "Red"), strict=True):
            sheet = f"line, M16, 4 M 67 name: {player.fighter} at: {place} side: {side}"
            await self.types("GM", f"/combatant add sheet: {sheet} owner: @{player.name}")
            await self.types(player.name, f"/my set quiet: {player.quiet} zone: {player.zone} pings: all")
        await self.types("Dan", "/my substitute who: @Ann")
        await self.types("Dan", "/my away until: 30 days")
        await self.types("GM", "/encounter deadline time: 6h")
        await self.types("GM", "/encounter options name: pace value: auto")
        # Nobody had said yet when it is night for them.
        self.watched.pings.clear()

    async def state(self) -> Any:
        """The encounter as it stands, and its rulebook."""
        referee = self.bot.client.referee
        id = await referee.open_in(self.bot.person("GM").channel_id(CHANNEL))
        head = await referee.journal.head(id) if id else None
        return head and head.state

    async def over(self) -> bool:
        """Return whether nobody is left on one of the sides."""
        encounter = await self.state()
        book = self.bot.client.library.shelf[encounter.ruleset]
        return len({side_of(one) for one in encounter.combatants if book.in_play(one, encounter)}) < 2

    async def step(self) -> None:
        """Let those who look decide, then let time pass."""
        encounter = await self.state()
        if encounter is None:
            return
        book = self.bot.client.library.shelf[encounter.ruleset]
        for player in PLAYERS:
            if player.looks_at(self.clock.time):
                for owner in (player.name, "Dan" if player.stands_in else ""):
                    if owner and (id := self.bot.person(owner).id) in still_asked(encounter, book):
                        for fighter in to_decide(encounter, book, id):
                            await self.decide(player.name, encounter.combatant(fighter).name)
                        encounter = await self.state()
                if self.luck.random() < 0.2:
                    await self.decide(player.name, player.fighter)
        await self.pass_time()
        self.watched.look(self.bot, self.clock.time)

    async def pass_time(self) -> None:
        """Put the clock forward, and wait until everyone who wakes has done what is to do."""
        self.clock.forward(minutes=10)
        await asyncio.sleep(0.02)
        await until(lambda: self.bot.client.pacing.idle)
        await self.bot.client.delivery._idle.wait()

    async def decide(self, name: str, fighter: str) -> None:
        """Give a fighter an order of one of a few sorts."""
        line = self.luck.choice(
            (
                f"/plan set who: {fighter} lines: when hit: duck back; fire at nearest aim 6; else: stay and watch",
                f"/plan set who: {fighter} lines: move nearer; when empty: reload; else: fire at nearest aim 4",
                f"/plan set who: {fighter} lines: move 2 nearer",
                f"/pass who: {fighter} until: hit",
            )
        )
        answer = await self.types(name, line)
        if "anyway" in told(answer):
            await self.bot.person(name).click(answer, "Fire anyway")


def unshown(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """The entries that are for all and that no message shows."""
    return [row for row in rows if row.message_id is None and not row.private and not row.gave_up]


async def test_three_days_between_four_players_in_three_time_zones(tmp_path: Path) -> None:
    clock, watched, luck = Simulated(BEGIN), Watched(), random.Random(11)
    database = tmp_path / "referee.sqlite3"
    async with stand_in() as playground:
        playground.world.add_person(DAN.name)
        async with connected(playground, database, clock, **SETTINGS) as bot:
            skirmish = Skirmish(bot, clock, watched, luck)
            await skirmish.laid_out()
            while clock.time < DOWN:
                await skirmish.step()
        before = len(watched.pings)
        clock = Simulated(UP)
        async with connected(playground, database, clock, **SETTINGS) as bot:
            skirmish = Skirmish(bot, clock, watched, luck)
            await skirmish.step()
            assert len(watched.pings) - before <= len(PLAYERS) + 1, "no storm of pings after the host was down"
            while clock.time < END and not await skirmish.over():
                await skirmish.step()
            encounter = await skirmish.state()
            assert encounter.clock.turn > 1
            await skirmish.types("GM", "/encounter end")
            async with asyncio.timeout(patience()):
                # The board takes its turn by the same clock.
                while ["has ended" in board for board in boards(playground)] != [True]:
                    await skirmish.pass_time()
            async with asyncio.timeout(patience()):
                # What could not be posted at once is left to the sweep, which goes by the same clock.
                while unshown(rows := await bot.store.journal.entries(encounter.id, limit=5000)):
                    await skirmish.pass_time()
                    await bot.client.delivery.flush()
        assert playground.violations == []
    at_night = [
        (time, who, text) for time, who, text in watched.pings for p in PLAYERS if p.name == who and p.quiet_at(time)
    ]
    assert at_night == []
    pinged = {who for _, who, _ in watched.pings}
    assert "Ann" in pinged and "Dan" not in pinged
    assert not unshown(rows)
    shown = Counter(row.message_id for row in rows if row.part == 0 and row.message_id)
    shared = {message for message, number in shown.items() if number > 1}
    assert {row.actor for row in rows if row.message_id in shared} <= {"clock"}, "only time lines replace each other"
    posted = Counter(details(playground))
    assert max(posted.values()) == 1, "no post comes twice"
    assert {row.actor for row in rows} >= {"clock"}
    # Ben was late, again and again.
    overdue = [row.interaction_id for row in rows if ":due:" in str(row.interaction_id)]
    assert overdue[0] == f"clock:{encounter.id}:due:1" and len(overdue) > 1
    dorn = encounter.combatants[PLAYERS.index(DAN)].id
    assert [row for row in rows if row.actor == playground.person("Ann").id and f'"{dorn}"'.encode() in row.order]


def public(playground: Playground) -> list[dict[str, Any]]:
    """The messages that all in the channel can read."""
    channel = playground.person("GM").channel_id(CHANNEL)
    return [message.data for message in playground.world.history(channel) if message.audience is None]


def boards(playground: Playground) -> list[str]:
    """Return the texts of the live boards."""
    return [text for message in public(playground) if (text := message["content"]).startswith("**Three days** ·")]


def details(playground: Playground) -> list[str]:
    """Return the orders that the Details buttons belong to."""
    buttons = [
        button for message in public(playground) for row in message["components"] for button in row["components"]
    ]
    return [id for button in buttons if (id := str(button.get("custom_id"))).startswith("sr:details:")]
