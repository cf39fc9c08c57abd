"""The damage of a hit in the Advanced Rules: location, Effective Armor PF, damage, shock (3.2, 3.3; 5D, 6A to 6D).

Each decision is a function of the roll and reads the tables through a `look` parameter. Therefore the same functions
that resolve hits also count the odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, Protocol

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.steps import Lookup
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import DISABLING, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm import body
from rules.phoenix.harm.basic_damage import (
    LOW_VELOCITY,
    OVER_PENETRATING,
    Cover,
    as_printed,
    damage_column,
    disabled_words,
    worn,
)
from rules.phoenix.harm.hit_records import Projectile, Struck, place_words
from rules.tables.axes import Key
from rules.tables.cells import DAMAGE, INT, NUMBER, ROLL, SUFFIXED, TEXT, Damage, Number, Reach
from rules.tables.table import Table, V

GLANCES = 10
"""The faces of the glancing throw (6D)."""

MENDED = range(8, 11)
"""The Damage Classes whose columns have EPEN 1, 3, 5 and 10 in our copy (T24)."""

Column = Literal["Fire", "Open", "Body"]
"""The column for the location: 6A's around cover, 6A's in the open, or 5D."""

ALL, HEAD, SHOWN, LEGS = Reach(0, 99), Reach(0, 32), Reach(0, 22), Reach(57, 99)
"""The rolls for the whole body, the head, the visible part of a head that looks over cover, and the legs (3.2)."""


class Look(Protocol):
    """A function that reads a cell, as `Scene.lookup` does."""

    def __call__(self, label: str, table: Table[V], /, *at: Key, detail: bool = False) -> V | None: ...


def silently(label: str, table: Table[V], /, *at: Key, detail: bool = False) -> V | None:
    """Return a cell's value without recording it."""
    return table.lookup(label, *at)[0]


@dataclass(frozen=True, slots=True)
class Throw:
    """How a location is thrown: the column, the range of rolls, and the reason in words."""

    column: Column
    reach: Reach
    words: str


@dataclass(frozen=True, slots=True)
class Spot:
    """The place where a projectile hits: the row of 6A, the armor there, and the cover that it must penetrate first
    (3.8).
    """

    location: str
    armor: Cover
    cover: Number


@dataclass(frozen=True, slots=True)
class Impact:
    """The part of a projectile that reaches the body: Effective Penetration (0 or less is stopped), and the effective
    Damage Class.
    """

    epen: Number
    dc: int
    low_velocity: bool


def strike(
    victim: Soldier,
    projectile: Projectile,
    scene: Scene,
    *,
    victim_name: str,
    hit: int,
    rolls: Reach | None,
) -> Struck:
    """Resolve a projectile that hits, as `damage.strike` does."""
    number = f" {hit}" if hit else ""
    spot, roll = _where(victim, projectile, rolls, f"Where{number}", victim_name, scene)
    if spot.location == body.WEAPON:
        scene.rule("O30", "no damage and no glancing roll: the weapon in hand is out of action", section="3.2")
        return Struck(0, spot.location, weapon_critical=True, roll=roll)
    by = _armor(victim, projectile, spot, f"Armor{number}", victim_name, scene)
    label, thresholds = f"Damage{number}", on(scene.encounter, DISABLING)
    struck = damaged(victim, spot.location, by, thresholds, scene.book, scene.lookup, label)
    if not struck.stopped:
        _explain(victim, struck, by, label, scene)
    return replace(struck, roll=roll)


def throwing(victim: Soldier, projectile: Projectile, rolls: Reach | None = None) -> Throw:
    """Return how the location is thrown for the victim's exposure (3.2, 3.5, 3.8; rulings R9, O26)."""
    if rolls:
        return Throw("Open", rolls, "near the first")
    head_only = victim.exposure in ("looking", "dug in")
    match projectile.part:
        case "head":
            return Throw("Fire", SHOWN if head_only else HEAD, "aimed at the head")
        case "body":
            return Throw("Body", ALL, "aimed at the body")
        case "legs":
            return Throw("Open", LEGS, "aimed at the legs")
        case "":
            if projectile.cover or victim.exposure in ("", "exposed"):
                return Throw("Open", ALL, "in the open")
            if head_only:
                return Throw("Fire", SHOWN, "around cover, only the head shows")
            return Throw("Fire", ALL, "around cover")


def located(column: Column, roll: int, book: Book, label: str = "") -> tuple[str, Lookup]:
    """Return the location that a roll hits, by 6A's name or 5D's, and its cell."""
    if column == "Body":
        name, step = book.tables.worded(TEXT, "5d").lookup(label, roll, "Location", detail=True)
    else:
        name, step = book.tables.of(ROLL, "6a_roll").holding(label, roll, position=column, detail=True)
    assert name is not None, "neither 5D nor the columns of 6A have gaps"
    return name, step


@cache
def places(column: Column, reach: Reach, book: Book) -> Mapping[str, int]:
    """Return the locations that these rolls can hit, by 6A's names or 5D's, with the number of rolls for each."""
    rolls = range(reach.low, reach.high + 1)
    return MappingProxyType(Counter(located(column, roll, book)[0] for roll in rolls))


def spotted(victim: Soldier, projectile: Projectile, name: str, book: Book, look: Look, label: str = "") -> Spot:
    """Return the row of 6A, armor and cover at a location of 6A or 5D.

    A location is not behind the victim's cover in two cases: the Fire column has it and the victim fires over the
    cover, or it is among the rolls for the head and the victim looks over the cover (3.8).
    """
    location = body.row(name)
    cover = projectile.cover
    if cover and victim.exposure in ("firing", "looking", "dug in"):
        rolls = look(label, book.tables.of(ROLL, "6a_roll"), location, "Fire", detail=True)
        if rolls and rolls.low in (ALL if victim.exposure == "firing" else SHOWN):
            cover = 0
    return Spot(location, body.armor(name, book), cover)


def effective_armor(protection: int, roll: int, book: Book, look: Look, label: str = "") -> int:
    """Return the Effective Armor PF at a glancing throw of 0 to 9 (6D).

    A PF that 6D does not list follows its progression: PF x 2.42 to the power of (roll + 1)/10, halves up (O4, T25).
    """
    table = book.tables.of(INT, "6d")
    if str(protection) in table.rows.labels:
        return look(label, table, protection, roll, detail=True) or 0
    power = roll + 1
    whole = int(protection * 2.42 ** (power / 10))
    # Whether to round up is decided in whole numbers: 2.42 is 121/50.
    up: bool = (2 * whole + 1) ** 10 * 50**power <= (2 * protection) ** 10 * 121**power
    return whole + up


@cache
def effective_armors(protection: int, book: Book) -> tuple[int, ...]:
    """Return the Effective Armor PF at each glancing throw."""
    return tuple(effective_armor(protection, roll, book, silently) for roll in range(GLANCES))


def impact(projectile: Projectile, spot: Spot, epf: int) -> Impact:
    """Return a projectile's impact after armor and cover: low velocity below the Effective Armor PF (3.2, 3.8; O5,
    O48).
    """
    epen = projectile.pen - spot.cover - epf
    low = 0 < epen < epf
    return Impact(epen, 1 if low else min(max(projectile.dc, 1), 10), low)


def damaged(
    victim: Soldier, location: str, by: Impact, thresholds: bool, book: Book, look: Look, label: str = ""
) -> Struck:
    """Return the effect of an impact at a location of 6A.

    With `thresholds`, 6A decides what is disabled and 6C has the shock (3.3). Otherwise 3A's matching cell decides what
    is disabled (2.7).
    """
    if by.epen <= 0:
        return Struck(0, location, stopped=True)
    points = look(label, book.tables.of(SUFFIXED, f"6a_dc{by.dc:02}"), location, by.epen, detail=True)
    assert points is not None, "only a weapon has a blank"
    if thresholds and not _shaded(location, by, book, look, label):
        return Struck(int(points), location)
    asterisks = _asterisks(location, by, book, look, label)
    if not thresholds:
        return Struck(int(points), location, asterisks)
    asterisks = max(asterisks, 1)
    suppressed = victim.numb and asterisks == 1
    shock = None if suppressed else look("Shock", book.tables.of(INT, "6c"), body.SHOCK[location], detail=True)
    return Struck(int(points), location, asterisks, shock=shock or 0)


def _shaded(location: str, by: Impact, book: Book, look: Look, label: str) -> bool:
    """Return whether the cell of 6A is a Disabling Injury."""
    if location not in body.SHOCK:
        return False
    least = look(label, book.tables.of(NUMBER, "6a_disabling"), location, by.dc, detail=True)
    return least is not None and max(by.epen, _first(by.dc, book)) >= least


def _first(dc: int, book: Book) -> Number:
    """Return the EPEN of 6A's first column for this Damage Class, which weaker hits use as well (ruling O6)."""
    columns = book.tables.by_id[f"6a_dc{dc:02}"].columns
    assert columns is not None
    return NUMBER.read(columns.labels[0])


def _asterisks(location: str, by: Impact, book: Book, look: Look, label: str) -> int:
    """Return the asterisks of 3A's matching cell, because 6A has no double ones (ruling O32)."""
    column = damage_column(LOW_VELOCITY if by.low_velocity else OVER_PENETRATING, by.dc, book)
    cell = look(label, book.tables.worded(DAMAGE, "3a"), body.SIMPLIFIED[location], column, detail=True)
    return cell.disabling if isinstance(cell, Damage) else 0


def _where(
    victim: Soldier, projectile: Projectile, rolls: Reach | None, label: str, victim_name: str, scene: Scene
) -> tuple[Spot, int]:
    """Throw and return where it hits, and the roll on 6A's Open column that hits there."""
    how = throwing(victim, projectile, rolls)
    roll = how.reach.low  # with a single possible roll nothing is thrown
    if how.reach.low < how.reach.high:
        roll = scene.throw(label, f"where {victim_name} is hit", how.reach.low, how.reach.high, section="3.2")
    else:
        scene.note(label, f"{roll:02}, {how.words}", section="3.2")
    name, step = located(how.column, roll, scene.book, label)
    scene.record(step, "3.2")
    spot = spotted(victim, projectile, name, scene.book, scene.lookup, label)
    if how.reach == SHOWN:
        scene.rule("O26", "when the target looks over cover, only 00 to 22 is rolled", section="3.2")
    if how.column == "Body" and name.endswith("Socket"):
        scene.rule("O9", f"6A has no {name}, so it counts as {spot.location}", section="3.2")
    behind = ", behind the cover" if spot.cover else ", exposed" if projectile.cover else ""
    scene.note(
        label, f"{spot.location} ({how.words}{behind})", section="3.2", brief=place_words(spot.location), outward=True
    )
    return spot, roll if how.column == "Open" else in_the_open(spot.location, scene.book)


@cache
def in_the_open(location: str, book: Book) -> int:
    """Return the middle of the rolls that hit there in the open. 3.5 groups hits around a roll on that column."""
    reach, _ = book.tables.of(ROLL, "6a_roll").lookup("", location, "Open")
    assert reach is not None, "the open column has every location"
    return (reach.low + reach.high) // 2


def _armor(victim: Soldier, projectile: Projectile, spot: Spot, label: str, victim_name: str, scene: Scene) -> Impact:
    protection = worn(victim, spot.armor)
    epf, worth = 0, f"{spot.armor} PF {protection}" if protection else "PF 0"
    through = projectile.pen - spot.cover
    if protection and through > 0:
        needed = _needed(protection, through, scene.book)
        roll = scene.throw(label, f"how it meets {victim_name}’s armor", 0, GLANCES - 1, needed, section="3.2")
        epf = effective_armor(protection, roll, scene.book, scene.lookup, label)
        worth += f", {roll}: EPF {epf}"
        if str(protection) not in scene.book.tables.by_id["6d"].rows.labels:
            progression = f"6D does not list PF {protection}; continuing its progression, {roll} makes it {epf}"
            scene.rule("O4", progression, section="3.2")
    by = impact(projectile, spot, epf)
    if by.epen == epf > 0:
        scene.rule("O5", "EPEN equals EPF: full Damage Class", section="3.2")
    if by.epen > 0 and epf <= by.epen < epf + spot.cover:
        scene.rule("O48", "low velocity depends on EPF alone; cover is only subtracted", section="3.8")
    less = [f"cover {as_printed(spot.cover)}"] * bool(spot.cover) + [str(epf)] * bool(epf)
    epen = " - ".join([f"PEN {as_printed(projectile.pen)}", *less]) + " = EPEN" if less else "EPEN"
    bare = not less and not protection and label != "Armor"  # one of several hits without armor: nothing to explain
    stopped = "" if by.epen > 0 else ": stopped"
    brief = "stopped" if stopped else ""
    scene.note(label, f"{worth}; {epen} {as_printed(by.epen)}{stopped}", detail=bare, section="3.2", brief=brief)
    return by


def _needed(protection: int, pen: Number, book: Book) -> str:
    """Return the rolls that penetrate the armor, in words; "" for all."""
    through = sum(pen > epf for epf in effective_armors(protection, book))
    if through == GLANCES:
        return ""
    return f"{through - 1} or less to penetrate" if through else "PF is too high: no roll lets it through"


def _explain(victim: Soldier, struck: Struck, by: Impact, label: str, scene: Scene) -> None:
    if by.epen < (first := _first(by.dc, scene.book)):
        scene.rule("O6", f"an EPEN under {as_printed(first)} uses the first column of 6A", section="3.2")
    if by.dc in MENDED and 2 <= by.epen < 10:
        scene.rule("O14", "the columns of 6A for DC 8 to 10 are EPEN 1, 2, 3 and 5", section="3.2")
    kind = "low velocity, DC 1" if by.low_velocity else f"DC {by.dc}"
    words = disabled_words(struck.disabling, victim, scene)
    shock = f", shock {struck.shock}" if struck.shock else ""
    brief = f"{struck.points:,} PD"
    scene.note(label, f"{kind}: {brief}{words}{shock}", section="3.2", brief=brief)
