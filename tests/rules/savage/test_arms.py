"""The house's plain weapons, each fired; a server's own; pages."""

from __future__ import annotations

import pytest

from rules.engine.books.ruleset import Fact
from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.records.orders import Burst, Fire, Throw
from rules.savage.shooting.loads import firearm
from tests.rules.savage.skirmish import SAVAGE, Skirmish

# Name: magazine, tokens, ROF, and what its dice are in each fire mode that it has.
GENERIC = {
    "Pistol": (15, 2, 1, {"": 1, "double tap": 1, "rapid attack 4": 4}),
    "Revolver": (6, 1, 1, {"": 1, "rapid attack 2": 2}),
    "Rifle": (5, 1, 1, {"": 1}),
    "Semi-automatic Rifle": (20, 2, 1, {"": 1, "double tap": 1, "rapid attack 4": 4}),
    "Assault Rifle": (
        30,
        2,
        3,
        {"": 1, "double tap": 1, "three-round burst": 1, "automatic": 3, "rapid attack 4": 4},
    ),
    "Caseless Rifle": (
        50,
        3,
        3,
        {"": 1, "double tap": 1, "three-round burst": 1, "automatic": 3, "rapid attack 6": 6},
    ),
    "Submachine Gun": (
        30,
        2,
        3,
        {"": 1, "double tap": 1, "three-round burst": 1, "automatic": 3, "rapid attack 4": 4},
    ),
    "Shotgun": (8, 1, 1, {"": 1, "double tap": 1}),
    "Machine Gun": (100, 5, 4, {"": 1, "three-round burst": 1, "automatic": 4}),
    "Grenade": (1, 1, 1, {"": 1}),
    "Rocket Launcher": (1, 1, 1, {"": 1}),
}
EVERY = ("", "double tap", "three-round burst", "automatic", "rapid attack 2")


def test_no_weapon_is_left_out() -> None:
    assert {*SAVAGE.pages({})} == {*GENERIC}


@pytest.mark.parametrize("name", GENERIC)
def test_each_is_fired_in_each_mode(name: str) -> None:
    magazine, tokens, rate, modes = GENERIC[name]
    skirmish = Skirmish(f"Shooting d12, {name}")
    weapon, ammunition = firearm(skirmish.one("Ash").carried[0])
    assert (weapon.magazine, ammunition.capacity, weapon.rate) == (magazine, tokens, rate)
    fresh, at = skirmish.encounter, (skirmish.target("Thug 1"),)
    for how, dice in modes.items():
        verb = Burst if how in ("three-round burst", "automatic") else Throw if name == "Grenade" else Fire
        skirmish.encounter = fresh
        skirmish.order(verb("c1", at, how=how), *[11] * dice)
        assert skirmish.ammunition().loaded == tokens - weapon.plain
    for how in EVERY:
        if how[:12] not in {known[:12] for known in modes}:
            verb = Burst if how in ("three-round burst", "automatic") else Throw if name == "Grenade" else Fire
            with pytest.raises(Refusal, match=r"no |Use /throw"):
                skirmish.order(verb("c1", at, how=how))


def test_pages() -> None:
    pages = SAVAGE.pages({})
    assert pages["Assault Rifle"].lines == (
        Fact("Magazine", "30 rounds, 2 tokens"),
        Fact("Extended magazine", "45 rounds, 3 tokens, at 50% more cost and weight"),
        Fact("ROF 3", "Single Shot, Double Tap, 3-Round Burst, Automatic Fire and Rapid Attack"),
        Fact("Ammunition", "30 for 50 shots; a lifetime supply of Standard comes with the weapon"),
    )
    assert Fact("Caseless", "the ammunition weighs half") in pages["Caseless Rifle"].lines
    assert pages["Grenade"].lines == ("Counted one by one; thrown with /throw", Fact("Ammunition", "50 each"))
    assert all("invented" in page.source for page in pages.values())


OWN = """
name = "Bull Gun"
magazine = 60
rate = 5
modes = ["automatic", "Three-Round Burst"]
caseless = true
"""


def test_a_servers_own() -> None:
    homebrew_record = SAVAGE.homebrew_record(OWN)
    own = {homebrew_record.name: homebrew_record.record}
    [carried] = SAVAGE.profile("d8, bull gun, extended", own).carried
    weapon, ammunition = firearm(carried)
    assert weapon.modes == ("Single Shot", "3-Round Burst", "Automatic Fire")
    assert (weapon.rounds, weapon.caseless, ammunition.capacity) == (90, True, 5)
    assert SAVAGE.pages(own)["Bull Gun"].source == "a weapon of this server"


def test_it_takes_the_place_of_one_of_its_name() -> None:
    homebrew_record = SAVAGE.homebrew_record('name = "pistol"\nmagazine = 8')
    own = {homebrew_record.name: homebrew_record.record}
    [carried] = SAVAGE.profile("pistol", own).carried
    assert firearm(carried)[0].magazine == 8
    assert "Pistol" not in SAVAGE.pages(own)


def test_the_example_reads() -> None:
    assert SAVAGE.homebrew_record(SAVAGE.homebrew_example).name == "My Rifle"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("magazine = 8", "name: is missing"),
        ('name = "Gun"', "magazine: is missing"),
        ('name = "Gun"\nmagazine = 0', "magazine: should be greater"),
        ('name = "Gun"\nmagazine = "8"', "magazine: should be a whole number"),
        ('name = "Gun"\nmagazine = 8\nrate = 7', "rate: should be less"),
        ('name = "Gun"\nmagazine = 8\nmodes = ["laser"]', "modes: should be among double tap"),
        ('name = "Gun"\nmagazine = 8\nmodes = "automatic"', "modes: should be a list"),
        ('name = "Gun"\nmagazine = 8\nmodes = [1]', "modes: should be among"),
        ('name = "Gun"\nmagazine = 8\ncolor = "red"', "color: is not a word of a weapon"),
        ('name = "Gun"\nmagazine = 8\nthrown = true', "add plain = true"),
        (
            'name = "Gun"\nmagazine = 8\nplain = true\nrate = 2',
            "a weapon counted one by one has no modes and no rate, and its price is for each",
        ),
        ('name = "Gun"\nmagazine = 8\nplain = true\ncost_per_50 = 5', "its price is for each."),
        ('name = "Extra"\nmagazine = 8', "another meaning"),
        ('name = "d8 gun"\nmagazine = 8', "another meaning"),
        ('name = "Magazine fed"\nmagazine = 8', "another meaning"),
        ('name = "a, b"\nmagazine = 8', "none of , : ; ="),
        ("name = ", "This weapon is not valid TOML"),
    ],
)
def test_what_does_not_read(text: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        SAVAGE.homebrew_record(text)
    assert said in str(caught.value)
