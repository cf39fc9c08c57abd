"""What the books and the server's own pages say: tables, weapons and cards, help."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import attachments, render, suggestions, views
from bot.desk import Interaction, occasion_of
from bot.options import BOOK, Family, options
from bot.render.reply import Reply
from rules.catalogue import find
from rules.errors import Ambiguous, UnknownName
from rules.ruleset import Houses, Ruleset
from rules.tables import grids, named

if TYPE_CHECKING:
    from bot.client import RefereeClient

weapon = app_commands.Group(name="weapon", description="Weapons and cards: see them, and keep your own on this server")


@app_commands.command(description="See a table of the rulebook, for your eyes only")
@options({"name": suggestions.table}, name="Which table, by number or title; without it all are listed", ruleset=BOOK)
async def table(interaction: Interaction, name: str = "", ruleset: str = "") -> None:
    def look(book: Ruleset, houses: Houses) -> Reply:
        if not name:
            return render.contents(book)
        several = grids(name, book.tables)
        return render.contents(book, several) if several else render.table(named(name, book.tables))

    await interaction.client.desk.tell(interaction, await _looked_up(interaction, ruleset, look))


@weapon.command(description="See a weapon or a card, for your eyes only")
@options({"name": suggestions.page}, name="Which weapon or card; without it all are listed", ruleset=BOOK)
async def show(interaction: Interaction, name: str = "", ruleset: str = "") -> None:
    def look(book: Ruleset, houses: Houses) -> Reply:
        pages = book.pages(houses)
        also = {title: page.also for title, page in pages.items()}
        return render.page(find(name, pages, "weapon or card", also=also)) if name else render.index(book, pages)

    await interaction.client.desk.tell(interaction, await _looked_up(interaction, ruleset, look))


@weapon.command(description="Keep a weapon or card of your own on this server, from a file or a form")
@options(
    file="The weapon or card as a text file (TOML or CSV), as /weapon example has it; without it a form opens",
    ruleset=BOOK,
)
async def add(interaction: Interaction, file: discord.Attachment | None = None, ruleset: str = "") -> None:
    book = await _own_book(interaction, ruleset)
    if file is not None:
        await _keep(interaction, book, await attachments.text_of(file))
        return

    async def keep(answer: Interaction, text: str) -> None:
        await _keep(answer, await _own_book(answer, book.id), text)

    form = views.TextModal(
        title="A weapon or card of your own",
        label="Change the example into yours",
        default=book.house_example,
        long=True,
        on_text=keep,
    )
    await interaction.response.send_modal(form)


@weapon.command(description="Forget a weapon or card that this server has added")
@options({"name": suggestions.house}, name="Which one", ruleset=BOOK)
async def remove(interaction: Interaction, name: str, ruleset: str = "") -> None:
    desk = interaction.client.desk
    book = await _own_book(interaction, ruleset)
    gone = await desk.library.drop_house(occasion_of(interaction).guild, book, name)
    await desk.tell(interaction, render.said(f"{gone} is forgotten. Running encounters keep what they have."))


@weapon.command(description="Get an example of a weapon or card, to fill in and send with /weapon add")
@options(ruleset=BOOK)
async def example(interaction: Interaction, ruleset: str = "") -> None:
    desk = interaction.client.desk
    book, _ = await desk.book(interaction, ruleset)
    await desk.tell(interaction, render.file(f"{book.id}-example.toml", book.house_example))


@app_commands.command(name="help", description="How to play, in short; for your eyes only")
@options({"topic": suggestions.of(*render.TOPICS)}, topic="About what; without it the first steps")
async def help_(interaction: Interaction, topic: str = "") -> None:
    await interaction.client.desk.tell(interaction, render.help_page(topic))


async def _looked_up(interaction: Interaction, ruleset: str, look: Callable[[Ruleset, Houses], Reply]) -> Reply:
    """What is asked for by the book that is meant; if none was named and it has no such thing, by another that has."""
    desk = interaction.client.desk
    meant, houses = await desk.book(interaction, ruleset)
    try:
        return look(meant, houses)
    except UnknownName as unknown:
        if ruleset or isinstance(unknown, Ambiguous):
            raise
        for book in desk.library.others(meant):
            with suppress(UnknownName):
                return look(book, await desk.library.houses(occasion_of(interaction).guild, book))
        raise


async def _own_book(interaction: Interaction, ruleset: str) -> Ruleset:
    """The book to which the user may add. Raises NotAllowed."""
    desk = interaction.client.desk
    await desk.check_keeper(interaction)
    return (await desk.book(interaction, ruleset))[0]


async def _keep(interaction: Interaction, book: Ruleset, text: str) -> None:
    desk = interaction.client.desk
    occasion = occasion_of(interaction)
    house = book.house(text)
    await desk.library.keep_house(occasion.guild, occasion.user, occasion.at, book, house)
    pages = book.pages(await desk.library.houses(occasion.guild, book))
    await desk.tell(interaction, render.page(pages[house.name]))


FAMILY: Family = (table, help_)


async def setup(client: RefereeClient) -> None:
    """Add the family to the bot."""
    client.tree.add_command(weapon)
    for command in FAMILY:
        client.tree.add_command(command)
