"""The records of a projectile that hits and of the effect of a hit, shared by all tables of damage."""

from __future__ import annotations

import re
from functools import lru_cache

from rules.engine.records.frozen import dataclass
from rules.phoenix.basics.soldier import BodyPart
from rules.tables.cells import Number

CONCUSSION = "Concussion"
"""The location of damage without a projectile."""
_TISSUE = re.compile(r"(.+?)(?: -)? (flesh|bone)")


@dataclass(frozen=True, slots=True)
class Projectile:
    """A projectile with its Penetration and Damage Class at the victim.

    `part` is the part of the body it was aimed at (3.2), `cover` the Protection Factor of nonblocking cover in its way
    (3.8), `knock_down` the weapon's KD (5.12).
    """

    pen: Number
    dc: int
    part: BodyPart = ""
    cover: Number = 0
    knock_down: int | None = None


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a fighter, in words that follow the name: "is" and "out when this impulse ends", or "stays
    unconscious" alone.
    """

    words: str
    verb: str = "is"

    def __str__(self) -> str:
        return f"{self.verb} {self.words}".strip()


@dataclass(frozen=True, slots=True)
class Knock:
    """How a hit knocks its victim down (5.12): table, column, and `force`, a Knock Down or a Base Concussion."""

    table: str
    column: str
    force: Number


@dataclass(frozen=True, slots=True)
class Struck:
    """The effect of one hit: Physical Damage, location, and asterisks that say how far it disables.

    `dead`: the victim dies at once (ruling O31). `weapon_critical`: the weapon in hand is out of action, nothing else
    (O30). `stopped`: the armor stopped it or it glanced off. `shock` is added to the damage for the knockout of its
    impulse only (3.3). `roll` is the roll on 6A's Open column that hits there, None in the Basic Game. `knock` is None
    if knock downs do not count.
    """

    points: int
    location: str
    disabling: int = 0
    dead: bool = False
    weapon_critical: bool = False
    stopped: bool = False
    shock: int = 0
    roll: int | None = None
    knock: Knock | None = None


@lru_cache(maxsize=256)
def place_words(location: str) -> str:
    """Return a hit location for the middle of a sentence: "shin/foot", "thigh (bone)"."""
    words = location.lower()
    if tissue := _TISSUE.fullmatch(words):
        return f"{tissue[1]} ({tissue[2]})"
    return words.replace(" - ", "/").replace("-", "/")
