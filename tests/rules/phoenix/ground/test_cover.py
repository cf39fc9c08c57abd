"""Blocking and Nonblocking Cover (3.8): what is listed, how it is said, what gets through."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.game.entries import codec
from rules.engine.map.pieces import lay
from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Chart, Fire, Move, Switch
from rules.engine.records.steps import Note
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Cover, Soldier
from rules.phoenix.ground.cover import as_projectile_finds, in_cover, parse_cover
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import Number
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.each import each
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, total

LISTED = {
    "automobile door": "2",
    "elevator door": "4",
    "exterior wood door": "2",
    "heavy wood gate": "5",
    "interior wood door": "0.3",
    "metal fire door": "6",
    "brick wall 6 inch": "370",
    "brick wall 12 inches": "980",
    "cinder block wall": "4",
    "cinder block wall earth filled": "25",
    "cinder block wall concrete filled": "460",
    "interior plaster wall": "0.3",
    "exterior stucco wall": "1",
    "log timber wall": "22",
    "asphalt - shingle roof": "2",
    "tile - slate roof": "4",
    "house floor": "1",
    "high rise floor": "260",
    "common furniture": "1",
    "55 gallon drum water filled": "8",
    "55 gallon drum earth filled": "85",
    "55 gallon drum concrete filled": "3200",
    "horse": "18",
    "railroad tie": "20",
    "telephone pole": "30",
    "light woods": "1",
    "medium woods": "4",
    "heavy woods 10 hexes": "17",
}
THIN = ("0.12", ".25", ".5", ".75", "1", "2", "4")
THICK = ("6", "8", "10", "12", "16", "24", "36")
MATERIALS = {
    ("aluminum", THIN): "1 4 9 16 24 64 170",
    ("bullet proof glass", THIN): "0.5 1 3 6 8 22 58",
    ("fiberglass", THIN): "0.4 1 3 5 7 18 181",
    ("steel", THIN): "6 16 42 75 110 300 780",
    ("steel armor plate", THIN): "11 30 79 140 210 550 1500",
    ("titanium armor plate", THIN): "5 13 35 62 93 250 650",
    ("wood", THIN): "0.3 0.5 1 1 2 4 7",
    ("concrete", THICK): "450 680 930 1200 1800 3200 5600",
    ("earth (hand packed)", THICK): "20 27 34 40 54 80 120",
    ("earth (hard ground)", THICK): "24 32 41 48 65 96 140",
    ("rock", THICK): "900 1300 1800 2400 3600 6400 11000",
    ("sand (loose)", THICK): "11 15 19 23 30 45 68",
    ("water", THICK): "1 2 2 2 3 5 7",
    ("wood", THICK): "11 15 18 22 29 44 66",
}
THICKNESSES = [
    (f"{material} {inches} inches", pf)
    for (material, columns), row in MATERIALS.items()
    for inches, pf in zip(columns, row.split(), strict=True)
]


def read(text: str) -> Cover | None:
    return parse_cover(text, phoenix().book)


@pytest.mark.parametrize(("name", "pf"), LISTED.items())
def test_everything_that_is_listed_is_found_by_its_name(name: str, pf: str) -> None:
    article = "an" if name[0] in "aei" else "a"
    for words in (f"behind {name}", f"cover {name}", f"Behind {article} {name.upper()}"):
        cover = read(words)
        assert cover and cover.pf == pf


@each(THICKNESSES)
def test_materials_by_thickness(material: tuple[str, str]) -> None:
    name, pf = material
    cover = read(f"behind {name}")
    assert cover and cover.pf == pf


@pytest.mark.parametrize(
    ("text", "pf"),
    [
        ("behind wood 3 inches", "4"),
        ("behind wood 5.9", "7"),
        ("behind rock 100 inches", "11000"),
        ("behind steel .2 inches", "6"),
        ("behind light woods 25 hexes", "2.5"),
        ("behind heavy woods 3", "5.1"),
        ("cover PF 4", "4"),
        ("behind cover PF 0.3", "0.3"),
    ],
)
def test_between_thicknesses_the_thinner_counts_and_woods_by_the_hex(text: str, pf: str) -> None:
    cover = read(text)
    assert cover and cover.pf == pf


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("behind concrete 5", r"Table 7C has Concrete from 6 inches up, not 5\. Give its Protection Factor"),
        ("behind the moon", "I don't know “behind the moon”"),
        ("cover PF 0", "above 0"),
        ("behind horse, cover PF 4", "cover PF 4"),
        ("inches", r"What is the cover\? Use behind interior"),
    ],
)
def test_what_is_no_cover_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadSheet, match=said):
        read(text)


@pytest.mark.parametrize(
    ("pen", "pf", "blocks"),
    [(17, "17", True), (17, "16.9", False), (Fraction(3, 10), "0.3", True), (Fraction(4, 10), "0.3", False)],
)
def test_a_penetration_equal_to_the_protection_factor_is_blocked(pen: Number, pf: str, blocks: bool) -> None:
    found = as_projectile_finds(AimedTarget("", "Bob", Soldier(exposure="looking")), Cover("it", pf), pen)
    assert found.behind and found.behind.blocking == blocks
    assert found.behind.exposure == "looking"
    assert found.state.exposure == ("looking" if blocks else "exposed")


def yard(line: str = "exposed", weapon: str = "M92F", preset: str = "phoenix-advanced") -> Skirmish:
    """Trent, and Bob ten hexes away as the line says."""
    skirmish = Skirmish(preset)
    skirmish.sheet("Trent", f"SAL 0, {weapon}, exposed", at="A1")
    skirmish.sheet("Bob", f"KV 20, AKM 47, {line}", at="A11")
    return skirmish


def shot(skirmish: Skirmish, *dice: int, how: str = "") -> Resolution:
    return skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6, how=how), *dice)


def test_a_shin_is_behind_the_cover_and_a_forehead_is_not() -> None:
    """The example of 3.8: of a man firing over Nonblocking Cover 93 is the shin, behind it, and 02 the forehead, which
    shows. PEN 2.4 of a 9mm at 10 hexes less PF 1 is 1.4; DC 3 does 2 PD at 1 and 20,000 PD at 2."""
    for how, line in (
        ("", "firing over cover, behind exterior stucco wall"),
        ("behind exterior stucco wall", "exposed"),
    ):
        shin = shot(yard(line), 0, 93, how=how)
        assert "HIT, shin (bone), 2 PD" in shin.outcome
        assert note(shin, "Cover") == (
            "behind Exterior Stucco Wall, PF 1 against PEN 2.4: nonblocking, so the whole target counts"
        )
        assert "HIT, forehead, 20,000 PD" in shot(yard(line), 0, 2, 99, how=how).outcome


def test_without_the_cover_the_shin_fares_worse() -> None:
    assert "HIT, shin (bone), 4 PD" in shot(yard(), 0, 93, 99).outcome


def test_all_of_a_man_behind_nonblocking_cover_is_the_target() -> None:
    """Standing +7 instead of firing over cover 0."""
    over = total(shot(yard("firing over cover"), 99), "Accuracy")
    assert total(shot(yard("exposed"), 99), "Accuracy") == over + 7
    assert total(shot(yard("firing over cover, behind interior wood door"), 99), "Accuracy") == over + 7
    assert total(shot(yard("firing over cover, behind brick wall 6 inch"), 99), "Accuracy") == over
    assert total(shot(yard("kneeling, firing over cover, cover PF 1"), 99), "Accuracy") == over + 6


def test_blocking_cover_is_fired_over_as_ever() -> None:
    result = shot(yard("firing over cover, cover PF 2.4"), 0, 2, 99)
    assert "head glance" in result.outcome
    assert note(result, "Cover") == "behind cover, PF 2.4 against PEN 2.4: blocking"


def test_a_burst_meets_the_cover_as_well() -> None:
    skirmish = yard("firing over cover, behind exterior stucco wall", "MP5")
    result = skirmish.order(Burst(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6), 99)
    assert "behind Exterior Stucco Wall, PF 1 against PEN 2.5: nonblocking" in note(result, "Cover")


def test_who_is_hidden_cannot_be_aimed_at_through_anything() -> None:
    skirmish = yard("hidden, behind interior wood door")
    with pytest.raises(NotNow, match="out of sight"):
        shot(skirmish)


def test_the_basic_game_knows_no_such_cover() -> None:
    with pytest.raises(NoRule, match="switch “cover”"):
        shot(yard(preset="phoenix-basic"), how="behind interior wood door")
    skirmish = yard("firing over cover, behind interior wood door")
    skirmish.order(Switch("cover", "off"))
    assert not [step for step in shot(skirmish, 99).steps if isinstance(step, Note) and step.label == "Cover"]


def test_cover_is_refused_before_anything_is_thrown() -> None:
    skirmish = yard()
    before = skirmish.encounter
    with pytest.raises(BadSheet):
        shot(skirmish, how="behind the moon")
    assert skirmish.encounter is before


def test_the_gm_sets_it_and_who_moves_leaves_it() -> None:
    skirmish = yard()
    adjusted = skirmish.order(Adjust(skirmish.id("Bob"), "behind wood 2 inches"))
    assert "behind Wood 2 inches, PF 4" in adjusted.outcome
    assert skirmish.state("Bob").cover == Cover("Wood 2 inches", "4")
    assert skirmish.state("Bob").exposure == "firing"
    shown = phoenix().summary(skirmish.one("Bob"), skirmish.encounter).lines
    assert any("behind Wood 2 inches, PF 4" in text for _, text in shown)
    skirmish.order(Move(skirmish.id("Bob"), Place.parse("A12")))
    assert skirmish.state("Bob").cover is None
    skirmish.order(Adjust(skirmish.id("Bob"), "cover PF 4"))
    skirmish.order(Adjust(skirmish.id("Bob"), "no cover"))
    assert skirmish.state("Bob").cover is None


def test_an_act_takes_cover_of_a_material() -> None:
    skirmish = yard()
    result = skirmish.order(Act(skirmish.id("Bob"), "take cover behind cinder block wall"))
    assert "behind Cinder Block Wall, PF 4" in result.outcome
    assert skirmish.state("Bob").cover == Cover("Cinder Block Wall", "4")
    skirmish.order(Act(skirmish.id("Bob"), "fire over cover behind automobile door"))
    assert skirmish.state("Bob").cover == Cover("Automobile Door", "2")
    assert skirmish.state("Bob").exposure == "firing"


def test_cover_is_kept_in_the_journal() -> None:
    encounter = yard("firing over cover, behind interior wood door").encounter
    assert codec.state(codec.dump_state(encounter), codec.SCHEMA) == encounter


def test_aim_is_told_as_the_shot_will_find_him() -> None:
    for line, how in (("firing over cover, behind interior wood door", ""), ("exposed", "cover interior wood door")):
        skirmish = yard(line)
        aimed = skirmish.order(Aim(skirmish.id("Trent"), (skirmish.target("Bob"),), aim=6, how=how))
        assert note(aimed, "Cover").endswith("nonblocking, so the whole target counts")
        assert total(aimed, "Accuracy") == total(shot(skirmish, 99, how=how), "Accuracy")


@pytest.mark.parametrize("how", ["cover cinder block wall", "hip, cover wood 2 inches", "looking, cover PF 4"])
def test_how_takes_the_words_of_a_sheet(how: str) -> None:
    assert note(shot(yard(), 99, how=how), "Cover").endswith(": blocking")


def test_what_cover_hides_cannot_be_aimed_at() -> None:
    with pytest.raises(Refusal, match="only at the head"):
        shot(yard(), how="legs, behind brick wall 6 inch")


def test_how_tells_of_the_first_target_alone() -> None:
    """Further targets have the cover that is in their own record, if any."""
    skirmish, rifle = yard(), phoenix().book.arms["M16A1"]
    assert isinstance(rifle, Gun)
    bob, open_, walled = (
        AimedTarget(name, name, state)
        for name, state in {
            "Bob": Soldier(exposure="exposed"),
            "Open": Soldier(exposure="exposed"),
            "Walled": Soldier(exposure="firing", cover=Cover("it", "99")),
        }.items()
    )
    how, sort = read_how("cover PF 4"), rifle.rounds[0]
    found = in_cover((bob, open_, walled), how, rifle, sort, 10, skirmish.encounter, phoenix().book)
    assert [at.behind and at.behind.cover.protection for at in found] == [4, None, 99]
    assert [at.state.exposure for at in found] == ["exposed", "exposed", "firing"]


# ---------------------------------------------------------------------------------------------- windows


def through(window: str, weapon: str = "M16A1") -> Skirmish:
    """Trent at D3 and Bob at D9, in the open; between them is a wall with a window at D6."""
    skirmish = Skirmish("phoenix-advanced")
    battle_map = BattleMap(12, 12)
    skirmish.order(Chart(lay(battle_map, read_pieces(f"wall A6-H6, window {window}", battle_map))))
    skirmish.sheet("Trent", f"SAL 14, CA 8, {weapon}, facing south", at="D3")
    skirmish.sheet("Bob", "exposed, facing north", at="D9")
    skirmish.make("Trent", left=20)
    return skirmish


def test_plain_glass_is_not_in_the_table_and_stops_nothing() -> None:
    shut, opened = shot(through("D6"), 0, 62), shot(through("D6 open"), 0, 62)
    assert note(shut, "Window") == "plain glass at D6 is not in table 7C and stops nothing"
    assert shut.outcome == opened.outcome and "HIT" in shut.outcome
    assert not [step for step in opened.steps if isinstance(step, Note) and step.label == "Window"]


def test_a_closed_window_of_a_material_in_the_table_weakens_what_goes_through_it() -> None:
    result = shot(through("bullet proof glass 1 inch D6"), 0, 62)
    assert note(result, "Cover") == (
        "behind the closed window at D6 (Bullet Proof Glass 1 inches), PF 8 against PEN 17: nonblocking, so the whole"
        " target counts"
    )
    assert "PEN 17 - cover 8 = EPEN 9" in " ".join(step.text for step in result.steps if isinstance(step, Note))
    assert not [
        s for s in shot(through("bullet proof glass 1 inch D6 open"), 0, 62).steps if getattr(s, "label", "") == "Cover"
    ]


def test_a_window_that_stops_these_rounds_is_refused_as_is_aim_through_it() -> None:
    skirmish = through("bullet proof glass 2 inches D6")
    sentence = (
        r"behind the closed window at D6 \(Bullet Proof Glass 2 inches\), PF 22 against PEN 17: blocking\. Nothing"
    )
    trent, bob = skirmish.id("Trent"), (skirmish.target("Bob"),)
    for order in (Fire(trent, bob, aim=4), Burst(trent, bob, aim=4), Aim(trent, bob, aim=4)):
        with pytest.raises(NotNow, match=sentence):
            skirmish.order(order)
    skirmish.order(Switch("cover", "off"))
    assert "HIT" in skirmish.order(Fire(trent, bob, aim=4), 0, 62).outcome
