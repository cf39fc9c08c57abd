"""The Status Sheet of the Advanced Game: the figures of the weapon in hand by range, as far as they count."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.model import Carried
from rules.engine.records.orders import Adjust, Switch
from rules.phoenix.basics.soldier import Soldier, Wound
from rules.phoenix.people.summary import MOST_SHORT, summary
from rules.phoenix.shooting.carrying.kit import supplied
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BY_RANGE = {
    "FMJ by range": (
        "10: 17/6 · 20: 16/6 · 40: 15/6 · 70: 13/6 · 100: 11/5 · 200: 7.1/4 · 300: 4.5/3 · 400: 2.9/2 (PEN/DC)"
    ),
    "Minimum Arc by range": "10: 0.4 · 20: 0.8 · 40: 2 · 70: 3 · 100: 4 · 200: 8 · 300: 11 · 400: 15",
}


def carried(name: str, sort: str = "") -> Carried:
    weapon = phoenix().book.arms[name]
    return Carried(weapon, supplied(weapon, 2, sort) if sort else supplied(weapon, 2))


def trent(*weapons: Carried, preset: str = "phoenix-advanced") -> Skirmish:
    skirmish = Skirmish(preset)
    skirmish.join("Trent", Soldier(sal=14, actions=8), *weapons)
    return skirmish


def sheet(skirmish: Skirmish) -> dict[str, str]:
    return dict(summary(skirmish.one("Trent"), skirmish.encounter, phoenix().book).lines)


def test_a_rifle_s_figures_by_range() -> None:
    told = sheet(trent(carried("M16A1")))
    assert told["Data"] == "W 8, RT 8, ROF *7, Cap 30, AW 1, SAB 3"
    assert told["Aim Time ALM"].startswith("1: -8 (-22) · 2: +2 (-12) · ")
    assert {label: text for label, text in told.items() if label.endswith("by range")} == BY_RANGE


def test_only_what_counts_is_there() -> None:
    skirmish = trent(carried("M16A1"))
    for switch in ("target sizes", "explosives", "shotguns", "automatic fire"):
        skirmish.order(Switch(switch, "off"))
    told = sheet(skirmish)
    assert [label for label in told if label.endswith("by range")] == ["FMJ by range"]
    assert told["Data"] == "W 8, RT 8, ROF *7, Cap 30, AW 1"
    basic = sheet(trent(carried("M16A1"), preset="phoenix-basic"))
    assert basic["Data"] == "W 8, RT 8, ROF *7, Cap 30, AW 1, FMJ PEN 17, DC 6"
    assert not any(label.endswith("by range") for label in basic)
    assert "Shot Accuracy" in basic and "Aim Time ALM" not in basic


def test_what_knocks_down_is_there_where_it_counts() -> None:
    skirmish = trent(carried("M16A1"), preset="phoenix-basic")
    skirmish.order(Switch("knock down", "on"))
    assert sheet(skirmish)["Data"] == "W 8, RT 8, ROF *7, Cap 30, AW 1, KD 4, FMJ PEN 17, DC 6"


def test_of_the_weapon_in_hand_alone() -> None:
    told = sheet(trent(carried("M1911A1"), carried("M16A1")))
    assert [label for label in told if label.endswith("by range")] == ["FMJ by range"]
    assert told["FMJ by range"].startswith("10: ") and told["FMJ by range"] != BY_RANGE["FMJ by range"]


def test_a_shotgun_s_pattern() -> None:
    told = sheet(trent(carried("Franchi SPAS 12", "Shot")))
    assert told["Pattern by range"] == (
        "1: -13/–/0 · 2: -8/*11/0 · 4: -3/*10/0 · 6: 0/*9/0.1 · 8: 2/*5/0.1 · 10: 4/*4/0.1 · 15: 7/*2/0.2 · "
        "20: 9/94/0.2 · 30: 12/42/0.3 · 40: 14/24/0.4 · 80: 19/5/0.9 (SALM/BPHC/PR)"
    )
    assert told["Shot by range"].startswith("1: 5.3/8 · 2: 1.6/3 · ")
    slug = sheet(trent(carried("Franchi SPAS 12", "APS")))
    assert "Pattern by range" not in slug and slug["APS by range"].startswith("1: 21/9 · ")


def test_what_explodes() -> None:
    launcher = sheet(trent(carried("M203")))
    assert launcher["Burst by range"] == (
        "0: 1.6/1/*2/241 · 1: 1.4/1/47/71 · 2: 1.0/1/11/23 · 3: 0.7/1/4/12 · 5: 0.4/1/1/5 · 10: –/–/–/1"
        " (PEN/DC/BSHC/BC)"
    )
    assert launcher["HEAT by range"] == "40: 288/10 · 100: 288/10 · 200: 288/10 (PEN/DC)"
    grenade = sheet(trent(carried("M 26 A2 (USA)")))
    assert grenade["Burst by range"].startswith("C: ") and grenade["Burst by range"].endswith(" (PEN/DC/BSHC/BC)")


@pytest.mark.parametrize("name", ["M16A1", "Franchi SPAS 12", "M203", "M 26 A2 (USA)"])
def test_the_short_line_is_as_in_the_basic_game(name: str) -> None:
    shorts = [
        summary(made.one("Trent"), made.encounter, phoenix().book).short
        for made in (trent(carried(name)), trent(carried(name), preset="phoenix-basic"))
    ]
    assert shorts[0] == shorts[1] and len(shorts[0]) <= MOST_SHORT


def test_wounds_by_6a_are_told_and_set_right() -> None:
    skirmish = trent(carried("M16A1"))
    wounds = (
        Wound(5, "Arm Bone", 1, Clock(), 20),
        Wound(200, "Liver - Spine", 1, Clock(), 400),
        Wound(7, "Knee", 1, Clock()),
    )
    skirmish.make("Trent", wounds=wounds)
    skirmish.next()
    told = sheet(skirmish)
    assert told["Wounds"] == (
        "arm (bone) 5 PD, disabled, liver/spine 200 PD, disabled, knee 7 PD, disabled; in all 212 PD"
    )
    assert told["Disabled"] == "arm, leg, spine"
    skirmish.order(Adjust(skirmish.id("Trent"), "heal all"))
    assert "Wounds" not in sheet(skirmish)


def test_the_gm_s_words_for_how_somebody_moves() -> None:
    skirmish = trent(carried("M16A1"))
    assert "running" in skirmish.order(Adjust(skirmish.id("Trent"), "running")).outcome
    assert (skirmish.state("Trent").moved, skirmish.state("Trent").gait) == (1, "running")
    skirmish.next()
    skirmish.order(Adjust(skirmish.id("Trent"), "moving"))
    assert (skirmish.state("Trent").moved, skirmish.state("Trent").gait) == (1, "")
