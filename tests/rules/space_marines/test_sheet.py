"""Sheet lines: which figure is meant, what it carries, and what is told of a line that does not read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet
from rules.engine.records.model import Ammunition, Profile, Spare
from rules.space_marines.figures import cards
from rules.space_marines.figures.figure import BAD, GOOD, Figure, figure
from rules.space_marines.figures.sheet import EXAMPLE
from tests.rules.space_marines.skirmish import book

ZAPPER = """
name = "Zapper"
also = ["zap it", "zz"]
kind = "zapper"
camp = "bad"
points = 4
[[attacks]]
name = "Zap"
sort = "ranged"
number = 0
damage = "1d"
"""


def profile(line: str) -> Profile:
    homebrew_record = cards.homebrew_record(ZAPPER)
    return book().profile(line, {homebrew_record.name: homebrew_record.record})


def weapons(line: str) -> list[str]:
    return [carried.weapon.name for carried in profile(line).carried]


def loads(line: str) -> list[Ammunition | None]:
    return [carried.ammunition for carried in profile(line).carried]


def refused(line: str) -> str:
    with pytest.raises(BadSheet) as said:
        profile(line)
    return str(said.value)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Marine", "Marine"),
        ("shock marine", "Shock Marine"),
        ("shock", "Shock Marine"),
        ("bug", "Bug Warrior"),
        ("Bug Leader", "Bug Leader"),
        ("bugshooter", "Bug Shooter"),
        ("brain", "Bug Brain"),
        ("FUZZY", "Fuzzy Warrior"),
        ("bot", "Bot Warrior"),
        ("scout", "Bot Scout"),
        ("bot-leader", "Bot Leader"),
        ("zapper", "Zapper"),
        ("zz", "Zapper"),
    ],
)
def test_a_figure_is_named_by_its_troop_type(line: str, name: str) -> None:
    assert profile(line).name == name
    assert figure(profile(line)).troop.name == name


@pytest.mark.parametrize(
    ("line", "carried"),
    [
        ("marine", ["Rifle", "Hand-to-Hand"]),
        ("marine, pistol", ["Pistol", "Hand-to-Hand"]),
        ("marine grenade smartgun", ["Grenade", "Smart Gun", "Hand-to-Hand"]),
        ("marine, sniper rifle, pistol", ["Sniper Rifle", "Pistol", "Hand-to-Hand"]),
        ("marine, rifle, hth, pistol", ["Rifle", "Pistol", "Hand-to-Hand"]),
        ("marine, hand to hand", ["Hand-to-Hand"]),
        ("marine, hth, rifle", ["Hand-to-Hand", "Rifle"]),
        ("marine, rifle, hth", ["Rifle", "Hand-to-Hand"]),
        ("shock marine, hand-flamer", ["Hand-Flamer", "Hand-to-Hand"]),
        ("bug", ["Hand-to-Hand"]),
        ("bug shooter", ["Rifle", "Hand-to-Hand"]),
        ("bug brain", []),
        ("fuzzy", ["Rifle", "Hand-to-Hand"]),
        ("bot, smart gun", ["Smart Gun", "Hand-to-Hand"]),
        ("scout", ["Pistol", "Hand-to-Hand"]),
        ("bot leader", ["Pistol", "Hand-to-Hand"]),
        ("zapper", ["Zap"]),
    ],
)
def test_the_first_weapon_named_is_in_hand(line: str, carried: list[str]) -> None:
    assert weapons(line) == carried


def test_weapons_are_those_of_the_troop_type() -> None:
    marines, bots = profile("marine, smart gun").carried[0].weapon, profile("bot, smart gun").carried[0].weapon
    assert marines in book().cards["Marine"].arms
    assert bots in book().cards["Bot Warrior"].arms
    assert marines != bots


@pytest.mark.parametrize(
    ("line", "leader"),
    [
        ("marine", False),
        ("marine leader", True),
        ("leader, shock marine", True),
        ("fuzzy leader", True),
        ("bug leader", False),
        ("bot leader", True),
        ("bot leader, leader", True),
    ],
)
def test_leaders_have_command_points(line: str, leader: bool) -> None:
    assert figure(profile(line)).leader is leader


@pytest.mark.parametrize(
    ("line", "left"), [("marine leader", 3), ("fuzzy leader", 2), ("bot leader", 6), ("marine", 0)]
)
def test_how_many_command_points_there_are(line: str, left: int) -> None:
    assert figure(profile(line)).command_left == left


@pytest.mark.parametrize(
    "line", ["bug leader leader", "bug warrior, leader", "bot scout, leader", "bot warrior leader"]
)
def test_others_are_no_leaders(line: str) -> None:
    assert "has no Command Points. Leave “leader” out." in refused(line)


def test_wounds_and_camp() -> None:
    state = figure(profile("marine, wounds 2, bad guys"))
    assert state == Figure(book().cards["Marine"].troop, BAD, wounds=2)
    assert state.left == 1
    assert figure(profile("bug shooter, good guys")).camp == GOOD
    assert figure(profile("no wounds, bug")).wounds == 0


def test_wounds_that_kill_are_refused() -> None:
    assert refused("fuzzy, wounds 2") == "Fuzzy Warrior: 2 wounds would kill, because it has 2 Points."
    assert "Bug Brain: 1 wound would kill" in refused("bug brain, wound 1")


def test_points_other_than_the_books() -> None:
    assert figure(profile("bug brain, points 5, wounds 2")).left == 3
    assert figure(profile("bot warrior, 6 points")).troop.aim == (2, 4, 6, 8, 10, 12)


RIFLE = Ammunition("boxes", 16, 16, None)


@pytest.mark.parametrize(
    ("line", "loaded"),
    [
        ("marine", [RIFLE, None]),
        ("marine, loaded 12", [Ammunition("boxes", 16, 12, None), None]),
        ("marine, loaded 12, spares 2", [Ammunition("boxes", 16, 12, (Spare(16, 2),)), None]),
        ("marine, 2 spares", [Ammunition("boxes", 16, 16, (Spare(16, 2),)), None]),
        ("marine, no spares", [Ammunition("boxes", 16, 16, ()), None]),
        (
            "marine, rifle, loaded 5, grenade, loaded 2",
            [Ammunition("boxes", 16, 5, None), Ammunition("grenades", 4, 2), None],
        ),
        ("loaded 3, marine, pistol, rifle", [Ammunition("boxes", 13, 3, None), RIFLE, None]),
        ("marine, rifle, smart gun, spares 1", [RIFLE, Ammunition("boxes", 26, 26, (Spare(26),)), None]),
        ("marine, grenade", [Ammunition("grenades", 4, 4), None]),
        ("marine, flamethrower", [Ammunition("boxes", 16, 16, None), None]),
        ("bug", [None]),
        ("zapper", [None]),
    ],
)
def test_what_is_loaded_belongs_to_the_weapon_before_it(line: str, loaded: list[Ammunition | None]) -> None:
    assert loads(line) == loaded


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "A sheet line names a troop type. Known: Marine, Shock Marine, Bug Warrior"),
        ("rifle", "A sheet line names a troop type"),
        ("marnie", "I don't know “marnie” (nearest: marine"),
        ("warrior", "I don't know “warrior” (nearest: bug warrior"),
        ("marine, rfile", "I don't know “rfile” (nearest: rifle"),
        ("marine, zealous", "I don't know “zealous”"),
        ("marine, bug", "“bug” contradicts an earlier word"),
        ("marine, good guys, bad guys", "contradicts"),
        ("marine, wounds", "“wounds” needs a number from 0 to 20 after it"),
        ("marine, wounds -1", "“wounds” is 0 to 20, not -1"),
        ("marine, points 0", "“points” is 1 to 20, not 0"),
        ("bug, rifle", "A Bug Warrior has no rifle. Its attacks are: Hand-to-Hand."),
        ("bug brain, hand to hand", "A Bug Brain has no hand to hand. Its attacks are: none."),
        ("fuzzy, grenade", "A Fuzzy Warrior has no grenade. Its attacks are: Hand-to-Hand and Rifle."),
        ("marine, loaded 17", "Rifle: at most 16 boxes, not 17."),
        ("marine, grenade, loaded 5", "Grenade: at most 4 grenades, not 5."),
        ("marine, grenade, spares 2", "Grenade: a thrown weapon has no spares"),
        ("bug, loaded 3", "A Bug Warrior carries nothing to load. Leave loaded and spares out"),
        ("marine, hth, loaded 3", "Hand-to-Hand: it has no counted ammunition. Leave loaded and spares out."),
        ("marine, rifle, hth, loaded 3", "Hand-to-Hand: it has no counted ammunition. Leave loaded and spares out."),
        ("marine, rifle, rifle, loaded 3", "name. Name each weapon once"),
        ("zapper, loaded 3", "Zap: it has no counted ammunition. Leave loaded and spares out."),
    ],
)
def test_what_does_not_read_is_told(line: str, told: str) -> None:
    said = refused(line)
    assert told in said
    assert said.endswith(".")


def test_the_example_reads() -> None:
    assert weapons(EXAMPLE) == ["Rifle", "Grenade", "Hand-to-Hand"]
    assert figure(profile(EXAMPLE)).leader
    assert profile(EXAMPLE).sheet == EXAMPLE


WORDS = (
    "marine",
    "leader",
    "rifle",
    "grenade",
    "wounds 1",
    "loaded 3",
    "spares 2",
    "good guys",
    "bug",
    "points 4",
    "hth",
)


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_a_line_gives_a_figure_with_something_in_hand_or_is_refused(words: list[str]) -> None:
    try:
        found = book().profile(", ".join(words), {})
    except BadSheet as wrong:
        assert str(wrong).endswith(".")
        return
    state = figure(found)
    assert state.left >= 1
    names = [carried.weapon.name for carried in found.carried]
    assert len(names) == len({*names})
    assert "Hand-to-Hand" in (names[0], names[-1])


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(line: str) -> None:
    try:
        book().profile(line, {})
    except BadSheet as wrong:
        assert str(wrong)


def test_what_is_loaded_is_so_in_the_first_of_the_usual_weapons() -> None:
    troop = ZAPPER.replace("points = 4", 'points = 4\nusual = ["Zap", "Dart"]') + "boxes = 9\n"
    homebrew_record = cards.homebrew_record(
        troop + '[[attacks]]\nname = "Dart"\nsort = "ranged"\nnumber = 0\ndamage = "1d"\nboxes = 7\n'
    )
    carried = book().profile("Zapper, loaded 2", {homebrew_record.name: homebrew_record.record}).carried
    assert [one.ammunition for one in carried] == [Ammunition("boxes", 9, 2, None), Ammunition("boxes", 7, 7, None)]
