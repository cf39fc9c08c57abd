"""A projectile as it hits, and what a hit did, whichever tables say so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.cells import Number
from rules.phoenix.soldier import BodyPart

_TISSUE = re.compile(r"(.+?)(?: -)? (flesh|bone)")


@dataclass(frozen=True, slots=True)
class Projectile:
    """What hits somebody: Penetration and Damage Class where it does; `part` is what of him it was aimed at (3.2),
    `cover` the Protection Factor of nonblocking cover between them (3.8)."""

    pen: Number
    dc: int
    part: BodyPart = ""
    cover: Number = 0


@dataclass(frozen=True, slots=True)
class Struck:
    """What one hit did: Physical Damage, where, how far it disables (asterisks).

    `dead`: dies at once (ruling O31). `weapon_critical`: the weapon in hand is out of action, nothing else (O30).
    `stopped`: the armor stopped it or it glanced off. `shock`: what is added to the damage for the knockout of its
    impulse alone (3.3). `roll` is the roll on 6A's Open column that hits there, None in the Basic Game.
    """

    points: int
    location: str
    disabling: int = 0
    dead: bool = False
    weapon_critical: bool = False
    stopped: bool = False
    shock: int = 0
    roll: int | None = None


def place_words(location: str) -> str:
    """A hit location in the middle of a sentence: "shin/foot", "thigh (bone)"."""
    words = location.lower()
    if tissue := _TISSUE.fullmatch(words):
        return f"{tissue[1]} ({tissue[2]})"
    return words.replace(" - ", "/").replace("-", "/")
