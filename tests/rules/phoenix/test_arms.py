"""Phoenix Command's weapons: all there, figures as on the pages, looked up as the book and the errata say."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from bot.game.entries import codec
from rules.aliens.card import Fighter
from rules.engine.records.errors import NoRule, Refusal, UnknownName
from rules.engine.records.model import Carried, Profile
from rules.phoenix.basics.arms import BASIC, Arm, Grenade, Gun, Rate, SmallArm
from rules.phoenix.weapons.armory import armory, errata
from rules.tables.cells import Hits
from rules.tables.loader import DATA
from tests.each import each

FOLDER = DATA / "phoenix" / "weapons"
WEAPONS = armory(FOLDER)
BY_ID = {weapon.id: weapon for weapon in WEAPONS.values()}
GUNS = [weapon for weapon in WEAPONS.values() if isinstance(weapon, Gun)]
SMALL = [weapon for weapon in GUNS if isinstance(weapon, SmallArm)]

IDS = {
    "pistols": "hk-vp70m m1951 m93r m951r sig-p226 makarov-pm 5-45-psm m92f sw-m469 m1911a1 m15 asp-9mm"
    " fn-mk-1 type-51 mab-pa15 walther-ppk walther-p1 hk-p7m13",
    "smgs": "pa3-dm f1 steyr-mpi-81 m61-skorpion mat-49 hk-mp5 armscor-bxp akr sterling-mk-7 mac-10-9mm mac-10-45"
    " bushmaster uzi hk-mp5k hk-53 mini-uzi beretta-m12s spectre",
    "rifles": "l1a1-f1 steyr-aug fn-fal fn-fnc m1949-56 fa-mas fr-f2 hk-g3 hk-g41 hk-g11 walther-2000 amd-65 sig-550"
    " akm-47 ak-74 dragunov-svd l1a1 enfield-iw m16a1 m16 galil-ar-556"
    " galil-ar-762 beretta-bm-59 beretta-sc-70 type-64 r4 m-14 car-16 m16a2 m16a1-with-m203 m40a1",
    "machine_guns": "hk-23e hk-21e mg3 galil-arm beretta-m70-78 rpk-74 m249-minimi steyr-lsw fn-mag type-67 aa-7-62"
    " hk-13e hk-11e rpk rp-46 rpd pkm nsv enfield-lsw bren-l4 l7a2 m60 m60e3 m2hb",
    "shotguns": "franchi-spas-12 hk-caws mossberg-bullpup-12 remington-m870 high-standard-m10b atchisson-assault-12",
    "explosive": "hk-69a1 hk-79 armscor-6 ak-74-30mm ags-17 m79 m203 m174 m19 pzf-44 armbrust rpg-18 rpg-7v law-80"
    " m72-a2-law",
    "grenades": "hg-78 of-hg-78 hg-80 nr-423 nr-446 type-59 type-82 df-37 of-37 mdn-21 dm-51 m26-a2-israel 14-blast"
    " mu-50 rgd-5 rkg-3m l2-a2 m67 m68 m61 m26-a2 mk-a3 tnt-2-lb tnt-10-lb",
}

# Pages read once more for these tests: data, aim, then the rows.
PHYSICAL = {
    "m92f": "9 2.4 4 * 15 0.6 Mag 3 4",
    "uzi": "19/26 9 8 *5 32 1.3 Mag 4 3",
    "akm-47": "35 8.7 8 *5 30 1.8 Mag 7 5",
    "m16a1": "39 8 8 *7 30 1 Mag 4 3",
    "m16": "39 8 8 *7 30 1 Mag 4 3",
    "mg3": "48 30.9 12 *10 100 6.5 Blt 10 3",
    "remington-m870": "42 8.8 30 2 7 0.13 Rnd 25 12",
    "m203": "39 11.6 12 - 1 0.51 Rnd None 8",
    "rpg-18": "28/39 14.3 20 - 1 . . None None",
}
AIM = {
    "m92f": "1:-17 2:-11 3:-10 4:-9 5:-8 6:-7",
    "uzi": "1:-23 2:-12 3:-9 4:-8 5:-6 6:-5 7:-4 8:-3",
    "akm-47": "1:-23 2:-12 3:-9 4:-7 5:-6 6:-4 7:-3 8:-2 9:-1",
    "m16a1": "1:-22 2:-12 3:-9 4:-7 5:-6 6:-5 7:-4 8:-3 9:-2 10:-1 11:0",
    "m16": "1:-22 2:-12 3:-9 4:-7 5:-6 6:-5 7:-4 8:-3 10:-1 12:0",
    "mg3": "1:-30 2:-20 3:-14 4:-10 5:-8 6:-6 7:-5 8:-4 9:-3 10:-2 11:-1",
    "remington-m870": "1:-23 2:-12 3:-9 4:-7 5:-6 6:-4 7:-3 8:-2",
    "m203": "1:-24 2:-14 3:-9 4:-7 5:-6 6:-4",
    "rpg-18": "1:-25 2:-15 3:-10 4:-8 5:-6 6:-5 7:-4 8:-2",
}

M16_ROWS = """
FMJ.PEN 17 16 15 13 11 7.1 4.5 2.9 | FMJ.DC 6 6 6 6 5 4 3 2 | JHP.PEN 16 15 14 12 11 6.8 4.4 2.8
JHP.DC 8 8 8 7 7 6 5 3 | AP.PEN 23 22 20 18 16 10 6.4 4.1 | AP.DC 6 6 6 6 5 4 3 2
MA 0.4 0.8 2 3 4 8 11 15 | BA 60 51 42 35 30 20 15 11 | TOF 0 0 1 1 2 4 7 10"""
M26_BURST = "PEN 3.4 2.4 2.2 1.8 1.5 1.0 0.4 | DC 10 2 2 2 2 1 1 | BSHC *3h *4 *1 25 11 3 0 | BC 13k 704 176 52 27 12 4"
ROWS = {
    "m92f": """
FMJ.PEN 2.4 2.2 1.9 1.5 1.1 0.5 0.2 0.1 | FMJ.DC 3 3 3 2 2 1 1 1 | JHP.PEN 2.3 2.1 1.8 1.4 1.1 0.5 0.2 0.1
JHP.DC 5 5 4 3 2 1 1 1 | AP.PEN 3.4 3.1 2.6 2 1.6 0.7 0.3 0.1 | AP.DC 3 3 3 2 2 1 1 1
BA 46 37 28 21 16 7 1 -2 | TOF 0 1 2 4 6 13 22 32""",
    "uzi": """
FMJ.PEN 2.5 2.3 2 1.5 1.2 0.5 0.2 0.1 | FMJ.DC 3 3 3 2 2 1 1 1 | JHP.PEN 2.4 2.2 1.9 1.5 1.1 0.5 0.2 0.1
JHP.DC 5 5 4 3 2 1 1 1 | AP.PEN 3.6 3.3 2.8 2.2 1.7 0.7 0.3 0.1 | AP.DC 3 3 3 2 2 1 1 1
MA 0.2 0.4 0.9 1 2 4 6 9 | BA 46 37 28 21 16 7 1 -2 | TOF 0 1 2 4 6 13 21 31""",
    "akm-47": """
FMJ.PEN 11 11 9.8 8.6 7.5 4.8 3.1 2 | FMJ.DC 7 7 6 6 6 5 3 2 | JHP.PEN 11 10 9.4 8.3 7.2 4.7 3 1.9
JHP.DC 8 8 8 8 7 7 5 3 | AP.PEN 16 15 14 12 11 6.8 4.4 2.8 | AP.DC 7 6 6 6 6 4 3 2
MA 0.4 0.8 2 3 4 8 12 17 | BA 58 50 40 33 28 18 13 9 | TOF 0 1 1 2 3 6 10 14""",
    "m16a1": M16_ROWS,
    "m16": M16_ROWS,
    "mg3": """
FMJ.PEN 18 18 17 15 14 9.7 7 5 | FMJ.DC 8 8 7 7 7 6 6 5 | JHP.PEN 18 17 16 14 13 9.3 6.7 4.8 | JHP.DC 9 9 9 9 9 8 7 7
AP.PEN 26 25 23 21 19 14 9.8 7 | AP.DC 8 7 7 7 7 6 6 5 | MA 0.5 1 2 3 5 10 14 19 | BA 61 53 45 37 32 23 17 13
TOF 0 0 1 2 2 5 8 12""",
    "remington-m870": """
Slug.PEN 7.7 7.7 7.6 7.5 7.5 7.4 7.3 7.2 6.9 6.7 5.7 | Slug.DC 10 10 10 10 10 10 10 10 10 9 9
Shot.PEN 5.4 1.7 1.7 1.6 1.6 1.6 1.4 1.4 1.2 1 0.6 | Shot.DC 8 3 3 3 3 3 2 2 2 2 1
SALM -14 -9 -4 -1 1 2 5 7 10 12 17 | BPHC . *11 *10 *9 *7 *5 *2 *1 62 35 8 | PR 0 0 0 0.1 0.1 0.1 0.1 0.2 0.3 0.4 0.7
BA 67 58 48 42 38 35 29 25 19 15 5 | TOF 0 0 0 0 0 0 1 1 1 2 4""",
    "m203": """
HEAT.PEN 288 288 288 | HEAT.DC 10 10 10 | HEAT.burst.PEN 1.6 1.4 1.0 0.7 0.4 | HEAT.burst.DC 1 1 1 1 1
HEAT.burst.BSHC *2 47 11 4 1 | HEAT.burst.BC 241 71 23 12 5 1 | HE.PEN 2.1 2.1 2.1 | HE.DC 10 10 10
HE.burst.PEN 1.6 1.4 1.0 0.7 0.4 | HE.burst.DC 1 1 1 1 1 | HE.burst.BSHC *3 62 15 6 2 | HE.burst.BC 273 80 25 13 6 1
AOI . 1 4 | BA 23 10 1 | TOF 11 33 80""",
    "rpg-18": """
HEAT.PEN 59h 59h 59h 59h | HEAT.DC 10 10 10 10 | HEAT.burst.PEN 4.8 4.7 4.5 4.3 3.9 3.1
HEAT.burst.DC 7 7 6 6 6 5 | HEAT.burst.BSHC 15 3 0 -3 -6 -12 | HEAT.burst.BC 10h 232 67 34 15 5
AOI . . 1 2 | BA 16 5 -5 -14 | TOF 7 17 36 78""",
    "m67": "PEN 5.0 4.9 4.8 4.5 4.2 3.7 2.6 | DC 10 6 6 5 5 5 4 | BSHC *23 31 7 1 0 -4 -9 | BC 16k 779 190 56 29 12 4",
    "m26-a2": M26_BURST,
    "of-37": "PEN 2.8 | DC 10 | BC 77h 485 130 40 20 9 3",
    "hg-78": "PEN 2.6 1.4 1.2 0.8 0.6 0.3 | DC 10 1 1 1 1 1 | BSHC *2k *23 *6 *1 64 22 | BC 60h 414 114 35 18 8 3",
    "tnt-2-lb": "PEN 6.1 | DC 10 | BC 92k 29h 520 131 64 27 9",
    "tnt-10-lb": "PEN 10 | DC 10 | BC 59t 15k 19h 347 153 61 19",
}
# L, W, AT, FL, R
GRENADES = {
    "m67": ("3.5", "0.9", "3", "2", 16),
    "m26-a2": ("3.9", "1", "3", "I", 15),
    "hg-78": ("4.5", "1.2", "3", "2", 14),
    "type-82": ("3.3", "0.6", "5", "2", 20),
    "tnt-2-lb": ("3.8", "2", "V", "V", 11),
    "tnt-10-lb": ("6.5", "10", "V", "V", 5),
}


def gun(id: str) -> Gun:
    weapon = BY_ID[id]
    assert isinstance(weapon, Gun)
    return weapon


def values(weapon: Arm, name: str) -> list[int | Fraction]:
    """The figures of a row as numbers to compare, blanks left out; a hit for certain counts 100."""
    row = weapon.row(name)
    assert row is not None
    read = [row.kind.read(figure) for figure in row.figures if figure]
    return [100 * value.certain + value.chance if isinstance(value, Hits) else value for value in read]


def test_the_136_weapons_of_the_book_are_there() -> None:
    assert len(WEAPONS) == 97 + 39
    assert Counter(weapon.group for weapon in WEAPONS.values()) == {
        "pistols": 18, "smgs": 18, "rifles": 31, "machine_guns": 24, "shotguns": 6, "explosive": 15, "grenades": 24
    }  # fmt: skip
    for group, ids in IDS.items():
        assert [weapon.id for weapon in WEAPONS.values() if weapon.group == group] == ids.split()


def test_names_are_unlike_each_other() -> None:
    assert all(name == weapon.name for name, weapon in WEAPONS.items())
    assert {weapon.name for weapon in WEAPONS.values() if weapon.name != weapon.printed} == {
        "Ingram MAC 10 (9mm Parabellum)", "Ingram MAC 10 (45 ACP)", "M26 A2 (Israel)", "M 26 A2 (USA)",
        "Galil AR (5.56mm NATO)", "Galil AR (7.62mm NATO)",
    }  # fmt: skip


@pytest.mark.parametrize("id", PHYSICAL)
def test_physical_data(id: str) -> None:
    weapon = gun(id)
    said = [weapon.length, weapon.weight, weapon.reload, weapon.rate.printed, weapon.capacity]
    said += [weapon.feed_weight or ".", weapon.feed or ".", weapon.knock_down, weapon.recoil]
    assert " ".join(map(str, said)) == PHYSICAL[id]
    assert " ".join(f"{time}:{mod}" for time, mod in weapon.aim) == AIM[id]


@pytest.mark.parametrize("id", ROWS)
def test_rows(id: str) -> None:
    rows = [line.split() for line in re.split("[|\n]", ROWS[id].strip())]
    assert [[row.name, *(figure or "." for figure in row.figures)] for row in BY_ID[id].rows] == rows


@pytest.mark.parametrize("id", GRENADES)
def test_grenades(id: str) -> None:
    weapon = BY_ID[id]
    assert isinstance(weapon, Grenade)
    assert (weapon.length, weapon.weight, weapon.arm_time, weapon.fuse, weapon.throw) == GRENADES[id]


def test_other_data_of_the_pages() -> None:
    spas, rpg = BY_ID["franchi-spas-12"], BY_ID["rpg-7v"]
    assert (spas.pellets, spas.shot, gun(spas.id).rounds) == (12, "00", ("APS", "Shot"))  # type: ignore[attr-defined]
    assert (BY_ID["hk-caws"].pellets, BY_ID["hk-caws"].shot) == (8, "000")  # type: ignore[attr-defined]
    assert (rpg.most_range, gun(rpg.id).rounds) == (500, ("HEAT", "HE"))  # type: ignore[attr-defined]
    assert gun("m16").rounds == ("FMJ", "JHP", "AP")
    assert gun("ags-17").rounds == ("HE",)


@pytest.mark.parametrize(
    ("id", "rate"),
    [
        ("m92f", Rate("*", self_loading=True)),
        ("m16", Rate("*7", self_loading=True, automatic=7)),
        ("hk-vp70m", Rate("**", self_loading=True, three=True)),
        ("hk-21e", Rate("**7", self_loading=True, automatic=7, three=True)),
        ("ags-17", Rate("*1", self_loading=True, automatic=1)),
        ("m174", Rate("*3", self_loading=True, automatic=3)),
        ("remington-m870", Rate("2", chamber=2)),
        ("fr-f2", Rate("3", chamber=3)),
        ("m203", Rate("-")),
    ],
)
def test_rate_of_fire(id: str, rate: Rate) -> None:
    assert gun(id).rate == rate


@each(WEAPONS.values(), lambda weapon: weapon.id)
def test_figures_rise_or_fall_as_they_must(weapon: Arm) -> None:
    for row in weapon.rows:
        figures = values(weapon, row.name)
        falls = row.name.rpartition(".")[2] in {"PEN", "DC", "BA", "BC", "BSHC", "BPHC"}
        assert figures == sorted(figures, reverse=falls), row.name
    if isinstance(weapon, Gun):
        times, mods = zip(*weapon.aim, strict=True)
        assert times[0] == 1
        assert all(time < later for time, later in pairwise(times))
        assert list(mods) == sorted(mods)


@each(SMALL, lambda weapon: weapon.id)
def test_ammunition_and_fire_modes_of_small_arms(weapon: SmallArm) -> None:
    def row(name: str) -> list[Any]:
        found = weapon.row(name)
        assert found
        return [found.kind.read(figure) if figure else None for figure in found.figures]

    def never_above(lower: str, upper: str) -> bool:
        pairs = zip(row(lower), row(upper), strict=True)
        return all(a <= b for a, b in pairs if a is not None and b is not None)

    assert never_above("JHP.PEN", "FMJ.PEN") and never_above("FMJ.PEN", "AP.PEN")
    assert never_above("AP.DC", "FMJ.DC") and never_above("FMJ.DC", "JHP.DC")
    assert (weapon.row("MA") is not None) == (weapon.rate.automatic > 0)
    assert (weapon.row("3RB") is not None) == weapon.rate.three


@pytest.mark.parametrize(
    ("id", "twin"), [("m92f", "m951r"), ("sw-m469", "hk-vp70m"), ("asp-9mm", "m1951"), ("m16", "m16a1")]
)
def test_twins_shoot_alike(id: str, twin: str) -> None:
    alike = ("FMJ.PEN", "FMJ.DC", "JHP.PEN", "JHP.DC", "AP.PEN", "AP.DC", "BA", "TOF")
    assert [BY_ID[id].row(name) for name in alike] == [BY_ID[twin].row(name) for name in alike]


def test_what_the_errata_give_the_colts() -> None:
    for id in ("m1911a1", "m15"):
        ends = {row.name: " ".join(row.figures[5:]) for row in BY_ID[id].rows}
        assert ends["JHP.PEN"] == "0.3 0.1 0.1"
        assert ends["AP.PEN"] == "0.5 0.2 0.1"
        assert ends["BA"] == "5 0 -4"
        assert ends["JHP.DC"] == ends["AP.DC"] == "1 1 1"


def test_more_explosive_concusses_more() -> None:
    two, ten = values(BY_ID["tnt-2-lb"], "BC"), values(BY_ID["tnt-10-lb"], "BC")
    assert all(less < more for less, more in zip(two, ten, strict=True))
    assert (two[0], ten[0]) == (92_000, 590_000)


# Chapter 4: Shot Accuracy by aim of someone with this Skill Accuracy Level.
SCENARIOS = [
    ("m16a1", 11, {1: -11, 2: -1, 3: 2, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 11: 11}),
    ("m249-minimi", 11, {1: -17, 2: -7, 3: 0, 4: 2, 5: 4, 6: 5, 7: 7, 8: 8, 9: 9}),
    ("m16a1", 7, {1: -15, 2: -5, 3: -2, 4: 0, 5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 11: 7}),
    ("m249-minimi", 7, {1: -21, 2: -11, 3: -4, 4: -2, 5: 0, 6: 1, 7: 3, 8: 4, 9: 5}),
    ("akm-47", 7, {1: -16, 2: -5, 3: -2, 4: 0, 5: 1, 6: 3, 7: 4, 8: 5, 9: 6}),
    ("m16", 12, {1: -10, 2: 0, 3: 3, 4: 5, 5: 6, 6: 7}),
    ("uzi", 12, {1: -11, 2: 0, 3: 3, 4: 4, 5: 6, 6: 7}),
    ("remington-m870", 12, {1: -11, 2: 0, 3: 3, 4: 5, 5: 6, 6: 8}),
    ("m16", 11, {1: -11, 2: -1, 3: 2, 4: 4, 5: 5, 6: 6}),
    ("m92f", 11, {1: -6, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4}),
    ("m16", 9, {1: -13, 2: -3, 3: 0, 4: 2, 5: 3, 6: 4}),
    ("m92f", 9, {1: -8, 2: -2, 3: -1, 4: 0, 5: 1, 6: 2}),
    ("m16", 14, {1: -8, 2: 2, 3: 5, 4: 7, 5: 8, 6: 9, 7: 10, 8: 11, 10: 13, 12: 14}),  # Figure 1
]


@pytest.mark.parametrize(("id", "skill", "accuracy"), SCENARIOS)
def test_shot_accuracy_of_the_scenarios(id: str, skill: int, accuracy: dict[int, int]) -> None:
    assert {aim: skill + gun(id).aimed(aim)[0] for aim in accuracy} == accuracy


def test_aim_between_and_beyond_the_listed_times() -> None:
    m16 = gun("m16")
    assert [m16.aimed(actions)[0] for actions in (8, 9, 10, 11, 12, 13, 99)] == [-3, -3, -1, -1, 0, 0, 0]
    assert m16.aimed(11)[1].at == (("aim", "10"),)
    with pytest.raises(Refusal, match="The M16 needs at least 1 action of aim, not 0"):
        m16.aimed(0)


@pytest.mark.parametrize(
    ("hexes", "pen", "column"), [(0, 17, 10), (10, 17, 10), (11, 16, 20), (50, 13, 70), (70, 13, 70)]
)
def test_penetration_by_range(hexes: int, pen: int, column: int) -> None:
    value, step = gun("m16").pen("FMJ", hexes)
    assert value == pen
    assert (step.label, step.title, step.at, step.value) == (
        "PEN", "M16", (("row", "FMJ PEN"), ("range", str(column))), str(pen)
    )  # fmt: skip


def test_figures_are_exact() -> None:
    assert gun("m16").pen("FMJ", 400)[0] == Fraction(29, 10)
    assert gun("uzi").figure("MA", 1)[0] == Fraction(1, 5)
    assert gun("armbrust").pen("HEAT", BASIC)[0] == 6600
    assert gun("m203").pen("HE", BASIC)[0] == Fraction(21, 10)
    assert gun("remington-m870").dc("Slug", BASIC)[0] == 10


def test_what_a_weapon_has_not_is_refused() -> None:
    with pytest.raises(Refusal, match=r"Makarov PM has no FMJ PEN beyond 200 hexes\. The target is 201"):
        gun("makarov-pm").pen("FMJ", 201)
    with pytest.raises(UnknownName, match="It fires FMJ, JHP or AP") as caught:
        gun("m16").pen("HEAT", 10)
    assert caught.value.nearest == ("FMJ", "JHP", "AP")
    with pytest.raises(NoRule, match="The M16 has no 3RB"):
        gun("m16").figure("3RB", 10)
    with pytest.raises(NoRule, match="M16 does not explode"):
        gun("m16").explosion("BC", 1)
    with pytest.raises(UnknownName, match="It fires HE"):
        gun("ags-17").explosion("BC", 1, "HEAT")


def test_the_pellets_of_a_shotgun() -> None:
    spas = gun("franchi-spas-12")
    assert spas.figure("BPHC", 15)[0] == Hits(certain=2)  # example 3.5
    assert spas.figure("SALM", 15)[0] == 7
    assert spas.figure("BPHC", 40)[0] == Hits(chance=24)
    value, step = spas.figure("BPHC", 1)
    assert (value, step.value) == (None, "one mass")


def test_the_explosion_of_the_grenade_in_the_example() -> None:
    grenade = BY_ID["m26-a2"]
    assert [grenade.explosion("BSHC", hexes)[0] for hexes in (1, 2)] == [Hits(certain=1), Hits(chance=25)]
    assert [grenade.explosion("BC", hexes)[0] for hexes in (1, 2, 5)] == [176, 52, 12]
    assert grenade.explosion("BC", "C")[0] == 13_000
    assert grenade.explosion("BSHC", "C")[0] == Hits(certain=300)


def test_explosions_by_range() -> None:
    m67 = BY_ID["m67"]
    value, step = m67.explosion("BC", 4)
    assert (value, step.at) == (12, (("row", "BC"), ("burst", "5")))
    assert m67.explosion("BSHC", 6)[0] == Hits(chance=-9)
    value, step = m67.explosion("BC", 11)
    assert (value, step.at[1], step.value) == (None, ("burst", "over 10"), "none")
    assert BY_ID["of-37"].explosion("PEN", 0)[0] is None
    assert BY_ID["of-37"].explosion("BSHC", 0)[0] is None
    m203 = gun("m203")
    assert m203.explosion("BC", "C", "HE")[0] == m203.explosion("BC", 0, "HE")[0] == 273
    assert m203.explosion("PEN", 10, "HE")[0] is None


def test_marks_are_as_many_as_the_errata_have() -> None:
    problems: list[str] = []
    found = errata(FOLDER, problems)
    assert problems == []
    assert Counter((group, erratum.id, erratum.kind) for (group, _, _), erratum in found.items()) == {
        ("pistols", "W2", "spurious"): 10,
        ("pistols", "W3", "twin"): 3 * 5 * 3,
        ("pistols", "W4", "outside"): 2 * 3 * 3,
        ("pistols", "W4", "pattern"): 2 * 2 * 3,
        ("pistols", "O84", "witnessed"): 1 + 2,
        ("pistols", "O85", "single"): 20,
        ("pistols", "O85", "differing"): 1 + 19 + 5,
        ("pistols", "O85", "unknown"): 2,
        ("smgs", "W6", "shift"): 3,
        ("smgs", "W7", "spurious"): 3,
        ("smgs", "W25", "pattern"): 1,
        ("smgs", "W29", "outside"): 1,
        ("rifles", "W8", "pattern"): 1,
        ("rifles", "O84", "witnessed"): 1,
        ("rifles", "W10", "sign"): 3,
        ("rifles", "W10", "pattern"): 5,
        ("rifles", "W10", "outside"): 2,
        ("rifles", "W10", "spurious"): 3,
        ("rifles", "W29", "outside"): 1,
        ("rifles", "O58", "twin"): 1,
        ("rifles", "O85", "single"): 6 * 16 + 2 + 17 + 91,
        ("rifles", "O85", "differing"): 2,
        ("smgs", "O85", "single"): 16 + 2,
        ("machine_guns", "O85", "single"): 4 * 16 + 17 + 32 + 9,
        ("machine_guns", "O85", "differing"): 2,
        ("machine_guns", "O85", "unknown"): 2,
        ("machine_guns", "W15", "outside"): 34 + 42 + 42 + 30 + 31 + 30,
        ("machine_guns", "W29", "outside"): 1,
        ("shotguns", "W11", "disputed"): 2,
        ("shotguns", "O84", "witnessed"): 9,
        ("shotguns", "W11", "pattern"): 1,
        ("shotguns", "W11", "spurious"): 1,
        ("shotguns", "W12", "shift"): 6 * 11,
        ("shotguns", "W13", "outside"): 11,
        ("explosive", "W17", "sign"): 5,
        ("explosive", "W18", "pattern"): 2 * 4,
        ("explosive", "W19", "shift"): 2 * 2,
        ("explosive", "W20", "pattern"): 1,
        ("explosive", "O84", "witnessed"): 5,
        ("explosive", "O84", "single"): 2,
        ("grenades", "W21", "shift"): 40,
        ("grenades", "W22", "pattern"): 3,
        ("grenades", "W23", "spurious"): 1,
    }


def test_a_weapon_knows_which_of_its_figures_are_doubtful() -> None:
    m92f = BY_ID["m92f"]
    doubt = m92f.doubt("JHP.PEN@200")
    assert doubt is not None and (doubt.kind, doubt.erratum) == ("twin", "W3")
    assert m92f.doubt("FMJ.PEN@200") is None
    everything = BY_ID["m16"].doubt("TOF@10")
    assert everything is not None and everything.erratum == "O58"


@each(WEAPONS.values(), lambda weapon: weapon.id)
def test_weapons_can_be_stored(weapon: Arm) -> None:
    carrier = Profile("Trent", "", (Carried(weapon),), Fighter("marine"))
    assert codec.profile(codec.kept(carrier)) == carrier
