"""A rulebook's tables in memory, and lookups that return the value together with the step that explains it.

No consulted cell can therefore be missing from an answer's steps. `rules.tables.loader` reads tables from files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Generic, TypeVar

from rules.engine.records.frozen import dataclass
from rules.engine.records.steps import Lookup, Ruling
from rules.tables.axes import Axis, Key
from rules.tables.cells import Kind, Word
from rules.words.catalogue import find, normalized

V = TypeVar("V")
_MOST_READ = 1024
"""The most cells that a table keeps with their steps."""


@dataclass(frozen=True, slots=True)
class CellErratum:
    """An erratum of one cell: the text as printed, and how it is read instead.

    `kind` is the errata's word for the reason: shift, twin, sign, pattern, formula, rebuilt, spurious, disputed,
    outside, unknown. `id` is the erratum's id. If printed and reading are equal, the reading is disputed.
    """

    printed: str
    reading: str
    kind: str
    id: str

    def ruling(self) -> Ruling:
        """Return the step that shows the erratum."""
        if self.printed == self.reading:
            return Ruling(self.id, f"{self.reading} is as printed, but disputed")
        return Ruling(self.id, f"read as {self.reading or 'a blank'}; printed {self.printed or 'is nothing'}")


@dataclass(frozen=True, slots=True)
class Table(Generic[V]):
    """One table of a book: a grid of rows and columns, or a single column (`columns` is None).

    `cells` are by row. None is a blank, and `blank` is its meaning in this table ("no chance"). A Word is one of
    `words`. `printed` holds the same cells as text. `part` and `at` name the grid of a larger table in the book ("6A",
    damage class 3). `groups` are headings over some of the rows. `errata` are by row and column label; `beyond` holds
    the table's own values past the ends of an axis. `provenance` is the source of the figures: "text", or the ids of
    errata.
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
    _read: dict[object, tuple[Any, Lookup]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name that people use for the table: "2A", "6A 3" or "3D Frag Grenade" for a grid of a larger table.

        A table without a number is called by its title.
        """
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
        """Return the value of a cell, None for a blank, and the step to show under `label`.

        Keys are by the axes' names or in order, the row first: `lookup("Hit", aim=2, range=5)`, `lookup("Hit", 2, 5)`.
        `section` is that of the rule that uses the table, the table's own if none is given.
        Raises Refusal (UnknownName for names) for a key that is not on the axis, TypeError for unknown axes.
        """
        if keys:
            at = self._in_order(at, keys)
        asked = label, at, detail, about, section
        read = self._read.get(asked)
        if read is None:
            read = self._looked_up(label, at, detail, about, section)
            self._remember(asked, read)
        return read

    def _looked_up(
        self, label: str, at: tuple[Key, ...], detail: bool, about: str, section: str
    ) -> tuple[V | None, Lookup]:
        rows, columns = self.rows, self.columns
        if len(at) != (1 if columns is None else 2):
            raise TypeError(f"table {self.id} is looked up by {', '.join(axis.name for axis in self.axes)}")
        row, column = rows.find(at[0]), 0
        cell: tuple[tuple[str, str], ...] = ((rows.name, rows.label_at(row)),)
        if columns is not None:
            column = columns.find(at[1])
            cell = (*cell, (columns.name, columns.label_at(column)))
        value: V | None
        if row < 0 or column < 0:
            value = self.beyond[(rows.name, row) if row < 0 else (cell[1][0], column)]
            text = str(value)
        else:
            value, text = self.cells[row][column], self.printed[row][column]
        return value, Lookup(
            label,
            self.id,
            self.title,
            cell,
            self.blank if value is None else text,
            detail,
            about,
            section or self.section,
        )

    def _remember(self, asked: object, read: tuple[Any, Lookup]) -> None:
        if len(self._read) >= _MOST_READ:
            self._read.clear()
        self._read[asked] = read

    def _in_order(self, at: tuple[Key, ...], keys: Mapping[str, Key]) -> tuple[Key, ...]:
        """Return the keys in the order of the axes, first those without a name; () if a name is not an axis."""
        names = [axis.name for axis in self.axes[len(at) :]]
        return (*at, *(keys[name] for name in names if name in keys)) if keys.keys() <= {*names} else ()

    def holding(self, label: str, roll: int, /, *, detail: bool = False, **keys: Key) -> tuple[str | None, Lookup]:
        """Return the label whose range of rolls includes `roll`, None if there is none, and the step.

        This is for tables of rolls (`Reach`). One axis gets its key, and the label comes from the other:
        `where.holding("Where", 9, position="In The Open")` returns a row. Raises what `Axis.find` raises for the key,
        TypeError unless exactly one of two axes is given.
        """
        asked = "holding", label, roll, detail, *keys.items()
        read = self._read.get(asked)
        if read is None:
            read = self._held(label, roll, detail, keys)
            self._remember(asked, read)
        return read

    def _held(self, label: str, roll: int, detail: bool, keys: Mapping[str, Key]) -> tuple[str | None, Lookup]:
        axes = [axis for axis in self.axes if axis.name in keys]
        if self.columns is None or len(axes) != 1 or len(keys) != 1:
            raise TypeError(f"table {self.id} takes a roll with one of {' or '.join(axis.name for axis in self.axes)}")
        (fixed,) = axes
        index = fixed.find(keys[fixed.name])
        by_row = fixed is self.columns
        sought = self.rows if by_row else self.columns
        cells: tuple[Any, ...] = tuple(row[index] for row in self.cells) if by_row else self.cells[index]
        labels = zip(sought.labels, cells, strict=True)
        result = next((label for label, reach in labels if reach and roll in reach), None)
        at = tuple((axis.name, axis.label_at(index) if axis is fixed else result or "-") for axis in self.axes)
        return result, Lookup(label, self.id, self.title, at, self.blank if result is None else result, detail)

    def erratum(self, step: Lookup) -> CellErratum | None:
        """Return the erratum of the cell that a lookup read, None if it has none."""
        if not self.errata:
            return None
        row = step.at[0][1]
        return self.errata.get((row, step.at[1][1] if len(step.at) > 1 else self.heading))


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of one ruleset. `digest` is the SHA-256 of its data files."""

    title: str
    book: str
    axes: Mapping[str, Axis]
    by_id: Mapping[str, Table[Any]]
    digest: str

    def of(self, kind: Kind[V], id: str) -> Table[V]:
        """Return the table with this id. Raises KeyError, or TypeError if its cells are of another kind or words."""
        table: Table[Any] = self.by_id[id]
        if table.words:
            raise TypeError(f"table {id} has words among its cells")
        if table.kind != kind.name:
            raise TypeError(f"the cells of table {id} are {table.kind}, not {kind.name}")
        return table

    def worded(self, kind: Kind[V], id: str) -> Table[V | Word]:
        """Return the table with this id; its cells are of this kind or words. Raises KeyError, TypeError."""
        table: Table[Any] = self.by_id[id]
        if table.kind != kind.name:
            raise TypeError(f"the cells of table {id} are {table.kind}, not {kind.name}")
        return table

    def part(self, part: str, /, **at: str) -> Table[Any]:
        """Return a grid of a larger table: `part("6A", dc="3")`. Raises KeyError."""
        for table in self.by_id.values():
            if table.part == part and table.at == at:
                return table
        raise KeyError(f"{part} {at}")


def named(name: str, tables: Mapping[str, Table[Any]]) -> Table[Any]:
    """Return the table that a player names by number, title or id.

    A grid of a larger table can also be named by its key ("6A DC 3"). Raises UnknownName with the nearest titles,
    Ambiguous.
    """
    by_title = {table.title: table for table in tables.values()}
    return find(name, by_title, "table", also={title: _also(table) for title, table in by_title.items()})


def grids(name: str, tables: Mapping[str, Table[Any]]) -> list[Table[Any]]:
    """Return the grids of the larger table with this number ("6A"), in order; none if there is no such table."""
    return [table for table in tables.values() if table.part and normalized(table.part) == normalized(name)]


def _also(table: Table[Any]) -> list[str]:
    keyed = " ".join([table.part, *(word for pair in table.at.items() for word in pair)])
    own = table.id if normalized(table.id) != normalized(table.part) else ""
    return [name for name in (table.name, keyed, own) if name]
