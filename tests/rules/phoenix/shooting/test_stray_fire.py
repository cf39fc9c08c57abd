"""Stray rounds: who stands on the line, what walls leave of them, and fire at what nobody sees (scenario 2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.orders import Burst, Fire, Switch, Target
from rules.engine.scene.scene import Resolution
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix, rolls

FOREHEAD = 2


def street(walls: str = "", weapon: str = "M92F", stray: str = "on", civ: str = "") -> Skirmish:
    """Trent at A1 fires down column A at Bob, A5; Nell stands at A3, Civ at A11, Zoe beside at C5."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("stray fire", stray))
    skirmish.map(12, 14, walls)
    skirmish.sheet("Trent", f"SAL 0, {weapon}, exposed", at="A1")
    for name, line, place in (("Nell", "", "A3"), ("Bob", "", "A5"), ("Civ", civ, "A11"), ("Zoe", "", "C5")):
        skirmish.sheet(name, f"KV 20, {line or 'exposed'}", at=place)
    return skirmish


def shot(skirmish: Skirmish, *dice: int, at: str = "Bob") -> Resolution:
    return skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target(at),), aim=6), *dice)


def reasons(result: Resolution) -> list[str]:
    """Return the fighters that stray rounds were thrown for, in order."""
    return [roll.why.removeprefix("whether a stray round hits ") for roll in rolls(result) if roll.label == "Stray"]


def test_a_miss_is_thrown_for_at_everybody_on_the_line_but_the_target() -> None:
    result = shot(street(), 99, 17, 17)
    assert reasons(result) == ["Nell", "Civ"]
    assert result.outcome.endswith("MISS.")
    assert result.verdict == "miss"


def test_at_16_or_less_somebody_is_hit_and_the_round_goes_no_further() -> None:
    """PEN 2.4, DC 3: 20,000 PD in the forehead."""
    result = shot(street(), 99, 16, FOREHEAD, 99)
    assert reasons(result) == ["Nell"]
    assert "MISS; 1 stray round hits Nell, forehead, 20,000 PD" in result.outcome


def test_beyond_the_target_and_after_the_shot_itself() -> None:
    skirmish = street()
    result = shot(skirmish, 99, 99, 0, FOREHEAD, 99)
    assert [roll.label for roll in rolls(result)][:3] == ["Hit", "Stray", "Stray"]
    assert "hits Civ, forehead" in result.outcome
    assert skirmish.state("Civ").physical_damage == 20_000


def test_a_round_that_hits_is_spent() -> None:
    assert reasons(shot(street(), 0, FOREHEAD, 99)) == []


@pytest.mark.parametrize(
    ("material", "walls", "points"),
    [
        ("interior plaster wall", "A7", "20,000"),
        ("interior plaster wall", "A7 A8 A9 A10", "10,000"),
        ("interior plaster wall", "B7 C8", "20,000"),
        ("exterior stucco wall", "A7", "10,000"),
    ],
)
def test_every_wall_on_the_way_takes_its_protection_factor_off(material: str, walls: str, points: str) -> None:
    """2.4 less .3 is 2.1, less four times .3 is 1.2, less 1 is 1.4; DC 3 does 20,000 at 1.5 and 2, 10,000 at 1."""
    skirmish = street(walls)
    if material != "interior plaster wall":
        skirmish.order(Switch("walls", material))
    assert f"Civ, forehead, {points} PD" in shot(skirmish, 99, 99, 0, FOREHEAD, 99).outcome


@pytest.mark.parametrize("material", ["cinder block wall", "solid"])
def test_what_stops_the_round_ends_its_line(material: str) -> None:
    skirmish = street("A7")
    skirmish.order(Switch("walls", material))
    assert reasons(shot(skirmish, 99, 99)) == ["Nell"]


@pytest.mark.parametrize(
    ("line", "thrown"),
    [
        ("hidden", False),
        ("hidden, behind brick wall 6 inch", False),
        ("hidden, behind interior wood door", True),
        ("firing over cover, behind brick wall 6 inch", True),
    ],
)
def test_who_is_behind_cover_is_crossed_only_by_what_gets_through(line: str, thrown: bool) -> None:
    result = shot(street(civ=line), 99, 99, *[99] * thrown)
    assert reasons(result) == ["Nell", "Civ"][: 1 + thrown]


def test_walls_as_strong_as_the_round_stop_it() -> None:
    """PEN 2 less 1 for each stucco wall (7C)."""
    for walls, whom in (("A7", ["Nell", "Civ"]), ("A7 A8", ["Nell"])):
        skirmish = street(walls, "S&W M469")
        skirmish.order(Switch("walls", "exterior stucco wall"))
        assert reasons(shot(skirmish, 99, *[17] * len(whom))) == whom


def test_cover_weakens_a_stray_round_too() -> None:
    result = shot(street(civ="hidden, behind exterior stucco wall"), 99, 99, 0, FOREHEAD, 99)
    assert "Civ, forehead, 10,000 PD" in result.outcome


def test_without_the_switch_a_miss_is_a_miss() -> None:
    assert reasons(shot(street(stray="off"), 99)) == []


def test_without_places_nobody_knows_the_line() -> None:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("stray fire", "on"))
    for name in ("Trent", "Bob", "Civ"):
        skirmish.sheet(name, "SAL 0, M92F, exposed")
    assert reasons(skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Bob"),), range=5, aim=6), 99)) == []


def test_each_round_of_a_burst_is_thrown_for() -> None:
    """An M16 burst of 7 that has not the height: Bob and Nell stand in its arc, Civ is behind a wall."""
    skirmish = street("A7", "M16A1")
    result = skirmish.order(Burst(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6, mod="-20"), 99, *[99] * 7)
    assert reasons(result) == ["Civ"] * 7
    assert result.outcome.count("stray") == 0


def test_what_a_burst_has_left_flies_on() -> None:
    """At the target's height an arc of .4 hits Bob and Nell with 2 of the 7 each (5A, without 3.7): 3 are left."""
    skirmish = street("A7", "M16A1")
    skirmish.order(Switch("target sizes", "off"))
    order = Burst(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6)
    assert reasons(skirmish.order(order, 0, 99, 99, 99, 99, 99, 99, 99, 99, 99)) == ["Civ"] * 3


def test_several_stray_rounds_may_hit_one() -> None:
    skirmish = street("A7", "M16A1")
    order = Burst(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6, mod="-20")
    result = skirmish.order(order, 99, 0, FOREHEAD, 99, 0, FOREHEAD, 99, 99, 99, 99, 99)
    assert "2 stray rounds hit Civ" in result.outcome


def test_fire_at_a_place_goes_through_walls_at_nobody_in_sight() -> None:
    skirmish = street("A2")
    order = Fire(skirmish.id("Trent"), (Target(place=Place.parse("A11")),))
    result = skirmish.order(order, 17, 17, 16, FOREHEAD, 99)
    assert reasons(result) == ["Nell", "Bob", "Civ"]
    assert result.outcome.startswith("Trent fires 1 round from the M92F through A11, 10 hexes: 1 stray round hits Civ")
    assert result.verdict == "hit"
    [carried] = skirmish.one("Trent").carried
    assert carried.ammunition and carried.ammunition.loaded == 14


def test_blind_fire_needs_the_switch_and_another_hex() -> None:
    skirmish = street(stray="off")
    with pytest.raises(NoRule, match="Name one, or sweep A9 with /burst"):
        skirmish.order(Fire(skirmish.id("Trent"), (Target(place=Place.parse("A9")),)))
    skirmish.order(Switch("stray fire", "on"))
    with pytest.raises(Refusal, match="Name a different hex"):
        skirmish.order(Fire(skirmish.id("Trent"), (Target(place=Place.parse("A1")),)))


def test_a_burst_through_a_wall_is_blind() -> None:
    skirmish = street("A2", "M16A1")
    order = Burst(skirmish.id("Trent"), (Target(place=Place.parse("A11")),))
    result = skirmish.order(order, *[99] * 21)
    assert reasons(result) == ["Nell", "Bob", "Civ"] * 7
    assert result.outcome == "Trent fires 7 rounds from the M16A1 through A11, 10 hexes."


def test_a_burst_at_a_place_in_sight_has_its_arc() -> None:
    skirmish = street(weapon="M16A1")
    burst = Burst(skirmish.id("Trent"), (Target(place=Place.parse("B9")),), aim=6, mod="-30")
    assert [roll.label for roll in rolls(skirmish.order(burst, 99))] == ["Elevation"]


def test_all_walls_are_in_table_7c() -> None:
    rows = {row.casefold() for row in phoenix().book.tables.by_id["7c"].rows.labels}
    values = phoenix().options["walls"].values
    assert {*values} - {"solid"} < rows


def test_pellets_are_no_stray_rounds() -> None:
    """3.5 says whom they hit; slugs are bullets."""
    skirmish = street()
    armed = altered(skirmish.one("Trent"), carried=(gun("Franchi SPAS 12", sort="Shot"),))
    skirmish.encounter = skirmish.encounter.with_combatant(armed)
    assert reasons(shot(skirmish, 99)) == []
    order = Fire(skirmish.id("Trent"), (Target(place=Place.parse("A11")),))
    before = skirmish.encounter
    with pytest.raises(NoRule, match="Reload it with APS first"):
        skirmish.order(order)
    assert skirmish.encounter is before
    skirmish.order(Switch("shotguns", "off"))
    assert reasons(skirmish.order(order, 99, 99, 99)) == ["Nell", "Bob", "Civ"]


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({"how": "behind horse"}, True),
        ({"how": "head"}, True),
        ({"aim": 6}, True),
        ({"mod": "+2"}, True),
        ({"how": "hip"}, False),
        ({"how": "firing stance"}, False),
    ],
)
def test_blind_fire_is_refused_what_counts_for_nothing(options: dict[str, Any], refused: bool) -> None:
    skirmish = street("A2")
    order = Fire(skirmish.id("Trent"), (Target(place=Place.parse("A11")),), **options)
    if refused:
        with pytest.raises(Refusal, match="You can't aim at anyone in A11"):
            skirmish.order(order)
    else:
        assert reasons(skirmish.order(order, 99, 99, 99)) == ["Nell", "Bob", "Civ"]
