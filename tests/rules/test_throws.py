"""Loose dice: how lines are read, what is refused, what is thrown, and how likely it is.

The lines are in tests/golden/typing/dice.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.dice.dice_odds import odds_of
from rules.engine.records.errors import BadDice
from rules.engine.scene.dice import ScriptedDice, SeededDice
from rules.engine.scene.throw_chances import chances
from rules.engine.scene.throws import (
    MOST_AGAIN,
    Check,
    Comparison,
    Constant,
    DiceLine,
    Die,
    Expression,
    Pool,
    Product,
    Sum,
    Trait,
    check,
    span,
    throw,
)
from rules.words.dice_lines import read, spelled
from tests.served import ROOT

LINES: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests/golden/typing/dice.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("line", "as_spelled"), LINES["read"].items())
def test_a_line_is_read(line: str, as_spelled: str) -> None:
    assert (spelled(read(line)), read(line).remark) == (as_spelled, "")


@pytest.mark.parametrize(("line", "as_read"), LINES["remarked"].items())
def test_a_remark_is_no_part_of_the_dice(line: str, as_read: list[str]) -> None:
    assert [spelled(read(line)), read(line).remark] == as_read


@pytest.mark.parametrize(
    ("line", "says"),
    [
        *LINES["refused"].items(),
        ("9" * 6000, "” as dice"),
        ("d6" + "+1" * 3000, "” as dice"),
        (" " * 399 + "x", "dice"),
        ("(" * 150 + "d6" + ")" * 40, "” as dice"),
        ("-" * 199 + "d6", "as dice"),
        ("d6" + "!" * 190, "as dice"),
    ],
)
def test_what_is_no_line_of_dice_is_refused_with_the_nearest_line(line: str, says: str) -> None:
    with pytest.raises(BadDice) as refused:
        read(line)
    sentence = str(refused.value)
    assert says in sentence
    assert len(sentence) < 160
    # What the refusal names can be rolled.
    if meant := re.search(r"(?:Did you mean|Use|remark:) (.*)[?.]$", sentence):
        for near in re.split(r", | or ", meant[1]):
            read(near)


numbers = st.builds(Constant, st.integers(0, 99))
comparisons = st.builds(Comparison, st.sampled_from([">=", ">", "<=", "<", "="]), st.integers(2, 3))


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    count, sides = draw(st.integers(1, 4)), draw(st.integers(4, 20))
    match draw(st.sampled_from(["plain", "keep", "again", "counted", "fudge"])):
        case "keep":
            return Pool(count, sides, keep=draw(st.sampled_from([-1, 1])) * draw(st.integers(1, count)))
        case "again":
            return Pool(count, sides, again=True)
        case "counted":
            return Pool(count + 1, sides, again=draw(st.booleans()), counted=draw(comparisons))
        case "fudge":
            return Pool(count, 1, -1)
        case _:
            return Pool(count, sides)


dice = st.one_of(pools(), st.builds(Trait, st.integers(4, 12)))


def outside(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    signs = st.sampled_from([1, -1])
    sums = st.lists(st.tuples(signs, inner), min_size=2, max_size=3).map(lambda terms: Sum(tuple(terms)))
    by = st.one_of(st.tuples(st.just("*"), inner), st.tuples(st.just("/"), st.builds(Constant, st.integers(1, 9))))
    products = st.builds(Product, inner, st.lists(by, min_size=1, max_size=2).map(tuple))
    return st.one_of(sums, products, st.builds(Check, inner, comparisons))


expressions: st.SearchStrategy[Expression] = st.recursive(st.one_of(dice, numbers), outside, max_leaves=4)


def is_good(line: DiceLine) -> bool:
    try:
        check(line)
        read(spelled(line))
    except BadDice as refusal:
        assert "understand" not in str(refusal), refusal
        return False
    return True


lines = st.builds(
    DiceLine, st.lists(st.tuples(st.integers(1, 3), expressions), min_size=1, max_size=2).map(tuple)
).filter(is_good)


@given(lines)
def test_a_line_is_read_as_it_is_spelled(line: DiceLine) -> None:
    assert read(spelled(line)) == line


plain_terms = st.one_of(
    st.builds("{}d{}".format, st.integers(1, 4), st.integers(2, 1000)), st.integers(0, 100_000).map(str)
)


@given(st.sampled_from(["", "-"]), st.lists(st.tuples(plain_terms, st.sampled_from("+-")), min_size=1, max_size=11))
def test_the_dice_on_buttons_of_older_releases_are_read_as_they_were(sign: str, terms: list[tuple[str, str]]) -> None:
    text = f"{sign}{''.join(term + sign for term, sign in terms)}1d66"
    line = read(text)
    assert spelled(line) == text
    dice = [int(sides) for count, sides in re.findall(r"(\d+)d(\d+)", text) for _ in range(int(count))]
    script = ScriptedDice(dice)
    assert throw(line, script).sets[0].value == eval(re.sub(r"\b0+(?=\d)", "", re.sub(r"d", "*", text)))
    assert script.unused == ()


@given(lines, st.sampled_from(["zorp", "flank", "again?"]), st.data())
def test_an_unknown_word_changes_no_die(line: DiceLine, word: str, data: st.DataObject) -> None:
    """Wherever it is typed: it is refused, or it is the remark."""
    text = spelled(line)
    at = data.draw(st.integers(0, len(text)))
    try:
        found = read(f"{text[:at]} {word} {text[at:]}")
    except BadDice:
        return
    assert (found.rolls, found.remark) == (line.rolls, word)


@given(lines, st.integers(0, 10**6), st.data())
def test_a_number_is_never_joined_with_another(line: DiceLine, number: int, data: st.DataObject) -> None:
    """A number with blanks around it is refused, or it is a part of its own."""
    text = spelled(line)
    at = data.draw(st.integers(0, len(text)))
    try:
        found = read(f"{text[:at]} {number} {text[at:]}")
    except BadDice:
        return
    assert Counter(re.findall(r"\d+", spelled(found))) - Counter(re.findall(r"\d+", text)) <= Counter(
        [str(number), "1"]
    )


@given(lines, st.integers(0, 99))
def test_what_is_thrown_is_within_its_span(line: DiceLine, seed: int) -> None:
    for of, result in zip(line.sets, throw(line, SeededDice(seed)).sets, strict=True):
        low, high = span(of)
        assert low <= result.value <= high


def dice_of(line: str, *values: int) -> tuple[list[int], list[tuple[Die, ...]]]:
    script = ScriptedDice(values)
    thrown = throw(read(line), script)
    assert script.unused == ()
    return [one.value for one in thrown.sets], [one.dice for one in thrown.sets]


def test_dice_are_thrown_from_left_to_right_and_summed_with_their_signs() -> None:
    assert dice_of("2d6+10-d4", 3, 5, 4)[0] == [14]
    assert dice_of("3#d20+1", 7, 1, 20)[0] == [8, 2, 21]
    assert dice_of("(2d6+3)*2", 3, 4)[0] == [20]
    assert dice_of("d6/2", 5)[0] == [2]
    assert dice_of("4dF", -1, 0, 1, 1)[0] == [1]


def test_dice_that_are_not_kept_are_apart() -> None:
    assert dice_of("4d6kh3", 3, 1, 6, 1) == ([10], [(Die((3,)), Die((1,)), Die((6,)), Die((1,), kept=False))])
    assert dice_of("3d6kl1", 3, 2, 6) == ([2], [(Die((3,), kept=False), Die((2,)), Die((6,), kept=False))])


def test_a_die_is_thrown_again_at_its_highest_up_to_a_bound() -> None:
    assert dice_of("2d6!", 6, 6, 2, 5) == ([19], [(Die((6, 6, 2)), Die((5,)))])
    assert dice_of("d2!", *[2] * (MOST_AGAIN + 1))[0] == [2 * (MOST_AGAIN + 1)]


def test_dice_that_fit_are_counted() -> None:
    assert dice_of("4d10>=7", 7, 6, 10, 1)[0] == [2]
    assert dice_of("3d10>=7!", 10, 8, 3, 7)[0] == [3]
    assert dice_of("d20+5>=15", 10)[0] == [1]
    assert dice_of("d20+5>=15", 9)[0] == [0]


def test_a_trait_takes_the_better_of_two_dice_that_ace() -> None:
    assert dice_of("s8", 8, 3, 5) == ([11], [(Die((8, 3)), Die((5,), kept=False))])
    assert dice_of("s8-2", 3, 6, 1)[0] == [5]


def every(sides: int, count: int, result: Callable[[tuple[int, ...]], int]) -> dict[int, Fraction]:
    found = Counter(result(throws) for throws in product(range(1, sides + 1), repeat=count))
    return {value: Fraction(number, sides**count) for value, number in found.items()}


@pytest.mark.parametrize(
    ("line", "exact"),
    [
        ("3d6", every(6, 3, sum)),
        ("4d6kh3", every(6, 4, lambda dice: sum(dice) - min(dice))),
        ("4d6dh1", every(6, 4, lambda dice: sum(dice) - max(dice))),
        ("5d4kl2", every(4, 5, lambda dice: sum(sorted(dice)[:2]))),
        ("4d6>=5", every(6, 4, lambda dice: sum(die >= 5 for die in dice))),
        ("2d6*2", every(6, 2, lambda dice: 2 * sum(dice))),
        ("d6-d6", every(6, 2, lambda dice: dice[0] - dice[1])),
        ("d6*d6", every(6, 2, lambda dice: dice[0] * dice[1])),
        ("(d6+d6)/2", every(6, 2, lambda dice: sum(dice) // 2)),
        ("(2d6)>=7", every(6, 2, lambda dice: int(sum(dice) >= 7))),
        ("2dF", every(3, 2, lambda dice: sum(dice) - 4)),
    ],
)
def test_the_chances_are_those_of_all_throws(line: str, exact: dict[int, Fraction]) -> None:
    found = chances(read(line).rolls[0][1])
    assert not found.trials
    assert {value: Fraction(weight, found.of) for value, weight in found.weights} == exact


def test_the_chances_of_aces_and_traits() -> None:
    def chance(line: str, value: int) -> Fraction:
        found = chances(read(line).rolls[0][1])
        return Fraction(dict(found.weights)[value], found.of)

    assert chance("d6!", 5) == Fraction(1, 6)
    assert chance("d6!", 13) == Fraction(1, 6**3)
    assert chance("2d6!", 8) == Fraction(3, 36) + Fraction(2, 6**3)
    # A d8 and a d6 that both fail to reach 4 (Savage Worlds, "Trait Tests").
    assert chance("s8>=4", 0) == Fraction(3, 8) * Fraction(3, 6)
    assert chance("s8>=8", 1) == 1 - Fraction(7, 8) * (1 - Fraction(5, 36))
    assert chance("2d10>=10!", 1) == 2 * Fraction(9, 10) * Fraction(9, 100)


@given(lines)
def test_chances_are_within_the_span_and_sum_to_one(line: DiceLine) -> None:
    of = line.rolls[0][1]
    found = chances(of)
    low, high = span(of)
    assert sum(weight for _, weight in found.weights) == found.of
    assert all(low <= value <= high for value, _ in found.weights)


def test_the_average_follows_from_linearity() -> None:
    for line, average in (("50d1000", 25_025), ("2d6*10+4", 74), ("3#d20", Fraction(21, 2)), ("10d10>=7", 4)):
        assert chances(read(line).rolls[0][1]).average == average


def test_what_takes_too_long_to_count_is_thrown_and_says_so() -> None:
    odds = odds_of(read("25d1000+25d999"))
    assert "2,000 trial throws in place of exact chances" in " ".join(odds.remarks)
    assert "A chance may be wrong by 3 percentage points" in " ".join(odds.remarks)


def test_odds_list_every_value_or_round_chances() -> None:
    odds = odds_of(read("2d6"))
    assert odds.columns == ("Result", "Exactly", "At least")
    assert [row[0] for row in odds.rows] == [str(value) for value in range(2, 13)]
    assert odds.rows[5] == ("7", "16.7%", "58.3%")
    assert odds.remarks == ("The average is 7.",)
    long = odds_of(read("10d6"))
    assert (long.rows[0][0], long.rows[-1][0]) == ("10", "60")
    assert ("35", "7.3%", "53.6%") in long.rows
    assert len(long.rows) <= 16
    assert odds_of(read("d20+5>=15")).rows == (("yes", "55%", "55%"),)
    two = odds_of(read("3#d20, d6"))
    assert two.columns == ("Dice", "Result", "Exactly", "At least")
    assert two.remarks == (
        "1d20: the average is 10.5.",
        "1d20: each of 3 sets has these chances.",
        "1d6: the average is 3.5.",
    )
