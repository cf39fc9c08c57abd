"""Plans in a skirmish of any ruleset, for tests: lines, plans, and time that runs by itself."""

from __future__ import annotations

from typing import Generic, TypeVar

from rules.engine.flow.plans import plan_of
from rules.engine.records.agenda import NEAREST, Line, When
from rules.engine.records.orders import Fire, Nearer, Next, SetPlan, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from tests.reading import resolve
from tests.rules.skirmish import Skirmish

S = TypeVar("S", bound=Skirmish)


def line(*orders: Order, when: When | None = None) -> Line:
    """A line of a plan; none is to stay."""
    return Line("line", orders, when)


class Planned(Generic[S]):
    """The plans of a skirmish's fighters, by name, with seeded dice."""

    def __init__(self, skirmish: S, seed: int = 1) -> None:
        self.skirmish, self._dice = skirmish, SeededDice(seed)

    def throw(self, seed: int) -> None:
        """Throw other dice."""
        self._dice = SeededDice(seed)

    def give(self, order: Order) -> tuple[Part, ...]:
        """Carry an order out."""
        parts = resolve(order, Scene(self.skirmish.encounter, self._dice), self.skirmish.ruleset)
        self.skirmish.encounter = parts[-1].encounter
        return parts

    def plan(self, name: str, *lines: Line) -> None:
        """Give somebody a plan."""
        self.give(SetPlan(self.skirmish.id(name), lines, "ann"))

    def has(self, name: str) -> bool:
        """Return whether somebody has a plan."""
        return plan_of(self.skirmish.encounter, self.skirmish.id(name)) is not None

    def run(self) -> list[str]:
        """Let time run; the outcomes."""
        return [part.resolution.outcome for part in self.give(Next(run=True))]

    def steps(self, number: int = 1) -> list[tuple[int, str]]:
        """So many plain Nexts: the turn and the outcome of every part. The first carries plans out in this turn too."""
        parts = [part for _ in range(number) for part in self.give(Next())]
        return [(part.encounter.clock.turn, part.resolution.outcome) for part in parts]

    def when(self, said: str, number: int = 1) -> list[int]:
        """The turns, in so many plain Nexts, of the parts that say this."""
        return [turn for turn, text in self.steps(number) if said in text]

    def fire(self, name: str, aim: int | None = None) -> Fire:
        """Somebody's order to fire at the nearest."""
        return Fire(self.skirmish.id(name), (Target(NEAREST),), aim)

    def nearer(self, name: str, spaces: int) -> Nearer:
        """Somebody's order to get nearer to the nearest enemy."""
        return Nearer(self.skirmish.id(name), spaces)
