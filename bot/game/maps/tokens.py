"""The fighters on the map: a shape and a color for each side, a code that can be typed, and how they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from bot.game.maps.palette import SIDES
from bot.game.maps.shapes import Dots, Shape, polygon, text
from bot.game.maps.window import Frame
from rules.engine.codes import codes
from rules.engine.glimpses import Glimpse
from rules.engine.model import Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.sight import side_of


def tokens(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse], frame: Frame) -> Iterator[Shape]:
    """Yield the fighters who are shown."""
    by_id, sides = codes(encounter.combatants), colors(encounter)
    for combatant in encounter.combatants:
        if combatant.present and combatant.place and frame.shows(combatant.place):
            x, y = frame.lattice.center(combatant.place)
            radius = frame.lattice.radius * 0.76
            token = book.token(combatant, encounter)
            color = f"side{sides[side_of(combatant)] % SIDES}"
            if token.facing is not None:
                yield polygon(wedge(x, y, radius, token.facing), color)
            yield polygon(outline(sides[side_of(combatant)], x, y, radius), color, "halo", 1.5)
            yield text(x, y, by_id[combatant.id], radius * 0.95, "on side", "middle", True)


def colors(encounter: Encounter) -> dict[str, int]:
    """Return the number of each side (`side_of`) that a viewer knows of."""
    sides: dict[str, int] = {}
    for combatant in encounter.combatants:
        sides.setdefault(side_of(combatant), len(sides))
    return sides


def outline(side: int, x: float, y: float, radius: float) -> Dots:
    """Return the shape of a side around a point."""
    corners, turned, larger = (
        (24, 0.0, 1.0),
        (4, 45.0, 1.2),
        (6, 0.0, 1.08),
        (4, 0.0, 1.32),
        (8, 22.5, 1.05),
        (3, -90.0, 1.4),
    )[side % SIDES]
    for n in range(corners):
        angle = math.radians(turned + 360 * n / corners)
        yield x + radius * larger * math.cos(angle), y + radius * larger * math.sin(angle)


def wedge(x: float, y: float, radius: float, bearing: int) -> Dots:
    """Return the point of a token that shows where a fighter faces."""
    for degrees, far in ((bearing, 1.5), (bearing + 38, 0.98), (bearing - 38, 0.98)):
        angle = math.radians(degrees)
        yield x + radius * far * math.sin(angle), y - radius * far * math.cos(angle)
