"""The desk of a client, with the tools of all commands, and the encounter in which a user orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

import discord
from discord.ext import commands

from bot.chat.background.boards import Boards
from bot.chat.background.deadlines import Timekeeper
from bot.chat.background.erasure_requests import ErasureRequests
from bot.chat.desk.attachments import Files
from bot.chat.desk.prompts import Prompts
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.seats import take_seat
from bot.chat.plots import Studio
from bot.game.entries.entries import Entry, Group
from bot.game.files.library import Library
from bot.game.journal import presses
from bot.game.journal.anchors import Anchor
from bot.game.people import rights
from bot.game.people.rights import Deed
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.referee.resolver import promising
from bot.game.requests import AttackRequest, OrderContext
from bot.game.rulings.quick_rulings import Ground
from bot.game.sight import view
from bot.game.sight.masks import Masks, masks_of
from bot.game.store import EntryRow
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack


@dataclass(frozen=True, slots=True)
class Desk:
    """The tools of all commands; one per process."""

    referee: Referee
    library: Library
    delivery: Delivery
    prompts: Prompts
    studio: Studio
    files: Files
    boards: Boards
    timekeeper: Timekeeper
    erasing: ErasureRequests


class Client(commands.Bot):
    """A client of discord.py whose commands and buttons work at a desk."""

    desk: Desk


Interaction: TypeAlias = discord.Interaction[Client]


async def sit(interaction: Interaction) -> None:
    """Let a press in a direct message count as in its encounter's channel. Raises NotAllowed, TROUBLE."""
    await take_seat(interaction, interaction.client.desk.referee.store)


async def open_encounter(interaction: Interaction) -> OrderContext:
    """Return the channel's encounter as this user would order in it. Raises NotNow if none is open."""
    context = await open_context(interaction)
    if context is None:
        raise NotNow(NO_ENCOUNTER)
    return context


async def attack_meant(
    interaction: Interaction, request: AttackRequest, ruleset: str = ""
) -> tuple[OrderContext, Attack]:
    """Return the attack as it would be ordered here, to ask about its odds; the target may be open.

    Raises Refusal.
    """
    context = None if ruleset else await open_context(interaction)
    if context is None:
        return (await ground_here(interaction, ruleset)).staged(request)
    return context, request.question(context)


async def ground_here(interaction: Interaction, ruleset: str = "") -> Ground:
    """Return the ground of a quick ruling here. Raises UnknownName for the rulebook."""
    desk = interaction.client.desk
    return await desk.referee.ground(invocation_of(interaction), ruleset)


async def check_press(interaction: Interaction, anchor: Anchor) -> EntryRow:
    """Return the last entry of a pressed button's order.

    Raises Outdated if it is no longer stored, NotNow if it belongs to another channel.
    """
    desk = interaction.client.desk
    return await presses.check(desk.referee.store, invocation_of(interaction), anchor)


async def pressed_group(interaction: Interaction, anchor: Anchor) -> Group:
    """Return the entries that a pressed button belongs to. Raises as `check_press`."""
    desk = interaction.client.desk
    row = await check_press(interaction, anchor)
    group = desk.referee.journal.group_of(row)
    return await promising(invocation_of(interaction).promise, group)


async def pressed_entry(interaction: Interaction, anchor: Anchor) -> Entry:
    """Return the entry of a pressed button's order, with its state as the user may know it.

    Raises as `check_press`.
    """
    desk = interaction.client.desk
    row = await check_press(interaction, anchor)
    entry = await desk.referee.journal.entry(anchor.encounter, row.seq)
    assert entry is not None
    viewer = await desk.referee.viewer(str(interaction.user.id), anchor.encounter)
    return replace(entry, state=view(entry.state, book_of(desk, entry.state), viewer))


def masks_in(desk: Desk, encounter: str) -> Masks:
    """Return the masks for the ids of an encounter's fighters."""
    return masks_of(desk.referee.store, encounter)


async def head_of(desk: Desk, encounter: str) -> Entry | None:
    """Return the last entry of an encounter."""
    return await desk.referee.journal.head(encounter)


async def open_context(interaction: Interaction) -> OrderContext | None:
    """Return the channel's encounter as this user would order in it; None if none is open."""
    desk = interaction.client.desk
    return await desk.referee.context(invocation_of(interaction))


def all_books(desk: Desk) -> Mapping[str, Ruleset]:
    """Return every rulebook by id."""
    return desk.library.shelf


def book_of(desk: Desk, encounter: Encounter) -> Ruleset:
    """Return the rulebook of an encounter."""
    return desk.library.shelf[encounter.ruleset]


async def book_here(interaction: Interaction, name: str = "") -> tuple[Ruleset, Homebrew]:
    """Return the rulebook of that name, else the encounter's, else the server's own; and the homebrew for it: the
    server's, and the encounter's if it uses the book.

    Raises UnknownName.
    """
    desk = interaction.client.desk
    invocation, context = invocation_of(interaction), await open_context(interaction)
    guild = invocation.guild
    book = context.ruleset if context and not name else await desk.library.book(guild, name, invocation.places)
    if context is not None and book is context.ruleset:
        return book, context.homebrew
    return book, await desk.library.homebrew(guild, book)


async def other_books(interaction: Interaction, book: Ruleset) -> list[tuple[Ruleset, Homebrew]]:
    """Return the rulebooks besides this one, each with the server's homebrew."""
    desk = interaction.client.desk
    guild = invocation_of(interaction).guild
    return [(other, await desk.library.homebrew(guild, other)) for other in desk.library.others(book)]


async def rulebook(interaction: Interaction, name: str = "") -> tuple[Ruleset, str]:
    """Return the rulebook and preset of that name, else the channel's or the server's own. Raises UnknownName."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await desk.library.volume(invocation.guild, name, invocation.places)


async def may(interaction: Interaction, deed: Deed) -> bool:
    """Return whether the user may do this deed here (`bot.game.people.rights`)."""
    desk = interaction.client.desk
    return rights.may(deed, await desk.referee.roles(invocation_of(interaction)))


async def check_right(interaction: Interaction, deed: Deed) -> None:
    """Raise NotAllowed unless the user may do this deed here."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    roles = await desk.referee.roles(invocation)
    if not rights.may(deed, roles):
        id = await desk.referee.open_in(invocation.channel)
        head = await desk.referee.journal.head(id) if id else None
        rights.check(deed, roles, lambda: rights.own(invocation.user, head.state) if head else "")
