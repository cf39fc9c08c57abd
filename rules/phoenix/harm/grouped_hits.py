"""Several hits of one shot or explosion on the same victim: pellets and fragments (3.5, 3.6)."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import EVENLY, GROUPED, TOGETHER
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm import damage, locations
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.tables.cells import ROLL, Reach

MOST_APART = 20
"""The most hits with separate locations. More hits strike a single location (ruling O61)."""
_ROLLS, _FIRE, _OPEN = "6a_roll", "Fire", "Open"


def strike(
    victim: Soldier,
    projectile: Projectile,
    number: int,
    grouping: str,
    scene: Scene,
    *,
    victim_name: str,
    spacing: int | None = None,
) -> tuple[Struck, ...]:
    """Resolve `number` hits (one or more), each as `damage.strike` does.

    `grouping`: SEPARATE, each hit has its own location; TOGETHER, all have the same one, whose damage is multiplied;
    GROUPED, the others are within `spacing` percent (Hit Location Spacing) of the first; EVENLY, each is in the middle
    of an equal part of that range.
    """
    if grouping != TOGETHER and number > MOST_APART:
        scene.rule("O61", f"over {MOST_APART} hits strike one location", section="3.5")
        grouping = TOGETHER
    if grouping == TOGETHER and number > 1:
        return (_together(victim, projectile, number, scene, victim_name),)
    struck = [damage.strike(victim, projectile, scene, victim_name=victim_name, hit=int(number > 1))]
    near: Reach | None = None
    if grouping in (GROUPED, EVENLY) and spacing is not None and number > 1:
        near = near_first(victim, projectile, struck[0].roll, spacing, scene.book)
    if near:
        within = f"the others within {spacing} of it: {near.low:02} to {near.high:02} in the open"
        scene.note("Grouped", within, section="3.5")
    for hit in range(2, number + 1):
        rolls = part_of(near, hit - 2, number - 1) if near and grouping == EVENLY else near
        struck += [damage.strike(victim, projectile, scene, victim_name=victim_name, hit=hit, rolls=rolls)]
    return tuple(struck)


def _together(victim: Soldier, projectile: Projectile, number: int, scene: Scene, victim_name: str) -> Struck:
    one = damage.strike(victim, projectile, scene, victim_name=victim_name)
    if not one.points:
        return one
    points = one.points * number
    scene.note(
        "Damage",
        f"{number} hits there: {number} x {one.points:,} = {points:,} PD",
        section="3.5",
        brief=f"{points:,} PD",
    )
    # Only the damage is multiplied. A limb is disabled once, so the shock counts once.
    return replace(one, points=points)


def part_of(near: Reach, nth: int, of: int) -> Reach:
    """Return the middle of the `nth` (from 0) of `of` equal parts of these rolls, rounded half up (ruling O36)."""
    middle = near.low + ((near.high - near.low) * (2 * nth + 1) + of) // (2 * of)
    return Reach(middle, middle)


def near_first(victim: Soldier, projectile: Projectile, first: int | None, spacing: int, book: Book) -> Reach | None:
    """Return the rolls in the open within `spacing` of the first hit's that are not behind cover; None if the first hit
    has no roll.
    """
    if first is None:
        return None
    throw = locations.throwing(victim, replace(projectile, part=""))
    last = _last_shown(throw.reach.high, book) if throw.column == _FIRE else 99
    return Reach(max(first - spacing, 0), min(first + spacing, max(last, first)))


def _last_shown(highest: int, book: Book) -> int:
    """Return the last roll in the open that hits the part visible around cover, where rolls go up to `highest`."""
    table = book.tables.of(ROLL, _ROLLS)
    location, _ = table.holding("", highest, position=_FIRE)
    assert location is not None, "6A's column around cover has no gaps"
    reach, _ = table.lookup("", location, _OPEN)
    assert reach is not None, "6A's column in the open has no blanks"
    return reach.high
