"""Friends and enemies (5.5, 5.6, 5.9, 5.10)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered
from rules.phoenix.basics.sides import enemies, friends
from tests.rules.phoenix.skirmish import Skirmish


@pytest.mark.parametrize(
    ("one", "other", "of_one_side"), [("Red", "Red", True), ("Red", "Blue", False), ("", "", False)]
)
def test_who_is_on_no_side_is_everybodys_enemy(one: str, other: str, of_one_side: bool) -> None:
    skirmish = Skirmish()
    for name in ("Donovan", "Guard"):
        skirmish.sheet(name, "CA 8")
    donovan, guard = altered(skirmish.one("Donovan"), side=one), altered(skirmish.one("Guard"), side=other)
    assert friends(donovan, guard) is of_one_side
    assert enemies(donovan, guard) is not of_one_side
    assert not enemies(donovan, donovan)
