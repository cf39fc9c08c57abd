"""The fighters on the map: a shape and a color for each side, a code that can be typed, and how they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from bot.game.maps.palette import SIDES, color_called
from bot.game.maps.shapes import Shape, circle, line, polygon, text
from bot.game.maps.window import Frame
from rules.engine.books.markers import Marker
from rules.engine.books.ruleset import Ruleset
from rules.engine.map.codes import codes
from rules.engine.records.agenda import Watch
from rules.engine.records.errors import UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sight.sight import side_of
from rules.words.places import Place

Dot = tuple[float, float]
_SHAPES = ((28, 0.0, 1.0), (4, 45.0, 1.27), (6, 0.0, 1.08), (4, 0.0, 1.34), (8, 22.5, 1.05), (5, -90.0, 1.15))
"""Corners, the angle of the first one, and how much larger than a circle, for each side."""
_SIZE = 0.8
"""The size of a marker as a share of the largest circle in a space."""
_LEGIBLE = 7.5
"""The least radius of a marker whose code can be read on a phone."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A fighter as they are drawn: their code, the number of their side, how they are, and whether they are only where
    they were last known to be."""

    fighter: Combatant
    code: str
    side: int
    marker: Marker
    ghost: bool

    @property
    def color(self) -> str:
        """The role of their side's color."""
        return f"side{self.side % SIDES}"


@dataclass(frozen=True, slots=True)
class Cast:
    """Everyone in play that the viewer knows of, by id: `on` the map, by place, and those `within` others; and those
    out of play with a place on it (`gone`)."""

    everyone: Mapping[str, Piece]
    on: Mapping[Place, Sequence[Piece]]
    within: Mapping[str, Sequence[Piece]]
    gone: Sequence[Piece]


def cast(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> Cast:
    """Return everybody that the viewer knows of, ready to be drawn."""
    by_id, sides = codes(encounter.combatants), numbered(encounter)
    known = [
        Piece(c, by_id[c.id], sides[side_of(c)], book.marker(c, encounter), c.id in contacts)
        for c in encounter.combatants
    ]
    everyone = {piece.fighter.id: piece for piece in known if piece.fighter.present}
    gone = [piece for piece in known if not piece.fighter.present and piece.fighter.place and not piece.ghost]
    on: dict[Place, list[Piece]] = {}
    within: dict[str, list[Piece]] = {}
    for piece in everyone.values():
        if piece.marker.within in everyone:
            within.setdefault(piece.marker.within, []).append(piece)
        elif piece.fighter.place:
            on.setdefault(piece.fighter.place, []).append(piece)
    return Cast(everyone, on, within, gone)


def numbered(encounter: Encounter) -> dict[str, int]:
    """Return the number of each side (`side_of`) that the viewer knows of; color and shape follow it.

    A side that is called by a color has the nearest one, if it is the first with that color.
    """
    every = dict.fromkeys(map(side_of, encounter.combatants))
    sides: dict[str, int] = {}
    for side in every:
        if (color := color_called(side)) is not None and color not in sides.values():
            sides[side] = color
    taken = {*sides.values()}
    free = (number for number in count() if number not in taken)
    return {side: sides[side] if side in sides else next(free) for side in every}


def areas(encounter: Encounter, cast: Cast, frame: Frame) -> Iterator[Shape]:
    """Yield the spaces that fighters cover and pin."""
    for item in encounter.agenda:
        if isinstance(item, Watch) and item.actor in cast.everyone:
            color = cast.everyone[item.actor].color
            shown = [place for place in item.area if frame.shows(place)]
            for place in shown:
                yield polygon(frame.lattice.outline(place), f"{color} veil")
            for ends in frame.lattice.border(shown):
                yield line(ends, color, 2, (5, 3))
    for piece in cast.everyone.values():
        for place in filter(frame.shows, piece.marker.pins):
            yield from _pin(frame, place, piece.color)


def aims(cast: Cast, frame: Frame) -> Iterator[Shape]:
    """Yield a line from each fighter who aims to what they aim at."""
    for piece in cast.everyone.values():
        target = aimed(piece.marker.aim, cast)
        start, end = piece.fighter.place, target.fighter.place if isinstance(target, Piece) else target
        if start and end and start != end and (frame.shows(start) or frame.shows(end)):
            ends = frame.lattice.center(start), frame.lattice.center(end)
            yield line(ends, "halo", 2.6)
            yield line(ends, piece.color, 1.6, (2, 4))


def markers(cast: Cast, frame: Frame) -> Iterator[Shape]:
    """Yield the fighters in view. If there are more than fit in a space legibly, they are a pile with their number."""
    radius = frame.lattice.radius * _SIZE
    for piece in cast.gone:
        if piece.fighter.place and frame.shows(piece.fighter.place):
            yield from _gone(piece, *frame.lattice.center(piece.fighter.place), radius)
    for place, here in cast.on.items():
        if not frame.shows(place):
            continue
        x, y = frame.lattice.center(place)
        if len(here) == 1:
            yield from marker(here[0], x, y, radius, len(cast.within.get(here[0].fighter.id, ())))
        elif len(here) <= 4 and radius * 0.56 >= _LEGIBLE:
            for n, piece in enumerate(here):
                dx, dy = (0.55 * (2 * (n % 2) - 1), 0 if len(here) == 2 else 0.55 * (2 * (n // 2) - 1))
                carried = len(cast.within.get(piece.fighter.id, ()))
                yield from marker(piece, x + dx * radius, y + dy * radius, radius * 0.56, carried)
        else:
            yield from _pile(here, x, y, radius)


def marker(piece: Piece, x: float, y: float, radius: float, carried: int = 0) -> Iterator[Shape]:
    """Yield one fighter around a point."""
    how, color = piece.marker, piece.color
    form = _form(piece, x, y, radius)
    size = radius * 1.02
    if how.facing is not None and not how.fate:
        wedge = _wedge(
            x, y, radius * max(1.0, 1.3 if how.vehicle else _SHAPES[piece.side % SIDES][2] * 0.92), how.facing
        )
        yield polygon(wedge, "halo", "halo", 2)
        yield polygon(wedge, color)
    if how.covered or how.hidden:
        yield from _bulwark(x, y, radius, how)
    if piece.ghost:
        yield polygon(form, "shade")
        yield line([*form, form[0]], color, 1.5, (2.5, 2))
        yield text(x, y, piece.code, size, "ink", "middle", True)
        return
    if how.fate == "dead":
        for dx in (-1, 1):
            ends = [(x - dx * radius * 1.25, y - radius * 0.95), (x + dx * radius * 1.25, y + radius * 0.95)]
            yield line(ends, "halo", 4)
            yield line(ends, color, 2.4)
    if how.fate:
        yield polygon(form, "fallen", color, 2)
        yield text(x, y, piece.code, size * 0.9, "ink", "middle", True)
    else:
        yield polygon(form, color, "halo", 1.5)
        if how.hidden:
            yield line([*form, form[0]], "ink", 1.2, (2, 2))
        yield text(x, y, piece.code, size, "on side", "middle", True)
    if how.stance == "kneeling" and not how.fate:
        yield line([(x - radius * 0.8, y + radius * 0.72), (x + radius * 0.8, y + radius * 0.72)], "ink", 2)
    if piece.fighter.secret:
        yield circle(x, y, radius * 1.28, None, "secret", 1.5)
    yield from _badges(how, x, y, radius, carried)


def swatch(side: int, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Yield the shape of a side in its color, for a legend and an overview."""
    yield polygon(_corners(side, x, y, radius), f"side{side % SIDES}", "halo", 0.8)


def _badges(how: Marker, x: float, y: float, radius: float, carried: int) -> Iterator[Shape]:
    small = max(3.4, radius * 0.36)
    right, up, low = x + radius * 0.82, y - radius * 0.78, y + radius * 0.78
    if how.wounded or how.disabled:
        yield circle(right, up, small, "wound", "halo", 1)
        arm = small * 0.6
        yield line([(right - arm, up), (right + arm, up)], "on wound", 1.3)
        if not how.disabled:
            yield line([(right, up - arm), (right, up + arm)], "on wound", 1.3)
    if how.flying:
        wings = [(x - radius * 0.7, y - radius * 1.0), (x, y - radius * 1.35), (x + radius * 0.7, y - radius * 1.0)]
        yield line(wings, "ink", 1.6)
    if carried:
        yield circle(right, low, small * 1.25, "ink", "halo", 1)
        yield text(right, low, str(carried), small * 1.9, "paper", "middle", True)


def _gone(piece: Piece, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Yield a cross for each fighter who has gone out of play."""
    arm = radius * 0.55
    crossed = [[(x - arm, y + dy * arm), (x + arm, y - dy * arm)] for dy in (-1, 1)]
    for color, width in (("halo", 5.0), (piece.color, 3.0)):
        for ends in crossed:
            yield line(ends, color, width)


def _pile(here: Sequence[Piece], x: float, y: float, radius: float) -> Iterator[Shape]:
    sides = {piece.side for piece in here}
    for n in (2, 1, 0):
        at = x + (n - 0.5) * radius * 0.22, y - (n - 0.5) * radius * 0.22
        side = here[min(n, len(here) - 1)].side if len(sides) > 1 else here[0].side
        yield polygon(_corners(side, *at, radius * 0.9), f"side{side % SIDES}", "halo", 1.2)
    yield text(at[0], at[1], f"×{len(here)}", radius * 0.95, "on side", "middle", True)


def _pin(frame: Frame, place: Place, color: str) -> Iterator[Shape]:
    x, y = frame.lattice.center(place)
    radius = frame.lattice.radius * 0.92
    yield circle(x, y, radius, None, "halo", 3)
    yield circle(x, y, radius, None, color, 1.8)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield line([(x + dx * radius, y + dy * radius), (x + dx * radius * 0.7, y + dy * radius * 0.7)], color, 1.8)


def _bulwark(x: float, y: float, radius: float, how: Marker) -> Iterator[Shape]:
    """Yield the cover of a fighter, on the side on which it stands; in front of them if that is all around."""
    middle = how.facing or 0 if how.cover_side is None else how.cover_side
    arc = [_polar(x, y, radius * 1.3, middle + degrees) for degrees in range(-50, 51, 10)]
    yield line(arc, "halo", 4.4)
    yield line(arc, "cover mark", 2.6)


def _form(piece: Piece, x: float, y: float, radius: float) -> list[Dot]:
    how = piece.marker
    if how.vehicle:
        turned = 90 if how.facing is None else how.facing
        angles = ((-34, 1.5), (34, 1.5), (146, 1.5), (214, 1.5))
        return [_polar(x, y, radius * far, turned + degrees) for degrees, far in angles]
    corners = _corners(piece.side, x, y, radius)
    if how.fate or how.stance == "prone":
        return [(x + (a - x) * 1.16, y + (b - y) * 0.66) for a, b in corners]
    if how.stance == "kneeling":
        return [(a, min(b, y + radius * 0.66)) for a, b in corners]
    return corners


def _corners(side: int, x: float, y: float, radius: float) -> list[Dot]:
    corners, turned, larger = _SHAPES[side % SIDES]
    angles = (math.radians(turned + 360 * n / corners) for n in range(corners))
    return [(x + radius * larger * math.cos(a), y + radius * larger * math.sin(a)) for a in angles]


def _wedge(x: float, y: float, radius: float, bearing: int) -> list[Dot]:
    """Return the point of a marker that shows where a fighter faces."""
    return [
        _polar(x, y, radius * 1.5, bearing),
        _polar(x, y, radius * 1.02, bearing + 42),
        _polar(x, y, radius * 1.02, bearing - 42),
    ]


def _polar(x: float, y: float, radius: float, bearing: float) -> Dot:
    angle = math.radians(bearing)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def aimed(at: str, cast: Cast) -> Piece | Place | None:
    """Return the target that a marker's aim gives: a fighter in play, or a place; None if the viewer knows neither.

    A place is in capitals, so the id of a fighter who is out of play or has left is none.
    """
    if at in cast.everyone:
        return cast.everyone[at]
    try:
        place = Place.parse(at)
    except UnknownName:
        return None
    return place if at == str(place) else None
