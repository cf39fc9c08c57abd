"""The time it takes to spot a fighter, by terrain, range, motion and Target Size (5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.derived import derived
from rules.engine.records.errors import NoRule, RangeWanted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Lookup
from rules.grid import hexes
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import SPOTTING_SKILL, TERRAIN, on, value
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.book import Book
from rules.phoenix.ground import view
from rules.phoenix.harm.fitness import allotment, share
from rules.phoenix.people.sheets.character import combat_actions
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import INT
from rules.tables.table import Table
from rules.words.phrases import counted, several

Motion = Literal["Moving", "Using CA", "Frozen"]
SIZES = (8, 4, 0)
FARTHEST = 39
"""The last range of the table, in hexes (ruling T39)."""
_LASTS = (9, 19, FARTHEST)
"""The last range of each line of the table, in hexes."""
_SPEED, _AVERAGE = 4, 4
"""The Maximum Speed for reading Combat Actions for spotting, and the actions of an average soldier."""


@dataclass(frozen=True, slots=True)
class SpottingTime:
    """A Spotting Time with the cells it comes from, the target's motion, and the range in hexes."""

    number: int
    motion: Motion
    hexes: int
    steps: tuple[Lookup, ...]


def spotting_time(
    spotter: Combatant, target: Combatant, encounter: Encounter, book: Book, given: int | None = None
) -> SpottingTime:
    """Return the Spotting Time with both fighters as they are in this impulse.

    `given` is the range in hexes if neither the map nor an earlier order has it. Raises RangeWanted for an unknown
    range, NoRule if the table has no time (T39).
    """
    between = apart(spotter, target, encounter, given)
    if between is None:
        raise RangeWanted(
            f"How far away is {target.reference}? Put both on the map, or give hexes: /act spot"
            f" {target.reference} at 12 hexes."
        )
    if between > FARTHEST:
        raise NoRule(
            f"{target.reference} is {between} hexes away, and the table ends at {FARTHEST} (erratum T39)."
            " Move closer first."
        )
    size, measured = _size(view.as_seen(spotter, target, encounter), encounter, book)
    column = _column(size)
    if column is None:
        raise NoRule(
            f"{target.reference} shows too little to be spotted until they come up (Target Size {size}; erratum T39)."
        )
    now = motion(target, encounter, book)
    number, step = _table(book, value(encounter, TERRAIN)).lookup("Time", between, f"{now} {column}", section="5.2")
    return SpottingTime(number or 0, now, between, (measured, step))


def times_by_range(target: Combatant, encounter: Encounter, book: Book) -> Mapping[int, int]:
    """Return the Spotting Times of the target in this impulse, by the last hex of each range.

    A target too small for the table, such as one dug in, has none, except that it is seen as it fires (scenario 1).
    """
    # Everyone who looks asks for the same times.
    kept = _times_found(encounter)
    last = kept.get(target.id)
    if last is None or last[0] is not target:
        last = kept[target.id] = target, _times_of(target, encounter, book)
    return last[1]


@derived("clock", "switches")
def _times_found(encounter: Encounter) -> dict[str, tuple[Combatant, Mapping[int, int]]]:
    """Return the Spotting Times so far, each with the target as it was, by id."""
    return {}


def _times_of(target: Combatant, encounter: Encounter, book: Book) -> Mapping[int, int]:
    column = _column(_size(target, encounter, book)[0])
    if column is None:
        return {FARTHEST: 0} if soldier(target).fired == encounter.clock else {}
    return _times(book, value(encounter, TERRAIN), motion(target, encounter, book), column)


@lru_cache(maxsize=512)
def _times(book: Book, terrain: str, now: Motion, column: int) -> Mapping[int, int]:
    """Return a column of Spotting Times, by the last hex of each range."""
    table = _table(book, terrain)
    # Encounters keep this dict, and are sent to the process for long orders.
    return {last: table.lookup("", last, f"{now} {column}")[0] or 0 for last in _LASTS}


def time_at(hexes: int | None, times: Mapping[int, int]) -> int | None:
    """Return the Spotting Time at this range, or None if there is none or the range is unknown."""
    if hexes is None:
        return None
    for last, time in times.items():
        if hexes <= last:
            return time
    return None


def apart(spotter: Combatant, target: Combatant, encounter: Encounter, given: int | None = None) -> int | None:
    """Return the range in hexes to where the target is last seen: by the map, else as `given`, else as last given.

    Return None if it is unknown.
    """
    return range_to(view.as_seen(spotter, target, encounter), spotter, encounter, given)


def range_to(seen: Combatant, spotter: Combatant, encounter: Encounter, given: int | None = None) -> int | None:
    """Return the range in hexes to a target in the place where the spotter sees them, by the same sources as
    `apart`.
    """
    if spotter.place and seen.place:
        return hexes.distance(spotter.place, seen.place)
    return encounter.apart(spotter.id, seen.id) if given is None else given


def motion(of: Combatant, encounter: Encounter, book: Book) -> Motion:
    """Return the fighter's motion in this impulse, by their record.

    Looking, listening and thinking take no actions, speaking is no motion, and an incapacitated fighter is Frozen.
    """
    state, clock = soldier(of), encounter.clock
    if state.moved:
        return "Moving"
    if state.out(clock):
        return "Frozen"
    if clock in (state.fired, state.burst, state.ducked, state.appeared):
        return "Using CA"
    return (
        "Using CA"
        if state.actions is not None and state.left + state.spoken < allotment(state, clock, book)
        else "Frozen"
    )


def pace(spotter: Combatant, encounter: Encounter, book: Book) -> tuple[int, ...]:
    """Return how much of a Spotting Time the spotter does in each impulse of a phase.

    It is one impulse. With the switch `spotting skill` it is the actions of table 1D for their ISF, or those of an
    average soldier if it is unknown.
    """
    if not on(encounter, SPOTTING_SKILL):
        return (1,) * IMPULSES
    actions = spotting_actions(spotter, book)
    return tuple(share(actions, impulse, book) for impulse in range(1, IMPULSES + 1))


def done(pace: tuple[int, ...], since: Clock, until: Clock) -> int:
    """Return how much of a Spotting Time is done at this pace from the impulse `since` on and before the impulse
    `until`.
    """
    first = since.impulse - 1
    phases, rest = divmod((until.turn - since.turn) * IMPULSES + until.impulse - since.impulse, IMPULSES)
    return phases * sum(pace) + sum((*pace, *pace)[first : first + rest])


def spotting_actions(spotter: Combatant, book: Book) -> int:
    """Return the spotter's Combat Actions for spotting: table 1D at a Maximum Speed of 4."""
    isf = soldier(spotter).isf
    return _AVERAGE if isf is None else combat_actions(_SPEED, isf, book)


def unit(encounter: Encounter) -> str:
    """Return the unit in which a Spotting Time is counted here: "impulses"."""
    return several(_one(encounter))


def words(number: int, encounter: Encounter) -> str:
    """Return a Spotting Time in words: "54 impulses"."""
    return counted(number, _one(encounter))


def _one(encounter: Encounter) -> str:
    return "spotting action" if on(encounter, SPOTTING_SKILL) else "impulse"


def _column(size: int) -> int | None:
    """Return the column for a Target Size, rounded down, or None below the last (T39)."""
    return next((least for least in SIZES if size >= least), None)


def _table(book: Book, terrain: str) -> Table[int]:
    return book.tables.of(INT, "spotting_" + terrain.replace(" ", "_"))


def _size(target: Combatant, encounter: Encounter, book: Book) -> tuple[int, Lookup]:
    """Return the Target Size of table 4E, in the Basic Game as well. An incapacitated target counts as prone."""
    state = soldier(target)
    if state.out(encounter.clock):
        state = altered(state, position="prone")
    return sizes.target_size(AimedTarget(target.id, target.reference, state, target.place), How(), book)
