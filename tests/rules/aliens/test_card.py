"""Character cards: what is shipped, what a GM may write, every problem named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.aliens.card import column
from rules.aliens.ruleset import load_aliens
from rules.engine.books.ruleset import Fact
from rules.engine.records.errors import BadSheet, BrokenData
from rules.shelf import shelf
from rules.tables.loader import DATA

ALIENS = shelf()["aliens"]

GOOD = """
name = "Hudson"
actions = 2
[[weapons]]
name = "Pulse Rifle"
type = "pulse rifle"
aim.1 = [7, 6, 4, "?", ""]
aim.2 = ["12", "10", 8, 5, 2]
"""


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(BadSheet) as caught:
        ALIENS.homebrew_record(text)
    said = str(caught.value)
    assert len(said) < 1200 and "\n" not in said
    return caught.value.problems


def test_a_card_is_kept_as_printed() -> None:
    homebrew_record = ALIENS.homebrew_record(GOOD)
    assert homebrew_record.name == "Hudson"
    assert json.loads(json.dumps(homebrew_record.record)) == {
        "name": "Hudson",
        "actions": 2,
        "provenance": "house",
        "source": "a card of this server",
        "weapons": [
            {
                "name": "Pulse Rifle",
                "type": "Pulse Rifle",
                "aim": {"1": ["7", "6", "4", "?", ""], "2": ["12", "10", "8", "5", "2"]},
            }
        ],
    }


def test_a_kept_card_is_played_and_shown() -> None:
    homebrew_record = ALIENS.homebrew_record(GOOD)
    homebrew = {homebrew_record.name: json.loads(json.dumps(homebrew_record.record))}
    profile = ALIENS.profile("hudson", homebrew)
    assert [carried.weapon.name for carried in profile.carried] == ["Pulse Rifle"]
    page = ALIENS.pages(homebrew)["Hudson"]
    [grid] = page.grids
    assert grid == (
        ("Aim", "1", "2", "3-4", "5-6", "7+"),
        ("1", "7", "6", "4", "?", "–"),
        ("2", "12", "10", "8", "5", "2"),
    )
    assert page.lines[:2] == ("2 actions a turn", Fact("Pulse Rifle", "16 boxes, can be reloaded"))
    assert ALIENS.pages(homebrew)["Hudson Pulse Rifle"].grids[0][1] == ("1", "7", "6", "4", "?", "–")


def test_a_house_card_takes_the_place_of_the_books() -> None:
    homebrew_record = ALIENS.homebrew_record(GOOD.replace("Hudson", "APONE"))
    pages = ALIENS.pages({homebrew_record.name: homebrew_record.record})
    assert "Apone" not in pages
    assert str(pages["APONE"].lines[1]).startswith("Pulse Rifle: ")


def test_the_shipped_cards_say_where_their_numbers_come_from() -> None:
    pages = ALIENS.pages({})
    assert set(pages) == {
        "Apone",
        "Apone Flame Unit",
        "Rifleman",
        "Rifleman Pulse Rifle",
        "Rifleman Pistol",
    }
    assert pages["Apone"].source.startswith("Aliens, Target Range")
    assert "The numbers are invented." in pages["Rifleman"].lines
    assert "The numbers are invented." not in pages["Apone"].lines


def test_most_marines_have_2_actions() -> None:
    assert ALIENS.homebrew_record(GOOD.replace("actions = 2", "")).record["actions"] == 2


def test_a_capacity_of_its_own() -> None:
    homebrew_record = ALIENS.homebrew_record(GOOD.replace("aim.1", "capacity = 20\naim.1"))
    profile = ALIENS.profile("Hudson", {homebrew_record.name: homebrew_record.record})
    ammunition = profile.carried[0].ammunition
    assert ammunition and (ammunition.capacity, ammunition.loaded) == (20, 20)


@pytest.mark.parametrize(
    ("squares", "index"), [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (999, 4)]
)
def test_columns(squares: int, index: int) -> None:
    assert column(squares) == index


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ('name = "Hudson"', 'name = ""', "name: a name has 1 to 40 characters"),
        ('name = "Hudson"', f'name = "{"x" * 41}"', "name: a name has 1 to 40 characters"),
        ('name = "Hudson"', 'name = "Hudson, Bill"', "name: a name has 1 to 40 characters"),
        ('name = "Hudson"', 'name = "🔥🔥"', "name: a name has 1 to 40 characters"),
        ('name = "Hudson"', 'name = "Alien"', "name: “Alien” has another meaning in a sheet line"),
        ('name = "Hudson"', "name = 3", "name: put a name in quotation marks"),
        ('name = "Hudson"', "", "name: is missing"),
        ("actions = 2", "actions = 0", "actions: should be greater than or equal to 1"),
        ("actions = 2", "actions = 10", "actions: should be less than or equal to 9"),
        ("actions = 2", 'actions = "two"', "actions: should be a whole number"),
        ("actions = 2", "actions = 2\nhealth = 3", "health: is not a word of a card"),
        ('"pulse rifle"', '"bazooka"', "weapon 1, type: I don't know the type of weapon “bazooka”"),
        ("aim.1", "capacity = 0\naim.1", "weapon 1, capacity: should be greater than or equal to 1"),
        ("[7, 6, 4,", "[6, 4,", "weapon 1, aim.1: a row has five cells, for ranges 1, 2, 3-4, 5-6, 7+"),
        ("[7, 6,", "[7, 100,", "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        ("[7, 6,", "[7, -1,", "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        ("[7, 6,", "[7, 6.5,", "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        ("[7, 6,", "[7, true,", "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        ("[7, 6,", '[7, "six",', "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        ("[7, 6,", '[7, "00000012",', "weapon 1, aim.1, range 2: a cell is a number from 0 to 99"),
        pytest.param(
            "[7, 6,",
            f"[7, 0x{'f' * 6000},",
            "weapon 1, aim.1, range 2: a cell is a number from 0 to 99",
            id="long cell",
        ),
        ('name = "Hudson"', 'name = "loaded 5"', "name: “loaded 5” has another meaning in a sheet line"),
        ('name = "Hudson"', 'name = "Spares"', "name: “Spares” has another meaning in a sheet line"),
        ('name = "Hudson"', 'name = "pulse-rifle"', "name: “pulse-rifle” is a weapon in a sheet line"),
        ("aim.2", "aim.3", "weapon 1, aim: give the rows aim.1, aim.2 and so on"),
        ("aim.1", "aim.0", "weapon 1, aim: give the rows aim.1, aim.2 and so on"),
        ("[[weapons]]", "[[guns]]", "weapons: is missing"),
        ("[[weapons]]", "[weapons]", "weapons: put each weapon under a line [[weapons]]"),
    ],
)
def test_each_problem_is_named(change: str, to: str, said: str) -> None:
    assert change in GOOD
    found = problems(GOOD.replace(change, to))
    assert any(problem.startswith(said) for problem in found), found


def test_all_problems_at_once() -> None:
    text = 'actions = 12\n[[weapons]]\nname = "x"\ntype = "x"\naim.1 = [1]\n[[weapons]]\nname = "x"\nfoo = 1'
    assert len(problems(text)) == 7
    with pytest.raises(BadSheet, match="; and 1 more"):
        ALIENS.homebrew_record(text)


def test_two_weapons_of_one_name() -> None:
    weapon = GOOD[GOOD.index("[[weapons]]") :]
    assert problems(GOOD + weapon) == ("weapons: two weapons have the same name",)
    assert len(problems(GOOD + "".join(weapon.replace("Pulse Rifle", f"Gun {n}") for n in range(6)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "x" * 1_000_000,
        "[" * 60_000,
        "a = " + "[" * 60_000,
        "a = " + "9" * 60_000,
        "\0",
        "a = '\ud800'",
        "",
        ".".join("a" * 30_000) + " = 1",
    ],
    ids=["nonsense", "1 MB", "brackets", "deep", "long number", "null", "surrogate", "empty", "dots"],
)
def test_nonsense_gets_one_short_sentence(text: str) -> None:
    with pytest.raises(BadSheet) as caught:
        ALIENS.homebrew_record(text)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=300) | st.text(alphabet='[]{}="\n.,#a1 ', max_size=300))
def test_random_text_is_no_card(text: str) -> None:
    with pytest.raises(BadSheet):
        ALIENS.homebrew_record(text)


def test_broken_cards_stop_the_start_with_every_problem(tmp_path: Path) -> None:
    folder = tmp_path / "aliens"
    shutil.copytree(DATA / "aliens", folder)
    (folder / "cards" / "bad.toml").write_text("actions = 12", encoding="utf-8")
    (folder / "cards" / "worse.toml").write_text("???", encoding="utf-8")
    with pytest.raises(BrokenData) as caught:
        load_aliens(folder)
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["cards/bad.toml"] * 3 + ["cards/worse.toml"]


def test_other_figures_are_another_version(tmp_path: Path) -> None:
    folder = tmp_path / "aliens"
    shutil.copytree(DATA / "aliens", folder)
    assert load_aliens(folder).version == ALIENS.version
    card = folder / "cards" / "apone.toml"
    card.write_text(card.read_text(encoding="utf-8").replace("13,", "12,"), encoding="utf-8")
    assert load_aliens(folder).version != ALIENS.version
