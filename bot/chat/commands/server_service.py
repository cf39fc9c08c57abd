"""The part of the service about rulebooks, and about what a server and its players keep between encounters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import discord

from bot.chat.outgoing.detail import Style, places, style_of
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer
from bot.game.files.library import Library, Named
from bot.game.files.setups import setup_of
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.people.rosters import Roster
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.requests import OrderContext
from bot.game.store import Written
from rules.engine.books.naming import good_name
from rules.engine.books.ruleset import Homebrew, HomebrewRecord, Page, Ruleset
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter

Interaction: TypeAlias = discord.Interaction[Any]


class ServerService:
    """Questions about the server, and changes of its settings.

    `PastService` adds the past, and `CommandService` orders and answers.
    """

    def __init__(self, referee: Referee, library: Library) -> None:
        self._referee = referee
        self._library = library

    async def open_context(self, interaction: Interaction) -> OrderContext | None:
        """Return the channel's encounter as this user would order in it; None if none is open."""
        return await self._referee.context(invocation_of(interaction))

    def books(self) -> Mapping[str, Ruleset]:
        """Return every rulebook by id."""
        return self._library.shelf

    def book_of(self, encounter: Encounter) -> Ruleset:
        """Return the rulebook of an encounter."""
        return self._library.shelf[encounter.ruleset]

    async def book(self, interaction: Interaction, name: str = "") -> tuple[Ruleset, Homebrew]:
        """Return the rulebook of that name, else the encounter's, else the server's own; and the homebrew for it: the
        server's, and the encounter's if it uses the book.

        Raises UnknownName.
        """
        invocation, context = invocation_of(interaction), await self.open_context(interaction)
        guild = invocation.guild
        book = context.ruleset if context and not name else await self._library.book(guild, name, invocation.places)
        if context is not None and book is context.ruleset:
            return book, context.homebrew
        return book, await self._library.homebrew(guild, book)

    async def other_books(self, interaction: Interaction, book: Ruleset) -> list[tuple[Ruleset, Homebrew]]:
        """Return the rulebooks besides this one, each with the server's homebrew."""
        guild = invocation_of(interaction).guild
        return [(other, await self._library.homebrew(guild, other)) for other in self._library.others(book)]

    async def rulebook(self, interaction: Interaction, name: str = "") -> tuple[Ruleset, str]:
        """Return the rulebook and preset of that name, else the channel's or the server's own. Raises UnknownName."""
        invocation = invocation_of(interaction)
        return await self._library.volume(invocation.guild, name, invocation.places)

    async def server_rulebook(self, interaction: Interaction) -> tuple[Ruleset, str]:
        """Return the server's own rulebook and preset."""
        return await self._library.volume(invocation_of(interaction).guild)

    async def choose_channel_rulebook(self, interaction: Interaction, name: str) -> None:
        """Make the rulebook of that name the channel's own, "" for the server's. Raises NotAllowed, UnknownName."""
        await self.check_right(interaction, Deed.CHANNEL_SETTINGS)
        await self._library.choose_for_channel(invocation_of(interaction).guild, str(interaction.channel_id), name)

    async def choose_rulebook(self, interaction: Interaction, name: str) -> None:
        """Make the rulebook of that name the server's own. Raises NotAllowed, UnknownName."""
        await self.check_right(interaction, Deed.CHOOSE_RULEBOOK)
        await self._library.choose(invocation_of(interaction).guild, name)

    async def keeper(self, interaction: Interaction) -> str | None:
        """Return the id of the role that keeps the server's records, or None if only its managers do."""
        return (await self._library.settings(invocation_of(interaction).guild)).keeper

    async def name_keeper(self, interaction: Interaction, role: str | None) -> None:
        """Have the role of that id keep the server's records, or no role. Raises NotAllowed."""
        await self.check_right(interaction, Deed.NAME_KEEPER)
        guild = invocation_of(interaction).guild
        await self._library.set(guild, replace(await self._library.settings(guild), keeper=role))

    async def channel_written(self, interaction: Interaction) -> Style:
        """Return how results in the channel are written."""
        return style_of(await self._referee.store.details.channel_written(places(interaction.channel)))

    async def set_channel(self, interaction: Interaction, detail: str | None, screen_reader: str | None) -> None:
        """Set how results in the channel are written, as far as it is given. Raises NotAllowed."""
        await self.check_right(interaction, Deed.CHANNEL_SETTINGS)
        guild, channel = invocation_of(interaction).guild, str(interaction.channel_id)
        await self._referee.store.details.put_channel(guild, channel, Written(detail, screen_reader))

    async def templates(self, interaction: Interaction, ruleset: str = "") -> Mapping[str, Named]:
        """Return the templates and the server's set-ups by id: of the rulebook named, else of all.

        Raises UnknownName.
        """
        invocation = invocation_of(interaction)
        return await self._library.templates(invocation.guild, ruleset, invocation.places)

    async def save_setup(self, interaction: Interaction, name: str) -> str:
        """Keep the encounter here as a set-up of the server, and return what to say of it. Raises Refusal."""
        await self.check_right(interaction, Deed.SAVE)
        context, invocation = await self.open_context(interaction), invocation_of(interaction)
        if context is None:
            raise NotNow(NO_ENCOUNTER)
        name, book = good_name(name or context.truth.title), context.ruleset
        # Reading and trying all sheet lines takes longer than the event loop may wait.
        await defer(interaction)
        setup = await asyncio.to_thread(setup_of, context.truth, book, context.homebrew)
        keeps = await self.may(interaction, Deed.KEEP_RECORDS)
        replaced = await self._library.keep_setup(invocation, book, name, setup, any_ones=keeps)
        sentence = f"{name} is {'saved and replaces the earlier one' if replaced else 'saved on this server'}."
        return f"{sentence} Start it with /encounter start template: {name}."

    async def drop_setup(self, interaction: Interaction, name: str) -> str:
        """Forget a set-up of the server for the rulebook in use here, and return what to say. Raises Refusal."""
        book, _ = await self.book(interaction)
        keeps = await self.may(interaction, Deed.KEEP_RECORDS)
        name = await self._library.drop_setup(invocation_of(interaction), book, name, any_ones=keeps)
        return f"{name} is no longer saved on this server."

    async def may(self, interaction: Interaction, deed: Deed) -> bool:
        """Return whether the user may do this deed here (`bot.game.people.rights`)."""
        return rights.may(deed, await self._referee.roles(invocation_of(interaction)))

    async def check_right(self, interaction: Interaction, deed: Deed) -> None:
        """Raise NotAllowed unless the user may do this deed here."""
        invocation = invocation_of(interaction)
        roles = await self._referee.roles(invocation)
        if not rights.may(deed, roles):
            id = await self._referee.open_in(invocation.channel)
            head = await self._referee.journal.head(id) if id else None
            rights.check(deed, roles, lambda: rights.own(invocation.user, head.state) if head else "")

    async def homebrew_book(self, interaction: Interaction, name: str = "") -> Ruleset:
        """Return the rulebook whose homebrew the user may change: any for the server's keepers, the encounter's for its
        GM.

        Raises NotAllowed, UnknownName, or NotNow for another book than the encounter's.
        """
        if await self.may(interaction, Deed.KEEP_RECORDS):
            return (await self.book(interaction, name))[0]
        await self.check_right(interaction, Deed.BRING_RECORDS)
        played, _ = await self.book(interaction)
        if name and (await self.book(interaction, name))[0] is not played:
            raise NotNow(f"The encounter uses {played.title}. Leave out ruleset: to add weapons and cards to it.")
        return played

    async def add_homebrew(self, interaction: Interaction, book: Ruleset, record: HomebrewRecord) -> Page:
        """Add a weapon or card to the server's, and return its page. Raises NotNow if there are too many."""
        invocation = invocation_of(interaction)
        await self._library.keep_homebrew(invocation, book, record)
        return book.pages(await self._library.homebrew(invocation.guild, book))[record.name]

    async def remove_homebrew(self, interaction: Interaction, book: Ruleset, name: str) -> None:
        """Delete a weapon or card of the server."""
        await self._library.drop_homebrew(invocation_of(interaction).guild, book, name)

    async def removable(self, interaction: Interaction, book: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
        """Return the names of the weapons and cards that the user may remove: the server's, and the encounter's own."""
        servers: Homebrew = {}
        own: tuple[str, ...] = ()
        if await self.may(interaction, Deed.KEEP_RECORDS):
            servers = await self._library.homebrew(invocation_of(interaction).guild, book)
        context = await self.open_context(interaction)
        if context and context.ruleset is book and await self.may(interaction, Deed.BRING_RECORDS):
            own = tuple(name for name, _ in context.encounter.records)
        return tuple(servers), own

    async def roster(self, interaction: Interaction, book: Ruleset) -> Roster:
        """Return the profiles that the user keeps between encounters."""
        invocation = invocation_of(interaction)
        return await self._library.rosters.of(invocation.guild, invocation.user, book)

    async def offers(self, interaction: Interaction) -> Sequence[str]:
        """Return the names of the user's fighters in the channel's encounter, open or last, who are on no roster."""
        invocation = invocation_of(interaction)
        try:
            id = await self._referee.current(invocation, ended_too=True)
        except NotNow:
            return ()
        head = await self._referee.journal.head(id)
        return await self._library.rosters.offers(head, invocation.user) if head else ()

    async def rename_kept(self, interaction: Interaction, book: Ruleset, name: str, new: str) -> tuple[str, str]:
        """Rename a profile of the user's, and return its name before and after. Raises Refusal."""
        invocation = invocation_of(interaction)
        return await self._library.rosters.rename(invocation.guild, invocation.user, book, name, new)

    async def remove_kept(self, interaction: Interaction, book: Ruleset, name: str) -> str:
        """Remove a profile of the user's, and return its name. Raises Refusal."""
        invocation = invocation_of(interaction)
        return await self._library.rosters.remove(invocation.guild, invocation.user, book, name)
