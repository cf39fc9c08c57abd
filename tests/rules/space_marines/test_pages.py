"""Troop types and weapons as they are shown."""

from __future__ import annotations

import pytest

from rules.engine.books.ruleset import Fact, Page
from rules.space_marines.figures import cards
from rules.space_marines.figures.cards import EXAMPLE
from rules.words.catalogue import find
from tests.rules.space_marines.skirmish import book

HEADING = ("To hit", "Damage", "Cost")
DICE = "Roll this number or more on two dice. A 2 always misses."


def page(name: str) -> Page:
    pages = book().pages({})
    return find(name, pages, "weapon or card", also={title: page.also for title, page in pages.items()})


def test_every_troop_type_and_every_weapon_has_a_page() -> None:
    assert list(book().pages({})) == [
        "Hand-to-Hand",
        "Pistol",
        "Rifle",
        "Grenade",
        "Smart Gun",
        "Flamethrower",
        "Sniper Rifle",
        "Hand-Flamer",
        "Marine",
        "Shock Marine",
        "Bug Warrior",
        "Bug Leader",
        "Bug Shooter",
        "Bug Brain",
        "Fuzzy Warrior",
        "Bot Warrior",
        "Bot Scout",
        "Bot Leader",
    ]


def test_the_page_of_a_marine() -> None:
    marine = page("marine")
    assert marine.title == "Marine"
    assert marine.source == "Appendix A, Marine"
    assert marine.lines == (
        Fact("Good Guys, marine", "3 Points"),
        Fact("Points for a space", "1"),
        Fact("Command Points", "3 (leaders)"),
        Fact("Aim Points", "1, 3, 6 off the target number"),
        Fact("Without a named weapon", "Rifle"),
    )
    [grid] = marine.grids
    assert grid == (
        ("Attack", *HEADING),
        ("Hand-to-Hand", "7", "1/2d", "0"),
        ("Pistol", "range + 3", "1/3d", "0"),
        ("Rifle", "range", "1d", "0"),
        ("Grenade", "range + 2", "2d", "1"),
        ("Smart Gun", "range", "2d", "0"),
        ("Flamethrower", "hits below 9", "1d", "1 a die, 3 at most"),
        ("Sniper Rifle", "by target", "kill", "0"),
    )
    assert marine.notes == (
        Fact("Grenade", "1d besides to all in adjacent spaces."),
        Fact(
            "Smart Gun, Flamethrower",
            "you can split the dice between spaces side by side, or on into spaces behind the target.",
        ),
        Fact("Flamethrower", "the damage of each paid die."),
        Fact("Sniper Rifle", "fuzzy range - 10, bug range - 4, bot range + 1; no number against others."),
        Fact("Sniper Rifle", "not in a turn with a move, and never aimed."),
        Fact(
            "Boxes, where ammunition is counted (ruling O63)",
            "Pistol 13, Rifle 16, Grenade 4, Smart Gun 26, Flamethrower 16, Sniper Rifle 16.",
        ),
    )


def test_the_page_of_a_bot_leader() -> None:
    assert page("bot leader").lines == (
        Fact("Bad Guys, bot", "6 Points"),
        Fact("Points for a space", "1 1/2; no rough terrain"),
        Fact("Command Points", "6 (every one)"),
        Fact("Aim Points", "2 off the target number for each"),
        Fact("Without a named weapon", "Pistol"),
        Fact("Armor", "1 off each die of damage"),
    )


def test_the_page_of_a_bug() -> None:
    bug = page("bug")
    assert bug.title == "Bug Warrior"
    assert Fact("Aim Points", "not allowed") in bug.lines
    assert bug.notes == (Fact("Hand-to-Hand", "2 attacks a turn, all at the same target."),)


def test_a_scout_flies_and_a_brain_does_nothing() -> None:
    assert Fact("Points for a space", "1; 1/2 flying; 1 to take off") in page("scout").lines
    brain = page("brain")
    assert brain.lines == (
        Fact("Bad Guys, bug", "1 Point"),
        Fact("Points for a space", "cannot move"),
        Fact("Aim Points", "not allowed"),
        "It has no attacks.",
    )
    assert brain.grids == ()


def test_the_page_of_a_rifle_shows_whose_it_is() -> None:
    rifle = page("rifle")
    assert rifle.lines == (DICE,)
    assert rifle.source == "Appendix A"
    assert rifle.grids == (
        (
            ("Troop", *HEADING),
            ("Marine", "range", "1d", "0"),
            ("Shock Marine", "range", "1d", "0"),
            ("Bug Shooter", "range + 1", "1d-1", "0"),
            ("Fuzzy Warrior", "range + 2", "1d: 0 0 1 1 1 2", "0"),
            ("Bot Warrior", "range", "1/2d", "1"),
        ),
    )
    assert rifle.notes == (
        Fact("Fuzzy Warrior", "the wounds for 1 to 6 on the die."),
        Fact("Boxes, where ammunition is counted (ruling O63)", "16."),
    )


def test_what_flames_needs_no_dice_to_hit() -> None:
    assert page("flamethrower").lines == ()
    assert page("flamethrower").source == "Appendix A, Marine"


@pytest.mark.parametrize("name", ["smartgun", "Hand to Hand", "hand-flamer", "sniper"])
def test_weapons_are_found_by_any_reasonable_spelling(name: str) -> None:
    assert page(name).grids[0][0] == ("Troop", *HEADING)


def test_a_houses_own_numbers_are_named_so() -> None:
    own = cards.homebrew_record(EXAMPLE)
    pages = book().pages({own.name: own.record})
    munchkin = pages["Space-Munchkin"]
    assert munchkin.source == "a troop type of this server"
    assert "The numbers are invented." in munchkin.lines
    assert pages["Blowpipe"].lines == (DICE, Fact("Space-Munchkin", "the numbers are invented."))
    assert pages["Blowpipe"].source == "a troop type of this server"
    assert pages["Hand-to-Hand"].grids[0][-1] == ("Space-Munchkin", "6", "1/3d", "0")
    assert pages["Hand-to-Hand"].source == "Appendix A"
