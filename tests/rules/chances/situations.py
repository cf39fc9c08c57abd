"""Situations in which somebody is about to attack: what the odds say, and the attack carried out again and again.

A situation is prepared first: the fighter who is asked answers, and a declared shot is declared, so that one order
throws the dice. That order is carried out on the same encounter each time, with other dice.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question
from rules.engine.records.errors import BadDice
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, Next
from rules.engine.records.records import Order
from rules.engine.scene.dice import Dice, NoDice
from rules.engine.scene.scene import Part, Scene

SIGMAS = 4
_ORDERS = 12
"""The most orders from an attack to its result."""
_CELL = re.compile(r"(<|>|under |over )?([\d,]+(?:\.\d+)?)%?")


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack that was carried out: the encounter in which the odds were asked, and the parts up to the result."""

    before: Encounter
    parts: tuple[Part, ...]

    @property
    def after(self) -> Encounter:
        """The encounter after the result."""
        return self.parts[-1].encounter

    @property
    def result(self) -> Part:
        """The part with the result of the attack."""
        return next(part for part in self.parts if _decided(part))


Count = Callable[[Attacked], float]
"""Returns what a figure of the odds counts in one attack: 0 or 1 for a chance, or a number."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the odds: its name, the least and the greatest value that is shown so, and what it counts.

    `share`: it is a chance, from 0 to 1. `rare`: it depends on cases too rare for few throws.
    """

    name: str
    low: float
    high: float
    count: Count
    share: bool = True
    rare: bool = False

    def differs(self, counts: Sequence[float]) -> str:
        """Return how the mean of these counts differs from the figure by more than four sigma, "" if it does not."""
        number, found = len(counts), sum(counts) / len(counts)
        nearest = min(max(found, self.low), self.high)
        variance = nearest * (1 - nearest) if self.share else sum((one - found) ** 2 for one in counts) / number
        # A chance of nearly 0 or 1 may deviate by a few throws.
        sigma = math.sqrt(max(variance, 1 / number) / number)
        if abs(found - nearest) <= SIGMAS * sigma:
            return ""
        said = f"{self.low:g} to {self.high:g} is said"
        return f"{self.name}: {said}, {found:g} found: {abs(found - nearest) / sigma:.1f} sigma"


def figure(name: str, cell: str, count: Count, digits: int = 1) -> Figure:
    """Return the figure in a cell with a chance in 100: "58%", "34.5", "<0.1", "–" for none."""
    low, high = bounds(cell, digits)
    return Figure(name, low / 100, high / 100, count)


def bounds(cell: str, digits: int = 1) -> tuple[float, float]:
    """Return the least and the greatest number that are rounded to a cell, which has so many digits behind the point;
    those that are 0 may be left out.
    """
    if cell == "–":
        return 0, 0
    read = _CELL.fullmatch(cell)
    assert read, cell
    sign, number = read[1], float(read[2].replace(",", ""))
    if sign:
        return (0, number) if sign in ("<", "under ") else (number, 100)
    return number - 0.5 / 10**digits, number + 0.5 / 10**digits


@dataclass(frozen=True, slots=True)
class Node:
    """A throw that an attack needs after others, and what comes of each value."""

    low: int
    high: int
    after: dict[int, Node | tuple[float, ...]] = field(default_factory=dict)


class _Followed:
    """Dice that repeat some throws, continue at random, and are written down."""

    def __init__(self, values: Sequence[int], luck: random.Random) -> None:
        self.values, self.luck = [*values], luck
        self.spans: list[tuple[int, int]] = []

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        nth = len(self.spans)
        self.spans.append((low, high))
        if nth == len(self.values):
            self.values.append(self.luck.randint(low, high))
        return self.values[nth], ""


@dataclass(frozen=True, slots=True)
class Situation:
    """An attack that is about to be made.

    `asked`: the encounter in which the odds have these figures. `settled`: the encounter in which the `order` throws
    the dice. `words` describe it all.
    """

    ruleset: Ruleset
    asked: Encounter
    figures: tuple[Figure, ...]
    settled: Encounter
    order: Order
    words: str

    def attack(self, dice: Dice) -> Attacked:
        """Carry the attack out once."""
        encounter, order, parts = self.settled, self.order, list[Part]()
        for _ in range(_ORDERS):
            parts += conduct.resolve(order, Scene(encounter, dice), self.ruleset)
            if any(map(_decided, parts)):
                return Attacked(self.asked, tuple(parts))
            encounter = parts[-1].encounter
            order = following(encounter)
        raise AssertionError(f"no result: {self.words}")

    def differences(self, throws: int, seed: int) -> list[str]:
        """Return how so many attacks differ from the figures; few throws say nothing about rare cases."""
        counts = [*zip(*self._counts(throws, random.Random(seed)), strict=True)]
        few = throws < 20_000
        each = zip(self.figures, counts, strict=True)
        return [words for one, of in each if not (few and one.rare) and (words := one.differs(of))]

    def _counts(self, throws: int, luck: random.Random) -> Iterator[tuple[float, ...]]:
        """Yield the counts of so many attacks; one with the same dice as another is carried out only once."""
        known = Node(0, 0)
        for _ in range(throws):
            values, last = list[int](), known
            found = last.after.get(0)
            while isinstance(found, Node):
                last = found
                values.append(luck.randint(last.low, last.high))
                found = last.after.get(values[-1])
            if found is None:
                dice = _Followed(values, luck)
                attacked = self.attack(dice)
                found = tuple(float(one.count(attacked)) for one in self.figures)
                at = 0, *dice.values
                for nth in range(len(values), len(dice.values)):
                    after = last.after[at[nth]] = Node(*dice.spans[nth])
                    last = after
                last.after[at[-1]] = found
            yield found


def following(encounter: Encounter) -> Order:
    """Return the order with which an attack continues: nobody ducks, and time continues."""
    for item in encounter.agenda:
        if isinstance(item, Question):
            return Answer(item.to, item.choices[-1])
    return Next()


def settled(order: Order, encounter: Encounter, ruleset: Ruleset) -> tuple[Encounter, Order]:
    """Return the first order that throws dice or has a result, with the encounter in which it is given.

    Raises Refusal for an attack that is refused.
    """
    for _ in range(_ORDERS):
        try:
            parts = conduct.resolve(order, Scene(encounter, NoDice("Nothing is thrown yet")), ruleset)
        except BadDice:
            break
        if any(map(_decided, parts)):
            break
        encounter = parts[-1].encounter
        order = following(encounter)
    return encounter, order


def _decided(part: Part) -> bool:
    return part.resolution.verdict in ("hit", "miss")
