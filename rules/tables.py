"""The rulebook's tables in memory, and the lookup that explains itself.

A lookup gives the value together with its Lookup step, so that no consulted cell can be missing from the
trace. Reading tables from files belongs to rules/loader.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.axes import Axis, Key
from rules.catalogue import find, plain
from rules.steps import Lookup

V = TypeVar("V", int, str)


@dataclass(frozen=True, slots=True)
class Table(Generic[V]):
    """One table of a book: a grid of rows and columns, or a single column (`columns` is None).

    `cells` holds a row after the other; None is a blank, which in this table means `blank` ("no chance").
    `beyond` holds the table's own values past the ends of an axis. `provenance` says where the figures come
    from: "text", or the errata that mend it.
    """

    id: str
    title: str
    book: str
    section: str
    rows: Axis
    columns: Axis | None
    heading: str
    cells: tuple[tuple[V | None, ...], ...]
    blank: str
    beyond: Mapping[tuple[str, int], V | None]
    provenance: str
    notes: tuple[str, ...]

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The rows, then the columns if there are any."""
        return (self.rows,) if self.columns is None else (self.rows, self.columns)

    def lookup(self, label: str, /, *, detail: bool = False, **keys: Key) -> tuple[V | None, Lookup]:
        """The cell for one key for each axis, by the axis's name: `lookup("Hit", aim=2, range=5)`.

        Returns its value, None for a blank, and the step to show under `label`. Raises Refusal (UnknownName for
        names) for a key that the table does not have, TypeError for axes that it does not have.
        """
        axes = self.axes
        if keys.keys() != {axis.name for axis in axes}:
            raise TypeError(f"table {self.id} is looked up by {', '.join(axis.name for axis in axes)}")
        found = [axis.find(keys[axis.name]) for axis in axes]
        for axis, index in zip(axes, found, strict=True):
            if index < 0:
                value = self.beyond[axis.name, index]
                break
        else:
            value = self.cells[found[0]][found[1] if len(found) > 1 else 0]
        at = tuple((axis.name, axis.shown(index)) for axis, index in zip(axes, found, strict=True))
        shown = self.blank if value is None else str(value)
        return value, Lookup(label, self.id, self.title, at, shown, detail)


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of one ruleset. `digest` is the SHA-256 of its data files: other figures, other digest."""

    title: str
    book: str
    axes: Mapping[str, Axis]
    by_id: Mapping[str, Table[Any]]
    numeric: frozenset[str]
    digest: str

    def numbers(self, id: str) -> Table[int]:
        """The table of whole numbers with this id. Raises KeyError, TypeError if its cells are text."""
        if id not in self.numeric:
            raise TypeError(f"table {self.by_id[id].id} does not hold numbers")
        return self.by_id[id]

    def texts(self, id: str) -> Table[str]:
        """The table of words with this id. Raises KeyError, TypeError if its cells are numbers."""
        if id in self.numeric:
            raise TypeError(f"table {id} does not hold text")
        return self.by_id[id]


def named(name: str, tables: Mapping[str, Table[Any]]) -> Table[Any]:
    """The table a player means by its number or title. Raises UnknownName, naming the nearest titles."""
    for id, table in tables.items():
        if plain(id) == plain(name):
            return table
    return find(name, {table.title: table for table in tables.values()}, "table")
