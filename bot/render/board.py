"""Where everybody stands: combatants by side, what is pending, and the map as a monospaced picture."""

from __future__ import annotations

import discord

from bot.render import wording
from bot.render.answer import standing, waiting
from bot.render.markdown import CONTENT, DESCRIPTION, MARKDOWN, bare, clip, fenced, fitted, plain, size, strong
from bot.render.marks import marks
from bot.render.reply import Reply
from rules import conduct
from rules.model import Board, Combatant, Encounter
from rules.places import Place
from rules.ruleset import Ruleset
from rules.words import counted

WIDEST, TALLEST = 15, 24
"""Columns and rows of the map that a phone shows; of a larger one, the part where people stand."""

_ROOMY = 12
_MARGIN = 1
_SHORT = 200
_GMS = 20
_NAMES = 900
_WALL, _FLOOR = "█", "·"


def status(encounter: Encounter, book: Ruleset) -> Reply:
    """The whole encounter at a glance; the list of combatants is the map's legend."""
    headline = f"{strong(encounter.title)} · {plain(standing(encounter, book))} · {plain(waiting(encounter, book))}"
    by_id = marks(encounter.combatants)
    picture, shown = _map(encounter, by_id)
    lines = _lines(encounter, book, by_id)
    whole = encounter.board
    files: tuple[tuple[str, bytes], ...] = ()
    if picture and whole and not shown:
        everything = _drawn(encounter, whole, by_id, range(1, whole.width + 1), range(1, whole.height + 1))
        files = (("map.txt", "\n".join([*everything, ""]).encode()),)
    block = f"\n{fenced(picture)}" if picture else ""
    content = "\n".join([headline + block, *lines])
    if size(content) <= CONTENT:
        # As content where it fits: embeds are not shown to everybody.
        return Reply(content, files=files)
    embed = discord.Embed(description=fitted(lines, DESCRIPTION, _more))
    return Reply(clip(headline, CONTENT - len(block)) + block, (embed,), files=files)


def _lines(encounter: Encounter, book: Ruleset, by_id: dict[str, str]) -> list[str]:
    lines: list[str] = []
    for side in sorted({c.side: None for c in encounter.combatants}, key=lambda side: not side):
        members = [c for c in encounter.combatants if c.side == side]
        lines += [*([""] if lines else []), strong(side or "No side")]
        lines += [_combatant(c, encounter, book, by_id[c.id]) for c in members if c.present]
        if out := [_out(c, encounter, book) for c in members if not c.present]:
            lines.append(MARKDOWN.line("Out", plain(", ".join(out), _NAMES)))
    lines += [""] if lines else ["Nobody is here yet: /combatant add brings fighters in."]
    if gms := " ".join(f"<@{gm}>" for gm in encounter.gms[:_GMS] if gm.isdecimal()):
        lines.append(MARKDOWN.line("GM", gms))
    pending = filter(None, (wording.matter(m, encounter, book) for m in encounter.agenda))
    lines += [MARKDOWN.line("Pending", plain(said, _SHORT)) for said in pending]
    if switched := _switched(encounter, book):
        lines.append(MARKDOWN.line("Switches", plain(", ".join(switched), _SHORT)))
    return lines


def _combatant(combatant: Combatant, encounter: Encounter, book: Ruleset, mark: str) -> str:
    short = bare(book.summary(combatant, encounter).beside(combatant.name))
    spot = f" ({combatant.place})" if combatant.place else ""
    said = f": {short}" if short else ""
    return f"`{mark}` **{plain(combatant.name, _SHORT)}**{spot}{clip(plain(said), _SHORT)}"


def _out(combatant: Combatant, encounter: Encounter, book: Ruleset) -> str:
    short = bare(book.summary(combatant, encounter).short)
    return combatant.name if short.casefold() == "out" else f"{combatant.name} ({short})"


def _switched(encounter: Encounter, book: Ruleset) -> list[str]:
    preset = book.presets.get(encounter.preset)
    usual = {name: option.default for name, option in conduct.options(book).items()}
    usual |= dict(preset.switches) if preset else {}
    return [f"{name}: {value}" for name, value in encounter.switches if usual.get(name) != value]


def _map(encounter: Encounter, by_id: dict[str, str]) -> tuple[list[str], bool]:
    """The picture (empty without map and places), and whether the whole map is in it."""
    spots = [c.place for c in encounter.combatants if c.present and c.place]
    board = encounter.board
    if board is None:
        if not spots:
            return [], True
        board = Board(max(p.column for p in spots), max(p.row for p in spots))
    columns = _window([p.column for p in spots], board.width, WIDEST)
    rows = _window([p.row for p in spots], board.height, TALLEST)
    whole = len(columns) == board.width and len(rows) == board.height
    picture = _drawn(encounter, board, by_id, columns, rows)
    if not whole:
        corner = f"{Place(columns[0], rows[0])} to {Place(columns[-1], rows[-1])}"
        picture.append(f"{corner} of {board.width} x {board.height}")
    return picture, whole or encounter.board is None


def _window(spots: list[int], size: int, most: int) -> range:
    """The whole of it, or the part around the spots."""
    if size <= most:
        return range(1, size + 1)
    low, high = (min(spots) - _MARGIN, max(spots) + _MARGIN) if spots else (1, most)
    spare = most - (high - low + 1)
    first = max(1, min(low - max(spare, 0) // 2, size - most + 1))
    return range(first, first + most)


def _drawn(encounter: Encounter, board: Board, by_id: dict[str, str], columns: range, rows: range) -> list[str]:
    standing: dict[Place, list[str]] = {}
    for combatant in encounter.combatants:
        if combatant.present and combatant.place:
            standing.setdefault(combatant.place, []).append(by_id[combatant.id])
    cell = 3 if len(columns) <= _ROOMY else 2
    margin = len(str(rows[-1]))
    lines = [" " * margin + "".join(_centred(_letters(column), cell) for column in columns)]
    for row in rows:
        drawn = [_cell(Place(column, row), board, standing, cell) for column in columns]
        lines.append(f"{row:>{margin}}{''.join(drawn)}")
    return [line.rstrip() for line in lines]


def _cell(place: Place, board: Board, standing: dict[Place, list[str]], width: int) -> str:
    here = standing.get(place, [])
    if here:
        return (here[0] if len(here) == 1 else f"{len(here)}!" if len(here) < 10 else "!!").rjust(width)
    if place not in board.obstructions:
        return _centred(_FLOOR, width)
    # Walls run together, but stand apart from whoever is beside them.
    joined = width == 2 or Place(place.column - 1, place.row) in board.obstructions
    return _WALL * width if joined else f" {_WALL * 2}"


def _centred(sign: str, width: int) -> str:
    return sign.rjust(2).ljust(width) if width == 3 else sign.rjust(width)


def _letters(column: int) -> str:
    return str(Place(column, 1))[:-1]


def _more(n: int) -> str:
    return f"… and {counted(n, 'more line')}; /combatant show has each"
