"""Loose dice, such as `4d6kh3+1`: what a line of them consists of, its bounds, and what it comes to when it is thrown.

They belong to no rulebook and no encounter. `rules.words.dice_lines` reads and spells them,
`rules.engine.scene.throw_chances` counts their chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from rules.engine.records.errors import BadDice
from rules.engine.records.frozen import dataclass
from rules.engine.scene.dice import Dice

MOST_DICE, MOST_SIDES, MOST_NUMBER, MOST_TERMS, MOST_SETS = 50, 1000, 100_000, 12, 20
MOST_AGAIN = 20
"""How often one die that shows its highest number is thrown again, so that every roll ends."""
MOST_TOTAL = 1_000_000_000
_MOST_TERMS_OF_SETS = 60
WILD = 6
"""The sides of a Wild Die (Savage Worlds, "Wild Dice")."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison with a number: at least, more than, at most, less than, or exactly that."""

    sign: str
    number: int

    def fits(self, value: int) -> bool:
        """Return whether a value fulfills it."""
        match self.sign:
            case ">=":
                return value >= self.number
            case ">":
                return value > self.number
            case "<=":
                return value <= self.number
            case "<":
                return value < self.number
            case _:
                return value == self.number


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Pool:
    """`count` dice that show `low` to `high`, summed.

    `keep` sums only that many of the highest, or of the lowest if it is negative; 0 sums all. `again`: a die that shows
    its highest number is thrown again and added. `counted`: the dice that fit are counted, nothing is summed.
    """

    count: int
    high: int
    low: int = 1
    keep: int = 0
    again: bool = False
    counted: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait die of Savage Worlds with a Wild Die: both are thrown again at their highest, and the better one counts
    ("Trait Tests").
    """

    sides: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Expressions that are added (1) or subtracted (-1)."""

    terms: tuple[tuple[int, Expression], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """A first expression, multiplied by others ("*") or divided ("/") by numbers and rounded down."""

    first: Expression
    factors: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Check:
    """1 if an expression fulfills a comparison, else 0."""

    of: Expression
    comparison: Comparison


Expression: TypeAlias = Constant | Pool | Trait | Sum | Product | Check


@dataclass(frozen=True, slots=True)
class DiceLine:
    """A line of dice: expressions with the number of times each is thrown, and a remark that counts for nothing."""

    rolls: tuple[tuple[int, Expression], ...]
    remark: str = ""

    @property
    def sets(self) -> tuple[Expression, ...]:
        """Each expression as often as it is thrown."""
        return tuple(one for times, one in self.rolls for _ in range(times))


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it was thrown; more than one value if it was thrown again. `kept`: it is part of the result."""

    values: tuple[int, ...]
    kept: bool = True

    @property
    def total(self) -> int:
        """The sum of its values."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an expression: its value, the results of its parts, and its own dice in the order of the throws."""

    of: Expression
    value: int
    parts: tuple[Result, ...] = ()
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Thrown:
    """The results of a line of dice, one for each set, and its remark."""

    sets: tuple[Result, ...]
    remark: str = ""


def check(line: DiceLine) -> None:
    """Raise BadDice unless the line is within the bounds of what is thrown at once."""
    leaves = [leaf for _, one in line.rolls for leaf in _leaves(one)]
    pools = [leaf for leaf in leaves if isinstance(leaf, Pool)]
    sets = sum(times for times, _ in line.rolls)
    dice = sum(times * _dice(leaf) for times, one in line.rolls for leaf in _leaves(one))
    if len(leaves) > MOST_TERMS or dice > MOST_DICE:
        raise BadDice(f"You can roll at most {MOST_DICE} dice in {MOST_TERMS} terms at once.")
    terms = sum(times * len([*_leaves(one)]) for times, one in line.rolls)
    if not sets or sets > MOST_SETS or terms > _MOST_TERMS_OF_SETS:
        raise BadDice(f"You can roll 1 to {MOST_SETS} sets at once, with {_MOST_TERMS_OF_SETS} terms in all.")
    sides = [leaf.sides for leaf in leaves if isinstance(leaf, Trait)] + [one.high for one in pools if one.low == 1]
    if not all(2 <= one <= MOST_SIDES for one in sides) or any(not one.count for one in pools):
        raise BadDice(f"Dice have 2 to {MOST_SIDES} sides, and there must be at least one of each kind.")
    for pool in pools:
        if pool.keep and not 1 <= abs(pool.keep) <= pool.count:
            raise BadDice(f"Of {pool.count} dice you can keep 1 to {pool.count}.")
    if any(isinstance(leaf, Constant) and leaf.value > MOST_NUMBER for leaf in leaves):
        raise BadDice(f"Numbers go up to {MOST_NUMBER:,}.")
    if any(max(map(abs, span(one))) > MOST_TOTAL for _, one in line.rolls):
        raise BadDice(f"Results go up to {MOST_TOTAL:,}.")


def has_die(of: Expression) -> bool:
    """Return whether an expression throws anything."""
    return any(isinstance(leaf, Pool | Trait) for leaf in _leaves(of))


def span(of: Expression) -> tuple[int, int]:
    """Return the least and the greatest value that an expression can come to."""
    match of:
        case Constant(value=value):
            return value, value
        case Pool(counted=None):
            kept, again = abs(of.keep) or of.count, MOST_AGAIN if of.again else 0
            return kept * of.low, kept * of.high * (1 + again)
        case Pool():
            return 0, of.count * (1 + (MOST_AGAIN if of.again else 0))
        case Trait(sides=sides):
            return 1, max(sides, WILD) * (1 + MOST_AGAIN)
        case Sum(terms=terms):
            spans = [sorted(sign * end for end in span(one)) for sign, one in terms]
            return sum(low for low, _ in spans), sum(high for _, high in spans)
        case Product(first=first, factors=factors):
            ends = span(first)
            for sign, one in factors:
                results = [applied(sign, a, b) for a, b in product(ends, span(one))]
                ends = min(results), max(results)
            return ends
        case Check():
            return 0, 1


def applied(sign: str, value: int, by: int) -> int:
    """Return a value multiplied ("*"), or divided ("/") and rounded down."""
    return value * by if sign == "*" else value // by


def throw(line: DiceLine, dice: Dice) -> Thrown:
    """Throw the dice from left to right and return the results."""
    return Thrown(tuple(thrown(one, dice) for one in line.sets), line.remark)


def thrown(of: Expression, dice: Dice) -> Result:
    """Throw the dice of an expression and return the result."""
    match of:
        case Constant(value=value):
            return Result(of, value)
        case Pool():
            return _pool(of, dice)
        case Trait(sides=sides):
            values = [_values(Pool(1, of, again=True), dice) for of in (sides, WILD)]
            best = 0 if sum(values[0]) >= sum(values[1]) else 1
            return Result(of, sum(values[best]), (), tuple(Die(one, n == best) for n, one in enumerate(values)))
        case Sum(terms=terms):
            parts = tuple(thrown(one, dice) for _, one in terms)
            return Result(of, sum(sign * part.value for (sign, _), part in zip(terms, parts, strict=True)), parts)
        case Product(first=first, factors=factors):
            parts = tuple(thrown(one, dice) for one in (first, *(one for _, one in factors)))
            value = parts[0].value
            for (sign, _), part in zip(factors, parts[1:], strict=True):
                value = applied(sign, value, part.value)
            return Result(of, value, parts)
        case Check(of=inside, comparison=comparison):
            part = thrown(inside, dice)
            return Result(of, int(comparison.fits(part.value)), (part,))


def _pool(pool: Pool, dice: Dice) -> Result:
    values = [_values(pool, dice) for _ in range(pool.count)]
    if pool.counted:
        # A die that was thrown again counts for each throw.
        shown = tuple(Die((one,), pool.counted.fits(one)) for throws in values for one in throws)
        return Result(pool, sum(die.kept for die in shown), (), shown)
    best = sorted(range(pool.count), key=lambda n: sum(values[n]), reverse=pool.keep > 0)
    kept = {*best[: abs(pool.keep) or pool.count]}
    shown = tuple(Die(one, n in kept) for n, one in enumerate(values))
    return Result(pool, sum(die.total for die in shown if die.kept), (), shown)


def _values(pool: Pool, dice: Dice) -> tuple[int, ...]:
    """Throw one die of a pool and return what it shows, with the throws that follow its highest number."""
    why = f"d{pool.high}" if pool.low == 1 else "dF"
    values = [dice.throw(why, pool.low, pool.high)[0]]
    while pool.again and values[-1] == pool.high and len(values) <= MOST_AGAIN:
        values.append(dice.throw(why, pool.low, pool.high)[0])
    return tuple(values)


def _leaves(of: Expression) -> Iterator[Constant | Pool | Trait]:
    inside: Sequence[Expression]
    match of:
        case Sum(terms=terms):
            inside = [one for _, one in terms]
        case Product(first=first, factors=factors):
            inside = [first, *(one for _, one in factors)]
        case Check(of=one):
            inside = [one]
        case _:
            yield of
            return
    for one in inside:
        yield from _leaves(one)


def _dice(leaf: Constant | Pool | Trait) -> int:
    match leaf:
        case Pool(count=count):
            return count
        case Trait():
            return 2
        case _:
            return 0
