"""Weapons by any reasonable spelling in a sheet line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet
from rules.phoenix.basics.arms import Arm
from rules.phoenix.weapons.weapon_terms import Names, weapon_terms
from rules.words.sheet import Grammar, items
from tests.each import each
from tests.rules.phoenix.skirmish import phoenix

ARMS = phoenix().book.arms
NAMES = sorted(ARMS)


def grammar(arms: Mapping[str, Arm]) -> Grammar:
    return Grammar(weapon_terms(Names.of(arms)))


OF_THE_BOOK = grammar(ARMS)


def named(line: str, terms: Grammar = OF_THE_BOOK) -> list[str]:
    return [name for name, _ in items(terms.read(line.replace("#", " no ")), "carried")]


@each(NAMES)
def test_every_weapon_is_found_by_its_full_name(name: str) -> None:
    assert named(name) == [name]
    assert named(name.upper()) == [name]


@each(NAMES)
def test_every_weapon_is_found_by_its_name_without_spaces_unless_two_are_then_alike(name: str) -> None:
    assert named("".join(sign for sign in name if sign not in " -()")) == [name]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6))
def test_several_in_their_order(names: list[str]) -> None:
    assert named(", ".join(names)) == names


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("M16", "M16"),
        ("m 16", "M16"),
        ("M-16 rifle", "M16"),
        ("M16A1", "M16A1"),
        ("m16 a1", "M16A1"),
        ("uzi smg", "Uzi"),
        ("M249", "M249 Minimi"),
        ("minimi", "M249 Minimi"),
        ("ak47", "AKM 47"),
        ("AK-47", "AKM 47"),
        ("akm", "AKM 47"),
        ("ak74", "AK 74"),
        ("ak 74", "AK 74"),
        ("MP5", "Heckler & Koch MP5"),
        ("mp 5", "Heckler & Koch MP5"),
        ("HK MP5", "Heckler & Koch MP5"),
        ("H&K MP5", "Heckler & Koch MP5"),
        ("G3", "Heckler & Koch G3"),
        ("mac 10 45", "Ingram MAC 10 (45 ACP)"),
        ("MAC-10 9mm", "Ingram MAC 10 (9mm Parabellum)"),
        ("spas", "Franchi SPAS 12"),
        ("M870", "Remington M870"),
        ("beretta 92f", "M92F"),
        ("5.45 PSM", "5.45 PSM"),
        ("5.45psm", "5.45 PSM"),
        ("5 45 psm", "5.45 PSM"),
        ("M 26 A2", "M 26 A2 (USA)"),
        ("M26 A2", "M26 A2 (Israel)"),
        ("# 14", "# 14"),
        ("#14 grenade", "# 14"),
        ("M67 grenades", "M 67"),
        ("TNT 2 lb", None),
        ("M72A2", "M72 A2 LAW"),
    ],
)
def test_spellings(spelled: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(BadSheet):
            named(spelled)
    else:
        assert named(spelled) == [name]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("M26A2", "“m26a2” could be M 26 A2 (USA) or M26 A2 (Israel): which one"),
        ("mac 10", "“mac 10” could be Ingram MAC 10 (45 ACP) or Ingram MAC 10 (9mm Parabellum): which one"),
        ("TNT", "“tnt” could be 10 lb TNT or 2 lb TNT: which one"),
        ("14", "I don't know “14”"),
        ("launcher", "“launcher” needs a weapon before it"),
        ("9mm", "I don't know “9mm”"),
        ("M17", "nearest: m1"),
    ],
)
def test_what_names_no_weapon(line: str, told: str) -> None:
    with pytest.raises(BadSheet) as refused:
        named(line)
    assert told in str(refused.value)


def test_a_weapon_of_ones_own_is_found_beside_the_books() -> None:
    arms = {**ARMS, "Old Betsy": replace(ARMS["M16"], name="Old Betsy", printed="Old Betsy")}
    assert named("old betsy, betsy, M16", grammar(arms)) == ["Old Betsy", "Old Betsy", "M16"]
