"""The Effective Accuracy Level: range, stance and situation, visibility, motion, size (3.1; tables 4A to 4G)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Ruling, Step, Term
from rules.phoenix.basics import times
from rules.phoenix.basics.arms import Grenade, Gun
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import AUTOMATIC, on
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import one_handed
from rules.phoenix.shooting.aim.how import BRACED, How
from rules.phoenix.shooting.carrying import gear
from rules.phoenix.shooting.targets import circumstances, sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.phoenix.shooting.targets.situation import hip_fire
from rules.tables.cells import INT, Number, Word

SINGLE, ELEVATION = "Single Shot", "Burst Elev."
_DUCKS, _DUCKING = -5, -10
"""The modifiers of a Reflexive Duck for shots at the fighter that ducks, and for that fighter's own shots (3.1)."""
_FAST, _SLOW = -10, -5
"""The values of 4D's blanks, left and right of its numbers (T12)."""
_ONE_ARM = Ruling("O35", "with one arm disabled, every weapon is fired one-handed")
_ONE_HEX = 1
"""The speed if the words only say that a fighter moves."""


@dataclass(frozen=True, slots=True)
class Motion:
    """The result of table 4D for a speed at a range: the modifier, whether it limits the aim, and the cell."""

    speed: Number
    value: int
    limited: bool
    steps: tuple[Step, ...]


def terms(attempt: Attempt, aimed: Term, encounter: Encounter, book: Book) -> tuple[tuple[Term, ...], tuple[Step, ...]]:
    """Return the Accuracy Level Modifiers besides SAL and Aim Time (`aimed`), with their cells and rulings."""
    state = soldier(attempt.shooter)
    parts = [
        _range(attempt, book),
        *_stance(attempt, state, aimed, encounter, book),
        *_visibility(attempt, state, encounter, book),
        *_motion(attempt, state, encounter, book),
        _size(attempt, encounter, book),
    ]
    return tuple([term for term, _ in parts]), tuple([step for _, steps in parts for step in steps])


def column(attempt: Attempt, encounter: Encounter) -> str:
    """Return the column of table 4G: with 3.4 on, a burst throws for its elevation."""
    return ELEVATION if attempt.burst and on(encounter, AUTOMATIC) else SINGLE


def speed(state: Soldier, given: Number | None, moves: bool) -> Number:
    """Return the hexes per impulse: as given, or else as moved in this impulse; 0 without motion.

    A vehicle under way has its driving speed, and a fighter that moves at no stated speed has a speed of one hex.
    """
    if given is not None:
        return given
    if state.vehicle is not None and (state.moved or state.course):
        return Fraction(state.vehicle, times.IMPULSES)
    return state.moved or (_ONE_HEX if moves else 0)


def own_speed(state: Soldier, how: How) -> Number:
    """Return the shooter's speed in hexes per impulse."""
    return speed(state, how.speed, how.moving == "moving")


def walks(state: Soldier, how: How) -> bool:
    """Return whether the shooter moves on foot in this impulse and therefore fires from the hip."""
    return state.vehicle is None and not state.rides and own_speed(state, how) > 0


def target_motion(at: AimedTarget, how: How, hexes: int, book: Book) -> Motion | None:
    """Return the result of 4D for the target's motion, None if it does not move; a place never moves."""
    if at.ground or how.size:
        return None
    fast = speed(at.state, how.target_speed, how.target_moving and how.target_motion != "ducking")
    return motion(fast, hexes, book) if fast else None


def motion(speed: Number, hexes: int, book: Book) -> Motion:
    """Return the result of 4D for a speed (hexes per impulse) at a range."""
    cell, step = book.tables.worded(INT, "4d").lookup("Motion", speed, max(hexes, 1), detail=True)
    assert cell is not None
    value = {"FAST": _FAST, "SLOW": _SLOW}[cell] if isinstance(cell, Word) else cell
    steps: tuple[Step, ...] = (step,)
    if Fraction(listed := step.at[0][1]) != speed:
        steps += (Ruling("O8", f"{float(speed):g} hexes an impulse count as {listed}, the next faster"),)
    return Motion(speed, value, cell != "SLOW", steps)


def ducks(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[Term]:
    """Yield the terms for a shooter and for a target that duck in this impulse.

    The Reflexive Duck of fighters around cover is added to their motion (3.1). In the open the duck is that of the
    Basic Game, where moving and ducking are one modifier (2C): only the part that 4D does not subtract already counts
    (O70). A target that comes out of cover or goes behind it counts as one that ducks (the list of changes in chapter
    4).
    """
    how, at, now = attempt.how, attempt.at, encounter.clock
    state = soldier(attempt.shooter)
    if state.ducked == now or how.moving == "ducking":
        own = own_speed(state, how)
        moving = motion(own, attempt.hexes, book) if own else None
        yield from _duck("ducking", _DUCKING, moving, state.around_cover)
    if at.ground or how.size:
        return
    if at.state.ducked == now or how.target_motion == "ducking":
        around_cover = at.state.around_cover or at.behind is not None
        yield from _duck("target ducking", _DUCKS, target_motion(at, how, attempt.hexes, book), around_cover)
    elif at.state.appeared == now or how.target_motion == "appearing":
        yield Term("target appearing", _DUCKS, "3.1")


def _duck(label: str, value: int, moving: Motion | None, around_cover: bool) -> Iterator[Term]:
    if around_cover:
        yield Term(label, value, "3.1")
    elif (more := value - (moving.value if moving else 0)) < 0:
        yield Term(label, more, "2.5")


def _range(attempt: Attempt, book: Book) -> tuple[Term, tuple[Step, ...]]:
    value, step = book.tables.of(INT, "4a").lookup("Range", max(attempt.hexes, 1), detail=True)
    return Term(f"range {attempt.hexes}", value or 0, "4A"), (step,)


def _stance(
    attempt: Attempt, state: Soldier, aimed: Term, encounter: Encounter, book: Book
) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the rows of 4B that apply to a shooter in this state; none apply to throws."""
    how, weapon = attempt.how, attempt.weapon
    if isinstance(weapon, Grenade):
        return
    assert isinstance(weapon, Gun)
    hip = hip_fire(state, how) or walks(state, how)
    on_something = BRACED in how.held or state.braced == attempt.shooter.in_hand
    position, braced = state.position, on_something and not hip
    if state.exposure == "dug in":
        position, braced = "kneeling", True
    rows = [(f"{position}{', braced' * braced}", f"{position.capitalize()}{' and Braced' * braced}")]
    if hip:
        rows.append(("from the hip", "Firing from the Hip"))
    disabled = one_handed(state, encounter.clock)
    held = gear.holds(how.held, attempt.shooter, weapon, hip)
    rows += circumstances.handling(held, weapon, aimed, disabled)
    for term, steps in _listed("4b", "Situation", rows, book):
        yield term, (*steps, _ONE_ARM) if disabled and term.label == circumstances.ONE_HAND else steps


def _visibility(
    attempt: Attempt, state: Soldier, encounter: Encounter, book: Book
) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    holding = attempt.shooter.holding
    scoped = (
        holding is not None
        and holding.weapon == attempt.weapon
        and gear.fitted(state, gear.SCOPE, attempt.shooter.in_hand)
    )
    rows = circumstances.seeing(attempt.how, attempt.hexes, encounter, masked=gear.masked(state), scoped=scoped)
    yield from _listed("4c", "Visibility", rows, book)


def _motion(
    attempt: Attempt, state: Soldier, encounter: Encounter, book: Book
) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    how, at = attempt.how, attempt.at
    if own := own_speed(state, how):
        own_motion = motion(own, attempt.hexes, book)
        yield Term(f"moving at {float(own):g}", own_motion.value, "4D"), own_motion.steps
    if target := target_motion(at, how, attempt.hexes, book):
        yield Term(f"target moving at {float(target.speed):g}", target.value, "4D"), target.steps
    for term in ducks(attempt, encounter, book):
        yield term, ()


def _size(attempt: Attempt, encounter: Encounter, book: Book) -> tuple[Term, tuple[Step, ...]]:
    if attempt.how.covering:
        term, ruling = sizes.covered_hexes()
        return term, (ruling,)
    measured: sizes.Column = "Auto Elev" if column(attempt, encounter) == ELEVATION else "Target Size"
    term, lookup = sizes.size(attempt.at, attempt.how, measured, book)
    if attempt.pattern is not None and attempt.pattern > term.value:
        term = Term("pattern (SALM)", attempt.pattern, attempt.weapon.name)
    return term, (lookup,)


def _listed(
    table: str, label: str, rows: Iterable[tuple[str, str]], book: Book
) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the terms of these rows of a table, with their names; rows without effect are left out."""
    for name, row in rows:
        value, step = book.tables.of(INT, table).lookup(label, row, detail=True)
        if value:
            yield Term(name, value, table.upper()), (step,)
