"""The past of a channel's encounter: a page of the log, all entries, the export, the check of its dice."""

from __future__ import annotations

import asyncio
import gzip
import logging
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from io import BufferedIOBase
from typing import BinaryIO, Protocol, TypeAlias, cast

from bot.errors import CannotWrite, StoreError
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.files import exports
from bot.game.files.side_exports import SideExport
from bot.game.journal.hashes import Shown, shown
from bot.game.people import rights
from bot.game.people.people import People
from bot.game.people.rights import Deed, Role
from bot.game.referee.referee import Referee
from bot.game.sight import Viewer, contacts, read, view, viewer_of
from bot.game.sight.masks import Masks, masks_of
from bot.game.store import EncounterRow, SeedRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import Ambiguous, Refusal, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.words.catalogue import normalized

log = logging.getLogger(__name__)

LINES = 15
_LOOKED_THROUGH = 50
MOST_BYTES = 10 * 1024 * 1024
"""The largest file that Discord takes."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, the latest entry first.

    `pages` is how many there are, None for a reader without that count; `more`: older ones follow. `hash` is the one
    that the reader is shown.
    """

    entries: Group
    book: Ruleset
    pages: int | None
    more: bool
    hash: Shown | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """An export: the name of the file, and the file itself, to be read from its beginning.

    `limited`: it has only what its reader may read while the encounter is open.
    """

    name: str
    file: BufferedIOBase
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """An encounter that is written into a file `at` some time, with its last entry and rulebook, who reads it, and how
    its ids are masked."""

    row: EncounterRow
    head: Entry
    book: Ruleset
    viewer: Viewer
    at: datetime
    masks: Masks


class Writing(Protocol):
    """Writes an encounter into a file, some of its entries at a time."""

    def add(self, page: Group) -> None:
        """Write the next entries."""

    def close(self, seeds: Iterable[SeedRow]) -> None:
        """Write the end."""


MakeReplay: TypeAlias = Callable[[Source, People, int, bool, BinaryIO], Writing]
"""Begins a replay: of this source, with these people's names, opened at the first entry after this one, with packed
frames or not, in this file."""
Naming: TypeAlias = Callable[[Sequence[str]], Awaitable[Mapping[str, str]]]
"""Asks for the display names of users, the most important first; those that are not known are left out."""


class _TooLarge(Exception):
    pass


async def log_page(referee: Referee, invocation: Invocation, page: int) -> LogPage:
    """Return page `page` (from 1) of the log of the channel's encounter, open or last, as the user may read it.

    Raises Refusal.
    """
    head, book, viewer = await _reader(referee, invocation)
    pages, last, skipped = None, head.seq, max(page - 1, 0) * LINES
    if viewer.everything:
        pages = -(-head.seq // LINES)
        _check_page(page, pages)
        last, skipped = head.seq - skipped, 0
    # Otherwise only reading shows where a page begins, and nothing may depend on what is left out.
    kept, passed = list[Entry](), 0

    def take(group: Group) -> bool:
        nonlocal passed
        lines = read(group, book, viewer)[::-1]
        kept.extend(lines[max(0, skipped - passed) :])
        passed += len(lines)
        return len(kept) > LINES and page > 0

    async with referee.readings.turn(invocation.channel):
        await referee.readings.go_through(referee.journal.backwards(head.encounter_id, last, LINES + 1), take)
    hash = await shown(referee.journal, head, viewer)
    if pages is not None:
        return LogPage(kept[:LINES], book, pages, page < pages, hash)
    if page < 1 or not kept:
        _check_page(page, max(1, -(-passed // LINES)))
    return LogPage(kept[:LINES], book, None, len(kept) > LINES, hash)


def _check_page(page: int, pages: int) -> None:
    if not 1 <= page <= pages:
        raise Refusal("The log has one page." if pages == 1 else f"The log has pages 1 to {pages}.")


async def retraced(
    referee: Referee, invocation: Invocation, take: Callable[[Group], None]
) -> tuple[Encounter, frozenset[str]]:
    """Return the present state of the channel's encounter, open or last, as the user may know it, and the ids of the
    fighters in it that are out of their sight.

    `take` is called in a thread with the orders that led to it, as the user may read them, in pages. Raises Refusal.
    """
    head, book, viewer = await _reader(referee, invocation)

    def take_read(page: Group) -> None:
        take(read(page, book, viewer))

    async with referee.readings.turn(invocation.channel):
        await referee.readings.go_through(referee.journal.lasting(head.encounter_id), take_read)
    if {Role.PLAYER, Role.GM, Role.CO_GM} & rights.roles(invocation.user, invocation.powers, head.state):
        # A replay opens where they have read to.
        try:
            await referee.store.recaps.note(head.encounter_id, invocation.user, head.seq)
        except StoreError as error:
            log.warning("a replay of %s will open where an earlier recap ended: %s", head.encounter_id, error)
    return view(head.state, book, viewer), frozenset(contacts(head.state, book, viewer))


async def last_order(referee: Referee, invocation: Invocation) -> int:
    """Return the last entry that the user gave themselves in the channel's encounter, open or last; 0 for none."""
    return await referee.store.recaps.last_by(await referee.current(invocation, ended_too=True), invocation.user)


async def _reader(referee: Referee, invocation: Invocation) -> tuple[Entry, Ruleset, Viewer]:
    """Return the last entry of the channel's encounter, open or last, its rulebook, and what the user is as a reader of
    it.
    """
    id = await referee.current(invocation, ended_too=True)
    head = await referee.journal.head(id)
    assert head is not None
    return head, referee.library.shelf[head.state.ruleset], viewer_of(invocation.user, head.state)


async def led(referee: Referee, invocation: Invocation) -> list[EncounterRow]:
    """Return the server's latest encounters that the user is a GM of, in any channel, also in deleted ones."""
    rows = await referee.store.journal.latest_encounters(invocation.guild, _LOOKED_THROUGH)
    return [row for row, head in await referee.journal.heads(rows) if _leads(invocation, row, head)]


def titled(named: str, rows: Sequence[EncounterRow]) -> str:
    """Return the id of the one encounter of that title; the text itself if there is none, as it may be an id.

    Raises Ambiguous if there are several.
    """
    found = [row.id for row in rows if normalized(row.title) == normalized(named)]
    if len(found) > 1:
        raise Ambiguous(f"There are {len(found)} encounters called {quoted(named)}. Choose one of the suggestions.")
    return found[0] if found else named


async def exported(
    referee: Referee, invocation: Invocation, naming: Naming, encounter: str = "", *, ids: bool = False
) -> Exported:
    """Return an encounter as a file. Raises Refusal.

    It is the one of this id, for its GMs alone; without an id the channel's: if it is open, for its players and GMs, if
    it has ended, for anyone here. People are called by their names, or for a GM by their `ids`. While it is open,
    players get a file of what they may read, whether or not anything is kept from them: a complete one would tell.
    """
    row, head = await _to_export(referee, invocation, encounter, ids=ids)
    source = _source(referee, invocation, row, head)
    people = None if ids else await _people(referee, source, naming)
    limited = not source.viewer.everything
    async with referee.readings.turn(invocation.channel):
        for packed in (False, True):
            with suppress(_TooLarge):
                file = await _written(referee, source, partial(_Exporting, source, people, limited, packed))
                name = f"encounter-{row.id}{'-side' if limited else ''}.json{'.gz' if packed else ''}"
                return Exported(name, file, limited)
    raise _too_large()


async def replayed(
    referee: Referee, invocation: Invocation, naming: Naming, make: MakeReplay, encounter: str = ""
) -> Exported:
    """Return an encounter as a replay, chosen as in `exported`, with what the user may read. Raises Refusal.

    `make` begins to write it into a file.
    """
    row, head = await _to_export(referee, invocation, encounter)
    source = _source(referee, invocation, row, head)
    people = await _people(referee, source, naming)
    since = await referee.store.recaps.caught_up(row.id, invocation.user)
    limited = not source.viewer.everything
    async with referee.readings.turn(invocation.channel):
        for packed in (False, True):
            with suppress(_TooLarge):
                file = await _written(referee, source, partial(make, source, people, since, packed))
                return Exported(f"replay-{row.id}{'-side' if limited else ''}.html", file, limited)
    raise _too_large()


async def _to_export(
    referee: Referee, invocation: Invocation, encounter: str, *, ids: bool = False
) -> tuple[EncounterRow, Entry]:
    """Return the encounter that a user may have as a file, with its last entry. Raises Refusal."""
    if encounter:
        encounter = titled(encounter, await led(referee, invocation))
    row = await referee.store.journal.encounter(encounter or await referee.current(invocation, ended_too=True))
    head = None if row is None else await referee.journal.head(row.id)
    if row is None or head is None or (encounter and not _leads(invocation, row, head)):
        raise Refusal("You have no such encounter on this server. Choose one of the suggestions.")
    having = rights.roles(invocation.user, invocation.powers, head.state)
    if not head.state.ended:
        rights.check(Deed.EXPORT, having)
    if ids:
        rights.check(Deed.EXPORT_IDS, having)
    return row, head


def _source(referee: Referee, invocation: Invocation, row: EncounterRow, head: Entry) -> Source:
    book, viewer = referee.library.shelf[head.state.ruleset], viewer_of(invocation.user, head.state)
    return Source(row, head, book, viewer, invocation.at, masks_of(referee.store, row.id))


def _too_large() -> Refusal:
    return Refusal(
        f"This encounter has more than {MOST_BYTES >> 20} MiB, even compressed, which is too large for "
        "Discord. The bot's host can copy it from the database."
    )


async def _people(referee: Referee, source: Source, naming: Naming) -> People:
    """Return the names of the people of an encounter, the GMs first; for a reader who may not read everything, as they
    come up.
    """
    state = source.head.state
    owners = [c.owner for c in state.combatants if c.owner]
    users = dict.fromkeys((*state.gms, *owners, *sorted(await referee.store.journal.users(source.row.id))))
    people = People(await naming([*users]), state.gms)
    for user in users if source.viewer.everything else ():
        people.name(user)
    return people


async def _written(referee: Referee, source: Source, make: Callable[[BinaryIO], Writing]) -> BufferedIOBase:
    """Return the file, which `make` begins to write, to be read from its beginning.

    Raises _TooLarge as soon as it is, and CannotWrite.
    """
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    except OSError as error:
        raise CannotWrite(error) from error
    id, last = source.row.id, source.head.seq
    try:
        writing = await asyncio.to_thread(make, cast(BinaryIO, file))

        def add(page: Group) -> None:
            writing.add(page)
            if file.tell() > MOST_BYTES:
                raise _TooLarge

        await referee.readings.go_through(referee.journal.pages(id, last), add)
        await asyncio.to_thread(writing.close, await referee.store.journal.seeds_of(id))
        if file.tell() > MOST_BYTES:
            raise _TooLarge
        file.seek(0)
    except BaseException as error:
        # The rest of its buffer cannot be written either.
        with suppress(OSError):
            file.close()
        if isinstance(error, OSError):
            raise CannotWrite(error) from error
        raise
    return cast(BufferedIOBase, file)


class _Exporting:
    """An export as JSON, compressed if `packed`, with what the viewer may read if `limited`."""

    def __init__(self, source: Source, people: People | None, limited: bool, packed: bool, file: BinaryIO) -> None:
        self._source, self._limited = source, limited
        self._sink = gzip.GzipFile(fileobj=file, mode="wb", mtime=0) if packed else None
        target = cast(BinaryIO, self._sink or file)
        head, row = source.head, source.row
        self._export: exports.Export | SideExport
        if limited:
            assert people is not None  # A GM alone gets ids, and nothing is kept from a GM.
            last = view(head.state, source.book, source.viewer)
            self._export = SideExport(target, row, last, people, source.masks)
        else:
            self._export = exports.Export(target, row, head.state, source.at, people)

    def add(self, page: Group) -> None:
        if self._limited:
            page = read(page, self._source.book, self._source.viewer)
        self._export.add(page)

    def close(self, seeds: Iterable[SeedRow]) -> None:
        self._export.close(seeds)
        if self._sink:
            self._sink.close()


def _leads(invocation: Invocation, row: EncounterRow, head: Entry) -> bool:
    return row.guild_id == invocation.guild and invocation.user in head.state.gms
