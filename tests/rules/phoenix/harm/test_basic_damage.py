"""The location of a hit, the effect of armor, and the Physical Damage (2.6), against the book's figures and
examples.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.engine.records.errors import BadDice
from rules.engine.records.steps import Lookup, Note, Roll, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import BASIC, Gun
from rules.phoenix.basics.soldier import Armor, Exposure, Soldier
from rules.phoenix.book import Scene
from rules.phoenix.harm.basic_damage import COVERED, LOW_VELOCITY, OVER_PENETRATING, penetration
from rules.phoenix.harm.damage import strike
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.tables.cells import Number
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

GOLDEN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "golden/phoenix/damage.toml").read_text(encoding="utf-8")
)
BARE = Armor()
COLUMNS = {"1-2": (1, 2), "3-5": (3, 4, 5), "6-8": (6, 7, 8), "9-10": (9, 10)}


class Row(NamedTuple):
    """A row of 3A as the book prints it."""

    cover: str
    open: str
    location: str
    low: str
    over: tuple[str, ...]

    def first(self) -> int:
        """A roll in the open that hits there."""
        return int(self.open[:2])


def _rows() -> list[Row]:
    found = []
    for text in GOLDEN["grid"].strip().splitlines():
        cover, in_the_open, location, low, *over = (part.strip() for part in text.split("|"))
        found.append(Row(cover, in_the_open, location, low, tuple(over)))
    return found


ROWS = _rows()


def struck(
    *dice: int, pen: Number = 17, dc: int = 6, exposure: Exposure = "", armor: Armor = BARE, **more: Any
) -> tuple[Struck, Resolution]:
    """Return the effect of the dice on somebody, and the steps; all dice must be thrown."""
    script = ScriptedDice(dice)
    scene = Scene(Skirmish().encounter, script, phoenix().book)
    state = Soldier(exposure=exposure, armor=armor, **more)
    found = strike(state, Projectile(pen, dc), scene, victim_name="Guard 2")
    assert script.unused == ()
    scene.conclude("")
    return found, scene.parts[0].resolution


def printed(hit: Struck) -> str:
    """As 3A prints it."""
    if hit.dead:
        return "Dead"
    return "Weapon Critical" if hit.weapon_critical else "*" * hit.disabling + str(hit.points)


def lookup(resolution: Resolution, table: str) -> Lookup:
    """The one cell that was read of a table."""
    [found] = [step for step in resolution.steps if isinstance(step, Lookup) and step.table == table]
    return found


@pytest.mark.parametrize("hit", GOLDEN["hits"], ids=lambda hit: hit["title"])
def test_examples(hit: dict[str, Any]) -> None:
    found, resolution = struck(
        *hit["dice"], pen=hit.get("pen", 17), exposure=hit.get("exposure", ""), armor=Armor(body=hit.get("body", 0))
    )
    assert found.location == hit["location"]
    assert found.stopped == (hit["kind"] == "")
    assert (found.points, found.disabling) == (hit.get("points", 0), hit.get("disabling", 0))
    if hit["kind"]:
        assert lookup(resolution, "3a_glance").value == hit["kind"]
    if "line" in hit:
        [armor, *_] = [s.text for s in resolution.steps if isinstance(s, Note) and s.label == "Armor"]
        assert armor == f"body PF {hit['body']}, PEN {hit.get('pen', 17)}, line {hit['line']}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.location)
def test_every_cell_of_3a_for_every_damage_class(row: Row) -> None:
    if row.location == "Weapon":
        return
    for printed_cell, classes in zip(row.over, COLUMNS.values(), strict=True):
        for dc in classes:
            assert printed(struck(row.first(), 3, dc=dc)[0]) == printed_cell
            assert printed(struck(row.first(), 2, dc=dc)[0]) == row.low


@pytest.mark.parametrize("column", ["cover", "open"])
def test_every_roll_of_the_location(column: str) -> None:
    exposure: Exposure = "firing" if column == "cover" else "exposed"
    for row in ROWS:
        reach = getattr(row, column)
        if reach == "-":
            continue
        low, high = map(int, reach.split("-"))
        for roll in range(low, high + 1):
            dice = (roll,) if row.location == "Weapon" else (roll, 9)
            assert struck(*dice, exposure=exposure)[0].location == row.location


def test_weapons_have_a_damage_class_that_3a_knows() -> None:
    guns = [arm for arm in phoenix().book.arms.values() if isinstance(arm, Gun) and arm.rounds]
    assert len(guns) > 60
    for gun in guns:
        for round in gun.rounds:
            pen, dc = gun.pen(round, BASIC)[0], gun.dc(round, BASIC)[0]
            if dc is None or pen is None:
                continue
            [label] = [label for label, classes in COLUMNS.items() if dc in classes]
            hit, resolution = struck(20, 9, pen=pen, dc=dc)
            assert lookup(resolution, "3a").at == (("location", "Chest"), ("damage", label))
            assert hit.points == {"1-2": 51, "3-5": 100, "6-8": 300, "9-10": 2000}[label]


@pytest.mark.parametrize("exposure", ["looking", "dug in"])
def test_of_who_looks_over_cover_only_the_head_is_hit_in_one_throw(exposure: Exposure) -> None:
    for roll, location in [(0, "Head Glance"), (3, "Forehead"), (17, "Forehead"), (18, "Eye-Nose"), (22, "Eye-Nose")]:
        hit, resolution = struck(roll, 9, exposure=exposure)
        assert hit.location == location
        assert (rolls(resolution)[0].low, rolls(resolution)[0].high) == (0, 22)
        assert "O26" in [step.id for step in resolution.steps if isinstance(step, Ruling)]
    with pytest.raises(BadDice):
        struck(23, 9, exposure=exposure)


def test_weapon_critical_throws_no_glancing_roll() -> None:
    hit, resolution = struck(16, armor=Armor(limbs=200))
    assert hit == Struck(0, "Weapon", weapon_critical=True)
    assert len(rolls(resolution)) == 1


def test_the_dead_have_no_damage() -> None:
    assert struck(25, 9, dc=8)[0] == Struck(0, "Heart", dead=True)


@pytest.mark.parametrize(("protection", "least"), GOLDEN["least_pen"].items())
def test_penetration_lines(protection: str, least: list[int]) -> None:
    book, pf = phoenix().book, int(protection)
    assert penetration(pf, pf, book)[0] == 0
    assert penetration(pf, Fraction(2 * least[0] - 1, 2), book)[0] == 0
    for line, (first, after) in enumerate(zip(least, [*least[1:], least[-1] + 50], strict=True), start=1):
        for pen in range(first, after):
            assert penetration(pf, pen, book)[0] == line, pen
        assert penetration(pf, after - Fraction(1, 10), book)[0] == line
    shown = penetration(pf, least[1], book)[1]
    assert [step.at for step in shown] == ([] if pf in (3, 9) else [(("pf", protection), ("line", "2"))])


def test_without_armor_the_line_is_4_for_the_weakest_shot() -> None:
    assert penetration(0, Fraction(1, 10), phoenix().book)[0] == 4


def test_armor_that_stops_a_shot_needs_no_throw() -> None:
    hit, resolution = struck(20, pen=16, armor=Armor(body=16))
    assert hit == Struck(0, "Chest", stopped=True)
    assert len(rolls(resolution)) == 1
    assert note(resolution, "Armor") == "body PF 16, PEN 16: stopped"


def test_an_unlisted_protection_factor_is_ruled() -> None:
    _, resolution = struck(20, 9, pen=Fraction(25, 2), armor=Armor(body=9))
    [ruling] = [step for step in resolution.steps if isinstance(step, Ruling)]
    assert ruling == Ruling("O4", "3B does not list PF 9: its lines are 10, 13, 17, 22", section="2.6")
    assert "body PF 9, PEN 12.5, line 1" in [s.text for s in resolution.steps if isinstance(s, Note)]


@pytest.mark.parametrize(("line", "kinds"), GOLDEN["glancing"].items())
def test_glancing_rolls(line: str, kinds: list[str]) -> None:
    pen = GOLDEN["least_pen"]["16"][int(line) - 1]
    expected: dict[int, str] = {}
    for kind, reach in zip((LOW_VELOCITY, OVER_PENETRATING), kinds, strict=True):
        if reach:
            low, high = map(int, reach.split("-"))
            expected |= dict.fromkeys(range(low, high + 1), kind)
    for roll in range(10):
        hit, resolution = struck(20, roll, pen=pen, armor=Armor(body=16))
        assert lookup(resolution, "3a_glance").value == expected.get(roll, "never")
        assert hit.stopped == (roll not in expected)


def test_what_each_armor_covers() -> None:
    worn = {"helm": 2, "visor": 4, "body": 6, "limbs": 10}
    covered = {
        "helm": {"Head Glance", "Forehead"},
        "visor": {"Eye-Nose", "Mouth"},
        "body": {"Shoulder", "Body Glance", "Chest", "Base of Neck", "Heart", "Spine", "Abdomen"},
        "": {"Weapon", "Pelvis"},
    }
    covered["limbs"] = {row.location for row in ROWS} - set().union(*covered.values())
    assert set(COVERED) == {row.location for row in ROWS}
    for row in ROWS:
        [cover] = [cover for cover, locations in covered.items() if row.location in locations]
        if row.location == "Weapon":
            continue
        _, resolution = struck(row.first(), 9, pen=100, armor=Armor(**worn))
        armor = next(s.text for s in resolution.steps if isinstance(s, Note) and s.label == "Armor")
        assert armor == (f"{cover} PF {worn[cover]}, PEN 100, line 4" if cover else "PF 0, line 4")


def test_the_drugged_are_disabled_by_two_asterisks_alone() -> None:
    single, resolution = struck(57, 9, drugged=True)
    assert single.disabling == 1
    assert note(resolution, "Damage") == "DC 6: 16 PD, not disabled (drugged)"
    assert note(struck(61, 9, drugged=True)[1], "Damage").endswith("500 PD, disabled (double)")
    assert note(struck(57, 9)[1], "Damage") == "DC 6: 16 PD, disabled"


@pytest.mark.parametrize(
    ("dice", "dc", "erratum"), [((0, 9), 9, "T6"), ((11, 9), 4, "T7"), ((12, 9), 3, "T7"), ((0, 9), 8, None)]
)
def test_disputed_cells_say_so(dice: tuple[int, int], dc: int, erratum: str | None) -> None:
    found = [step.id for step in struck(*dice, dc=dc)[1].steps if isinstance(step, Ruling)]
    assert found == ([erratum] if erratum else [])


def test_the_steps_of_a_burst_are_numbered() -> None:
    scene = Scene(Skirmish().encounter, ScriptedDice([62, 4]), phoenix().book)
    strike(Soldier(), Projectile(17, 6), scene, victim_name="Guard 2", hit=2)
    scene.conclude("")
    thrown: list[Roll] = rolls(scene.parts[0].resolution)
    assert [(roll.label, roll.why) for roll in thrown] == [
        ("Where 2", "where Guard 2 is hit"),
        ("Armor 2", "whether it glances off Guard 2"),
    ]
    assert note(scene.parts[0].resolution, "Damage 2") == "DC 6: 500 PD, disabled (double)"
