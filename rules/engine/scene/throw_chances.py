"""The chances of loose dice: how likely an expression is to come to each value.

They are counted exactly while that takes few steps: dice are convolved, kept dice are counted face by face, the throws
of a die that is thrown again are followed to their bound. An expression that would take longer is thrown many times
instead, always with the same dice, and says so (`Chances.trials`).
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import accumulate

from rules.engine.records.frozen import dataclass
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.throws import (
    MOST_AGAIN,
    WILD,
    Check,
    Constant,
    Expression,
    Pool,
    Product,
    Sum,
    Trait,
    applied,
    thrown,
)

_Weights = Mapping[int, int]
"""How many of all equally likely throws come to each value."""

_MOST_STEPS = 500_000
_DENSE = 4
"""How many weights of a sum count as one step when a die is added: they are additions in a row."""
_MOST_TRIALS, _MOST_DICE = 10_000, 100_000


@dataclass(frozen=True, slots=True)
class Chances:
    """How many of `of` equally likely throws come to each value, in ascending order.

    `trials`: they were thrown that many times instead; 0 if the chances are exact.
    """

    weights: tuple[tuple[int, int], ...]
    of: int
    trials: int = 0

    @property
    def average(self) -> Fraction:
        """The mean of the values."""
        return Fraction(sum(value * weight for value, weight in self.weights), self.of)

    @property
    def error(self) -> int:
        """By how many percentage points a chance from trials may be wrong, in 19 of 20 cases at most."""
        return math.ceil(100 / math.sqrt(self.trials)) if self.trials else 0


class _TooLong(Exception):
    """Counting the chances would take too many steps."""


class _Steps:
    """The steps that may still be taken."""

    def __init__(self) -> None:
        self.left = _MOST_STEPS

    def take(self, number: int) -> None:
        self.left -= number
        if self.left < 0:
            raise _TooLong


def chances(of: Expression) -> Chances:
    """Return the chances of an expression: exact, or of many trials if counting them would take too long."""
    try:
        return _chances(_counted(of, _Steps()))
    except _TooLong:
        return _tried(of)


def _chances(weights: _Weights, trials: int = 0) -> Chances:
    factor = math.gcd(*weights.values())
    found = tuple((value, weight // factor) for value, weight in sorted(weights.items()) if weight)
    return Chances(found, sum(weight for _, weight in found), trials)


def _tried(of: Expression) -> Chances:
    dice = SeededDice(0)
    first = thrown(of, dice)
    trials = max(1_000, min(_MOST_TRIALS, _MOST_DICE // max(1, _dice_in(of))))
    found = Counter([first.value, *(thrown(of, dice).value for _ in range(trials - 1))])
    return _chances(found, trials)


def _dice_in(of: Expression) -> int:
    match of:
        case Pool(count=count):
            return count
        case Sum(terms=terms):
            return sum(_dice_in(one) for _, one in terms)
        case Product(first=first, factors=factors):
            return _dice_in(first) + sum(_dice_in(one) for _, one in factors)
        case Check(of=one):
            return _dice_in(one)
        case Trait():
            return 2
        case _:
            return 0


# --- counted


def _counted(of: Expression, steps: _Steps) -> _Weights:
    match of:
        case Constant(value=value):
            return {value: 1}
        case Pool():
            return _pool(of, steps)
        case Trait(sides=sides):
            return _better(_again(sides), _again(WILD))
        case Sum(terms=terms):
            found: _Weights = {0: 1}
            for sign, one in terms:
                result = operator.add if sign > 0 else operator.sub
                found = _combined(found, _counted(one, steps), result, steps)
            return found
        case Product(first=first, factors=factors):
            found = _counted(first, steps)
            for way, one in factors:
                found = _combined(found, _counted(one, steps), partial(applied, way), steps)
            return found
        case Check(of=inside, comparison=comparison):
            return _merged((int(comparison.fits(value)), weight) for value, weight in _counted(inside, steps).items())


def _pool(pool: Pool, steps: _Steps) -> _Weights:
    if pool.counted:
        one = _hits(pool)
        return _several(one, pool.count, steps) if pool.again else _binomial(one.get(1, 0), one.get(0, 0), pool.count)
    if pool.keep and abs(pool.keep) < pool.count:
        one = _again(pool.high) if pool.again else dict.fromkeys(range(pool.low, pool.high + 1), 1)
        return _kept(one, pool.count, pool.keep, steps)
    return _several_again(pool, steps) if pool.again else _uniform(pool, steps)


def _merged(pairs: Iterable[tuple[int, int]]) -> _Weights:
    found: dict[int, int] = {}
    for value, weight in pairs:
        found[value] = found.get(value, 0) + weight
    return found


def _combined(a: _Weights, b: _Weights, result: Callable[[int, int], int], steps: _Steps) -> _Weights:
    steps.take(len(a) * len(b))
    return _merged((result(x, y), v * w) for x, v in a.items() for y, w in b.items())


def _several(one: _Weights, count: int, steps: _Steps) -> _Weights:
    """Return the sum of several equal dice."""
    found: _Weights = {0: 1}
    for _ in range(count):
        found = _combined(found, one, operator.add, steps)
    return found


def _uniform(pool: Pool, steps: _Steps) -> _Weights:
    """Return the sum of dice without aces: each die replaces a weight by a sum of weights in a row."""
    sides, weights = pool.high - pool.low + 1, [1]
    for _ in range(pool.count):
        steps.take((len(weights) + sides) // _DENSE)
        sums = [*accumulate(weights + [0] * (sides - 1))]
        weights = [*sums[:sides], *(more - less for more, less in zip(sums[sides:], sums, strict=False))]
    return dict(enumerate(weights, pool.count * pool.low))


def _again(sides: int) -> _Weights:
    """Return the sum of one die that is thrown again at its highest."""
    found: dict[int, int] = {}
    for number in range(MOST_AGAIN + 1):
        weight = sides ** (MOST_AGAIN - number)
        found |= {number * sides + value: weight for value in range(1, sides)}
    return found | {(MOST_AGAIN + 1) * sides: 1}


def _several_again(pool: Pool, steps: _Steps) -> _Weights:
    """Return the sum of dice that are thrown again at their highest.

    A die adds 1 to sides - 1, and its sides as often as it is thrown again. The first is a sum of weights in a row; the
    second follows from the weight so many sides before, which has one throw less.
    """
    sides, most = pool.high, (MOST_AGAIN + 1) * pool.high
    weights = [1]
    for _ in range(pool.count):
        size = len(weights) + most
        steps.take(size * 3 // _DENSE)
        sums = [0, *accumulate(weights + [0] * most)]
        lower = [sums[at] - sums[max(0, at - sides + 1)] for at in range(size)]
        found = [sides**MOST_AGAIN * weight for weight in lower]
        for at in range(sides, size):
            found[at] += (found[at - sides] - (lower[at - most] if at >= most else 0)) // sides
        for at, weight in enumerate(weights, most):
            found[at] += weight
        weights = found
    return {value: weight for value, weight in enumerate(weights) if weight}


def _hits(pool: Pool) -> _Weights:
    """Return how many throws of one die fit its comparison."""
    assert pool.counted is not None
    sides = pool.high - pool.low + 1
    lower = sum(pool.counted.fits(value) for value in range(pool.low, pool.high))
    highest = int(pool.counted.fits(pool.high))
    found: _Weights = _merged([(1, lower), (0, sides - 1 - lower), (highest, 1)])
    for _ in range(MOST_AGAIN if pool.again else 0):
        total = sum(found.values())
        again = [(highest + value, weight) for value, weight in found.items()]
        found = _merged([(1, lower * total), (0, (sides - 1 - lower) * total), *again])
    return found


def _binomial(hits: int, misses: int, count: int) -> _Weights:
    return {n: math.comb(count, n) * hits**n * misses ** (count - n) for n in range(count + 1)}


def _kept(one: _Weights, count: int, keep: int, steps: _Steps) -> _Weights:
    """Return the sum of the dice that are kept, face by face from the first that is kept."""
    faces = sorted(one.items(), reverse=keep > 0)
    keep, rest = abs(keep), sum(one.values())
    found: dict[int, int] = {}
    # The sums so far, by the number of dice that show one of the faces that are still to come.
    open_: dict[int, dict[int, int]] = {count: {0: 1}}
    for value, weight in faces:
        rest -= weight
        following: dict[int, dict[int, int]] = {}
        for left, sums in open_.items():
            wanted = keep - (count - left)
            steps.take(len(sums) * (left + 1))
            for showing in range(left + 1):
                ways = math.comb(left, showing) * weight**showing
                done = showing >= wanted or showing == left
                if done:
                    ways *= rest ** (left - showing)
                into = found if done else following.setdefault(left - showing, {})
                more = value * min(showing, wanted)
                for total, number in sums.items():
                    into[total + more] = into.get(total + more, 0) + number * ways
        open_ = following
    return found


def _better(a: _Weights, b: _Weights) -> _Weights:
    """Return the higher of two dice."""
    found: dict[int, int] = {}
    below = [0, 0]
    for value in sorted({*a, *b}):
        here = a.get(value, 0), b.get(value, 0)
        found[value] = here[0] * (below[1] + here[1]) + below[0] * here[1]
        below = [below[0] + here[0], below[1] + here[1]]
    return found
