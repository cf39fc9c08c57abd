"""The effects of a burst on everybody near it (2.11; table 3D)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rules.engine.records.model import Carried
from rules.engine.records.steps import Note
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Exposure, Position, Soldier
from rules.phoenix.blasts import concussion
from rules.phoenix.blasts.concussion import Burst
from rules.phoenix.book import Scene
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix

GOLDEN = tomllib.loads(
    (Path(__file__).parents[3] / "golden" / "phoenix" / "explosives.toml").read_text(encoding="utf-8")
)
ARMS = phoenix().book.arms
COLUMNS: tuple[int | str, ...] = ("C", 0, 1, 2, 3, 5, 10)


def burst(name: str, place: str = "", **more: object) -> Burst:
    weapon = ARMS[name]
    round = weapon.rounds[0] if isinstance(weapon, Gun) else ""
    return Burst(weapon, round, Place.parse(place) if place else None, **more)  # type: ignore[arg-type]


def gone_off(skirmish: Skirmish, what: Burst, *named: AimedTarget) -> tuple[str, Resolution]:
    scene = Scene(skirmish.encounter, ScriptedDice(()), phoenix().book)
    scene.conclude("; ".join(one.text for one in concussion.go_off(what, named, scene)))
    skirmish.encounter = scene.encounter
    done = told(scene.parts[0].resolution, scene.encounter)
    return done.outcome, done


@pytest.mark.parametrize("name", GOLDEN["concussion"])
def test_every_figure(name: str) -> None:
    scene = Scene(Skirmish().encounter, ScriptedDice(()), phoenix().book)
    for exposure, row in GOLDEN["concussion"][name].items():
        for at, wanted in zip(COLUMNS, row, strict=True):
            assert concussion.points(burst(name), at, exposure, scene) == wanted
    assert concussion.points(burst(name), "C", "", scene) == 0


def test_between_the_columns_the_next_one_out() -> None:
    scene = Scene(Skirmish().encounter, ScriptedDice(()), phoenix().book)
    found = [concussion.points(burst("M 61"), at, "In Open", scene) for at in (4, 6)]
    assert found == [12, 4]


@pytest.mark.parametrize(
    ("exposure", "position", "row"),
    [
        ("", "standing", "In Open"),
        ("", "kneeling", "In Open"),
        ("", "prone", "Prone"),
        ("exposed", "prone", "Prone"),
        ("firing", "prone", "Partial Cover"),
        ("looking", "standing", "Partial Cover"),
        ("dug in", "kneeling", "Partial Cover"),
        ("hidden", "prone", ""),
    ],
)
def test_how_somebody_is_covered(exposure: Exposure, position: Position, row: str) -> None:
    assert concussion.exposure(Soldier(exposure=exposure, position=position)) == row
    assert concussion.exposure(Soldier(exposure=exposure, position=position), Place(1, 1)) == ""


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("M 67", "3d_frag"),
        ("HG 80", "3d_frag"),
        ("DM 51", "3d_frag"),
        ("OF HG 78", "3d_blast"),
        ("# 14", "3d_blast"),
        ("M203", "3d_40mm"),
        ("AGS-17 Plamya", "3d_40mm"),
        ("M72 A2 LAW", ""),
        ("10 lb TNT", ""),
    ],
)
def test_which_figures_count(name: str, table: str) -> None:
    assert concussion.table_of(ARMS[name]) == table


def test_everybody_within_six_hexes_on_the_map() -> None:
    skirmish = Skirmish()
    skirmish.map(30, 5, walls="E3")
    for name, at in {"Near": "J3", "Here": "I3", "Walled": "D3", "Edge": "O3", "Far": "P3", "Low": "K3"}.items():
        skirmish.join(name, Soldier(), at=at)
    skirmish.make("Low", position="prone")
    skirmish.join("Nowhere", Soldier())
    told, resolution = gone_off(skirmish, burst("M 61", "I3"))
    assert told == ("Here: 700 PD; Near: 180 PD; Low: 38 PD; Edge: 4 PD")
    assert [skirmish.state(name).physical_damage for name in ("Here", "Near", "Low", "Walled", "Edge", "Far")] == [
        700, 180, 38, 0, 4, 0,
    ]  # fmt: skip
    assert note(resolution, "Walled") == "5 hexes away, behind the obstruction at E3: 0 PD"
    assert note(resolution, "Low") == "2 hexes away, prone: 38 PD"
    assert note(resolution, "Others") == (
        "no effect on fighters at an unknown distance from the burst (place them on the map): Nowhere"
    )
    assert not [s for s in resolution.steps if isinstance(s, Note) and s.label == "Far"]


def test_whom_the_round_hits_it_hits_in_contact() -> None:
    skirmish = Skirmish()
    id = skirmish.join("Guard", Soldier())
    told, resolution = gone_off(skirmish, burst("M79", contact=id), AimedTarget(id, "Guard", skirmish.state("Guard")))
    assert told == "Guard: 3,200 PD"
    assert note(resolution, "Guard") == "in contact, in the open: 3,200 PD"


def test_who_is_only_described_is_hurt_in_words_alone() -> None:
    skirmish = Skirmish()
    told, _ = gone_off(skirmish, burst("M 61", distances={"a soldier": 2}), AimedTarget("", "a soldier", Soldier()))
    assert told == "a soldier: 50 PD"


def test_nobody_is_there() -> None:
    skirmish = Skirmish()
    skirmish.join("Dead", Soldier(), at="C3")
    skirmish.encounter = skirmish.encounter.with_combatant(
        type(skirmish.one("Dead"))(**{**skirmish.one("Dead").__dict__, "present": False})
    )
    assert gone_off(skirmish, burst("M 61", "C3"))[0] == "nobody within 6 hexes is hurt"


def test_many_are_named_up_to_six() -> None:
    skirmish = Skirmish()
    for number in range(9):
        skirmish.join(f"Guard {number}", Soldier(), Carried(ARMS["M16"]), at=f"{'ABCDEFGHI'[number]}1")
    told, _ = gone_off(skirmish, burst("M 61", "E1"))
    assert told.endswith("; 3 others hurt")
    assert told.count(" PD") == 6


def test_nobody_learns_of_the_unspotted_unless_they_are_hurt() -> None:
    skirmish = Skirmish()
    skirmish.map(9, 9)
    skirmish.join("Hidden", Soldier(exposure="hidden", spotted=False), at="C2")
    skirmish.join("Lying", Soldier(position="prone", spotted=False), at="C4")
    skirmish.join("Elsewhere", Soldier(spotted=False))
    told, resolution = gone_off(skirmish, burst("M 61", "C3"))
    assert told == "Lying: 135 PD"
    assert [s.label for s in resolution.steps if isinstance(s, Note) and s.label in ("Hidden", "Others")] == []
