"""Commands for reference: tables, weapons and cards of the books and of the server, help."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.commands import guide, server
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_here, other_books
from bot.chat.desk.prompts import TextWindow
from bot.chat.render.text.reply import Reply
from bot.chat.suggestions.options import BOOK, Family, anywhere, options
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.records.errors import Ambiguous, UnknownName
from rules.tables.table import grids, named
from rules.words.catalogue import find

weapon = anywhere(app_commands.Group(name="weapon", description="Show weapons and cards, and add your own"))


@anywhere
@app_commands.command(description="Show a table of the rulebook; only you see the answer")
@options({"name": suggestions.table}, name="The table's number or title; default: list all", ruleset=BOOK)
async def table(interaction: Interaction, name: str = "", ruleset: str = "") -> None:
    def look(book: Ruleset, homebrew: Homebrew) -> Reply:
        if not name:
            return render.contents(book)
        several = grids(name, book.tables)
        return render.contents(book, several) if several else render.table(named(name, book.tables))

    await orders.tell(interaction, await _looked_up(interaction, ruleset, look))


@weapon.command(description="Show a weapon or card; only you see the answer")
@options({"name": suggestions.page}, name="The weapon or card; default: list all", ruleset=BOOK)
async def show(interaction: Interaction, name: str = "", ruleset: str = "") -> None:
    def look(book: Ruleset, homebrew: Homebrew) -> Reply:
        pages = book.pages(homebrew)
        also = {title: page.also for title, page in pages.items()}
        return render.page(find(name, pages, "weapon or card", also=also)) if name else render.index(book, pages)

    await orders.tell(interaction, await _looked_up(interaction, ruleset, look))


@weapon.command(description="Add your own weapon or card to this server, or as a GM to this encounter")
@options(
    file="A TOML or CSV file in the form of /weapon example; default: a form opens",
    ruleset=BOOK,
)
async def add(interaction: Interaction, file: discord.Attachment | None = None, ruleset: str = "") -> None:
    book = await server.homebrew_book(interaction, ruleset)
    if file is not None:
        await server.keep_homebrew(interaction, book, file)
        return

    async def keep(answer: Interaction, text: str) -> None:
        await server.keep_homebrew(answer, await server.homebrew_book(answer, book.id), text)

    window = TextWindow(
        title="A weapon or card of your own",
        label="Change the example into yours",
        default=book.homebrew_example,
        long=True,
        on_text=keep,
    )
    await orders.ask_text(interaction, window)


@weapon.command(description="Remove a weapon or card added to this server or encounter")
@options({"name": suggestions.homebrew_record}, name="The weapon or card", ruleset=BOOK)
async def remove(interaction: Interaction, name: str, ruleset: str = "") -> None:
    book = await server.homebrew_book(interaction, ruleset)
    await server.drop_homebrew(interaction, book, name)


@weapon.command(description="Get an example of a weapon or card to fill in for /weapon add")
@options(ruleset=BOOK)
async def example(interaction: Interaction, ruleset: str = "") -> None:
    book, _ = await book_here(interaction, ruleset)
    await orders.tell(interaction, render.file(f"{book.id}-example.toml", book.homebrew_example))


@anywhere
@app_commands.command(
    name="help", description="How to play, what a term means, what you can do now; only you see the answer"
)
@options(
    {"topic": suggestions.help_topic},
    topic="A topic, term, rulebook or question, such as: how do I reload; default: the first steps",
)
async def help_(interaction: Interaction, topic: str = "") -> None:
    await guide.tell_help(interaction, topic)


async def _looked_up(interaction: Interaction, ruleset: str, look: Callable[[Ruleset, Homebrew], Reply]) -> Reply:
    """Return the page from the named book.

    If none is named and the book in use has no such page, return it from another book.
    """
    meant, homebrew = await book_here(interaction, ruleset)
    try:
        return look(meant, homebrew)
    except UnknownName as unknown:
        if ruleset or isinstance(unknown, Ambiguous):
            raise
        for book, homebrew in await other_books(interaction, meant):
            with suppress(UnknownName):
                return look(book, homebrew)
        raise


FAMILY: Family = (table, help_)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(weapon)
    for command in FAMILY:
        client.tree.add_command(command)
