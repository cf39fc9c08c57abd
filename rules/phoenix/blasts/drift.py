"""Where an explosive round that misses comes down by table 5C: the Advanced Rules' scatter (3.6; O13, O38, O50)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from rules.phoenix.blasts.scatter import SHORT
from rules.phoenix.blasts.site import WAYS, Line, Site
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.level import SINGLE
from rules.phoenix.shooting.near_misses import BEST, level_of_4g
from rules.tables.cells import INT, ODDS
from rules.words.phrases import counted

FARTHEST = 28
"""The last difference of table 5C; beyond it the same holds (ruling O13)."""


@dataclass(frozen=True, slots=True)
class Miss:
    """By how much it misses: the level whose odds are just greater than the roll (`beaten` if there is none), how many
    levels are between, and hexes."""

    level: int
    difference: int
    hexes: int
    beaten: bool


def missed(level: int, roll: int, book: Book) -> Miss:
    """By how many hexes a roll misses at this Effective Accuracy Level."""
    better = level_of_4g(roll, SINGLE, book)
    found = BEST if better is None else better
    difference = found - level
    return Miss(found, difference, book.tables.of(INT, "5c").lookup("", difference)[0] or 0, better is None)


def spread(level: int, book: Book) -> Mapping[int, int]:
    """By how many hexes it misses, 0 for a hit, in so many of 100 throws at this Effective Accuracy Level, where
    neither the range nor the thrower limits it."""
    own = book.tables.of(ODDS, "4g").lookup("", level, SINGLE)[0]
    return Counter(0 if own is not None and roll <= own else missed(level, roll, book).hexes for roll in range(100))


def drift(level: int, roll: int, line: Line, most: int, scene: Scene) -> Site:
    """Where a shot that missed comes down; throws to which side, or whether long or short. Not behind who fired or
    threw it, nor farther from him than `most` hexes (MR or R)."""
    miss = missed(level, roll, scene.book)
    if miss.beaten:
        scene.rule("O38", f"no odds in 4G are greater than {roll:02}: EAL {BEST} counts")
    else:
        scene.lookup("Scatter", scene.book.tables.of(ODDS, "4g"), miss.level, SINGLE, detail=True)
    scene.lookup("Scatter", scene.book.tables.of(INT, "5c"), miss.difference, detail=True)
    if miss.difference > FARTHEST:
        scene.rule("O13", f"a difference above {FARTHEST} counts as {FARTHEST}")
    sign = f"- {level}" if level >= 0 else f"+ {-level}"
    off = counted(miss.hexes, "hex")
    scene.note("Scatter", f"{roll:02} would hit at EAL {miss.level}: {miss.level} {sign} = {miss.difference}, {off}")
    site = _beside(line, scene) if miss.hexes == 1 else _straight(line, miss.hexes, scene)
    return _within(site, line, most, scene)


def _beside(line: Line, scene: Scene) -> Site:
    scene.rule("O50", "by one hex: 1 is straight beyond the target, then clockwise")
    return line.beside(scene.throw("Scatter", "into which hex", 1, WAYS))


def _straight(line: Line, hexes: int, scene: Scene) -> Site:
    ways = f"0-{SHORT} for short, {SHORT + 1}-9 for long"
    if scene.throw("Scatter", "whether it is long or short", 0, 9, ways) > SHORT:
        return line.straight(hexes)
    if hexes > line.length:
        scene.rule("O50", "it does not come down behind whoever fired or threw it")
    return line.straight(-min(hexes, line.length))


def _within(site: Site, line: Line, most: int, scene: Scene) -> Site:
    """The site, or the farthest on the line that can be reached."""
    if site.range <= most:
        return site
    scene.rule("O50", f"it goes no farther than {counted(most, 'hex')}")
    return line.straight(max(most - line.length, 0))
