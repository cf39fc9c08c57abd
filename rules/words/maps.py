"""Reads a map from text: its size as `12x8`, places as `C3 D4-F4`, pieces as `wall brick A1-D1, door D4 open`.

Blocks of places are compared with the map before they are spelled out. Until the end, an area is a number with a bit
for each place, so that a long list costs little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rules.engine.map.pieces import (
    BARRED,
    BRIDGE,
    BRUSH,
    DENSITIES,
    DEPTHS,
    DOOR,
    GROUND,
    HILL,
    ICE,
    KINDS,
    LABEL,
    OPENINGS,
    ROUGH,
    RUBBLE,
    SAND,
    SIDES,
    STAIRS,
    WALL,
    WATER,
    WINDOW,
    WIRE,
    alike,
    lay,
)
from rules.engine.records.errors import Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Piece
from rules.words.phrases import listed, visible
from rules.words.places import MOST, Place

MOST_SIDE = 40
MOST_WORDS = 40
"""The most characters of a piece's material, or of a label's text."""
_KINDS = {kind: kind for kind in KINDS} | {f"{kind}s": kind for kind in (WALL, DOOR, WINDOW, BRIDGE, HILL, LABEL)}
_STATES = {
    **dict.fromkeys(("open", "opened"), (True, "")),
    **dict.fromkeys(("closed", "close", "shut"), (False, "")),
    **dict.fromkeys((BARRED, "bolted"), (False, BARRED)),
}
"""The words for the state of a door or window: whether it is open, and its bar."""
_SIDES = {spelling: side for side in SIDES for spelling in (side, side.replace("-", ""))}
_PASSED_OVER = ("ground", "and", "of")
_BEFORE_SIDE = ("from", "on", "to", "at", "the", "side")
"""The words about the side of a bar that say nothing: "barred from the south side"."""
_NAMED = {LABEL, HILL}
"""The pieces whose text in quotation marks is a name, and keeps its capitals."""
_NAMELESS = {ROUGH, BRIDGE, STAIRS, SAND, ICE, WIRE}
"""The kinds of pieces that have no words of their own."""
_MANY = {
    WALL: "obstructions",
    ROUGH: "rough places",
    DOOR: "doors",
    WINDOW: "windows",
    HILL: "hills",
    BRIDGE: "bridges",
    LABEL: "labels",
}
_DEPTH = re.compile(r"([1-4])(?: (?:foot|feet|ft))?(?: deep)?")
_QUOTES = re.compile('["“”]')
_TERM = re.compile(r'"[^"]*"|“[^”]*”|[^\s,;]+')
_APART = re.compile(
    r'("[^"]*"|“[^”]*”)|(?<=[0-9])\s*(?:[-‐‑–—−:…]|[.]{2,3}|\bto\b|\bthrough\b)\s*(?=[A-Za-z]{1,2}[0-9])'
)
"""The signs between the corners of a block: A1-L1, A1 - L1, A1:L1, A1 to L1; not within quotation marks."""

_Area = int
"""Places as bits of a number, row by row."""
_WIDTH = MOST + 1
"""The bits of a row: columns count from 1."""


@dataclass(slots=True)
class _Part:
    """A piece that is being read; `ended`: the text has already said whether it is open or barred."""

    kind: str
    words: str = ""
    area: _Area = 0
    open: bool = False
    bar: str = ""
    ended: bool = False


def read_map(size: str, walls: str, rough: str = "", pieces: str = "") -> BattleMap:
    """Return the map of this size; `walls` and `rough` list places and blocks of places, `pieces` the pieces to lay on
    them. Raises Refusal.
    """
    sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", size)
    width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    battle_map = empty_map(width, height)
    obstructed, uneven = (_listed(text, kind, battle_map) for text, kind in ((walls, WALL), (rough, ROUGH)))
    battle_map = BattleMap(width, height, _places(obstructed), _places(uneven & ~obstructed))
    return lay(battle_map, read_pieces(pieces, battle_map)) if pieces else battle_map


def empty_map(width: int, height: int) -> BattleMap:
    """Return an empty map of this size. Raises Refusal for a size that maps cannot have."""
    if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
        raise Refusal(f"Give the map's size as columns x rows, such as 12x8, each from 1 to {MOST_SIDE}.")
    return BattleMap(width, height)


def read_places(text: str) -> frozenset[Place]:
    """Return the places that a text lists, one by one and in blocks: `C3 D4-F4`. Raises UnknownName."""
    return _places(_listed(text, WALL, BattleMap(MOST, MOST)))


def in_blocks(places: frozenset[Place]) -> str:
    """Return places as blocks, in words: "A1-C4 and E2"."""
    left, blocks = set(places), list[str]()
    for first in sorted(places, key=lambda place: (place.row, place.column)):
        if first not in left:
            continue
        right, bottom = first.column, first.row
        while Place(right + 1, first.row) in left:
            right += 1
        while all(Place(column, bottom + 1) in left for column in range(first.column, right + 1)):
            bottom += 1
        left -= {Place(c, r) for c in range(first.column, right + 1) for r in range(first.row, bottom + 1)}
        last = Place(right, bottom)
        blocks.append(str(first) if last == first else f"{first}-{last}")
    return listed(blocks, "and")


def read_pieces(text: str, battle_map: BattleMap) -> tuple[Piece, ...]:
    """Return the pieces that a text lays on a map, in the order in which they are laid.

    If the text names two pieces for a place, the last one counts; but walls are laid before the doors and windows in
    them. Raises Refusal.
    """
    return _pieces(_parts(text, "add", battle_map))


def read_removed(text: str, battle_map: BattleMap) -> tuple[Piece, ...]:
    """Return the pieces that a text removes from a map. Raises Refusal.

    Places without the name of a piece get the kind "".
    """
    return _pieces(_parts(text, "remove", battle_map))


def read_layer(text: str) -> tuple[str, str, bool, str]:
    """Return the kind of a piece that a text names without a place, its words, whether it is open, and its bar.

    Examples: "door open", "door barred south", "cover log", "label Mill". Raises Refusal.
    """
    first, *rest = _TERM.findall(text) or [""]
    kind = _KINDS.get(first.casefold(), "")
    at, open_, bar = len(rest), False, ""
    for number in range(len(rest) if kind in OPENINGS else 0):
        if state := _state(rest[number:]):
            at, (open_, bar) = number, state
            break
    words = [term for term in rest[:at] if term.casefold() not in _PASSED_OVER]
    name = good_words(" ".join(word.strip('"“”') for word in words))
    text_of = ground_words(kind, name if kind == LABEL else name.casefold())
    if not kind or (words and kind in _NAMELESS) or (kind == LABEL and not words) or text_of is None:
        raise UnknownName(
            f"I don't understand {quoted(text.strip())}. Name a piece of the map, such as wall brick,"
            ' door open, cover log or label "Mill".'
        )
    return kind, text_of, open_, bar


def ground_words(kind: str, words: str) -> str | None:
    """Return the words of a piece as maps keep them: a density of brush and rubble, a depth of water.

    None for other words of such a piece.
    """
    if kind in (BRUSH, RUBBLE):
        density = "dense" if words == "heavy" else words
        return density if density in ("", *DENSITIES) else None
    if kind == WATER and words:
        found = _DEPTH.fullmatch(words)
        return DEPTHS[int(found[1]) - 1] if found else None
    return words


def _state(terms: Sequence[str]) -> tuple[bool, str] | None:
    """Return the state that all of these words name, None if they name none: "barred from the south"."""
    first, *rest = [term.casefold() for term in terms]
    if first not in _STATES:
        return None
    open_, bar = _STATES[first]
    sides = [term for term in rest if term not in _BEFORE_SIDE]
    if not sides:
        return open_, bar
    return (open_, _SIDES[sides[0]]) if bar and len(sides) == 1 and sides[0] in _SIDES else None


def good_words(text: str) -> str:
    """Return a material or a label's text with single blanks, and nothing invisible. Raises Refusal if it is too long.

    Quotation marks are left out, because they mark the beginning and end of the words when a map is written as text.
    """
    words = visible(_QUOTES.sub("", text))
    if len(words) > MOST_WORDS:
        raise Refusal(f"{quoted(words)} is too long. A material or label has at most {MOST_WORDS} characters.")
    return words


def _pieces(parts: Iterable[_Part]) -> tuple[Piece, ...]:
    """Return the pieces of some parts; pieces of one look are merged."""
    found: dict[tuple[int, str, bool, str, str], _Area] = {}
    claimed: dict[frozenset[str], _Area] = {}
    ordered = sorted(parts, key=lambda part: KINDS.index(part.kind) if part.kind else -1)
    for part in reversed(ordered):
        group = alike(part.kind)
        area = part.area & ~claimed.get(group, 0)
        claimed[group] = claimed.get(group, 0) | part.area
        key = KINDS.index(part.kind) if part.kind else -1, part.words, part.open, part.bar, part.kind
        found[key] = found.get(key, 0) | area
    return tuple(
        Piece(kind, _places(found[key]), words, open_, bar=bar)
        for key in sorted(found)
        if found[key]
        for _, words, open_, bar, kind in (key,)
    )


def _parts(text: str, option: str, battle_map: BattleMap) -> Sequence[_Part]:
    """Return the parts of a text, one for each piece that it names.

    Places without the name of a piece are a wall or, in `remove`, anything.
    """
    parts = [_Part("" if option == "remove" else WALL)]
    named = False
    for term in _TERM.findall(_joined(text)):
        part, word = parts[-1], term.casefold()
        speaks = named and not part.area and option == "add" and part.kind not in _NAMELESS
        if term[0] in '"“':
            if not speaks:
                raise _unknown(term, option)
            part.words = good_words(f"{part.words} {term[1:-1] if part.kind in _NAMED else term[1:-1].casefold()}")
        elif word in _KINDS and not (speaks and (part.words or _KINDS[word] in GROUND)):
            parts.append(_Part(_KINDS[word]))
            named = True
        elif word in _STATES and option == "add" and part.kind in OPENINGS:
            (part.open, part.bar), part.ended = _STATES[word], bool(part.area)
        elif part.bar and word in _SIDES:
            part.bar = _SIDES[word]
        elif word not in _PASSED_OVER and not (part.bar and word in _BEFORE_SIDE):
            try:
                block = _block(term, part.kind or WALL, battle_map)
            except UnknownName:
                if not speaks:
                    raise _unknown(term, option) from None
                part.words = good_words(f"{part.words} {term if part.kind == LABEL else word}")
                continue
            if part.ended:
                parts.append(part := _Part(part.kind, part.words))
            part.area |= block
    for part in parts:
        words = ground_words(part.kind, part.words)
        if words is None:
            raise _unknown(part.words, option)
        part.words = words
        if part.kind == LABEL and part.area and not part.words and option == "add":
            raise Refusal('What does the label say? Put its text before its place: label "Mill" C3.')
        if part.words and not part.area:
            raise Refusal(f"Where is the {part.kind} {quoted(part.words)}? Put its places after it: C3 D4-F4.")
    return [part for part in parts if part.area]


def _unknown(term: str, option: str) -> UnknownName:
    if option == "add":
        example = 'wall brick A1-D1, door D4 open, window E4, water B2-C5, bridge C3, cover log B3, label "Mill" F6'
    else:
        example = "wall C3, rough F4-G5"
    return UnknownName(
        f"I don't understand {quoted(term)} in {option}. Name walls, doors and other pieces with"
        f" their places, such as {example}."
    )


def _listed(text: str, kind: str, battle_map: BattleMap) -> _Area:
    area = 0
    for word in re.split(r"[\s,;]+", _joined(text).strip(" \t\n,;")) if text.strip(" \t\n,;") else ():
        area |= _block(word, kind, battle_map)
    return area


def _joined(text: str) -> str:
    """Return a list of places with its blocks as "A1-L1"."""
    return _APART.sub(lambda found: found[1] or "-", text)


def _block(word: str, kind: str, battle_map: BattleMap) -> _Area:
    """Return the places between two corners. Raises UnknownName, or Refusal if they are not all on the map."""
    one, to, other = word.partition("-")
    a = Place.parse(one)
    b = Place.parse(other) if to else a
    if max(a.column, b.column) > battle_map.width or max(a.row, b.row) > battle_map.height:
        many = _MANY.get(kind, kind)
        raise Refusal(f"The map ends at {Place(battle_map.width, battle_map.height)}. All {many} must be on it.")
    (left, right), (top, bottom) = sorted((a.column, b.column)), sorted((a.row, b.row))
    row = (1 << right + 1) - (1 << left)
    # One bit in each row of the block, multiplied by the row.
    rows = ((1 << (bottom - top + 1) * _WIDTH) - 1) // ((1 << _WIDTH) - 1)
    return row * rows << top * _WIDTH


def _places(area: _Area) -> frozenset[Place]:
    places: list[Place] = []
    for row in range(area.bit_length() // _WIDTH + 1):
        columns = area >> row * _WIDTH & (1 << _WIDTH) - 1
        places += (Place(column, row) for column in range(1, columns.bit_length()) if columns >> column & 1)
    return frozenset(places)
