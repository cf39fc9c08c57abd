"""The effects of pellets grouped around the first of their blast, counted (3.5; Hit Location Spacing).

The first pellet may hit anywhere that the shot goes. Given its place, the others are independent of each other, each
within the spacing around it (`grouped_hits.strike`). Therefore each place of the first is counted by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm, prod

from rules.engine.records.frozen import dataclass
from rules.phoenix.basics import switches
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.book import Book
from rules.phoenix.harm import grouped_hits, locations
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.shooting.odds.chances import Effects, Polynomial, at_spot, disables, wounds
from rules.tables.cells import Reach

_ROLLS = 100
"""The rolls of 6A's column in the open."""


@dataclass(frozen=True, slots=True)
class Pellets:
    """The pellets of one blast that hit: their number, 2 or more, and how they are grouped.

    They are GROUPED or EVENLY around the first, within so many rolls (`spacing`).
    """

    number: int
    grouping: str
    spacing: int


@dataclass(frozen=True, slots=True)
class _Weights:
    """The cases of some hits.

    All of them; those that do not wound; those that do not disable; the points of all together; the cases in which the
    victim lives, by their points (packed); and the number of these.
    """

    of: int
    harmless: int
    whole: int
    points: int
    alive: int
    living: int

    def __add__(self, other: _Weights) -> _Weights:
        return _Weights(
            self.of + other.of,
            self.harmless + other.harmless,
            self.whole + other.whole,
            self.points + other.points,
            self.alive + other.alive,
            self.living + other.living,
        )

    def __sub__(self, other: _Weights) -> _Weights:
        return self + other.times(-1)

    def times(self, number: int) -> _Weights:
        """Return these cases multiplied by a number."""
        return _Weights(
            number * self.of,
            number * self.harmless,
            number * self.whole,
            number * self.points,
            number * self.alive,
            number * self.living,
        )

    def product(self, other: _Weights, sums: Polynomial) -> _Weights:
        """Return the cases of these hits and the others, which are independent of each other."""
        return _Weights(
            self.of * other.of,
            self.harmless * other.harmless,
            self.whole * other.whole,
            self.points * other.of + other.points * self.of,
            sums.product(self.alive, other.alive),
            self.living * other.living,
        )

    def power(self, number: int, sums: Polynomial) -> _Weights:
        """Return the cases of this many such hits, 1 or more."""
        return _Weights(
            self.of**number,
            self.harmless**number,
            self.whole**number,
            number * self.points * self.of ** (number - 1),
            sums.power(self.alive, number),
            self.living**number,
        )


_NOTHING = _Weights(0, 0, 0, 0, 0, 0)
_NONE = _Weights(1, 1, 1, 0, 1, 1)
"""The one case of no hit."""


@lru_cache(maxsize=16)
def grouped(
    victim: Soldier, projectile: Projectile, pellets: Pellets, most: int, thresholds: bool, book: Book
) -> Effects:
    """Return the effects of all pellets of one blast; points are counted up to `most` (`chances.most_felt`)."""
    firsts = _firsts(victim, projectile, book)
    others = {roll: _others(victim, projectile, roll, pellets, book) for roll, _ in firsts}
    first_cases = sum(firsts.values()) * locations.GLANCES
    most_cases = max(
        prod((_size(near) * locations.GLANCES) ** n for near, n in each.items()) for each in others.values()
    )
    sums = Polynomial((first_cases * most_cases).bit_length(), most)

    in_the_open = [locations.located("Open", roll, book)[0] for roll in range(_ROLLS)]
    by_name = {
        name: _weights(at_spot(victim, projectile, name, thresholds, book), victim, sums)
        for name in {*in_the_open, *(name for _, name in firsts)}
    }
    up_to = [_NOTHING, *accumulate(by_name[name] for name in in_the_open)]

    found = dict[int, _Weights]()
    for (roll, name), rolls in firsts.items():
        first, all_others = by_name[name].times(rolls), _NONE
        for reach, count in others[roll].items():
            all_others = all_others.product((up_to[reach.high + 1] - up_to[reach.low]).power(count, sums), sums)
        found[all_others.of] = found.get(all_others.of, _NOTHING) + first.product(all_others, sums)
    return _together(found, sums)


def _firsts(victim: Soldier, projectile: Projectile, book: Book) -> Mapping[tuple[int, str], int]:
    """Return where the first pellet may hit: its roll on the column in the open and its location, with the number of
    rolls.
    """
    how, found = locations.throwing(victim, projectile), Counter[tuple[int, str]]()
    for roll in range(how.reach.low, how.reach.high + 1):
        name, _ = locations.located(how.column, roll, book)
        spot = locations.spotted(victim, projectile, name, book, locations.silently)
        found[roll if how.column == "Open" else locations.in_the_open(spot.location, book), name] += 1
    return found


def _others(victim: Soldier, projectile: Projectile, roll: int, pellets: Pellets, book: Book) -> Mapping[Reach, int]:
    """Return the rolls of the other pellets, with the number of pellets that may have them."""
    near = grouped_hits.near_first(victim, projectile, roll, pellets.spacing, book)
    assert near is not None
    others = pellets.number - 1
    if pellets.grouping == switches.GROUPED:
        return {near: others}
    return Counter(grouped_hits.part_of(near, nth, others) for nth in range(others))


def _size(near: Reach) -> int:
    return near.high - near.low + 1


def _weights(outcomes: Iterable[tuple[int, Struck]], victim: Soldier, sums: Polynomial) -> _Weights:
    of = unhurt = whole = points = living = 0
    alive = Counter[int]()
    for weight, struck in outcomes:
        of += weight
        unhurt += weight * (not wounds(struck))
        whole += weight * (not disables(struck, victim))
        points += weight * struck.points
        if not struck.dead:
            living += weight
            alive[struck.points + struck.shock] += weight
    return _Weights(of, unhurt, whole, points, sums.packed(alive), living)


def _together(found: Mapping[int, _Weights], sums: Polynomial) -> Effects:
    """Return the effects of all cases.

    `found` has them by the number of cases of the other pellets for each case of the first.
    """
    common = lcm(*found)
    of = harmless = whole = points = 0
    alive = Counter[int]()
    for others, weights in found.items():
        scale = common // others
        of += scale * weights.of
        harmless += scale * weights.harmless
        whole += scale * weights.whole
        points += scale * weights.points
        for felt, number in sums.cases(weights.alive, weights.living).items():
            alive[felt] += scale * number
    return Effects(Fraction(harmless, of), Fraction(whole, of), Fraction(points, of), alive, of)
