"""`/server`, `/channel`, `/weapon`, `/roster`: rulebooks, and what a server and its players keep between encounters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_here, check_right, may, open_context
from bot.chat.outgoing.detail import Style, places, style_of
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer
from bot.game.files.library import Named
from bot.game.files.setups import setup_of
from bot.game.people.rights import Deed
from bot.game.people.rosters import Roster
from bot.game.referee.referee import NO_ENCOUNTER
from bot.game.requests import DirectRequest
from bot.game.store import Written
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Homebrew, HomebrewRecord, Page, Ruleset
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.table import own_records
from rules.words.catalogue import find


async def keep_homebrew(interaction: Interaction, book: Ruleset, card: discord.Attachment | str) -> None:
    """Keep the weapon or card that a file or a text describes and answer. Raises Refusal.

    Who keeps the server's records adds it to these; another GM brings it into the channel's encounter alone.
    """
    desk = interaction.client.desk
    if await may(interaction, Deed.KEEP_RECORDS):
        await defer(interaction)
        record = await desk.files.homebrew(book.id, card)
        await orders.tell(interaction, render.page(await add_homebrew(interaction, book, record)))
    else:
        # No deferral: what it brings in is shown in public, a refusal in private.
        record = await desk.files.homebrew(book.id, card)
        await orders.give(interaction, DirectRequest(own_records.adding(record)))


async def drop_homebrew(interaction: Interaction, book: Ruleset, name: str) -> None:
    """Remove the weapon or card of that name, the server's or the encounter's own, and answer. Raises Refusal."""
    servers, own = await removable(interaction, book)
    if not (servers or own):
        if await may(interaction, Deed.KEEP_RECORDS):
            raise UnknownName(f"This server has added nothing of its own to {book.title}.")
        raise UnknownName(
            "This encounter has no weapon or card of its own. Removing the server's needs "
            "Discord's permission Manage Server."
        )
    name = find(name, (*servers, *own), "weapon or card that was added here")
    if name in servers:
        await remove_homebrew(interaction, book, name)
        sentence = f"{name} is removed. Open encounters keep theirs."
        await orders.tell(interaction, render.sentence(sentence))
    else:
        await orders.give(interaction, DirectRequest(own_records.RemoveRecord(name)))


async def server_rulebook(interaction: Interaction) -> tuple[Ruleset, str]:
    """Return the server's own rulebook and preset."""
    desk = interaction.client.desk
    return await desk.library.volume(invocation_of(interaction).guild)


async def choose_channel_rulebook(interaction: Interaction, name: str) -> None:
    """Make the rulebook of that name the channel's own, "" for the server's. Raises NotAllowed, UnknownName."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.CHANNEL_SETTINGS)
    await desk.library.choose_for_channel(invocation_of(interaction).guild, str(interaction.channel_id), name)


async def choose_rulebook(interaction: Interaction, name: str) -> None:
    """Make the rulebook of that name the server's own. Raises NotAllowed, UnknownName."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.CHOOSE_RULEBOOK)
    await desk.library.choose(invocation_of(interaction).guild, name)


async def keeper(interaction: Interaction) -> str | None:
    """Return the id of the role that keeps the server's records, or None if only its managers do."""
    desk = interaction.client.desk
    return (await desk.library.settings(invocation_of(interaction).guild)).keeper


async def name_keeper(interaction: Interaction, role: str | None) -> None:
    """Have the role of that id keep the server's records, or no role. Raises NotAllowed."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.NAME_KEEPER)
    guild = invocation_of(interaction).guild
    await desk.library.set(guild, replace(await desk.library.settings(guild), keeper=role))


async def channel_written(interaction: Interaction) -> Style:
    """Return how results in the channel are written."""
    desk = interaction.client.desk
    return style_of(await desk.referee.store.details.channel_written(places(interaction.channel)))


async def set_channel(interaction: Interaction, detail: str | None, screen_reader: str | None) -> None:
    """Set how results in the channel are written, as far as it is given. Raises NotAllowed."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.CHANNEL_SETTINGS)
    guild, channel = invocation_of(interaction).guild, str(interaction.channel_id)
    await desk.referee.store.details.put_channel(guild, channel, Written(detail, screen_reader))


async def templates(interaction: Interaction, ruleset: str = "") -> Mapping[str, Named]:
    """Return the templates and the server's set-ups by id: of the rulebook named, else of all.

    Raises UnknownName.
    """
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await desk.library.templates(invocation.guild, ruleset, invocation.places)


async def save_setup(interaction: Interaction, name: str) -> str:
    """Keep the encounter here as a set-up of the server, and return what to say of it. Raises Refusal."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.SAVE)
    context, invocation = await open_context(interaction), invocation_of(interaction)
    if context is None:
        raise NotNow(NO_ENCOUNTER)
    name, book = good_name(name or context.truth.title), context.ruleset
    # Reading and trying all sheet lines takes longer than the event loop may wait.
    await defer(interaction)
    setup = await asyncio.to_thread(setup_of, context.truth, book, context.homebrew)
    keeps = await may(interaction, Deed.KEEP_RECORDS)
    replaced = await desk.library.keep_setup(invocation, book, name, setup, any_ones=keeps)
    sentence = f"{name} is {'saved and replaces the earlier one' if replaced else 'saved on this server'}."
    return f"{sentence} Start it with /encounter start template: {name}."


async def drop_setup(interaction: Interaction, name: str) -> str:
    """Forget a set-up of the server for the rulebook in use here, and return what to say. Raises Refusal."""
    desk = interaction.client.desk
    book, _ = await book_here(interaction)
    keeps = await may(interaction, Deed.KEEP_RECORDS)
    name = await desk.library.drop_setup(invocation_of(interaction), book, name, any_ones=keeps)
    return f"{name} is no longer saved on this server."


async def homebrew_book(interaction: Interaction, name: str = "") -> Ruleset:
    """Return the rulebook whose homebrew the user may change: any for the server's keepers, the encounter's for its
    GM.

    Raises NotAllowed, UnknownName, or NotNow for another book than the encounter's.
    """
    if await may(interaction, Deed.KEEP_RECORDS):
        return (await book_here(interaction, name))[0]
    await check_right(interaction, Deed.BRING_RECORDS)
    played, _ = await book_here(interaction)
    if name and (await book_here(interaction, name))[0] is not played:
        raise NotNow(f"The encounter uses {played.title}. Leave out ruleset: to add weapons and cards to it.")
    return played


async def add_homebrew(interaction: Interaction, book: Ruleset, record: HomebrewRecord) -> Page:
    """Add a weapon or card to the server's, and return its page. Raises NotNow if there are too many."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await desk.library.keep_homebrew(invocation, book, record)
    return book.pages(await desk.library.homebrew(invocation.guild, book))[record.name]


async def remove_homebrew(interaction: Interaction, book: Ruleset, name: str) -> None:
    """Delete a weapon or card of the server."""
    desk = interaction.client.desk
    await desk.library.drop_homebrew(invocation_of(interaction).guild, book, name)


async def removable(interaction: Interaction, book: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of the weapons and cards that the user may remove: the server's, and the encounter's own."""
    desk = interaction.client.desk
    servers: Homebrew = {}
    own: tuple[str, ...] = ()
    if await may(interaction, Deed.KEEP_RECORDS):
        servers = await desk.library.homebrew(invocation_of(interaction).guild, book)
    context = await open_context(interaction)
    if context and context.ruleset is book and await may(interaction, Deed.BRING_RECORDS):
        own = tuple(name for name, _ in context.encounter.records)
    return tuple(servers), own


async def roster_of(interaction: Interaction, book: Ruleset) -> Roster:
    """Return the profiles that the user keeps between encounters."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await desk.library.rosters.of(invocation.guild, invocation.user, book)


async def offers(interaction: Interaction) -> Sequence[str]:
    """Return the names of the user's fighters in the channel's encounter, open or last, who are on no roster."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    try:
        id = await desk.referee.current(invocation, ended_too=True)
    except NotNow:
        return ()
    head = await desk.referee.journal.head(id)
    return await desk.library.rosters.offers(head, invocation.user) if head else ()


async def rename_kept(interaction: Interaction, book: Ruleset, name: str, new: str) -> tuple[str, str]:
    """Rename a profile of the user's, and return its name before and after. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await desk.library.rosters.rename(invocation.guild, invocation.user, book, name, new)


async def remove_kept(interaction: Interaction, book: Ruleset, name: str) -> str:
    """Remove a profile of the user's, and return its name. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await desk.library.rosters.remove(invocation.guild, invocation.user, book, name)
