"""How else people write the name of a weapon, and the weapons that the rules name but have no page for."""

from __future__ import annotations

import re

from rules.phoenix.arms import Arm

LOST = ("HK 53",)
"""Weapons that the rules name and the text has no page for (ruling O58)."""
NO_FIGURES = "The text at hand has no page for the {}: without figures it cannot be used."
_MAKERS = ("Heckler & Koch", "Heckler and Koch", "Heckler und Koch", "H & K", "HK")


def spellings(weapon: Arm) -> tuple[str, ...]:
    """Other names a weapon goes by: its own, and its maker's name written otherwise."""
    return tuple(dict.fromkeys(v for name in (weapon.name, *weapon.also) for v in variants(name) if v != weapon.name))


def variants(name: str) -> list[str]:
    """The name, and with its maker's name written in every way."""
    for maker in _MAKERS:
        bare = re.sub(rf"\b{maker}(?=\b|\d)", "{}", name, count=1, flags=re.IGNORECASE)
        if bare != name:
            return [name, *(bare.format(other) for other in _MAKERS if other != maker)]
    return [name]
