"""The chances that a player can know before shooting: exact, aces and all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet, NoRule, Refusal
from rules.engine.records.orders import Adjust, Aim, Burst, Fire, Reload, Switch, Target, Throw
from rules.savage.odds import chance_at_least, chance_to_lose_token, chance_to_succeed
from rules.savage.shooter import Shooter
from rules.words.phrases import percent
from tests.rules.savage.skirmish import SAVAGE, Skirmish

AT = (Target("c2"),)
RIFLE = "Shooting d8, Wild Card, assault rifle"


@pytest.mark.parametrize(
    ("number", "sides", "chance"),
    [
        (4, 4, Fraction(1, 4)),
        (4, 6, Fraction(1, 2)),
        (4, 8, Fraction(5, 8)),
        (4, 10, Fraction(7, 10)),
        (4, 12, Fraction(3, 4)),
        (5, 4, Fraction(1, 4)),
        (8, 4, Fraction(1, 16)),
        (9, 4, Fraction(1, 16)),
        (8, 6, Fraction(5, 36)),
        (8, 8, Fraction(1, 8)),
        (9, 8, Fraction(1, 8)),
        (1, 6, Fraction(1)),
        (-3, 6, Fraction(1)),
    ],
)
def test_a_die_with_its_aces(number: int, sides: int, chance: Fraction) -> None:
    assert chance_at_least(number, sides) == chance


def totals(sides: int, aces: int) -> Iterator[tuple[int, Fraction]]:
    """Every total of a die with its chance; after so many aces what is thrown is left as it is."""
    for depth in range(aces + 1):
        for face in range(1, sides + (depth == aces)):
            yield depth * sides + face, Fraction(1, sides) ** (depth + 1)
    if aces < 0:
        yield 0, Fraction(1)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12])
def test_by_brute_force(sides: int) -> None:
    known = list(totals(sides, 5))
    assert sum(chance for _, chance in known) == 1
    for number in range(-2, 4 * sides):
        assert chance_at_least(number, sides) == sum(chance for total, chance in known if total >= number)


@pytest.mark.parametrize(("sides", "dice", "wild"), [(4, 1, True), (6, 2, False), (8, 2, True), (12, 1, False)])
@pytest.mark.parametrize("number", [2, 4, 7, 11])
def test_several_dice_by_brute_force(sides: int, dice: int, wild: bool, number: int) -> None:
    thrown = [list(totals(sides, 2))] * dice + ([list(totals(6, 2))] if wild else [])
    expected = Fraction(0)
    for faces in product(*thrown):
        chance = Fraction(1)
        for _, each in faces:
            chance *= each
        expected += chance * any(total >= number for total, _ in faces)
    assert chance_to_succeed(number, dice, Shooter(sides, wild=wild)) == expected


@pytest.mark.parametrize(
    ("mode", "dice", "sides", "chance"),
    [
        ("Single Shot", 1, 8, Fraction(1, 8)),
        ("Double Tap", 1, 8, Fraction(2, 8)),
        ("3-Round Burst", 1, 8, Fraction(3, 8)),
        ("3-Round Burst", 1, 4, Fraction(3, 4)),
        ("Automatic Fire", 1, 6, Fraction(1, 2)),
        ("Automatic Fire", 3, 6, Fraction(7, 8)),
        ("Rapid Attack", 2, 12, Fraction(7, 16)),
    ],
)
def test_losing_a_token(mode: str, dice: int, sides: int, chance: Fraction) -> None:
    assert (
        chance_to_lose_token(mode, dice, Shooter(sides))
        == chance_to_lose_token(mode, dice, Shooter(sides, wild=True))
        == chance
    )


@given(st.integers(-5, 40), st.sampled_from([4, 6, 8, 10, 12]), st.integers(1, 6), st.booleans())
def test_what_helps(number: int, sides: int, dice: int, wild: bool) -> None:
    chance = chance_to_succeed(number, dice, Shooter(sides, wild=wild))
    assert 0 < chance <= 1
    assert chance_to_succeed(number + 1, dice, Shooter(sides, wild=wild)) <= chance
    assert chance_to_succeed(number, dice + 1, Shooter(sides, wild=wild)) >= chance
    assert chance_to_succeed(number, dice, Shooter(sides, wild=True)) >= chance


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(1), "100%"),
        (Fraction(5, 8), "62.5%"),
        (Fraction(13, 16), "81.3%"),
        (Fraction(1, 4), "25%"),
        (Fraction(1, 10_000), "under 0.1%"),
        (Fraction(9_999, 10_000), "over 99.9%"),
    ],
)
def test_percent(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown


def test_by_fire_mode() -> None:
    skirmish = Skirmish("Shooting d8, extra, assault rifle")
    odds = SAVAGE.odds(Aim("c1", AT), skirmish.encounter)
    assert odds.title == "Ash, Assault Rifle at Thug 1, d8, Extra"
    assert odds.columns == ("Fire mode", "Hit", "Raise", "Token")
    assert odds.rows == (
        ("Single Shot", "62.5%", "12.5%", "12.5%"),
        ("Double Tap", "62.5%", "12.5%", "25%"),
        ("3-Round Burst", "62.5%", "12.5%", "37.5%"),
        ("Auto, 3 dice", "94.7%", "33%", "75.6%"),
        ("Rapid, 4 dice", "98%", "41.4%", "84.7%"),
    )
    assert odds.remarks == (
        "Target number 4. Give modifiers with mod:, including those of the fire mode.",
        "2 of 2 tokens, spare loads: unlimited.",
        "Hit and Raise: with at least one die.",
        "Token: at least one is lost.",
    )


def test_a_wild_card() -> None:
    skirmish = Skirmish("Shooting d8, Wild Card, rifle")
    # 1 - 3/8 x 1/2, and 1 - 7/8 x 31/36
    assert SAVAGE.odds(Aim("c1"), skirmish.encounter).rows == (("Single Shot", "81.3%", "24.7%", "12.5%"),)


def test_modifiers_target_number_and_mode() -> None:
    skirmish = Skirmish("Shooting d8, extra, assault rifle")
    odds = SAVAGE.odds(Fire("c1", AT, how="double tap, target number 5", mod="-2 cover, +1"), skirmish.encounter)
    assert odds.rows == (("Double Tap", "37.5%", "10.9%", "25%"),)
    assert odds.remarks[0].startswith("Target number 5, -1.")
    rapid = SAVAGE.odds(Burst("c1", AT, how="rapid attack 2"), skirmish.encounter)
    assert [row[0] for row in rapid.rows] == ["Rapid, 2 dice"]


def test_a_bonus_counts() -> None:
    skirmish = Skirmish("Shooting d12+1, rifle")
    assert SAVAGE.odds(Aim("c1"), skirmish.encounter).rows[0][1] == "83.3%"


def test_plain_things_and_boxes_lose_no_tokens() -> None:
    skirmish = Skirmish("Shooting d8, assault rifle, grenade")
    assert SAVAGE.odds(Fire("c1", AT, weapon="grenade"), skirmish.encounter).columns == ("Fire mode", "Hit", "Raise")
    assert SAVAGE.odds(Throw("c1", AT), skirmish.encounter).title.startswith("Ash, Grenade")
    assert SAVAGE.odds(Fire("c1", AT), skirmish.encounter).title.startswith("Ash, Assault Rifle")
    skirmish.order(Switch("ammunition", "boxes"))
    boxes = SAVAGE.odds(Aim("c1", AT), skirmish.encounter)
    assert boxes.columns == ("Fire mode", "Hit", "Raise")
    assert boxes.rows[-1][0] == "Rapid, 6 dice"


def test_an_empty_weapon() -> None:
    skirmish = Skirmish("Shooting d8, assault rifle, loaded 0")
    odds = SAVAGE.odds(Aim("c1"), skirmish.encounter)
    assert odds.remarks[-1] == "The weapon is empty: the chances are for after a reload."
    assert [row[0] for row in odds.rows][-1] == "Auto, 3 dice"


@pytest.mark.parametrize(
    ("order", "kind", "said"),
    [
        (Aim("c1", aim=2), NoRule, "mod: "),
        (Aim("c1", range=2), NoRule, "mod: "),
        (Aim("c1", how="hip"), BadSheet, "hip"),
        (Aim("c1", (Target("c1"),)), Refusal, "You can't shoot at yourself"),
        (Aim("c1", how="4 dice"), Refusal, "ROF of 3"),
        (Aim("c1", weapon="pistol", how="automatic"), NoRule, "no Automatic Fire"),
    ],
)
def test_refused(order: Aim, kind: type[Refusal], said: str) -> None:
    with pytest.raises(kind, match=said):
        SAVAGE.odds(order, Skirmish(f"{RIFLE}, pistol").encounter)


def test_aim_only_asks() -> None:
    assert SAVAGE.inquiry(Aim("c1"))
    assert not SAVAGE.inquiry(Fire("c1"))
    SAVAGE.check_verb(Aim)
    with pytest.raises(NoRule, match="mod: "):
        Skirmish().order(Aim("c1"))


def test_choices() -> None:
    skirmish = Skirmish(f"{RIFLE}, 2 grenades, pistol")
    skirmish.order(Adjust("c3", "dead"))
    choices = SAVAGE.choices(Fire("c1"), skirmish.encounter)
    assert choices.targets == (("c2", "Thug 1"), ("c4", "Thug 3"))
    assert choices.weapons == (("Assault Rifle", "Assault Rifle 2/2 tokens"), ("Pistol", "Pistol 2/2 tokens"))
    assert choices.aims == ()
    assert SAVAGE.choices(Throw("c1"), skirmish.encounter).weapons == (("Grenade", "Grenade 2 left"),)
    assert len(SAVAGE.choices(Aim("c1"), skirmish.encounter).weapons) == 3
    friends = SAVAGE.choices(Fire("c2"), skirmish.encounter).targets
    assert friends == (("c1", "Ash"), ("c4", "Thug 3"))
    unarmed = Skirmish("Shooting d8").encounter
    assert SAVAGE.choices(Fire("c1"), unarmed).targets == ()


def test_a_reload_after_which_it_is_as_before() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1")
    skirmish.order(Reload("c1"))
    assert SAVAGE.odds(Aim("c1"), skirmish.encounter).remarks[1] == "2 of 2 tokens, spare loads: unlimited."


def test_a_rapid_attack_has_six_shots_at_most() -> None:
    # 100 rounds are 5 tokens, for which there would be 10.
    odds = SAVAGE.odds(Aim("c1", AT), Skirmish("Shooting d8, extra, magazine 100, ROF 4").encounter)
    assert odds.rows[-1][0] == "Rapid, 6 dice"


def test_there_is_no_aim_to_compare_by() -> None:
    skirmish = Skirmish(RIFLE)
    with pytest.raises(NoRule, match="Savage has no aim to compare by"):
        SAVAGE.curve(Fire("c1", AT), skirmish.encounter)
