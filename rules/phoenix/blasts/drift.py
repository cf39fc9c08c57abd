"""The scatter of the Advanced Rules: the place where an explosive round that misses comes down (3.6, 5C; O13, O38,
O50).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from rules.engine.records.frozen import dataclass
from rules.phoenix.blasts.scatter import SHORT
from rules.phoenix.blasts.site import WAYS, Line, Site, within, within_range
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.aim.level import SINGLE
from rules.phoenix.shooting.firing.near_misses import BEST, level_of_4g
from rules.tables.cells import INT, ODDS
from rules.words.phrases import counted

FARTHEST = 28
"""The last difference of table 5C, used for larger ones too (ruling O13)."""


@dataclass(frozen=True, slots=True)
class Miss:
    """The size of a miss: the level whose odds are just greater than the roll (`beaten` if there is none), the
    difference in levels, and the hexes.
    """

    level: int
    difference: int
    hexes: int
    beaten: bool


def missed(level: int, roll: int, book: Book, column: str = SINGLE) -> Miss:
    """Return the size of a roll's miss at this Effective Accuracy Level, in 4G's column of single shots or of
    bursts.
    """
    higher = level_of_4g(roll, column, book)
    hit_level = BEST if higher is None else higher
    difference = hit_level - level
    return Miss(hit_level, difference, book.tables.of(INT, "5c").lookup("", difference)[0] or 0, higher is None)


def spread(level: int, line: Line, most: int, book: Book, column: str = SINGLE) -> Mapping[int, Fraction]:
    """Return, for each number of hexes, how many of 100 throws at this Effective Accuracy Level come down so far from
    the target; 0 is a hit. The limits are those of `drift`.
    """
    own = book.tables.of(ODDS, "4g").lookup("", level, column)[0]
    rolls = Counter(
        0 if own is not None and roll <= own else missed(level, roll, book, column).hexes for roll in range(100)
    )
    off = dict[int, Fraction]()
    for hexes, number in rolls.items():
        sites = _sites(hexes, line)
        for site in sites:
            apart = within_range(site, line, most).apart
            off[apart] = off.get(apart, Fraction(0)) + Fraction(number, len(sites))
    return off


def _sites(hexes: int, line: Line) -> list[Site]:
    """Return the sites of a shot that is so many hexes off, each as likely as the others."""
    if hexes == 1:
        return [line.beside(way + 1) for way in range(WAYS)]
    return [_short(hexes, line), line.straight(hexes)] if hexes else [line.target]


def _short(hexes: int, line: Line) -> Site:
    return line.straight(-min(hexes, line.length))


def drift(level: int, roll: int, line: Line, most: int, scene: Scene, column: str = SINGLE) -> Site:
    """Throw and return the site at which a shot that missed comes down.

    It is never behind the shooter, and never farther from them than `most` hexes (MR or R).
    """
    miss = missed(level, roll, scene.book, column)
    if miss.beaten:
        scene.rule("O38", f"{roll:02} is above all odds in 4G, so EAL {BEST} counts", section="3.6")
    else:
        levels = scene.book.tables.of(ODDS, "4g")
        scene.lookup("Scatter", levels, miss.level, column, detail=True, section="3.6")
    scene.lookup("Scatter", scene.book.tables.of(INT, "5c"), miss.difference, detail=True, section="3.6")
    if miss.difference > FARTHEST:
        scene.rule("O13", f"a difference over {FARTHEST} counts as {FARTHEST}", section="3.6")
    sign = f"- {level}" if level >= 0 else f"+ {-level}"
    off = counted(miss.hexes, "hex")
    text = f"{roll:02} would need EAL {miss.level} to hit: {miss.level} {sign} = {miss.difference}, {off}"
    scene.note("Scatter", text, section="3.6", brief=off)
    site = _beside(line, scene) if miss.hexes == 1 else _straight(line, miss.hexes, scene)
    return within(site, line, most, scene, "3.6")


def _beside(line: Line, scene: Scene) -> Site:
    scene.rule("O50", "a miss by one hex: 1 is straight beyond the target, then clockwise", section="3.6")
    return line.beside(scene.throw("Scatter", "which hex", 1, WAYS, section="3.6"))


def _straight(line: Line, hexes: int, scene: Scene) -> Site:
    ways = f"0-{SHORT} is short, {SHORT + 1}-9 is long"
    if scene.throw("Scatter", "short or long", 0, 9, ways, section="3.6") > SHORT:
        return line.straight(hexes)
    if hexes > line.length:
        scene.rule("O50", "it never lands behind the shooter or thrower", section="3.6")
    return _short(hexes, line)
