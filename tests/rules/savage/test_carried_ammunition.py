"""Weight of ammunition, exactly, and what an extended magazine costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.ammunition.ammunition import tokens
from rules.engine.ammunition.ammunition_weight import page, significant_items, weight
from rules.engine.books.ruleset import Fact
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Ammunition, Carried, Combatant, Spare
from rules.savage.carried_ammunition import carried_weight, lines
from rules.savage.ruleset import load_savage
from rules.savage.shooter import Firearm, Shooter, Supply
from rules.tables.loader import DATA

BOOK = load_savage(DATA / "savage")
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("number", "magazine", "caseless", "items"),
    [
        (4, 0, False, 1),
        (2, 0, True, QUARTER),  # the book's own figure
        (1, 0, False, QUARTER),
        (2, 0, False, HALF),
        (6, 0, False, Fraction(3, 2)),
        (8, 30, True, 1),
        (8, 30, False, 2),
        (1, 10, False, QUARTER),
        (4, 80, False, 1),  # four tokens are the magazine
        (5, 81, False, 1),  # five tokens: one full magazine is more than four
        (5, 100, False, 1),
        (5, 100, True, HALF),
        (4, 100, False, Fraction(4, 5)),
        (10, 200, False, 1),
        (13, 250, True, HALF),
    ],
)
def test_the_weight_of_tokens(number: int, magazine: int, caseless: bool, items: Fraction) -> None:
    assert weight(number, magazine, caseless=caseless) == items


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (Fraction(0), "0 Significant Items"),
        (QUARTER, "1/4 Significant Item"),
        (Fraction(1), "1 Significant Item"),
        (Fraction(3, 2), "1 1/2 Significant Items"),
        (Fraction(2), "2 Significant Items"),
        (Fraction(4, 5), "4/5 Significant Item"),
    ],
)
def test_weights_in_words(amount: Fraction, told: str) -> None:
    assert significant_items(amount) == told


@given(st.integers(1, 1000), st.integers(1, 1000))
def test_a_full_magazine_or_four_tokens_never_weigh_more_than_an_item(magazine: int, number: int) -> None:
    assert weight(tokens(magazine), magazine) <= 1
    assert weight(4, magazine) <= 1
    assert max(weight(tokens(magazine), magazine), weight(4, magazine)) == 1
    assert weight(number, magazine, caseless=True) * 2 == weight(number, magazine) <= weight(number)


@given(st.integers(1, 500), st.integers(1, 500), st.integers(0, 1000), st.booleans())
def test_weights_add_up_exactly(one: int, other: int, magazine: int, caseless: bool) -> None:
    both = weight(one, magazine, caseless=caseless) + weight(other, magazine, caseless=caseless)
    assert both == weight(one + other, magazine, caseless=caseless)


RIFLE = Firearm("Rifle", 30)
BELT = Firearm("Belt Gun", 67, caseless=True, extended=True)  # 101 rounds, 6 tokens


def ann(*loads: Carried, supplies: tuple[Supply, ...] = ()) -> Combatant:
    return Combatant("c1", "Ann", "", None, loads, Shooter(supplies=supplies))


class TestWhatSomebodyCarries:
    def test_spare_tokens_are_weighed_each_by_its_weapon(self) -> None:
        rifle = Carried(RIFLE, Ammunition("tokens", 2, 1, (Spare(2, 3), Spare(1, 1, "AP"))))
        belt = Carried(BELT, Ammunition("tokens", 6, 6, (Spare(6, 1),)))
        assert carried_weight(ann(rifle)) == Fraction(7, 4)
        assert carried_weight(ann(rifle, belt)) == Fraction(7, 4) + HALF

    def test_what_is_loaded_unlimited_or_not_in_tokens_weighs_nothing_here(self) -> None:
        loads = (
            Carried(RIFLE, Ammunition("tokens", 2, 2, None)),
            Carried(RIFLE, Ammunition("tokens", 2, 2)),
            Carried(RIFLE, Ammunition("boxes", 10, 10, (Spare(10, 4),))),
            Carried(Firearm("Grenade", 3, plain=True), Ammunition("grenades", 3, 3)),
        )
        assert carried_weight(ann(*loads)) == 0
        assert not [line for line in lines(ann(*loads)) if "Significant" in str(line)]

    def test_all_of_it_is_told(self) -> None:
        rifle = Carried(RIFLE, Ammunition("tokens", 2, 1, (Spare(2, 3), Spare(1, 1, "AP")), "AP"))
        told = lines(ann(rifle, supplies=(Supply("Tracer", "one month"), Supply("AP"))))
        assert told == (
            Fact("Rifle", "1 of 2 tokens AP; spare loads: 3 of 2 tokens, 1 of 1 token AP"),
            Fact("Supply", "Tracer, one month"),
            Fact("Supply", "AP, lifetime"),
            "Spare ammunition weighs 1 3/4 Significant Items",
        )

    def test_spare_loads_of_one_token_are_loads(self) -> None:
        bolt = Carried(Firearm("Bolt Action", 5), Ammunition("tokens", 1, 1, (Spare(1, 2),)))
        assert lines(ann(bolt))[0] == Fact("Bolt Action", "1 of 1 token; spare loads: 2 of 1 token")


class TestThePage:
    def test_tokens_of_a_magazine_caseless(self) -> None:
        assert page(8, 30, caseless=True).lines == (
            Fact("Magazine", "30 rounds, 2 tokens"),
            Fact("Significant Item", "it carries 4 tokens, more than a full magazine"),
            Fact("Caseless", "half the weight"),
            Fact("Weight of 8 tokens", "1 Significant Item"),
        )

    def test_an_extended_magazine_costs_and_weighs_half_as_much_again(self) -> None:
        assert page(cost=400, with_extended=True).lines == (
            Fact("Weapon", "with an extended magazine it weighs half as much again"),
            Fact("Cost", "600, half as much again"),
        )
        assert page(cost=401, with_extended=True).lines[-1] == Fact("Cost", "601 1/2, half as much again")
        assert page(cost=1_000_000).lines == (Fact("Cost", "1,000,000"),)

    def test_its_rounds_are_half_as_many_again_before_they_are_counted(self) -> None:
        assert page(magazine=67, with_extended=True).lines[:4] == (
            Fact("Magazine", "67 rounds, 4 tokens"),
            Fact("Extended", "101 rounds, 6 tokens"),
            Fact("Significant Item", "it carries 6 tokens, a full magazine"),
            Fact("Weight of 6 tokens", "1 Significant Item"),
        )

    def test_a_full_magazine_or_tokens_alone(self) -> None:
        assert page(magazine=80).lines[1:] == (
            Fact("Significant Item", "it carries 4 tokens, a full magazine"),
            Fact("Weight of 4 tokens", "1 Significant Item"),
        )
        assert page(1).lines == (
            Fact("Significant Item", "it carries 4 tokens, in general"),
            Fact("Weight of 1 token", "1/4 Significant Item"),
        )

    @pytest.mark.parametrize(
        ("asked", "allowed"),
        [
            ({}, "tokens: 8"),
            ({"number": 0}, "tokens: is 1 to 1,000, not 0"),
            ({"number": -4}, "tokens: is 1 to 1,000, not"),
            ({"number": 10**15}, "tokens: is 1 to 1,000, not"),
            ({"magazine": 0}, "magazine: is 1 to 1,000"),
            ({"magazine": 1001}, "magazine: is 1 to 1,000"),
            ({"cost": 0}, "cost: is 1 to 10,000,000"),
            ({"cost": 10_000_001}, "cost: is 1 to 10,000,000"),
        ],
    )
    def test_what_cannot_be_weighed(self, asked: dict[str, Any], allowed: str) -> None:
        with pytest.raises(Refusal, match=allowed):
            page(**asked)
