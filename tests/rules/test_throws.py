"""Loose dice: what reads, what is refused, what is thrown."""

from __future__ import annotations

import pytest

from rules.engine.dice import ScriptedDice
from rules.engine.errors import BadDice
from rules.engine.throws import DiceTerm, parse, throw


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        ("d10", [(1, 1, 10)]),
        ("2d6+1", [(1, 2, 6), (1, 1, 0)]),
        (" 2 D6 - 1 ", [(1, 2, 6), (-1, 1, 0)]),
        ("d%", [(1, 1, 100)]),
        ("-1+d4-2d1000", [(-1, 1, 0), (1, 1, 4), (-1, 2, 1000)]),
        ("50d2", [(1, 50, 2)]),
    ],
)
def test_a_line_reads_as_its_terms(line: str, terms: list[tuple[int, int, int]]) -> None:
    assert parse(line) == tuple(DiceTerm(*term) for term in terms)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Which dice?"),
        ("abc", "I don't understand “abc” as dice"),
        ("2d6+", "I don't understand “2d6+” as dice"),
        ("2d6++1", "” as dice"),
        ("d6d6", "” as dice"),
        ("17", "“17” has no die"),
        ("51d6", "You can roll at most 50 dice in 12 terms at once"),
        ("49d6+2d6", "You can roll at most 50 dice in 12 terms at once"),
        ("d1", "2 to 1000 sides"),
        ("d1001", "2 to 1000 sides"),
        ("0d6", "at least one"),
        ("d6+100001", "up to 100,000"),
        ("d6" + "+1" * 12, "12 terms"),
        ("9" * 6000, "” as dice"),
        ("d6" + "+1" * 3000, "” as dice"),
        ("²d6", "” as dice"),
    ],
)
def test_what_is_no_line_of_dice_is_refused_with_a_sentence(line: str, says: str) -> None:
    with pytest.raises(BadDice) as refused:
        parse(line)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 150


def test_dice_are_thrown_from_left_to_right_and_summed_with_their_signs() -> None:
    dice = ScriptedDice((3, 5, 4))
    thrown = throw(parse("2d6+10-d4"), dice)
    assert thrown.total == 3 + 5 + 10 - 4
    assert [values for _, values in thrown.terms] == [(3, 5), (), (4,)]
    assert dice.unused == ()
