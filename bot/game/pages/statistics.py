"""The dice and fights of encounters in numbers, as far as a reader may read them.

1. Counted are the orders that still count, as /recap does: not those that were undone. Each is read for the user
   (`bot.game.sight.read`), so that nothing they may not know changes a number.
2. An encounter here, open or ended, is for everyone in the channel. One of another channel is for its players and GMs,
   and over all encounters of a server users see their own throws and fighters alone.
3. Throws belong to the user whose deed they decide (`bot.game.pages.doers`); it may be another who let time pass.
4. The latest `MOST_ENTRIES` entries that the user may read are counted, page by page
   (`bot.game.journal.reading_queue`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import field

from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.names import name_of
from bot.game.journal.lasting_orders import lasting
from bot.game.pages.doers import doer
from bot.game.pages.history import titled
from bot.game.pages.shots import is_shot, shooter_of, struck
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.sight import Viewer, read, view, viewer_of
from bot.game.store import EncounterRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Roll
from rules.engine.sight.falls import Fate, fate_of

ALL = "all"
"""In place of an encounter: all of the server's in which the user gave an order."""
MOST_ENTRIES, MOST_ENCOUNTERS = 10_000, 100

Die = tuple[int, int]
"""The lowest and the highest face."""


@dataclass(frozen=True)
class Scope:
    """The scope of a count: the encounters, the latest first, and the user ("" for everyone); `title` names it."""

    title: str
    encounters: tuple[tuple[EncounterRow, Entry], ...]
    whose: str
    mine: bool = False


@dataclass
class Dice:
    """Throws of the bot's dice: by die and face, by user, by encounter; and how many people typed."""

    faces: dict[Die, Counter[int]] = field(default_factory=dict)
    users: dict[str, Counter[Die]] = field(default_factory=dict)
    encounters: Counter[str] = field(default_factory=Counter)
    typed: int = 0

    def take(self, entries: Iterable[Entry], whose: str) -> None:
        """Count the throws in entries that were read, of one user or ("") of all."""
        for entry in entries:
            user = doer(entry)
            if whose not in ("", user):
                continue
            for step in entry.resolution.steps:
                if not isinstance(step, Roll):
                    continue
                if step.typed_by:
                    self.typed += 1
                    continue
                die = step.low, step.high
                self.faces.setdefault(die, Counter())[step.value] += 1
                self.users.setdefault(user, Counter())[die] += 1
                self.encounters[entry.encounter_id] += 1


@dataclass
class Fighter:
    """A fighter's shots, hits and wounds; `wounds` are those they have now, None where they are not known, and `out` is
    why they are out of the fight.
    """

    name: str
    shots: int = 0
    hits: int = 0
    hit: int = 0
    wounds: int | None = None
    out: Fate = ""


@dataclass
class Fights:
    """Fighters by encounter and id."""

    fighters: dict[tuple[str, str], Fighter] = field(default_factory=dict)
    unknown: Fighter = field(default_factory=lambda: Fighter("Somebody unseen"))

    def take(self, entries: Iterable[Entry]) -> None:
        """Count the shots in entries that were read."""
        for entry in entries:
            hit = struck(entry)
            for id in hit:
                self._of(entry, id).hit += 1
            if is_shot(entry):
                shooter = self._of(entry, shooter_of(entry))
                shooter.shots += 1
                shooter.hits += bool(hit) or entry.resolution.verdict == "hit"

    def close(self, last: Encounter, book: Ruleset, whose: str) -> None:
        """Note how everybody is by now, and keep the fighters of one user, or ("") of all; `last` is as it is known."""
        for one in last.combatants:
            fighter = self.fighters.setdefault((last.id, one.id), Fighter(one.name))
            fighter.name, fighter.out = one.name, fate_of(one, last, book)
            fighter.wounds = None if one.glimpsed else book.wounds(one)
        if whose:
            owned = {one.id for one in last.combatants if one.owner == whose}
            for key in [key for key in self.fighters if key[0] == last.id and key[1] not in owned]:
                del self.fighters[key]

    def _of(self, entry: Entry, id: str | None) -> Fighter:
        if id is None:
            return self.unknown
        return self.fighters.setdefault((entry.encounter_id, id), Fighter(name_of(id, entry.state)))


@dataclass(frozen=True)
class Counted:
    """How many encounters were counted, and whether older entries were left out."""

    encounters: int
    cut: bool


async def scope(referee: Referee, invocation: Invocation, encounter: str, whose: str) -> Scope:
    """Return the scope of the count: the channel's encounter, the one of an id, or ALL. Raises Refusal."""
    if encounter.strip().casefold() == ALL:
        if whose not in ("", invocation.user):
            raise Refusal("Over several encounters I count only your own throws and fighters. Name one encounter.")
        rows = await referee.store.journal.encounters_with(invocation.guild, invocation.user, MOST_ENCOUNTERS)
        found = tuple(await referee.journal.heads(rows))
        return Scope("all your encounters here", found, invocation.user, mine=True)
    if encounter:
        encounter = titled(encounter, await countable(referee, invocation))
    id = encounter or await referee.current(invocation, ended_too=True)
    row, head = await referee.store.journal.encounter(id), await referee.journal.head(id)
    if row is None or head is None or row.guild_id != invocation.guild:
        raise Refusal("There is no such encounter on this server. Choose one of the suggestions, or all.")
    if row.channel_id != invocation.channel and not await referee.store.threads.has(id, invocation.channel):
        rights.check(Deed.COUNT_ELSEWHERE, rights.roles(invocation.user, invocation.powers, head.state))
    return Scope(row.title, ((row, head),), whose)


async def countable(referee: Referee, invocation: Invocation) -> list[EncounterRow]:
    """Return the encounters that a user may count: the channel's, and others in which they play or are GM."""
    rows = await referee.store.journal.latest_encounters(invocation.guild, MOST_ENCOUNTERS)
    return [
        row
        for row, head in await referee.journal.heads(rows)
        if row.channel_id == invocation.channel
        or rights.may(Deed.COUNT_ELSEWHERE, rights.roles(invocation.user, invocation.powers, head.state))
    ]


async def dice(referee: Referee, invocation: Invocation, of: Scope) -> tuple[Dice, Counted]:
    """Count throws. Raises Refusal if others are being counted for too long."""
    tally = Dice()
    return tally, await _counted(referee, invocation, of, lambda page: tally.take(page, of.whose))


async def fights(referee: Referee, invocation: Invocation, of: Scope) -> tuple[Fights, Counted]:
    """Count shots, hits and wounds. Return them and how much was counted.

    Raises Refusal if others are being counted for too long.
    """
    tally = Fights()
    counted = await _counted(referee, invocation, of, tally.take)
    for _, head in of.encounters[: counted.encounters]:
        book, viewer = _reading(referee, invocation, head)
        tally.close(view(head.state, book, viewer), book, of.whose)
    return tally, counted


def _reading(referee: Referee, invocation: Invocation, head: Entry) -> tuple[Ruleset, Viewer]:
    return referee.library.shelf[head.state.ruleset], viewer_of(invocation.user, head.state)


async def _counted(referee: Referee, invocation: Invocation, of: Scope, take: Callable[[Group], None]) -> Counted:
    left, cut = MOST_ENTRIES, False
    async with referee.readings.turn(invocation.channel):
        for done, (_, head) in enumerate(of.encounters, 1):
            book, viewer = _reading(referee, invocation, head)

            def count(page: Group, book: Ruleset = book, viewer: Viewer = viewer) -> bool:
                nonlocal left, cut
                if not left:
                    cut = True
                    return True
                # Nothing may depend on what is left out: entries count that were read.
                entries = read(page, book, viewer)[-left:]
                take(entries)
                left -= len(entries)
                return False

            await referee.readings.go_through(_backwards(referee, head), count)
            if cut:
                return Counted(done, cut)
    return Counted(len(of.encounters), cut)


async def _backwards(referee: Referee, head: Entry) -> AsyncGenerator[Group, None]:
    """Yield the entries of an encounter that still count, from the last one on, in pages of whole orders."""
    counting = lasting(head.seq, await referee.store.journal.restorations(head.encounter_id))
    async for page in referee.journal.backwards(head.encounter_id, head.seq):
        yield [entry for entry in page if entry.seq in counting]
