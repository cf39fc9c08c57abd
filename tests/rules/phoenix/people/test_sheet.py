"""Sheet lines of Phoenix Command: the fighter, their weapons and equipment, refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.records.model import Ammunition, Profile, Spare
from rules.phoenix.basics.soldier import Armor, Characteristics, Equipment, Soldier, soldier
from rules.phoenix.people.sheets.sheet import profile, state_terms, with_state
from rules.words.sheet import MOST_CHARACTERS, read
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
CLOTHING = Equipment("Clothing")


def of(line: str) -> Profile:
    return profile(line, BOOK.arms, BOOK)


def state(line: str) -> Soldier:
    return soldier(of(line))


def rounds(line: str) -> list[tuple[str, Ammunition | None]]:
    return [(carried.weapon.name, carried.ammunition) for carried in of(line).carried]


def test_physical_damage_from_before() -> None:
    assert state("PD 3500, HLT 10").physical_damage == 3500
    assert state("M16, PD 0").wounds == state("M16").wounds == ()
    skirmish = Skirmish()
    skirmish.sheet("Hurt", "HLT 10, physical damage 30")
    wound = skirmish.state("Hurt").wounds[0]
    assert (wound.points, wound.disabling, wound.at) == (30, 0, Clock(0, 4))
    assert len(skirmish.encounter.agenda) == 1  # its Critical Time Period


class TestNumbersAsPeopleWriteThem:
    @pytest.mark.parametrize("line", ["M16, no spares", "no magazines, M16", "M870 no shells", "M16, AP, no mags"])
    def test_none(self, line: str) -> None:
        [(_, ammunition)] = rounds(line)
        assert ammunition is not None and (ammunition.spares, ammunition.loaded) == ((), ammunition.capacity)

    @pytest.mark.parametrize("line", ["M 61 x3", "3x M 61", "3 x M 61", "M 61 x 3", "m61 X3", "M 61 3×"])
    def test_times(self, line: str) -> None:
        assert rounds(line) == [("M 61", Ammunition("grenades", 1, 1, (Spare(1, 2),)))]

    @pytest.mark.parametrize("line", ["canteen x2", "2x canteen"])
    def test_times_a_piece_of_equipment(self, line: str) -> None:
        assert state(line).equipment == (Equipment("Canteen (full)", 2),)

    @pytest.mark.parametrize("line", ["no skill", "M16, no loaded", "M16, no M92F", "no"])
    def test_what_there_cannot_be_none_of(self, line: str) -> None:
        with pytest.raises(BadSheet, match=r"I don't know “no” \(known"):
            of(line)

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("str 30", "“STR” is 1 to 21, not 30"),
            ("hlt", "“HLT” needs a number from 1 to 21"),
            ("Gun combat skill level 21", "“gun combat skill level” is 0 to 20, not 21"),
            ("sal 3.5", "“SAL” takes whole numbers"),
            ("kv 5, KV 6", "“KV” contradicts"),
        ],
    )
    def test_refusals_name_them_as_the_book_does(self, line: str, told: str) -> None:
        with pytest.raises(BadSheet, match=told):
            of(line)


class TestWho:
    def test_a_skill_or_a_characteristic_makes_a_character(self) -> None:
        assert state("skill 8, STR 16, AGI 10").characteristics == Characteristics(16, 10, 10, 10, 10)
        assert state("strength 16 health 7").characteristics == Characteristics(16, 10, 10, 7, 10)
        found = state("skill 8 STR 16 AGI 10 M16")
        assert (found.weight, found.base_speed, found.maximum_speed) == (1500, "3", 6)
        assert (found.sal, found.isf, found.actions, found.knockout_value) == (14, 24, 7, 40)

    def test_without_a_skill_what_needs_it_stays_open(self) -> None:
        found = state("STR 16, WIL 12")
        assert (found.sal, found.isf, found.actions, found.knockout_value) == (None, None, None, None)
        assert (found.base_speed, found.maximum_speed) == ("3.5", 7)

    @pytest.mark.parametrize("line", ["standing", "armor 16, KV 20", "SAL 14, prone, M16"])
    def test_anybody_else_is_only_what_the_line_says(self, line: str) -> None:
        found = state(line)
        assert (found.characteristics, found.skill, found.actions, found.isf) == (None, None, None, None)
        assert (found.base_speed, found.maximum_speed, found.weight, found.equipment) == ("", None, None, ())

    def test_given_values_count_whatever_they_would_come_to(self) -> None:
        found = state("skill 8, SAL 3, ISF 20, CA 12, KV 7, MS 4, base speed 1.5, encumbrance 33.3")
        assert (found.skill, found.sal, found.isf, found.actions, found.knockout_value) == (8, 3, 20, 12, 7)
        assert (found.maximum_speed, found.base_speed, found.weight) == (4, "1.5", 3330)
        assert state("skill 8, SAL 3").isf == 13
        assert state("Line, CA 6, KV 30").actions == 6

    @pytest.mark.parametrize(
        ("line", "name"),
        [
            ("M16, skill 8", "Soldier"),
            ("Line, M16", "Line"),
            ("armored elite, M16", "Elite (armored)"),
            ("skill 8", "Soldier"),
            ("SAL 8", "Soldier"),
            ("vehicle 16", "Vehicle"),
            ("prone", "Target"),
        ],
    )
    def test_names(self, line: str, name: str) -> None:
        assert of(line).name == name

    def test_the_line_is_kept_and_reads_back(self) -> None:
        first = of("  skill 8,   M16  ")
        assert first.sheet == "skill 8, M16"
        assert of(first.sheet) == first


class TestWeapons:
    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("M16", [("M16", Ammunition("rounds", 30, 30, (Spare(30, 2),)))]),
            (
                "M16, AP, magazines 3, loaded 12, M92F, JHP",
                [
                    ("M16", Ammunition("rounds", 30, 12, (Spare(30, 3, "AP"),), "AP")),
                    ("M92F", Ammunition("rounds", 15, 15, (Spare(15, 2, "JHP"),), "JHP")),
                ],
            ),
            ("M16, spares 0", [("M16", Ammunition("rounds", 30, 30))]),
            ("M16 0 mags loaded 0", [("M16", Ammunition("rounds", 30, 0))]),
            ("M16 unlimited", [("M16", Ammunition("rounds", 30, 30, None))]),
            ("MG3, 3 belts", [("MG3", Ammunition("rounds", 100, 100, (Spare(100, 3),)))]),
            (
                "M870, slug",
                [("Remington M870", Ammunition("rounds", 7, 7, (Spare(1, 14, "Slug"),), "Slug"))],
            ),
            (
                "M870, slug, 5 shells, shot shells 9",
                [("Remington M870", Ammunition("rounds", 7, 7, (Spare(1, 5, "Slug"), Spare(1, 9, "Shot")), "Slug"))],
            ),
            (
                "M16, AP magazines 1, FMJ magazines 2",
                [("M16", Ammunition("rounds", 30, 30, (Spare(30, 1, "AP"), Spare(30, 2, "FMJ"))))],
            ),
            ("M16 AP magazines 1", [("M16", Ammunition("rounds", 30, 30, (Spare(30, 1, "AP"),), "AP"))]),
            ("M203 HE rounds 4", [("M203", Ammunition("rounds", 1, 1, (Spare(1, 4, "HE"),), "HE"))]),
            ("LAW 80", [("LAW 80", Ammunition("rounds", 1, 1))]),
            ("M19", [("M19", Ammunition("rounds", 50, 50))]),
            ("M67", [("M 67", Ammunition("grenades", 1, 1))]),
            ("3 M67", [("M 67", Ammunition("grenades", 1, 1, (Spare(1, 2),)))]),
            ("3 M 61", [("M 61", Ammunition("grenades", 1, 1, (Spare(1, 2),)))]),
            ("M 26 A2 3", [("M 26 A2 (USA)", Ammunition("grenades", 1, 1, (Spare(1, 2),)))]),
        ],
    )
    def test_rounds(self, line: str, expected: list[tuple[str, Ammunition]]) -> None:
        assert rounds(line) == expected

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("M16 HEAT", "The M16 has no “HEAT”. It fires FMJ, JHP or AP"),
            ("M16 shot magazines 2", "The M16 has no “Shot”. It fires FMJ, JHP or AP"),
            ("M16 loaded 31", "The M16 holds at most 30 rounds, not 31"),
            ("M16 rounds 60", "The M16 is loaded by the magazine of 30: use 2 magazines"),
            ("M870 magazines 2", "The Remington M870 is loaded by the round: use 14 rounds"),
            ("LAW 80, spares 2", "The LAW 80 fires once only: leave spares out"),
        ],
    )
    def test_refused(self, line: str, told: str) -> None:
        with pytest.raises(BadSheet) as refused:
            of(line)
        assert told in str(refused.value)


class TestBurden:
    @pytest.mark.parametrize(
        ("line", "weight"),
        [
            ("skill 4", 500),
            ("skill 4, no clothing", 0),
            ("skill 4, clothing", 500),
            ("skill 4, M16", 800 + 200 + 500),
            ("skill 4, M16, spares 0", 800 + 500),
            ("skill 4, M16 unlimited", 800 + 500),
            ("skill 4, M870 14 shells", 880 + 182 + 500),
            ("skill 4, 3 M67", 270 + 500),
            ("skill 4, 2 canteens, radio, smoke grenade 3", 500 + 1200 + 300 + 500),
            ("skill 4, medium rigid, medium rigid helmet, visor", 1500 + 400 + 80 + 500),
            ("skill 4, armor 16, helm 16, visor 4", 1500 + 400 + 80 + 500),
            ("skill 4, armor 12", 500),
            ("skill 4, armor 6", 500),
            ("Line (armored)", 400 + 2400 + 500),
            ("skill 4, M16, encumbrance 3.25", 325),
        ],
    )
    def test_encumbrance(self, line: str, weight: int) -> None:
        assert state(line).weight == weight

    def test_what_is_worn_is_on_the_sheet(self) -> None:
        found = state("skill 4, heavy flexible armor, rigid helmet, rigid visor, bayonet, 2 canteens")
        assert found.armor == Armor(10, 4, 9, 0)
        assert found.equipment == (
            Equipment("Bayonet"),
            Equipment("Canteen (full)", 2),
            Equipment("Rigid helmet"),
            Equipment("Rigid visor"),
            Equipment("Heavy Flexible body armor"),
            CLOTHING,
        )

    @pytest.mark.parametrize(
        ("line", "armor"),
        [
            ("armor 16", Armor(body=16)),
            ("body armor 16, helmet 10, limbs 4, visor", Armor(10, 4, 16, 4)),
            ("medium rigid", Armor(body=16)),
            ("medium rigid body armour", Armor(body=16)),
            ("light flexible armor", Armor(body=4)),
            ("visor 6", Armor(visor=6)),
            ("Elite (armored), helm 30", Armor(30, 0, 30, 0)),
            ("armor 200", Armor(body=200)),
        ],
    )
    def test_armor(self, line: str, armor: Armor) -> None:
        assert state(line).armor == armor


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kneeling exposed", {"position": "kneeling", "exposure": "exposed"}),
        ("prone", {"position": "prone", "exposure": ""}),
        ("looking over cover", {"exposure": "looking"}),
        ("looking around cover", {"exposure": "looking"}),
        ("looking", {"exposure": "looking"}),
        ("firing over cover", {"exposure": "firing"}),
        ("firing around cover", {"exposure": "firing"}),
        ("in the open", {"exposure": "exposed", "position": "standing"}),
        ("behind cover", {"exposure": "hidden"}),
        ("hidden", {"exposure": "hidden"}),
        ("dug in", {"exposure": "dug in"}),
        ("standing", {"position": "standing", "exposure": "", "firing_stance": True}),
        ("from the hip", {"firing_stance": False}),
        ("hip", {"firing_stance": False}),
        ("firing stance", {"firing_stance": True, "exposure": ""}),
        ("facing 90", {"facing": 90}),
        ("facing: 360", {"facing": 0}),
        ("facing north", {"facing": 0}),
        ("facing SE", {"facing": 135}),
        ("facing w", {"facing": 270}),
        ("drugged", {"drugged": True}),
        ("unspotted", {"spotted": False}),
        ("duck never", {"duck": "never"}),
        ("duck: when fired upon", {"duck": "when fired upon"}),
        ("duck ask", {"duck": "ask"}),
        ("running", {"moved": 1}),
        ("ducking", {"ducked": Clock()}),
        ("appearing", {"appeared": Clock()}),
        ("vehicle 16", {"vehicle": 16}),
    ],
)
def test_states(line: str, expected: dict[str, object]) -> None:
    found = state(line)
    assert {key: getattr(found, key) for key in expected} == expected


def test_state_words_change_somebody_who_is_there() -> None:
    known = Soldier(sal=14, armor=Armor(10, 4, 16, 0), drugged=True, moved=3)
    line = "helm 12, kneeling, not drugged, spotted, moving, appearing"
    changed = with_state(read(line, state_terms()), known, Clock(7, 2))
    assert (changed.sal, changed.armor, changed.position) == (14, Armor(12, 4, 16, 0), "kneeling")
    assert (changed.drugged, changed.spotted, changed.moved, changed.appeared) == (False, True, 3, Clock(7, 2))
    assert with_state({}, known) == known


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("skill 21", "“skill” is 0 to 20, not 21."),
        ("STR 0", "“STR” is 1 to 21, not 0."),
        ("agility 22", "“agility” is 1 to 21, not 22."),
        ("encumbrance 500", "“encumbrance” is 0 to 200, not 500."),
        ("CA 25", "“CA” is 1 to 24, not 25."),
        ("MS 0", "“MS” is 1 to 13, not 0."),
        ("skil 8", "I don't know “skil 8” (nearest: skill)."),
        ("kneeling, prone", "“prone” contradicts an earlier word."),
        ("medium rigid, armor 4", "“armor” contradicts an earlier word."),
        ("Line, Elite", "“elite” contradicts an earlier word."),
        ("rolled, M16", "“rolled” needs a skill: add skill 0 to 20."),
        (
            "rolled, skill 4, STR 9, HLT 3",
            "“rolled” throws all five characteristics: leave it out, or STR, HLT.",
        ),
        (
            "Line, skill 8",
            "Line troops have skill 4: leave the skill out, or the troop.",
        ),
        (
            "skill 4, AGS-17, magazines 3",
            "Everything together weighs 217.5 lb, and table 1A ends at 200: leave something out, or"
            " give an encumbrance of 0 to 200.",
        ),
    ],
)
def test_refused(line: str, sentence: str) -> None:
    with pytest.raises(BadSheet) as refused:
        of(line)
    assert str(refused.value) == sentence


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(BadSheet) as refused:
        of("skill 21, STR 0, M61 Vulcan, blue")
    assert len(refused.value.problems) == 4


@pytest.mark.parametrize("line", ["", " , ", "...", "🙂", "x" * 6000, "M16 " * 2000, "skill ٣"])
def test_nonsense(line: str) -> None:
    with pytest.raises(BadSheet) as refused:
        of(line)
    assert str(refused.value).endswith(".") and len(str(refused.value)) < 1000


FIGURES = ["16", "8", "21", "0", "15.8", "2", "99", "lb"]
SOMEBODY = ["skill", "STR", "Line", "armored", "rolled", "encumbrance", "vehicle", "prone", "looking", "over", "cover"]
THINGS = ["M16", "M67", "AP", "Slug", "loaded", "magazines", "rounds", "HK53", "TNT", "canteen", "medium", "rigid"]
OTHERS = ["armor", "helmet", "visor", "limbs", "facing", "north", "duck", "ask", "🙂", ",", ",", "-"]
WORDS = [*FIGURES, *SOMEBODY, *THINGS, *OTHERS]


@examples(60)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=MOST_CHARACTERS))
def test_any_line_is_somebody_or_refused(line: str) -> None:
    try:
        found = of(line)
    except Refusal as refusal:
        assert isinstance(refusal, BadSheet) and str(refusal).endswith(".") and len(str(refusal)) < 2000
    else:
        assert of(found.sheet) == found
