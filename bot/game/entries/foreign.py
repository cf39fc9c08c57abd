"""Records of a rulebook that is not on the shelf; they are stored again as they were written.

So an encounter of such a book can be read and written without its rules, and a forgotten user can be taken out of it.
All that needs the rules asks the shelf for the book and raises MissingBook.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import orjson

from rules.engine.records.errors import MissingBook
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Condition, Family, Order, Weapon
from rules.engine.scene.effects import Effect


@dataclass(frozen=True)
class ForeignWeapon(Weapon):
    """A weapon of an unknown kind; `written` is its JSON, here and below."""

    written: bytes


@dataclass(frozen=True)
class ForeignCondition(Condition):
    """A condition of an unknown kind."""

    written: bytes


@dataclass(frozen=True)
class ForeignOrder(Order):
    """An order of an unknown kind."""

    written: bytes


@dataclass(frozen=True)
class ForeignEffect(Effect):
    """An effect of an unknown kind, of the rulebook of the id `book`."""

    written: bytes
    book: str

    def on(self, encounter: Encounter) -> Encounter:
        raise MissingBook(self.book)


Foreign: TypeAlias = ForeignWeapon | ForeignCondition | ForeignOrder | ForeignEffect


def read(fields: Mapping[str, Any], family: type[Family]) -> Foreign:
    """Return a record of a book's own kind that nobody declares. Raises LookupError for a kind of no book."""
    book, dot, _ = fields["kind"].partition(".")
    if not dot:
        raise LookupError(f"no record is of the kind {book!r}")
    written = orjson.dumps(fields)
    if family is Weapon:
        return ForeignWeapon(str(fields["name"]), written)
    if family is Condition:
        return ForeignCondition(written)
    return ForeignOrder(written) if family is Order else ForeignEffect(written, book)
