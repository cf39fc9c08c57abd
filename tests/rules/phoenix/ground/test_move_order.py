"""Moving: the book's example, stances and ground, turns on the way, hexes entered as they are paid for, vehicles."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import BadSheet, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act, Duck, Move, Next
from rules.engine.records.records import Order
from rules.engine.records.steps import Lookup, Sum
from rules.engine.scene.effects import Planned
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Aimed, Soldier, Wound
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.shooting.duel import aim, duel, gun
from tests.rules.phoenix.skirmish import Skirmish, note, total

GOLDEN = Path(__file__).parents[3] / "golden" / "phoenix" / "movement.toml"


def at(text: str) -> Place:
    return Place.parse(text)


def skirmish(walls: str = "", **state: Any) -> Skirmish:
    """Trent, with 20 actions in each impulse, in the middle of a map."""
    made = Skirmish()
    made.map(30, 30, walls)
    made.join("Trent", Soldier(actions=8), at="K10")
    made.make("Trent", **{"left": 20, **state})
    return made


def go(on: Skirmish, to: str, how: str = "", cost: int | None = None) -> Resolution:
    return on.order(Move(on.id("Trent"), at(to), cost, how))


def test_the_books_example() -> None:
    golden = tomllib.loads(GOLDEN.read_text())
    mover = golden["mover"]
    played = Skirmish()
    played.map(30, 30)
    played.join(mover["name"], Soldier(actions=mover["actions"], facing=mover["facing"]), at=mover["place"])
    played.make("Trent", left=2)
    for leg in golden["legs"]:
        if not played.state("Trent").left:
            played.next()
        begun = go(played, leg["to"], leg.get("how", ""))
        assert total(begun, "Cost") == leg["cost"]
        for _ in range(8):
            if played.encounter.task(played.id("Trent")) is None:
                break
            played.next()
        state = played.state("Trent")
        assert (played.one("Trent").place, state.facing, state.left) == (at(leg["at"]), leg["facing"], leg["left"])
        assert played.encounter.clock == Clock(leg["phase"], leg["impulse"])


@pytest.mark.parametrize(
    ("position", "how", "cost"),
    [
        ("standing", "", 3),
        ("standing", "running", 3),
        ("standing", "low crouch", 6),
        ("standing", "backward", 9),
        ("standing", "Low Crouch, backwards", 12),
        ("prone", "", 9),
        ("kneeling", "crawling", 9),
        ("kneeling", "hands and knees backward", 15),
        ("standing", "stairs", 6),
        ("standing", "uphill", 9),
        ("standing", "through rubble, low crouch", 12),
        ("standing", "water", 15),
        ("prone", "downhill", 12),
    ],
)
def test_three_hexes_cost(position: str, how: str, cost: int) -> None:
    played = skirmish(position=position)
    moved = go(played, "K7", how)
    assert total(moved, "Cost") == cost
    assert moved.outcome == f"Trent moves from K10 to K7, 3 hexes ({cost} actions)."
    assert played.state("Trent").left == 20 - cost


@pytest.mark.parametrize(
    ("to", "facing", "how", "turning", "then"),
    [
        ("K7", 0, "", 0, 0),
        ("K7", 60, "", 0, 0),  # one hexside is free
        ("K7", 61, "", 1, 0),
        ("K7", 180, "", 1, 0),  # three: one free, two for an action
        ("K7", 180, "backward", 0, 180),
        ("K7", 0, "facing 60", 0, 60),
        ("K7", 0, "facing east", 1, 90),
        ("K7", 180, "facing back", 2, 180),
        ("K9", 60, "facing 60", 1, 60),  # one hex, one free hexside
        ("K9", 0, "facing 300", 0, 300),
        ("K9", 0, "low crouch facing left", 0, 300),
        ("K7", 0, "facing K1", 0, 0),
        ("K7", 0, "facing Guard 1, running", 0, 60),
        ("K7", None, "", 0, 0),
    ],
)
def test_turns_on_the_way(to: str, facing: int | None, how: str, turning: int, then: int) -> None:
    played = skirmish(facing=facing)
    played.join("Guard 1", Soldier(), at="L6")
    [summed] = [step for step in go(played, to, how).steps if isinstance(step, Sum)]
    assert sum(term.value for term in summed.terms if term.label == "turning") == turning
    assert played.state("Trent").facing == then


def test_hexes_are_entered_as_they_are_paid_for() -> None:
    played = skirmish()
    played.join("Axly", Soldier(actions=12))  # so that each impulse stops
    played.make("Trent", left=1)
    begun = go(played, "K7", "low crouch")
    assert begun.outcome == "Trent moves to K7: 1 of 6 actions, done in Phase 1, Impulse 4."
    assert (str(played.one("Trent").place), played.state("Trent").moved) == ("K10", 0)
    went = []
    for _ in range(3):
        parts = played.next()
        went.append((str(played.one("Trent").place), played.state("Trent").moved, played.state("Trent").left))
    assert went == [("K9", 1, 0), ("K8", 1, 0), ("K7", 1, 1)]
    assert [part.resolution.outcome for part in parts] == [
        "Trent moves from K10 to K7, 3 hexes (6 actions).",
        "It is Phase 1, Impulse 4.",
    ]


def test_half_a_hex_is_not_lost_by_aiming_between() -> None:
    played = skirmish()
    played.make("Trent", left=1)
    go(played, "K8", "low crouch")
    played.encounter = Planned(()).on(played.encounter)
    played.make("Trent", left=1)
    assert "2 of 4 actions" in go(played, "K8", "low crouch").outcome
    assert str(played.one("Trent").place) == "K9"


def test_another_order_ends_the_move_where_he_is() -> None:
    played = skirmish()
    played.make("Trent", left=2)
    go(played, "K2")
    played.order(Act(played.id("Trent"), "freeze"))
    assert str(played.one("Trent").place) == "K8"
    assert played.encounter.task(played.id("Trent")) is None
    played.next()
    assert str(played.one("Trent").place) == "K8"
    assert total(go(played, "K2"), "Cost") == 6


def test_moving_ends_the_stance_and_keeps_the_aim() -> None:
    played = skirmish(aim=Aimed("c2", 3), firing_stance=True)
    played.join("Guard 1", Soldier(), at="K20")
    go(played, "L10")
    state = played.state("Trent")
    assert (state.firing_stance, state.aim, state.moved, state.was) == (False, Aimed("c2", 3), 1, at("K10"))
    played.next()
    assert (played.state("Trent").moved, played.state("Trent").aim) == (0, Aimed("c2", 3))


def test_who_leaves_his_cover_is_in_the_open() -> None:
    for before, how, then in (
        ("firing", "", "exposed"),
        ("dug in", "", "exposed"),
        ("hidden", "", "exposed"),
        ("hidden", "into cover", "exposed"),
        ("", "", "exposed"),
    ):
        played = skirmish(exposure=before)
        go(played, "K8", how)
        assert played.state("Trent").exposure == then, before
        assert (played.state("Trent").appeared is not None) == (before == "hidden" and then == "exposed")


def test_who_goes_from_cover_into_cover_in_the_next_hex_stays_hidden() -> None:
    played = skirmish(exposure="hidden")
    assert go(played, "K9", "into cover").outcome == "Trent moves from K10 to K9, 1 hex (1 action)."
    assert (played.state("Trent").exposure, played.state("Trent").appeared) == ("hidden", None)


def test_who_moves_into_cover_is_seen_until_the_impulse_ends() -> None:
    played = skirmish(exposure="exposed")
    assert go(played, "K8", "into cover").outcome == (
        "Trent moves from K10 to K8, 2 hexes (2 actions) and is out of sight when this impulse ends."
    )
    assert played.state("Trent").exposure == "exposed"
    played.next()
    assert played.state("Trent").exposure == "hidden"


def test_the_cost_can_be_the_gms() -> None:
    played = skirmish(facing=180)
    played.make("Trent", left=2)
    assert "2 of 5 actions" in go(played, "K7", cost=5).outcome
    assert str(played.one("Trent").place) == "K9"
    played.next()
    played.next()
    assert str(played.one("Trent").place) == "K7"
    assert go(played, "K1", cost=0).outcome == "Trent moves from K7 to K1, 6 hexes (0 actions)."


def test_who_stands_nowhere_takes_a_place_for_nothing() -> None:
    played = Skirmish()
    played.join("Trent", Soldier(actions=8, position="prone"))
    left = played.state("Trent").left
    taken = go(played, "C4", "facing south")
    assert taken.outcome == "Trent is placed at C4."
    assert (played.state("Trent").left, played.state("Trent").facing) == (left, 180)


def test_every_line_of_the_sheet_that_is_used_is_shown() -> None:
    went = go(skirmish(), "K7", "uphill, low crouch, backward")
    shown = [(step.at[0][1], step.value, step.detail) for step in went.steps if isinstance(step, Lookup)]
    assert shown == [("Low Crouch: Move Backward 1 Hex", "4", True), ("Moving Uphill or Through Rubble", "2", True)]
    [cost] = [step for step in went.steps if isinstance(step, Sum)]
    assert [(term.label, term.value) for term in cost.terms] == [
        ("3 hexes in a low crouch backward", 12),
        ("uphill or rubble", 6),
    ]


def test_two_may_stand_in_a_hex() -> None:
    played = skirmish()
    played.join("Axly", Soldier(), at="K9")
    go(played, "K9")
    assert played.one("Trent").place == played.one("Axly").place


def test_a_vehicle_drives_a_quarter_of_its_hexes_each_impulse() -> None:
    played = Skirmish()
    played.map(30, 30)
    played.join("Jeep", Soldier(vehicle=18), at="A2")
    played.join("Axly", Soldier(actions=4))
    begun = played.order(Move(played.id("Jeep"), at("A20")))
    assert begun.outcome == "Jeep drives to A20: 4 of 18 hexes."
    places = [str(played.one("Jeep").place)]
    for _ in range(3):
        played.next()
        places.append(str(played.one("Jeep").place))
    assert places == ["A6", "A11", "A15", "A20"]
    assert played.encounter.task(played.id("Jeep")) is None


@pytest.mark.parametrize(
    ("to", "how", "cost", "state", "error", "sentence"),
    [
        ("K10", "", None, {}, NotNow, "Trent is already at K10"),
        ("K5", "", None, {}, NotNow, "There is an obstruction at K5."),
        ("AE31", "", None, {}, NotNow, "AE31 is off the map, which goes from A1 to AD30."),
        ("K9", "", -1, {}, Refusal, "Cost is 0 to 1,000 actions, not -1."),
        ("K9", "", 1001, {}, Refusal, "Cost is 0 to 1,000 actions, not 1001."),
        ("K9", "flying 💥", None, {}, BadSheet, "I don't know “flying 💥”|I don't know “flying”"),
        ("K9", "crawl", None, {}, NotNow, r"Trent is standing\. Use /act kneel or go prone first, or move with how"),
        (
            "K9",
            "run",
            None,
            {"position": "prone"},
            NotNow,
            r"Trent is prone\. Use /act stand up"
            r" first, or move with how",
        ),
        ("K9", "facing Zorro", None, {}, UnknownName, "I don't understand “Zorro” as a direction"),
        ("K9", "facing 361", None, {}, Refusal, "A bearing goes clockwise from 0"),
        ("K9", "facing K9", None, {}, NotNow, r"Trent is at K9\. Name a bearing such as north"),
        (
            "K9",
            "",
            None,
            {"wounds": (Wound(20, "Knee", 1, Clock(0, 4)),)},
            NotNow,
            "Trent has a disabled leg and cannot move",
        ),
    ],
)
def test_refusals(
    to: str, how: str, cost: int | None, state: dict[str, Any], error: type[Refusal], sentence: str
) -> None:
    played = skirmish("K5", **state)
    before = played.encounter
    with pytest.raises(error, match=sentence.replace("(", r"\(")):
        go(played, to, how, cost)
    assert played.encounter == before


def test_aimers_are_told_who_leaves_their_sight() -> None:
    played = skirmish("M13")
    played.join("Guard 1", Soldier(actions=4), at="K14")
    played.make("Guard 1", aim=Aimed(played.id("Trent"), 2))
    gone = go(played, "O12")
    assert note(gone, "Guard 1") == "loses sight of Trent when this impulse ends. Fire now, or the aim is lost"
    assert gone.concerned == (played.id("Guard 1"),)
    [part, _] = played.next()
    assert part.resolution.outcome == "Guard 1 stops aiming: Trent is out of sight."
    assert note(part.resolution, "Guard 1") == "no longer sees Trent and loses 2 of aim"
    assert played.state("Guard 1").aim is None


def test_aim_holds_while_the_target_is_seen() -> None:
    played = skirmish("M13")
    played.join("Guard 1", Soldier(actions=4), at="K14")
    played.make("Guard 1", aim=Aimed(played.id("Trent"), 2))
    assert go(played, "M11").concerned == ()
    played.next()
    assert played.state("Guard 1").aim == Aimed(played.id("Trent"), 2)


def test_the_books_example_of_moving_and_aiming() -> None:
    """2.2: one hex and one action of aim in each of two impulses make two hexes and 2 actions of aim."""
    played = duel(gun("M16A1"))
    played.put("Trent", "K10")
    played.put("Guard 1", "K2")
    for hex in ("K9", "K8"):
        go(played, hex)
        played.order(aim(played, aim=1 if hex == "K9" else 2))
        played.next()
    state = played.state("Trent")
    assert (state.aim, str(played.one("Trent").place)) == (Aimed(played.id("Guard 1"), 2), "K8")
    assert played.encounter.clock == Clock(1, 3)


def test_without_a_clock_a_move_is_done_at_once() -> None:
    played = skirmish()
    played.encounter = replace(played.encounter, timed=False)
    played.make("Trent", left=0)
    assert go(played, "K2").outcome == "Trent moves from K10 to K2, 8 hexes."
    assert played.order(Act(played.id("Trent"), "open a window")).outcome == "Trent: Open a Window with Two Hands."
    assert played.order(Duck(played.id("Trent"))).outcome == "Trent ducks."


PLACES = st.builds(Place, st.integers(1, 12), st.integers(1, 12))
HOWS = st.sampled_from(["", "low crouch", "backward", "facing 90", "into cover", "rubble, facing Guard", "crawl"])
ACTS = st.sampled_from(
    ["kneel", "stand", "go prone", "hide", "look", "fire over cover", "turn right", "freeze", "door"]
)
ORDERS = st.one_of(
    st.builds(Move, st.sampled_from(["c1", "c2"]), PLACES, st.none() | st.integers(0, 9), HOWS),
    st.builds(Act, st.sampled_from(["c1", "c2"]), ACTS, st.none() | st.integers(0, 9)),
    st.builds(Duck, st.sampled_from(["c1", "c2"]), st.sampled_from(["", "ask", "back"])),
    st.builds(Next),
)


@given(st.lists(ORDERS, max_size=25))
@examples(60)
def test_whatever_is_ordered_nobody_spends_more_than_he_has(orders: list[Order]) -> None:
    walls = {at("E5"), at("F5"), at("C9")}
    played = Skirmish()
    played.map(12, 12, "E5 F5 C9")
    played.join("Trent", Soldier(actions=7, facing=0), at="B2")
    played.join("Guard", Soldier(actions=4), at="H8")
    for order in orders:
        before = played.encounter
        try:
            parts = played.parts(order)
        except Refusal:
            assert played.encounter == before
            continue
        folded = before
        for effect in (effect for part in parts for effect in part.resolution.effects):
            folded = effect.on(folded)
        assert folded == played.encounter
        for combatant in played.encounter.combatants:
            state = played.state(combatant.name)
            assert 0 <= state.left <= 2
            assert combatant.place not in walls
            assert state.facing is None or 0 <= state.facing < 360
            assert state.hides in (None, played.encounter.clock)
