"""Lines as players jot them down: numbers behind what they are about, and words with a slip of the pen."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, Ruling, read, read_partly
from bot.game.rulings.lines.jottings import in_order
from bot.game.rulings.words.slips import is_slip
from tests.bot.rulings.test_lines import SPACE, VOCABULARY


def ruled(line: str, book: str = "phoenix") -> Ruling:
    return read(line, VOCABULARY[book], SPACE[book])


@pytest.mark.parametrize(
    ("line", "ordered"),
    [
        ("M16, bipod: no, aim 3", "M16, no bipod, aim 3"),
        ("M16, bipod no helmet", "M16, bipod no helmet"),
        ("guard moving 0 hexes", "guard not moving"),
        ("guard moving 0.5 hexes", "guard moving 0.5 hexes"),
        ("takes his time (10), M16", "takes his time aim 10, M16"),
        ("takes his time (60), M16", "takes his time (60), M16"),
        ("M16, braced=no", "M16, no braced"),
        ("Bob (10) aims", "Bob (10) aims"),
        ("aims at the bug for 2 points", "aims at the bug, aim for 2 points,"),
        ("aim 4 at the bug for 2 points", "aim 4 at the bug for 2 points"),
        ("I’ve got the FAL, prone, 22 hexes", "I am prone, I’ve got the FAL, 22 hexes"),
        ("I have my old rifle, kneeling, guard", "I am kneeling, I have my old rifle, guard"),
        ("I've got a guard, prone, M16", "I've got a guard, prone, M16"),
        ("I've got the Guard, prone, M16", "I've got the Guard, prone, M16"),
        ("he has the FAL, prone, 22 hexes", "he has the FAL, prone, 22 hexes"),
        ("in the storm Rico fires", "in the storm, Rico fires"),
        ("at the guard Rico fires", "at the guard Rico fires"),
        ("Two targets: A and B", "Two targets: A and B"),
    ],
)
def test_what_is_jotted_down_is_put_in_order(line: str, ordered: str) -> None:
    assert in_order(line) == ordered


@pytest.mark.parametrize(
    ("line", "spaces"),
    [
        ("M16 at the guards, they're at 9, 10 and 11 hexes, the closest", 9),
        ("guards at 9 hexes, 10 and 11, M16 at the farthest", 11),
        ("Guards at 9, 10 and 11 hexes, M16 at the closest", 9),
        ("M16 at the nearest guard, guard at 40 or 30 hexes", 30),
        ("M16 at the guard, 22 hexes, the closest", 22),
    ],
)
def test_the_nearest_of_several_gives_the_range(line: str, spaces: int) -> None:
    assert ruled(line).spaces == spaces


@pytest.mark.parametrize(
    "which", ["not the nearest", "moving closer", "nearest cover 3 m behind", "nearest or farthest"]
)
def test_words_that_choose_no_target_choose_no_range(which: str) -> None:
    with pytest.raises(Missing, match="Give one range"):
        ruled(f"M16 at guards at 9 and 11 hexes, {which}")


def test_a_word_with_a_slip_is_named() -> None:
    ruling = ruled("pulsrifle alein 3sqares", "aliens")
    assert ruling.written(VOCABULARY["aliens"], SPACE["aliens"]) == "Pulse Rifle, alien, 3 squares"
    assert ruling.assumed == ("pulsrifle = pulserifle", "alein = alien", "sqares = squares")
    assert ruled("pistol, alien, 1 square", "aliens").assumed == ()


@pytest.mark.parametrize(
    ("typed", "word"), [("phone", "prone"), ("shouts", "shoots"), ("ranged", "range"), ("millimeter", "kilometer")]
)
def test_another_word_is_no_slip(typed: str, word: str) -> None:
    assert not is_slip(typed, word)


@pytest.mark.parametrize("line", ["Gewehr, sorry, rifle at guard 22 hexes", "Fusil... sorry, rifle at guard, 22 hexes"])
def test_a_word_that_is_translated_names_nobody(line: str) -> None:
    with pytest.raises(Missing, match=r"^The line corrects itself\. Is this the shot: M16, at guard, 22 hexes\?$"):
        ruled(line)
    ruling = read_partly(line, VOCABULARY["phoenix"], SPACE["phoenix"])
    assert (ruling.weapon, ruling.names, ruling.spaces) == ("M16", ("", "guard"), 22)


def test_what_stands_in_english_behind_another_language_fills_the_window() -> None:
    line = "Ich schieße mit... sorry. I shoot with the M16 on the enemy, 30 hexes, I have 5 aimed"
    ruling = read_partly(line, VOCABULARY["phoenix"], SPACE["phoenix"])
    assert (ruling.weapon, ruling.names, ruling.spaces, ruling.aim) == ("M16", ("", "enemy"), 30, 5)


def test_again_is_no_earlier_shot_in_a_whole_one() -> None:
    with pytest.raises(Missing, match="Which weapon"):
        ruled("Bob shoots the guard again")
    assert ruled("bug attacks the marine again", "space_marines").left_out[0].words == "again"
