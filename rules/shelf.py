"""The list of rulebooks: every ruleset, registered by hand and loaded once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from rules.aliens.ruleset import load_aliens
from rules.engine.books.ruleset import Ruleset
from rules.phoenix.ruleset import load_phoenix
from rules.savage.ruleset import load_savage
from rules.space_marines.ruleset import load_space_marines
from rules.tables.loader import DATA


def books_by_name(shelf: Mapping[str, Ruleset]) -> dict[str, tuple[Ruleset, str]]:
    """Return the rulebook and preset for each id: a preset's own id, or the rulebook's id for its first preset."""
    presets = {preset: (book, preset) for book in shelf.values() for preset in book.presets}
    return presets | {book.id: (book, next(iter(book.presets))) for book in shelf.values()}


@cache
def shelf() -> Mapping[str, Ruleset]:
    """Return the rulesets by id, the default first. Raises BrokenData if a data file is wrong."""
    rulesets: list[Ruleset] = [
        load_aliens(DATA / "aliens"),
        load_phoenix(DATA / "phoenix"),
        load_space_marines(DATA / "space_marines"),
        load_savage(DATA / "savage"),
    ]
    return MappingProxyType({ruleset.id: ruleset for ruleset in rulesets})
