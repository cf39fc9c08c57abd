"""A shooter and what he shoots with: the records that the rest of these rules speak in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST
from rules.engine.ammunition import extended as with_half_more
from rules.engine.model import Combatant, Profile
from rules.engine.records import Condition, Weapon

DICE = (4, 6, 8, 10, 12)
"""What Shooting dice there are; a d12 may have a bonus on top."""
MOST_BONUS = 4
WILD_DIE = 6
STANDARD = "Standard"
SORTS = (STANDARD, "AP", "Hollow Point", "Incendiary", "Tracer", "Rubber")
"""Sorts of ammunition that a sheet line knows; Standard is kept as the sort ""."""
MODES = (SINGLE_SHOT, DOUBLE_TAP, THREE_ROUND_BURST, AUTOMATIC_FIRE, RAPID_ATTACK)

Lasting = Literal["lifetime", "one month", "single mission"]


@dataclass(frozen=True, slots=True)
class Supply:
    """As much ammunition of one sort as wanted, for so long (Ammunition Cost and Weight)."""

    sort: str
    term: Lasting = "lifetime"

    @property
    def told(self) -> str:
        """In words: "a one-month supply of AP"."""
        return f"a {self.term.replace(' ', '-')} supply of {self.sort}"


@dataclass(frozen=True, slots=True)
class Firearm(Weapon):
    """A weapon as these rules need it.

    `magazine` is the standard one, in rounds; `extended` says that it is used with an extended one. `rate` is its
    ROF, the Shooting dice of automatic fire; `modes` are the fire modes that it has. A `plain` weapon is counted thing
    by thing and never reloaded: a grenade (`thrown`), a disposable launcher; its `magazine` is how many are carried.
    Prices, where they are known, are for 50 shots or for each piece of ammunition; `also` are other names.
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
        """Whether a lifetime supply of Standard ammunition comes with it: where that is priced per 50 shots, as it is
        unless a price for each is given."""
        return not self.plain and (self.cost_per_50 > 0 or not self.cost_each)

    @property
    def rounds(self) -> int:
        """The rounds of the magazine it is used with."""
        return with_half_more(self.magazine) if self.extended else self.magazine


@dataclass(frozen=True, slots=True)
class Shooter(Condition):
    """What is kept of a combatant.

    `die` is the Shooting die, 0 if it is not known, `bonus` what is added to it (d12+1); `wild`: a Wild Card. `acted`:
    he did something this round. `supplies` are the unlimited ones he has.
    """

    kind = "savage.Shooter"

    die: int = 0
    bonus: int = 0
    wild: bool = False
    acted: bool = False
    supplies: tuple[Supply, ...] = ()

    @property
    def skill(self) -> str:
        """The Shooting die in words: "d8", "d12+1", "" if it is not known."""
        return f"d{self.die}{f'+{self.bonus}' if self.bonus else ''}" if self.die else ""

    @property
    def nature(self) -> str:
        """Wild Card or Extra."""
        return "Wild Card" if self.wild else "Extra"


def shooter(of: Combatant | Profile) -> Shooter:
    """The condition of a combatant or profile, which in these rules is always a Shooter."""
    condition = of.condition
    if not isinstance(condition, Shooter):
        raise TypeError(f"{of.name} is no shooter of these rules")
    return condition


def sort_name(sort: str) -> str:
    """A sort of ammunition in words; what is kept as "" is Standard."""
    return sort or STANDARD


def sort_key(name: str) -> str:
    """A sort as it is kept with a load."""
    return "" if name == STANDARD else name
