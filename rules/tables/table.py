"""The rulebook's tables in memory, and the lookup that explains itself.

A lookup gives the value together with its Lookup step, so that no consulted cell can be missing from the
trace. Reading tables from files belongs to rules/loader.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rules.engine.steps import Lookup, Ruling
from rules.tables.axes import Axis, Key
from rules.tables.cells import Kind, Reach, Word
from rules.words.catalogue import find, plain

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class CellErratum:
    """What the errata say about one cell: the text as printed, and how it is read instead.

    `kind` is the errata's word for the reason: shift, twin, sign, pattern, formula, rebuilt, spurious, disputed,
    outside, unknown. `id` is the erratum's id. Where printed and reading are equal, the reading is disputed.
    """

    printed: str
    reading: str
    kind: str
    id: str

    def ruling(self) -> Ruling:
        """Return the step that shows the erratum."""
        if self.printed == self.reading:
            return Ruling(self.id, f"{self.reading} is as printed, and disputed")
        return Ruling(self.id, f"read as {self.reading or 'a blank'}; printed {self.printed or 'is nothing'}")


@dataclass(frozen=True, slots=True)
class Table(Generic[V]):
    """One table of a book: a grid of rows and columns, or a single column (`columns` is None).

    `cells` holds a row after the other; None is a blank, which in this table means `blank` ("no chance"), a Word
    one of `words`. `printed` holds the same as text. `part` and `at` say which grid of a larger table of the book it
    is ("6A", damage class 3). `groups` are headings over some of its rows. `marks` are by row and column label;
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
    printed: tuple[tuple[str, ...], ...]
    kind: str
    blank: str
    beyond: Mapping[tuple[str, int], V | None]
    provenance: str
    notes: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    part: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    errata: Mapping[tuple[str, str], CellErratum] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What people call it: "2A"; "6A 3", "3D Frag Grenade" for a grid of a larger table; its title if it has no
        number."""
        if self.part:
            return " ".join([self.part, *self.at.values()])
        return self.id.upper() if any(sign.isdecimal() for sign in self.id) else self.title

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The rows, then the columns if there are any."""
        return (self.rows,) if self.columns is None else (self.rows, self.columns)

    def lookup(
        self, label: str, /, *at: Key, detail: bool = False, about: str = "", section: str = "", **keys: Key
    ) -> tuple[V | None, Lookup]:
        """The cell for one key for each axis, by the axis's name or in their order, the row's first:
        `lookup("Hit", aim=2, range=5)`, `lookup("Hit", 2, 5)`.

        Returns its value, None for a blank, and the step to show under `label`. Raises Refusal (UnknownName for
        names) for a key that the table does not have, TypeError for axes that it does not have.
        """
        if keys:
            at = self._in_order(at, keys)
        rows, columns = self.rows, self.columns
        if len(at) != (1 if columns is None else 2):
            raise TypeError(f"table {self.id} is looked up by {', '.join(axis.name for axis in self.axes)}")
        row, column = rows.find(at[0]), 0
        read: tuple[tuple[str, str], ...] = ((rows.name, rows.shown(row)),)
        if columns is not None:
            column = columns.find(at[1])
            read = (*read, (columns.name, columns.shown(column)))
        value: V | None
        if row < 0 or column < 0:
            value = self.beyond[(rows.name, row) if row < 0 else (read[1][0], column)]
            shown = str(value)
        else:
            value, shown = self.cells[row][column], self.printed[row][column]
        return value, Lookup(
            label, self.id, self.title, read, self.blank if value is None else shown, detail, about, section
        )

    def _in_order(self, at: tuple[Key, ...], keys: Mapping[str, Key]) -> tuple[Key, ...]:
        """The keys that are given by name behind those that are not; without any that no axis has."""
        names = [axis.name for axis in self.axes[len(at) :]]
        return (*at, *(keys[name] for name in names if name in keys)) if keys.keys() <= {*names} else ()

    def erratum(self, step: Lookup) -> CellErratum | None:
        """Return the erratum of the cell that a lookup read, None if it has none."""
        if not self.errata:
            return None
        row = step.at[0][1]
        return self.errata.get((row, step.at[1][1] if len(step.at) > 1 else self.heading))


def holding(
    table: Table[Reach], label: str, roll: int, /, *, detail: bool = False, **known: Key
) -> tuple[str | None, Lookup]:
    """Where a roll falls, one axis being known: `holding(where, "Where", 9, position="In The Open")` gives the row.

    Returns the label on the other axis (None where no range holds the roll) and the step. Raises what `Axis.find`
    raises for the key, TypeError unless exactly one axis of two is known."""
    axes = [axis for axis in table.axes if axis.name in known]
    if table.columns is None or len(axes) != 1 or len(known) != 1:
        raise TypeError(f"table {table.id} takes a roll with one of {' or '.join(axis.name for axis in table.axes)}")
    (fixed,) = axes
    index = fixed.find(known[fixed.name])
    by_row = fixed is table.columns
    sought = table.rows if by_row else table.columns
    reaches = [row[index] for row in table.cells] if by_row else table.cells[index]
    found = next((label for label, reach in zip(sought.labels, reaches, strict=True) if reach and roll in reach), None)
    at = tuple((axis.name, axis.shown(index) if axis is fixed else found or "-") for axis in table.axes)
    return found, Lookup(label, table.id, table.title, at, table.blank if found is None else found, detail)


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of one ruleset. `digest` is the SHA-256 of its data files: other figures, other digest."""

    title: str
    book: str
    axes: Mapping[str, Axis]
    by_id: Mapping[str, Table[Any]]
    digest: str

    def of(self, kind: Kind[V], id: str) -> Table[V]:
        """The table with this id. Raises KeyError, TypeError if its cells are of another kind or may be words."""
        if self.by_id[id].words:
            raise TypeError(f"table {id} has words among its cells")
        return self._of(kind, id)

    def worded(self, kind: Kind[V], id: str) -> Table[V | Word]:
        """The table with this id, whose cells are of this kind or words. Raises KeyError, TypeError."""
        return self._of(kind, id)

    def part(self, part: str, /, **at: str) -> Table[Any]:
        """The grid of a larger table: `part("6A", dc="3")`. Raises KeyError."""
        for table in self.by_id.values():
            if table.part == part and table.at == at:
                return table
        raise KeyError(f"{part} {at}")

    def _of(self, kind: Kind[Any], id: str) -> Table[Any]:
        table = self.by_id[id]
        if table.kind != kind.name:
            raise TypeError(f"the cells of table {id} are {table.kind}, not {kind.name}")
        return table


def named(name: str, tables: Mapping[str, Table[Any]]) -> Table[Any]:
    """The table a player means by its number, title or id, of a larger table's grids also by the key ("6A DC 3").

    Raises UnknownName, naming the nearest titles; Ambiguous.
    """
    by_title = {table.title: table for table in tables.values()}
    return find(name, by_title, "table", also={title: _also(table) for title, table in by_title.items()})


def grids(name: str, tables: Mapping[str, Table[Any]]) -> list[Table[Any]]:
    """The grids of the larger table of this number ("6A"), in their order; none if that is no such table."""
    return [table for table in tables.values() if table.part and plain(table.part) == plain(name)]


def _also(table: Table[Any]) -> list[str]:
    keyed = " ".join([table.part, *(word for pair in table.at.items() for word in pair)])
    own = table.id if plain(table.id) != plain(table.part) else ""
    return [name for name in (table.name, keyed, own) if name]
