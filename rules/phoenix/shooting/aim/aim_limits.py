"""The limits of aim for a shooter that moves, and at a target that moves (2.2, 3.1; table 4D)."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ACCURACY, on
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.book import Book
from rules.phoenix.harm.fitness import combat_actions, share
from rules.phoenix.shooting.aim import level
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Motion:
    """A motion because of which only the aim of the last `impulses` counts; `why` comes before a colon."""

    impulses: int
    why: str


@dataclass(frozen=True, slots=True)
class Limit:
    """The most actions of aim that count: those of the last `impulses`; `why` comes before a colon."""

    actions: int
    impulses: int
    why: str

    @property
    def words(self) -> str:
        """The limit in a sentence."""
        ruling = " (ruling O24)" if self.impulses == 1 else ""
        return f"{self.why}, so at most {counted(self.actions, 'action')} of aim count{ruling}."


def limit(
    shooter: Combatant, at: AimedTarget, how: How, hexes: int | None, encounter: Encounter, book: Book
) -> Limit | None:
    """Return the limit of the aim, None if there is none or the shooter's Combat Actions are unknown.

    `hexes`: None for an unknown range. In a quick ruling it is the first impulse of a phase.
    """
    moves = motion(shooter, at, how, hexes, encounter, book)
    if moves is None or soldier(shooter).actions is None:
        return None
    return Limit(_worth(shooter, moves.impulses, encounter, book), moves.impulses, moves.why)


def motion(
    shooter: Combatant, at: AimedTarget, how: How, hexes: int | None, encounter: Encounter, book: Book
) -> Motion | None:
    """Return the motion that limits the aim, None if there is none. `hexes`: None for an unknown range.

    For a shooter that moves, one impulse of aim counts (2.2, ruling O24). At a moving target two impulses count, unless
    it is slow for its range (3.1).
    """
    state = soldier(shooter)
    advanced = on(encounter, ACCURACY)
    moves = level.own_speed(state, how) if advanced else state.moved or how.moving == "moving"
    if moves:
        return Motion(1, f"{shooter.reference} moves in this impulse")
    theirs = level.target_motion(at, how, hexes, book) if advanced and hexes is not None else None
    if theirs is None or not theirs.limited:
        return None
    return Motion(2, f"{at.name} moves fast for this range (4D)")


def remarks(
    shooter: Combatant, at: AimedTarget, how: How, hexes: int, encounter: Encounter, book: Book
) -> tuple[str, ...]:
    """Return remarks on the limit of the aim, for the odds, or on the facts that are missing to know it."""
    if most := limit(shooter, at, how, hexes, encounter, book):
        return (most.words,)
    if moves := motion(shooter, at, how, hexes, encounter, book):
        many = "one impulse" if moves.impulses == 1 else f"{moves.impulses} impulses"
        return (f"{moves.why}, so at most the aim of {many} counts. Give Combat Actions (such as CA 8) to use it.",)
    return ()


def _worth(shooter: Combatant, impulses: int, encounter: Encounter, book: Book) -> int:
    """Return the shooter's actions in this many impulses, up to and including this one."""
    actions, last = combat_actions(soldier(shooter), encounter.clock, book), encounter.clock.impulse
    return sum(share(actions, (last - back - 1) % IMPULSES + 1, book) for back in range(impulses))
