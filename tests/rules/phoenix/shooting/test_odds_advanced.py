"""The odds of chapter 3: against figures of the book's own examples, and against every throw of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.books.ruleset import Odds
from rules.engine.records.copies import altered
from rules.engine.records.model import Carried
from rules.engine.records.orders import Attack, Burst, Fire, Switch
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Armor, Soldier, soldier
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.shooting.carrying.shot_choices import choices
from rules.phoenix.shooting.odds.odds import COLUMNS, OddsLine, odds, odds_lines
from tests.rules.phoenix.shooting.test_odds import KNOCKOUTS, fell, fired
from tests.rules.phoenix.skirmish import Skirmish, phoenix


def stage(
    victim: Soldier, weapon: str = "M16A1", sort: str = "", guards: int = 1, timed: bool = False, **shooter: Any
) -> Skirmish:
    """Trent with a weapon, and Guards; without 3.7."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("target sizes", "off"))
    arm = phoenix().book.arms[weapon]
    state = Soldier(**{"sal": 0, "actions": 8, "left": 8, "position": "standing", **shooter})
    skirmish.join("Trent", state, Carried(arm, supplied(arm, 2, sort)))
    for n in range(guards):
        skirmish.join(f"Guard {n + 1}" if guards > 1 else "Guard", victim)
    skirmish.encounter = altered(skirmish.encounter, timed=timed)
    return skirmish


def order(verb: type[Attack], skirmish: Skirmish, **more: Any) -> Attack:
    """Trent fires at all Guards."""
    guards = [c for c in skirmish.encounter.combatants if c.name.startswith("Guard")]
    return verb(skirmish.id("Trent"), tuple(skirmish.target(c.name) for c in guards), **more)


def told(given: Attack, skirmish: Skirmish) -> Odds:
    return odds(given, skirmish.encounter, phoenix().book)


def line(given: Attack, skirmish: Skirmish) -> OddsLine:
    """The one line of the odds for what the order is, a shot or a burst."""
    lines = odds_lines(given, skirmish.encounter, phoenix().book)
    [found] = [x for x in lines if x.burst == isinstance(given, Burst)]
    return found


def rows(found: Odds) -> dict[str, dict[str, str]]:
    """The cells by row and column."""
    return {row[0]: dict(zip(found.columns[1:], row[1:], strict=True)) for row in found.rows}


def test_trent_over_cover_at_50_hexes() -> None:
    """3.1's example: 9 + 5 + 6 + 0 = 20, odds of 67; Trent's 9 is SAL 14 and 6 actions of aim at -5."""
    skirmish = stage(Soldier(exposure="firing"), sal=14, position="prone")
    assert line(order(Fire, skirmish, range=50, aim=6), skirmish).hit == Fraction(68, 100)


def test_trent_sprays_two_opponents() -> None:
    """3.4's example: EAL 21, elevation 86; ROF 7 over 3 hexes is 29, over the Minimum Arc of .4 it is *2; SAB 3."""
    skirmish = stage(Soldier(position="kneeling"), guards=2, sal=14)
    both = order(Burst, skirmish, range=5, aim=2, how="hip, speed 1, arc 3")
    asked = told(both, skirmish)
    assert asked.columns[:3] == ("Arc", "Elev", "Hits")
    [row] = rows(asked).items()
    assert (row[0], row[1]["Elev"], row[1]["Hits"]) == ("3", "87", "30")
    assert any("shown for Guard 1, with 1 more in it" in remark for remark in asked.remarks)
    assert any("EAL -3 (SAB)" in remark for remark in asked.remarks)
    alone = stage(Soldier(position="kneeling"), sal=14)
    by_arc = rows(told(order(Burst, alone, range=5, aim=2, how="hip, speed 1"), alone))
    assert by_arc["0.4"]["Hits"] == "*2"
    assert by_arc["3"]["Hits"] == "30"
    assert next(iter(by_arc)) == "0.4"


def test_axly_fires_at_a_hostage_taker() -> None:
    """3.5's example: -6 + 13 + 7 = 14 gives 27; two pellets for certain."""
    skirmish = stage(Soldier(exposure="firing", knockout_value=20), "Franchi SPAS 12", "Shot")
    found = line(order(Fire, skirmish, range=15, aim=2, how="stance"), skirmish)
    asked = told(order(Fire, skirmish, range=15, aim=2), skirmish)
    assert found.struck == 1
    assert any("2 pellets (BPHC)" in remark for remark in asked.remarks)
    assert any("pattern (SALM) +7" in remark for remark in asked.remarks)


@pytest.mark.parametrize(
    ("victim", "sort", "how"),
    [
        (Soldier(knockout_value=20, armor=Armor(helm=16, visor=4, body=10)), "FMJ", ""),
        (Soldier(knockout_value=30, exposure="firing", armor=Armor(limbs=9)), "AP", ""),
        (Soldier(knockout_value=12, exposure="looking", armor=Armor(helm=16)), "FMJ", ""),
        (Soldier(knockout_value=56, armor=Armor(body=16), drugged=True), "JHP", "body"),
        (Soldier(knockout_value=20, armor=Armor(limbs=4)), "FMJ", "legs"),
        (Soldier(knockout_value=20, exposure="firing"), "FMJ", "behind interior wood door"),
    ],
    ids=["armor", "over cover", "looking", "at the body", "at the legs", "behind a door"],
)
def test_a_shot_with_every_throw(victim: Soldier, sort: str, how: str) -> None:
    """By 6A, with shock for the knockout: locations and armor are thrown one by one, the knockout in its steps."""
    skirmish = stage(victim, "M16A1", sort, sal=6)
    shot = order(Fire, skirmish, aim=6, range=70, how=how)
    found = line(shot, skirmish)
    low, high = where(victim, how)
    shots = [fired(skirmish, shot, Hit=(n,), Where=(low,))[0].parts[0].resolution for n in range(100)]
    hits = sum(resolution.verdict == "hit" for resolution in shots)
    assert found.hit == Fraction(hits, 100) and 0 < hits < 100
    wounded = disabled = points = out = Fraction(0)
    least = 2 if victim.drugged else 1
    known: dict[tuple[Any, ...], Fraction] = {}
    for roll, glance in product(range(low, high + 1), range(10)):
        after = fired(skirmish, shot, Where=(roll,), Armor=(glance,))[1]
        wounds = after.wounds
        wounded += bool(wounds)
        disabled += any(w.disabling >= least for w in wounds)
        points += sum(w.points for w in wounds)
        same = tuple((w.points, w.shock) for w in wounds)
        if same not in known:
            thrown = {"Where": (roll,), "Armor": (glance,)}
            known[same] = sum(
                (
                    Fraction(number * fell(fired(skirmish, shot, **thrown, Knockout=(first,))[1]), 100)
                    for first, number in KNOCKOUTS.items()
                ),
                Fraction(0),
            )
        out += known[same]
    throws = 10 * (high - low + 1)
    assert found.hits.wounded == wounded / throws
    assert found.hits.disabled == disabled / throws
    assert found.hits.points == points / throws
    assert found.hits.out == out / throws


def where(victim: Soldier, how: str) -> tuple[int, int]:
    """Between which rolls the location falls (3.2)."""
    if "legs" in how:
        return 57, 99
    return (0, 22) if victim.exposure == "looking" else (0, 99)


@pytest.mark.parametrize("width", ["0.8", "3"])
def test_a_burst_with_every_throw_for_height_and_hit(width: str) -> None:
    skirmish = stage(Soldier(), sal=2)
    burst = order(Burst, skirmish, aim=3, range=20, how=f"arc {width}")
    [row] = rows(told(burst, skirmish)).values()
    heights = 0
    for roll in range(100):
        table, _ = fired(skirmish, burst, Elevation=(roll,))
        heights += "too high or too low" not in table.parts[0].resolution.outcome
    assert row["Elev"] == str(heights) and 0 < heights < 100
    if row["Hits"].startswith("*"):
        number = int(row["Hits"][1:])
        assert len(fired(skirmish, burst)[1].wounds) == number
    else:
        hits = sum(bool(fired(skirmish, burst, Guard=(roll,))[1].wounds) for roll in range(100))
        assert row["Hits"] == str(hits) and 0 < hits < 100


@pytest.mark.parametrize("manner", ["separate", "together"])
def test_pellets_with_every_throw(manner: str) -> None:
    """Two pellets at 15 hexes."""
    victim = Soldier(knockout_value=20, armor=Armor(body=4), exposure="looking")
    skirmish = stage(victim, "Franchi SPAS 12", "Shot", sal=14)
    skirmish.order(Switch("pellets", manner))
    shot = order(Fire, skirmish, aim=3, range=15)
    found = line(shot, skirmish)
    points, wounded, out, ways = 0, 0, Fraction(0), 0
    locations = product(range(23), repeat=2) if manner == "separate" else ((n,) for n in range(23))
    known: dict[tuple[Any, ...], Fraction] = {}
    for places in locations:
        after = fired(skirmish, shot, Where=places)[1]
        ways += 1
        points += after.physical_damage
        wounded += bool(after.wounds)
        same = tuple((w.points, w.shock) for w in after.wounds)
        if same not in known:
            falls = [n * fell(fired(skirmish, shot, Where=places, Knockout=(k,))[1]) for k, n in KNOCKOUTS.items()]
            known[same] = Fraction(sum(falls), 100)
        out += known[same]
    assert found.hits.points == Fraction(points, ways)
    assert found.hits.wounded == Fraction(wounded, ways)
    assert found.hits.out == out / ways


def test_a_shot_and_the_burst_beside_it_on_a_phone() -> None:
    skirmish = stage(Soldier(knockout_value=16), sal=14)
    found = told(order(Fire, skirmish, range=40), skirmish)
    assert found.columns == COLUMNS
    assert {row[0] for row in found.rows} >= {"1", "2", "b1", "b2"}
    assert all(sum(map(len, row)) + 2 * len(row) <= 36 for row in found.rows)
    assert any(remark.startswith("Hits by arc: 2 hexes 45, 3 hexes 30, 5 hexes 17, ") for remark in found.remarks)
    arcs = told(order(Burst, skirmish, range=40), skirmish)
    assert all(sum(map(len, row)) + 2 * len(row) <= 36 for row in arcs.rows)


def test_a_part_of_somebody_is_for_bursts_too() -> None:
    skirmish = stage(Soldier(), sal=14)
    found = told(order(Fire, skirmish, range=20, aim=4, how="head"), skirmish)
    assert [row[0] for row in found.rows] == ["4", "b4"]
    whole, head = (line_hits(order(Burst, skirmish, range=20, aim=4, how=how), skirmish) for how in ("", "head"))
    assert head < whole


def test_a_burst_that_goes_on_is_told_with_and_without_new_aim() -> None:
    skirmish = stage(Soldier(), sal=14, timed=True, knockout_value=99)
    burst = order(Burst, skirmish, range=20, aim=1)
    skirmish.parts(burst, 99)
    skirmish.next()
    found = told(order(Burst, skirmish, range=20), skirmish)
    assert any("As it follows the last burst" in remark for remark in found.remarks)
    first = line_hits(order(Burst, skirmish, range=20, aim=1), skirmish)
    on = odds_lines(order(Burst, skirmish, range=20), skirmish.encounter, phoenix().book)[0]
    assert on.actions == 0
    assert on.hit < first


def line_hits(given: Attack, skirmish: Skirmish) -> Fraction:
    return line(given, skirmish).hit


def test_unknown_ranges_are_columns_of_the_page() -> None:
    skirmish = stage(Soldier(), sal=14)
    found = told(order(Fire, skirmish, aim=4), skirmish)
    weapon = phoenix().book.arms["M16A1"]
    columns = [int(column) for column in found.columns[1:]]
    assert len(columns) == 6 and columns == sorted(columns)
    assert found.remarks[-1].startswith("At 10 hexes: Effective Accuracy Level: SAL 14, aim, range 10 +16, ")
    assert isinstance(weapon, Gun) and set(columns) <= set(weapon.ranges)
    for range, cell in zip(columns, found.rows[0][1:], strict=True):
        assert line(order(Fire, skirmish, aim=4, range=range), skirmish).hit == Fraction(int(cell), 100)


@pytest.mark.parametrize("verb", [Fire, Burst])
def test_aims_are_suggested(verb: type[Attack]) -> None:
    skirmish = stage(Soldier(), sal=14)
    found = choices(order(verb, skirmish, range=20), skirmish.encounter, phoenix().book).aims
    numbers = dict(found)
    what = "hits" if verb is Fire else "right height"
    assert [*numbers][:3] == [1, 2, 3]
    for number, words in numbers.items():
        chance = 100 * line(order(verb, skirmish, range=20, aim=number), skirmish).hit
        assert words == f"{number} action{'s' if number > 1 else ''}: {what} {chance} in 100"


def test_nothing_is_thrown_or_spent() -> None:
    skirmish = stage(Soldier(), "Franchi SPAS 12", "Shot", sal=14)
    before: Mapping[str, Any] = {c.id: soldier(c) for c in skirmish.encounter.combatants}
    told(order(Fire, skirmish, range=15), skirmish)
    assert {c.id: soldier(c) for c in skirmish.encounter.combatants} == before


def test_the_aims_of_a_burst_over_an_arc_tell_the_chance_of_the_right_height() -> None:
    skirmish = stage(Soldier(position="kneeling"), sal=14)
    burst = order(Burst, skirmish, range=20)
    heights = {x.actions: x.hit for x in odds_lines(burst, skirmish.encounter, phoenix().book)}
    asked = phoenix().aims_wanted(skirmish.encounter, burst)
    assert len(asked) > 1
    for aim, label in asked:
        height = f"right height {int(heights[aim] * 100)} in 100"
        assert label == f"{aim} action{'s' * (aim > 1)}: {height}"
