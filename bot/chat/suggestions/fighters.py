"""Suggestions where a fighter is named, or described by a sheet line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.chat.commands import server
from bot.chat.desk.context import Interaction
from bot.chat.desk.labels import known, shown
from bot.chat.suggestions import acceptance, partial_orders
from bot.chat.suggestions.choice_list import MOST, Suggestions, calm, choice_list, described
from bot.game.people.rosters import Roster
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.records.orders import VERBS, Move

_SHOWN = ("combatant show", "ammo show")
"""Commands that only show a fighter, to anybody."""
_SEVERAL = (VERBS[Move], "adjust", "combatant edit", "combatant remove", "combatant owner")
"""Commands that take several fighters, with commas."""


@calm
async def own(interaction: Interaction, current: str) -> Suggestions:
    """Return the combatants that the user may order, those that still have to act first.

    After a comma these are further combatants, for a command that takes several.
    """
    context = await partial_orders.context(interaction)
    if context is None:
        return await lines_for_ruling(interaction, current, "who")
    pairs = ((c.name, shown(c, context)) for c in context.orderable())
    several = partial_orders.command(interaction) in _SEVERAL
    allowed = acceptance.in_encounter(interaction, context, "who")
    return await choice_list(pairs, current, allowed, known(context), several=several)


@calm
async def anybody(interaction: Interaction, current: str) -> Suggestions:
    """Return every combatant of the encounter, those out of play too; for a change, those that the user may change."""
    context = await partial_orders.here(interaction)
    pairs = ((c.name, shown(c, context)) for c in context.encounter.combatants)
    command = partial_orders.command(interaction)
    if command in _SHOWN:
        return await choice_list(pairs, current, known=known(context))
    if command == "adjust" and context.user not in context.encounter.gms:
        return []
    allowed = acceptance.in_encounter(interaction, context, "who")
    return await choice_list(pairs, current, allowed, known(context), several=command in _SEVERAL)


@calm
async def kept(interaction: Interaction, current: str) -> Suggestions:
    """Return the profiles that the user keeps between encounters."""
    context = await partial_orders.here(interaction)
    roster = await server.roster_of(interaction, context.ruleset)
    context = replace(context, roster=roster)
    return await choice_list(_profiles(roster), current, acceptance.in_encounter(interaction, context, "name"))


@calm
async def profile(interaction: Interaction, current: str) -> Suggestions:
    """Return the profiles that the user keeps between encounters, by the rulebook that is named or in use."""
    book, _ = await partial_orders.book(interaction)
    return await choice_list(_profiles(await server.roster_of(interaction, book)), current)


@calm
async def offered(interaction: Interaction, current: str) -> Suggestions:
    """Return the user's fighters in the channel's encounter who are on no roster."""
    return await choice_list(described(*await server.offers(interaction)), current)


@calm
async def sheet(interaction: Interaction, current: str) -> Suggestions:
    """Return the words with which a sheet line can begin in this book, or continue after a comma."""
    context = await partial_orders.here(interaction)
    allowed = acceptance.in_encounter(interaction, context, "sheet")
    return await _lines(context.ruleset, context.homebrew, current, allowed)


async def lines_for_ruling(interaction: Interaction, current: str, option: str) -> Suggestions:
    """Return sheet lines for a fighter of a quick ruling: the book's examples and its pages that are sheet lines."""
    book, homebrew = await partial_orders.book(interaction)
    return await _lines(
        book, homebrew, current, await acceptance.as_ruling(interaction, option), target=option == "target"
    )


def _profiles(roster: Roster) -> list[tuple[str, str]]:
    return [(kept.profile.name, f"{kept.profile.name}: {kept.profile.sheet}") for kept in roster.values()]


async def _lines(
    book: Ruleset, homebrew: Homebrew, current: str, allowed: Callable[[str], bool], target: bool = False
) -> Suggestions:
    examples = [book.sheet_example, book.default_target]
    lines = described(*(reversed(examples) if target else examples), *book.pages(homebrew))
    found = await choice_list(lines, current, allowed)
    if "," in current:
        words = described(*book.sheet_words(homebrew), *book.pages(homebrew))
        found += await choice_list(words, current, allowed, several=True)
    return [*{choice.value: choice for choice in found}.values()][:MOST]
