"""Other spellings of weapon names, and the weapons that the rules name but have no page for."""

from __future__ import annotations

import re

from rules.phoenix.arms import Arm

LOST = ("HK 53",)
"""Weapons that the rules name but our copy of the book has no page for (ruling O58)."""
NO_FIGURES = "Our copy of the book has no page for the {}, so it has no values and cannot be used."
_MAKERS = ("Heckler & Koch", "Heckler and Koch", "Heckler und Koch", "H & K", "HK")


def spellings(weapon: Arm) -> tuple[str, ...]:
    """Return the other names of a weapon, including every spelling of its maker's name."""
    return tuple(dict.fromkeys(v for name in (weapon.name, *weapon.also) for v in variants(name) if v != weapon.name))


def variants(name: str) -> list[str]:
    """Return the name, followed by the same name with each other spelling of its maker's."""
    for maker in _MAKERS:
        bare = re.sub(rf"\b{maker}(?=\b|\d)", "{}", name, count=1, flags=re.IGNORECASE)
        if bare != name:
            return [name, *(bare.format(other) for other in _MAKERS if other != maker)]
    return [name]
