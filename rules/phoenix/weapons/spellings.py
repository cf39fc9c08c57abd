"""Other spellings of weapon names."""

from __future__ import annotations

import re

from rules.phoenix.basics.arms import Arm

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
