"""Pages to read on a phone: odds, tables, cards, lists of names, plain sentences and files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BufferedIOBase
from typing import Any

from bot.chat.render.text.layout import aligned, grid, laid_out, told_rows
from bot.chat.render.text.markdown import BARE, CONTENT, MARKDOWN, escaped, prose, strong
from bot.chat.render.text.reply import Reply
from bot.game.entries.detail import Detail
from rules.engine.books.ruleset import Fact, Line, Odds, Page, Ruleset
from rules.engine.records.steps import cited
from rules.tables.table import Table

_BLANK = "–"
_FEW = 4
_MOST_LABEL = 40
_FIGURES, _SHORT_ODDS = 3, 400


def odds(odds: Odds, detail: Detail = Detail.FULL, first: str = "") -> Reply:
    """Return chances, with remarks; `first` comes before them, in Markdown.

    In the short form, the first figures of each row are one line of text and the others are in a file.
    """
    blocks = [*grid(odds.columns, odds.rows), *map(prose, odds.remarks)]
    whole = _text(odds.title, aligned(odds.columns, odds.rows), odds.remarks)
    if detail is Detail.SHORT:
        headings = [heading.casefold() for heading in odds.columns]
        rows = [zip(headings, row[:_FIGURES], strict=False) for row in odds.rows]
        line = "; ".join(", ".join(f"{heading} {cell}" for heading, cell in row) for row in rows)
        content = "\n".join(filter(None, [first, strong(odds.title), escaped(line, _SHORT_ODDS)]))

        def in_words() -> Reply:
            rows = _text(odds.title, told_rows(odds.columns, odds.rows), odds.remarks)
            return Reply(content, files=(("odds.txt", rows.encode()),))

        return Reply(content, files=(("odds.txt", whole.encode()),), in_words=in_words)
    return laid_out(odds.title, blocks, whole=whole, name="odds.txt", first=first)


def page(page: Page) -> Reply:
    """Return a page of a book, of the server or of an encounter."""
    grids = [block for heading, *rows in page.grids for block in grid(heading, rows)]
    blocks = [*map(_line, page.lines), *grids, *map(_line, page.notes)]
    tables = [line for heading, *rows in page.grids for line in ("", *aligned(heading, rows))]
    whole = _text(page.title, [*map(str, page.lines), *tables, ""], [*map(str, page.notes), page.source])
    return laid_out(page.title, blocks, page.source, whole, "page.txt")


def table(table: Table[Any]) -> Reply:
    """Return a table of a book: its cells, axes and notes, and the source of its figures."""
    cells = [[cell or _BLANK for cell in row] for row in table.printed]
    rows = [[label, *row] for label, row in zip(table.rows.labels, cells, strict=True)]
    if table.columns is None:
        heading, axes = [table.rows.title, table.heading], []
    else:
        heading = ["", *table.columns.labels]
        axes = [Fact("Rows", table.rows.title), Fact("Columns", table.columns.title)]
    beyond = [
        Fact(f"{name} {'below' if end == -1 else 'above'} the table", table.blank if value is None else str(value))
        for (name, end), value in table.beyond.items()
    ]
    title = _titled(table)
    words = [Fact(word, meaning) for word, meaning in table.words.items()]
    if table.blank:
        words.append(Fact(_BLANK, table.blank))
    notes = [*axes, *beyond, *words, *(Fact("Note", note) for note in table.notes), *_errata(table)]
    figures = "" if table.provenance == "text" else f" · figures: {table.provenance.replace('text, ', 'text, errata ')}"
    source = f"{table.book}{f', {table.section}' if table.section else ''}{figures}"
    parts = _grouped(table, rows)
    lines = [line for name, part in parts for line in (name, *aligned(heading, part), "")]
    blocks = [block for name, part in parts for block in (strong(name), *grid(heading, part))]
    whole = _text(title, lines[not lines[0] :], [*map(str, notes), source])
    blocks = [*filter(None, blocks), *map(_line, notes)]
    return laid_out(title, blocks, source, whole, f"table-{_word(table.id)}.txt")


def _errata(table: Table[Any]) -> Iterator[Fact]:
    """Return the errata about cells: about each, or in one line if an erratum concerns many."""
    by_erratum: dict[tuple[str, bool], list[tuple[str, str]]] = {}
    for cell, erratum in table.errata.items():
        by_erratum.setdefault((erratum.id, erratum.printed == erratum.reading), []).append(cell)
    for (id, disputed), cells in by_erratum.items():
        if len(cells) <= _FEW:
            for row, column in cells:
                yield Fact(f"{row}, {column}", f"{table.errata[row, column].ruling().text} ({cited(id)})")
            continue
        columns = ", ".join(dict.fromkeys(column for _, column in cells))
        what = "read as printed, although disputed" if disputed else "corrected"
        yield Fact("Note", f"{len(cells)} cells are {what} ({cited(id)}), in {columns}")


def _grouped(table: Table[Any], rows: Sequence[Sequence[str]]) -> list[tuple[str, Sequence[Sequence[str]]]]:
    """Return the rows by their group headings; rows without one come first."""
    held = {label for labels in table.groups.values() for label in labels}
    parts = [("", [row for row in rows if row[0] not in held])]
    parts += [(name, [row for row in rows if row[0] in labels]) for name, labels in table.groups.items()]
    return [(name, part) for name, part in parts if part]


def contents(book: Ruleset, grids: Sequence[Table[Any]] = ()) -> Reply:
    """Return the tables of a book, by number and title, or the grids of a larger one."""
    title = f"Table {grids[0].part} has {len(grids)} grids" if grids else f"Tables of {book.title}"
    names = [_titled(table) for table in grids or book.tables.values()]
    return listing(title, names, "/table name: shows a table")


def index(book: Ruleset, pages: Mapping[str, Page]) -> Reply:
    """Return the weapons and cards of a book and of the server."""
    return listing(f"Weapons and cards of {book.title}", pages, "/weapon show name: shows a weapon or card")


def listing(title: str, names: Iterable[str], hint: str = "") -> Reply:
    """Return names, one on each line."""
    lines = list(names) or ["There are none."]
    return laid_out(title, [f"• {escaped(name, 300)}" for name in lines], hint, _text(title, lines, []), "list.txt")


def sentence(text: str) -> Reply:
    """Return one sentence."""
    return Reply(escaped(text, CONTENT) or "Done.")


def keeper(role: str | None) -> Reply:
    """Return the page on who keeps the server's records. `role` is a role's id."""
    also = f" and everyone with the role <@&{role}>" if role else ""
    return Reply(f"Managers of the server{also} can change its weapons, cards and rulebook.")


def channel_page(level: Detail, plain_text: bool, rulebook: str) -> Reply:
    """Return the page on how results in a channel are written, and its rulebook."""
    readers = " They are plain text for screen readers." if plain_text else ""
    book = f" Where no rulebook is named, this channel uses {escaped(rulebook)}."
    return Reply(f"Results in this channel: {strong(level.value)}.{readers}{book}")


def file(name: str, text: str, sentence: str = "Here it is.") -> Reply:
    """Return a text file to keep or fill in."""
    return Reply(escaped(sentence, CONTENT), files=((name, text.encode()),))


def export(name: str, file: BufferedIOBase, limited: bool = False) -> Reply:
    """Return the file of an export; one that is compressed, or `limited` to what its reader may read, says so."""
    packed = " It is compressed because it is too large for Discord." if name.endswith(".gz") else ""
    if limited:
        limits = (
            "It has everything that your side has seen. After the end, /export has "
            "everything, with dice that anyone can check."
        )
        return Reply(f"{limits}{packed}", opened=((name, file),))
    return Reply(f"Check its dice with /dice verify, or offline with referee verify.{packed}", opened=((name, file),))


def replay(name: str, file: BufferedIOBase, limited: bool = False) -> Reply:
    """Return the file of a replay; `limited` to what its reader may read, it says so."""
    limits = " It has everything that your side has seen so far." if limited else ""
    return Reply(f"Save the file and open it in a browser to watch the fight again.{limits}", opened=((name, file),))


def _titled(table: Table[Any]) -> str:
    """Return its number and title; a table without a number has its title alone."""
    return table.title if table.name == table.title else f"{table.name}: {table.title}"


def _line(line: Line) -> str:
    """Return a sentence as prose; a fact with its label in bold, or as prose if the label is long or has a period or
    colon.
    """
    if isinstance(line, str) or len(line.label) > _MOST_LABEL or set(".:") & set(line.label):
        return prose(str(line))
    return MARKDOWN.line(line.label, prose(line.text))


def _text(title: str, lines: Iterable[str], after: Iterable[str]) -> str:
    return "\n".join([BARE.text(title), "", *lines, *map(BARE.text, after), ""])


def _word(id: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", id).strip("-") or "table"
