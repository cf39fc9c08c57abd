"""Generating a character by 1.3: the book's examples, the ends of its tables, what must rise and fall."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import stage
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Profile
from rules.engine.records.orders import Move, Muster
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Step, Sum
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.basics.soldier import Characteristics, Soldier, soldier
from rules.phoenix.book import Scene
from rules.phoenix.people.sheets.character import (
    accuracy_level,
    base_speed,
    combat_actions,
    completed,
    impulses,
    knockout_value,
    lightened,
    maximum_speed,
    skill_factor,
)
from rules.phoenix.people.sheets.muster import muster
from rules.phoenix.people.sheets.sheet import profile
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

GOLDEN = tomllib.loads((Path(__file__).parents[3] / "golden/phoenix/characters.toml").read_text(encoding="utf-8"))
BOOK = phoenix().book
CHARACTERISTIC = st.integers(1, 21)


def a_scene(*dice: int) -> Scene:
    return Scene(stage(phoenix()), ScriptedDice(dice), BOOK)


def steps(scene: Scene) -> tuple[Step, ...]:
    scene.conclude("done")
    return scene.parts[-1].resolution.steps


def rulings(scene: Scene) -> list[str]:
    return [step.id for step in steps(scene) if isinstance(step, Ruling)]


def read(line: str) -> Profile:
    return profile(line, BOOK.arms, BOOK)


class TestTrent:
    """Figure 1."""

    def test_everything_on_his_status_sheet(self) -> None:
        trent, golden = soldier(read(GOLDEN["trent"]["line"])), GOLDEN["trent"]
        assert trent.weight == Fraction(golden["encumbrance"]) * 100
        assert [trent.base_speed, trent.maximum_speed] == [golden["base_speed"], golden["maximum_speed"]]
        assert [trent.sal, trent.isf, trent.actions] == [golden["sal"], golden["isf"], golden["actions"]]
        assert trent.knockout_value == golden["knockout_value"]
        assert list(impulses(trent.actions or 0, BOOK)) == golden["impulses"]

    def test_each_step_is_shown_when_he_joins(self) -> None:
        scene = a_scene()
        assert muster(read(GOLDEN["trent"]["line"]), scene).left == 2
        shown = steps(scene)
        assert [(s.label, s.table, tuple(at for _, at in s.at), s.value) for s in shown if isinstance(s, Lookup)] == [
            ("Base Speed", "1a", ("16", "15"), "3"),
            ("MS", "1b", ("10", "3"), "6"),
            ("SAL", "1c", ("8",), "14"),
            ("CA", "1d", ("6", "27"), "8"),
        ]
        assert [(s.label, [t.value for t in s.terms], s.total) for s in shown if isinstance(s, Sum)] == [
            ("ISF", [13, 14], 27)
        ]
        assert [(s.label, s.text) for s in shown if isinstance(s, Note)] == [
            (
                "Encumbrance",
                "15.8 lb: M16 8, 2 magazines 2, Magazine Pouch (2 Mags) 0.2, Fighting Harness 0.6, Clothing 5",
            ),
            ("CA", "8 Combat Actions, by impulse 2 2 2 2 (1E)"),
            ("KV", "48 = 0.5 x WIL 12 x skill 8 (1.3)"),
        ]
        assert all(step.detail for step in shown if not isinstance(step, Roll))


@pytest.mark.parametrize("golden", GOLDEN["speed"])
def test_speed(golden: dict[str, Any]) -> None:
    scene, weight = a_scene(), int(Fraction(golden["encumbrance"]) * 100)
    assert base_speed(golden["strength"], weight, BOOK, scene) == golden["base"]
    assert maximum_speed(golden["agility"], golden["base"], BOOK, scene) == golden["maximum"]
    assert set(rulings(scene)) == ({golden["ruling"]} if "ruling" in golden else set())


@pytest.mark.parametrize("golden", GOLDEN["actions"])
def test_combat_actions(golden: dict[str, Any]) -> None:
    scene = a_scene()
    assert combat_actions(golden["maximum_speed"], golden["isf"], BOOK, scene) == golden["actions"]
    assert rulings(scene) == list(filter(None, [golden.get("ruling")]))


@pytest.mark.parametrize("golden", GOLDEN["split"])
def test_combat_actions_by_impulse(golden: dict[str, Any]) -> None:
    scene = a_scene()
    assert list(impulses(golden["actions"], BOOK, scene)) == golden["impulses"]
    assert rulings(scene) == ["O56"] * (golden["actions"] > 21)


@pytest.mark.parametrize("golden", GOLDEN["knockout"])
def test_knockout_value(golden: dict[str, Any]) -> None:
    scene = a_scene()
    assert knockout_value(golden["will"], golden["skill"], scene) == golden["value"]
    assert rulings(scene) == ["O36"] * (golden["will"] * golden["skill"] % 2)


@pytest.mark.parametrize("golden", GOLDEN["troop"], ids=lambda golden: golden["name"])
def test_pregenerated_troops(golden: dict[str, Any]) -> None:
    troop = read(golden["line"])
    state = soldier(troop)
    assert (troop.name, state.troop, state.characteristics) == (golden["name"], golden["name"], Characteristics())
    found = {
        "skill": state.skill,
        "actions": state.actions,
        "helm": state.armor.helm,
        "body": state.armor.body,
        "knockout_value": state.knockout_value,
        "sal": state.sal,
        "isf": state.isf,
    }
    assert found == {key: golden[key] for key in found}
    scene = a_scene()
    assert soldier(troop).actions == muster(troop, scene).actions
    assert "O41" in rulings(scene)


@pytest.mark.parametrize("golden", GOLDEN["person"])
def test_people_of_the_scenario_are_as_given(golden: dict[str, Any]) -> None:
    state = soldier(read(golden["line"]))
    found = {key: getattr(state, key) for key in ("skill", "sal", "actions", "knockout_value")}
    assert found == {key: golden[key] for key in found}


def test_given_values_are_not_explained_by_what_they_would_come_to() -> None:
    scene = a_scene()
    muster(read("skill 8, KV 20, CA 6"), scene)
    assert [step.label for step in steps(scene) if isinstance(step, Lookup | Sum)] == ["Base Speed", "MS", "SAL", "ISF"]


@pytest.mark.parametrize(
    ("strength", "weight", "sentence"),
    [
        (0, 0, "STR is 1 to 21, not 0."),
        (22, 0, "STR is 1 to 21, not 22."),
        (10, 20_001, "Encumbrance is 0 to 200 lb (table 1A), not 200.01 lb."),
        (10, -1, "Encumbrance is 0 to 200 lb (table 1A), not -0.01 lb."),
    ],
)
def test_beyond_table_1a_is_refused(strength: int, weight: int, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        base_speed(strength, weight, BOOK)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("agility", [0, 22])
def test_beyond_table_1b_is_refused(agility: int) -> None:
    with pytest.raises(Refusal, match=f"AGI is 1 to 21, not {agility}"):
        maximum_speed(agility, "3", BOOK)


@given(st.tuples(*[CHARACTERISTIC] * 5), st.integers(0, 20), st.integers(0, 20_000))
def test_every_legal_character_comes_out(five: tuple[int, ...], skill: int, weight: int) -> None:
    state = completed(Soldier(characteristics=Characteristics(*five), skill=skill, weight=weight), BOOK)
    assert state.actions is not None and 1 <= state.actions <= 24
    assert state.maximum_speed is not None and 1 <= state.maximum_speed <= 13
    assert state.isf == five[1] + (state.sal or 0)
    assert state.knockout_value is not None and 0 <= 2 * state.knockout_value - five[2] * skill <= 1
    shares = impulses(state.actions, BOOK)
    assert sum(shares) == state.actions and max(shares) - min(shares) <= 1 and shares[0] == max(shares)


@given(CHARACTERISTIC, CHARACTERISTIC, st.integers(0, 20_000), st.integers(0, 20_000))
def test_nobody_is_faster_with_more_on_his_back(strength: int, agility: int, one: int, other: int) -> None:
    light, heavy = (maximum_speed(agility, base_speed(strength, weight, BOOK), BOOK) for weight in sorted((one, other)))
    assert heavy <= light


@given(st.integers(0, 20), st.integers(0, 20), CHARACTERISTIC, st.integers(1, 13))
def test_skill_never_costs_actions(one: int, other: int, intelligence: int, speed: int) -> None:
    raw, trained = (
        combat_actions(speed, skill_factor(intelligence, accuracy_level(skill, BOOK)), BOOK)
        for skill in sorted((one, other))
    )
    assert raw <= trained


class TestTooMuchToCarry:
    """Table 1A is blank: no Base Speed (O84)."""

    LINE = "STR 10, AGI 10, INT 10, WIL 10, HLT 10, skill 4, encumbrance {}, M16"

    def test_the_sheet_says_so_and_still_gives_actions(self) -> None:
        heavy, light = (state_of(self.LINE.format(weight)) for weight in ("112.5", "112.49"))
        assert (heavy.base_speed, heavy.maximum_speed, heavy.actions) == ("none", 2, light.actions)
        assert light.base_speed == "1"

    def test_whoever_carries_too_much_is_told_what_to_drop(self) -> None:
        skirmish = Skirmish()
        skirmish.map(9, 9)
        profile = read(self.LINE.format("120"))
        skirmish.order(Muster(profile, "Trent", "", "player", 1, (Place.parse("B2"),)))
        with pytest.raises(NotNow) as refused:
            skirmish.order(Move(skirmish.id("Trent"), Place.parse("B3")))
        assert str(refused.value) == (
            "Trent carries 120 lb, has no Base Speed (1A), and cannot walk, run or climb. Drop 7.51 lb or more,"
            " for example of M16 8 and 2 magazines 2."
        )
        assert skirmish.one("Trent").place == Place.parse("B2")

    def test_without_the_weapon_they_walk(self) -> None:
        state = state_of(self.LINE.format("120"))
        assert lightened(state, 11_200, BOOK).base_speed == "1"

    def test_an_encounter_from_before_keeps_its_reading(self) -> None:
        before = replace(state_of(self.LINE.format("120")), base_speed="1")
        assert lightened(before, 2_000, BOOK).base_speed == "2"
        assert lightened(before, 11_500, BOOK).base_speed == "1"


def state_of(line: str) -> Soldier:
    found = read(line).condition
    assert isinstance(found, Soldier)
    return found
