"""Several hits of one blast on the same victim: pellets, fragments (3.5, 3.6)."""

from __future__ import annotations

from dataclasses import replace

from rules.phoenix.book import Book, Scene
from rules.phoenix.harm import damage, locations
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import EVENLY, GROUPED, TOGETHER
from rules.tables.cells import ROLL, Reach
from rules.tables.table import holding

MOST_APART = 20
"""More hits than these always strike one location (ruling O61)."""
_ROLLS, _FIRE, _OPEN = "6a_roll", "Fire", "Open"


def strike(
    victim: Soldier,
    projectile: Projectile,
    number: int,
    manner: str,
    scene: Scene,
    *,
    whom: str,
    spacing: int | None = None,
) -> tuple[Struck, ...]:
    """What so many hits do (one or more), as `damage.strike` shows it.

    `manner`: SEPARATE, each has its location; TOGETHER, all have one, and its damage is multiplied; GROUPED, the
    others fall within `spacing` percent (Hit Location Spacing) of the first; EVENLY, each into the middle of an equal
    part of that.
    """
    if manner != TOGETHER and number > MOST_APART:
        scene.rule("O61", f"over {MOST_APART} hits strike one location")
        manner = TOGETHER
    if manner == TOGETHER and number > 1:
        return (_together(victim, projectile, number, scene, whom),)
    struck = [damage.strike(victim, projectile, scene, whom=whom, hit=int(number > 1))]
    near: Reach | None = None
    if manner in (GROUPED, EVENLY) and spacing is not None and number > 1:
        near = _near(victim, projectile, struck[0], spacing, scene.book)
    if near:
        scene.note("Grouped", f"the others within {spacing} of it: {near.low:02} to {near.high:02} in the open")
    for hit in range(2, number + 1):
        rolls = _part(near, hit - 2, number - 1) if near and manner == EVENLY else near
        struck += [damage.strike(victim, projectile, scene, whom=whom, hit=hit, rolls=rolls)]
    return tuple(struck)


def _together(victim: Soldier, projectile: Projectile, number: int, scene: Scene, whom: str) -> Struck:
    one = damage.strike(victim, projectile, scene, whom=whom)
    if not one.points:
        return one
    points = one.points * number
    scene.note("Damage", f"{number} hits there: {number} x {one.points:,} = {points:,} PD")
    # The damage alone is multiplied: a limb is disabled, and its bone broken, once; so the shock counts once.
    return replace(one, points=points)


def _part(near: Reach, nth: int, of: int) -> Reach:
    """The middle of an equal part of the throws, counted from 0; halves up (ruling O36)."""
    middle = near.low + ((near.high - near.low) * (2 * nth + 1) + of) // (2 * of)
    return Reach(middle, middle)


def _near(victim: Soldier, projectile: Projectile, first: Struck, spacing: int, book: Book) -> Reach | None:
    """The throws in the open that are so near to the first hit and still show; None if the first has no throw."""
    if first.roll is None:
        return None
    throw = locations.throwing(victim, replace(projectile, part=""))
    last = _last_shown(throw.reach.high, book) if throw.column == _FIRE else 99
    return Reach(max(first.roll - spacing, 0), min(first.roll + spacing, max(last, first.roll)))


def _last_shown(highest: int, book: Book) -> int:
    """The last throw in the open that hits what shows of somebody around cover, for whom so much is thrown at most."""
    table = book.tables.of(ROLL, _ROLLS)
    last, _ = holding(table, "", highest, position=_FIRE)
    assert last is not None, "6A's column around cover has no gaps"
    shown, _ = table.lookup("", last, _OPEN)
    assert shown is not None, "6A's column in the open has no blanks"
    return shown.high
