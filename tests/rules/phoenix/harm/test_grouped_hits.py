"""Several hits of one blast: each for itself, all in one place, grouped around the first (3.5, 3.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.steps import Note, Ruling
from rules.engine.scene.dice import ScriptedDice, SeededDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Armor, Exposure, Soldier
from rules.phoenix.basics.switches import EVENLY, GROUPED, SEPARATE, TOGETHER
from rules.phoenix.book import Scene
from rules.phoenix.harm.grouped_hits import strike
from rules.phoenix.harm.hit_records import Projectile, Struck
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

BOOK = phoenix().book
BASIC, ADVANCED = Skirmish("phoenix-basic").encounter, Skirmish("phoenix-advanced").encounter
PELLET = Projectile(2, 2)
BARE = Armor()


def struck(
    number: int,
    manner: str,
    *dice: int,
    spacing: int | None = None,
    exposure: Exposure = "",
    armor: Armor = BARE,
    projectile: Projectile = PELLET,
    basic: bool = False,
) -> tuple[tuple[Struck, ...], Resolution]:
    """Return the effect of so many pellets of PEN 2, DC 2; all dice must be thrown."""
    script = ScriptedDice(dice)
    scene = Scene(BASIC if basic else ADVANCED, script, BOOK)
    victim = Soldier(exposure=exposure, armor=armor)
    hits = strike(victim, projectile, number, manner, scene, victim_name="Guard", spacing=spacing)
    assert script.unused == ()
    scene.conclude("done")
    return hits, scene.parts[0].resolution


def thrown(resolution: Resolution) -> list[tuple[int, int]]:
    """Between what each location was thrown."""
    return [(roll.low, roll.high) for roll in rolls(resolution) if roll.label.startswith("Where")]


def rulings(resolution: Resolution) -> list[str]:
    return [step.id for step in resolution.steps if isinstance(step, Ruling)]


def test_each_hit_has_its_own_location() -> None:
    hits, told = struck(3, SEPARATE, 9, 12, 62)
    assert [(hit.location, hit.points) for hit in hits] == [("Shoulder", 14), ("Arm Bone", 3), ("Thigh Flesh", 12)]
    assert [roll.label for roll in rolls(told)] == ["Where 1", "Where 2", "Where 3"]


def test_each_hit_meets_the_armor_anew() -> None:
    """A breastplate of PF 2 counts as 2 on a throw of 0, and the pellet of PEN 5 is left 3, and as 5 on a 9 (6D)."""
    hits, told = struck(2, SEPARATE, 23, 0, 23, 9, armor=Armor(body=2), projectile=Projectile(5, 2))
    assert [(hit.location, hit.stopped) for hit in hits] == [("Lung", False), ("Lung", True)]
    assert [roll.label for roll in rolls(told)] == ["Where 1", "Armor 1", "Where 2", "Armor 2"]


@pytest.mark.parametrize("manner", [SEPARATE, TOGETHER, GROUPED])
def test_one_hit_is_one_hit_in_every_manner(manner: str) -> None:
    hits, told = struck(1, manner, 9, spacing=19)
    assert [(hit.location, hit.points) for hit in hits] == [("Shoulder", 14)]
    assert [roll.label for roll in rolls(told)] == ["Where"]


def test_all_in_one_place_multiply_the_damage() -> None:
    [hit], told = struck(5, TOGETHER, 9)
    assert (hit.location, hit.points) == ("Shoulder", 5 * 14)
    assert [step for step in told.steps if getattr(step, "text", "") == "5 hits there: 5 x 14 = 70 PD"]
    assert "O61" not in rulings(told)


def test_a_bone_that_many_break_is_broken_once() -> None:
    [hit], _ = struck(4, TOGETHER, 12)
    assert (hit.location, hit.points, hit.disabling, hit.shock) == ("Arm Bone", 4 * 3, 1, 20)


def test_all_in_one_place_meet_the_armor_once() -> None:
    [hit], told = struck(7, TOGETHER, 23, 9, armor=Armor(body=2), projectile=Projectile(5, 2))
    assert (hit.stopped, hit.points) == (True, 0)
    assert len(rolls(told)) == 2
    assert not [step for step in told.steps if "hits there" in getattr(step, "text", "")]


@pytest.mark.parametrize("manner", [SEPARATE, GROUPED])
def test_more_than_twenty_strike_one_location(manner: str) -> None:
    hits, told = struck(20, manner, *[9] * 20)
    assert len(hits) == 20 and "O61" not in rulings(told)
    [hit], told = struck(21, manner, 9)
    assert hit.points == 21 * 14 and "O61" in rulings(told)


def test_the_book_groups_the_second_pellet_within_19_of_07() -> None:
    """Between 00 and 26; 07 is the neck's spine, not a glance of the shoulder as printed (errata X2)."""
    hits, told = struck(2, GROUPED, 7, 26, spacing=19)
    assert [hit.location for hit in hits] == ["Neck Spine", "Liver - Rib"]
    assert thrown(told) == [(0, 99), (0, 26)]
    assert note(told, "Grouped") == "the others within 19 of it: 00 to 26 in the open"


@pytest.mark.parametrize(
    ("number", "first", "spacing", "places"),
    [
        (2, 7, 19, [13]),  # 00 to 26 in one part
        (3, 50, 45, [28, 73]),  # 05 to 95 in two: 27.5 and 72.5
        (4, 50, 60, [17, 50, 83]),  # 00 to 99 in three: 16.5, 49.5, 82.5
        (3, 0, 1, [0, 1]),
    ],
)
def test_evenly_means_that_nothing_more_is_thrown(number: int, first: int, spacing: int, places: list[int]) -> None:
    hits, told = struck(number, EVENLY, first, spacing=spacing)
    assert len(hits) == number and thrown(told) == [(0, 99)]
    said = [step.text for step in told.steps if isinstance(step, Note) and step.text.endswith(", near the first")]
    assert [int(text[:2]) for text in said] == places


@pytest.mark.parametrize(
    ("first", "spacing", "reach"),
    [
        (0, 1, (0, 1)),
        (50, 1, (49, 51)),
        (50, 45, (5, 95)),
        (50, 60, (0, 99)),
        (95, 8, (87, 99)),
        (99, 100, (0, 99)),
    ],
)
def test_the_others_fall_around_the_first(first: int, spacing: int, reach: tuple[int, int]) -> None:
    _, told = struck(3, GROUPED, first, *reach, spacing=spacing)
    assert thrown(told) == [(0, 99), reach, reach]


@pytest.mark.parametrize(
    ("exposure", "first", "at", "reach"),
    [
        # Around cover 50 is the shoulder, 09 in the open; what shows ends with the weapon in hand, 17.
        ("firing", 50, "Shoulder", (1, 17)),
        ("hidden", 99, "Weapon Critical", (9, 17)),
        # Of who looks over cover 10 is the forehead, 01 and 02 in the open; what shows ends with the mouth, 05.
        ("looking", 10, "Forehead", (0, 5)),
        ("dug in", 22, "Mouth", (0, 5)),
        ("exposed", 50, "Pelvis", (42, 58)),
    ],
)
def test_the_others_fall_on_what_shows(exposure: Exposure, first: int, at: str, reach: tuple[int, int]) -> None:
    hits, told = struck(2, GROUPED, first, reach[1], spacing=8, exposure=exposure)
    assert hits[0].location == at
    assert thrown(told)[1] == reach


def test_behind_nonblocking_cover_all_of_him_is_struck() -> None:
    through = Projectile(2, 2, cover=1)
    hits, told = struck(2, GROUPED, 17, 25, spacing=8, exposure="firing", projectile=through)
    assert thrown(told) == [(0, 99), (9, 25)]
    assert [hit.location for hit in hits] == ["Weapon Critical", "Heart"]


def test_an_aimed_first_hit_has_the_others_around_it() -> None:
    _, told = struck(2, GROUPED, 32, 12, spacing=8, projectile=Projectile(2, 2, "head"))
    # 32 of the head's 00 to 32 is the mouth, 04 and 05 in the open.
    assert thrown(told) == [(0, 32), (0, 12)]


@pytest.mark.parametrize("spacing", [None, 8])
def test_the_basic_game_has_no_groups(spacing: int | None) -> None:
    hits, told = struck(2, GROUPED, 9, 0, 99, 0, spacing=spacing, basic=True)
    assert len(hits) == 2 and len({hit.location for hit in hits}) == 2
    assert thrown(told) == [(0, 99), (0, 99)]


def test_together_in_the_basic_game() -> None:
    [one], _ = struck(1, TOGETHER, 15, 3, basic=True)
    [all], _ = struck(6, TOGETHER, 15, 3, basic=True)
    assert one.location == all.location == "Hand"
    assert all.points == 6 * one.points > 0


def test_groups_without_a_spacing_are_thrown_one_by_one() -> None:
    _, told = struck(2, GROUPED, 9, 99)
    assert thrown(told) == [(0, 99), (0, 99)]


@examples(60)
@given(
    seed=st.integers(0, 10_000),
    number=st.integers(1, 30),
    manner=st.sampled_from([SEPARATE, TOGETHER, GROUPED]),
    spacing=st.sampled_from([1, 8, 19, 100]),
    exposure=st.sampled_from(["", "looking", "firing", "dug in", "exposed"]),
)
def test_hits_are_all_there_and_near(seed: int, number: int, manner: str, spacing: int, exposure: Exposure) -> None:
    scene = Scene(ADVANCED, SeededDice(seed), BOOK)
    victim = Soldier(exposure=exposure)
    hits = strike(victim, PELLET, number, manner, scene, victim_name="Guard", spacing=spacing)
    assert len(hits) == (1 if manner == TOGETHER or number > 20 else number)
    if manner == GROUPED:
        assert all(abs((hit.roll or 0) - (hits[0].roll or 0)) <= spacing for hit in hits)
    if exposure in ("looking", "dug in"):
        assert {hit.location for hit in hits} <= {"Head Glance", "Forehead", "Eye - Nose", "Mouth"}
