"""How private answers are laid out for a phone: a title, lines, grids that stay narrow, and a file for what is more."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import discord

from bot.render.markdown import CONTENT, DESCRIPTION, PHONE, bare, fenced, fitted, plain, size, strong
from bot.render.reply import Reply

Row = Sequence[str]
_BLOCK = 900
_WIDEST_CELL = 12
_SOURCE = 300


def laid_out(title: str, blocks: Sequence[str], source: str = "", whole: str = "", name: str = "") -> Reply:
    """Blocks of set text under a title: as content, else in an embed, else cut at a block with the `whole` in a file.

    Content comes first because phones give a code block more room there, and because everybody sees it.
    """
    head = strong(title)
    small = f"-# {plain(source, _SOURCE)}" if source else ""
    content = "\n".join(filter(None, [head, *blocks, small]))
    if size(content) <= CONTENT:
        return Reply(content)
    cut = False

    def rest(n: int) -> str:
        nonlocal cut
        cut = True
        return "… and more, in the attached file" if whole else f"… and {n} more"

    embed = discord.Embed(description=fitted(blocks, DESCRIPTION, rest))
    if source:
        embed.set_footer(text=bare(source)[:_SOURCE])
    files = ((name, whole.encode()),) if cut and whole else ()
    return Reply(head, (embed,), files=files)


def grid(heading: Row, rows: Sequence[Row]) -> list[str]:
    """A grid in blocks for a phone: whole if it is narrow, else a few columns at a time, else a line for each row."""
    cleaned = [[bare(cell) for cell in row] for row in (heading, *rows)]
    widths = _widths(cleaned)
    if not widths:
        return []
    for gap in (2, 1):
        if sum(widths) + gap * (len(widths) - 1) <= PHONE:
            return _fenced(_aligned(cleaned, widths, range(len(widths)), gap))
    if widths[0] <= PHONE // 2 and all(width <= _WIDEST_CELL for width in widths[1:]):
        return [block for columns in _strips(widths) for block in _fenced(_aligned(cleaned, widths, columns, 1))]
    return [_line(cleaned[0], row) for row in cleaned[1:]]


def aligned(heading: Row, rows: Sequence[Row]) -> list[str]:
    """The whole grid as lines of text, for a file."""
    cleaned = [[bare(cell) for cell in row] for row in (heading, *rows)]
    widths = _widths(cleaned)
    return _aligned(cleaned, widths, range(len(widths)), 2)


def columns_of(text: str) -> int:
    """How many columns a monospaced text takes: wide signs take two, marks above letters none."""
    return sum(0 if unicodedata.combining(s) else 1 + (unicodedata.east_asian_width(s) in "WF") for s in text)


def _widths(rows: Sequence[Row]) -> list[int]:
    count = max((len(row) for row in rows), default=0)
    return [max((columns_of(row[n]) for row in rows if n < len(row)), default=0) for n in range(count)]


def _strips(widths: Sequence[int]) -> Iterable[Sequence[int]]:
    """Column numbers side by side: the first column and as many others as fit on a phone."""
    strip, room = [0], PHONE - widths[0]
    for n, width in enumerate(widths[1:], 1):
        if room < width + 1 and len(strip) > 1:
            yield strip
            strip, room = [0], PHONE - widths[0]
        strip.append(n)
        room -= width + 1
    yield strip


def _aligned(rows: Sequence[Row], widths: Sequence[int], columns: Sequence[int], gap: int) -> list[str]:
    """Words to the left, numbers to the right."""
    lines = []
    for row in rows:
        cells = [(row[n] if n < len(row) else "", n) for n in columns]
        padded = [" " * (widths[n] - columns_of(cell)) for cell, n in cells]
        said = [cell + pad if n == columns[0] else pad + cell for (cell, n), pad in zip(cells, padded, strict=True)]
        lines.append((" " * gap).join(said).rstrip())
    return lines


def _fenced(lines: Sequence[str]) -> list[str]:
    """Code blocks of a bearable size; each begins with the heading."""
    heading, *rest = lines
    blocks: list[str] = []
    block: list[str] = []
    for line in rest:
        if block and size("\n".join([heading, *block, line])) > _BLOCK:
            blocks.append(fenced([heading, *block]))
            block = []
        block.append(line)
    return [*blocks, fenced([heading, *block])]


def _line(heading: Row, row: Row) -> str:
    first = " ".join(filter(None, [heading[0], row[0]])) if row else ""
    cells = [f"{head}: {cell}" if head else cell for head, cell in zip(heading[1:], row[1:], strict=False)]
    return f"{strong(first)} {plain(' · '.join(cells), _BLOCK)}".strip()
