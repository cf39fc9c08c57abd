"""The damage of a hit in the Basic Game: location, armor, damage (2.6; tables 3A, 3B)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from types import MappingProxyType
from typing import Literal

from rules.engine.records.steps import Lookup
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.hit_records import Projectile, Struck, place_words
from rules.tables.cells import DAMAGE, INT, ROLL, TEXT, Damage, Number, Reach, Word

OPEN, COVER = "In The Open", "Around Cover"
HEAD_ONLY = 22
"""The highest roll for a victim with only the head in sight (2.6, ruling O26)."""
BEST_LINE = 4
WEAPON = "Weapon"
"""The location that takes no damage (ruling O30)."""
LOW_VELOCITY, OVER_PENETRATING = "Low Velocity", "Over Penetrating"
_GROWTH = Fraction(13, 10)

Cover = Literal["helm", "visor", "body", "limbs", ""]
# Body armor follows 5D's asterisks: 3A's Shoulder, and all from Body Glance (Torso Glance) down to Spine, including
# Base of Neck, but not Arm Glance (Shoulder Glance) and Pelvis. Abdomen is all from Liver to Intestines. The neck of
# O29 is that of 6A, for which 3A has no row.
COVERED: Mapping[str, Cover] = MappingProxyType(
    {
        "Head Glance": "helm",
        "Forehead": "helm",
        "Eye-Nose": "visor",
        "Mouth": "visor",
        "Arm Glance": "limbs",
        "Shoulder": "body",
        "Upper Arm - Flesh": "limbs",
        "Upper Arm - Bone": "limbs",
        "Forearm - Flesh": "limbs",
        "Forearm - Bone": "limbs",
        "Hand": "limbs",
        WEAPON: "",
        "Body Glance": "body",
        "Chest": "body",
        "Base of Neck": "body",
        "Heart": "body",
        "Spine": "body",
        "Abdomen": "body",
        "Pelvis": "",
        "Leg Glance": "limbs",
        "Thigh - Flesh": "limbs",
        "Thigh - Bone": "limbs",
        "Shin - Foot": "limbs",
    }
)
"""The armor that covers each hit location (1.4, ruling O29)."""


def strike(victim: Soldier, projectile: Projectile, scene: Scene, *, victim_name: str, hit: int) -> Struck:
    """Resolve a projectile that hits, as `damage.strike` does."""
    pen, dc = projectile.pen, projectile.dc
    number = f" {hit}" if hit else ""
    location = _where(victim, f"Where{number}", victim_name, scene)
    if location == WEAPON:
        scene.rule("O30", "no damage and no glancing roll: the weapon in hand is out of action", section="2.6")
        return Struck(0, location, weapon_critical=True)
    armor, damage = f"Armor{number}", f"Damage{number}"
    protection = protecting(victim, location)
    line, steps = penetration(protection, pen, scene.book)
    for step in steps:
        scene.record(step, "2.6")
    if protection and str(protection) not in scene.book.tables.by_id["3b"].rows.labels:
        scene.rule("O4", f"3B does not list PF {protection}: its lines are {_lines(protection)}", section="2.6")
    protection_words = f"{COVERED[location]} PF {protection}, PEN {as_printed(pen)}" if protection else "PF 0"
    met = f"{protection_words}, line {line}" if line else f"{protection_words}: stopped"
    scene.note(armor, met, section="2.6")
    if not line:
        return Struck(0, location, stopped=True)
    kind = _glancing(line, armor, victim_name, scene)
    if kind is None:
        return Struck(0, location, stopped=True)
    return _damaged(victim, location, kind, dc, damage, scene)


def position(victim: Soldier) -> tuple[str, int]:
    """Return the column of the Hit Location Roll for the victim's exposure, and the highest roll on it."""
    match victim.exposure:
        case "looking" | "dug in":
            return COVER, HEAD_ONLY
        case "firing" | "hidden":
            return COVER, 99
        case _:
            return OPEN, 99


def protecting(victim: Soldier, location: str) -> int:
    """Return the Protection Factor of the victim's armor at this location, 0 for none."""
    return worn(victim, COVERED[location])


def worn(victim: Soldier, cover: Cover) -> int:
    """Return the Protection Factor of this part of the victim's armor, 0 for none."""
    match cover:
        case "helm":
            return victim.armor.helm
        case "visor":
            return victim.armor.visor
        case "body":
            return victim.armor.body
        case "limbs":
            return victim.armor.limbs
        case "":
            return 0


def penetration(protection: int, pen: Number, book: Book) -> tuple[int, tuple[Lookup, ...]]:
    """Return the Weapon Penetration Line, 1 to 4 (3B), 0 if the armor stops it, and the cell if one was read.

    Without armor the line is 4; a Protection Factor that is not listed follows the table's progression (ruling O4).
    """
    if not protection:
        return BEST_LINE, ()
    table = book.tables.of(INT, "3b")
    if str(protection) not in table.rows.labels:
        return max((n for n in range(1, BEST_LINE + 1) if pen >= least_pen(protection, n)), default=0), ()
    cells = [table.lookup("Line", protection, n, detail=True) for n in range(1, BEST_LINE + 1)]
    line = sum(least is not None and pen >= least for least, _ in cells)
    return line, (cells[max(line, 1) - 1][1],)


def least_pen(protection: int, line: int) -> int:
    """Return the Penetration that reaches a line against this Protection Factor, by 3B's progression (ruling O4)."""
    return ceil((protection + 1) * _GROWTH ** (line - 1))


@lru_cache(maxsize=64)
def damage_column(kind: str, dc: int, book: Book) -> str:
    """Return the column of 3A for this kind of damage and Damage Class (1 to 10; beyond, the nearest)."""
    if kind == LOW_VELOCITY:
        return kind
    columns = book.tables.by_id["3a"].columns
    assert columns is not None
    return next(label for label in columns.labels[1:] if min(max(dc, 1), 10) in ROLL.read(label))


def struck_by(location: str, cell: Damage | Word | None) -> Struck:
    """Return the effect of a cell of 3A at its location."""
    match cell:
        case Damage(points, disabling):
            return Struck(points, location, disabling)
        case Word():
            return Struck(0, location, dead=True)
        case None:
            raise ValueError("3A has no blanks")


def disabled_words(asterisks: int, victim: Soldier, scene: Scene) -> str:
    """Return the disabling effect of a hit on the victim, in words after the damage (", disabled"); "" if there is
    none.
    """
    if not asterisks:
        return ""
    if victim.drugged:
        scene.rule("O32", "only ** disables someone drugged", section="2.7")
        if asterisks == 1:
            return ", not disabled (drugged)"
    elif victim.numb and asterisks == 1:
        return ", not disabled (adrenalin rush)"
    return ", disabled (double)" if asterisks > 1 else ", disabled"


def as_printed(number: Number) -> str:
    """Return a Penetration as the book prints it: 17, 12.5."""
    return f"{float(number):g}"


def _where(victim: Soldier, label: str, victim_name: str, scene: Scene) -> str:
    column, highest = position(victim)
    table = scene.book.tables.of(ROLL, "3a_roll")
    roll = scene.throw(label, f"where {victim_name} is hit", 0, highest, section="2.6")
    location, step = table.holding(label, roll, position=column, detail=True)
    assert location is not None, "3A's rolls have no gaps"
    scene.record(step, "2.6")
    head = ", only the head shows" if highest == HEAD_ONLY else ""
    if head:
        scene.rule("O26", "when the target looks over cover, only 00 to 22 is rolled", section="2.6")
    scene.note(label, f"{location} ({column.lower()}{head})", section="2.6", brief=place_words(location), outward=True)
    return location


def _glancing(line: int, label: str, victim_name: str, scene: Scene) -> str | None:
    """Throw and return low velocity or over penetrating, None for a shot that glances off."""
    table = scene.book.tables.of(ROLL, "3a_glance")
    low, _ = table.lookup("", line, LOW_VELOCITY)
    least = low.low if isinstance(low, Reach) else 0
    needed = f"{least} or more" if least else ""
    roll = scene.throw(label, f"whether it glances off {victim_name}", 0, 9, needed, section="2.6")
    kind, step = table.holding(label, roll, line=line, detail=True)
    scene.record(step, "2.6")
    scene.note(label, kind.lower() if kind else "it glances off", section="2.6")
    return kind


def _damaged(victim: Soldier, location: str, kind: str, dc: int, label: str, scene: Scene) -> Struck:
    column = damage_column(kind, dc, scene.book)
    table = scene.book.tables.worded(DAMAGE, "3a")
    cell = scene.lookup(label, table, location, column, detail=True, section="2.6")
    if kind == LOW_VELOCITY:
        scene.lookup("Wound", scene.book.tables.of(TEXT, "3a_wounds"), location, detail=True, section="2.6")
    hit = struck_by(location, cell)
    if hit.dead:
        scene.rule("O31", "Dead: dies at once", section="2.6")
    what = "dies at once" if hit.dead else f"{hit.points:,} PD{disabled_words(hit.disabling, victim, scene)}"
    brief = "dies at once" if hit.dead else f"{hit.points:,} PD"
    scene.note(label, f"DC {dc}: {what}" if kind == OVER_PENETRATING else what, section="2.6", brief=brief)
    return hit


def _lines(protection: int) -> str:
    return ", ".join(str(least_pen(protection, n)) for n in range(1, BEST_LINE + 1))
