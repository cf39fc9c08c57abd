"""The effects of hits, counted from the tables: every location with every glancing roll (2.6, 3.2).

Nothing is thrown or estimated here: all chances are exact fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.phoenix.basics import switches
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.book import Book
from rules.phoenix.harm import body, grouped_hits
from rules.phoenix.harm.basic_damage import (
    LOW_VELOCITY,
    OVER_PENETRATING,
    WEAPON,
    damage_column,
    penetration,
    position,
    protecting,
    struck_by,
    worn,
)
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.harm.locations import (
    GLANCES,
    damaged,
    effective_armors,
    impact,
    places,
    silently,
    spotted,
    throwing,
)
from rules.phoenix.harm.wounds import TIMES, chance, kept_roll, knockout_total
from rules.tables.cells import DAMAGE, ROLL


@dataclass(frozen=True, slots=True)
class Chances:
    """The effects of a shot or burst that hits.

    These are the chances, from 0 to 1, that it wounds (or kills), disables, and puts out of the fight (incapacitates or
    kills), and the mean Physical Damage, in which deaths count as 0.
    """

    wounded: Fraction
    disabled: Fraction
    out: Fraction
    points: Fraction


UNCOUNTED = Chances(Fraction(0), Fraction(0), Fraction(0), Fraction(0))
"""Stands for chances that nobody is told."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The possible effects of one hit, or of one group of hits.

    These are the chances that it does not wound and does not disable, and the mean Physical Damage. `alive`: the number
    of the `of` cases in which the victim is not dead, by points and shock; from `most_felt` on they are added up.
    """

    harmless: Fraction
    whole: Fraction
    points: Fraction
    alive: Mapping[int, int]
    of: int


def of_hits(
    one: Counter[Struck],
    groups: Mapping[int, Fraction],
    size: int,
    victim: Soldier,
    encounter: Encounter,
    book: Book,
) -> Chances:
    """Return the chances of simultaneous hits on a fighter in their present state; `one` has the outcomes of one hit
    (`one_hit`).

    `groups` has the chances of each number of groups of hits, of `size` hits each. The hits of a group, the pellets of
    one blast, are in one place if PELLETS says so or there are too many (O61); otherwise each has its own. A knockout
    throw already made in this impulse counts. Without a Knockout Value only dead fighters are out.
    """
    if size > 1 and together(size, encounter):
        one = Counter({replace(struck, points=struck.points * size): weight for struck, weight in one.items()})
        size = 1
    each = effects(one, victim, encounter.clock)
    return of_several(each, {number * size: share for number, share in groups.items()}, victim, encounter, book)


def of_several(
    each: Effects, numbers: Mapping[int, Fraction], victim: Soldier, encounter: Encounter, book: Book
) -> Chances:
    """Return the chances of a number of independent hits, or groups of hits; `numbers` has the chance of each
    number.
    """
    by_number = [(share, _of(each, number, victim, encounter, book)) for number, share in numbers.items() if number]
    return Chances(
        sum((share * chances.wounded for share, chances in by_number), Fraction(0)),
        sum((share * chances.disabled for share, chances in by_number), Fraction(0)),
        sum((share * chances.out for share, chances in by_number), Fraction(0)),
        sum((share * chances.points for share, chances in by_number), Fraction(0)),
    )


def effects(one: Counter[Struck], victim: Soldier, now: Clock) -> Effects:
    """Return the effects of one hit with these outcomes."""
    of, most, alive = one.total(), most_felt(victim, now), Counter[int]()
    for struck, weight in one.items():
        if not struck.dead:
            alive[min(struck.points + struck.shock, most)] += weight
    return Effects(
        Fraction(sum(weight for struck, weight in one.items() if not wounds(struck)), of),
        Fraction(sum(weight for struck, weight in one.items() if not disables(struck, victim)), of),
        Fraction(sum(struck.points * weight for struck, weight in one.items()), of),
        alive,
        of,
    )


def wounds(struck: Struck) -> bool:
    """Return whether a hit wounds or kills."""
    return struck.points > 0 or struck.dead


def disables(struck: Struck, victim: Soldier) -> bool:
    """Return whether a hit disables this victim (ruling O32)."""
    return struck.disabling >= (2 if victim.numb else 1)


def most_felt(victim: Soldier, now: Clock) -> int:
    """Return the points beyond which more points make no difference to the knockout; 0 without a Knockout Value."""
    if victim.knockout_value is None:
        return 0
    return max(max(TIMES) * victim.knockout_value + 1 - knockout_total(victim, now), 1)


def together(size: int, encounter: Encounter) -> bool:
    """Return whether this many pellets of one blast strike one location."""
    return size > grouped_hits.MOST_APART or switches.value(encounter, switches.PELLETS) == switches.TOGETHER


def one_hit(victim: Soldier, projectile: Projectile, encounter: Encounter, book: Book) -> Counter[Struck]:
    """Return the outcomes of one hit, each with the number of throws that lead to it."""
    one = Counter[Struck]()
    for weight, struck in outcomes(victim, projectile, encounter, book):
        one[struck] += weight
    return one


def _of(each: Effects, number: int, victim: Soldier, encounter: Encounter, book: Book) -> Chances:
    return Chances(
        1 - each.harmless**number,
        1 - each.whole**number,
        1 - Fraction(_unfallen(each.alive, number, victim, encounter.clock, book), 100 * each.of**number),
        number * each.points,
    )


def outcomes(victim: Soldier, projectile: Projectile, encounter: Encounter, book: Book) -> Iterator[tuple[int, Struck]]:
    """Return every outcome of one hit, each with the number of throws (of location and glancing roll) that lead
    to it.
    """
    if switches.on(encounter, switches.DAMAGE):
        return _located(victim, projectile, switches.on(encounter, switches.DISABLING), book)
    return _simplified(victim, projectile, book)


def _located(victim: Soldier, projectile: Projectile, thresholds: bool, book: Book) -> Iterator[tuple[int, Struck]]:
    """Yield the outcomes by table 6A (3.2, 3.3)."""
    how = throwing(victim, projectile)
    for name, throws in places(how.column, how.reach, book).items():
        for faces, struck in at_spot(victim, projectile, name, thresholds, book):
            yield throws * faces, struck


def at_spot(
    victim: Soldier, projectile: Projectile, name: str, thresholds: bool, book: Book
) -> Iterator[tuple[int, Struck]]:
    """Yield the outcomes at a location of 6A or 5D, each with the number of glancing rolls that lead to it."""
    spot = spotted(victim, projectile, name, book, silently)
    if spot.location == body.WEAPON:
        yield GLANCES, Struck(0, spot.location, weapon_critical=True)
        return
    armors = effective_armors(worn(victim, spot.armor), book)
    for by, faces in Counter(impact(projectile, spot, epf) for epf in armors).items():
        yield faces, damaged(victim, spot.location, by, thresholds, book, silently)


def _simplified(victim: Soldier, projectile: Projectile, book: Book) -> Iterator[tuple[int, Struck]]:
    """Yield the outcomes by table 3A (2.6)."""
    column, highest = position(victim)
    rolls, glances = book.tables.of(ROLL, "3a_roll"), book.tables.of(ROLL, "3a_glance")
    damage = book.tables.worded(DAMAGE, "3a")
    for location in rolls.rows.labels:
        reach, _ = rolls.lookup("", location, column)
        if reach is None or reach.low > highest:
            continue
        throws = min(reach.high, highest) - reach.low + 1
        if location == WEAPON:
            yield throws * GLANCES, Struck(0, location, weapon_critical=True)
            continue
        line, _ = penetration(protecting(victim, location), projectile.pen, book)
        glanced = GLANCES
        for kind in (LOW_VELOCITY, OVER_PENETRATING) if line else ():
            if glance := glances.lookup("", line, kind)[0]:
                faces = glance.high - glance.low + 1
                glanced -= faces
                cell, _ = damage.lookup("", location, damage_column(kind, projectile.dc, book))
                yield throws * faces, struck_by(location, cell)
        if glanced:
            yield throws * glanced, Struck(0, location, stopped=True)


def _unfallen(alive: Mapping[int, int], number: int, victim: Soldier, now: Clock, book: Book) -> int:
    """Return in how many cases, times 100, the victim neither dies nor fails the knockout throw.

    `alive`: the cases of one hit by their points, as in `Effects`.
    """
    most = most_felt(victim, now)
    sums = sums_of(alive, number, most)
    if victim.knockout_value is None:
        return 100 * sum(sums.values())
    before, kept = knockout_total(victim, now), kept_roll(victim, now)
    unfallen = 0
    for total, ways in sums.items():
        against = chance(before + total, victim.knockout_value, book) if total else 0
        falls = against if kept is None else 100 * (kept < against)
        unfallen += ways * (100 - falls)
    return unfallen


def sums_of(alive: Mapping[int, int], number: int, most: int) -> Mapping[int, int]:
    """Return the cases of the sum of this many independent throws, each with its `alive` cases by points.

    Sums of `most` and more are added up.
    """
    all_cases = sum(alive.values()) ** number
    sums = Polynomial(all_cases.bit_length(), most)
    return sums.cases(sums.power(sums.packed(alive), number), all_cases)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Cases by points, up to `most` exclusive, packed into one whole number: `bits` for each number of points.

    A product of two such numbers has the cases of the sums, and Python multiplies them much faster than it adds them up
    one by one (Kronecker substitution). The bits must have room for the largest number of cases.
    """

    bits: int
    most: int

    def packed(self, cases: Mapping[int, int]) -> int:
        """Return the cases as one number."""
        return sum(number << self.bits * points for points, number in cases.items() if points < self.most)

    def product(self, one: int, other: int) -> int:
        """Return the cases of the sums of both."""
        return (one * other) & ((1 << self.bits * self.most) - 1)

    def power(self, one: int, number: int) -> int:
        """Return the cases of the sums of this many."""
        whole = 1 if self.most else 0
        for bit in f"{number:b}":
            whole = self.product(whole, whole)
            if bit == "1":
                whole = self.product(whole, one)
        return whole

    def cases(self, packed: int, all_cases: int) -> dict[int, int]:
        """Return the cases by points; cases that are not in the number have `most` points or more."""
        mask, found = (1 << self.bits) - 1, dict[int, int]()
        for points in range(self.most):
            if number := packed >> self.bits * points & mask:
                found[points] = number
        if rest := all_cases - sum(found.values()):
            found[self.most] = rest
        return found
