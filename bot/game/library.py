"""The books at hand and what a server added to them: rulesets by name, house cards and weapons, the roster."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import orjson

from bot.game import codec
from bot.game.store import HomebrewRow, ProfileRow, ServerRow, Store
from rules.engine.errors import NotNow, UnknownName
from rules.engine.model import Encounter, Profile
from rules.engine.ruleset import Homebrew, HomebrewRecord, Ruleset
from rules.shelf import volumes
from rules.words.catalogue import find, plain

MOST_HOMEBREW = 100


class Library:
    """Rulesets by id, and each server's own records, kept in memory once read (this process alone writes them)."""

    def __init__(self, store: Store, shelf: Mapping[str, Ruleset], default: str) -> None:
        self.store = store
        self.shelf = shelf
        self._volumes = volumes(shelf)
        self._default = default
        self._houses: dict[tuple[str, str], Homebrew] = {}

    async def book(self, guild: str, name: str = "") -> Ruleset:
        """The ruleset of that id, title or preset, else the server's own choice. Raises UnknownName."""
        return (await self.volume(guild, name))[0]

    async def volume(self, guild: str, name: str = "") -> tuple[Ruleset, str]:
        """The same with the preset: the one that is named, else the ruleset's first. Raises UnknownName."""
        if not name:
            server = await self.store.server(guild)
            name = (server.ruleset if server else None) or self._default
        if name in self._volumes:
            return self._volumes[name]
        also = {book.title: (book.id, *book.presets) for book in self.shelf.values()}
        book = find(name, {book.title: book for book in self.shelf.values()}, "rulebook", also=also)
        try:
            return book, find(name, tuple(book.presets))
        except UnknownName:
            return book, next(iter(book.presets))

    def others(self, book: Ruleset) -> list[Ruleset]:
        """The rulebooks besides this one."""
        return [other for other in self.shelf.values() if other is not book]

    async def templates(self, guild: str, ruleset: str = "") -> dict[str, Ruleset]:
        """The encounter templates by id, each with its rulebook: those of the one named, else of all.

        Raises UnknownName."""
        own = await self.book(guild, ruleset)
        books = [own] if ruleset else [own, *self.others(own)]
        found: dict[str, Ruleset] = {}
        for book in books:
            for id in book.templates:
                found.setdefault(id, book)
        return found

    async def choose(self, guild: str, name: str) -> None:
        """Make the ruleset of that name, with its preset, the server's own choice. Raises UnknownName."""
        book, preset = await self.volume(guild, name)
        usual = preset == next(iter(book.presets))
        await self.store.put_server(ServerRow(guild_id=guild, ruleset=book.id if usual else preset, settings=b"{}"))

    async def homebrew(self, guild: str, book: Ruleset) -> Homebrew:
        """The server's own cards and weapons for a book, by name."""
        key = (guild, book.id)
        if key not in self._houses:
            rows = await self.store.homebrew(guild, book.id)
            self._houses[key] = {row.name: orjson.loads(row.record) for row in rows}
        return self._houses[key]

    async def keep_homebrew(
        self, guild: str, user: str, at: datetime, book: Ruleset, homebrew_record: HomebrewRecord
    ) -> None:
        """Keep a card or weapon, in place of one of the same name however it is spelled. Raises NotNow if full."""
        known = await self.homebrew(guild, book)
        same = [name for name in known if plain(name) == plain(homebrew_record.name)]
        if not same and len(known) >= MOST_HOMEBREW:
            raise NotNow(f"This server keeps {MOST_HOMEBREW} of its own already; /weapon remove makes room.")
        for name in same:
            if name != homebrew_record.name:
                await self.store.remove_homebrew(guild, book.id, name)
        record = orjson.dumps(dict(homebrew_record.record))
        await self.store.put_homebrew(
            [
                HomebrewRow(
                    guild_id=guild,
                    ruleset=book.id,
                    name=homebrew_record.name,
                    record=record,
                    added_by=user,
                    added_at=at,
                )
            ]
        )
        self._houses.pop((guild, book.id), None)

    async def drop_homebrew(self, guild: str, book: Ruleset, name: str) -> str:
        """Forget a card or weapon; returns its full name. Raises UnknownName."""
        known = await self.homebrew(guild, book)
        if not known:
            raise UnknownName(f"This server has added nothing of its own to {book.title}.")
        name = find(name, tuple(known), "card or weapon of this server")
        await self.store.remove_homebrew(guild, book.id, name)
        self._houses.pop((guild, book.id), None)
        return name

    async def roster(self, guild: str, owner: str, book: Ruleset) -> dict[str, Profile]:
        """What an owner keeps between encounters, by plain name."""
        rows = await self.store.profiles(guild, owner_id=owner, ruleset=book.id)
        return {plain(row.name): codec.profile(row.record) for row in rows}

    async def write_back(self, guild: str, at: datetime, encounter: Encounter) -> None:
        """Keep how combatants of the roster left an encounter: wounds, weapons and ammunition."""
        book = self.shelf[encounter.ruleset]
        await self.store.put_profiles(
            [
                ProfileRow(
                    guild_id=guild,
                    owner_id=c.owner,
                    name=c.roster,
                    ruleset=book.id,
                    record=codec.kept(Profile(c.roster, c.sheet, c.carried, book.left(c, encounter))),
                    updated_at=at,
                )
                for c in encounter.combatants
                if c.roster and c.owner
            ]
        )
