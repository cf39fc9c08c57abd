"""Weapons read from files and from TOML of a server's own, every problem named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet, BrokenData
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade, Shotgun, SmallArm
from rules.phoenix.weapons.armory import armory, read_record, read_toml
from rules.tables.loader import DATA

FOLDER = DATA / "phoenix" / "weapons"

RIFLE = """
group = "rifles"
name = "Sterling  Test"
L = 39
W = 8
RT = 8
ROF = "*7"
Cap = 30
aim = {1 = -22, 2 = -12, 4 = -7}
ranges = [10, 20, 40]
FMJ.PEN = [17, 16.5, 15]
FMJ.DC = [6, 6, 6]
"3RB" = [-8, -3, 2]
MA = [0.4, 0.8, 2]
"""
SHOTGUN = """
group = "shotguns"
name = "Duck Gun"
type = "Shotgun"
L = "45"
W = 9
RT = 4
ROF = "-"
Cap = 2
aim = {1 = -23}
ranges = [1, 10]
pellets = 12
Shot.PEN = [5.4, 1.6]
Shot.DC = [8, 3]
SALM = [-14, 2]
BPHC = ["", "*2"]
PR = [0, 0.1]
"""
LAUNCHER = """
group = "explosive"
name = "Tube"
L = "40/50"
W = 20
RT = 15
ROF = "-"
Cap = 1
MR = 200
aim = {1 = -20}
ranges = [40, 100]
bursts = [0, 1, 2]
HE.PEN = ["66h", 2.1]
HE.DC = [10, 10]
HE.burst.PEN = [1.6, "1.0"]
HE.burst.DC = [1, 1]
HE.burst.BSHC = ["*2k", "11", "-3"]
HE.burst.BC = ["13k", 71, 23]
AOI = ["", 4]
"""
GRENADE = """
[[weapon]]
group = "grenades"
name = "Bang"
L = "3.9"
W = 1
AT = 3
FL = "I"
R = 15
bursts = ["C", 0, 1]
BC = ["13k", 704, 176]
"""


def test_a_rifle_of_ones_own() -> None:
    weapon, record = read_toml(RIFLE)
    assert isinstance(weapon, SmallArm)
    assert (weapon.name, weapon.id, weapon.source) == ("Sterling Test", "sterling-test", "a weapon of this server")
    assert weapon.aim == ((1, -22), (2, -12), (4, -7))
    assert weapon.pen("FMJ", 20)[1].value == "16.5"
    assert weapon.figure("3RB", 15)[0] == -3
    assert record["group"] == "rifles"


@pytest.mark.parametrize(
    ("text", "kind"), [(RIFLE, SmallArm), (SHOTGUN, Shotgun), (LAUNCHER, ExplosiveWeapon), (GRENADE, Grenade)]
)
def test_what_is_kept_reads_the_same(text: str, kind: type) -> None:
    weapon, record = read_toml(text)
    assert isinstance(weapon, kind)
    again, kept = read_record(json.loads(json.dumps(record)))
    assert again == weapon
    assert kept == record


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(BadSheet) as caught:
        read_toml(text)
    said = str(caught.value)
    assert len(said) < 1500 and "\n" not in said
    return caught.value.problems


LARGE = 'should be a number up to 1,000,000, "66h" being 6600 (h, k, t)'


@pytest.mark.parametrize(
    ("text", "old", "new", "problem"),
    [
        (RIFLE, '"rifles"', '"rifle"', "group: should be one of pistols, smgs, rifles, machine_guns, shotguns"),
        (RIFLE, 'group = "rifles"', "", "group: should be one of"),
        (RIFLE, "RT = 8", "", "RT: is missing"),
        (RIFLE, "RT = 8", "RTT = 8", "RTT: is not a word of such a page; nearest: RT"),
        (RIFLE, "RT = 8", "RT = 8.5", "RT: should be a whole number"),
        (RIFLE, "RT = 8", 'RT = "8"', "RT: should be a whole number"),
        (RIFLE, "RT = 8", "RT = true", "RT: should be a whole number"),
        (RIFLE, "RT = 8", "RT = -1", "RT: should be greater than or equal to 0"),
        (RIFLE, "W = 8", "W = inf", "W: should be a number of pounds from 0 to 1,000, not “inf”"),
        (RIFLE, "W = 8", 'W = "heavy"', "W: should be a number of pounds from 0 to 1,000, not “heavy”"),
        (RIFLE, "L = 39", 'L = "long"', 'L: should be inches, "39", or folded and deployed, "8/21"'),
        (RIFLE, '"*7"', '"7*"', 'ROF: a ROF is "2" (actions for the next round), "*" (self-loading)'),
        (RIFLE, '"*7"', "7", 'ROF: a ROF is "2"'),
        (RIFLE, "Cap = 30", "Cap = 0", "Cap: should be greater than or equal to 1"),
        (RIFLE, "Cap = 30", 'Cap = 30\nfeed = "Box"', "feed: should be 'Mag', 'Blt', 'Drm' or 'Rnd'"),
        (RIFLE, "2 = -12", "2 = -12.5", "aim@2: should be a whole number"),
        (RIFLE, "2 = -12", "two = -12", "aim: should be actions with their modifiers, rising: {1 = -22, 2 = -12}"),
        (RIFLE, "2 = -12, 4 = -7", "4 = -7, 2 = -12", "aim: should be actions with their modifiers, rising"),
        (RIFLE, "{1 = -22, 2 = -12, 4 = -7}", "{}", "aim: should be actions with their modifiers, rising"),
        (RIFLE, "[10, 20, 40]", "[10, 40, 20]", "ranges: should be ranges in hexes, rising: [10, 20, 40]"),
        (RIFLE, "16.5", '"x"', f"FMJ.PEN@20: {LARGE}, not “x”"),
        (RIFLE, "16.5", "-1", f"FMJ.PEN@20: {LARGE}, not “-1”"),
        (RIFLE, "16.5", "[]", f"FMJ.PEN@20: {LARGE}"),
        (RIFLE, "[6, 6, 6]", "[6, 11, 6]", "FMJ.DC@20: should be a Damage Class from 1 to 10, not “11”"),
        (RIFLE, "[6, 6, 6]", "[6, 6]", "FMJ.DC has not as many figures as FMJ.PEN"),
        (RIFLE, "[6, 6, 6]", "6", "FMJ.DC: should be figures in brackets, one for each column"),
        (RIFLE, "[6, 6, 6]", "[]", "FMJ.DC: should have a figure at least"),
        (RIFLE, "FMJ.DC = [6, 6, 6]", "", "FMJ.DC: is missing"),
        (RIFLE, "[0.4, 0.8, 2]", "[0.4, 0.8, 2, 3]", "MA has 4 figures for 3 columns"),
        (RIFLE, "[-8, -3, 2]", "[-8, -3, 2.5]", "3RB@40: should be a whole number from -99 to 99, not “2.5”"),
        (RIFLE, "Sterling  Test", "a, b", "name: should be 1 to 40 characters"),
        (RIFLE, "Sterling  Test", "&", "name: should be 1 to 40 characters"),
        (RIFLE, "RT = 8", 'RT = 8\ntype = "a\\nb"', "type: should be a line of text"),
        (RIFLE, "RT = 8", 'RT = 8\ndoubtful = ["all"]', "doubtful, figure 1: should be a figure, a kind of mark"),
        (RIFLE, "RT = 8", "RT = 8\nMR = 3", "MR: is not a word of such a page"),
        (SHOTGUN, "pellets = 12", "", "pellets: is missing"),
        (SHOTGUN, '["", "*2"]', '["", "*2m"]', "BPHC@10: should be a chance from -99 to 99 or, with an asterisk"),
        (SHOTGUN, '["", "*2"]', '["", "*2000k"]', "BPHC@10: should be a chance from -99 to 99 or, with an asterisk"),
        (LAUNCHER, "HE.", "HX.", "HX: is not a word of such a page"),
        (LAUNCHER, "bursts = [0, 1, 2]", 'bursts = [0, "C"]', "bursts: should be hexes from the burst, rising"),
        (LAUNCHER, "71, 23", "71, 23, 7", "HE.burst.BC has 4 figures for 3 columns"),
        (LAUNCHER, '"-3"', '"3k"', "HE.burst.BSHC@2: should be a chance from -99 to 99"),
        (LAUNCHER, '["", 4]', '["", 400]', 'AOI@100: should be a whole number from 0 to 90 or "", not “400”'),
        (GRENADE, 'FL = "I"', 'FL = "x"', 'FL: should be phases, "2", "I" for impact or "V" for various'),
        (GRENADE, "AT = 3", 'AT = "x"', 'AT: should be actions, "3", or "V" for various'),
        (GRENADE, "704", '"704x"', f"BC@0: {LARGE}, not “704x”"),
    ],
)
def test_each_problem_of_ones_own_weapon_is_named(text: str, old: str, new: str, problem: str) -> None:
    assert old in text
    found = problems(text.replace(old, new))
    assert any(said.startswith(problem) for said in found), found


def test_a_launcher_needs_something_to_launch() -> None:
    empty = "\n".join(line for line in LAUNCHER.splitlines() if not line.startswith("HE."))
    assert problems(empty) == ("it needs HEAT or HE",)


def test_a_figure_that_does_not_read_is_told_once() -> None:
    assert problems(GRENADE.replace('["13k", 704, 176]', '["x"]')) == (f"BC@C: {LARGE}, not “x”",)


def test_all_problems_are_named_at_once() -> None:
    text = RIFLE.replace("RT = 8", "RTT = 8").replace("16.5", '"x"').replace("W = 8", "W = -1")
    assert [said.partition(":")[0] for said in problems(text)] == ["W", "RT", "FMJ.PEN@20", "RTT"]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4))
def test_whatever_stands_on_a_page_is_read_or_refused(value: object) -> None:
    raw = read_toml(RIFLE)[1]
    for key in (*raw, "PEN", "doubtful", "also", "type", "JHP"):
        try:
            read_record({**raw, key: value})
        except BadSheet as refused:
            assert refused.problems


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "weapons"))


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("rifles.toml", "FMJ.PEN = [17, 16,", "FMJ.PEN = [17,", "rifles.toml, hk-g3, FMJ.DC has not as many figures"),
        ("rifles.toml", 'ROF = "*7"', 'ROF = "x7"', "rifles.toml, m16a1, ROF: a ROF is"),
        ("rifles.toml", 'id = "m16a1"', 'id = "m16"', "2 weapons have the id m16"),
        ("rifles.toml", 'id = "m16a1"\n', "", "rifles.toml, weapon 19, id: is missing"),
        ("rifles.toml", 'name = "M16A1"\n', 'name = "M16"\n', "2 weapons are called m16usa"),
        ("rifles.toml", "line = 3227", "line = -1", "line: should be greater"),
        ("pistols.toml", '"JHP.PEN@200 twin W3", ', "", "pistols.toml, m92f: doubtful is not what marks.csv has of it"),
        ("pistols.toml", "[[weapon]]", "[weapon]", "pistols.toml cannot be read"),
        (
            "pistols.toml",
            "[[weapon]]",
            "x = 1\n[[weapon]]",
            "put each weapon under a line [[weapon]], and nothing else",
        ),
        ("marks.csv", "m92f,JHP.PEN@200,,0.5", "m92f,JHP.PEN@200,,0.6", "the page has “0.5”, the mark reads “0.6”"),
        ("marks.csv", "m92f,JHP.PEN@200,,0.5", "m92g,JHP.PEN@200,,0.5", "there is no weapon “m92g” in pistols"),
        ("marks.csv", "m92f,JHP.PEN@200,,0.5", "m92f,JHP.PEN@200,0.5", "line 12: 6 fields, there should be 7"),
        ("marks.csv", "m92f,JHP.PEN@300", "m92f,JHP.PEN@200", "pistols m92f JHP.PEN@200 is there twice"),
        ("marks.csv", "table,row", "row,table", "marks.csv begins with table, row, column"),
    ],
)
def test_a_broken_file_is_named(folder: Path, file: str, old: str, new: str, problem: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    with pytest.raises(BrokenData) as caught:
        armory(folder)
    assert problem in "\n".join(caught.value.problems)
    if file != "marks.csv" and "id" not in problem:
        assert len(caught.value.problems) == 1, "what follows from a problem is told as another"


def test_missing_and_surplus_files_are_named_together(folder: Path) -> None:
    (folder / "smgs.toml").unlink()
    (folder / "marks.csv").unlink()
    (folder / "lasers.toml").write_text("")
    with pytest.raises(BrokenData) as caught:
        armory(folder)
    said = "\n".join(caught.value.problems)
    assert "smgs.toml cannot be read" in said
    assert "marks.csv cannot be read" in said
    assert "weapons/lasers.toml is no section of the weapons" in said
