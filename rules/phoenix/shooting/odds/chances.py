"""The effects of hits counted out from the tables: every location with every glancing roll (2.6, 3.2).

Nothing is thrown or estimated here: all chances are exact fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.agenda import Clock
from rules.engine.model import Encounter
from rules.phoenix import switches
from rules.phoenix.book import Book
from rules.phoenix.harm import body, several
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
from rules.phoenix.harm.simplified import (
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
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.harm.wounds import TIMES, chance, kept_roll, knockout_total
from rules.phoenix.soldier import Soldier
from rules.tables.cells import DAMAGE, ROLL


@dataclass(frozen=True, slots=True)
class Chances:
    """The effects of a shot or burst that hits: the chances, from 0 to 1, that it wounds (or kills), disables, and puts
    out of the fight (incapacitates or kills), and the mean Physical Damage, where the dead count nothing."""

    wounded: Fraction
    disabled: Fraction
    out: Fraction
    points: Fraction


def of_hits(
    one: Counter[Struck],
    groups: Mapping[int, Fraction],
    size: int,
    victim: Soldier,
    encounter: Encounter,
    book: Book,
) -> Chances:
    """The chances of simultaneous hits on a fighter in their present state; `one` is what one hit may do (`one_hit`).

    `groups` has the chances of each number of groups of hits, of `size` hits each. The hits of a group, the pellets of
    one blast, are in one place if PELLETS says so or there are too many (O61); else each has its own. A knockout throw
    already made in this impulse counts. Without a Knockout Value only the dead are out.
    """
    if size > 1 and together(size, encounter):
        one = Counter({replace(struck, points=struck.points * size): weight for struck, weight in one.items()})
        size = 1
    by_group = [
        (share, _of_hits(one, number * size, victim, encounter, book)) for number, share in groups.items() if number
    ]
    return Chances(
        sum((share * chances.wounded for share, chances in by_group), Fraction(0)),
        sum((share * chances.disabled for share, chances in by_group), Fraction(0)),
        sum((share * chances.out for share, chances in by_group), Fraction(0)),
        sum((share * chances.points for share, chances in by_group), Fraction(0)),
    )


def together(size: int, encounter: Encounter) -> bool:
    """Whether this many pellets of one blast strike one location."""
    return size > several.MOST_APART or switches.value(encounter, switches.PELLETS) == switches.TOGETHER


def one_hit(victim: Soldier, projectile: Projectile, encounter: Encounter, book: Book) -> Counter[Struck]:
    """What one hit may do, each with the number of throws that lead to it."""
    one = Counter[Struck]()
    for weight, struck in outcomes(victim, projectile, encounter, book):
        one[struck] += weight
    return one


def _of_hits(one: Counter[Struck], hits: int, victim: Soldier, encounter: Encounter, book: Book) -> Chances:
    of_one, of_all = one.total(), one.total() ** hits
    least = 2 if victim.numb else 1
    harmless = sum(weight for struck, weight in one.items() if not struck.points and not struck.dead)
    whole = sum(weight for struck, weight in one.items() if struck.disabling < least)
    alive = Counter[int]()
    for struck, weight in one.items():
        if not struck.dead:
            alive[struck.points + struck.shock] += weight
    return Chances(
        1 - Fraction(harmless**hits, of_all),
        1 - Fraction(whole**hits, of_all),
        1 - Fraction(_standing(alive, hits, victim, encounter.clock, book), 100 * of_all),
        Fraction(hits * sum(struck.points * weight for struck, weight in one.items()), of_one),
    )


def outcomes(victim: Soldier, projectile: Projectile, encounter: Encounter, book: Book) -> Iterator[tuple[int, Struck]]:
    """Everything one hit may do, each with the number of throws (of location and glancing roll) that lead to it."""
    if switches.on(encounter, switches.DAMAGE):
        return _located(victim, projectile, switches.on(encounter, switches.DISABLING), book)
    return _simplified(victim, projectile, book)


def _located(victim: Soldier, projectile: Projectile, thresholds: bool, book: Book) -> Iterator[tuple[int, Struck]]:
    """The outcomes by table 6A (3.2, 3.3)."""
    how = throwing(victim, projectile)
    for name, throws in places(how.column, how.reach, book).items():
        spot = spotted(victim, projectile, name, book, silently)
        if spot.location == body.WEAPON:
            yield throws * GLANCES, Struck(0, spot.location, weapon_critical=True)
            continue
        armors = effective_armors(worn(victim, spot.armor), book)
        for by, faces in Counter(impact(projectile, spot, epf) for epf in armors).items():
            yield throws * faces, damaged(victim, spot.location, by, thresholds, book, silently)


def _simplified(victim: Soldier, projectile: Projectile, book: Book) -> Iterator[tuple[int, Struck]]:
    """The outcomes by table 3A (2.6)."""
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


def _standing(alive: Counter[int], hits: int, victim: Soldier, now: Clock, book: Book) -> int:
    """In how many of 100 times all throws the victim neither dies nor fails the knockout throw.

    `alive`: the points and shock of one hit that does not kill, with the number of throws.
    """
    if victim.knockout_value is None:
        return 100 * int(alive.total() ** hits)
    before = knockout_total(victim, now)
    # What goes beyond the table's last line makes no difference any more.
    most = max(max(TIMES) * victim.knockout_value + 1 - before, 1)
    each = Counter[int]()
    for points, weight in alive.items():
        each[min(points, most)] += weight
    sums = Counter({0: 1})
    for _ in range(hits):
        grown = Counter[int]()
        for total, ways in sums.items():
            for points, weight in each.items():
                grown[min(total + points, most)] += ways * weight
        sums = grown
    kept = kept_roll(victim, now)
    standing = 0
    for total, ways in sums.items():
        against = chance(before + total, victim.knockout_value, book) if total else 0
        falls = against if kept is None else 100 * (kept < against)
        standing += ways * (100 - falls)
    return standing
