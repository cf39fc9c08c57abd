"""Draws the highlights of a picture: ways walked, shots and what stopped them, blasts, spaces to choose from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bot.game.maps.ground import labelled
from bot.game.maps.highlights import Blast, Highlights, Shot
from bot.game.maps.markers import Cast
from bot.game.maps.shapes import Shape, circle, line, polygon
from bot.game.maps.window import Frame
from rules.words.places import Place

Dot = tuple[float, float]
_VEILED = 5
"""Spaces up to which the circles of a blast are filled."""


def below(highlights: Highlights, cast: Cast, frame: Frame) -> Iterator[Shape]:
    """Yield the marks below the fighters."""
    for place, words in highlights.marks:
        if frame.shows(place):
            yield polygon(frame.lattice.outline(place, 1.5), "mark veil", "mark", 1.5)
            if words:
                x, y = frame.lattice.center(place)
                yield from labelled(x, y, words, 9)
    for blast in highlights.blasts:
        yield from _blast(blast, frame)
    for id, path in highlights.paths:
        yield from _path(path, cast.everyone[id].color if id in cast.everyone else "path", frame)


def above(highlights: Highlights, frame: Frame) -> Iterator[Shape]:
    """Yield the marks above the fighters."""
    for shot in highlights.shots:
        yield from _shot(shot, frame)


def _path(path: Sequence[Place], color: str, frame: Frame) -> Iterator[Shape]:
    dots = [frame.lattice.center(place) for place in path]
    if len(dots) < 2:
        return
    yield line(dots, "halo", 4.5)
    yield line(dots, color, 2.4)
    for x, y in dots[:-1]:
        yield circle(x, y, 2.6, color, "halo", 0.8)
    x, y = dots[0]
    yield circle(x, y, 5, "halo", color, 1.8)


def _shot(shot: Shot, frame: Frame) -> Iterator[Shape]:
    start, end = frame.lattice.center(shot.start), frame.lattice.center(shot.end)
    radius = frame.lattice.radius * 0.95
    color = "sight" if shot.hit is None else "fire"
    # The fighters at its ends stay readable.
    begin, finish = _toward(start, end, radius), _toward(end, start, radius)
    if shot.stopped is not None:
        yield from _stopped(shot.stopped, begin, finish, color, frame)
        return
    yield line([begin, finish], "halo", 4.4)
    yield line([begin, finish], color, 2.4, () if shot.hit or shot.hit is None else (6, 4))
    if shot.hit is not None:
        yield from _arrow_tip(begin, finish, color)
    if shot.hit:
        yield from _burst(finish, radius * 0.36)


def _stopped(at: Place, begin: Dot, finish: Dot, color: str, frame: Frame) -> Iterator[Shape]:
    """Yield the line as far as what blocks it, the rest of it broken, and a cross on the space that blocks it."""
    x, y = frame.lattice.center(at)
    (ax, ay), (bx, by) = begin, finish
    length = math.hypot(bx - ax, by - ay) or 1
    part = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2))
    middle = ax + (bx - ax) * part, ay + (by - ay) * part
    yield line([middle, finish], "halo", 3)
    yield line([middle, finish], color, 1.5, (3, 4))
    yield line([begin, middle], "halo", 4.4)
    yield line([begin, middle], color, 2.4)
    yield polygon(frame.lattice.outline(at, 0.5), None, "stop", 2.4)
    arm = frame.lattice.radius * 0.5
    for dx in (-arm, arm):
        yield line([(x - dx, y - arm), (x + dx, y + arm)], "halo", 5)
    for dx in (-arm, arm):
        yield line([(x - dx, y - arm), (x + dx, y + arm)], "stop", 3)


def _blast(blast: Blast, frame: Frame) -> Iterator[Shape]:
    x, y = frame.lattice.center(blast.place)
    for radius in sorted(blast.radii, reverse=True):
        veil = "blast veil" if radius <= _VEILED else None
        yield circle(x, y, (radius + 0.5) * frame.lattice.height, veil, "blast", 1.5)
    if blast.aimed and blast.aimed != blast.place:
        meant = frame.lattice.center(blast.aimed)
        yield circle(*meant, 4, None, "blast", 1.5)
        yield line([meant, (x, y)], "halo", 4)
        yield line([meant, (x, y)], "blast", 2, (4, 3))
        yield from _arrow_tip(meant, (x, y), "blast")
    yield from _burst((x, y), frame.lattice.radius * 0.62)


def _burst(at: Dot, radius: float) -> Iterator[Shape]:
    x, y = at
    star = []
    for n in range(16):
        far, angle = radius if n % 2 == 0 else radius * 0.5, math.radians(22.5 * n)
        star.append((x + far * math.cos(angle), y + far * math.sin(angle)))
    yield polygon(star, "blast", "halo", 1)


def _arrow_tip(begin: Dot, finish: Dot, color: str) -> Iterator[Shape]:
    (ax, ay), (bx, by) = begin, finish
    length = math.hypot(bx - ax, by - ay) or 1
    ux, uy = (bx - ax) / length, (by - ay) / length
    back = bx - ux * 7, by - uy * 7
    yield polygon(
        [finish, (back[0] - uy * 3.6, back[1] + ux * 3.6), (back[0] + uy * 3.6, back[1] - ux * 3.6)], color, "halo", 0.8
    )


def _toward(start: Dot, end: Dot, far: float) -> Dot:
    """Return the point so far from one towards the other, at most half way."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay) or 1
    part = min(0.5, far / length)
    return ax + (bx - ax) * part, ay + (by - ay) * part
