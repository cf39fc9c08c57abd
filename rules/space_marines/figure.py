"""A figure and what it is made of: its troop type, its weapons, and how it stands in its turn.

Points are exact: what was spent of them is kept in halves, in which all costs of movement can be told.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from rules.engine.model import Combatant, Profile
from rules.engine.records import Condition, Weapon
from rules.words.phrases import measured

GOOD: Final = "good"
BAD: Final = "bad"
Camp = Literal["good", "bad"]
HALF = Fraction(1, 2)

FRESH: Final = ""
MOVING: Final = "moving"
PLACED: Final = "placed"
DONE: Final = "done"
"""Where a figure stands in its side's phase: it has done nothing, is being moved, was placed as a reinforcement (it may
act, but not move), or is done: it acted, or another figure came after it."""
Stage = Literal["", "moving", "placed", "done"]


@dataclass(frozen=True, slots=True)
class Damage:
    """What a hit does, in wounds: `dice` dice, each divided by `divided` and rounded up, and `plus` in all.

    With `table` a die is read there instead: its six entries are the wounds for 1 to 6. `kill`: whatever it has left.
    """

    dice: int = 1
    divided: int = 1
    plus: int = 0
    table: tuple[int, ...] = ()
    kill: bool = False


@dataclass(frozen=True, slots=True)
class Armament(Weapon):
    """A way of attacking, as a troop type has it.

    `sort`: `hand` hits at a range of 1 on `number` or more; `ranged` on the range and `number`; `flame` hits by itself
    at a range below `number`; `sniper` hits on the range and what `versus` says of the target's kind (others cannot be
    shot at). `cost` in Points is for each attack, or (`by_die`) for each die of damage, of which there are `most` at
    most (0: as many as can be paid). `blast` is what every figure in an adjacent space suffers. `spread` says how the
    dice may be split: not, `beside` (side by side, or blowing through behind the target) or `any` spaces. `still`: not
    in a turn in which it moved, and never aimed. `boxes` is the ammunition of a house rule (O63), 0 for none.
    """

    kind = "space_marines.Armament"

    sort: Literal["hand", "ranged", "flame", "sniper"]
    number: int
    damage: Damage
    cost: int = 0
    by_die: bool = False
    most: int = 0
    attacks: int = 1
    blast: Damage | None = None
    spread: Literal["", "beside", "any"] = ""
    versus: tuple[tuple[str, int], ...] = ()
    still: bool = False
    thrown: bool = False
    boxes: int = 0

    @property
    def the(self) -> str:
        """Its name within a sentence: "the Rifle", but "Hand-to-Hand"."""
        return self.name if self.sort == "hand" else f"the {self.name}"

    @property
    def counted(self) -> bool:
        """Whether it has ammunition at all, be it counted or not."""
        return self.boxes > 0


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop type of the appendix, or a house's own.

    `kind` is what snipers go by (`marine`, `bug`, `fuzzy`, `bot`); `aim` the reduction of the target number for 1, 2, 3
    Points of aim, () where it may not aim; `command` the Command Points of its leaders. `step` is what a space costs,
    `flight` what it costs in the air, both in halves of a Point; 0 for what does not walk, or does not fly.
    `takeoff` is in Points. `rough`: whether rough terrain costs it more. `armor` is taken off each die of damage.
    """

    name: str
    kind: str
    camp: Camp
    points: int
    command: int = 0
    aim: tuple[int, ...] = ()
    step: int = 2
    flight: int = 0
    takeoff: int = 0
    rough: bool = True
    armor: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Figure(Condition):
    """What is kept about one figure. `spent` and `commanded` are halves of Points and of its Command Points that are
    gone this turn; `moved`: whether it moved this turn; `leader`: whether it has Command Points."""

    kind = "space_marines.Figure"

    troop: Troop
    camp: Camp
    leader: bool = False
    wounds: int = 0
    spent: int = 0
    commanded: int = 0
    stage: Stage = ""
    moved: bool = False
    flying: bool = False

    @property
    def left(self) -> Fraction:
        """Points that are left this turn: less wounds, less what was spent, never below 0."""
        return max(Fraction(0), self.troop.points - self.wounds - self.spent * HALF)

    @property
    def command_left(self) -> Fraction:
        """Command Points that are left this turn, less its wounds."""
        own = self.troop.command if self.leader else 0
        return max(Fraction(0), own - self.wounds - self.commanded * HALF)


def figure(of: Combatant | Profile) -> Figure:
    """The condition of a combatant or profile, which in these rules is always a Figure."""
    condition = of.condition
    if not isinstance(condition, Figure):
        raise TypeError(f"{of.name} is no figure of these rules")
    return condition


def points(amount: Fraction) -> str:
    """An amount of Points in words: "1 Point", "1 1/2 Points", "1/2 Point", "0 Points"."""
    return measured(amount, "Point")


def of_full(state: Figure) -> str:
    """Points that are left of those it began with: "3 Points", "2 of 3 Points"."""
    full = points(Fraction(state.troop.points))
    return full if state.left == state.troop.points else f"{points(state.left).rsplit(' ', 1)[0]} of {full}"
