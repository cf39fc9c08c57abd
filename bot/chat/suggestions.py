"""Suggestions while an option is typed: from the live state, at most 25, and never an error.

`bot.chat.partial_orders` reads the other options typed so far.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine, Iterable
from itertools import islice
from typing import Any, TypeVar

from discord import app_commands

from bot.chat import partial_orders
from bot.chat.render.markdown import clip
from bot.chat.service import Interaction
from bot.game import odds_comparison
from bot.game.requests import OrderContext
from rules.engine import conduct, switching
from rules.engine.agenda import Question
from rules.engine.errors import Refusal
from rules.engine.model import Combatant
from rules.engine.ruleset import Homebrew, Option, Ruleset
from rules.words.catalogue import find, plain

log = logging.getLogger(__name__)

MOST, LONGEST = 25, 100

V = TypeVar("V", str, int)
Suggestions = list[app_commands.Choice[Any]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]


def _calm(suggest: Suggest) -> Suggest:
    """Suggest nothing if there is an error: the order itself reports it."""

    @functools.wraps(suggest)
    async def suggested(interaction: Interaction, current: str) -> Suggestions:
        try:
            return await suggest(interaction, current)
        except Refusal:
            return []
        except Exception:
            log.exception("no suggestions from %s", suggest.__name__)
            return []

    return suggested


@_calm
async def target(interaction: Interaction, current: str) -> Suggestions:
    """The targets of the shooter, likeliest first; after a comma, further targets."""
    context = await partial_orders.context(interaction)
    if context is None:
        return await _sheets(interaction, current, target=True)
    named, comma, last = current.rpartition(",")
    before = f"{named}, " if comma else ""
    taken = {plain(name) for name in named.split(",")}
    names = {c.id: c.name for c in context.encounter.combatants}
    pairs = [(names.get(id, id), text) for id, text in _targets(interaction, context)]
    return _fitting(
        [(before + name, before + text) for name, text in pairs if plain(name) not in taken], before + last.strip()
    )


@_calm
async def aim(interaction: Interaction, current: str) -> Suggestions:
    """The aims the shooter can still afford, with their chances."""
    context = await partial_orders.here(interaction)
    pairs = partial_orders.aims(interaction, context) if partial_orders.typed(interaction, "target") else []
    return _fitting(pairs or partial_orders.choices(interaction, context, "target", "weapon").aims, current)


@_calm
async def weapon(interaction: Interaction, current: str) -> Suggestions:
    """What the actor carries."""
    return _fitting(
        partial_orders.choices(interaction, await partial_orders.here(interaction), "target").weapons, current
    )


@_calm
async def compare(interaction: Interaction, current: str) -> Suggestions:
    """The other weapons that the actor carries, then those that the book hands out; after a comma, further weapons."""
    context = await partial_orders.here(interaction)
    shooter = context.encounter.combatant(context.actor(partial_orders.typed(interaction, "who")))
    named, comma, last = current.rpartition(",")
    before = f"{named}, " if comma else ""
    asked = partial_orders.typed(interaction, "weapon") or (shooter.holding.weapon.name if shooter.holding else "")
    taken = {plain(name) for name in (*named.split(","), asked)}
    weapons = dict(partial_orders.choices(interaction, context, "target").weapons)
    if odds_comparison.hands_out(context, shooter):
        weapons |= {name: name for name in context.ruleset.pages(context.homebrew) if name not in weapons}
    pairs = [(before + name, before + text) for name, text in weapons.items() if plain(name) not in taken]
    return _fitting(pairs, before + last.strip())


@_calm
async def how(interaction: Interaction, current: str) -> Suggestions:
    """Words that the book understands with this verb; after a comma, further words."""
    context = await partial_orders.context(interaction)
    book = context.ruleset if context else (await partial_orders.book(interaction))[0]
    encounter = context.encounter if context else None
    named, comma, last = current.rpartition(",")
    before = f"{named}, " if comma else ""
    taken = {plain(word) for word in named.split(",")}
    words = [word for word in book.words_for(partial_orders.verb(interaction), encounter) if plain(word) not in taken]
    return _fitting(_described(*(before + word for word in words)), before + last.strip())


@_calm
async def act(interaction: Interaction, current: str) -> Suggestions:
    """The book's action list."""
    context = await partial_orders.here(interaction)
    return _fitting(
        context.ruleset.acts(context.encounter, context.actor(partial_orders.typed(interaction, "who"))), current
    )


@_calm
async def answer(interaction: Interaction, current: str) -> Suggestions:
    """The choices at the questions that are open."""
    context = await partial_orders.here(interaction)
    who = context.combatant(name).id if (name := partial_orders.typed(interaction, "who")) else ""
    asked = [m for m in context.encounter.agenda if isinstance(m, Question) and who in ("", m.to)]
    return _fitting(_described(*(choice for question in asked for choice in question.choices)), current)


@_calm
async def own(interaction: Interaction, current: str) -> Suggestions:
    """Combatants that the user may order: those that still have to act first."""
    context = await partial_orders.context(interaction)
    if context is None:
        return await _sheets(interaction, current)
    return _fitting(((c.name, _shown(c, context)) for c in context.orderable()), current)


@_calm
async def anybody(interaction: Interaction, current: str) -> Suggestions:
    """Every combatant of the encounter, those out of play too."""
    context = await partial_orders.here(interaction)
    return _fitting(((c.name, _shown(c, context)) for c in context.encounter.combatants), current)


@_calm
async def kept(interaction: Interaction, current: str) -> Suggestions:
    """The profiles that the user keeps between encounters."""
    book, _ = await partial_orders.book(interaction)
    roster = await interaction.client.service.roster(interaction, book)
    return _fitting(((p.name, f"{p.name}: {p.sheet}") for p in roster.values()), current)


@_calm
async def led(interaction: Interaction, current: str) -> Suggestions:
    """The encounters that the user is a GM of, the latest first."""
    rows = await interaction.client.service.encounters_led(interaction)
    text = ((row.id, f"{row.title or row.ruleset} · {row.started_at:%Y-%m-%d %H:%M} UTC · {row.id}") for row in rows)
    return _fitting(text, current)


@_calm
async def sheet(interaction: Interaction, current: str) -> Suggestions:
    """How a sheet line begins in this book."""
    return await _sheets(interaction, current)


@_calm
async def ruleset(interaction: Interaction, current: str) -> Suggestions:
    """The rulebooks, and their presets besides the first."""
    books = interaction.client.service.books().values()
    presets = ((p.id, f"{b.title}, {p.title}") for b in books for p in [*b.presets.values()][1:])
    return _fitting(((*((b.id, b.title) for b in books), *presets)), current)


@_calm
async def preset(interaction: Interaction, current: str) -> Suggestions:
    """The presets of the rulebook named, or of the server's own."""
    book, _ = await interaction.client.service.rulebook(interaction, partial_orders.typed(interaction, "ruleset"))
    return _fitting(((p.id, p.title) for p in book.presets.values()), current)


@_calm
async def template(interaction: Interaction, current: str) -> Suggestions:
    """The templates of the rulebook named, or of all."""
    books = await interaction.client.service.templates(interaction, partial_orders.typed(interaction, "ruleset"))
    named = ((id, book.templates[id]) for id, book in books.items())
    return _fitting(((id, f"{t.title}: {t.sentence}") for id, t in named), current)


@_calm
async def switch(interaction: Interaction, current: str) -> Suggestions:
    """The encounter's switches and their values."""
    context = await partial_orders.here(interaction)
    options = conduct.options(context.ruleset)
    values = ((name, switching.standing(option, context.encounter)) for name, option in options.items())
    return _fitting(((name, f"{name}, now {value}") for name, value in values), current)


@_calm
async def value(interaction: Interaction, current: str) -> Suggestions:
    """The values of the switch that is named."""
    context = await partial_orders.here(interaction)
    option: Option = find(partial_orders.typed(interaction, "name"), conduct.options(context.ruleset), "switch")
    return _fitting(((v, v) for v in option.values), current)


@_calm
async def table(interaction: Interaction, current: str) -> Suggestions:
    """The tables of the book in use."""
    book, _ = await partial_orders.book(interaction)
    names = ((t.name, t.title if t.name == t.title else f"{t.name}: {t.title}") for t in book.tables.values())
    return _fitting(names, current)


@_calm
async def page(interaction: Interaction, current: str) -> Suggestions:
    """The cards and weapons of the book and of the server."""
    book, homebrew = await partial_orders.book(interaction)
    pages = book.pages(homebrew)
    others = ((title, f"{title} ({also})") for title, page in pages.items() for also in page.also)
    return _fitting(_described(*pages), current) or _fitting(others, current)


@_calm
async def homebrew_record(interaction: Interaction, current: str) -> Suggestions:
    """The server's homebrew."""
    _, homebrew = await partial_orders.book(interaction)
    return _fitting(_described(*homebrew), current)


def of(*words: str) -> Suggest:
    """Suggestions from a fixed list."""

    @_calm
    async def fixed(interaction: Interaction, current: str) -> Suggestions:
        return _fitting(_described(*words), current)

    return fixed


def _fitting(
    pairs: Iterable[tuple[V, str]], current: str, allowed: Callable[[V], bool] = lambda value: True
) -> Suggestions:
    """Values whose text contains what is typed: first those that begin with it."""
    sought = plain(current)
    fits = [(value, text) for value, text in pairs if sought in plain(text) and len(str(value)) <= LONGEST]
    fits.sort(key=lambda pair: not plain(pair[1]).startswith(sought))
    offered = ((value, text) for value, text in fits if text.strip() and allowed(value))
    return [app_commands.Choice(name=clip(text, LONGEST), value=value) for value, text in islice(offered, MOST)]


def _described(*words: str) -> list[tuple[str, str]]:
    return [(word, word) for word in dict.fromkeys(words)]


async def _sheets(interaction: Interaction, current: str, target: bool = False) -> Suggestions:
    """Sheet lines to begin with: the book's examples and those of its pages that are sheet lines themselves."""
    book, homebrew = await partial_orders.book(interaction)
    examples = [book.sheet_example, book.default_target]
    lines = _described(*(reversed(examples) if target else examples), *book.pages(homebrew))
    # A line is read only where it would be text: a book may have a hundred pages.
    return _fitting(lines, current, lambda line: _reads(line, book, homebrew))


def _reads(line: str, book: Ruleset, homebrew: Homebrew) -> bool:
    try:
        book.profile(line, homebrew)
    except Refusal:
        return False
    return True


def _targets(interaction: Interaction, context: OrderContext) -> Iterable[tuple[str, str]]:
    try:
        return partial_orders.choices(interaction, context, "weapon").targets
    except Refusal:
        # It is not clear yet who shoots, or with what: anyone in play may be meant.
        return [(c.id, _shown(c, context)) for c in context.encounter.combatants if c.present]


def _shown(combatant: Combatant, context: OrderContext) -> str:
    short = context.ruleset.summary(combatant, context.encounter).beside(combatant.name)
    return f"{combatant.name} · {short}" if short else combatant.name
