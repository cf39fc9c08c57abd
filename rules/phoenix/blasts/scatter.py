"""The scatter of the Basic Game: the hexes by which an explosive round that misses is long or short (2.11)."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.aim.accuracy import HIT
from rules.phoenix.shooting.firing.near_misses import last_of_2a, row_of_2a
from rules.tables.cells import ODDS
from rules.words.phrases import counted

SHORT = 4
"""The highest roll of 0 to 9 for a shot that is short."""


@dataclass(frozen=True, slots=True)
class Miss:
    """The size of a miss: the row of 2A whose odds are just greater than the roll, the difference in rows, and the
    hexes.

    `capped`: a third of the range limits the hexes.
    """

    row: int
    difference: int
    hexes: int
    capped: bool


def missed(accuracy: int, roll: int, range: int, book: Book) -> Miss:
    """Return the size of a roll's miss at this Shot Accuracy and range in hexes.

    It is half the difference, at most a third of the range (ruling O10). A Shot Accuracy above the last row of 2A
    counts as that row (ruling O11).
    """
    row = row_of_2a(roll, range, book)
    difference = row - min(accuracy, last_of_2a(book))
    half, most = -(-difference // 2), range // 3
    return Miss(row, difference, min(half, most), half > most)


def scatter(accuracy: int, roll: int, range: int, scene: Scene) -> int:
    """Throw and return by how many hexes a shot that missed is long; below 0 it is short."""
    miss = missed(accuracy, roll, range, scene.book)
    table = scene.book.tables.worded(ODDS, "2a")
    last = last_of_2a(scene.book)
    if miss.row > last:
        ruling = f"no row of 2A has odds above {roll:02} at {range} hexes, so one row beyond {last} counts"
        scene.rule("O38", ruling, section="2.11")
    elif scene.lookup("Scatter", table, miss.row, range, detail=True, section="2.11") == HIT:
        ruling = f"no number in 2A is above {roll:02} at {range} hexes, so the first HIT counts"
        scene.rule("O38", ruling, section="2.11")
    if accuracy > last:
        scene.rule("O11", f"SA {accuracy} counts as {last}, the last row of 2A", section="2.11")
    accuracy = min(accuracy, last)
    sign = f"- {accuracy}" if accuracy >= 0 else f"+ {-accuracy}"
    half = counted(-(-miss.difference // 2), "hex")
    text = (
        f"{roll:02} would need SA {miss.row} to hit: {miss.row} {sign} = {miss.difference}, halved"
        f" and rounded up: {half}"
    )
    if miss.capped:
        text += f", but at most a third of {range}: {miss.hexes}"
        scene.rule("O10", "a third of the range, rounded down", section="2.11")
    scene.note("Scatter", text, section="2.11", brief=counted(miss.hexes, "hex"))
    if not miss.hexes:
        scene.rule(
            "O42", ("a shot that cannot miss by a hex bursts in the target hex, but not in contact"), section="2.11"
        )
        return 0
    ways = f"0-{SHORT} is short, {SHORT + 1}-9 is long"
    roll = scene.throw("Scatter", "short or long", 0, 9, ways, section="2.11")
    return miss.hexes if roll > SHORT else -miss.hexes
