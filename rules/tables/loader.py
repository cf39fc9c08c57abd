"""Reads a ruleset's data folder at start: manifest.toml and its grids, with every cell checked.

All problems are collected and raised together, so that a person who copies a table from a book sees all of them at
once.
"""

from __future__ import annotations

import csv
import hashlib
import io
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rules.engine.records.errors import BrokenData, quoted
from rules.tables.axes import ABOVE, BELOW, Axis, Edge, Rule
from rules.tables.cells import KINDS, Word
from rules.tables.table import CellErratum, Table, Tables

_MARKS_HEADING = ["table", "row", "column", "printed", "reading", "mark", "erratum"]
DATA = Path(__file__).resolve().parents[2] / "data"

NonEmpty = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
M = TypeVar("M", bound=BaseModel)


class _Entry(BaseModel):
    # Models that are only extended, or not read here, are never built.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class _Value(_Entry):
    value: int | str


class AxisEntry(_Entry):
    """An axis in the manifest: with labels under [axes], or with only rule and name inside a table."""

    rule: Rule
    name: NonEmpty | None = None
    title: str = ""
    labels: tuple[NonEmpty, ...] | None = Field(None, strict=False)
    below: Literal["clamp", "refuse"] | _Value | None = None
    above: Literal["clamp", "refuse"] | _Value | None = None
    named: tuple[NonEmpty, ...] = Field((), strict=False)


class TableEntry(_Entry):
    """A table in the manifest. `rows` and `columns` describe an axis or name one under [axes]."""

    title: NonEmpty
    section: NonEmpty
    provenance: NonEmpty
    rows: NonEmpty | AxisEntry
    columns: NonEmpty | AxisEntry | None = None
    cell: Literal["int", "text", "number", "odds", "suffixed", "time", "hits", "damage", "roll"]
    book: NonEmpty | None = None
    file: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]+\.csv$")] | None = None
    blank: NonEmpty | None = None
    values: NonEmpty | None = None
    words: dict[NonEmpty, NonEmpty] = {}
    notes: tuple[NonEmpty, ...] = Field((), strict=False)
    part: str = ""
    at: dict[NonEmpty, NonEmpty] = {}
    groups: dict[NonEmpty, Annotated[tuple[NonEmpty, ...], Field(strict=False)]] = {}


class _Manifest(_Entry):
    title: NonEmpty
    book: NonEmpty
    axes: dict[str, Any] = {}
    tables: dict[str, Any] = {}


def load(folder: Path) -> Tables:
    """Return the tables of one ruleset; `folder` is data/<ruleset>. Raises BrokenData once, with all problems.

    manifest.toml holds title, book, [axes.NAME] shared by several tables, and [tables.ID]. A table's grid is
    tables/ID.csv unless `file` names another. A grid begins with "rows / columns" (the axes' names) and the column
    labels; a single column begins with the rows' name and a heading. `blank` is the meaning of a blank cell. `values`
    names a shared axis; each cell must be one of its labels. `words` are the words that may replace a value. `{value =
    ...}` at an axis's end is the table's value there. `groups` are headings over rows, in order. marks.csv is optional
    and lists the cells that are not read as printed: table, row, column, printed, reading, mark, erratum; for a label
    the column is "label".
    """
    return _Loader(folder).tables()


class _Loader:
    """One pass over a folder, which collects `problems`. `axis_entries` may include axes with problems."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[str] = []
        self.axes: dict[str, Axis] = {}
        self.axis_entries: dict[str, AxisEntry] = {}
        self.errata: dict[str, dict[tuple[str, str], CellErratum]] = {}

    def tables(self) -> Tables:
        manifest = self._manifest()
        if manifest is None:
            raise BrokenData(self.problems)
        for name, raw in manifest.axes.items():
            self._shared_axis(name, raw)
        entries = {}
        for id, raw in manifest.tables.items():
            entry = self._checked(TableEntry, raw, f"manifest.toml: tables.{id}")
            if entry:
                entries[id] = entry
        self._surplus(manifest)
        self._read_errata(entries)
        tables = {}
        for id, entry in entries.items():
            table = self._table(id, entry, manifest.book)
            if table:
                tables[id] = table
        if self.problems:
            raise BrokenData(self.problems)
        return Tables(manifest.title, manifest.book, self.axes, tables, _digest(self.folder))

    def _manifest(self) -> _Manifest | None:
        where = f"{self.folder.name}/manifest.toml"
        try:
            raw = tomllib.loads((self.folder / "manifest.toml").read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            self.problems.append(f"{where} cannot be read: {reason}")
            return None
        return self._checked(_Manifest, raw, where)

    def _checked(self, model: type[M], raw: Any, where: str) -> M | None:
        try:
            return model.model_validate(raw)
        except ValidationError as wrong:
            for error in wrong.errors():
                at = ".".join(map(str, error["loc"]))
                self.problems.append(f"{where}{'.' if at else ''}{at}: {error['msg']}")
            return None

    def _shared_axis(self, name: str, raw: Any) -> None:
        where = f"manifest.toml: axes.{name}"
        entry = self._checked(AxisEntry, raw, where)
        if entry is None:
            return
        self.axis_entries[name] = entry
        if entry.labels is None or entry.name is not None:
            self.problems.append(f"{where}: a shared axis lists its labels and has no other name")
            return
        axis = self._axis(name, entry, entry.labels, where)
        if axis:
            self.axes[name] = axis

    def _axis(self, name: str, entry: AxisEntry, labels: tuple[str, ...], where: str) -> Axis | None:
        def edge(entry: str | _Value | None) -> Any:
            return "value" if isinstance(entry, _Value) else entry

        below: Edge | None = edge(entry.below)
        above: Edge | None = edge(entry.above)
        try:
            return Axis.of(name, entry.rule, labels, title=entry.title, below=below, above=above, named=entry.named)
        except BrokenData as wrong:
            self.problems += [f"{where}: {problem}" for problem in wrong.problems]
            return None

    def _surplus(self, manifest: _Manifest) -> None:
        named = [raw.get("file") if isinstance(raw, dict) else None for raw in manifest.tables.values()]
        files = [file or f"{id}.csv" for id, file in zip(manifest.tables, named, strict=True)]
        there = {path.name for path in (self.folder / "tables").glob("*")}
        self.problems += [f"tables/{name} is in no manifest entry" for name in sorted(there.difference(files))]
        twice = sorted({file for file in files if files.count(file) > 1})
        self.problems += [f"manifest.toml: two tables share {file}" for file in twice]

    def _table(self, id: str, entry: TableEntry, book: str) -> Table[Any] | None:
        before = len(self.problems)
        file = entry.file or f"{id}.csv"
        where = f"tables/{file}"
        grid = self._grid(where)
        if grid is None:
            return None
        corner, *headings = grid[0]
        rows = self._side(id, "rows", entry.rows, tuple(line[0] for line in grid[1:]), where)
        columns = self._side(id, "columns", entry.columns, tuple(headings), where) if entry.columns else None
        names = [axis.name for axis in (rows, columns) if axis]
        if rows and (columns or not entry.columns) and corner != " / ".join(names):
            self.problems.append(f"{where}: the first cell is {quoted(corner)}, not “{' / '.join(names)}”")
        if len(set(names)) < len(names) or "detail" in names:
            self.problems.append(f"manifest.toml: tables.{id}: axes need different names, and not “detail”")
        if entry.values and entry.values not in self.axis_entries:
            self.problems.append(f"manifest.toml: tables.{id}.values: there is no axis {quoted(entry.values)}")
        if not entry.columns and len(headings) != 1:
            self.problems.append(f"{where}: a table without columns has one heading, not {len(headings)}")
        cells = self._cells(entry, grid, where)
        beyond = {}
        for axis, given in ((rows, entry.rows), (columns, entry.columns)):
            axis_entry = self.axis_entries.get(given) if isinstance(given, str) else given
            for end, value in ((BELOW, axis_entry and axis_entry.below), (ABOVE, axis_entry and axis_entry.above)):
                if axis and isinstance(value, _Value):
                    try:
                        beyond[axis.name, end] = self._cell(entry, str(value.value))
                    except ValueError as wrong:
                        self.problems.append(f"manifest.toml: tables.{id}, the end of {axis.name}: {wrong}")
        heading = "" if columns else headings[0]
        self._check_groups(id, entry, tuple(line[0] for line in grid[1:]))
        self._check_errata(id, grid)
        if len(self.problems) > before or rows is None:
            return None
        return Table(
            id=id,
            title=entry.title,
            book=entry.book or book,
            section=entry.section,
            rows=rows,
            columns=columns,
            heading=heading,
            cells=cells,
            printed=tuple(tuple(line[1:]) for line in grid[1:]),
            kind=entry.cell,
            blank=entry.blank or "",
            words=entry.words,
            beyond=beyond,
            provenance=entry.provenance,
            notes=entry.notes,
            part=entry.part,
            at=entry.at,
            groups=entry.groups,
            errata=self.errata.get(id, {}),
        )

    def _grid(self, where: str) -> list[list[str]] | None:
        try:
            text = (self.folder / where).read_text(encoding="utf-8")
            grid = [[cell.strip() for cell in line] for line in csv.reader(io.StringIO(text), strict=True)]
        except (OSError, UnicodeDecodeError, csv.Error) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else wrong
            self.problems.append(f"{where} cannot be read: {reason}")
            return None
        if len(grid) < 2:
            self.problems.append(f"{where}: it has no rows")
            return None
        uneven = [
            f"{where}, line {number}: {len(line)} cells, the first line has {len(grid[0])}"
            for number, line in enumerate(grid, start=1)
            if len(line) != len(grid[0])
        ]
        self.problems += uneven
        return None if uneven or not grid[0] else grid

    def _side(self, id: str, side: str, entry: str | AxisEntry, labels: tuple[str, ...], where: str) -> Axis | None:
        if isinstance(entry, AxisEntry):
            at = f"manifest.toml: tables.{id}.{side}"
            if entry.name is None or entry.labels is not None:
                self.problems.append(f"{at}: a table's own axis has a name, and its labels in the grid")
                return None
            return self._axis(entry.name, entry, labels, f"{where}, {side}")
        axis = self.axes.get(entry)
        if axis is None:
            if entry not in self.axis_entries:
                self.problems.append(f"manifest.toml: tables.{id}.{side}: there is no axis {quoted(entry)}")
            return None
        missing = [label for label in axis.labels if label not in labels]
        surplus = [label for label in labels if label not in axis.labels]
        self.problems += [f"{where}: {side} lack {quoted(label)} of the axis {entry}" for label in missing]
        self.problems += [f"{where}: {side} have {quoted(label)}, unknown to the axis {entry}" for label in surplus]
        if not missing and not surplus and labels != axis.labels:
            self.problems.append(f"{where}: {side} are not in the order of the axis {entry}")
        return None if labels != axis.labels else axis

    def _cells(self, entry: TableEntry, grid: list[list[str]], where: str) -> tuple[tuple[Any, ...], ...]:
        cells = []
        for number, line in enumerate(grid[1:], start=2):
            values = []
            for heading, text in zip(grid[0][1:], line[1:], strict=True):
                try:
                    values.append(self._cell(entry, text))
                except ValueError as wrong:
                    self.problems.append(f"{where}, line {number}, {quoted(line[0])}, {quoted(heading)}: {wrong}")
            cells.append(tuple(values))
        return tuple(cells)

    def _cell(self, entry: TableEntry, text: str) -> Any:
        """Return the value of a cell's text, None for a blank. Raises ValueError if it is a hole or unreadable."""
        if not text:
            if entry.blank is None:
                raise ValueError("a hole (say in the manifest what a blank means)")
            return None
        values = self.axes.get(entry.values or "")
        if values and text not in values.labels:
            raise ValueError(f"{quoted(text)} is not on the axis {entry.values}")
        if text in entry.words:
            return Word(text)
        try:
            return KINDS[entry.cell].read(text)
        except ValueError as wrong:
            raise ValueError(f"{quoted(text)} {wrong}") from None

    def _check_groups(self, id: str, entry: TableEntry, labels: tuple[str, ...]) -> None:
        grouped = [label for group in entry.groups.values() for label in group]
        if grouped != [label for label in labels if label in grouped]:
            self.problems.append(f"manifest.toml: tables.{id}.groups: not rows of the table, each once, in its order")

    def _read_errata(self, entries: Mapping[str, TableEntry]) -> None:
        if not (self.folder / "marks.csv").exists():
            return
        grid = self._grid("marks.csv")
        if grid is None or grid[0] != _MARKS_HEADING:
            self.problems.append(f"marks.csv begins with {', '.join(_MARKS_HEADING)}")
            return
        for number, (table, row, column, *fields) in enumerate(grid[1:], start=2):
            where = f"marks.csv, line {number}"
            if table not in entries:
                self.problems.append(f"{where}: there is no table {quoted(table)}")
            elif (row, column) in self.errata.setdefault(table, {}):
                self.problems.append(f"{where}: {table} has a mark at {quoted(row)}, {quoted(column)} already")
            else:
                self.errata[table][row, column] = CellErratum(*fields)

    def _check_errata(self, id: str, grid: list[list[str]]) -> None:
        """Report each erratum whose cell or label is missing or differs from its reading."""
        errata = self.errata.get(id)
        if not errata:
            return
        rows = {line[0]: dict(zip(grid[0][1:], line[1:], strict=True)) for line in grid[1:]}
        for (row, column), erratum in errata.items():
            text = row if column == "label" and row in rows else rows.get(row, {}).get(column)
            if text != erratum.reading:
                there = "there is no such cell" if text is None else f"the cell is {quoted(text)}"
                self.problems.append(f"marks.csv: {id}, {quoted(row)}, {quoted(column)}: {there}")


def _digest(folder: Path) -> str:
    """Return the SHA-256 over names and contents of the data: the manifest and every file in the folders beside it."""
    digest = hashlib.sha256()
    for path in sorted(path for path in (folder / "manifest.toml", *folder.glob("*/**/*")) if path.is_file()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
