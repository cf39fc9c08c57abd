"""The layout of private answers for a phone: a title, lines, narrow grids, and a file for what does not fit.

For screen readers each grid is also told row by row (`told_rows`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import partial

import discord

from bot.chat.render.text.markdown import CONTENT, DESCRIPTION, PHONE, bare, clip, escaped, fenced, size, strong
from bot.chat.render.text.plain_text import NO_VALUE
from bot.chat.render.text.reply import Reply
from rules.engine.records.copies import replace

Row = Sequence[str]
_BLOCK = 900
_WIDEST_CELL = 12
_ROW = "Row"
_SOURCE = 300
_EMBEDS = 5600
"""Characters of all embed descriptions of a message together; Discord allows 6000 with their footers."""


class Block(str):
    """Markdown whose layout means something, and the grid that its words are made from; () if another block has it."""

    grid: tuple[Row, ...]

    def __new__(cls, text: str, grid: Sequence[Row] = ()) -> Block:
        """Return the text with this grid, whose first row is the heading."""
        block = super().__new__(cls, text)
        block.grid = tuple(grid)
        return block

    @property
    def words(self) -> list[str]:
        """The lines that tell the same without a layout."""
        return told_rows(self.grid[0], self.grid[1:]) if self.grid else []


def laid_out(
    title: str, blocks: Sequence[str], source: str = "", whole: str = "", name: str = "", first: str = ""
) -> Reply:
    """Return formatted blocks under a title: as content, then in embeds; if both are full, the `whole` is in a file.
    `first` comes before the title, in Markdown.

    Content comes first because phones give a code block more room there, and because everybody sees it.
    """
    small = f"-# {escaped(source, _SOURCE)}" if source else ""
    above = [*filter(None, [first]), strong(title)]
    reply = _laid_out(above, blocks, source, small, whole, name)
    if not any(isinstance(block, Block) for block in blocks):
        return reply
    return replace(reply, in_words=partial(_in_words, above, blocks, small))


def _in_words(above: Sequence[str], blocks: Sequence[str], small: str) -> Reply:
    words = [line for block in blocks for line in (block.words if isinstance(block, Block) else (block,))]
    return Reply("\n".join(filter(None, [*above, *words, small])))


def _laid_out(above: Sequence[str], blocks: Sequence[str], source: str, small: str, whole: str, name: str) -> Reply:
    content = "\n".join(filter(None, [*above, *blocks, small]))
    if size(content) <= CONTENT:
        return Reply(content)
    first, blocks = _filled([*above, *blocks], CONTENT)
    parts: list[list[str]] = []
    room = _EMBEDS
    while blocks and room > 0:
        part, blocks = _filled(blocks, min(room, DESCRIPTION))
        if not part:
            break
        parts.append(part)
        room -= size("\n".join(part))
    if blocks:
        rest = "… and more, in the attached file" if whole else f"… and {len(blocks)} more"
        parts = [*parts, [rest]]
    embeds = [discord.Embed(description="\n".join(part)) for part in parts]
    if source and embeds:
        embeds[-1].set_footer(text=clip(bare(source), _SOURCE))
    elif source:
        embeds = [discord.Embed(description=small)]
    files = ((name, whole.encode()),) if blocks and whole else ()
    return Reply("\n".join(first), tuple(embeds), files=files)


def _filled(blocks: Sequence[str], most: int) -> tuple[list[str], Sequence[str]]:
    """Return as many blocks from the first on as fit, and the others."""
    room, kept = most + 1, 0
    for block in blocks:
        room -= size(block) + 1
        if room < 0:
            break
        kept += 1
    return list(blocks[:kept]), blocks[kept:]


def grid(heading: Row, rows: Sequence[Row]) -> list[str]:
    """Return a grid in blocks for a phone: whole if it is narrow, else a few columns at a time, else a line for each
    row.
    """
    first, *others = _grid(heading, rows) or [""]
    return [Block(first, (heading, *rows)), *map(Block, others)]


def told_rows(heading: Row, rows: Sequence[Row]) -> list[str]:
    """Return a line for each row, with the column before each cell: "Aim 2. Hit: 53; Kill: 12"."""
    named = [[bare(cell) or NO_VALUE for cell in row] for row in rows]
    headings = [bare(name) for name in heading]
    lines = []
    for row in named:
        first = f"{headings[0] or _ROW} {row[0]}".rstrip(".:")
        pairs = zip(headings[1:], row[1:], strict=False)
        cells = "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs)
        lines.append(escaped(f"{first}. {cells}" if cells else first))
    return lines


def _grid(heading: Row, rows: Sequence[Row]) -> list[str]:
    cleaned = [[bare(cell) for cell in row] for row in (heading, *rows)]
    widths = _widths(cleaned)
    if not widths:
        return []
    for gap in (2, 1):
        if sum(widths) + gap * (len(widths) - 1) <= PHONE:
            return _fenced(_aligned(cleaned, widths, range(len(widths)), gap))
    headings, body = _stacked(cleaned[0], _widths(cleaned[1:])), cleaned[1:]
    widths = _widths([*headings, *body])
    if widths[0] <= PHONE // 2 and all(width <= _WIDEST_CELL for width in widths[1:]):
        blocks = [_fenced(_aligned([*headings, *body], widths, strip, 1), len(headings)) for strip in _strips(widths)]
        return [block for strip in blocks for block in strip]
    if len(widths) == 2:
        return [escaped(": ".join(cleaned[0]), _BLOCK), *(_line(("", ""), row) for row in body)]
    return [_line(cleaned[0], row) for row in body]


def _stacked(heading: Row, widths: Sequence[int]) -> list[Row]:
    """Return a heading on as many lines as it needs to be no wider than the cells under it, or than its words."""
    columns: list[list[str]] = []
    for n, cell in enumerate(heading):
        words = cell.split() or [""]
        most = max([*widths[n : n + 1], *map(columns_of, words)])
        lines = [words[0]]
        for word in words[1:]:
            if columns_of(f"{lines[-1]} {word}") <= most:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        columns.append(lines)
    deep = max(map(len, columns))
    return [[(["" for _ in range(deep - len(lines))] + lines)[n] for lines in columns] for n in range(deep)]


def aligned(heading: Row, rows: Sequence[Row]) -> list[str]:
    """Return the whole grid as lines of text, for a file."""
    cleaned = [[bare(cell) for cell in row] for row in (heading, *rows)]
    widths = _widths(cleaned)
    return _aligned(cleaned, widths, range(len(widths)), 2)


def columns_of(text: str) -> int:
    """Return how many columns a monospaced text takes: wide signs take two, combining marks none."""
    return sum(0 if unicodedata.combining(s) else 1 + (unicodedata.east_asian_width(s) in "WF") for s in text)


def _widths(rows: Sequence[Row]) -> list[int]:
    count = max((len(row) for row in rows), default=0)
    return [max((columns_of(row[n]) for row in rows if n < len(row)), default=0) for n in range(count)]


def _strips(widths: Sequence[int]) -> list[list[int]]:
    """Return the columns, by number, in as few strips as a phone allows. Each has the first column."""
    widest = widths[0] + 1 + max(widths[1:], default=0)
    fewest = len(_cut(widths, max(PHONE, widest)))
    return next(cut for wide in range(widest, PHONE + widest) if len(cut := _cut(widths, wide)) == fewest)


def _cut(widths: Sequence[int], wide: int) -> list[list[int]]:
    strips, room = [[0]], wide - widths[0]
    for n, width in enumerate(widths[1:], 1):
        if room < width + 1:
            strips.append([0])
            room = wide - widths[0]
        strips[-1].append(n)
        room -= width + 1
    return strips


def _aligned(rows: Sequence[Row], widths: Sequence[int], columns: Sequence[int], gap: int) -> list[str]:
    """Return words to the left, numbers to the right."""
    lines = []
    for row in rows:
        cells = [(row[n] if n < len(row) else "", n) for n in columns]
        padded = [" " * (widths[n] - columns_of(cell)) for cell, n in cells]
        texts = [cell + pad if n == columns[0] else pad + cell for (cell, n), pad in zip(cells, padded, strict=True)]
        lines.append((" " * gap).join(texts).rstrip())
    return lines


def _fenced(lines: Sequence[str], headings: int = 1) -> list[str]:
    """Return code blocks of limited size, each of which begins with the heading, the first `headings` lines."""
    heading, rest = lines[:headings], lines[headings:]
    blocks: list[str] = []
    block: list[str] = []
    for line in rest:
        if block and size("\n".join([*heading, *block, line])) > _BLOCK:
            blocks.append(fenced([*heading, *block]))
            block = []
        block.append(line)
    return [*blocks, fenced([*heading, *block])]


def _line(heading: Row, row: Row) -> str:
    first = " ".join(filter(None, [heading[0], row[0]])) if row else ""
    cells = [f"{name}: {cell}" if name else cell for name, cell in zip(heading[1:], row[1:], strict=False)]
    return f"{strong(first)} {escaped(' · '.join(cells), _BLOCK)}".strip()
