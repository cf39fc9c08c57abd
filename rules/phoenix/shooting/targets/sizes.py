"""The size of a target: by its position and exposure (4E), or by its diameter in feet (4F) (3.1, 3.4, 3.6, 3.7)."""

from __future__ import annotations

from typing import Literal

from rules.engine.records.steps import Lookup, Ruling, Term
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets.aimed_target import HEX, AimedTarget
from rules.tables.cells import INT, Number

Column = Literal["Target Size", "Auto Elev", "Auto Width"]
"""A column of table 4E: for single shots and shrapnel, for the height of a burst, for its hits (3.4, 3.7, O54)."""
_LOOKING, _FIRING, _LOW_PRONE = "Look Over/Around", "Fire Over/Around", "Low Prone"
_UP = {"standing": "Standing Exposed", "kneeling": "Kneeling Exposed", "prone": "Prone / Crawl"}
_GAITS = {"running": "Running", "low crouch": "Low Crouch", "hands and knees": "Hands and Knees"}
_PARTS = {"head": "Head", "body": "Body", "legs": "Legs"}
_HEX_FEET = 6
"""The feet across a hex (2 yards): its size from above (3.6), and that of a vehicle without a size."""
_COVERED = 10
_LABELS = {
    _LOOKING: "looking over cover",
    _FIRING: "firing over cover",
    "Prone / Crawl": "prone exposed",
    "Low Crouch": "in a low crouch",
    "Hands and Knees": "on hands and knees",
}
"""The words for rows whose own names do not describe a target."""
_MEASURED = {"Auto Elev": "height", "Auto Width": "width"}


def covered_hexes() -> tuple[Term, Ruling]:
    """Return the size term of cover fire, and the ruling (5.10)."""
    return Term("covered hexes", _COVERED, "5.10"), Ruling(
        "R11", ("cover fire uses a size of +10 instead of a hex's +12")
    )


def target_size(at: AimedTarget, how: How, book: Book) -> tuple[int, Lookup]:
    """Return the Target Size ALM, and the cell."""
    term, lookup = size(at, how, "Target Size", book)
    return term.value, lookup


def auto_width(at: AimedTarget, how: How, book: Book) -> tuple[int, Lookup]:
    """Return the Auto Width, by which bursts and pellets move on table 5A (3.7, ruling O54), and the cell."""
    term, lookup = size(at, how, "Auto Width", book)
    return term.value, lookup


def size(at: AimedTarget, how: How, column: Column, book: Book) -> tuple[Term, Lookup]:
    """Return the term of a target's size, height or width, and the cell."""
    if how.size and how.feet is None:
        return _of_place(how, book)
    if how.feet is not None:
        return _by_feet(f"{_object(at, how)}, {float(how.feet):g} feet", how.feet, book)
    if at.state.vehicle is not None:
        return _by_feet(f"vehicle, {_HEX_FEET} feet", _HEX_FEET, book)
    row = _row(at, how)
    value, lookup = book.tables.of(INT, "4e").lookup("Size", row, column, detail=True)
    label = f"target {_LABELS.get(row, row.lower())}"
    return Term(label if column == "Target Size" else f"{label}, {_MEASURED[column]}", value or 0, "4E"), lookup


def _row(at: AimedTarget, how: How) -> str:
    """Return the row of 4E. A target of unknown exposure stands, kneels or lies in the open."""
    state = at.state
    match state.exposure:
        case "looking" | "dug in":
            return _LOOKING
        case "firing" | "hidden":
            return _PARTS["head"] if how.part == "head" else _FIRING
    if how.part:
        return _PARTS[how.part]
    if how.low or state.low_prone:
        return _LOW_PRONE
    gait = how.target_gait or (state.gait if state.moved else "")
    return _GAITS[gait] if gait else _UP[state.position]


def _of_place(how: How, book: Book) -> tuple[Term, Lookup]:
    if how.size == HEX and how.above:
        return _by_feet("hex from above", _HEX_FEET, book)
    value, lookup = book.tables.of(INT, "2c").lookup("Size", how.size, detail=True)
    source = "3.6" if how.size == HEX else "2C"  # both give the same
    return Term(how.size.removeprefix("Target is a ").lower(), value or 0, source), lookup


def _by_feet(what: str, feet: Number, book: Book) -> tuple[Term, Lookup]:
    value, lookup = book.tables.of(INT, "4f").lookup("Size", feet, detail=True)
    return Term(what, value or 0, "4F"), lookup


def _object(at: AimedTarget, how: How) -> str:
    return how.size.removeprefix("Target is a ").lower() if how.size else "target"
