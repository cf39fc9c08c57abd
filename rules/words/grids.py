"""Reads a map that is drawn in letters, a line for each row, and draws one.

Lines after the rows explain other letters: `b = cover log` or `m = hill, label "Mill"`. If a row is shorter than the
longest, the rest of it is open ground. Reading a drawn map gives the same map.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_letters, digits
from textwrap import dedent

from rules.engine.map.pieces import (
    BARRED,
    BRIDGE,
    BRUSH,
    COVER,
    DOOR,
    HILL,
    ICE,
    KINDS,
    ROUGH,
    RUBBLE,
    SAND,
    STAIRS,
    WALL,
    WATER,
    WINDOW,
    WIRE,
    Layer,
    lay,
    layers,
    state,
)
from rules.engine.records.errors import Refusal, UnknownName, quoted
from rules.engine.records.model import BattleMap, Piece
from rules.words.maps import MOST_SIDE, empty_map, read_layer
from rules.words.places import Place

Cell = tuple[Layer, ...]
"""The things at a place, in the order of `KINDS`."""

OPEN = "."
LETTERS: Mapping[str, Cell] = {
    OPEN: (),
    "_": (),
    "#": (Layer(WALL),),
    ":": (Layer(ROUGH),),
    "~": (Layer(WATER),),
    "=": (Layer(WATER), Layer(BRIDGE)),
    "^": (Layer(HILL),),
    "&": (Layer(BRUSH),),
    ";": (Layer(RUBBLE),),
    ">": (Layer(STAIRS),),
    "$": (Layer(WIRE),),
    "-": (Layer(SAND),),
    "*": (Layer(ICE),),
    "%": (Layer(COVER),),
    "+": (Layer(DOOR),),
    "/": (Layer(DOOR, open=True),),
    "!": (Layer(DOOR, bar=BARRED),),
    "w": (Layer(WINDOW),),
    "o": (Layer(WINDOW, open=True),),
    "W": (Layer(WINDOW, bar=BARRED),),
}
"""The letters that need no explanation."""
_OPEN_WORDS = r"(?:open(?: ground| space)?|ground|grass|floor|empty|nothing|clear)"
_OPEN_GROUND = re.compile(_OPEN_WORDS, re.IGNORECASE)
_LEGEND = re.compile(
    rf"\s*(\S)(?:\s+=\s+(\S.*?)|\s*[=:]\s*((?:{'|'.join(KINDS)})s?\b.*?|{_OPEN_WORDS}))\s*", re.IGNORECASE
)
"""Without blanks around the sign, a line could be a row: then it has to begin with a piece of the map."""
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_APART = re.compile(r"\s*\S(?: \S){2,}\s*")
"""Letters with a blank between each two."""
_PART = re.compile(r'(?:"[^"]*"|“[^”]*”|[^,"“])+')
_MOST_LETTERS = 40
"""The most letters that lines can explain."""


def read_grid(text: str) -> BattleMap:
    """Return the map that is drawn. Raises Refusal for a letter without a meaning, or a map that is too large."""
    rows, meanings = _read(text)
    width = max(map(len, rows), default=0)
    if not 1 <= max(width, len(rows)) <= MOST_SIDE:
        raise Refusal(f"Draw a map with 1 to {MOST_SIDE} rows of 1 to {MOST_SIDE} letters; this one is not.")
    at: dict[str, list[Place]] = {}
    for row, line in enumerate(rows, 1):
        for column, letter in enumerate(line, 1):
            at.setdefault(letter, []).append(Place(column, row))
    if unknown := [letter for letter in at if letter not in meanings]:
        what = f"letter {quoted(unknown[0])}" if unknown[0].strip() else "blank"
        raise UnknownName(
            f"I don't understand the {what} at {at[unknown[0]][0]}. Use {legend()}, or add a line that says what it is:"
            f" {unknown[0].strip() or 'x'} = open ground, {unknown[0].strip() or 'x'} = cover log."
        )
    found: dict[Layer, list[Place]] = {}
    for letter, places in at.items():
        for layer in meanings[letter]:
            found.setdefault(layer, []).extend(places)
    pieces = [
        Piece(layer.kind, frozenset(places), layer.words, layer.open, bar=layer.bar) for layer, places in found.items()
    ]
    return lay(empty_map(width, len(rows)), sorted(pieces, key=lambda piece: KINDS.index(piece.kind)))


def draw_grid(battle_map: BattleMap) -> str:
    """Return the public part of the map in letters; "" if it has more kinds of places than there are letters."""
    there: dict[Place, list[Layer]] = {}
    for layer, places in layers(battle_map.open).items():
        for place in places:
            there.setdefault(place, []).append(layer)
    letters = {cell: letter for letter, cell in reversed([*LETTERS.items()])}
    spare = [letter for letter in (*ascii_letters, *digits) if letter not in LETTERS]
    lines: list[str] = []
    for cell in dict.fromkeys(tuple(there[place]) for place in sorted(there)):
        if cell not in letters:
            if not spare or len(lines) == _MOST_LETTERS:
                return ""
            letters[cell] = spare.pop(0)
            lines.append(f"{letters[cell]} = {', '.join(map(_written, cell))}")
    rows = (
        "".join(letters[tuple(there.get(Place(column, row), ()))] for column in range(1, battle_map.width + 1))
        for row in range(1, battle_map.height + 1)
    )
    return "\n".join((*rows, *lines))


def legend() -> str:
    """Return the meanings of the letters, in words: ". open ground, # wall"."""
    return ", ".join(
        f"{letter} {' '.join(reversed([layer.kind for layer in cell][-1:])) or 'open ground'}"
        f"{''.join(f' ({state(layer)})' for layer in cell if state(layer))}"
        for letter, cell in LETTERS.items()
        if letter != "_"
    )


def _read(text: str) -> tuple[Sequence[str], Mapping[str, Cell]]:
    """Return the rows, and the meaning of each letter."""
    rows: list[str] = []
    meanings = dict(LETTERS)
    own = 0
    for line in _lines(text):
        if match := _LEGEND.fullmatch(line):
            own += 1
            if own > _MOST_LETTERS:
                raise Refusal(f"At most {_MOST_LETTERS} letters can have a meaning of their own.")
            meaning = match[2] or match[3]
            cell = [] if _OPEN_GROUND.fullmatch(meaning) else [one for one in _PART.findall(meaning) if one.strip()]
            meanings[match[1]] = tuple(Layer(*read_layer(part)) for part in cell)
        elif line.strip():
            rows.append(line.rstrip())
            if len(rows) > MOST_SIDE or len(rows[-1]) > MOST_SIDE:
                most = f"A map has at most {MOST_SIDE} rows of {MOST_SIDE} letters"
                raise Refusal(f"{most}. Row {len(rows)} is too long, or one too many.")
    return rows, meanings


def _lines(text: str) -> Sequence[str]:
    """Return the lines of a drawing without the marks of a code block and without blanks between letters; of cells of a
    spreadsheet a letter for each, where an empty one is open ground.
    """
    lines = [line for line in text.splitlines() if not _FENCE.fullmatch(line)]
    drawn = {line for line in lines if line.strip() and not _LEGEND.fullmatch(line)}
    if any("\t" in line.strip(" ") for line in drawn):
        return ["".join(cell.strip() or OPEN for cell in line.split("\t")) if line in drawn else line for line in lines]
    lines = dedent("\n".join(lines)).splitlines()
    if drawn and all(_APART.fullmatch(line) for line in drawn):
        return [line.replace(" ", "") if _APART.fullmatch(line) else line for line in lines]
    return lines


def _written(layer: Layer) -> str:
    words = f' "{layer.words}"' if layer.words else ""
    return " ".join(filter(None, (f"{layer.kind}{words}", state(layer))))
