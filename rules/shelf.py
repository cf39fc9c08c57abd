"""The list of rulebooks: ours, and those of installed packages, loaded once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rules.aliens.ruleset import load_aliens
from rules.engine.books.installed import add_installed
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.trials import failing_attacks
from rules.engine.records.errors import MissingBook
from rules.phoenix.ruleset import load_phoenix
from rules.savage.ruleset import load_savage
from rules.space_marines.ruleset import load_space_marines
from rules.tables.loader import DATA

OURS: Mapping[str, Callable[[Path], Ruleset]] = MappingProxyType(
    {"aliens": load_aliens, "phoenix": load_phoenix, "space_marines": load_space_marines, "savage": load_savage}
)
"""The function that loads each of our rulebooks from its data, by id; the first one is the default."""


class Shelf(Mapping[str, Ruleset]):
    """The rulebooks by id. `left_out` has the installed ones that cannot be used, with the reason.

    An id that is not here raises MissingBook, which is a refusal and a KeyError: the encounters of a book stay when its
    package goes.
    """

    def __init__(self, books: Mapping[str, Ruleset], left_out: Mapping[str, str]) -> None:
        self._books = books
        self.left_out = left_out

    def __getitem__(self, id: str) -> Ruleset:
        if id not in self._books:
            raise MissingBook(id)
        return self._books[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)


def books_by_name(shelf: Mapping[str, Ruleset]) -> dict[str, tuple[Ruleset, str]]:
    """Return the rulebook and preset for each id: a preset's own id, or the rulebook's id for its first preset."""
    presets = {preset: (book, preset) for book in shelf.values() for preset in book.presets}
    return presets | {book.id: (book, next(iter(book.presets))) for book in shelf.values()}


@cache
def shelf() -> Shelf:
    """Return the rulebooks by id, the default first. Raises BrokenData if a data file of ours is wrong."""
    books = {id: load(DATA / id) for id, load in OURS.items()}
    return Shelf(MappingProxyType(books), add_installed(books, failing_attacks))
