"""Draws chances by aim, or how often each face of a die was thrown: a description (JSON) comes in on standard input, a
PNG goes out on standard output.

Run as a script in a process of its own, and imports nothing of ours; matplotlib (and with it Pillow) is imported here
alone. The description: {"aim": "Aim", "panels": [{"title": "Hit in 100", "lines": [{"at": 0, "name": "M16", "points":
[[1, 20.5], [2, 33.0]]}]}]}; `at` counts the colors, points are sorted by aim, and each holds until the next.
That of a die: {"title": "d10, 120 throws", "bars": [{"name": "0", "thrown": 14, "expected": 12.0}]}.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image

T = TypeVar("T")
Line = Mapping[str, Any]

WIDTH, PANEL, AROUND = 800, 310, 70
"""Pixels: a phone shows the picture half as wide; the height of a panel, and of what is around all of them."""
DPI = 144
TEXT = 26
"""The size of text in pixels; half of that on a phone."""
GROUND, QUIET, GRID, WORDS = "#1e1f22", "#b5bac1", "#3a3c42", "#f2f3f5"
"""A background of its own, readable in Discord's dark and light modes."""
COLORS, MARKERS, WIDTHS = ("#56b4e9", "#f0a31f", "#f4e9ff"), ("o", "s", "^"), (4.4, 3.0, 1.7)
"""Colors that color-blind people can tell apart: light blue, orange, near white, each with its own marker. Of lines
that coincide the first is the widest, so that none is hidden."""
_TOPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100)
_LONGEST, _TICKS, _ROUNDS, _SHADES = 16, 8, 40, 96
_HISTOGRAM, _SIGNS, _DIGIT = 440, 44, 18
_LEFT, _ABOVE, _BELOW, _BESIDE = 84, 52, 84, 30


def drawn(plot: Mapping[str, Any]) -> bytes:
    """Return the picture of a description."""
    with matplotlib.rc_context({"text.parse_math": False, "font.size": _points(TEXT), "font.family": "DejaVu Sans"}):
        figure = _histogram(plot) if "bars" in plot else _chances(plot)
        out = io.BytesIO()
        figure.savefig(out, format="png")
    small = io.BytesIO()
    Image.open(out).convert("RGB").quantize(_SHADES).save(small, format="png", optimize=True)
    return small.getvalue()


def _empty(height: int) -> Figure:
    figure = Figure(figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=GROUND)
    FigureCanvasAgg(figure)
    return figure


def _chances(plot: Mapping[str, Any]) -> Figure:
    panels: Sequence[Mapping[str, Any]] = plot["panels"]
    aims = [aim for panel in panels for line in panel["lines"] for aim, _ in line["points"]]
    height = PANEL * len(panels) + AROUND
    figure = _empty(height)
    room = _widest(figure, {_clipped(line["name"]) for panel in panels for line in panel["lines"]}) + _BESIDE
    figure.subplots_adjust(_LEFT / WIDTH, _BELOW / height, 1 - room / WIDTH, 1 - _ABOVE / height, hspace=0.34)
    for n, panel in enumerate(panels, 1):
        on = figure.add_subplot(len(panels), 1, n)
        _panel(panel["title"], panel["lines"], on, min(aims), max(aims))
        on.tick_params(labelbottom=n == len(panels))
    on.set_xlabel(plot["aim"], color=QUIET)
    return figure


def _histogram(plot: Mapping[str, Any]) -> Figure:
    """Return a bar for each face, and a line across it where fair dice would be."""
    bars: Sequence[Mapping[str, Any]] = plot["bars"]
    thrown, expected = [bar["thrown"] for bar in bars], [bar["expected"] for bar in bars]
    figure = _empty(_HISTOGRAM)
    left = _LEFT + _DIGIT * max(0, len(str(max(thrown))) - 3)
    figure.subplots_adjust(left / WIDTH, _BELOW / _HISTOGRAM, 1 - _BESIDE / WIDTH, 1 - _ABOVE / _HISTOGRAM)
    on = figure.add_subplot(1, 1, 1)
    _dressed(on, plot["title"])
    on.bar(range(len(bars)), thrown, 0.76, color=COLORS[0])
    # The line has a dark rim, so that it is seen on bars and between them.
    for color, width in ((GROUND, 5.4), (COLORS[1], 3.4)):
        on.hlines(expected, [n - 0.5 for n in range(len(bars))], [n + 0.5 for n in range(len(bars))], color, lw=width)
    on.set_xlim(-0.6, len(bars) - 0.4)
    on.set_ylim(0, max(*thrown, *expected, 1) * 1.1)
    on.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    names = [bar["name"] for bar in bars]
    every = -(-sum(len(name) + 1 for name in names) // _SIGNS)
    on.set_xticks(range(0, len(bars), every), names[::every])
    on.set_xlabel("bars: thrown · line: fair dice", color=QUIET)
    return figure


def _dressed(on: Axes, title: str) -> None:
    """Set the look that all panels share."""
    on.set_facecolor(GROUND)
    on.set_title(title, loc="left", color=WORDS, fontsize=_points(TEXT), fontweight="bold", pad=8)
    on.tick_params(colors=QUIET, length=0, pad=8)
    on.grid(axis="y", color=GRID, linewidth=1.2)
    on.set_axisbelow(True)
    for side in on.spines.values():
        side.set_visible(False)


def _panel(title: str, lines: Sequence[Line], on: Axes, first: int, last: int) -> None:
    highest = max(chance for line in lines for _, chance in line["points"])
    top = next((top for top in _TOPS if highest <= top), 100)
    beside = max(last - first, 1) * 0.03
    _dressed(on, title)
    on.set_ylim(-top * 0.04, top * 1.06)
    on.set_xlim(first - beside, last + beside)
    on.set_yticks([0, top / 2, top], [f"{tick:g}" for tick in (0, top / 2, top)])
    step = -(-max(last - first, 1) // _TICKS)
    on.set_xticks(range(-(-first // step) * step, last + 1, step))
    for line in lines:
        held = [chance for _, chance in line["points"]][:1]
        points, every = dict(line["points"]), range(line["points"][0][0], last + 1)
        for aim in every[1:]:
            held.append(points.get(aim, held[-1]))
        color, width = _of(COLORS, line), _of(WIDTHS, line)
        # Where longer aim changes nothing, the line continues to the end.
        on.plot(every, held, linewidth=width, color=color, solid_capstyle="round")
        on.plot([*points], [*points.values()], linestyle="", marker=_of(MARKERS, line), ms=4.2 + width, color=color)
    _named(lines, on)


def _named(lines: Sequence[Line], on: Axes) -> None:
    """Each line's name at its end; names of lines that end together are stacked."""
    by_end = sorted(lines, key=lambda line: float(line["points"][-1][1]))
    low, high = on.get_ylim()
    least = (high - low) * (TEXT + 5) / on.get_window_extent().height
    for line, place in zip(by_end, _apart([line["points"][-1][1] for line in by_end], least, high), strict=True):
        on.annotate(
            _clipped(line["name"]),
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            color=_of(COLORS, line),
            va="center",
            annotation_clip=False,
        )


def _apart(places: Sequence[float], least: float, high: float) -> list[float]:
    """Return places from the lowest up, at least `least` apart: each as near to its own as possible, none over
    `high`.
    """
    moved = list(places)
    for _ in range(_ROUNDS):
        for n in range(len(moved) - 1):
            lacking = least - (moved[n + 1] - moved[n])
            if lacking > 0:
                moved[n], moved[n + 1] = moved[n] - lacking / 2, moved[n + 1] + lacking / 2
        moved = [min(place, high - (len(moved) - 1 - n) * least) for n, place in enumerate(moved)]
    return moved


def _widest(figure: Figure, names: set[str]) -> float:
    """Return the width of the longest name in pixels."""
    texts = [figure.text(0, 0, name) for name in names]
    widest = max(text.get_window_extent().width for text in texts)
    for text in texts:
        text.remove()
    return float(widest)


def _of(some: Sequence[T], line: Line) -> T:
    return some[int(line["at"]) % len(some)]


def _clipped(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _points(pixels: int) -> float:
    return pixels * 72 / DPI


if __name__ == "__main__":
    sys.stdout.buffer.write(drawn(json.load(sys.stdin.buffer)))
