"""Chances side by side: as narrow grids, as a plot, and as text for those who cannot see the plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from bot.chat.render.text.layout import aligned, grid, laid_out
from bot.chat.render.text.markdown import bare, clip, prose
from bot.chat.render.text.reply import Reply
from bot.game.referee.odds_comparison import Comparison
from rules.engine.books.ruleset import Curve
from rules.engine.records.copies import replace

PICTURE = "odds.png"
_ALT = 1024
_NONE = "–"
_LEGEND = "Chances in 100, by aim."
_UNDRAWN = "The picture could not be drawn. These are its numbers."

Named = Sequence[tuple[str, Curve]]


def comparison(compared: Comparison, picture: bytes | None) -> Reply:
    """Return the numbers, and the picture if there is one."""
    grids = [*_grids(compared)]
    remarks = [*dict.fromkeys([_LEGEND, *(remark for _, curve in compared.curves for remark in curve.remarks)])]
    remarks += [] if picture else [_UNDRAWN]
    blocks = [*(block for heading, rows in grids for block in grid(heading, rows)), *map(prose, remarks)]
    lines = [line for heading, rows in grids for line in (*aligned(heading, rows), "")]
    whole = "\n".join([bare(compared.title), "", *lines, *remarks, ""])
    reply = laid_out(compared.title, blocks, whole=whole, name="odds.txt")
    pictures = ((PICTURE, picture, _alt(compared)),) if picture else ()
    return replace(reply, pictures=pictures)


def plot(compared: Comparison) -> dict[str, Any]:
    """Return the comparison as `bot/chat/plots/plotter.py` draws it: a panel for each measure."""
    return {
        "aim": "Aim",
        "panels": [
            {
                "title": f"{measure} in 100",
                "lines": [
                    {
                        "name": bare(name),
                        "at": at,
                        "points": [(aim, float(100 * chance)) for aim, chance in _points(curve, measure)],
                    }
                    for at, (name, curve) in enumerate(compared.curves)
                    if measure in curve.measures
                ],
            }
            for measure in _measures(compared.curves)
        ],
    }


def _grids(compared: Comparison) -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
    """Yield a grid for each measure: by aim, a column for each curve; a row that repeats the one before is left out."""
    for measure in _measures(compared.curves):
        curves = [(name, dict(_points(curve, measure))) for name, curve in compared.curves if measure in curve.measures]
        rows: list[Sequence[str]] = []
        held = [_NONE] * len(curves)
        for aim in sorted({aim for _, points in curves for aim in points}):
            now = [
                in_100(points[aim]) if aim in points else before
                for (_, points), before in zip(curves, held, strict=True)
            ]
            if now != held:
                rows.append((str(aim), *now))
            held = now
        yield (measure, *(name for name, _ in curves)), rows


def _alt(compared: Comparison) -> str:
    """Return the ends of every line."""
    ends = [
        f"{measure}: "
        + "; ".join(
            f"{name} {in_100(points[0][1])} at aim {points[0][0]}, {in_100(points[-1][1])} at {points[-1][0]}"
            for name, curve in compared.curves
            if (points := _points(curve, measure))
        )
        for measure in _measures(compared.curves)
    ]
    return clip(bare(f"{compared.title}: chances in 100 by aim. {'. '.join(ends)}."), _ALT)


def _measures(curves: Named) -> list[str]:
    return list(dict.fromkeys(measure for _, curve in curves for measure in curve.measures))


def _points(curve: Curve, measure: str) -> list[tuple[int, Fraction]]:
    if measure not in curve.measures:
        return []
    n = curve.measures.index(measure)
    return [(aim, chances[n]) for aim, chances in curve.points]


def in_100(chance: Fraction) -> str:
    """Return a chance in 100 to a tenth; only impossible is shown as 0, and only certain as 100."""
    tenths = int(chance * 1000 + Fraction(1, 2))
    if chance < 1 and tenths == 1000:
        return ">99.9"
    if chance and not tenths:
        return "<0.1"
    return f"{tenths / 10:g}"
