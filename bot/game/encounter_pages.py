"""Pages about an encounter's own matters, for questions that a book has no page for: switches, a fighter, a roster."""

from __future__ import annotations

from collections.abc import Mapping

from bot.game.requests import OrderContext
from rules.engine import conduct, switching
from rules.engine.model import Profile
from rules.engine.ruleset import Option, Page, Ruleset
from rules.words.catalogue import find
from rules.words.phrases import listed

_EITHER = {"on", "off"}


def switches(context: OrderContext) -> Page:
    """Every switch, those that belong together under one heading: how it stands, what it changes."""
    encounter, book = context.encounter, context.ruleset
    lines, group = list[str](), ""
    for name, option in conduct.options(book).items():
        if option.group not in ("", group):
            group = option.group
            lines += ["", f"{group[0].upper()}{group[1:]}"]
        stands = switching.standing(option, encounter)
        others = "" if {*option.values} == _EITHER else f" (or {listed([v for v in option.values if v != stands])})"
        lines.append(f"{name}: {stands}{others}. {option.sentence}{_needs(option)}")
    return Page(f"Switches of {encounter.title}", tuple(lines), source=_source(context))


def switch(name: str, context: OrderContext) -> Page:
    """One switch: how it stands, what it changes, what else it can be. Raises UnknownName."""
    options = conduct.options(context.ruleset)
    name = find(name, tuple(options), "switch")
    option = options[name]
    stands = switching.standing(option, context.encounter)
    others = listed([value for value in option.values if value != stands])
    line = f"{name}: {stands} (or {others}). {option.sentence}{_needs(option)}"
    return Page(f"A switch of {context.encounter.title}", (line,), source=_source(context))


def _source(context: OrderContext) -> str:
    book = context.ruleset
    return f"{book.title}, {book.presets[context.encounter.preset].title}"


def _needs(option: Option) -> str:
    return f" Needs {listed([listed(group) for group in option.needs], 'and')}." if option.needs else ""


def combatant(id: str, context: OrderContext) -> Page:
    """A combatant as he stands."""
    found = context.encounter.combatant(id)
    summary = context.ruleset.summary(found, context.encounter)
    side = [f"Side: {found.side}"] if found.side else []
    place = [f"Place: {found.place}"] if found.place else []
    sheet = [f"Sheet line: {found.sheet}"] if found.sheet else []
    lines = (*side, *(f"{label}: {text}" for label, text in summary.lines), *place, *sheet)
    return Page(found.name, lines, source=context.ruleset.clock(context.encounter))


def ammunition(id: str, context: OrderContext) -> Page:
    """Everything a combatant has of ammunition."""
    found = context.encounter.combatant(id)
    lines = context.ruleset.ammunition(found, context.encounter)
    return Page(f"Ammunition of {found.name}", lines, source=context.ruleset.clock(context.encounter))


def roster(kept: Mapping[str, Profile], book: Ruleset) -> Page:
    """What a player keeps between encounters, as it would come into the next one."""
    lines = [f"{p.name}: {_as_mustered(p, book)} ({p.sheet})" for p in kept.values()]
    nobody = (
        "Nobody yet by this rulebook; the option ruleset shows another's. Whom you play is kept when an encounter"
        " ends, and comes back by name with /combatant add."
    )
    return Page("Your roster", tuple(lines) or (nobody,), source=book.title)


def _as_mustered(profile: Profile, book: Ruleset) -> str:
    encounter = conduct.staged(book, profile)
    return book.summary(encounter.combatants[0], encounter).short
