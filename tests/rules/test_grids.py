"""Maps that are drawn in letters."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from rules.engine.map.pieces import concealed
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Piece
from rules.words.grids import draw_grid, legend, read_grid
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.test_pieces import battle_maps, many

MILL = """
    ###+##
    #.:..#
    #/#w##
    ~~=~~b
    m

    b = cover log
    m = hill, label "The Mill"
"""


def test_a_map_in_letters() -> None:
    battle_map = read_grid(MILL)
    assert (battle_map.width, battle_map.height) == (6, 5)
    assert battle_map.obstructions == many("A1 B1 C1 D1 E1 F1 A2 F2 A3 C3 E3 F3")
    assert (battle_map.rough, battle_map.barred) == (many("C2"), many("D3 A4 B4 D4 E4"))
    assert set(battle_map.pieces) == {
        Piece("door", many("D1")),
        Piece("door", many("B3"), open=True),
        Piece("window", many("D3")),
        Piece("water", many("A4 B4 C4 D4 E4")),
        Piece("bridge", many("C4")),
        Piece("cover", many("F4"), "log"),
        Piece("hill", many("A5")),
        Piece("label", many("A5"), "The Mill"),
    }


@given(battle_maps(secret=False))
def test_what_is_drawn_reads_as_the_same_map(battle_map: BattleMap) -> None:
    assert read_grid(draw_grid(battle_map)) == battle_map


def test_what_is_secret_is_not_drawn() -> None:
    battle_map = read_grid(MILL)
    kept = concealed(battle_map, many("D1 A5 F4"))
    assert draw_grid(kept) == draw_grid(kept.open)
    assert "Mill" not in draw_grid(kept) and "log" not in draw_grid(kept)


def test_every_place_of_the_largest_map_can_be_drawn() -> None:
    battle_map = read_grid("\n".join(["#." * 20] * 40))
    assert read_grid(draw_grid(battle_map)) == battle_map and len(draw_grid(battle_map)) == 40 * 40 + 39


def test_a_map_of_too_many_kinds_is_not_drawn() -> None:
    battle_map = BattleMap(40, 40)
    text = ", ".join(f"cover {chr(97 + n % 26)}{chr(97 + n // 26)} A{1 + n % 40}" for n in range(41))
    battle_map = BattleMap(40, 40, pieces=read_pieces(text.replace("A1,", "B1,", 1), battle_map))
    assert draw_grid(battle_map) == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("..x..", r"^I don't understand the letter “x” at C1\. Use \. open ground, # wall, "),
        ("", "^Draw a map with 1 to 40 rows"),
        ("." * 41, r"^A map has at most 40 rows of 40 letters\. Row 1 is too long, or one too many"),
        (".\n" * 41, r"^A map has at most 40 rows of 40 letters\. Row 41 is too long, or one too many"),
        ("..\nx = mud", r"^I don't understand “mud”\. Name a piece of the map"),
        ("..\nx = label", "^I don't understand “label”"),
        ("..\nx = water deep", "^I don't understand “water deep”"),
        ("x\n" + "x = wall\n" * 41, r"^At most 40 letters can have a meaning of their own"),
        (". .", "^I don't understand the blank at B1"),
    ],
)
def test_what_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        read_grid(text)


def test_the_letters_are_listed_in_words() -> None:
    assert legend() == (
        ". open ground, # wall, : rough, ~ water, = bridge, ^ hill, & brush, ; rubble, > stairs,"
        " $ wire, - sand, * ice, % cover, + door, / door (open),"
        " ! door (barred), w window, o window (open), W window (barred)"
    )
    assert read_grid(".").obstructions == frozenset[Place]()


def test_a_drawing_may_be_pasted_from_anywhere() -> None:
    """From a code block, with blank lines, with a blank between letters, or from a spreadsheet."""
    battle_map = read_grid("#..#\n#:.#\n....\nc = cover log")
    for text in (
        "```\n#..#\n#:.#\n....\n```",
        "```text\n#..#\n\n#:.#\n \n....\n```\n",
        "\n\n  #..#\n\n  #:.#\n\n  ....\n\n",
        "# . . #\n# : . #\n. . . .",
        "#\t\t\t#\n#\t:\t\t#\n.\t.\t.\t.",
        "#\t.\t.\t#\r\n#\t:\t.\t#\r\n\t\t\t.",
    ):
        assert read_grid(text) == battle_map, text


@pytest.mark.parametrize("line", ["g = open ground", "g = grass", "g: open", "g=ground", "g = OPEN GROUND"])
def test_any_letter_may_be_open_ground(line: str) -> None:
    assert read_grid(f"#gg#\ng..g\n{line}") == read_grid("#..#\n....")


def test_a_letter_is_explained_with_a_colon_as_well() -> None:
    assert read_grid("#b.\nb: cover log") == read_grid("#b.\nb = cover log")
    # A row of windows is no explanation.
    assert read_grid("#:wwww").width == 6


def test_the_refusal_of_a_letter_names_lines_that_explain_it() -> None:
    with pytest.raises(Refusal) as refused:
        read_grid("..,")
    for line in re.findall(r", = [a-z ]+", str(refused.value)):
        read_grid(f"..,\n{line}")
