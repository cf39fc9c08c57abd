"""Pages about an encounter and its players: switches, a fighter, ammunition, a roster."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.people.rosters import Roster
from bot.game.requests import OrderContext
from bot.game.sight.viewer import remembered
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Fact, Line, Option, Page, Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import NotAllowed
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Profile
from rules.words.catalogue import find
from rules.words.phrases import listed

_EITHER = {"on", "off"}


def switches(context: OrderContext) -> Page:
    """Return every switch by group: its value, and what it changes."""
    encounter, book = context.encounter, context.ruleset
    lines, group = list[Line](), ""
    for name, option in conduct.options(book).items():
        if option.group not in ("", group):
            group = option.group
            lines += ["", f"{group[0].upper()}{group[1:]}"]
        current = switch_values.value_of(option, encounter)
        others = "" if {*option.values} == _EITHER else f" (or {switch_values.choices(option, current)})"
        lines.append(Fact(name, f"{current}{others}. {option.sentence}{_needs(option)}"))
    return Page(f"Switches of {encounter.title}", tuple(lines), source=_source(context))


def switch(name: str, context: OrderContext) -> Page:
    """Return one switch: its value, what it changes, its other values. Raises UnknownName."""
    options = conduct.options(context.ruleset)
    name = find(name, tuple(options), "switch")
    option = options[name]
    current = switch_values.value_of(option, context.encounter)
    line = Fact(name, f"{current} (or {switch_values.choices(option, current)}). {option.sentence}{_needs(option)}")
    return Page(f"A switch of {context.encounter.title}", (line,), source=_source(context))


def _source(context: OrderContext) -> str:
    book = context.ruleset
    return f"{book.title}, {book.presets[context.encounter.preset].title}"


def _needs(option: Option) -> str:
    return f" Needs {listed([listed(group) for group in option.needs], 'and')}." if option.needs else ""


def combatant(id: str, context: OrderContext) -> Page:
    """Return a combatant's status sheet, as the user may know it."""
    fighter = context.encounter.combatant(id)
    side = [Fact("Side", fighter.side)] if fighter.side else []
    glimpse = context.viewer.glimpse(fighter, context.truth, context.ruleset)
    if glimpse.sight is Sight.CONTACT:
        where = remembered(fighter, glimpse, context.ruleset, context.encounter)
        lines = (*side, Fact("Contact", where))
        return Page(fighter.name, lines, source=context.ruleset.clock(context.encounter))
    summary = context.ruleset.summary(fighter, context.encounter)
    secret = [Fact("Secret", "hidden from the other sides until they meet")] if fighter.secret else []
    place = [Fact("Place", str(fighter.place))] if fighter.place else []
    sheet = [Fact("Sheet line", fighter.sheet)] if fighter.sheet else []
    lines = (*side, *(Fact(label, text) for label, text in summary.lines), *place, *secret, *sheet)
    return Page(fighter.name, lines, source=context.ruleset.clock(context.encounter))


def ammunition(ids: Sequence[str], context: OrderContext) -> Page:
    """Return all ammunition of combatants.

    Raises NotAllowed if the user may not know that.
    """
    fighters = [context.encounter.combatant(id) for id in ids]
    lines: list[Line] = []
    for one in fighters:
        if not context.knows_all_of(one):
            raise NotAllowed(f"Only the side of {one.name} and the GM know that ammunition.")
        lines += [] if len(ids) == 1 else [*([""] if lines else []), one.name]
        lines += context.ruleset.ammunition(one, context.encounter)
    title = f"Ammunition of {fighters[0].name}" if len(ids) == 1 else "Ammunition of your fighters"
    return Page(title, tuple(lines), source=context.ruleset.clock(context.encounter))


def roster(kept: Roster, offers: Sequence[str], book: Ruleset) -> Page:
    """Return a player's roster, with each fighter as they enter the next encounter; `offers` are fighters they may
    accept."""
    lines: list[Line] = []
    for one in kept.values():
        where = f"; now in “{one.title}”, which is still open" if one.title else ""
        if one.undone:
            where = f"; as of the end of “{one.title}”, which was undone: its next end updates this"
        lines.append(Fact(one.profile.name, f"{_as_mustered(one.profile, book)} ({one.profile.sheet}){where}"))
    if not lines:
        lines.append(
            "You have no fighters for this rulebook yet; ruleset: shows another rulebook's. The bot keeps the "
            "fighters you add when an encounter ends. Add them again by name with /combatant add."
        )
    if offers:
        lines.append(Fact("Offered here", f"{listed(offers, 'and')}: keep them with /roster accept."))
    return Page("Your roster", tuple(lines), source=book.title)


def _as_mustered(profile: Profile, book: Ruleset) -> str:
    encounter = conduct.staged(book, profile)
    return book.brief(encounter.combatants[0], encounter).short
