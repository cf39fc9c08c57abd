"""The cost of a combatant in a tournament: every row of the cost table, and what cannot be bought (4.4)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import Refusal
from rules.phoenix.basics.arms import Arm
from rules.phoenix.optional.tournament import costs
from tests.rules.phoenix.skirmish import phoenix

TENS = "STR 10, INT 10, WIL 10, HLT 10, AGI 10"
SIXES = "STR 6, INT 6, WIL 6, HLT 6, AGI 6"


def bought(line: str) -> dict[str, int]:
    profile = phoenix().profile(line, {})
    return {term.label: term.value for term in costs.check(profile, phoenix().book)}


@pytest.mark.parametrize(
    ("line", "terms"),
    [
        (f"{TENS}, skill 3", {"characteristics": 50}),
        (f"{SIXES}, skill 3", {"characteristics": 30}),
        ("STR 16, INT 6, WIL 6, HLT 6, AGI 6, skill 3", {"characteristics": 40}),
        (f"{SIXES}, skill 5", {"characteristics": 30, "skill 5": 6}),
        (f"{SIXES}, skill 12", {"characteristics": 30, "skill 12": 27}),
        (f"{SIXES}, skill 3, heavy flexible armor", {"characteristics": 30, "body armor": 5}),
        (f"{SIXES}, skill 3, light flexible armor", {"characteristics": 30, "body armor": 2}),
        (f"{SIXES}, skill 3, heavy rigid body armor", {"characteristics": 30, "body armor": 15}),
        (f"{SIXES}, skill 3, helm PF 10", {"characteristics": 30, "helmet": 1}),
        (f"{SIXES}, skill 3, helm PF 6", {"characteristics": 30, "helmet": 1}),
        (f"{SIXES}, skill 3, helm PF 16", {"characteristics": 30, "helmet": 2}),
        (f"{SIXES}, skill 3, helm PF 10, visor", {"characteristics": 30, "helmet": 1, "visor": 2}),
        (f"{SIXES}, skill 3, M16, 2 magazines", {"characteristics": 30, "M16": 4, "2 reloads": 2}),
        (f"{SIXES}, skill 3, M870, 14 rounds", {"characteristics": 30, "Remington M870": 2, "2 reloads": 2}),
        (f"{SIXES}, skill 3, 3 M67", {"characteristics": 30, "3 M 67": 3}),
        (f"{SIXES}, skill 3, M92F, 0 magazines", {"characteristics": 30, "M92F": 1}),
    ],
)
def test_each_item_is_paid_for(line: str, terms: dict[str, int]) -> None:
    assert bought(line) == terms


MACHINE_GUNS = (
    "Beretta M70-78",
    "Galil ARM",
    "Heckler & Koch 21E",
    "Heckler & Koch 23E",
    "M249 Minimi",
    "MG3",
    "RPK 74",
    *("Steyr LSW", "FN MAG", "Type 67", "AA 7.62", "Heckler & Koch 13E", "Heckler & Koch 11E", "RPK", "RP 46", "RPD"),
    *("PKM", "NSV", "Enfield LSW", "Bren L4", "L7A2", "M60", "M60E3", "M2HB"),
)
LAUNCHERS = (
    *("AGS-17 Plamya", "AK 74 with 30mm Grenade Launcher", "Armscor 6", "H & K 69A1", "H & K 79", "M174", "M19"),
    *("M203", "M79"),
)
ROCKETS = ("Armbrust", "LAW 80", "M72 A2 LAW", "PZF 44 2A1 Lanze", "RPG 18", "RPG 7V")
AS_RIFLES = ("Heckler & Koch 53", "AKR", "Bushmaster")
SINGLE = ("L1A1", "L1A1 - F1", "FR F2", "M1949 - 56", "Walther 2000", "Dragunov SVD", "M40A1")


def price(weapon: Arm) -> int:
    return costs.cost(costs.priced(weapon), phoenix().book)


@pytest.mark.parametrize("name", [*MACHINE_GUNS, *LAUNCHERS])
def test_machine_guns_and_grenade_launchers_cost_6(name: str) -> None:
    assert price(arm(name)) == 6


@pytest.mark.parametrize("name", ROCKETS)
def test_what_is_against_tanks_costs_3(name: str) -> None:
    assert price(arm(name)) == 3


@pytest.mark.parametrize("name", AS_RIFLES)
def test_some_submachineguns_cost_as_automatic_rifles(name: str) -> None:
    assert arm(name).group == "smgs"
    assert price(arm(name)) == 4


@pytest.mark.parametrize("name", SINGLE)
def test_rifles_without_automatic_fire_cost_2(name: str) -> None:
    assert price(arm(name)) == 2


def test_all_other_weapons_go_by_their_section() -> None:
    """Other sub-machineguns 3, automatic rifles 4, pistols and whatever is thrown 1; shotguns by their fire."""
    listed_weapons = {*MACHINE_GUNS, *LAUNCHERS, *ROCKETS, *AS_RIFLES, *SINGLE}
    prices = {"smgs": {3}, "rifles": {4}, "pistols": {1}, "grenades": {1}, "shotguns": {2, 4}}
    seen: dict[str, set[int]] = {}
    for weapon in phoenix().book.arms.values():
        if weapon.name not in listed_weapons:
            seen.setdefault(weapon.group, set()).add(price(weapon))
    assert {group: cost for group, cost in seen.items() if group in prices} == prices
    assert seen.keys() <= prices.keys()


@pytest.mark.parametrize("name", ["Atchisson Assault 12"])
def test_automatic_shotguns_cost_4(name: str) -> None:
    assert price(arm(name)) == 4


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "STR 12, INT 12, WIL 12, HLT 12, AGI 11, skill 3",
            r"That costs 59 points \(59 for"
            r" characteristics\)\. A combatant has 58",
        ),
        (f"{TENS}, skill 3, M16, 5 magazines", r"4 for M16, 5 for 5 reloads\)\. A combatant has 58: take less"),
        (
            "STR 5, INT 12, WIL 5, HLT 6, AGI 6, skill 3",
            r"In a tournament no characteristic is below"
            r" 6\. Raise STR and WIL",
        ),
        ("rolled, skill 3", "In a tournament you buy characteristics instead of rolling them"),
        (f"{SIXES}, skill 2", "skill 3 or more"),
        (f"{SIXES}, SAL 9", "skill 3 or more"),
        (f"{SIXES}, skill 3, CA 8", "Leave troops, vehicles"),
        (f"{SIXES}, skill 3, KV 40", "Leave troops, vehicles"),
        (f"{SIXES}, skill 3, SAL 20", "Leave troops, vehicles"),
        (f"{SIXES}, skill 3, encumbrance 5, M16, 2 magazines", "Leave troops, vehicles"),
        (f"{SIXES}, skill 3, M16 AP, 2 magazines", r"fires only FMJ\. Leave other ammunition out"),
        (f"{SIXES}, skill 3, M79 HE, 2 rounds", r"fires only HEAT\. Leave other ammunition out"),
    ],
)
def test_what_cannot_be_bought(line: str, expected: str) -> None:
    with pytest.raises(Refusal, match=expected):
        bought(line)


def test_58_points_are_just_enough() -> None:
    assert sum(bought("STR 10, INT 10, WIL 12, HLT 10, AGI 10, skill 3, M16A1, 2 magazines").values()) == 58


def arm(name: str) -> Arm:
    return next(weapon for weapon in phoenix().book.arms.values() if weapon.name == name)
