"""Chances by aim as numbers, to be compared: figures of the book's tables, and what holds of every weapon."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.engine.books.ruleset import Curve
from rules.engine.records.copies import replace
from rules.engine.records.errors import RangeWanted, Refusal, UnknownName
from rules.engine.records.orders import Attack, Burst, Fire
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.odds.odds import odds_lines
from tests.rules.phoenix.shooting.test_odds import stage
from tests.rules.phoenix.skirmish import Skirmish, phoenix


def curve(skirmish: Skirmish, verb: type[Attack] = Fire, **more: object) -> Curve:
    """Trent's at the Guard, at 10 hexes unless said."""
    options = {"range": 10, **more}
    order = verb(skirmish.id("Trent"), (skirmish.target("Guard"),), **options)  # type: ignore[arg-type]
    return phoenix().curve(order, skirmish.encounter)


@pytest.mark.parametrize(("hexes", "odds"), [(5, 98), (10, 86), (20, 53), (40, 27), (70, 9), (100, 6)])
def test_the_chances_to_hit_are_table_2as(hexes: int, odds: int) -> None:
    """SAL 14 and the M16's -7 for 4 actions of aim are a Shot Accuracy of 7."""
    found = curve(stage(Soldier(knockout_value=20)), range=hexes)
    assert (found.weapon, found.at, found.range, found.way) == ("M16", "Guard", hexes, "")
    assert found.measures == ("Hit", "Out")
    assert [aim for aim, _ in found.points] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]
    assert dict(found.points)[4][0] == Fraction(odds + 1, 100)
    assert found.remarks == ("Knockout Value 20.",)


def test_who_is_out_without_a_knockout_value_is_dead() -> None:
    """7 of 10 glancing rolls at 4 of 100 locations: Forehead, Eye-Nose, Heart."""
    found = curve(stage(Soldier()))
    assert found.points[-1] == (12, (Fraction(1), Fraction(28, 1000)))
    assert found.remarks == ("No Knockout Value given: out means dead.",)


def test_a_burst_is_one_of_its_own() -> None:
    skirmish = stage(Soldier(knockout_value=48))
    found = curve(skirmish, Burst)
    assert found.way == "burst"
    # 4 actions of aim are worth 5 (2C), a Shot Accuracy of 8.
    assert dict(found.points)[4][0] == Fraction(91, 100)
    order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), range=10)
    lines = [line for line in odds_lines(order, skirmish.encounter, phoenix().book) if line.burst]
    assert [(line.actions, (line.hit, line.hit * line.hits.out)) for line in lines] == [*found.points]


def test_of_what_explodes_only_the_hits_are_counted() -> None:
    found = curve(stage(Soldier(), "M19"), range=20)
    assert found.measures == ("Hit",)
    assert {aim: chances for aim, chances in found.points if aim in (5, 7)} == {
        5: (Fraction(8, 100),),
        7: (Fraction(34, 100),),
    }
    assert found.remarks == ("The effect of the explosion is not included.",)
    burst = curve(stage(Soldier(), "M19"), Burst, range=20)
    assert burst.way == "burst"
    assert dict(burst.points)[4] == (Fraction(8, 100),)


def test_a_grenade_is_compared_by_the_range_of_the_throw() -> None:
    near, far = (curve(stage(Soldier(), "M 67"), range=hexes) for hexes in (5, 12))
    assert near.measures == far.measures == ("Hit",)
    assert all(a >= b for (_, (a,)), (_, (b,)) in zip(near.points, far.points, strict=True))


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_what_holds_of_every_weapon(preset: str) -> None:
    for name in phoenix().book.arms:
        skirmish = stage(Soldier(knockout_value=20, position="standing"), name, position="standing")
        skirmish.encounter = replace(skirmish.encounter, switches=Skirmish(preset).encounter.switches)
        found = curve(skirmish, range=4)
        aims = [aim for aim, _ in found.points]
        assert aims, name
        assert aims == sorted(set(aims)), name
        assert aims[0] >= 1, name
        assert all(0 <= chance <= 1 for _, chances in found.points for chance in chances), name
        hits = [chances[0] for _, chances in found.points]
        assert hits == sorted(hits), name
        assert all(chances[-1] <= chances[0] for _, chances in found.points), name


def test_refusals() -> None:
    skirmish = stage(Soldier())
    with pytest.raises(RangeWanted):
        curve(skirmish, range=None)
    with pytest.raises(UnknownName, match="M16"):
        curve(skirmish, weapon="Uzi")
    with pytest.raises(Refusal, match="0 to 300"):
        curve(skirmish, range=301)
