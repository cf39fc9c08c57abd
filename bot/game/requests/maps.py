"""Requests for the map: laying it out, from lists of places or drawn in letters, and changing a part of it."""

from __future__ import annotations

import re
from typing import ClassVar

from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import short
from rules.engine.flow.deploying import Deploy
from rules.engine.map.map_orders import NO_MAP, Redraw
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Chart
from rules.engine.records.records import Order
from rules.words.catalogue import find
from rules.words.grids import read_grid
from rules.words.maps import read_map, read_pieces, read_places, read_removed

MOST_DRAWING = 4000
"""Characters of a map in letters: as many as a form takes."""
_MOST_ZONE = 500
"""Characters of a list of places."""
_MOST_PLACES = 2000
"""Characters of a list of places."""


@dataclass(frozen=True, slots=True)
class MapRequest:
    """A map: its size as `12x8`, the obstructed and the rough places as `C3 D4-F4`; or changes of the one there is.

    Pieces to add and remove are written as `wall brick A1-D1, door D4 open`.
    """

    makes: ClassVar[type[Order]] = Chart

    size: str = ""
    walls: str = ""
    rough: str = ""
    add: str = ""
    remove: str = ""
    secret: bool = False

    def order(self, context: OrderContext) -> Order:
        walls, rough, add, remove = (
            short(text, _MOST_PLACES, option)
            for text, option in (
                (self.walls, "walls:"),
                (self.rough, "rough:"),
                (self.add, "add:"),
                (self.remove, "remove:"),
            )
        )
        new, change = bool(self.size or walls or rough), bool(add or remove)
        if new == change or (new and not self.size):
            raise Refusal(
                "A new map needs size: (walls: and rough: are optional). To change this map, give add: or remove:."
            )
        if self.secret and (new or remove):
            raise Refusal("Only pieces that you add: can be secret. Lay out the map first.")
        if new:
            return Chart(read_map(self.size, walls, rough))
        if context.encounter.battle_map is None:
            raise NotNow(NO_MAP)
        battle_map = context.encounter.battle_map
        return Redraw(pieces=read_pieces(add, battle_map), taken=read_removed(remove, battle_map), secret=self.secret)


@dataclass(frozen=True, slots=True)
class DrawnMapRequest:
    """A map in letters (`rules.words.grids`)."""

    makes: ClassVar[type[Order]] = Chart

    text: str

    def order(self, context: OrderContext) -> Order:
        if len(self.text) > MOST_DRAWING:
            raise Refusal(f"The drawing has {len(self.text):,} characters. The limit is {MOST_DRAWING:,}.")
        return Chart(read_grid(self.text))


@dataclass(frozen=True, slots=True)
class DeployRequest:
    """A side that places its fighters in a zone (`A20-O24 C3`), until a turn begins (`turn 3`) or all are placed."""

    makes: ClassVar[type[Order]] = Deploy

    side: str
    zone: str = ""
    until: str = ""

    def order(self, context: OrderContext) -> Order:
        encounter = context.encounter
        sides = tuple(dict.fromkeys((*(c.side for c in encounter.combatants if c.side), *encounter.sides)))
        if not sides:
            raise NotNow("There is no side yet. Bring in its fighters first, with /combatant add and side:.")
        unit = context.ruleset.turn_name
        until = re.fullmatch(rf"(?:(?:turn|{unit})\s+)?([0-9]{{1,6}})", self.until.strip(), re.IGNORECASE)
        if self.until.strip() and not until:
            raise Refusal(f"By when must the side appear? Give until:, for example {unit} 3.")
        zone = read_places(short(self.zone, _MOST_ZONE, "zone:"))
        return Deploy(find(self.side, sides, "side"), zone, int(until[1]) if until else 0)
