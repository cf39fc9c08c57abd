"""The map as a monospaced picture, of squares or of hexes, and the part of it that a phone shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.map.pieces import BRIDGE, GROUND, HILL, WATER
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Encounter
from rules.words.grids import LETTERS
from rules.words.places import Place

WIDEST, TALLEST = 15, 24
"""Columns and rows of the map in the message; of a larger map, the part around the combatants."""

_ROOMY_SQUARES, _ROOMY_HEXES = 12, 10
"""The most columns for which there is room to make them wide."""
_WALL, _ROUGH, _FLOOR = "█", "░", "·"
_GROUND = {
    cell[-1].kind: sign for sign, cell in LETTERS.items() if cell and cell[-1].kind in {*GROUND, HILL, WATER, BRIDGE}
}
"""The sign of each kind of ground: that of maps that are typed in letters."""
_LONGEST = 28
"""The characters of a line of the legend."""

Occupied = Mapping[Place, str]
Signs = Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class Picture:
    """The lines that a phone shows, and the lines of the `whole` map where those are only a part of it."""

    lines: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()


def picture(encounter: Encounter, codes: Mapping[str, str], space: str) -> Picture:
    """Return the map with everybody in play who has a place; nothing without map and places.

    Of hexes (`space` is "hex") each row takes two lines: columns A C E on the first, B D F half a hex lower.
    """
    spots = [c.place for c in encounter.combatants if c.present and c.place]
    battle_map = encounter.battle_map
    if battle_map is None:
        if not spots:
            return Picture()
        battle_map = BattleMap(max(p.column for p in spots), max(p.row for p in spots))
    occupied = _occupied(encounter, codes)
    drawn = _hexes if space == "hex" else _squares
    columns = _window([p.column for p in spots], battle_map.width, WIDEST)
    rows = _window([p.row for p in spots], battle_map.height, TALLEST)
    ground = _ground(battle_map)
    lines = (*drawn(columns, rows, battle_map, ground, occupied), *_legend(ground, columns, rows))
    if len(columns) == battle_map.width and len(rows) == battle_map.height:
        return Picture(lines)
    corner = f"{Place(columns[0], rows[0])} to {Place(columns[-1], rows[-1])}"
    everywhere = range(1, battle_map.width + 1), range(1, battle_map.height + 1)
    whole = (
        (*drawn(*everywhere, battle_map, ground, occupied), *_legend(ground, *everywhere))
        if encounter.battle_map
        else ()
    )
    return Picture((*lines, f"{corner} of {battle_map.width} x {battle_map.height}"), whole)


def _occupied(encounter: Encounter, codes: Mapping[str, str]) -> Occupied:
    """Return the sign at each occupied place: the code of one combatant, the number of several."""
    there: dict[Place, list[str]] = {}
    for combatant in encounter.combatants:
        if combatant.present and combatant.place:
            there.setdefault(combatant.place, []).append(codes[combatant.id])
    return {
        place: here[0] if len(here) == 1 else f"{len(here)}!" if len(here) < 10 else "!!"
        for place, here in there.items()
    }


def _squares(columns: range, rows: range, battle_map: BattleMap, ground: Signs, occupied: Occupied) -> tuple[str, ...]:
    cell = 3 if len(columns) <= _ROOMY_SQUARES else 2
    margin = len(str(rows[-1]))
    lines = [" " * margin + "".join(_centred(_letters(column), cell) for column in columns)]
    for row in rows:
        drawn = [_square(Place(column, row), battle_map, ground, occupied, cell) for column in columns]
        lines.append(f"{row:>{margin}}{''.join(drawn)}")
    return tuple(line.rstrip() for line in lines)


def _square(place: Place, battle_map: BattleMap, ground: Signs, occupied: Occupied, width: int) -> str:
    if sign := occupied.get(place):
        return sign.rjust(width)
    if place not in battle_map.obstructions:
        return _centred(_floor(place, battle_map, ground), width)
    # Walls are joined, but separate from a combatant beside them.
    joined = width == 2 or Place(place.column - 1, place.row) in battle_map.obstructions
    return _WALL * width if joined else f" {_WALL * 2}"


def _hexes(columns: range, rows: range, battle_map: BattleMap, ground: Signs, occupied: Occupied) -> tuple[str, ...]:
    # As wide as two lines are high, or a little less.
    apart = 3 if len(columns) <= _ROOMY_HEXES else 2
    margin = len(str(rows[-1]))

    def staggered(label: str, cells: Sequence[str]) -> Iterator[str]:
        for first, before in ((1 - columns[0] % 2, label), (columns[0] % 2, "")):
            line = "".join(cell.ljust(2 * apart) for cell in cells[first::2])
            yield f"{before:>{margin}} {' ' * apart * first}{line}".rstrip()

    lines = [*staggered("", [*map(_letters, columns)])]
    for row in rows:
        lines += staggered(str(row), [_hex(Place(column, row), battle_map, ground, occupied) for column in columns])
    return tuple(lines)


def _hex(place: Place, battle_map: BattleMap, ground: Signs, occupied: Occupied) -> str:
    return occupied.get(place) or (_WALL * 2 if place in battle_map.obstructions else _floor(place, battle_map, ground))


def _floor(place: Place, battle_map: BattleMap, ground: Signs) -> str:
    return ground.get(place) or (_ROUGH if place in battle_map.rough else _FLOOR)


def _ground(battle_map: BattleMap) -> Signs:
    """Return the sign of the ground at each place that has some; a bridge is over the water."""
    return {
        place: _GROUND[piece.kind] for piece in battle_map.pieces if piece.kind in _GROUND for place in piece.places
    }


def _legend(ground: Signs, columns: range, rows: range) -> Iterator[str]:
    """Yield lines that say what the signs in a part of the map mean."""
    shown = {sign for place, sign in ground.items() if place.column in columns and place.row in rows}
    line = ""
    for kind, sign in _GROUND.items():
        if sign in shown:
            more = f"{sign} {kind}"
            if line and len(line) + len(more) + 2 > _LONGEST:
                yield line
                line = ""
            line += f"{', ' if line else ''}{more}"
    if line:
        yield line


def _window(spots: list[int], size: int, most: int) -> range:
    """Return the whole of it, or the part around the spots."""
    if size <= most:
        return range(1, size + 1)
    low, high = (min(spots), max(spots)) if spots else (1, most)
    spare = most - (high - low + 1)
    first = max(1, min(low - max(spare, 0) // 2, size - most + 1))
    return range(first, first + most)


def _centred(sign: str, width: int) -> str:
    return sign.rjust(2).ljust(width) if width == 3 else sign.rjust(width)


def _letters(column: int) -> str:
    return str(Place(column, 1))[:-1]
