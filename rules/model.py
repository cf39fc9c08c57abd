"""The nouns of a skirmish, all immutable: the encounter, its combatants, what they carry, the map.

An order never changes these; it yields effects (`rules.effects`), and an effect yields a new encounter.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.agenda import Agenda, Clock, Task
from rules.copies import altered
from rules.errors import UnknownName
from rules.places import Place
from rules.records import Condition, Weapon


@dataclass(frozen=True, slots=True)
class Ammunition:
    """What is in a weapon and what is left besides.

    `measure` is `rounds`, `boxes` or `tokens`; `spares` counts further loads, None meaning as many as wanted.
    """

    measure: str
    capacity: int
    loaded: int
    spares: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.loaded <= self.capacity or (self.spares is not None and self.spares < 0):
            raise ValueError(f"impossible ammunition: {self!r}")


@dataclass(frozen=True, slots=True)
class Carried:
    """A weapon in a combatant's hands or on his back; no ammunition where the ruleset counts none."""

    weapon: Weapon
    ammunition: Ammunition | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """A stat line from which a combatant is mustered, and what the roster keeps between encounters."""

    name: str
    sheet: str
    carried: tuple[Carried, ...]
    condition: Condition


@dataclass(frozen=True)
class Combatant:
    """One fighter. `owner` is a user's id, None for the GM's own; `present` is False once removed from play.

    `roster` names the owner's profile that wounds and ammunition are written back to.
    """

    id: str
    name: str
    side: str
    owner: str | None
    carried: tuple[Carried, ...]
    condition: Condition
    in_hand: int = 0
    place: Place | None = None
    present: bool = True
    sheet: str = ""
    roster: str = ""

    @property
    def holding(self) -> Carried | None:
        """The weapon in hand, if he carries any."""
        return self.carried[self.in_hand] if self.carried else None


@dataclass(frozen=True, slots=True)
class Board:
    """The map: `width` x `height` spaces, some of them obstructed."""

    width: int
    height: int
    obstructions: frozenset[Place] = frozenset()


@dataclass(frozen=True, slots=True)
class Apart:
    """The range last given between two combatants, in the ruleset's spaces; it holds until one of them moves."""

    one: str
    other: str
    range: int


@dataclass(frozen=True)
class Encounter:
    """Everything about one skirmish. `commitment` is the SHA-256 of the secret seed its dice are drawn from.

    `timed` is False for a quick ruling: no clock runs, what takes time is done at once and no actions are counted.
    """

    id: str
    title: str
    ruleset: str
    preset: str
    gms: tuple[str, ...]
    commitment: str
    switches: tuple[tuple[str, str], ...] = ()
    combatants: tuple[Combatant, ...] = ()
    mustered: int = 0
    clock: Clock = field(default_factory=Clock)
    agenda: Agenda = ()
    board: Board | None = None
    ranges: tuple[Apart, ...] = ()
    passed: tuple[str, ...] = ()
    ended: bool = False
    timed: bool = True

    def combatant(self, id: str) -> Combatant:
        """The combatant of that id. Raises UnknownName if none has it (an old button, say)."""
        for combatant in self.combatants:
            if combatant.id == id:
                return combatant
        raise UnknownName("That combatant is no longer in this encounter; /encounter show lists who is.")

    def switch(self, name: str) -> str:
        """The value of a switch that this encounter's ruleset has."""
        return dict(self.switches)[name]

    def task(self, actor: str) -> Task | None:
        """What `actor` is in the middle of, if anything."""
        return next((m for m in self.agenda if isinstance(m, Task) and m.actor == actor), None)

    def apart(self, one: str, other: str) -> int | None:
        """The range last given between two combatants."""
        pair = {one, other}
        return next((a.range for a in self.ranges if {a.one, a.other} == pair), None)

    def with_combatant(self, changed: Combatant) -> Encounter:
        """This encounter with the combatant of the same id replaced."""
        return altered(self, combatants=tuple(changed if c.id == changed.id else c for c in self.combatants))
