"""The ground of the map and what it adds to the cost of a hex (2.3; table 7A; ruling O78).

Brush, rubble, stairs, water, wire, sand and ice cost in the hex entered; a slope costs by the levels of two hexes. The
Basic Game has only the rows of the Status Sheet: other ground costs nothing in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from rules.engine.map.pieces import BRIDGE, BRUSH, HILL, ICE, RUBBLE, SAND, STAIRS, WATER, WIRE, depth, level
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Encounter
from rules.phoenix.basics.switches import GROUND, on
from rules.phoenix.book import Book
from rules.phoenix.ground.moves.gait import ADVANCED, DEPTHS, SHEET, Gait
from rules.tables.cells import INT
from rules.words.places import Place

ACROSS, UP = (
    {SHEET: "Moving on Stairs or Down / Across Hill", ADVANCED: "Across Slope, Downhill, On Stairs"},
    {
        SHEET: "Moving Uphill or Through Rubble",
        ADVANCED: "Uphill",
    },
)
_DENSITIES: Mapping[str, str] = {"light": "Light", "": "Medium", "medium": "Medium", "dense": "Dense"}
_WADING = "Moving Through 3 Feet of Water"
_SINGLE: Mapping[str, str] = {WIRE: "Concertina Wire", SAND: "Dry Sand on Surface", ICE: "Icy Surface"}


@dataclass(frozen=True)
class Footing:
    """The ground of a map. `rows`: the rows of the table for entering a hex, by hex; `levels`: the levels of hills."""

    rows: Mapping[Place, tuple[str, ...]]
    levels: Mapping[Place, int]
    table: str
    costs: Mapping[str, int]
    idle: Mapping[Place, tuple[str, ...]]
    """The kinds of ground in a hex that cost nothing by this table."""

    # Searches compare and hash it; there is one for each map.
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def entering(self, here: Place, there: Place) -> Iterator[str]:
        """Yield the rows for a step from one hex to the next."""
        yield from self.rows.get(there, ())
        was, now = self.levels.get(here, 0), self.levels.get(there, 0)
        if now > was:
            yield UP[self.table]
        elif was:
            yield ACROSS[self.table]

    def cost(self, here: Place, there: Place) -> int:
        """Return what the ground adds to the cost of a step, in actions."""
        return sum(self.costs[row] for row in self.entering(here, there))


def footing(gait: Gait, encounter: Encounter, book: Book) -> Footing | None:
    """Return the ground that a mover has to pay for; None if there is none.

    Kinds that the words of the move name are left out, because the player counts them in every hex.
    """
    if encounter.battle_map is None or not on(encounter, GROUND):
        return None
    return _footing(encounter.battle_map, gait.table, gait.ground, book)


@lru_cache(maxsize=16)
def _footing(battle_map: BattleMap, table: str, named: frozenset[str], book: Book) -> Footing | None:
    rows, idle, levels = dict[Place, tuple[str, ...]](), dict[Place, tuple[str, ...]](), dict[Place, int]()
    bridges = frozenset[Place]().union(*(piece.places for piece in battle_map.pieces if piece.kind == BRIDGE))
    for piece in battle_map.pieces:
        if piece.kind == HILL and "slope" not in named:
            levels |= {at: max(level(piece.words), levels.get(at, 0)) for at in piece.places}
        row = _row(piece.kind, piece.words, table, named)
        if row is None:
            continue
        for at in piece.places - (bridges if piece.kind == WATER else frozenset()):
            if row:
                rows[at] = (*rows.get(at, ()), row)
            else:
                idle[at] = (*idle.get(at, ()), piece.kind)
    if not (rows or idle or levels):
        return None
    used = {row for each in rows.values() for row in each} | {ACROSS[table], UP[table]}
    cells = book.tables.of(INT, table)
    return Footing(rows, levels, table, {row: cells.lookup("", row)[0] or 0 for row in used}, idle)


def _row(kind: str, words: str, table: str, named: Collection[str]) -> str | None:
    """Return the row of the table for a kind of ground, "" if the table has none; None if it is not to be counted."""
    slope = "slope" if kind == STAIRS else "brush" if kind == RUBBLE else kind
    if kind not in (BRUSH, RUBBLE, STAIRS, WATER, WIRE, SAND, ICE) or slope in named:
        return None
    if kind == WATER:
        feet = depth(words)
        if not feet:
            return None
        return DEPTHS[feet - 1] if table == ADVANCED else _WADING * (feet == 3)
    if kind == STAIRS:
        return ACROSS[table]
    if table == SHEET:
        return UP[table] * (kind == RUBBLE)
    return _SINGLE.get(kind) or f"{_DENSITIES[words]} Brush or Rubble"
