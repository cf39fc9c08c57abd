"""How large a target is by how he shows himself (4E) or by feet (4F); how tall and wide, for bursts (3.1, 3.7)."""

from __future__ import annotations

from rules.cells import INT
from rules.phoenix.book import Book
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.sighting import Mark
from rules.phoenix.soldier import Soldier
from rules.steps import Lookup

SIZE, ELEVATION, WIDTH = "Target Size", "Auto Elev", "Auto Width"
_PARTS = {"head": "Head", "body": "Body", "legs": "Legs"}
_GAITS = {"running": "Running", "low crouch": "Low Crouch", "hands and knees": "Hands and Knees"}


def target_size(mark: Mark, how: How, book: Book) -> tuple[int, Lookup]:
    """The Target Size ALM."""
    return of(mark, how, SIZE, book)


def auto_width(mark: Mark, how: How, book: Book) -> tuple[int, Lookup]:
    """The Automatic Width, by which a burst's or a pattern's hits move (3.7, ruling O54)."""
    return of(mark, how, WIDTH, book)


def of(mark: Mark, how: How, column: str, book: Book) -> tuple[int, Lookup]:
    """An ALM of table 4E, or of 4F where `how:` gives feet, and its cell."""
    if how.feet is not None:
        value, step = book.tables.of(INT, "4f").lookup("Size", how.feet, detail=True)
    else:
        value, step = book.tables.of(INT, "4e").lookup("Size", row(mark.state, how), column, detail=True)
    assert value is not None
    return value, step


def row(state: Soldier, how: How) -> str:
    """The row of table 4E; of whom nobody has said how he shows himself all of him shows."""
    if how.part:
        return _PARTS[how.part]
    match state.exposure:
        case "looking" | "dug in":
            return "Look Over/Around"
        case "firing" | "hidden":
            return "Fire Over/Around"
    if how.low:
        return "Low Prone"
    if state.moved and state.gait:
        return _GAITS[state.gait]
    return "Prone / Crawl" if state.position == "prone" else f"{state.position.capitalize()} Exposed"
