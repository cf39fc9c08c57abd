"""The throws of a result in few rows of a phone: the deciding ones first, and those without room counted."""

from __future__ import annotations

import pytest

from bot.chat.render.results.first_line import Throw
from bot.chat.render.results.throws import Chain, laid_out
from bot.chat.render.text import phone

HIT = Throw("Hit", ("47",), "53", "c1")
WHERE = Throw("Where", ("61",), "", "c2", "shoulder")
DAMAGE = Throw("Damage", (), "", "c2", "1,000 PD")
DOWN = Throw("Knockout", ("34",), "25", "c2")
SHOT = Chain.of("", (HIT, WHERE, DAMAGE, DOWN))


def test_a_shot_is_one_chain() -> None:
    assert laid_out([SHOT], 10) == (
        "**Hit** 47, needed 53 · **Where** 61, shoulder · **Damage** 1,000 PD · **Knockout** 34, needed 25"
    )


def test_a_shot_has_three_rows_at_most_and_the_number_of_throws_without_room() -> None:
    shown, more = laid_out([Chain.of("", (*SHOT.throws, DOWN, DOWN, DOWN))], 10).split("\n")
    assert phone.rows_of(shown) <= 3
    assert shown.startswith("**Hit** 47, needed 53 · **Where** 61, shoulder · **Damage** 1,000 PD · **Knockout** 34")
    assert more == f"… and {6 - shown.count(' · ')} more throws under Details"


def test_each_of_several_has_a_line_that_begins_with_the_deciding_throw() -> None:
    text = laid_out([Chain.of(f"Guard {n}", SHOT.throws) for n in range(9)], 7)
    *lines, more = text.split("\n")
    assert [line.split(" **")[0] for line in lines] == [f"Guard {n}" for n in range(len(lines))]
    assert all("**Hit** 47, needed 53" in line for line in lines)
    left_out = 9 * 3 - sum(line.count("**") // 2 - ("Damage" in line) for line in lines)
    assert more == f"… and {left_out} more throws under Details"


def test_without_room_the_deciding_throw_is_there() -> None:
    assert laid_out([SHOT], 0) == "**Hit** 47, needed 53\n… and 2 more throws under Details"


def test_two_shots_have_two_rows_each() -> None:
    lines = laid_out([Chain.of(f"Guard {n}", (*SHOT.throws, DOWN, DOWN)) for n in range(2)], 10).split("\n")
    assert [phone.embedded_rows(line) for line in lines[:2]] == [2, 2]


@pytest.mark.parametrize("most", range(100, 700, 7))
def test_several_shots_never_have_more_characters_than_there_is_room_for(most: int) -> None:
    text = laid_out([Chain.of(f"Guard {n}", (*SHOT.throws, DOWN, DOWN)) for n in range(5)], 30, most)
    assert len(text) <= most or "Guard 1" not in text
