"""The records of a figure: its troop type, its weapons, its wounds and its stage in the turn.

Points are exact: Points spent are stored in halves, the smallest cost of movement.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import condition_reader
from rules.engine.records.records import Condition, Weapon
from rules.words.phrases import exact, measured

GOOD: Final = "good"
BAD: Final = "bad"
Camp = Literal["good", "bad"]
HALF = Fraction(1, 2)

FRESH: Final = ""
MOVING: Final = "moving"
PLACED: Final = "placed"
DONE: Final = "done"
"""A figure's stage in its side's phase.

It has done nothing; is moving; was placed as a reinforcement (it may act, but not move); or is done, because it acted
or another figure began its turn.
"""
Stage = Literal["", "moving", "placed", "done"]


@dataclass(frozen=True, slots=True)
class Damage:
    """The wounds of a hit: `dice` dice, each divided by `divided` and rounded up, and `plus` in all.

    `table`, if any, replaces this: its six entries are the wounds for 1 to 6. `kill`: the hit kills.
    """

    dice: int = 1
    divided: int = 1
    plus: int = 0
    table: tuple[int, ...] = ()
    kill: bool = False


@dataclass(frozen=True, slots=True)
class Armament(Weapon):
    """A weapon, or another attack, of a troop type.

    `sort`: `hand` hits at a range of 1 on `number` or more; `ranged` on the range and `number`; `flame` hits by itself
    at a range below `number`; `sniper` hits on the range and the number in `versus` for the target's kind (others
    cannot be shot at). `cost` in Points is for each attack, or (`by_die`) for each die of damage, at most `most` dice
    (0: as many as can be paid). `blast` is the damage to every figure in an adjacent space. `spread`: how the dice may
    be split: not, `beside` (side by side, or blowing through behind the target) or `any` spaces. `still`: not usable in
    a turn in which it moved, and never aimed. `boxes` is the ammunition of a house rule (O63), 0 for none.
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
        """Its name in a sentence: "the Rifle", but "Hand-to-Hand"."""
        return self.name if self.sort == "hand" else f"the {self.name}"

    @property
    def counted(self) -> bool:
        """Whether it uses ammunition."""
        return self.boxes > 0


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop type of Appendix A, or a server's own.

    `kind` decides a sniper's number (`marine`, `bug`, `fuzzy`, `bot`). `aim` is the reduction of the target number for
    1, 2, 3 Points of aim, () if it may not aim. `command` is the Command Points of its leaders. `step` is the cost of a
    space, `flight` the cost in the air, both in halves of a Point; 0 if it does not walk, or does not fly. `takeoff` is
    in Points. `rough`: rough terrain costs it more. `armor` is subtracted from each die of damage.
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
    """The record of one figure.

    `spent` and `commanded` are the Points and Command Points spent this turn, in halves; `moved`: it moved this turn;
    `leader`: it has Command Points; `carrying`: the id of the figure that it carries.
    """

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
    carrying: str = ""

    @property
    def left(self) -> Fraction:
        """Points left this turn: all Points, less wounds and the Points spent, at least 0."""
        return max(Fraction(0), self.troop.points - self.wounds - self.spent * HALF)

    @property
    def command_left(self) -> Fraction:
        """Command Points left this turn: all of them, less wounds and those spent, at least 0."""
        own = self.troop.command if self.leader else 0
        return max(Fraction(0), own - self.wounds - self.commanded * HALF)


figure = condition_reader(Figure, "figure")
"""Returns the condition of a combatant or profile."""


def points(amount: Fraction) -> str:
    """Return an amount of Points in words: "1 Point", "1 1/2 Points", "1/2 Point", "0 Points"."""
    return measured(amount, "Point")


def of_full(state: Figure) -> str:
    """Return the Points left out of the full number: "3 Points", "2 of 3 Points"."""
    full = points(Fraction(state.troop.points))
    return full if state.left == state.troop.points else f"{exact(state.left)} of {full}"
