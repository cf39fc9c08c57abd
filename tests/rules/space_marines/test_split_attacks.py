"""Dice of damage split between spaces: side by side, in line behind the target, anywhere for a Bot."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.steps import Sum
from tests.rules.space_marines.skirmish import Skirmish, names, note, rolls


def squad(weapon: str = "Smart Gun", *at: str, walls: str = "") -> Skirmish:
    """Ash at A1 with a weapon, Bug 1 and so on at these places."""
    skirmish = Skirmish()
    skirmish.muster(f"Marine, {weapon}, rifle" if weapon != "rifle" else "Marine, rifle", name="Ash")
    if at:
        skirmish.map(14, 10, walls)
        skirmish.adjust("Ash", "at A1")
    for n, place in enumerate(at or ("", "", ""), 1):
        skirmish.muster("Bug Warrior", place, name=f"Bug {n}")
    return skirmish


def wounds(skirmish: Skirmish, *who: str) -> list[int]:
    return [skirmish.state(one).wounds for one in who]


def test_side_by_side_with_one_throw() -> None:
    skirmish = squad("Smart Gun", "F3", "F4")
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 3, 4, 6))
    assert split.outcome == (
        "Ash splits the fire of the Smart Gun: Bug 1 HIT, 4 wounds, 1 Point left; Bug 2 HIT, 6 wounds, killed."
    )
    assert [(roll.label, roll.needed) for roll in rolls(split)] == [
        ("Hit", "5 or more (83%) at each"),
        ("Hit", ""),
        ("Damage", ""),
        ("Damage", ""),
    ]
    assert names(skirmish, split.concerned) == ["Bug 1", "Bug 2"]
    assert skirmish.state("Ash").stage == "done"


def test_each_space_has_its_own_number() -> None:
    skirmish = squad("Smart Gun", "G1", "H2")
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 4, 3))
    assert [step.total for step in split.steps if isinstance(step, Sum)] == [6, 7]
    assert split.outcome.endswith("Bug 1 HIT, 3 wounds, 2 Points left; Bug 2 MISS.")
    assert split.verdict == "hit"


def test_snake_eyes_misfire_everywhere() -> None:
    skirmish = squad("Smart Gun", "C1", "C2")
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(1, 1), aim=3)
    assert (split.outcome, split.verdict) == (
        "Ash splits the fire of the Smart Gun: Bug 1 MISFIRE; Bug 2 MISFIRE.",
        "miss",
    )


def test_aim_counts_for_all() -> None:
    skirmish = squad("Smart Gun", "H1", "H2")
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 2, 1, 1), aim=2)
    assert [step.total for step in split.steps if isinstance(step, Sum)] == [4, 4]
    assert skirmish.state("Ash").left == 1


def test_blowing_through_what_stands_behind() -> None:
    skirmish = squad("Smart Gun", "F1", "G1", walls="F2")
    opening = skirmish.encounter
    through = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 3, 1, 2))
    assert through.outcome == (
        "Ash blows the fire of the Smart Gun through: Bug 1 HIT, 1 wound, 4 Points left; Bug 2 HIT, 2 wounds, 3 Points"
        " left."
    )
    skirmish.encounter = opening
    missed = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 2), how="blow through")
    assert missed.outcome.endswith("through: Bug 1 MISS; Bug 2 MISS.")
    skirmish.encounter = opening
    with pytest.raises(NotNow, match="Bug 1 at F1 is in the way"):
        skirmish.burst("Ash", "Bug 2", "Bug 1")


def test_spaces_that_do_not_lie_so() -> None:
    skirmish = squad("Smart Gun", "F1", "F3")
    with pytest.raises(NotNow, match="Bug 1 and Bug 2 are not placed like that"):
        skirmish.burst("Ash", "Bug 1", "Bug 2")
    with pytest.raises(NotNow, match="directly behind Bug 1"):
        skirmish.burst("Ash", "Bug 1", "Bug 2", how="through")
    with pytest.raises(NotNow, match="the obstruction at C2"):
        squad("Smart Gun", "G3", "G4", walls="C2 D2 E2 D3").burst("Ash", "Bug 1", "Bug 2")


@pytest.mark.parametrize(
    ("how", "dice", "suffered", "spent"),
    [
        ("", (6, 1), [5, 1], 2),
        ("2 1", (1, 2, 3), [3, 3], 3),
        ("1, 2", (1, 2, 3), [1, 5], 3),
        ("1 and 1", (1, 2), [1, 2], 2),
    ],
)
def test_flames_are_split_by_the_points(how: str, dice: tuple[int, ...], suffered: list[int], spent: int) -> None:
    skirmish = squad("Flamethrower", "F3", "F4")
    if not how:
        skirmish.adjust("Ash", "points 2")
    had = skirmish.state("Ash").left
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=dice, how=how)
    assert note(split, "Hit").startswith("automatic hit")
    assert wounds(skirmish, "Bug 1", "Bug 2") == suffered
    assert had - skirmish.state("Ash").left == spent


def test_a_flame_blows_through_as_far_as_it_reaches() -> None:
    skirmish = squad("Flamethrower", "H1", "I1", "J1")
    before = skirmish.encounter
    # A1 to J1: 9 spaces, and it hits at less than 9.
    with pytest.raises(NotNow, match="The Flamethrower reaches 8 spaces, and Bug 3 is 9 spaces away"):
        skirmish.burst("Ash", "Bug 1", "Bug 2", "Bug 3")
    assert skirmish.encounter == before
    skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(1, 2, 3), how="2 1")
    assert wounds(skirmish, "Bug 1", "Bug 2", "Bug 3") == [3, 3, 0]


def test_what_is_left_goes_to_the_first() -> None:
    skirmish = squad("Flamethrower", "F3", "F4")
    skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(1, 2, 4))
    assert wounds(skirmish, "Bug 1", "Bug 2") == [3, 4]
    skirmish = squad("Flamethrower", "F3", "F4", "F5")
    skirmish.burst("Ash", "Bug 1", "Bug 2", "Bug 3", dice=(1, 2, 4))
    assert wounds(skirmish, "Bug 1", "Bug 2", "Bug 3") == [1, 2, 4]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("2", "give each of the 2 targets at least one die, such as 2 1"),
        ("1 1 1", "such as 2 1"),
        ("2 0", "give each of the 2 targets at least one die, such as 2 1"),
        ("2 2", "1 to 3 dice of damage, 1 Point each, not 4"),
        ("sideways", "I don't understand “sideways”"),
    ],
)
def test_dice_that_cannot_be_split_so(how: str, told: str) -> None:
    skirmish = squad("Flamethrower", "F3", "F4")
    before = skirmish.encounter
    with pytest.raises(Refusal, match=told):
        skirmish.burst("Ash", "Bug 1", "Bug 2", how=how)
    assert skirmish.encounter == before


def test_all_dice_of_a_smart_gun_are_split() -> None:
    skirmish = squad("Smart Gun", "F3", "F4", "F5")
    with pytest.raises(Refusal, match=r"2 dice to split\. Use all of them, not 3"):
        skirmish.burst("Ash", "Bug 1", "Bug 2", how="2 1")
    with pytest.raises(NotNow, match=r"The Smart Gun rolls at most 2 dice, and each target needs at least one\."):
        skirmish.burst("Ash", "Bug 1", "Bug 2", "Bug 3")


def test_points_that_are_lacking() -> None:
    skirmish = squad("Flamethrower", "F3", "F4")
    skirmish.adjust("Ash", "points 1")
    with pytest.raises(NotNow, match="at most 1 die for the Points left"):
        skirmish.burst("Ash", "Bug 1", "Bug 2")
    with pytest.raises(NotNow, match="has 1 Point left this turn"):
        skirmish.burst("Ash", "Bug 1", "Bug 2", how="1 1")


def test_whom_a_burst_can_be_at() -> None:
    skirmish = squad("Smart Gun", "F3", "F4")
    with pytest.raises(Refusal, match=r"needs two targets or more.*/fire attacks one"):
        skirmish.burst("Ash", "Bug 1")
    with pytest.raises(Refusal, match="Name each target once"):
        skirmish.burst("Ash", "Bug 1", "F3")
    with pytest.raises(NotNow, match="Nobody is at F2"):
        skirmish.burst("Ash", "Bug 1", "F2")
    with pytest.raises(NoRule, match="The dice of damage of the Rifle cannot be split: use weapon: Smart Gun"):
        skirmish.burst("Ash", "Bug 1", "Bug 2", weapon="rifle")
    with pytest.raises(NoRule, match=r"The dice of damage of the Rifle cannot be split: use /fire\."):
        squad("rifle", "F3", "F4").burst("Ash", "Bug 1", "Bug 2")


def test_without_a_map_the_players_word_counts() -> None:
    skirmish = squad("Smart Gun")
    with pytest.raises(RangeWanted):
        skirmish.burst("Ash", "Bug 1", "Bug 2")
    opening = skirmish.encounter
    split = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 3, 1, 1), range=5)
    assert note(split, "Spaces") == "Bug 1 and Bug 2 are side by side, as the player says: not all are on the map"
    assert skirmish.encounter.apart(skirmish.id("Ash"), skirmish.id("Bug 2")) == 5
    skirmish.encounter = opening
    through = skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(2, 3, 1, 1), range=5, how="blow through")
    assert "in line, one behind the other" in note(through, "Spaces")


def bot(**said: Any) -> Skirmish:
    """A Bot Warrior at A1 in its phase, two Marines far from each other."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(14, 10)
    skirmish.muster("Bot Warrior, smart gun", "A1", name="Bot")
    skirmish.muster("Marine", "F1", name="Ash")
    skirmish.muster("Shock Marine", "A5", name="Hicks")
    skirmish.next()
    return skirmish


def test_a_bot_splits_half_dice_between_any_spaces() -> None:
    skirmish = bot()
    split = skirmish.burst("Bot", "Ash", "Hicks", dice=(2, 3, 5, 1, 4), aim=1)
    assert [step.total for step in split.steps if isinstance(step, Sum)] == [3, 2]
    # Three dice beside a Point of aim: two for Ash, a 5 and a 1 halved; one for Hicks in armor.
    assert wounds(skirmish, "Ash", "Hicks") == [3, 1]
    assert skirmish.state("Bot").left == 0


def test_a_bot_does_not_blow_through() -> None:
    with pytest.raises(NoRule, match="does not blow through"):
        bot().burst("Bot", "Ash", "Hicks", how="blow through")


def test_a_burst_is_automatic_fire() -> None:
    skirmish = Skirmish(ammunition="tokens")
    skirmish.muster("Marine, smart gun", name="Ash")
    skirmish.muster("Bug Warrior", name="Bug 1")
    skirmish.muster("Bug Warrior", name="Bug 2")
    before = skirmish.ammunition("Ash").loaded
    skirmish.burst("Ash", "Bug 1", "Bug 2", dice=(3, 1, 2), range=9)
    assert skirmish.ammunition("Ash").loaded == before - 1
