"""How an encounter begins: by a `Start`, or by an `Import` with the last state of another one.

Each is an order that needs the encounter's id and the commitment of its seed, which the referee draws.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeAlias, TypedDict

from bot.game.entries.invocation import ONLY_ANSWERS, Invocation
from bot.game.files.imports import Found, with_owners
from bot.game.files.library import Library, template_named
from bot.game.files.setups import Setup
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.setups import Template
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Handover, Start
from rules.engine.scene.undone_throws import MARKED_BY_THROW
from rules.engine.table.import_order import Import
from rules.words.catalogue import find

Begins: TypeAlias = Callable[[str, str], Start | Import]
"""A function that makes the order from an id and a commitment."""


class Beginning(TypedDict, total=False):
    """The encounter that a user begins, as they typed it; anything may be left out. They play the template's `side`."""

    ruleset: str
    preset: str
    title: str
    template: str
    side: str


async def started(
    library: Library,
    invocation: Invocation,
    ruleset: str = "",
    preset: str = "",
    title: str = "",
    template: str = "",
    side: str = "",
) -> tuple[Ruleset, Begins]:
    """Return the rulebook and the order of an encounter whose GM is the user, and in which they play the fighters of
    the `side` that the template brings in. Raises Refusal.
    """
    _check_place(invocation)
    book, usual = await library.volume(invocation.guild, ruleset, invocation.places)
    setup, called = Setup(usual, ()), ""
    if template:
        templates = await library.templates(invocation.guild, ruleset, invocation.places)
        template = template_named(template, templates)
        chosen, book, called = book, templates[template].book, templates[template].title
        if templates[template].own:
            setup, template = await library.setup(invocation.guild, book, template), ""
        if chosen is not book or usual == next(iter(book.presets)):
            usual = templates[template].preset if template else setup.preset
    preset = find(preset, tuple(book.presets), "preset") if preset else usual
    named = good_name(title) if title else called
    taken = _handovers(book.templates[template], side, invocation.user) if template and side else ()

    def order(id: str, commitment: str) -> Start:
        name, orders = named or f"Encounter {id[:4]}", (*setup.orders, *taken)
        return Start(id, name, book.id, preset, invocation.user, commitment, template, MARKED_BY_THROW, orders)

    return book, order


def _handovers(template: Template, side: str, user: str) -> tuple[Handover, ...]:
    """Return the orders that give a user the fighters of a side that a template has brought into a new encounter."""
    whose = [group.side for group in template.newcomers for _ in range(group.count)]
    return tuple(Handover(f"c{n}", user) for n, one in enumerate(whose, 1) if one == side)


def imported(invocation: Invocation, found: Found, title: str, members: Collection[str]) -> Begins:
    """Return the order that begins an encounter with the contents of an export; the user becomes the GM.

    Fighters keep their owners who are `members` of the server; the others become the GM's. Raises Refusal for the
    title, and where the bot can only answer.
    """
    _check_place(invocation)
    title = good_name(title) if title else found.encounter.title
    kept = with_owners(found.encounter, members)

    def order(id: str, commitment: str) -> Import:
        state = replace(kept, id=id, title=title, gms=(invocation.user,), commitment=commitment)
        return Import(state, found.origin, state.dice)

    return order


def _check_place(invocation: Invocation) -> None:
    if invocation.is_guest:
        raise NotNow(ONLY_ANSWERS)
