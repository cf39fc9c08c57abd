"""The effects of the situation on the Shot Accuracy of the Basic Game: table 2C (2.5)."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Step, Term
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import MODIFIERS, on
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.cells import INT

_MODIFIERS, _BRACED = "2c", "4b"


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Step, ...]]:
    """Return the terms of table 2C that apply, and their cells."""
    state, target, how = soldier(attempt.shooter), attempt.at, attempt.how
    terms, lookups = list[Term](), list[Step]()
    size = how.size
    if size:
        # A shot at a place does not depend on the motion of a target there.
        target, how = AimedTarget("", target.name, Soldier()), replace(how, target_motion="")
    if on(encounter, MODIFIERS):
        for label, table, row in _situations(state, target, how, encounter):
            value, lookup = book.tables.of(INT, table).lookup("Modifier", row, detail=True)
            if value:
                terms.append(Term(label, value, table.upper()))
                lookups.append(lookup)
    if size:
        value, lookup = book.tables.of(INT, _MODIFIERS).lookup("Modifier", size, detail=True)
        terms.append(Term(size.lower(), value or 0, _MODIFIERS.upper()))
        lookups.append(lookup)
    if how.covering:
        term, ruling = sizes.covered_hexes()
        terms.append(term)
        lookups.append(ruling)
    return tuple(terms), tuple(lookups)


def hip_fire(state: Soldier, how: How) -> bool:
    """Return whether the shot is from the hip: `how:` says so, or the shooter has not assumed a Firing Stance (2.5)."""
    return how.stance == "hip" or (how.stance != "stance" and not state.firing_stance)


def _situations(state: Soldier, target: AimedTarget, how: How, encounter: Encounter) -> list[tuple[str, str, str]]:
    """Return the rows of table 2C that apply: a term's label, the table, the row."""
    now, rows = encounter.clock, []
    if state.exposure == "dug in":
        rows.append(("kneeling, braced", _BRACED, "Kneeling and Braced"))
    else:
        rows.append((state.position, _MODIFIERS, state.position.capitalize()))
    if hip_fire(state, how):
        rows.append(("hip firing", _MODIFIERS, "Hip Firing"))
    if state.moved or state.ducked == now or how.moving:
        rows.append(("moving or ducking", _MODIFIERS, "Shooter Moving or Ducking"))
    at = target.state
    if at.moved or now in (at.ducked, at.appeared) or how.target_moving:
        why = "moving" if at.moved else "ducking" if at.ducked == now else "appearing" if at.appeared == now else ""
        rows.append((f"target {why or 'moving'}", _MODIFIERS, "Target Moving, Ducking, or Appearing"))
    match at.exposure:
        case "looking" | "dug in":
            rows.append(("target looking over cover", _MODIFIERS, "Looking Over Cover"))
        case "firing" | "hidden":
            rows.append(("target firing over cover", _MODIFIERS, "Firing Over Cover"))
        case "exposed":
            rows.append((f"target {at.position} exposed", _MODIFIERS, f"{at.position.capitalize()} Exposed"))
    if how.smoke:
        rows.append((f"smoke {how.smoke.lower()}", _MODIFIERS, how.smoke))
    return rows
