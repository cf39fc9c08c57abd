"""A server's own weapons: TOML and CSV, what is wrong with them, their names, and those of the book beside them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.books.ruleset import HomebrewRecord
from rules.engine.records.errors import BadSheet
from rules.phoenix.basics.arms import ExplosiveWeapon, Gun
from rules.phoenix.people.sheets.sheet import terms
from rules.phoenix.weapons.armory import read_record
from rules.phoenix.weapons.own_weapons import EXAMPLE, homebrew_record, with_own
from rules.phoenix.weapons.weapon_pages import weapon_pages
from rules.phoenix.weapons.weapon_terms import Names
from tests.examples import examples
from tests.rules.phoenix.skirmish import phoenix
from tests.rules.phoenix.weapons.finding import called

TERMS = terms(Names.of(phoenix().book.arms), phoenix().book)
RIFLE = """
group,Rifles
name,My Rifle
also,Old Betsy,Betsy
L,39
W,8
rt,8
ROF,*7
Cap,30
feed,Mag
aim,1,2,4
mod,-22,-12,0
ranges,10,20,40
FMJ PEN,17,16.5,15
fmj.dc,6,6,6
3RB,-8,-3,2
"""
TUBE = """
group;explosive
name;Tube
L;40/50
W;20,5
RT;15
ROF;-
Cap;1
MR;200
aim;1
mod;-20
ranges;40;100
bursts;C;0;1
HE.PEN;66h;2,1
HE.DC;10;10
HE.burst.BC;13k;71;23
AOI;;4
"""


def add(text: str) -> HomebrewRecord:
    return homebrew_record(text, TERMS)


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(BadSheet) as caught:
        add(text)
    assert "\n" not in str(caught.value)
    return caught.value.problems


def test_the_example_is_a_weapon_and_so_is_its_table() -> None:
    rifle = add(EXAMPLE)
    weapon, _ = read_record(rifle.record)
    assert isinstance(weapon, Gun) and (rifle.name, weapon.aimed(5)[0], weapon.pen("FMJ", 10)[0]) == (
        "My Rifle",
        -7,
        17,
    )
    table = "\n".join(line[4:] for line in EXAMPLE.split("\n") if line.startswith("#   "))
    assert add(table) == rifle


def test_whole_numbers_that_may_be_absent_are_read_from_a_table() -> None:
    weapon, _ = read_record(add(f"{RIFLE}KD,4\nSAB,3").record)
    assert isinstance(weapon, Gun) and (weapon.knock_down, weapon.recoil) == (4, 3)
    assert "KD" in " ".join(problems(f"{RIFLE}KD,four"))


@pytest.mark.parametrize("line", ["sep=;", "sep=;\r", '"sep=;"', "SEP=;", "\nsep=;"])
def test_the_separator_that_a_spreadsheet_names_is_read(line: str) -> None:
    assert add(f"{line}\n{TUBE}") == add(TUBE)
    assert add(f"{line}{TUBE}") == add(TUBE)


def test_a_table_is_kept_as_the_same_in_toml_would_be() -> None:
    toml = """
    group = "rifles"
    name = "My Rifle"
    also = ["Old Betsy", "Betsy"]
    L = 39
    W = 8
    RT = 8
    ROF = "*7"
    Cap = 30
    feed = "Mag"
    aim = {1 = -22, 2 = -12, 4 = 0}
    ranges = [10, 20, 40]
    FMJ.PEN = [17, 16.5, 15]
    FMJ.DC = [6, 6, 6]
    "3RB" = [-8, -3, 2]
    """
    assert add(RIFLE) == add(toml)
    assert read_record(json.loads(json.dumps(dict(add(RIFLE).record))))[0].name == "My Rifle"


def test_rows_of_a_burst_blanks_and_decimal_commas() -> None:
    weapon, _ = read_record(add(TUBE).record)
    assert isinstance(weapon, ExplosiveWeapon)
    assert weapon.weight == "20.5" and weapon.bursts == ("C", "0", "1") and weapon.pen("HE", 100)[1].value == "2.1"
    assert weapon.explosion("BC", "C", "HE")[0] == 13_000
    assert (weapon.figure("AOI", 40)[0], weapon.figure("AOI", 100)[0]) == (None, 4)


def test_every_problem_of_a_table_is_named() -> None:
    text = RIFLE.replace("mod,-22,-12,0", "mod,-22,x").replace("Cap,30", "Cap,many") + "L,40\nFMJ,5\n,7\nBX,1,2\n"
    assert problems(text) == (
        "L: appears twice",
        "FMJ: has a value and rows",
        "each line must begin with a word",
        "BX: should have one value after it, not 2",
        "mod: has 2 figures for 3 of aim",
        "Cap: should be a whole number",
        "aim@2: should be a whole number",
        "BX: is not a word of such a page",
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("FMJ PEN,17,16.5,15", "FMJ PEN,17,-,15", "FMJ.PEN@20: should be"),
        ("FMJ PEN,17,16.5,15", "FMJ PEN", "FMJ.PEN: should have a figure at least"),
        ("name,My Rifle", "name,My, Rifle", "name: should have one value after it, not 2"),
        ("group,Rifles", "group,swords", "group: should be one of pistols,"),
        ("ROF,*7", "ROF,fast", "ROF: "),
        ("name,My Rifle", "name,Prone", "“Prone” is already a word of the sheet line"),
        ("name,My Rifle", "name,skill", "“skill” is already a word"),
        ("name,My Rifle", "name,ap", "“ap” is already a word"),
        ("name,My Rifle", "name,Canteen (full)", "“Canteen (full)” is already a word"),
        ("name,My Rifle", "name,line troops", "“line troops” is already a word"),
        ("also,Old Betsy,Betsy", "also,Old Betsy,in the open", "“in the open” is already a word"),
    ],
)
def test_what_is_wrong(old: str, new: str, problem: str) -> None:
    assert any(told.startswith(problem) for told in problems(RIFLE.replace(old, new)))


def test_the_books_pages_are_made_once_and_stand_beside_own_ones() -> None:
    book = phoenix()
    printed = book.pages({})
    assert book.pages({}) is printed
    own = {one.name: one.record for one in (add(RIFLE.replace("My Rifle", "M15")), add(TUBE))}
    pages = book.pages(own)
    assert [*pages] == [*(name for name in printed if name != "M15"), "M15", "Tube"]
    assert {title for title in pages if pages[title] is not printed.get(title)} == {"M15", "Tube"}
    assert {pages[title].source for title in ("M15", "Tube")} == {"a weapon of this server"}


def test_a_weapon_of_the_book_gives_way_to_the_servers_own() -> None:
    book = phoenix().book.arms
    own = {
        homebrew_record.name: homebrew_record.record
        for homebrew_record in (add(RIFLE.replace("My Rifle", "m-16")), add(TUBE))
    }
    arms = with_own(book, own)
    assert len(arms) == len(book) + 1 and "M16" not in arms
    assert called("M16", arms).title == "m-16" and called("M16", arms).source == "a weapon of this server"
    assert called("betsy", arms).title == "m-16" and called("tube", arms).title == "Tube"
    assert with_own(book, {}) == book


def test_other_names_of_the_books_weapons_give_way_as_well() -> None:
    book = phoenix().book.arms
    assert called("AK-47", book).title == "AKM 47"
    own = add(RIFLE.replace("My Rifle", "AK 47"))
    arms = with_own(book, {own.name: own.record})
    assert called("ak-47", arms).source == "a weapon of this server"
    assert called("AKM 47", arms).source == "Phoenix Command"


def test_a_weapon_that_the_book_has_under_another_name_is_asked_about() -> None:
    own = add(RIFLE.replace("My Rifle", "HK 53"))
    arms = with_own(phoenix().book.arms, {own.name: own.record})
    assert called("HK 53", arms).source == "a weapon of this server"
    assert called("Heckler & Koch 53", arms).source.startswith("Phoenix Command")


_ODD = st.text(max_size=30) | st.sampled_from(
    ["🔥", "", "-", "17", "*7", "1e9", "9" * 30, "'", '"', "\x00", "a" * 5000]
)
_KEYS = st.sampled_from(
    [
        "name",
        "group",
        "aim",
        "mod",
        "ranges",
        "FMJ.PEN",
        "FMJ",
        "HE.burst.BC",
        "Cap",
        "also",
        "also.x",
        "3RB",
        "ROF",
        "a.b.c",
    ]
)


@examples(200)
@given(
    st.sampled_from([RIFLE, TUBE, EXAMPLE, ""]),
    st.lists(st.tuples(_KEYS | _ODD, st.lists(_ODD, max_size=25)), max_size=12),
    st.sampled_from(",;\t="),
)
def test_a_file_is_a_weapon_or_badly_written(begun: str, more: list[tuple[str, list[str]]], sign: str) -> None:
    text = begun + "\n".join(sign.join([key, *cells]) for key, cells in more)
    try:
        own = add(text)
    except BadSheet as bad:
        assert str(bad)
        return
    weapon, _ = read_record(json.loads(json.dumps(dict(own.record))))
    assert weapon.name == own.name and weapon_pages({weapon.name: weapon})[weapon.name].title == own.name
