"""Weapons that lie on the ground because the GM says so, as the rifles of scenario 2 do."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Fire, Move, Target
from rules.phoenix.basics.arms import Dropped
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.harm.fitness import combat_actions
from rules.phoenix.people.sheets.equipment import hundredths
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix


@pytest.fixture
def raid() -> Skirmish:
    made = Skirmish()
    made.map(12, 10, "A5 B5")
    made.sheet("Guard", "skill 5, CA 8, M92F, M16", "C3")
    return made


def adjust(raid: Skirmish, changes: str) -> str:
    return raid.order(Adjust(raid.id("Guard"), changes)).outcome


@pytest.mark.parametrize(
    ("correction", "dropped"),
    [
        ("rifle lies at D4", Dropped(1, Place.parse("D4"))),
        ("rifle at D4", Dropped(1, Place.parse("D4"))),
        ("rifle on the ground", Dropped(1, Place.parse("C3"))),
        ("weapon on the ground at D4", Dropped(0, Place.parse("D4"))),
        ("weapon on the ground", Dropped(0, Place.parse("C3"))),
    ],
)
def test_a_weapon_lies_where_the_gm_says(raid: Skirmish, correction: str, dropped: Dropped) -> None:
    assert "is on the ground at" in adjust(raid, correction)
    assert raid.state("Guard").dropped == (dropped,)
    adjust(raid, correction)
    assert raid.state("Guard").dropped == (dropped,), "it lies in one place"
    assert "nothing on the ground" in adjust(raid, "nothing on the ground")
    assert raid.state("Guard").dropped == ()


def test_a_rifle_is_fetched_and_picked_up_for_four_actions(raid: Skirmish) -> None:
    adjust(raid, "rifle lies at C4")
    with pytest.raises(NotNow, match=r"ground at C4\. Use /move to get there and pick it up"):
        raid.order(Act(raid.id("Guard"), "pick up the rifle"))
    raid.make("Guard", left=5)
    raid.order(Move(raid.id("Guard"), Place.parse("C4")))
    assert "takes the M16 in hand (4 actions)" in raid.order(Act(raid.id("Guard"), "pick up the rifle")).outcome
    assert raid.state("Guard").dropped == () and raid.one("Guard").in_hand == 1


def test_what_is_in_hand_takes_the_aim_along(raid: Skirmish) -> None:
    raid.sheet("Officer", "skill 6, CA 6, M16", "C8")
    raid.make("Guard", facing=180)
    raid.order(Fire(raid.id("Guard"), (Target(raid.id("Officer")),), aim=9))
    adjust(raid, "rifle lies at D4")
    assert raid.state("Guard").aim and raid.encounter.task(raid.id("Guard"))
    assert "what they were doing is given up" in adjust(raid, "weapon on the ground")
    assert raid.state("Guard").aim is None and raid.encounter.task(raid.id("Guard")) is None


def test_who_carries_no_rifle_leaves_none(raid: Skirmish) -> None:
    raid.sheet("Technician", "skill 3, CA 7, M92F", "F4")
    with pytest.raises(NotNow, match="carries no rifle"):
        raid.order(Adjust(raid.id("Technician"), "rifle at D4"))


def test_off_the_map_it_lies_beside_him() -> None:
    made = Skirmish()
    made.sheet("Guard", "skill 5, CA 8, M92F, M16")
    assert "the M16 is on the ground" in made.order(Adjust(made.id("Guard"), "rifle on the ground")).outcome
    assert made.state("Guard").dropped == (Dropped(1, None),)


def test_a_weapon_laid_down_no_longer_weighs() -> None:
    made = Skirmish()
    made.map(12, 10)
    made.sheet("Trent", "skill 8, STR 8, INT 13, WIL 12, HLT 12, AGI 14, MG3, belts 4, M92F, pouch", "C3")
    made.make("Trent", left=20)
    before = made.state("Trent")
    lines = dict(summary(made))
    down = made.order(Act(made.id("Trent"), "set down the MG3"))
    light = made.state("Trent").light
    assert light is not None and before.weight is not None
    assert before.weight - light.weight == hundredths(made.one("Trent").carried[0].weapon.weight)  # type: ignore[attr-defined]
    bare = soldier(
        phoenix().profile(f"skill 8, STR 8, INT 13, WIL 12, HLT 12, AGI 14, encumbrance {light.weight / 100}", {})
    )
    assert (light.base_speed, light.maximum_speed, light.actions) == (bare.base_speed, bare.maximum_speed, bare.actions)
    assert before.actions is not None and light.actions is not None and light.actions > before.actions
    assert note(down, "Encumbrance").endswith(f"Combat Actions {light.actions}, not {before.actions}")
    assert combat_actions(made.state("Trent"), made.encounter.clock, phoenix().book) == light.actions
    assert "65.7 pounds, 34.8 without the weapon on the ground" in dict(summary(made))["Encumbrance"]
    made.order(Act(made.id("Trent"), "pick up the MG3"))
    assert made.state("Trent").light is None
    assert dict(summary(made))["Combat Actions"] == lines["Combat Actions"]


def test_values_that_the_sheet_line_gives_do_not_follow_the_weight() -> None:
    made = Skirmish()
    made.sheet("Trent", "skill 8, STR 8, AGI 14, CA 5, MG3, belts 4, M92F")
    made.order(Adjust(made.id("Trent"), "weapon on the ground"))
    light = made.state("Trent").light
    assert light is not None and light.actions == 5
    made.order(Adjust(made.id("Trent"), "CA 7"))
    assert combat_actions(made.state("Trent"), made.encounter.clock, phoenix().book) == 7
    made.order(Adjust(made.id("Trent"), "nothing on the ground"))
    assert made.state("Trent").light is None


def summary(made: Skirmish) -> tuple[tuple[str, str], ...]:
    return tuple((str(one[0]), str(one[1])) for one in phoenix().summary(made.one("Trent"), made.encounter).lines)
