"""Suggestions for the table's own commands and for pages of a book."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.commands import encounters, records, server
from bot.chat.desk.context import Interaction, all_books, check_right, open_context, rulebook
from bot.chat.suggestions import acceptance, partial_orders
from bot.chat.suggestions.choice_list import Suggest, Suggestions, calm, choice_list, described
from bot.game.pages.statistics import ALL
from bot.game.people.rights import Deed
from bot.game.store import EncounterRow
from rules.engine.books import switch_values
from rules.engine.books.events import planned
from rules.engine.books.ruleset import Option
from rules.engine.conduct import conduct
from rules.engine.map.map_orders import called
from rules.engine.map.pieces import secrets
from rules.words.catalogue import find

_START = "encounter start"
A_CHOICE = 100
"""Characters of a suggestion, as Discord takes them; the beginning of a note is enough to find it."""


@calm
async def led(interaction: Interaction, current: str) -> Suggestions:
    """Return the encounters of which the user is a GM, the latest first."""
    return await _encounters(await records.encounters_led(interaction), current)


@calm
async def countable(interaction: Interaction, current: str) -> Suggestions:
    """Return all of the user's, and the encounters that they may count, the latest first."""
    rows = await records.encounters_to_count(interaction)
    return await choice_list(
        [(ALL, f"{ALL}: your own throws and fighters on this server"), *map(_encounter, rows)], current
    )


@calm
async def endable(interaction: Interaction, current: str) -> Suggestions:
    """Return the open encounters of this server that the user may end, the latest first."""
    return await _encounters(await encounters.encounters_endable(interaction), current)


async def _encounters(rows: Iterable[EncounterRow], current: str) -> Suggestions:
    return await choice_list(map(_encounter, rows), current)


def _encounter(row: EncounterRow) -> tuple[str, str]:
    return row.id, f"{row.title or row.ruleset} · {row.started_at:%Y-%m-%d %H:%M} UTC · {row.id}"


@calm
async def undo_time(interaction: Interaction, current: str) -> Suggestions:
    """Return the times to which the last run can be undone, the latest first."""
    return await choice_list(described(*await records.undo_times(interaction)), current)


@calm
async def ruleset(interaction: Interaction, current: str) -> Suggestions:
    """Return the rulebooks, and their presets besides the first."""
    if await _cannot_start(interaction):
        return []
    if partial_orders.command(interaction) == "server rulebook":
        await check_right(interaction, Deed.CHOOSE_RULEBOOK)
    books = all_books(interaction.client.desk).values()
    presets = ((p.id, f"{b.title}, {p.title}") for b in books for p in [*b.presets.values()][1:])
    return await choice_list(((*((b.id, b.title) for b in books), *presets)), current)


@calm
async def preset(interaction: Interaction, current: str) -> Suggestions:
    """Return the presets of the rulebook named, or of the server's own."""
    if await _cannot_start(interaction):
        return []
    book, _ = await rulebook(interaction, partial_orders.typed(interaction, "ruleset"))
    return await choice_list(((p.id, p.title) for p in book.presets.values()), current)


@calm
async def template(interaction: Interaction, current: str) -> Suggestions:
    """Return the templates of the rulebook named, or of all."""
    if await _cannot_start(interaction):
        return []
    named = await server.templates(interaction, partial_orders.typed(interaction, "ruleset"))
    return await choice_list(((id, f"{t.title}: {t.sentence}") for id, t in named.items()), current)


@calm
async def setup(interaction: Interaction, current: str) -> Suggestions:
    """Return the server's own set-ups."""
    named = await server.templates(interaction, "")
    return await choice_list(described(*(id for id, t in named.items() if t.own)), current)


@calm
async def switch(interaction: Interaction, current: str) -> Suggestions:
    """Return the encounter's switches and their values."""
    context = await partial_orders.here(interaction)
    options = conduct.options(context.ruleset)
    values = ((name, switch_values.value_of(option, context.encounter)) for name, option in options.items())
    allowed = acceptance.in_encounter(interaction, context, "name")
    return await choice_list(((name, f"{name}, now {value}") for name, value in values), current, allowed)


@calm
async def side(interaction: Interaction, current: str) -> Suggestions:
    """Return the encounter's sides that can be opened or closed to players."""
    context = await partial_orders.here(interaction)
    encounter = context.encounter
    sides = described(*encounter.sides, *(c.side for c in encounter.combatants if c.side))
    return await choice_list(sides, current, acceptance.in_encounter(interaction, context, "name"))


@calm
async def deployable(interaction: Interaction, current: str) -> Suggestions:
    """Return the sides that have fighters who are not on the map."""
    context = await partial_orders.here(interaction)
    sides = described(*(c.side for c in context.encounter.combatants if c.side and c.present and c.place is None))
    return await choice_list(sides, current, acceptance.in_encounter(interaction, context, "side"))


@calm
async def event(interaction: Interaction, current: str) -> Suggestions:
    """Return the planned events that the command can make secret or reveal."""
    context = await partial_orders.here(interaction)
    texts = described(*(event.text[:A_CHOICE] for _, event in planned(context.encounter.agenda)))
    return await choice_list(texts, current, acceptance.in_encounter(interaction, context, "event"))


@calm
async def note(interaction: Interaction, current: str) -> Suggestions:
    """Return the notes that the command can make secret or reveal."""
    context = await partial_orders.here(interaction)
    encounter = context.encounter
    texts = described(*(note[:A_CHOICE] for note in (*encounter.secret_notes, *encounter.notes)))
    return await choice_list(texts, current, acceptance.in_encounter(interaction, context, "note"))


@calm
async def secret_place(interaction: Interaction, current: str) -> Suggestions:
    """Return the places of the map's secret pieces."""
    context = await partial_orders.here(interaction)
    battle_map = context.encounter.battle_map
    if battle_map is None:
        return []
    kinds = [(called(layer, 1), places) for layer, places in secrets(battle_map).items()]
    pieces = ((str(place), f"{place} · {what}") for what, places in kinds for place in sorted(places))
    return await choice_list(pieces, current, acceptance.in_encounter(interaction, context, "at"))


@calm
async def value(interaction: Interaction, current: str) -> Suggestions:
    """Return the values of the named switch."""
    context = await partial_orders.here(interaction)
    option: Option = find(partial_orders.typed(interaction, "name"), conduct.options(context.ruleset), "switch")
    return await choice_list(described(*option.values), current, acceptance.in_encounter(interaction, context, "value"))


@calm
async def table(interaction: Interaction, current: str) -> Suggestions:
    """Return the tables of the book in use."""
    book, _ = await partial_orders.book(interaction)
    names = ((t.name, t.title if t.name == t.title else f"{t.name}: {t.title}") for t in book.tables.values())
    return await choice_list(names, current)


@calm
async def page(interaction: Interaction, current: str) -> Suggestions:
    """Return the cards and weapons of the book and of the server."""
    book, homebrew = await partial_orders.book(interaction)
    pages = book.pages(homebrew)
    others = ((title, f"{title} ({also})") for title, page in pages.items() for also in page.also)
    return await choice_list(described(*pages), current) or await choice_list(others, current)


@calm
async def homebrew_record(interaction: Interaction, current: str) -> Suggestions:
    """Return the weapons and cards that the user may remove, the server's and the encounter's own."""
    book, _ = await partial_orders.book(interaction)
    servers, own = await server.removable(interaction, book)
    return await choice_list(described(*servers, *own), current)


def of(*words: str) -> Suggest:
    """Return suggestions from a fixed list."""

    @calm
    async def fixed(interaction: Interaction, current: str) -> Suggestions:
        return await choice_list(described(*words), current)

    return fixed


async def _cannot_start(interaction: Interaction) -> bool:
    """Return whether an encounter is being started where one is open."""
    return partial_orders.command(interaction) == _START and await open_context(interaction) is not None
