"""A fighter's ammunition, in lines."""

from __future__ import annotations

import pytest

from rules.engine.ammunition.supplies import carried_lines
from rules.engine.books.ruleset import Fact
from rules.engine.records.model import Ammunition, Carried, Combatant, Spare
from rules.engine.records.records import Condition, Weapon


@pytest.mark.parametrize(
    ("ammunition", "told"),
    [
        (None, "its ammunition is not counted"),
        (Ammunition("rounds", 30, 12, None), "12 of 30 rounds; spare loads: unlimited"),
        (Ammunition("rounds", 30, 12), "12 of 30 rounds; no spare loads"),
        (Ammunition("rounds", 30, 12, (Spare(30, 2),)), "12 of 30 rounds; spare loads: 2 of 30 rounds"),
        (Ammunition("rounds", 5, 1, (Spare(1, 7, "AP"),)), "1 of 5 rounds; spare loads: 7 rounds AP"),
        (Ammunition("tokens", 1, 1, (Spare(1, 2),)), "1 of 1 token; spare loads: 2 of 1 token"),
    ],
)
def test_a_line_for_each_weapon(ammunition: Ammunition | None, told: str) -> None:
    carried = (Carried(Weapon("Rifle"), ammunition),)
    assert carried_lines(Combatant("c1", "Ash", "", None, carried, Condition())) == (Fact("Rifle", told),)


def test_nothing_carried() -> None:
    assert carried_lines(Combatant("c1", "Ash", "", None, (), Condition())) == (Fact("Weapons", "none"),)
