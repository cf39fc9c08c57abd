"""How much aim counts for a shooter who moves, and at a target that moves (2.2, 3.1; table 4D)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.model import Combatant, Encounter
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import combat_actions, share
from rules.phoenix.shooting import level
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.targets.sighting import AimedTarget
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import ACCURACY, on
from rules.phoenix.times import IMPULSES


@dataclass(frozen=True, slots=True)
class Limit:
    """The most actions of aim that count: those of the last `impulses`; `why` is written before a colon."""

    actions: int
    impulses: int
    why: str


def limit(
    shooter: Combatant, at: AimedTarget, how: How, hexes: int | None, encounter: Encounter, book: Book
) -> Limit | None:
    """The limit of the aim, None without one and in a quick ruling. `hexes`: None for an unknown range.

    A shooter who moves counts one impulse of aim (2.2, ruling O24). At a moving target two impulses count, unless it is
    slow for its range (3.1).
    """
    state = soldier(shooter)
    if not encounter.timed or state.actions is None:
        return None
    advanced = on(encounter, ACCURACY)
    moves = level.own_speed(state, how) if advanced else state.moved or how.moving == "moving"
    if moves:
        return Limit(_worth(shooter, 1, encounter, book), 1, f"{shooter.reference} moves in this impulse")
    theirs = level.target_motion(at, how, hexes, book) if advanced and hexes is not None else None
    if theirs is None or not theirs.limited:
        return None
    return Limit(_worth(shooter, 2, encounter, book), 2, f"{at.name} moves fast for his range (4D)")


def _worth(shooter: Combatant, impulses: int, encounter: Encounter, book: Book) -> int:
    """The shooter's actions in this many impulses, up to and including this one."""
    actions, last = combat_actions(soldier(shooter), encounter.clock, book), encounter.clock.impulse
    return sum(share(actions, (last - back - 1) % IMPULSES + 1, book) for back in range(impulses))
