"""Which part of the map is shown, and how large: spaces of at least 24 pixels on a phone, and everybody of interest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from bot.game.maps.highlights import Highlights, Window
from bot.game.maps.lattice import Lattice
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Encounter
from rules.words.places import MOST, Place

WIDTH = 390
"""The pixels of a phone."""
RIM = 17
"""The pixels of the coordinates at the left and at the top."""
MARGIN = 5
_SMALLEST, _LARGEST = 30, 46
_CROPPED = 33
_STEP = {False: 1, True: 1.5}
"""Pixels between columns: at least, at most, of a part of a larger map if no more columns are of interest; and steps
that keep the corners of squares and hexes at whole pixels of a picture. A phone shows a message 322 pixels wide: there
the least is still 24."""
_TALLEST, _TALLEST_PART = 700, 440
"""Pixels of a whole map, and of a part of one, which has an overview below it."""
_ABOUT = 200
"""The weight of the subject of a picture."""
_ALONE = 2
"""Spaces around the fighters where there is no map."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part that is shown of a `battle_map`, and where its spaces are in the picture (`lattice`)."""

    battle_map: BattleMap
    corner: Place
    opposite: Place
    lattice: Lattice

    @property
    def columns(self) -> range:
        """The columns that are shown."""
        return range(self.corner.column, self.opposite.column + 1)

    @property
    def rows(self) -> range:
        """The rows that are shown."""
        return range(self.corner.row, self.opposite.row + 1)

    @property
    def cropped(self) -> bool:
        """Whether a part of the map is left out."""
        return self.corner != Place(1, 1) or self.opposite != Place(self.battle_map.width, self.battle_map.height)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the part, without the rim."""
        return self.lattice.size(len(self.columns), len(self.rows))

    def shows(self, place: Place) -> bool:
        """Return whether a place is in the part."""
        return place.column in self.columns and place.row in self.rows

    def places(self) -> list[Place]:
        """Return the places in the part, row by row."""
        return [Place(column, row) for row in self.rows for column in self.columns]


def framed(encounter: Encounter, hexes: bool, highlights: Highlights, window: Window) -> Frame:
    """Return the part of the map to draw; without a map, the spaces around the fighters."""
    interest = _interest(encounter, highlights)
    battle_map = encounter.battle_map or _around(interest)
    if window.whole:
        corner, opposite = Place(1, 1), Place(battle_map.width, battle_map.height)
    elif window.corner and window.opposite:
        corner, opposite = window.corner, window.opposite
    else:
        corner, opposite = _chosen(battle_map, hexes, interest)
    columns, rows = opposite.column - corner.column + 1, opposite.row - corner.row + 1
    whole = (columns, rows) == (battle_map.width, battle_map.height)
    pitch = _pitch(columns, rows, hexes, _TALLEST if whole else _TALLEST_PART)
    lattice = Lattice(hexes, pitch, corner, RIM, RIM)
    return Frame(battle_map, corner, opposite, lattice)


def _pitch(columns: int, rows: int, hexes: bool, tallest: float) -> float:
    across = (WIDTH - RIM - MARGIN) / (columns + 1 / 3 if hexes else columns)
    down = tallest / (rows + (0.5 if hexes else 0)) * (1.5 / 3**0.5 if hexes else 1)
    return max(_SMALLEST, min(across, down, _LARGEST) // _STEP[hexes] * _STEP[hexes])


def _most(hexes: bool, pitch: float, high: float = _TALLEST_PART) -> tuple[int, int]:
    """Return the most columns and rows that there is room for."""
    across = int((WIDTH - RIM - MARGIN) / pitch - (1 / 3 if hexes else 0))
    return across, int(high / (pitch * (3**0.5 / 1.5 if hexes else 1)) - (0.5 if hexes else 0))


def _chosen(battle_map: BattleMap, hexes: bool, interest: Mapping[Place, float]) -> tuple[Place, Place]:
    most, tallest = _most(hexes, _SMALLEST, _TALLEST)
    if battle_map.width <= most and battle_map.height <= tallest:
        return Place(1, 1), Place(battle_map.width, battle_map.height)
    most, tallest = _most(hexes, _SMALLEST)
    inside = {
        p: weight for p, weight in interest.items() if p.column <= battle_map.width and p.row <= battle_map.height
    }
    usual, high = _most(hexes, _CROPPED)
    if _span(p.column for p in inside) > usual or _span(p.row for p in inside) > high:
        usual, high = most, tallest
    # The picture's subject is inside, even if a phone then has to be turned or the picture enlarged.
    about = [place for place, weight in inside.items() if weight >= _ABOUT]
    usual, high = max(usual, _span(p.column for p in about) + 2), max(high, _span(p.row for p in about) + 2)
    columns, rows = min(usual, battle_map.width), min(high, battle_map.height)
    left, top = _best(inside, columns, rows, battle_map)
    return Place(left, top), Place(left + columns - 1, top + rows - 1)


def _best(interest: Mapping[Place, float], columns: int, rows: int, battle_map: BattleMap) -> tuple[int, int]:
    """Return the first column and row of the part in which most of what is of interest is; it is in the middle of the
    part.
    """
    best, chosen = -1.0, (1, 1)
    for left in _edges([p.column for p in interest], columns, battle_map.width):
        across = [(p, w) for p, w in interest.items() if left <= p.column < left + columns]
        for top in _edges([p.row for p in interest], rows, battle_map.height):
            within = [(p, w) for p, w in across if top <= p.row < top + rows]
            if (weight := sum(w for _, w in within)) > best:
                best = weight
                chosen = (
                    _middle([p.column for p, _ in within], left, columns, battle_map.width),
                    _middle([p.row for p, _ in within], top, rows, battle_map.height),
                )
    return chosen


def _edges(at: Iterable[int], many: int, size: int) -> list[int]:
    """Return the columns or rows where the part to show may begin with a point of interest at its edge."""
    last = max(1, size - many + 1)
    return sorted({min(max(1, one), last) for one in at} | {1})


def _middle(at: list[int], begin: int, many: int, size: int) -> int:
    if not at:
        return begin
    spare = many - (max(at) - min(at) + 1)
    return min(max(1, min(at) - spare // 2), max(1, size - many + 1))


def _span(at: Iterable[int]) -> int:
    every = [*at]
    return max(every) - min(every) + 1 if every else 0


def _interest(encounter: Encounter, highlights: Highlights) -> dict[Place, float]:
    """Return each place of interest with its weight: what the picture is about counts more than everybody else."""
    weights: dict[Place, float] = {}

    def note(place: Place | None, weight: float) -> None:
        if place is not None and min(place) >= 1:
            weights[place] = weights.get(place, 0) + weight

    for combatant in encounter.combatants:
        if combatant.present:
            note(combatant.place, 100 if combatant.id in highlights.fighters else 1)
    for shot in highlights.shots:
        for place in (shot.start, shot.end, shot.stopped):
            note(place, 1_000)
    for _, path in highlights.paths:
        for place in path:
            note(place, _ABOUT)
    for blast in highlights.blasts:
        note(blast.place, 1_000)
        note(blast.aimed, 1_000)
    for place, _ in highlights.marks:
        note(place, 50)
    for place in highlights.places:
        note(place, 1_000)
    return weights


def _around(places: Iterable[Place]) -> BattleMap:
    """Return a map without anything on it, as large as needed."""
    every = [*places] or [Place(8, 8)]
    across, down = max(p.column for p in every), max(p.row for p in every)
    return BattleMap(min(MOST, across + _ALONE), min(MOST, down + _ALONE))


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return numbers as runs from first to last."""
    ordered = sorted(set(numbers))
    breaks = [i for i, (a, b) in enumerate(pairwise(ordered), 1) if b > a + 1]
    return [(ordered[a], ordered[b - 1]) for a, b in pairwise([0, *breaks, len(ordered)])] if ordered else []
