"""The Aliens figures as the book gives them, read a second time here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.records.steps import Lookup
from rules.tables.cells import INT, TEXT
from rules.tables.loader import DATA, load

TABLES = load(DATA / "aliens")


@pytest.mark.parametrize(
    ("weapon", "capacity", "reloads"),
    [
        ("Pulse Rifle", 16, "yes"),
        ("Flame Unit", 16, "no"),
        ("Grenade Launcher", 4, "no"),
        ("Machinegun", 26, "yes"),
        ("Pistol", 13, "yes"),
        ("Shotgun", 8, "no"),
    ],
)
def test_ammunition(weapon: str, capacity: int, reloads: str) -> None:
    step = Lookup("Ammunition", "ammunition", "Ammunition Capacity", (("weapon", weapon),), str(capacity))
    lookup = TABLES.of(INT, "ammunition").lookup("Ammunition", weapon=weapon)
    assert lookup == (capacity, replace(step, section="Ammunition Restrictions"))
    assert TABLES.of(TEXT, "reloading").lookup("Reload", weapon=weapon)[0] == reloads


def test_no_weapon_is_left_out() -> None:
    assert len(TABLES.of(INT, "ammunition").cells) == 6
