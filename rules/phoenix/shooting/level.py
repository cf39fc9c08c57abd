"""The Effective Accuracy Level: range, stance and situation, visibility, motion, size (3.1; 4A to 4G)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.cells import INT, Number, Word
from rules.model import Encounter
from rules.phoenix.arms import Grenade
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import one_handed
from rules.phoenix.shooting import sizes
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.sighting import Attempt
from rules.phoenix.shooting.situation import hip_fire
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import AUTOMATIC, LIGHT, on, value
from rules.steps import Lookup, Term

SINGLE, ELEVATION = "Single Shot", "Burst Elev."
FAST, SLOW = Word("FAST"), Word("SLOW")
_ALMS = {FAST: -10, SLOW: -5}
_DUCKING, _TARGET_DUCKING = -10, -5
_IMPULSES = 4
"""In a phase."""
_LIGHT = {
    "dusk": "Dusk",
    "full moon": "Night Full Moon",
    "half moon": "Night 1/2 Moon",
    "no moon": "Night No Moon",
}
_POSITIONS = {
    ("standing", False): "Standing",
    ("standing", True): "Standing and Braced",
    ("kneeling", False): "Kneeling",
    ("kneeling", True): "Kneeling and Braced",
    ("prone", False): "Prone",
    ("prone", True): "Prone and Braced",
}
_HEX, _HEX_FROM_ABOVE = 12, 6

_Part = tuple[Term, Lookup | None]


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Lookup, ...]]:
    """The Accuracy Level Modifiers besides Aim Time and SAL, and the cells they come from."""
    parts = tuple(_parts(attempt, encounter, book))
    return tuple(term for term, _ in parts), tuple(step for _, step in parts if step)


def column(attempt: Attempt, encounter: Encounter) -> str:
    """The column of table 4G: a burst throws for its elevation where automatic fire goes by 3.4."""
    return ELEVATION if attempt.burst and on(encounter, AUTOMATIC) else SINGLE


def shooter_speed(state: Soldier, how: How) -> Number:
    """Hexes he moves in this impulse under his own power."""
    if how.speed is not None:
        return how.speed
    return state.moved or (1 if how.moving == "moving" else 0)


def target_speed(state: Soldier, how: How) -> Number:
    """Hexes the target moves in this impulse."""
    if how.target_speed is not None:
        return how.target_speed
    return state.moved or (1 if how.target_moving else 0)


def motion(speed: Number, hexes: int, book: Book) -> tuple[int | Word, Lookup]:
    """The cell of table 4D: an ALM with aim of 2 impulses at most, FAST likewise, SLOW without a limit (T12)."""
    found, step = book.tables.worded(INT, "4d").lookup("Motion", speed, hexes, detail=True)
    assert found is not None
    return found, step


def _parts(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[_Part]:
    state, how, hexes = soldier(attempt.shooter), attempt.how, max(attempt.hexes, 1)
    far, step = book.tables.of(INT, "4a").lookup("Range", hexes, detail=True)
    yield Term(f"range {attempt.hexes}", far or 0, "4A"), step
    thrown = isinstance(attempt.weapon, Grenade)
    if not thrown:
        for label, row in _stance(attempt, state, encounter):
            yield from _listed("4b", label, row, book)
    for row in _visibility(how, encounter):
        yield from _listed("4c", row[:1].lower() + row[1:], row, book)
    if speed := shooter_speed(state, how):
        yield _moves("moving", speed, hexes, book)
    if state.ducked == encounter.clock or how.moving == "ducking":
        yield Term("ducking", _DUCKING, "3.1"), None
    if how.size:
        # What the target does is nothing to a shot at where he is.
        yield _place(how, book)
        return
    at = attempt.at.state
    if speed := target_speed(at, how):
        yield _moves("target moving", speed, hexes, book)
    if at.ducked == encounter.clock:
        yield Term("target ducking", _TARGET_DUCKING, "3.1"), None
    yield _size(attempt, encounter, book)


def _stance(attempt: Attempt, state: Soldier, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """What holds of table 4B: a term's label and the row."""
    how, dug_in = attempt.how, state.exposure == "dug in"
    position, braced = ("kneeling", True) if dug_in else (state.position, "braced" in how.held)
    yield f"{position}{', braced' if braced else ''}", _POSITIONS[position, braced]
    if hip_fire(state, how) or shooter_speed(state, how):
        yield "from the hip", "Firing from the Hip"
    pistol = attempt.weapon.group == "pistols"
    if "one hand" in how.held or one_handed(state, encounter.clock):
        kind = "Pistol" if pistol else "Rifle"
        yield "one hand", f"Firing {kind} with One Hand"
    for said in how.held:
        if row := HELD.get(said):
            yield said, row


HELD = {
    "sling": "Using Sling for Support (Aim Time >7)",
    "folding stock not used": "Folding Stock Not Used",
    "double action": "Firing Pistol Double Action",
    "bipod not braced": "Deployed Bipod Not Braced",
    "bipod": "Bipod Mounted Weapon",
    "tripod": "Tripod Mounted Weapon",
    "turret": "Turret Mounted Weapon",
    "shoulder stock": "Pistol with Shoulder Stock",
}
"""How the weapon is held, as `how:` says, and the row of table 4B."""


def _visibility(how: How, encounter: Encounter) -> Iterator[str]:
    """The rows of table 4C."""
    light = _LIGHT.get(value(encounter, LIGHT))
    if light:
        yield light
    if how.smoke:
        yield "Smoke, Haze, Fog"
    yield from how.seen


def _listed(table: str, label: str, row: str, book: Book) -> Iterator[_Part]:
    found, step = book.tables.of(INT, table).lookup("Situation", row, detail=True)
    if found:
        yield Term(label, found, table.upper()), step


def _moves(label: str, speed: Number, hexes: int, book: Book) -> _Part:
    found, step = motion(speed, hexes, book)
    alm = _ALMS[found] if isinstance(found, Word) else found
    return Term(f"{label} {float(speed):g}", alm, "4D"), step


def _place(how: How, book: Book) -> _Part:
    """A hex, window or door that is aimed at (3.6): by its feet, or as table 2C has it."""
    feet: Number | None = Fraction(_HEX_FROM_ABOVE) if how.above and how.feet is None else how.feet
    label = how.size.lower()
    if feet is not None:
        found, step = book.tables.of(INT, "4f").lookup("Size", feet, detail=True)
        return Term(f"{label}, {float(feet):g} feet", found or 0, "4F"), step
    found, step = book.tables.of(INT, "2c").lookup("Size", how.size, detail=True)
    return Term(label, found or 0, "2C"), step


def _size(attempt: Attempt, encounter: Encounter, book: Book) -> _Part:
    burst = column(attempt, encounter) == ELEVATION
    found, step = sizes.of(attempt.at, attempt.how, sizes.ELEVATION if burst else sizes.SIZE, book)
    if attempt.pattern is not None and attempt.pattern > found:
        return Term("pattern (SALM)", attempt.pattern, attempt.weapon.name), step
    return Term(f"target {step.at[0][1].lower()}", found, "4F" if attempt.how.feet is not None else "4E"), step
