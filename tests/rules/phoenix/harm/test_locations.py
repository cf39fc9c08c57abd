"""A hit by table 6A: where, through what armor and cover, how much, what it disables (3.2, 3.3, 3.8), by the pages."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadDice, Refusal
from rules.engine.records.orders import Switch
from rules.engine.records.steps import Lookup, Note, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Armor, BodyPart, Exposure, Soldier
from rules.phoenix.book import Scene
from rules.phoenix.harm import body
from rules.phoenix.harm.damage import strike
from rules.phoenix.harm.hit_records import Projectile, Struck, place_words
from rules.phoenix.harm.locations import effective_armor, silently
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.aim.preparation import check_target
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import Number, Reach
from rules.tables.loader import DATA
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

UNITS = {"H": 100, "K": 1_000, "T": 10_000, "X": 100_000, "M": 1_000_000}
WEAPON = "Weapon Critical"
PLATED = Armor(helm=1, visor=2, body=4, limbs=6)
CLASSES = range(1, 11)


@cache
def page(id: str) -> Mapping[str, Mapping[str, str]]:
    """A table's printed cells by row and column, as its file has them."""
    with (DATA / f"phoenix/tables/{id}.csv").open(encoding="utf-8") as file:
        (_, *heads), *lines = csv.reader(file)
    return {row: dict(zip(heads, cells, strict=True)) for row, *cells in lines}


def amount(cell: str) -> int:
    """A cell of 6A as a number."""
    return int(cell[:-1]) * UNITS[cell[-1]] if cell[-1] in UNITS else int(cell)


def reach(cell: str) -> range:
    """The rolls of a cell such as "20-21"."""
    low, high = map(int, cell.split("-"))
    return range(low, high + 1)


@cache
def _advanced(disabling: str = "on") -> Skirmish:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("disabling", disabling))
    return skirmish


def struck(
    *dice: int,
    pen: Number = 17,
    dc: int = 6,
    part: BodyPart = "",
    cover: Number = 0,
    near: Reach | None = None,
    disabling: str = "on",
    **state: Any,
) -> tuple[Struck, Resolution]:
    """Return the effect of the dice on somebody, and the steps; all dice must be thrown."""
    script = ScriptedDice(dice)
    scene = Scene(_advanced(disabling).encounter, script, phoenix().book)
    projectile = Projectile(pen, dc, part, cover)
    found = strike(Soldier(**state), projectile, scene, victim_name="Guard 2", rolls=near)
    assert script.unused == ()
    scene.conclude("")
    return found, scene.parts[0].resolution


def first(location: str) -> int:
    """A roll in the open that hits there."""
    return reach(page("6a_roll")[location]["Open"])[0]


def at(location: str, epen: Number, dc: int, **state: Any) -> Struck:
    """Return the effect of so much Effective Penetration there."""
    return struck(first(location), pen=epen, dc=dc, **state)[0]


def rulings(resolution: Resolution) -> list[str]:
    return [step.id for step in resolution.steps if isinstance(step, Ruling)]


def armor(resolution: Resolution) -> str:
    [text] = [step.text for step in resolution.steps if isinstance(step, Note) and step.label == "Armor"]
    return text


def read(resolution: Resolution, table: str) -> tuple[str, ...]:
    """Return the place of the one cell that was read of a table."""
    [found] = [step for step in resolution.steps if isinstance(step, Lookup) and step.table == table]
    return tuple(place for _, place in found.at)


# The book's examples


def test_hit_location_examples() -> None:
    assert struck(15, exposure="firing")[0].location == "Forehead"
    assert struck(9)[0].location == "Shoulder"


def test_low_velocity_example_and_its_erratum() -> None:
    hit, resolution = struck(9, 9, pen=7, dc=3, armor=Armor(body=2))
    assert (hit.points, hit.disabling) == (4, 0)
    assert armor(resolution) == "body PF 2, 9: EPF 5; PEN 7 - 5 = EPEN 2"
    assert note(resolution, "Damage") == "low velocity, DC 1: 4 PD"
    assert read(resolution, "6d") == ("2", "9")
    assert read(resolution, "6a_dc01") == ("Shoulder", "2")
    # A roll of 8 gives the figures that the example goes on with (X1).
    hit, resolution = struck(9, 8, pen=7, dc=3, armor=Armor(body=2))
    assert hit.points == 4
    assert armor(resolution) == "body PF 2, 8: EPF 4; PEN 7 - 4 = EPEN 3"
    assert note(resolution, "Damage") == "low velocity, DC 1: 4 PD"


def test_high_velocity_example() -> None:
    hit, resolution = struck(9, 8, pen=17, dc=6, armor=Armor(body=2))
    assert hit.points == 300
    assert armor(resolution) == "body PF 2, 8: EPF 4; PEN 17 - 4 = EPEN 13"
    assert note(resolution, "Damage") == "DC 6: 300 PD, disabled (double), shock 10"
    assert read(resolution, "6a_dc06") == ("Shoulder", "10")


def test_disabling_injury_example() -> None:
    hit, resolution = struck(12, pen=3, dc=2)
    assert hit == Struck(5, "Arm Bone", disabling=1, shock=20, roll=12)
    assert armor(resolution) == "PF 0; EPEN 3"
    assert note(resolution, "Damage") == "DC 2: 5 PD, disabled, shock 20"
    assert read(resolution, "6c") == ("Arm",)


def test_cover_example() -> None:
    shin, resolution = struck(93, cover=4, exposure="firing")
    assert note(resolution, "Where") == "Shin Bone (in the open, behind the cover)"
    assert armor(resolution) == "PF 0; PEN 17 - cover 4 = EPEN 13"
    assert shin.points == 200
    head, resolution = struck(2, cover=4, exposure="firing")
    assert note(resolution, "Where") == "Forehead (in the open, exposed)"
    assert armor(resolution) == "PF 0; EPEN 17"
    assert head.location == "Forehead"


# Every cell


@pytest.mark.parametrize("dc", CLASSES)
def test_every_cell_of_6a_and_of_its_shading(dc: int) -> None:
    cells, shaded = page(f"6a_dc{dc:02}"), page("6a_disabling")
    assert len(cells) == 39
    for location, row in cells.items():
        if location == WEAPON:
            assert struck(first(location), dc=dc)[0] == Struck(0, WEAPON, weapon_critical=True, roll=17)
            continue
        least = shaded.get(location, {}).get(str(dc), "")
        for epen, cell in row.items():
            hit = at(location, Fraction(epen), dc)
            assert hit.points == amount(cell), (location, epen)
            assert hit.location == location
            assert (hit.disabling > 0) == (bool(least) and Fraction(epen) >= Fraction(least)), (location, epen)
            assert (hit.shock > 0) == (hit.disabling > 0)


@pytest.mark.parametrize(
    ("column", "exposure"), [("Open", ""), ("Open", "exposed"), ("Fire", "firing"), ("Fire", "hidden")]
)
def test_every_roll_of_the_location(column: str, exposure: Exposure) -> None:
    seen = 0
    for location, cells in page("6a_roll").items():
        for roll in reach(cells[column]) if cells[column] else ():
            assert struck(roll, exposure=exposure)[0].location == location
            seen += 1
    assert seen == 100


def test_every_cell_of_6d() -> None:
    assert len(page("6d")) == 18
    for protection, cells in page("6d").items():
        for roll, epf in cells.items():
            hit, resolution = struck(23, int(roll), pen=int(epf) + 1, armor=Armor(body=int(protection)))
            assert hit.points > 0
            assert read(resolution, "6d") == (protection, roll)
            expected = f"body PF {protection}, {roll}: EPF {epf}; PEN {int(epf) + 1} - {epf} = EPEN 1"
            assert armor(resolution) == expected
            stopped, resolution = struck(23, int(roll), pen=int(epf), armor=Armor(body=int(protection)))
            assert stopped == Struck(0, "Lung", stopped=True, roll=23)
            assert armor(resolution).endswith("EPEN 0: stopped")


@pytest.mark.parametrize(("low", "high"), [(1, 60), (61, 120), (400, 440), (995, 1000)])
def test_armor_that_6d_does_not_list_follows_its_progression(low: int, high: int) -> None:
    book = phoenix().book
    with localcontext() as context:
        context.prec = 60
        for roll in range(10):
            grown = Decimal("2.42") ** (Decimal(roll + 1) / 10)
            for protection in range(low, high + 1):
                found = effective_armor(protection, roll, book, silently)
                reckoned = int((protection * grown).quantize(Decimal(1), ROUND_HALF_UP))
                if str(protection) in page("6d"):
                    assert abs(found - reckoned) <= 1
                else:
                    assert found == reckoned, (protection, roll)


def test_an_unlisted_protection_factor_is_ruled() -> None:
    _, resolution = struck(23, 4, armor=Armor(body=9))
    assert rulings(resolution) == ["O4"]
    assert armor(resolution) == "body PF 9, 4: EPF 14; PEN 17 - 14 = EPEN 3"


# The armor


def test_what_each_armor_covers() -> None:
    """O29: the helmet, the visor; 5D's asterisks, which go from its Shoulder to its Spine; limbs where said."""
    covers = {"Head Glance": "helm 1", "Forehead": "helm 1", "Eye - Nose": "visor 2", "Mouth": "visor 2"}
    torso = "Shoulder, Torso Glance, Base of Neck, Lung - Rib, Lung, Heart, Liver - Rib, Liver, Stomach - Rib, Stomach"
    torso += ", Stomach-Spleen, Stomach-Kidney, Liver - Kidney, Liver - Spine, Intestines, Spine"
    covers |= dict.fromkeys(torso.split(", "), "body 4")
    covers |= dict.fromkeys(("Neck Flesh", "Neck Spine", "Pelvis"), "")
    for location in page("6a_roll"):
        if location == WEAPON:
            continue
        expected = covers.get(location, "limbs 6")
        dice = (first(location), 0) if expected else (first(location),)
        _, resolution = struck(*dice, armor=PLATED, pen=100)
        assert armor(resolution).startswith(expected.replace(" ", " PF ") + ", 0" if expected else "PF 0;"), location


def test_body_shots_follow_5d() -> None:
    """Its names are 6A's but for four; what it does not mark, body armor does not cover (O9, O29)."""
    others = {"Shoulder Socket": "Shoulder", "Hip Socket": "Pelvis"}
    others |= {"Stomach - Kidney": "Stomach-Kidney", "Stomach - Spleen": "Stomach-Spleen"}
    for rolled, cells in page("5d").items():
        for roll in reach(rolled):
            dice = (roll, 0) if cells["Armored"] else (roll,)
            hit, resolution = struck(*dice, part="body", armor=Armor(body=4), pen=50)
            assert hit.location == others.get(cells["Location"], cells["Location"])
            assert hit.roll in reach(page("6a_roll")[hit.location]["Open"])
            assert read(resolution, "5d") == (rolled, "Location")
            assert ("O9" in rulings(resolution)) == cells["Location"].endswith("Socket")
            assert armor(resolution).startswith("body PF 4" if cells["Armored"] else "PF 0")


def test_without_armor_nothing_is_thrown_for_it() -> None:
    hit, resolution = struck(23, pen=Fraction(1, 10), dc=1)
    assert len(rolls(resolution)) == 1
    assert hit.points == amount(page("6a_dc01")["Lung"]["0.5"])
    assert rulings(resolution) == ["O6"]
    assert armor(resolution) == "PF 0; EPEN 0.1"
    assert rulings(struck(23, pen=Fraction(1, 2), dc=1)[1]) == []
    assert rulings(struck(23, pen=Fraction(1, 2), dc=2)[1]) == ["O6"]


def test_a_wound_under_the_first_column_is_shaded_as_that_is() -> None:
    assert at("Elbow", Fraction(1, 2), 2).disabling == 1
    assert at("Elbow", Fraction(1, 2), 1).disabling == 0
    assert at("Hand", Fraction(1, 2), 3).disabling == 1
    assert at("Shoulder", Fraction(1, 2), 2).disabling == 0


@pytest.mark.parametrize(
    ("pen", "needed"),
    [
        (4, "PF is too high: no roll lets it through"),
        (6, "2 or less to penetrate"),
        (10, "8 or less to penetrate"),
        (11, ""),
    ],
)
def test_the_throw_says_what_it_needs(pen: int, needed: str) -> None:
    _, resolution = struck(23, 0, pen=pen, armor=Armor(body=4))
    assert rolls(resolution)[1].needed == needed


@pytest.mark.parametrize(
    ("pen", "kind", "ruled"),
    [(Fraction(99, 10), "low velocity, DC 1: ", []), (10, "DC 6: ", ["O5"]), (Fraction(101, 10), "DC 6: ", [])],
)
def test_penetration_equal_to_the_armor_is_full_damage(pen: Number, kind: str, ruled: list[str]) -> None:
    _, resolution = struck(23, 2, pen=pen, armor=Armor(body=4))
    assert armor(resolution).startswith("body PF 4, 2: EPF 5;")
    assert note(resolution, "Damage").startswith(kind)
    assert rulings(resolution) == ruled


def test_weapon_critical_throws_no_glancing_roll() -> None:
    hit, resolution = struck(17, armor=PLATED)
    assert hit == Struck(0, WEAPON, weapon_critical=True, roll=17)
    assert rulings(resolution) == ["O30"]


@pytest.mark.parametrize(("dc", "read_as"), [(0, 1), (11, 10), (14, 10)])
def test_damage_classes_beyond_the_table(dc: int, read_as: int) -> None:
    assert at("Lung", 5, dc).points == amount(page(f"6a_dc{read_as:02}")["Lung"]["5"])


def test_the_mended_columns_say_so() -> None:
    for epen, ruled in [(1, []), (2, ["O14"]), (9, ["O14"]), (10, [])]:
        assert rulings(struck(23, pen=epen, dc=8)[1]) == ruled
    assert rulings(struck(23, pen=5, dc=7)[1]) == []


# A target's exposure, and the part of it that is aimed at


@pytest.mark.parametrize("exposure", ["looking", "dug in"])
@pytest.mark.parametrize("part", ["", "head"])
def test_of_who_looks_over_cover_only_the_head_is_hit(exposure: Exposure, part: BodyPart) -> None:
    for roll, location in [(2, "Head Glance"), (3, "Forehead"), (21, "Eye - Nose"), (22, "Mouth")]:
        hit, resolution = struck(roll, exposure=exposure, part=part)
        assert hit.location == location
        assert (rolls(resolution)[0].low, rolls(resolution)[0].high) == (0, 22)
        assert "O26" in rulings(resolution)
    with pytest.raises(BadDice):
        struck(23, exposure=exposure, part=part)


@pytest.mark.parametrize(
    ("part", "column", "low", "high"), [("head", "Fire", 0, 32), ("legs", "Open", 57, 99), ("body", "", 0, 99)]
)
@pytest.mark.parametrize("cover", [0, 4])
def test_what_is_thrown_for_a_part(part: BodyPart, column: str, low: int, high: int, cover: int) -> None:
    places = {roll: name for name, cells in page("6a_roll").items() for roll in reach(cells.get(column) or "1-0")}
    for roll in range(low, high + 1):
        hit, resolution = struck(roll, part=part, cover=cover)
        assert (rolls(resolution)[0].low, rolls(resolution)[0].high) == (low, high)
        assert not column or hit.location == places[roll]
        assert note(resolution, "Where").startswith(f"{hit.location} (aimed at the {part}")
        assert hit.roll in reach(page("6a_roll")[hit.location]["Open"])


PARTS: tuple[BodyPart, ...] = ("head", "body", "legs")


def test_the_head_of_who_fires_over_cover_can_be_aimed_at_and_no_more() -> None:
    shooter, encounter = Skirmish("phoenix-advanced"), _advanced().encounter
    shooter.join("Trent", Soldier())
    shown: tuple[Exposure, ...] = ("firing", "looking", "dug in")
    for exposure in shown:
        mark = AimedTarget("", "Guard", Soldier(exposure=exposure))
        check_target(shooter.one("Trent"), mark, How(part="head"), encounter)
        check_target(shooter.one("Trent"), mark, How(), encounter)
        for part in PARTS[1:]:
            with pytest.raises(Refusal, match=r"only at the head\. Use how: head, or leave it out"):
                check_target(shooter.one("Trent"), mark, How(part=part), encounter)
    for part in PARTS:
        check_target(shooter.one("Trent"), AimedTarget("", "Guard", Soldier()), How(part=part), encounter)


def test_near_another_hit_the_open_column_is_thrown_on() -> None:
    near = Reach(0, 26)
    shown: list[tuple[Exposure, BodyPart]] = [("", ""), ("firing", ""), ("looking", "head"), ("", "legs")]
    for exposure, part in shown:
        hit, resolution = struck(20, near=near, exposure=exposure, part=part)
        assert (hit.location, hit.roll) == ("Base of Neck", 20)
        assert (rolls(resolution)[0].low, rolls(resolution)[0].high) == (0, 26)
        assert note(resolution, "Where") == "Base of Neck (near the first)"


# Cover


@pytest.mark.parametrize(
    ("exposure", "shown"), [("firing", 99), ("looking", 22), ("dug in", 22), ("hidden", -1), ("exposed", -1), ("", -1)]
)
def test_what_of_somebody_is_behind_nonblocking_cover(exposure: Exposure, shown: int) -> None:
    """A whole target in the open column; above the cover the Fire column has the part for a target so exposed."""
    for location, cells in page("6a_roll").items():
        if location == WEAPON:
            continue
        _, resolution = struck(first(location), pen=20, cover=4, exposure=exposure)
        exposed = bool(cells["Fire"]) and reach(cells["Fire"])[0] <= shown
        assert armor(resolution) == ("PF 0; EPEN 20" if exposed else "PF 0; PEN 20 - cover 4 = EPEN 16")


def test_cover_does_not_make_a_shot_low_velocity() -> None:
    """O48: EPEN is compared with EPF alone."""
    hit, resolution = struck(23, 0, pen=20, cover=Fraction(21, 2), armor=Armor(body=4), exposure="hidden")
    assert armor(resolution) == "body PF 4, 0: EPF 4; PEN 20 - cover 10.5 - 4 = EPEN 5.5"
    assert hit.points == amount(page("6a_dc06")["Lung"]["5"])
    assert rulings(resolution) == ["O48"]
    slow, resolution = struck(23, 0, pen=20, cover=13, armor=Armor(body=4), exposure="hidden")
    assert note(resolution, "Damage").startswith("low velocity, DC 1")
    assert slow.points == amount(page("6a_dc01")["Lung"]["3"])
    assert rulings(resolution) == []


def test_cover_that_takes_all_leaves_nothing_to_throw_for() -> None:
    hit, resolution = struck(23, pen=4, cover=4, armor=Armor(body=4), exposure="hidden")
    assert hit.stopped
    assert len(rolls(resolution)) == 1
    assert armor(resolution) == "body PF 4; PEN 4 - cover 4 = EPEN 0: stopped"


# What disables


def test_every_row_of_6a_has_its_row_in_3a() -> None:
    assert list(body.SIMPLIFIED) == list(page("6a_roll")) == list(page("6a_dc01"))
    assert set(body.SIMPLIFIED.values()) == set(page("3a"))


def test_shock_of_all_that_is_ever_disabled() -> None:
    """O45: Mouth, Neck Spine and Base of Neck, Heart and Liver - Spine, Elbow and Forearm are under other names."""
    assert list(body.SHOCK) == list(page("6a_disabling"))
    points = {"Thigh": 80, "Knee": 50, "Shin": 50, "Ankle": 20, "Hand": 10, "Shoulder": 10}
    points |= {"Arm": 20, "Elbow": 20, "Forearm": 20}
    for location in page("6a_disabling"):
        expected = points.get(location.split(" ")[0], 400)
        assert at(location, 5, 6).shock == expected, location


def test_the_drugged_are_disabled_where_3a_has_two_asterisks() -> None:
    """O32; 3A has ** for Upper Arm - Bone from DC 6 on, and shock is of the injuries that are felt."""
    assert at("Arm Bone", 5, 5, drugged=True).disabling == 1
    assert at("Arm Bone", 5, 5, drugged=True).shock == 0
    assert at("Arm Bone", 5, 6, drugged=True).disabling == 2
    assert at("Arm Bone", 5, 6, drugged=True).shock == 20
    _, resolution = struck(12, pen=5, dc=5, drugged=True)
    assert note(resolution, "Damage") == "DC 5: 100 PD, not disabled (drugged)"
    assert "O32" in rulings(resolution)
    # The spine has no asterisks there at all. nor has what 6A does not shade, drugs or no.
    assert at("Spine", 5, 10, drugged=True) == Struck(20_000 * 10, "Spine", disabling=1, roll=first("Spine"))
    assert at("Arm Glance", 5, 10, drugged=True).disabling == 0


@pytest.mark.parametrize(
    ("location", "epen", "dc", "asterisks"),
    [
        ("Arm Bone", 1, 2, 1),  # 6A's shading begins at 1.5
        ("Spine", 5, 6, 0),  # 6A shades it
        ("Leg Glance", 1, 4, 1),  # 6A does not
        ("Shoulder", 1, 4, 2),
        ("Thigh Flesh", 1, 2, 0),
        ("Heart", 5, 10, 0),  # "Dead" in 3A
        ("Pelvis", 5, 10, 0),
    ],
)
def test_without_thresholds_3a_says_what_disables(location: str, epen: Number, dc: int, asterisks: int) -> None:
    hit = at(location, epen, dc, disabling="off")
    assert (hit.disabling, hit.shock, hit.dead) == (asterisks, 0, False)
    assert hit.points == at(location, epen, dc).points


def test_low_velocity_disables_by_its_own_column() -> None:
    """3A has * for a Low Velocity thigh bone, ** at DC 6; 6A shades DC 1 from 2 on."""
    hit, resolution = struck(first("Thigh Bone"), 9, pen=12, dc=6, armor=Armor(limbs=4))
    assert armor(resolution) == "limbs PF 4, 9: EPF 10; PEN 12 - 10 = EPEN 2"
    assert (hit.points, hit.disabling, hit.shock) == (1, 1, 80)
    assert read(resolution, "3a") == ("Thigh - Bone", "Low Velocity")
    assert read(resolution, "6a_disabling") == ("Thigh Bone", "1")


# How it is told


def test_the_steps_of_a_burst_are_numbered() -> None:
    scene = Scene(_advanced().encounter, ScriptedDice([23, 4]), phoenix().book)
    projectile = Projectile(17, 6)
    strike(Soldier(armor=Armor(body=2)), projectile, scene, victim_name="Guard 2", hit=2)
    scene.conclude("")
    [part] = scene.parts
    assert [(roll.label, roll.why) for roll in rolls(part.resolution)] == [
        ("Where 2", "where Guard 2 is hit"),
        ("Armor 2", "how it meets Guard 2’s armor"),
    ]
    assert note(part.resolution, "Damage 2") == "DC 6: 200 PD"


def test_locations_in_a_sentence() -> None:
    assert [place_words(name) for name in page("6a_roll")] == [
        "head glance", "forehead", "eye/nose", "mouth", "neck (flesh)", "neck spine", "shoulder glance", "shoulder",
        "arm glance", "arm (flesh)", "arm (bone)", "elbow", "forearm (flesh)", "forearm (bone)", "hand",
        "weapon critical", "torso glance", "base of neck", "lung/rib", "lung", "heart", "liver/rib", "liver",
        "stomach/rib", "stomach", "stomach/spleen", "stomach/kidney", "liver/kidney", "liver/spine", "intestines",
        "spine", "pelvis", "leg glance", "thigh (flesh)", "thigh (bone)", "knee", "shin (flesh)", "shin (bone)",
        "ankle/foot",
    ]  # fmt: skip
    assert [place_words(name) for name in ("Upper Arm - Flesh", "Shin - Foot", "Eye-Nose", "Weapon")] == [
        "upper arm (flesh)", "shin/foot", "eye/nose", "weapon",
    ]  # fmt: skip


# Properties

LOCATIONS = st.sampled_from([name for name in page("6a_roll") if name != WEAPON])
TENTHS = st.integers(1, 250).map(lambda tenths: Fraction(tenths, 10))


@given(location=LOCATIONS, dc=st.sampled_from(CLASSES), one=TENTHS, other=TENTHS)
def test_more_penetration_never_does_less(location: str, dc: int, one: Number, other: Number) -> None:
    less, more = sorted((one, other))
    assert at(location, less, dc).points <= at(location, more, dc).points
    assert at(location, less, dc).disabling <= at(location, more, dc).disabling


@given(location=LOCATIONS, classes=st.tuples(st.sampled_from(CLASSES), st.sampled_from(CLASSES)), data=st.data())
def test_a_higher_damage_class_never_does_less(location: str, classes: tuple[int, int], data: st.DataObject) -> None:
    """At what both pages print a column for."""
    lower, higher = sorted(classes)
    columns = [epen for epen in page(f"6a_dc{lower:02}")[location] if epen in page(f"6a_dc{higher:02}")[location]]
    epen = Fraction(data.draw(st.sampled_from(columns)))
    assert at(location, epen, lower).points <= at(location, epen, higher).points


@given(
    location=LOCATIONS,
    dc=st.sampled_from(CLASSES),
    pen=TENTHS,
    protection=st.integers(1, 40),
    glances=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)
def test_a_better_glance_never_hurts_more(
    location: str, dc: int, pen: Fraction, protection: int, glances: tuple[int, int]
) -> None:
    worn = Armor(protection, protection, protection, protection)
    bare = at(location, pen, dc).points
    if location in ("Neck Flesh", "Neck Spine", "Pelvis"):
        assert at(location, pen, dc, armor=worn).points == bare
        return
    better, worse = (struck(first(location), glance, pen=pen, dc=dc, armor=worn)[0] for glance in sorted(glances))
    assert bare >= better.points >= worse.points
    assert worse.stopped or not better.stopped
