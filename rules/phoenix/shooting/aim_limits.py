"""How much aim counts for somebody who moves, or at somebody who does (2.2, 3.1; table 4D)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.model import Combatant, Encounter
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import combat_actions, share
from rules.phoenix.shooting import level
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.targets.sighting import Mark
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import ACCURACY, on
from rules.phoenix.times import IMPULSES


@dataclass(frozen=True, slots=True)
class Limit:
    """How many actions of aim count at most: those of this impulse, or of `impulses`; `why` follows a colon."""

    actions: int
    impulses: int
    why: str


def limit(shooter: Combatant, at: Mark, how: How, hexes: int | None, encounter: Encounter, book: Book) -> Limit | None:
    """One impulse's worth for somebody who moves in this one, or says so (2.2, ruling O24); two at a target that moves,
    unless it is slow for its range (3.1); None without a limit, and in a quick ruling. `hexes`: None for a range that
    nobody knows."""
    state = soldier(shooter)
    if not encounter.timed or state.actions is None:
        return None
    advanced = on(encounter, ACCURACY)
    moves = level.own_speed(state, how) if advanced else state.moved or how.moving == "moving"
    if moves:
        return Limit(_worth(shooter, 1, encounter, book), 1, f"{shooter.name} moves in this impulse")
    theirs = level.target_motion(at, how, hexes, book) if advanced and hexes is not None else None
    if theirs is None or not theirs.limited:
        return None
    return Limit(_worth(shooter, 2, encounter, book), 2, f"{at.name} moves fast for his range (4D)")


def _worth(shooter: Combatant, impulses: int, encounter: Encounter, book: Book) -> int:
    """His actions in so many impulses, of which this is the last."""
    actions, last = combat_actions(soldier(shooter), encounter.clock, book), encounter.clock.impulse
    return sum(share(actions, (last - back - 1) % IMPULSES + 1, book) for back in range(impulses))
