"""The dice: known answers from openssl, fairness, replay, and typed dice that refuse in one sentence."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadDice, DiceWanted
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import (
    Dice,
    KeyedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    commitment,
    order_digest,
    parse_typed,
)

SEED = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
ORDER = b'{"aim":1,"target":"Alien 1","verb":"fire"}'
DIGEST = "0419196818bcf400fc96dd4525ed7d09d4d1a79d64d1e6aa151a2e16386e13c4"


def values(dice: Dice, throws: int, low: int, high: int) -> list[int]:
    return [dice.throw("a test", low, high)[0] for _ in range(throws)]


def test_digests_are_those_of_openssl() -> None:
    # printf ... | openssl dgst -sha256
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert order_digest(ORDER) == DIGEST


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        # First eight bytes of `openssl dgst -sha256 -mac HMAC` over "skirmish:41:<digest>:0" to ":5", by bc.
        (0, 9, [6, 2, 1, 0, 3, 7]),
        (0, 99, [76, 62, 31, 80, 33, 67]),
        (1, 6, [1, 3, 6, 3, 4, 2]),
        (5, 5, [5, 5, 5, 5, 5, 5]),
        (0, 2**64 - 1, [0xCBCC4C25098EDE1C, 0xB83ED5265A1293D2, 0x4BA5011053CCAFCF, 0xEE6E3A84D1BB8B0C]),
    ],
)
def test_known_answers(low: int, high: int, expected: list[int]) -> None:
    assert values(KeyedDice(SEED, "skirmish", 41, DIGEST), len(expected), low, high) == expected


def test_a_value_beyond_the_last_whole_span_is_rejected() -> None:
    # A span of 2**63 + 1 rejects nearly every second integer; "e1" has its first fair one in third place.
    assert values(KeyedDice(SEED, "e1", 1, DIGEST), 1, 0, 2**63) == [3949455343343779698]


def test_four_rejected_integers_lead_to_a_suffix() -> None:
    # "e2:1:<digest>:0" starts 9103..., c1b2..., a812..., 9823...: all too high. ":1" begins f94f..., 1004...
    assert values(KeyedDice(SEED, "e2", 1, DIGEST), 1, 0, 2**63) == [1154226008344286219]


def test_every_part_of_the_key_matters() -> None:
    streams = [
        values(dice, 20, 0, 99)
        for dice in (
            KeyedDice(SEED, "skirmish", 41, DIGEST),
            KeyedDice(SEED[::-1], "skirmish", 41, DIGEST),
            KeyedDice(SEED, "skirmish2", 41, DIGEST),
            KeyedDice(SEED, "skirmish", 42, DIGEST),
            KeyedDice(SEED, "skirmish", 41, DIGEST[::-1]),
        )
    ]
    assert len({tuple(stream) for stream in streams}) == 5


@pytest.mark.parametrize("span", [2, 6, 10, 20, 100])
def test_keyed_dice_are_even(span: int) -> None:
    """Chi-square on a fixed seed: within six standard deviations of its mean (freedom = span - 1)."""
    throws = 200 * span
    counts = Counter(values(KeyedDice(SEED, "evenness", span, DIGEST), throws, 1, span))
    expected = throws / span
    assert set(counts) <= set(range(1, span + 1))
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, span + 1))
    freedom = span - 1
    assert abs(chi_square - freedom) < 6 * (2 * freedom) ** 0.5


@given(st.integers(-1000, 1000), st.integers(0, 10**6), st.binary(min_size=32, max_size=32), st.integers(0))
def test_throws_stay_on_the_die_and_repeat(low: int, more: int, seed: bytes, origin: int) -> None:
    first = values(KeyedDice(seed, "e", origin, DIGEST), 5, low, low + more)
    assert all(low <= value <= low + more for value in first)
    assert values(KeyedDice(seed, "e", origin, DIGEST), 5, low, low + more) == first


def test_a_die_without_faces_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="no die shows 5 to 4"):
        KeyedDice(SEED, "e", 1, DIGEST).throw("nothing", 5, 4)


def test_replay_repeats_values_and_who_typed_them() -> None:
    rolls = [Roll("Hit", "to hit", 0, 9, 7), Roll("Where", "location", 0, 99, 62, typed_by="Axly")]
    dice = ScriptedDice.replaying(rolls)
    assert dice.throw("to hit", 0, 9) == (7, "")
    assert dice.unused == (62,)
    assert dice.throw("location", 0, 99) == (62, "Axly")
    assert not dice.unused


def test_a_script_that_ends_or_does_not_fit_is_refused() -> None:
    dice = ScriptedDice([3, 12])
    assert dice.throw("to hit", 0, 9) == (3, "")
    with pytest.raises(BadDice, match=r"Give a roll from 0 to 9 for to hit\. 12 is not possible"):
        dice.throw("to hit", 0, 9)
    assert dice.unused == (12,)
    assert dice.throw("location", 0, 99) == (12, "")
    with pytest.raises(BadDice, match="script of 2 throws ends before to hit"):
        dice.throw("to hit", 0, 9)


def test_typed_dice_are_used_in_order_and_surplus_is_kept() -> None:
    dice = TypedDice((62, 7, 4), by="Trent")
    assert dice.throw("to hit", 0, 99) == (62, "Trent")
    assert dice.throw("location", 0, 9) == (7, "Trent")
    assert dice.unused == (4,)


@pytest.mark.parametrize("value", [10, 17, 999999])
def test_a_typed_value_outside_the_die_names_the_range(value: int) -> None:
    with pytest.raises(BadDice) as refused:
        TypedDice((value,), by="Trent").throw("the shot at Alien 1", 0, 9)
    assert str(refused.value) == f"Give a roll from 0 to 9 for the shot at Alien 1. {value} is not possible."


def test_the_ends_of_a_die_are_on_it() -> None:
    dice = TypedDice((0, 9), by="Trent")
    assert [dice.throw("a shot", 0, 9)[0] for _ in range(2)] == [0, 9]


def test_typed_dice_that_run_out_ask_for_the_next() -> None:
    dice = TypedDice((3,), by="Trent")
    dice.throw("the first shot", 0, 9)
    with pytest.raises(DiceWanted) as wanted:
        dice.throw("the second shot", 1, 6)
    assert (wanted.value.why, wanted.value.low, wanted.value.high) == ("the second shot", 1, 6)
    assert wanted.value.thrown == (Roll("", "the first shot", 0, 9, 3, typed_by="Trent"),)


def test_seeded_dice_repeat_and_reach_every_face() -> None:
    first = values(SeededDice(7), 500, 0, 9)
    assert first == values(SeededDice(7), 500, 0, 9)
    assert set(first) == set(range(10))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("62 7 04", (62, 7, 4)),
        ("62,7,04", (62, 7, 4)),
        (" 62,  7 ,\n04, ", (62, 7, 4)),
        ("00", (0,)),
        (" ".join(["5"] * 40), (5,) * 40),
    ],
)
def test_typed_dice_are_read(text: str, expected: tuple[int, ...]) -> None:
    assert parse_typed(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ",",
        "abc",
        "6 x",
        "-1",
        "3.5",
        "7;8",
        "٣",
        "²",
        "1e3",
        "9999999",
        "9" * 6000,
        "🎲" * 100,
        "5 " * 41,
    ],
)
def test_nonsense_is_refused_in_one_short_sentence(text: str) -> None:
    with pytest.raises(BadDice) as refused:
        parse_typed(text)
    sentence = str(refused.value)
    assert len(sentence) < 120
    assert sentence.endswith(".")
    assert "\n" not in sentence


@given(st.lists(st.integers(0, 999999), min_size=1, max_size=40), st.sampled_from([" ", ",", ", ", "\t"]))
def test_whatever_is_written_is_read_back(numbers: list[int], between: str) -> None:
    assert parse_typed(between.join(map(str, numbers))) == tuple(numbers)
