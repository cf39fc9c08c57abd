"""Pages about an encounter's own matters, for questions that a book has no page for: switches, a fighter, a roster."""

from __future__ import annotations

from collections.abc import Mapping

from bot.wishes import Setting
from rules import conduct, switching
from rules.model import Encounter, Profile
from rules.ruleset import Option, Page, Ruleset
from rules.words import listed


def switches(setting: Setting) -> Page:
    """Every switch: how it stands, what it changes, what else it can be."""
    encounter, book = setting.encounter, setting.ruleset
    lines = tuple(
        f"{name}: {_standing(option, encounter)}. {option.sentence}{_needs(option)}"
        for name, option in conduct.options(book).items()
    )
    return Page(f"Switches of {encounter.title}", lines, source=f"{book.title}, {book.presets[encounter.preset].title}")


def _standing(option: Option, encounter: Encounter) -> str:
    stands = switching.standing(option, encounter)
    return f"{stands} (or {listed([value for value in option.values if value != stands])})"


def _needs(option: Option) -> str:
    return f" Needs {listed([listed(group) for group in option.needs], 'and')}." if option.needs else ""


def combatant(id: str, setting: Setting) -> Page:
    """A combatant as he stands."""
    found = setting.encounter.combatant(id)
    summary = setting.ruleset.summary(found, setting.encounter)
    side = [f"Side: {found.side}"] if found.side else []
    place = [f"Place: {found.place}"] if found.place else []
    sheet = [f"Sheet line: {found.sheet}"] if found.sheet else []
    lines = (*side, *(f"{label}: {text}" for label, text in summary.lines), *place, *sheet)
    return Page(found.name, lines, source=setting.ruleset.clock(setting.encounter))


def ammunition(id: str, setting: Setting) -> Page:
    """Everything a combatant has of ammunition."""
    found = setting.encounter.combatant(id)
    lines = setting.ruleset.ammunition(found, setting.encounter)
    return Page(f"Ammunition of {found.name}", lines, source=setting.ruleset.clock(setting.encounter))


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
