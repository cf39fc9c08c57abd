"""A line is ruled on only in a pattern that is certain; else its readings are buttons, the likely one first."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, Ruling, ShotParts, parts_of, read, read_partly
from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.shelf import shelf

BOOKS = shelf()


def ruled(line: str, book: str = "phoenix") -> Ruling:
    return read(line, BOOKS[book].vocabulary({}), BOOKS[book].space(conduct.stage(BOOKS[book])))


def asked(line: str, book: str = "phoenix") -> tuple[Missing, dict[str, Ruling]]:
    """The question about a line, and the ruling behind each button."""
    with pytest.raises(Missing) as missing:
        ruled(line, book)
    return missing.value, {label: ruled(again, book) for label, again, _ in missing.value.choices}


def postures(ruling: Ruling) -> tuple[list[str], list[str]]:
    return [text for _, text in ruling.shooter], [text for _, text in ruling.target]


@pytest.mark.parametrize(
    "line",
    [
        "Trent fires the M16 at the guard, 22 hexes, aim 4",
        "aim 4, Trent with an M16 at the guard who is 22 hexes away",
        "I shoot the guard with my M16 from 22 hexes",
        "Trent, M16, guard, 22 hexes",
        "M16, behind a door, at guard, from prone, by Trent, 22 hexes",
        "the guard is hit by Trent, M16, 22 hexes",
        "prone M16 at the kneeling guard 22 hexes",
        "M16, 22 hexes, target kneeling, shooter prone",
        "me prone, him standing, M16, 22 hexes",
        "the guard is behind a pillar, Trent fires the M16, 22 hexes",
        "M16 at the guard flurble 22 hexes",
        "M16 at the guard crossing the road 22 hexes",
    ],
)
def test_a_known_pattern_is_ruled_on(line: str) -> None:
    assert (ruled(line).weapon, ruled(line).spaces) == ("M16", 22)


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        # An unknown word beside the shooter, an unknown deed, and a name that is not counted.
        ("Donovan running flat out fires the uzi at Karl 7 hexes", {"Donovan": "Karl"}),
        ("M16, flurbling wibble, at Karl 40m", {"": "Karl", "Karl": ""}),
        ("zorp steady hands M16 at Karl 22 hexes", {"": "Karl", "zorp": "Karl"}),
    ],
)
def test_each_reading_is_a_button(line: str, answers: dict[str, str]) -> None:
    missing, rulings = asked(line)
    assert "Is this the shot: " in missing.question
    assert missing.reading is not None and rulings["Yes"].names == missing.reading.names
    found = [one.names for one in rulings.values()]
    assert all((shooter, target) in found for shooter, target in answers.items())


def test_a_posture_that_is_not_certain_can_be_the_other_s() -> None:
    _, rulings = asked("Donovan running flat out fires the uzi at Karl 7 hexes")
    assert postures(rulings["Yes"])[0] == ["running"] and postures(rulings["Karl running"])[1][-1:] == ["running"]


def test_two_figures_of_one_name_are_not_taken_for_one() -> None:
    missing, _ = asked("Line trooper, G3, aim 6 vs crack trooper kneeling at 45 hexes")
    assert missing.question.startswith("I may misread that. Is this the shot: ")


@pytest.mark.parametrize(
    ("line", "question"),
    [
        # A posture beside a pronoun in a longer line, and a name that is a word of the game.
        (
            "I'll drop prone, then shoot the sniper (he's 50 hexes away, kneeling) with the FAL",
            "Who is prone, and who is kneeling?",
        ),
        ("Range is 6 hexes from the guard, Scope only 2. Range shoots it, M16.", "Is this the shot: "),
        ("FAL at everything, 2 hexes", "not “everything”"),
    ],
)
def test_what_went_wrong_is_asked_about(line: str, question: str) -> None:
    assert question in asked(line)[0].question


def test_nobody_lies_down_to_lay_down_fire() -> None:
    ruling = ruled("Tiny lays down a long burst with the PKM at the truck driver, 50 hexes")
    assert postures(ruling)[0] == [] and ruling.names == ("Tiny", "driver")


def test_two_dice_are_not_both_the_shooter_s() -> None:
    missing, rulings = asked("Shooting d8 and a rifle. The sniper has d10. I shoot him", "savage")
    assert missing.question == "Only one of these is the shooter's. Which one?"
    assert [postures(one)[0] for one in rulings.values()] == [["shooting d8"], ["d10"]]


def test_a_number_behind_somebody_may_be_how_far_they_are() -> None:
    _, rulings = asked("d8 pistol thug 12", "savage")
    assert [one.names[1] for one in rulings.values()][:2] == ["thug 12", "thug"]


@pytest.mark.parametrize("line", ["M16 at guard, 30, no, 40 hexes", "M16 at guard 30 hexes ... wait, 40 hexes"])
def test_a_corrected_number_counts_in_its_last_form(line: str) -> None:
    missing, rulings = asked(line)
    assert missing.question == "The line corrects itself. Is this the shot: M16, at guard, 40 hexes?"
    assert [one.spaces for one in rulings.values()] == [40]


def test_who_is_armed_shoots_only_if_nobody_else_does() -> None:
    ruling = ruled("The guard with the AK is standing 12 hexes away. I'm prone and shoot him with my M16")
    assert (ruling.weapon, ruling.names, ruling.spaces) == ("M16", ("", "guard"), 12)
    assert (postures(ruling)[0], postures(ruling)[1][-1:]) == (["prone"], ["standing"])


def test_weapons_of_others_are_not_fired() -> None:
    ruling = ruled("shoot the guard with the RPG with my FN FAL, 30 hexes")
    assert (ruling.weapon, ruling.names) == ("FN FAL", ("", "guard"))


def test_who_is_hit_is_the_target_whatever_is_behind_them() -> None:
    ruling = ruled("what do i need to hit a bug with a rifle at 7 if i dont aim", "space_marines")
    assert ([text for _, text in ruling.target], ruling.shooter, ruling.spaces) == (["bug"], (), 7)


def test_what_stands_behind_a_correction_is_asked_about() -> None:
    missing, rulings = asked("Flammenwerfer, sorry flamethrower, at the bug, 2 spaces", "space_marines")
    assert missing.question.startswith("The line corrects itself. ") and rulings["Yes"].weapon == "Flamethrower"


@pytest.mark.parametrize(
    "line", ["strzelam z AK do zolnierza, 12 hex, celuje 5", "Ich schieße auf den Wachposten, 25 Felder"]
)
def test_a_line_in_another_language_fills_no_window(line: str) -> None:
    with pytest.raises(Refusal, match="I read only English"):
        ruled(line)
    book = BOOKS["phoenix"]
    assert parts_of(read_partly(line, book.vocabulary({}), "hex"), "hex") == ShotParts()


@pytest.mark.parametrize("part", ["Trent prone, ", "M16, guard, ", "I am kneeling and "])
def test_a_line_of_many_parts_is_never_certain(part: str) -> None:
    with pytest.raises((Missing, Refusal)):
        ruled((part * 25)[:300])
