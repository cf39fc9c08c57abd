"""The records of these rules: a shooter, their firearms and supplies."""

from __future__ import annotations

from typing import Literal

from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST
from rules.engine.ammunition.ammunition import extended as with_half_more
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import condition_reader
from rules.engine.records.records import Condition, Weapon

DICE = (4, 6, 8, 10, 12)
"""The Shooting dice by sides; a d12 may have a bonus."""
MOST_BONUS = 4
WILD_DIE = 6
SHOOTING = "Shooting"
"""The section of the rules for attacks."""
HIDDEN = ("Shooting die", "ammunition")
"""The values of a fighter that other sides do not know."""
STANDARD = "Standard"
SORTS = (STANDARD, "AP", "Hollow Point", "Incendiary", "Tracer", "Rubber")
"""Sorts of ammunition in a sheet line; Standard is stored as the sort ""."""
MODES = (SINGLE_SHOT, DOUBLE_TAP, THREE_ROUND_BURST, AUTOMATIC_FIRE, RAPID_ATTACK)

SupplyTerm = Literal["lifetime", "one month", "single mission"]


@dataclass(frozen=True, slots=True)
class Supply:
    """Unlimited ammunition of one sort for a term (Ammunition Cost and Weight)."""

    sort: str
    term: SupplyTerm = "lifetime"

    @property
    def words(self) -> str:
        """Return the supply in words: "a one-month supply of AP"."""
        return f"a {self.term.replace(' ', '-')} supply of {self.sort}"


@dataclass(frozen=True, slots=True)
class Firearm(Weapon):
    """A weapon of these rules.

    `magazine` is the standard one, in rounds; `extended`: an extended one is used. `rate` is the ROF, the number of
    Shooting dice of automatic fire; `modes` are the fire modes. A `plain` weapon is counted one by one and not
    reloaded: a grenade (`thrown`), a disposable launcher; its `magazine` is the number carried. Prices are for 50 shots
    or for each piece of ammunition, 0 if not known; `also` are other names.
    """

    kind = "savage.Firearm"

    magazine: int
    rate: int = 1
    modes: tuple[str, ...] = (SINGLE_SHOT,)
    caseless: bool = False
    extended: bool = False
    plain: bool = False
    thrown: bool = False
    cost_per_50: int = 0
    cost_each: int = 0
    source: str = ""
    also: tuple[str, ...] = ()

    @property
    def supplied(self) -> bool:
        """Whether the weapon comes with a lifetime supply of Standard ammunition; not if it is plain or priced only by
        the piece.
        """
        return not self.plain and (self.cost_per_50 > 0 or not self.cost_each)

    @property
    def rounds(self) -> int:
        """The rounds of the magazine in use."""
        return with_half_more(self.magazine) if self.extended else self.magazine


@dataclass(frozen=True, slots=True)
class Shooter(Condition):
    """The record of a combatant.

    `die` is the Shooting die in sides, 0 if not known, `bonus` the number added to it (d12+1); `wild`: a Wild Card;
    `acted`: they have acted this round; `supplies`: their unlimited ammunition.
    """

    kind = "savage.Shooter"

    die: int = 0
    bonus: int = 0
    wild: bool = False
    acted: bool = False
    supplies: tuple[Supply, ...] = ()

    @property
    def skill(self) -> str:
        """The Shooting die in words: "d8", "d12+1", "" if not known."""
        return f"d{self.die}{f'+{self.bonus}' if self.bonus else ''}" if self.die else ""

    @property
    def nature(self) -> str:
        """ "Wild Card" or "Extra"."""
        return "Wild Card" if self.wild else "Extra"


shooter = condition_reader(Shooter, "shooter")
"""Returns the condition of a combatant or profile."""


def sort_name(sort: str) -> str:
    """Return a sort of ammunition in words; "" is Standard."""
    return sort or STANDARD


def sort_key(name: str) -> str:
    """Return a sort as stored with a load; Standard is ""."""
    return "" if name == STANDARD else name
