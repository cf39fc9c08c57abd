"""Trent, a guard and their weapons, for tests of aiming and firing."""

from __future__ import annotations

from typing import Any

from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.orders import Aim, Burst, Fire
from rules.engine.records.records import Order
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Soldier
from tests.rules.phoenix.skirmish import Skirmish, phoenix

TRENT = Soldier(sal=14, skill=8, actions=8, left=2, knockout_value=48)
GUARD = Soldier(sal=10, skill=4, actions=8, left=2, knockout_value=20)


def gun(name: str, loaded: int | None = None, sort: str = "") -> Carried:
    """A weapon of the book with so many rounds in it (full unless said), and two spare magazines."""
    weapon = phoenix().book.arms[name]
    assert isinstance(weapon, Gun)
    full = weapon.capacity
    return Carried(weapon, Ammunition("rounds", full, full if loaded is None else loaded, (Spare(full, 2),), sort))


def duel(*carried: Carried, shooter: Soldier = TRENT, guard: Soldier = GUARD) -> Skirmish:
    """Trent with these weapons (an M16A1), and Guard 1; Trent has two actions in this impulse."""
    skirmish = Skirmish()
    skirmish.join("Trent", shooter, *(carried or (gun("M16A1"),)))
    skirmish.join("Guard 1", guard, gun("M16A1"))
    skirmish.make("Trent", left=shooter.left)
    skirmish.make("Guard 1", left=guard.left)
    return skirmish


def fire(skirmish: Skirmish, **options: Any) -> Order:
    """Trent's shot at Guard 1, at 10 hexes unless said."""
    return Fire(skirmish.id("Trent"), (skirmish.target("Guard 1"),), **{"range": 10, **options})


def burst(skirmish: Skirmish, **options: Any) -> Order:
    """Return Trent's burst at Guard 1, at 10 hexes unless said."""
    return Burst(skirmish.id("Trent"), (skirmish.target("Guard 1"),), **{"range": 10, **options})


def aim(skirmish: Skirmish, at: str = "Guard 1", **options: Any) -> Order:
    """Trent's aim."""
    return Aim(skirmish.id("Trent"), (skirmish.target(at),), **options)


def rounds(skirmish: Skirmish, name: str = "Trent", slot: int = 0) -> int:
    """The rounds in one of somebody's weapons."""
    ammunition = skirmish.one(name).carried[slot].ammunition
    assert ammunition is not None
    return ammunition.loaded
