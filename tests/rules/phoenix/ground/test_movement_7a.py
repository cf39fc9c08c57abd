"""Moving by table 7A: each of its rows, what injuries cost, oblique and sideways ways, what is kept of the gait."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import BadSheet, NotNow, Refusal
from rules.engine.records.orders import Move, Switch
from rules.engine.records.steps import Lookup, Sum, Term
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Soldier, Wound
from rules.phoenix.ground.acts.action_list import lines as action_lines
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total

BEFORE = Clock(1, 1)
PRONE = {"position": "prone"}
HAND, KNEE = Wound(10, "Hand", 1, BEFORE), Wound(10, "Knee", 1, BEFORE)


def skirmish(preset: str = "phoenix-advanced", **state: Any) -> Skirmish:
    """Trent in the middle of a map, facing down, with 90 actions left in the second phase."""
    made = Skirmish(preset)
    made.map(30, 30)
    made.join("Trent", Soldier(actions=8), at="K10")
    made.encounter = Ticked(Clock(2, 1)).on(made.encounter)
    made.make("Trent", **{"left": 90, "facing": 180, **state})
    return made


def go(on: Skirmish, to: str = "K13", how: str = "", cost: int | None = None) -> Resolution:
    return on.order(Move(on.id("Trent"), Place.parse(to), cost, how))


def terms(done: Resolution) -> tuple[Term, ...]:
    return next(step.terms for step in done.steps if isinstance(step, Sum) and step.label == "Cost")


@pytest.mark.parametrize(
    ("row", "state", "how", "each"),
    [
        ("Forward", {}, "", 1),
        ("Standing / Running", {}, "running", 1),
        ("Backward", {"facing": 0}, "backward", 3),
        ("Oblique", {"facing": 120}, "oblique", 4),
        ("Sideways", {"facing": 90}, "sideways", 5),
        ("Low Crouch", {}, "low crouch", 2),
        ("Hands and Knees", PRONE, "", 3),
        ("Hands and Knees", {"position": "kneeling"}, "", 3),
        ("Belly Crawl", PRONE, "belly crawl", 4),
        ("Across Slope, Downhill, On Stairs", {}, "across slope", 2),
        ("Across Slope, Downhill, On Stairs", {}, "downhill", 2),
        ("Across Slope, Downhill, On Stairs", {}, "on stairs", 2),
        ("Uphill", {}, "uphill", 3),
        ("Light Brush or Rubble", {}, "light brush", 2),
        ("Medium Brush or Rubble", {}, "medium rubble", 3),
        ("Medium Brush or Rubble", {}, "brush", 3),
        ("Medium Brush or Rubble", {}, "through rubble", 3),
        ("Dense Brush or Rubble", {}, "dense brush", 4),
        ("Disabling Injury above Waist", {"wounds": (HAND,)}, "", 3),
        ("Disabling Injury below Waist", {"wounds": (KNEE,)}, "", 13),
        ("Depth 1 foot", {}, "1 foot of water", 2),
        ("Depth 2 feet", {}, "water 2 feet", 3),
        ("Depth 3 feet", {}, "water", 5),
        ("Depth 3 feet", {}, "3 feet deep", 5),
        ("Depth 4 feet", {}, "water 4", 11),
        ("Concertina Wire", {}, "concertina wire", 6),
        ("Dry Sand on Surface", {}, "sand", 2),
        ("Icy Surface", {}, "ice", 3),
        ("In Scuba Flippers", {}, "in flippers", 4),
        ("In Snow Shoes", {}, "snow shoes", 3),
    ],
)
def test_each_row(row: str, state: dict[str, Any], how: str, each: int) -> None:
    fight = skirmish(**state)
    done = go(fight, how=how)
    assert total(done, "Cost") == 3 * each
    read = [step for step in done.steps if isinstance(step, Lookup) and step.label == "Cost"]
    assert row in [step.at[0][1] for step in read]
    assert {step.table for step in read} == {"7a"}
    assert all(step.detail for step in read)
    assert fight.state("Trent").left == 90 - 3 * each
    assert fight.one("Trent").place == Place.parse("K13")


def test_no_row_of_7a_is_left_out() -> None:
    marks = [mark for mark in test_each_row.pytestmark if mark.name == "parametrize"]
    assert {case[0] for case in marks[0].args[1]} == {*phoenix().book.tables.by_id["7a"].rows.labels}


def test_what_a_move_costs_is_named() -> None:
    fight = skirmish(facing=0, position="prone", wounds=(HAND, KNEE))
    done = go(fight, how="backward, belly crawl, light brush, uphill, 1 foot of water")
    assert terms(done) == (
        Term("3 hexes backward", 9, "7A"),
        Term("in a belly crawl", 9, "7A"),
        Term("uphill", 6, "7A"),
        Term("light brush or rubble", 3, "7A"),
        Term("depth 1 foot", 3, "7A"),
        Term("disabled above the waist", 6, "7A"),
        Term("disabled below the waist", 36, "7A"),
    )
    assert total(done, "Cost") == 72


def test_what_costs_nothing_is_not_in_the_sum() -> None:
    assert terms(go(skirmish())) == (Term("3 hexes forward", 3, "7A"),)


def test_turning_is_paid_as_in_the_basic_game() -> None:
    assert terms(go(skirmish(facing=0))) == (Term("3 hexes forward", 3, "7A"), Term("turning", 1, "2.3"))


@pytest.mark.parametrize(("way", "facing"), [("oblique", 120), ("oblique", 240), ("sideways", 90), ("sideways", 300)])
def test_oblique_and_sideways_he_goes_on_facing_as_he_did(way: str, facing: int) -> None:
    fight = skirmish(facing=facing)
    done = go(fight, how=way)
    assert [term.label for term in terms(done)] == [f"3 hexes {way}"]
    assert fight.state("Trent").facing == facing


def test_sideways_somebody_of_whose_facing_nothing_is_known() -> None:
    fight = skirmish(facing=None)
    assert total(go(fight, how="sideways"), "Cost") == 15
    assert fight.state("Trent").facing is None


def test_he_may_turn_at_the_end_of_a_sideways_move() -> None:
    fight = skirmish(facing=90)
    done = go(fight, how="sideways, facing north")
    assert terms(done)[-1] == Term("turning", 1, "2.3")
    assert fight.state("Trent").facing == 0


@pytest.mark.parametrize("facing", [0, 90, 270, 60])
def test_what_is_no_oblique_way_is_refused(facing: int) -> None:
    fight = skirmish(facing=facing)
    with pytest.raises(
        NotNow,
        match=r"degrees off Trent's facing, too far for an oblique"
        r" move\. Use sideways or backward, or /act turn to [A-Z]+[0-9]+ first",
    ):
        go(fight, how="oblique")
    assert fight.state("Trent").left == 90


@pytest.mark.parametrize(
    ("position", "how", "sentence"),
    [
        (
            "standing",
            "belly crawl",
            "Trent is standing. Use /act go prone first, or move with how: running or low crouch.",
        ),
        ("kneeling", "belly crawl", "Trent is kneeling. Use /act go prone first, or move with how: hands and knees."),
        (
            "prone",
            "running",
            "Trent is prone. Use /act stand up first, or move with how: hands and knees or belly crawl.",
        ),
        (
            "standing",
            "crawling",
            "Trent is standing. Use /act kneel or go prone first, or move with how: running or low crouch.",
        ),
    ],
)
def test_stances_go_with_positions(position: str, how: str, sentence: str) -> None:
    fight = skirmish(position=position)
    with pytest.raises(NotNow) as refused:
        go(fight, how=how)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("how", ["light brush", "belly crawl", "sideways", "ice", "water 2 feet", "in snow shoes"])
def test_the_basic_game_has_the_status_sheet_alone(how: str) -> None:
    fight = skirmish("phoenix-basic")
    with pytest.raises(BadSheet, match=f"“{how}” counts only with the switch “movement”"):
        go(fight, how=how)
    assert total(go(fight, how="water"), "Cost") == 15


def test_the_basic_game_has_three_feet_of_water() -> None:
    assert total(go(skirmish("phoenix-basic"), how="3 feet of water"), "Cost") == 15


def test_a_disabled_leg_moves_only_by_7a() -> None:
    with pytest.raises(NotNow, match="has a disabled leg and cannot move"):
        go(skirmish("phoenix-basic", wounds=(KNEE,)))
    fight = skirmish(wounds=(KNEE,))
    fight.order(Switch("movement", "off"))
    with pytest.raises(NotNow, match="has a disabled leg and cannot move"):
        go(fight)


def test_a_row_counts_once_for_several_wounds() -> None:
    done = go(skirmish(wounds=(KNEE, replace(KNEE, location="Thigh Bone"), HAND, replace(HAND, location="Elbow"))))
    assert total(done, "Cost") == 3 * (1 + 2 + 12)


def test_whoever_is_hurt_on_the_way_pays_from_where_he_is() -> None:
    fight = skirmish(left=2)
    fight.join("Guard", Soldier(actions=8))  # for whose sake each impulse is waited for
    go(fight, "K15")
    assert fight.one("Trent").place == Place.parse("K12")
    fight.make("Trent", wounds=(replace(HAND, at=fight.encounter.clock),))
    hurt = fight.next()
    assert fight.one("Trent").place == Place.parse("K12"), "two of three actions for the next hex"
    assert any(
        isinstance(step, Sum) and step.label == "Cost" and step.total == 9
        for part in hurt
        for step in part.resolution.steps
    )
    fight.next()
    assert fight.one("Trent").place == Place.parse("K13")
    for _ in range(3):
        fight.next()
    assert fight.one("Trent").place == Place.parse("K15")
    assert fight.encounter.task(fight.id("Trent")) is None


@pytest.mark.parametrize(
    ("state", "how", "gait"),
    [
        ({}, "", "running"),
        ({}, "low crouch, backward", "low crouch"),
        ({"position": "kneeling"}, "", "hands and knees"),
        (PRONE, "crawling", "hands and knees"),
        (PRONE, "belly crawl", ""),
        ({"vehicle": 20}, "", ""),
    ],
)
def test_the_gait_is_kept_until_the_impulse_ends(state: dict[str, Any], how: str, gait: str) -> None:
    fight = skirmish(**state)
    go(fight, "K11", how)
    assert (fight.state("Trent").moved, fight.state("Trent").gait) == (1, gait)
    fight.next()
    assert (fight.state("Trent").moved, fight.state("Trent").gait) == (0, "")


def test_a_gait_without_a_step_is_none() -> None:
    fight = skirmish(left=2, **PRONE)
    go(fight, "K11", "belly crawl")
    assert (fight.state("Trent").moved, fight.state("Trent").gait) == (0, "")


def test_the_gm_gives_the_cost() -> None:
    fight = skirmish(wounds=(KNEE,))
    go(fight, how="dense brush", cost=7)
    assert fight.state("Trent").left == 83


ROWS = {
    "brush": {"light brush": 1, "medium brush": 2, "dense brush": 3},
    "slope": {"downhill": 1, "uphill": 2},
    "water": {"water 1": 1, "water 2": 2, "water 3": 4, "water 4": 10},
    "wire": {"wire": 5},
    "sand": {"sand": 1},
    "ice": {"ice": 2},
}


@examples(25)
@given(st.lists(st.sampled_from(sorted(ROWS)), unique=True), st.data(), st.integers(1, 9))
def test_a_hex_costs_the_sum_of_its_rows(kinds: list[str], data: st.DataObject, hexes: int) -> None:
    words = [data.draw(st.sampled_from(sorted(ROWS[kind]))) for kind in kinds]
    each = 2 + sum(ROWS[kind][word] for kind, word in zip(kinds, words, strict=True))
    done = go(skirmish(left=400), f"K{10 + hexes}", ", ".join([*words, "low crouch"]))
    assert total(done, "Cost") == hexes * each


@pytest.mark.parametrize("how", ["light brush, dense brush", "uphill, downhill", "1 foot of water, water 4"])
def test_one_row_of_a_kind(how: str) -> None:
    with pytest.raises(Refusal, match="contradicts"):
        go(skirmish(), how=how)


def test_the_advanced_sheet_has_no_other_costs_than_the_basic() -> None:
    """The list of acts therefore does not change with the switch."""
    basic, advanced = (phoenix().book.tables.by_id[f"actions_{name}"] for name in ("basic", "advanced"))
    costs = dict(zip(basic.rows.labels, basic.printed, strict=True))
    shared = {row: cost for row, cost in zip(advanced.rows.labels, advanced.printed, strict=True) if row in costs}
    assert len(shared) == 11
    assert {row: costs[row] for row in shared} == shared
    assert any(line.name == "Assume a Firing Stance" for line in action_lines(phoenix().book))
