"""A reading is ruled on only if it is sure: else each reading is a button of a question, or a sentence helps."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, Ruling, read
from bot.game.rulings.lines import reading
from bot.game.rulings.who.roles import Roles
from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.shelf import shelf

BOOKS = shelf()


def ruled(line: str, book: str = "phoenix") -> Ruling:
    return read(line, BOOKS[book].vocabulary({}), BOOKS[book].space(conduct.stage(BOOKS[book])))


def asked(line: str, book: str = "phoenix") -> tuple[str, dict[str, Ruling]]:
    """The question about a line, and the ruling behind each button."""
    with pytest.raises(Missing) as missing:
        ruled(line, book)
    return missing.value.question, {label: ruled(again, book) for label, again, _ in missing.value.choices}


@pytest.mark.parametrize(
    "scene",
    [
        "raining",
        "on the roof",
        "behind the crates",
        "in the tall grass",
        "windy, slight rain",
        "the lights are flickering",
        "light drizzle",
        "kindly tell",
    ],
)
def test_words_of_the_scene_never_make_a_line_doubtful(scene: str) -> None:
    ruling = ruled(f"Trent fires the M16 at the guard 40m, {scene}")
    assert ruling.names == ("Trent", "guard") and ruling.spaces == 22 and ruling.left_out != ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("M16 at the big ugly wookiee 40m", ("", "wookiee")),
        ("Steyr AUG by Lena at the drone hovering over the square, 35 hexes", ("Lena", "drone")),
        ("Trent with a scoped M16 at the pursuing dogs, 40m", ("Trent", "dogs")),
        ("shoot the tire of the van with an Uzi, 20m", ("", "tire")),
        ("Sgt Rock fires the Uzi at the guard 20 hexes", ("Sgt Rock", "guard")),
        ("pfc jenkins fires the Uzi at the guard 20 hexes", ("pfc jenkins", "guard")),
        ("Jean-Luc fires at the guard with an Uzi, 12 m", ("Jean Luc", "guard")),
        ("enemy squad leader shoots Bea, Uzi, 12 m", ("enemy squad leader", "Bea")),
        ("I shoot the guard by accident, Uzi, 12 m", ("", "guard")),
        ("I shoot the guard by the fountain, Uzi, 12 m", ("", "guard")),
        ("M16 from teh hip at guard, 12 m", ("", "guard")),
        ("ivan tries to shoot sasha with the Makarov, 6 m", ("ivan", "sasha")),
        ("guy 1 shoots guy 2 with M16, 100 m, guy 2 is prone", ("guy 1", "guy 2")),
    ],
)
def test_names(line: str, names: tuple[str, str]) -> None:
    assert ruled(line).names == names


def test_the_head_guard_is_shot_at_anywhere() -> None:
    assert ruled("M16 at the head guard, 40m").how == ()
    assert ruled("M16 at the head of the guard, 40m").how == ("head",)


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("my buddy is prone, I shoot the guard with M16 at 40m", "buddy"),
        ("while my buddy covers me i fire the AKM at the sentry 40 hexes", "buddy"),
        ("Ripley holds Newt and fires the M16 at the guard, 40m", "Newt"),
    ],
)
def test_a_third_person_is_asked_about(line: str, who: str) -> None:
    question, rulings = asked(line)
    assert question.endswith(f"Who is {who}?")
    assert rulings[f"Leave {who} out"].names[1] in ("guard", "sentry")
    assert rulings[f"{who} shoots"].names[0] == who and rulings[f"{who} is the target"].names[1] == who


def test_who_does_no_shot_is_asked_about() -> None:
    question, rulings = asked("Newt hides behind Hicks, alien 3 squares, rifle", "aliens")
    assert question == "Does Newt shoot?"
    assert (rulings["Yes: Newt"].names, rulings["No"].names) == (("Newt", ""), ("", ""))


def test_a_doubtful_shot_can_be_turned_around() -> None:
    question, rulings = asked("M16, flurbling wibble, at Karl 40m")
    assert question == "I understand only part of that. Is this the shot: M16, at Karl, 22 hexes?"
    assert (rulings["Yes"].names, rulings["Karl shoots"].names) == (("", "Karl"), ("Karl", ""))


@pytest.mark.parametrize("line", ["reload", "pop smoke and run", "I throw down my gun and surrender", "prone"])
def test_a_line_that_orders_no_shot_is_told_so(line: str) -> None:
    with pytest.raises(Refusal, match=r"That orders no shot\. Type one such as: M16 at guard 40m aim 4\."):
        ruled(line)


@pytest.mark.parametrize("line", ["same shot but from 20m", "again", "shoot him again"])
def test_no_earlier_shot_is_known(line: str) -> None:
    with pytest.raises(Refusal, match=r"A ruling knows no earlier shot\. Type the whole one, such as: M16 at guard"):
        ruled(line)


@pytest.mark.parametrize(
    ("line", "lacks"),
    [("Trent fires his HK 91 at the guard, 75 m", "HK 91"), ("M1 carbine at deer, 30 yds", "M1 carbine")],
)
def test_a_makers_number_belongs_to_the_weapon(line: str, lacks: str) -> None:
    with pytest.raises(Missing, match=f"This book has no {lacks}. Nearest: "):
        ruled(line)


@pytest.mark.parametrize(
    "line",
    ["40 " * 100, "Trent guard " * 25, "guard 1 and guard 2 " * 15, "at Ann by Bob, " * 20],
)
def test_a_question_reads_its_line_a_bounded_number_of_times(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = 0

    class Counted(Roles):
        def __init__(self, *given: object) -> None:
            nonlocal readings
            readings += 1
            super().__init__(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "Roles", Counted)
    with pytest.raises((Missing, Refusal)):
        ruled(line[:300])
    assert readings <= 20
