"""Troop types as they are written: a house's own, and everything that can be wrong with one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet, BrokenData
from rules.space_marines.figures import cards
from rules.space_marines.figures.cards import EXAMPLE, Card
from rules.space_marines.figures.figure import Armament, Damage
from rules.space_marines.figures.troop_files import damage, read, written_damage
from tests.rules.space_marines.skirmish import book

TROOP = 'name = "Munchkin"\nkind = "munchkin"\ncamp = "bad"\npoints = 2\n'
ATTACK = '[[attacks]]\nname = "Zap"\nsort = "ranged"\nnumber = 1\ndamage = "1d"\n'


def card(text: str) -> Card:
    """The card that a server has which keeps this text."""
    homebrew_record = cards.homebrew_record(text)
    return cards.with_homebrew({}, {homebrew_record.name: homebrew_record.record})[homebrew_record.name]


def problems(text: str) -> str:
    with pytest.raises(BadSheet) as refused:
        cards.homebrew_record(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("1d", Damage()),
        ("2d", Damage(2)),
        ("1/2d", Damage(1, 2)),
        ("½ d", Damage(1, 2)),
        ("1/3d", Damage(1, 3)),
        ("⅓d", Damage(1, 3)),
        ("1d-1", Damage(1, 1, -1)),
        ("1D + 1", Damage(1, 1, 1)),
        ("Kill", Damage(kill=True)),
        ([0, 0, 1, 1, 1, 2], Damage(table=(0, 0, 1, 1, 1, 2))),
    ],
)
def test_damage_is_written_as_in_the_book(text: object, does: Damage) -> None:
    assert damage(text) == does


@pytest.mark.parametrize(
    "text", ["", "d6", "0d", "1/4d", "1d6", "a lot", "2/3d", "10d", 3, [1, 2, 3], [0, 0, 1, 1, 1, -2]]
)
def test_other_damage_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"write damage as|a table of damage"):
        damage(text)


@given(
    st.builds(Damage, dice=st.integers(1, 9), plus=st.integers(-9, 9))
    | st.builds(Damage, divided=st.sampled_from((2, 3)), plus=st.integers(-9, 9))
    | st.just(Damage(kill=True))
)
def test_damage_reads_as_it_is_written(does: Damage) -> None:
    assert damage(written_damage(does)) == does


def test_the_example_is_a_troop_type() -> None:
    munchkin = card(EXAMPLE)
    troop = munchkin.troop
    assert (troop.name, troop.kind, troop.camp, troop.points) == ("Space-Munchkin", "munchkin", "bad", 2)
    assert (troop.aim, troop.step, troop.rough, troop.armor) == ((1, 3), 1, True, 0)
    assert munchkin.usual == ("Blowpipe",)
    assert munchkin.provenance == "house"
    assert munchkin.arms == (
        Armament("Hand-to-Hand", "hand", 6, Damage(1, 3)),
        Armament("Blowpipe", "ranged", 2, Damage(1, 2)),
    )
    book().profile("space munchkin", {"Space-Munchkin": cards.homebrew_record(EXAMPLE).record})


def test_every_word_of_an_attack() -> None:
    found = card(
        TROOP
        + '[[attacks]]\nname = "Flame"\nsort = "flame"\nnumber = 5\ndamage = "1d"\ncost = 1\nby_die = true\nmost = 2\n'
        'spread = "beside"\nboxes = 9\n'
        '[[attacks]]\nname = "Bomb"\nsort = "ranged"\nnumber = 3\ndamage = "3d"\nthrown = true\nblast = "2d"\n'
        "boxes = 2\n"
        '[[attacks]]\nname = "Longgun"\nsort = "sniper"\nversus = { Munchkin = -3 }\ndamage = "kill"\nstill = true\n'
    )
    assert found.arms == (
        Armament("Flame", "flame", 5, Damage(), cost=1, by_die=True, most=2, spread="beside", boxes=9),
        Armament("Bomb", "ranged", 3, Damage(3), thrown=True, blast=Damage(2), boxes=2),
        Armament("Longgun", "sniper", 0, Damage(kill=True), versus=(("munchkin", -3),), still=True),
    )
    assert found.usual == ("Flame",), "whoever does not say what is usual means the first thing to shoot with"


def test_every_word_of_a_troop_type() -> None:
    found = card(
        'name = "Hoverer"\nalso = ["hover"]\nkind = "Bot"\ncamp = "good"\npoints = 5\ncommand = 2\n'
        "always_leader = true\n"
        'aim = "3 each"\nmovement = 2.5\nflight = 1\ntakeoff = 2\nrough = false\narmor = 2\n'
        'source = "our own"\nusual = []\n' + ATTACK
    )
    troop = found.troop
    assert (found.also, found.leads, found.usual) == (("hover",), True, ())
    assert (troop.kind, troop.camp, troop.points, troop.command) == ("bot", "good", 5, 2)
    assert troop.aim == (3, 6, 9, 12, 15)
    assert (troop.step, troop.flight, troop.takeoff, troop.rough, troop.armor) == (5, 2, 2, False, 2)
    assert troop.source == "our own"


def test_who_has_more_points_can_aim_more_if_all_are_worth_the_same() -> None:
    assert book().cards["Bot Scout"].of_points(5).aim == (2, 4, 6, 8, 10)
    assert book().cards["Marine"].of_points(5).aim == (1, 3, 6)
    assert book().cards["Marine"].of_points(5).points == 5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "name: is missing; kind: is missing; camp: is missing; points: is missing"),
        (TROOP + "speed = 3", "speed: is not a word of a troop type"),
        (TROOP.replace("2", "0"), "points: should be greater than or equal to 1"),
        (TROOP.replace("2", "2.5"), "points: should be a whole number"),
        (TROOP.replace('"bad"', '"ugly"'), "camp: should be 'good' or 'bad'"),
        (TROOP.replace('"munchkin"', '"a b"'), "kind: a kind is one word"),
        (TROOP.replace("Munchkin", "Leader of All"), "name: “Leader of All” has another meaning in a sheet line"),
        (TROOP.replace("Munchkin", "a, b"), "name: a name has 1 to 40 characters"),
        (TROOP.replace("Munchkin", "7"), "one letter and none of , "),
        (TROOP + "movement = 0.3", "movement: Points are 0 to 9 in steps of 0.5"),
        (TROOP + "movement = true", "movement: Points are 0 to 9 in steps of 0.5"),
        (TROOP + "flight = inf", "flight: Points are 0 to 9 in steps of 0.5"),
        (TROOP + "flight = nan", "flight: Points are 0 to 9 in steps of 0.5"),
        (TROOP + 'aim = "2"', 'aim: aim is [1, 3, 6] for 1, 2 and 3 Points, "2 each"'),
        (TROOP + "aim = [1, true]", "aim: aim is [1, 3, 6]"),
        (TROOP + "takeoff = 1", "takeoff needs a flight"),
        (TROOP + "always_leader = true", "always_leader needs Command Points (command)"),
        (TROOP + 'usual = ["Zip"]\n' + ATTACK, "usual: “Zip” is not one of its attacks"),
        (TROOP + ATTACK + ATTACK, "attacks: two attacks have the same name"),
        (TROOP + ATTACK.replace("number = 1\n", ""), "attack 1: number is missing"),
        (TROOP + ATTACK.replace("ranged", "magic"), "attack 1, sort: should be 'hand', 'ranged', 'flame' or 'sniper'"),
        (TROOP + ATTACK.replace('"1d"', '"1d6"'), 'attack 1, damage: write damage as "1d", "1/2d"'),
        (TROOP + ATTACK.replace('"ranged"', '"sniper"'), "a sniper's weapon has versus, by kind, instead of number"),
        (TROOP + ATTACK + "versus = { bug = 1 }", "a sniper's weapon has versus, by kind, instead of number"),
        (TROOP + ATTACK + "by_die = true", "by_die needs a cost for each die"),
        (TROOP + ATTACK.replace("1d", "2d") + "by_die = true\ncost = 1", "by_die needs the damage of one die"),
        (TROOP + ATTACK + "most = 2", "most is the number of dice for by_die"),
        (TROOP + ATTACK + "attacks = 2", "only a hand attack can have more than one"),
        (TROOP + ATTACK + 'spread = "any"', "spread needs damage of several dice"),
        (TROOP + ATTACK + 'blast = "1d"', "blast is only for thrown weapons"),
        (TROOP + ATTACK.replace("ranged", "flame") + "thrown = true", "only a ranged weapon is thrown"),
        (TROOP + ATTACK.replace("ranged", "hand") + "boxes = 3", "a hand attack has no ammunition"),
        (TROOP + "attacks = 3", "attacks: put each attack under a line [[attacks]]"),
        (TROOP + ATTACK.replace('name = "Zap"', 'name = "wounds"'), "attack 1, name: “wounds” has another meaning"),
        ("points = ", "This troop type is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told(text: str, told: str) -> None:
    assert told in problems(text)


def test_all_problems_are_told_at_once() -> None:
    said = problems(TROOP + "speed = 1\narmor = -1\n" + ATTACK + "by_die = true")
    assert "speed" in said
    assert "armor" in said
    assert "by_die" in said


def test_no_troop_type_is_called_like_a_weapon_of_the_book() -> None:
    weapons = {arm.name for known in book().cards.values() for arm in known.arms}
    for weapon in weapons:
        assert "the name of a weapon" in problems(TROOP.replace("Munchkin", weapon))


def test_a_house_troop_type_takes_the_place_of_the_books() -> None:
    own = cards.homebrew_record(TROOP.replace("Munchkin", "MARINE"))
    found = cards.with_homebrew(book().cards, {own.name: own.record})
    assert "Marine" not in found
    assert found["MARINE"].troop.points == 2
    assert len(found) == 10


def test_a_record_that_was_kept_reads_again() -> None:
    kept = cards.homebrew_record(EXAMPLE)
    assert read(kept.record).model_dump(mode="json", exclude_unset=True) == kept.record


def test_broken_data_is_told_whole(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[troops]]\nname = "A"\nkind = "bug"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text("no TOML", encoding="utf-8")
    with pytest.raises(BrokenData) as broken:
        cards.load_cards(tmp_path)
    assert broken.value.problems[:2] == (
        "a.toml, troop type 1: camp: is missing",
        "a.toml, troop type 1: points: is missing",
    )
    assert re.match(r"b\.toml cannot be read", broken.value.problems[2])


def test_no_data_is_broken_data(tmp_path: Path) -> None:
    with pytest.raises(BrokenData, match="there is no troop type in"):
        cards.load_cards(tmp_path)


def test_two_of_a_name_are_broken_data(tmp_path: Path) -> None:
    one = f"[[troops]]\n{TROOP}"
    (tmp_path / "a.toml").write_text(one + one, encoding="utf-8")
    with pytest.raises(BrokenData, match="two of the name Munchkin"):
        cards.load_cards(tmp_path)
