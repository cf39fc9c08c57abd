"""Words that promise more than comes: a number of times or a speed at the end of a line, the head of a "head guard"."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, read
from rules.engine.conduct import conduct
from rules.shelf import shelf

BOOK = shelf()["phoenix"]
SPACE = BOOK.space(conduct.stage(BOOK))


@pytest.mark.parametrize(
    ("end", "left_out"),
    [("3x", ["3x"]), ("12x", ["12x"]), ("quickly per", ["quickly per"])],
)
def test_a_last_word_that_counts_nothing_is_left_out(end: str, left_out: list[str]) -> None:
    ruling = read(f"M16 at guard 20 hexes {end}", BOOK.vocabulary({}), SPACE)
    assert (ruling.weapon, ruling.names[1], ruling.spaces) == ("M16", "guard", 20)
    assert [one.words for one in ruling.left_out] == left_out


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("The head guard fires the M16 at Trent 20 hexes", ("guard", "Trent")),
        ("guard shoots the M16 at Bob, the head guard, 20 hexes", ("guard", "Bob")),
    ],
)
def test_a_head_guard_is_a_person_and_no_part_of_the_body(line: str, names: tuple[str, str]) -> None:
    ruling = read(line, BOOK.vocabulary({}), SPACE)
    assert (ruling.names, ruling.how) == (names, ())
    assert [one.words for one in ruling.left_out] == ["head"]


@pytest.mark.parametrize(
    ("target", "name"),
    [("Sergeant of the Marines Bob", "Sergeant of the Marines Bob"), ("the guard kneeling Bob", "guard Bob")],
)
def test_a_name_continues_behind_small_words_and_postures(target: str, name: str) -> None:
    assert read(f"Trent fires the M16 at {target} 20 hexes", BOOK.vocabulary({}), SPACE).names == ("Trent", name)


def test_a_line_that_ends_too_early_is_asked_about() -> None:
    with pytest.raises(Missing) as asked:
        read("Trent looks at the head of", BOOK.vocabulary({}), SPACE)
    assert str(asked.value) == "Does Trent shoot, or is Trent the target?"
