"""The rulebooks by name, and what a server adds to them: homebrew cards and weapons, and its players' rosters."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import orjson

from bot.errors import decoding
from bot.game.entries import codec
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.invocation import Invocation
from bot.game.entries.server_settings import ServerSettings
from bot.game.files import setups
from bot.game.files.setups import MOST_SETUPS, MOST_SETUPS_BYTES, Setup
from bot.game.people.rosters import Rosters
from bot.game.store import HomebrewRow, Store
from rules.engine.books.ruleset import Homebrew, HomebrewRecord, Ruleset
from rules.engine.records.errors import MissingBook, NotAllowed, NotNow, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.table import own_records
from rules.shelf import books_by_name
from rules.words.catalogue import find, normalized

MOST_HOMEBREW, MOST_HOMEBREW_BYTES = 100, 128 * 1024
"""How many weapons and cards a server keeps for a rulebook, and the bytes of all of them: each order reads them. An
example has one KiB or two."""


_Stored: TypeAlias = tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, bytes], ...]]
"""A ruleset's id, and the records of an encounter and of its server as they are stored."""
_MOST_READ = 4
"""Servers' records that are kept as they were read; the rulebooks remember the words of twice as many."""


@dataclass(frozen=True, slots=True)
class Named:
    """A way in which an encounter can begin: a rulebook's template, or a set-up of the server's `own`."""

    book: Ruleset
    title: str
    sentence: str
    preset: str = ""
    own: bool = False


class Library:
    """Rulesets by id, and each server's homebrew and rosters.

    Only the rulesets are kept in memory, because another process may change what is in the store at any time; and what
    was read of records, by what is stored of them.
    """

    def __init__(self, store: Store, shelf: Mapping[str, Ruleset], default: str) -> None:
        self.store = store
        self.shelf = shelf
        self._books_by_name = books_by_name(shelf)
        self._default = default
        self.rosters = Rosters(store, shelf)
        self._read = BoundedMapping[_Stored, Homebrew](_MOST_READ)

    async def book(self, guild: str, name: str = "", places: Sequence[str] = ()) -> Ruleset:
        """Return the ruleset of that id, title or preset, else the choice of the first of these channels that has made
        one, else the server's own.

        Raises UnknownName, MissingBook if what was chosen is not on the shelf any more.
        """
        return (await self.volume(guild, name, places))[0]

    async def volume(self, guild: str, name: str = "", places: Sequence[str] = ()) -> tuple[Ruleset, str]:
        """Return the ruleset, as `book` does, with the preset: the one that is named, else its first. Raises
        UnknownName.
        """
        chosen = not name
        if chosen:
            name = await self.store.shelf.chosen_ruleset(guild, places) or self._default
        if name in self._books_by_name:
            return self._books_by_name[name]
        also = {book.title: (book.id, *book.presets) for book in self.shelf.values()}
        try:
            book = find(name, {book.title: book for book in self.shelf.values()}, "rulebook", also=also)
        except UnknownName:
            if chosen:
                raise MissingBook(name) from None
            raise
        try:
            return book, find(name, tuple(book.presets))
        except UnknownName:
            return book, next(iter(book.presets))

    def others(self, book: Ruleset) -> list[Ruleset]:
        """Return the rulebooks besides this one."""
        return [other for other in self.shelf.values() if other is not book]

    async def templates(self, guild: str, ruleset: str = "", places: Sequence[str] = ()) -> dict[str, Named]:
        """Return the ways in which an encounter can begin, by id: those of the named rulebook or else of all, with the
        server's own set-ups in front.

        Raises UnknownName.
        """
        own = await self.book(guild, ruleset, places)
        books = [own] if ruleset else [own, *self.others(own)]
        found: dict[str, Named] = {}
        for book in books:
            for name in await self.store.shelf.homebrew_kept(guild, setups.shelf_of(book.id)):
                found.setdefault(name, Named(book, name, "saved on this server", own=True))
        for book in books:
            for id, template in book.templates.items():
                found.setdefault(id, Named(book, template.title, template.sentence, template.preset))
        return found

    async def setup(self, guild: str, book: Ruleset, name: str) -> Setup:
        """Return a set-up of the server's own. Raises NotNow if somebody has just removed it."""
        record = await self.store.shelf.homebrew_record(guild, setups.shelf_of(book.id), name)
        if record is None:
            raise NotNow(f"The set-up {name} no longer exists here.")
        return await asyncio.to_thread(setups.read, record)

    async def keep_setup(self, by: Invocation, book: Ruleset, name: str, setup: Setup, *, any_ones: bool) -> bool:
        """Keep a set-up under this name, and return whether it replaced one whose name differs at most in spelling.

        Only the user who saved a set-up can replace it; with `any_ones` any set-up can be replaced. Raises NotAllowed,
        NotNow, Refusal.
        """
        shelf = setups.shelf_of(book.id)
        # Without a rulebook, a set-up is looked for among the templates of all.
        for other in self.shelf.values():
            if any(
                normalized(name) in (normalized(id), normalized(each.title)) for id, each in other.templates.items()
            ):
                raise NotNow(f"{other.title} already has a template of that name. Choose another name.")
        data = await asyncio.to_thread(setups.written, setup)
        kept = await self.store.shelf.homebrew_kept(by.guild, shelf)
        same = [one for one in kept if normalized(one) == normalized(name)]
        _check_own(same, kept, by, any_ones)
        if not same and len(kept) >= MOST_SETUPS:
            raise NotNow(
                f"This server already has {MOST_SETUPS} set-ups, the most possible. Remove one "
                "with /encounter save remove: True."
            )
        if sum(size for one, (size, _) in kept.items() if one not in same) + len(data) > MOST_SETUPS_BYTES:
            raise NotNow("This server's set-ups are too large together. Remove one with /encounter save remove: True.")
        row = HomebrewRow(guild_id=by.guild, ruleset=shelf, name=name, record=data, added_by=by.user, added_at=by.at)
        await self.store.shelf.put_homebrew([row], instead_of=same)
        return bool(same)

    async def drop_setup(self, by: Invocation, book: Ruleset, name: str, *, any_ones: bool) -> str:
        """Forget a set-up, and return its full name. Raises NotAllowed, UnknownName."""
        shelf = setups.shelf_of(book.id)
        kept = await self.store.shelf.homebrew_kept(by.guild, shelf)
        if not kept:
            raise UnknownName(f"This server has saved no set-up for {book.title}.")
        if not name.strip():
            raise UnknownName("Give the name of the set-up to remove with name:.")
        name = find(name, tuple(kept), "set-up of this server")
        _check_own([name], kept, by, any_ones)
        await self.store.shelf.remove_homebrew(by.guild, shelf, name)
        return name

    async def choose(self, guild: str, name: str) -> None:
        """Make the ruleset of that name, with its preset, the server's own choice. Raises UnknownName."""
        book, preset = await self.volume(guild, name)
        usual = preset == next(iter(book.presets))
        await self.store.shelf.put_ruleset(guild, book.id if usual else preset)

    async def choose_for_channel(self, guild: str, channel: str, name: str) -> None:
        """Make the ruleset of that name, with its preset, the channel's own choice; "" for the server's.

        Raises UnknownName.
        """
        book, preset = await self.volume(guild, name) if name else (None, "")
        usual = book is not None and preset == next(iter(book.presets))
        await self.store.shelf.put_channel_ruleset(guild, channel, book.id if book and usual else preset)

    async def settings(self, guild: str) -> ServerSettings:
        """Return the server's settings besides its ruleset."""
        row = await self.store.shelf.server(guild)
        with decoding("The record of this server's settings"):
            return codec.server_settings(row.settings) if row else ServerSettings()

    async def set(self, guild: str, settings: ServerSettings) -> None:
        """Keep what the server has set."""
        await self.store.shelf.put_settings(guild, codec.dump(settings, ServerSettings))

    async def homebrew(self, guild: str, book: Ruleset) -> Homebrew:
        """Return the server's own cards and weapons for a book, by name."""
        rows = await self.store.shelf.homebrew(guild, book.id)
        return await self.read(book, {row.name: row.record for row in rows})

    async def read(self, book: Ruleset, records: Mapping[str, bytes], encounter: Encounter | None = None) -> Homebrew:
        """Return a server's records for a book as they are stored, and those of an encounter in front of them.

        The rulebook reads them too, because it remembers their words; a hundred with many names take 0.2 s.
        """
        own = encounter.records if encounter else ()
        if not (records or own):
            return {}
        key = book.id, own, tuple(records.items())
        homebrew = self._read.get(key)
        if homebrew is None:
            homebrew = {name: _decoded(name, record) for name, record in records.items()}
            if encounter is not None:
                homebrew = own_records.homebrew(homebrew, encounter)
            await asyncio.to_thread(_read_with, book, homebrew)
            self._read[key] = homebrew
        return homebrew

    async def keep_homebrew(self, invocation: Invocation, book: Ruleset, added: HomebrewRecord) -> None:
        """Keep a card or weapon, in place of one of the same name in any spelling. Raises NotNow if full."""
        guild = invocation.guild
        homebrew = await self.homebrew(guild, book)
        same = [name for name in homebrew if normalized(name) == normalized(added.name)]
        if not same and len(homebrew) >= MOST_HOMEBREW:
            raise NotNow(
                f"This server already has {MOST_HOMEBREW} of its own, the most possible. "
                "Remove one with /weapon remove."
            )
        record = orjson.dumps(dict(added.record))
        kept = sum(len(orjson.dumps(record)) for name, record in homebrew.items() if name not in same)
        if kept + len(record) > MOST_HOMEBREW_BYTES:
            raise NotNow(
                f"This server's own weapons and cards for this rulebook are larger than {MOST_HOMEBREW_BYTES // 1024} "
                "KiB together. Remove one with /weapon remove."
            )
        row = HomebrewRow(
            guild_id=guild,
            ruleset=book.id,
            name=added.name,
            record=record,
            added_by=invocation.user,
            added_at=invocation.at,
        )
        await self.store.shelf.put_homebrew([row], instead_of=same)

    async def drop_homebrew(self, guild: str, book: Ruleset, name: str) -> str:
        """Forget a card or weapon, and return its full name. Raises UnknownName."""
        homebrew = await self.homebrew(guild, book)
        if not homebrew:
            raise UnknownName(f"This server has added nothing of its own to {book.title}.")
        name = find(name, tuple(homebrew), "card or weapon of this server")
        await self.store.shelf.remove_homebrew(guild, book.id, name)
        return name


def template_named(name: str, templates: Mapping[str, Named]) -> str:
    """Return the id of the template that a name means. Raises UnknownName."""
    if not templates:
        raise UnknownName("There are no templates here. Leave out template:.")
    also = {id: (each.title,) for id, each in templates.items()}
    return find(name, tuple(templates), "template", also=also)


def _check_own(names: Iterable[str], kept: Mapping[str, tuple[int, str]], by: Invocation, any_ones: bool) -> None:
    """Raise NotAllowed for the set-up of somebody else."""
    for name in names:
        if not any_ones and kept[name][1] != by.user:
            raise NotAllowed(
                f"Somebody else saved {name}. Only they and the server's record keepers can replace or remove it."
            )


def _decoded(name: str, record: bytes) -> Any:
    with decoding(f"{name}, a record of this server's own,"):
        return orjson.loads(record)


def _read_with(book: Ruleset, homebrew: Homebrew) -> None:
    with contextlib.suppress(Refusal):
        book.profile(book.sheet_example, homebrew)
