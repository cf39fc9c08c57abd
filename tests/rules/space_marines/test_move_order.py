"""Moving: what a space costs each troop type, flying, ways, cover fire on the way."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.flow.resolve_pronouns import resolve_pronouns
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.orders import Answer, Move, Nearer
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Resolution, Scene
from rules.engine.sight.sight import Perceived
from rules.space_marines.figures.figure import DONE, FRESH, PLACED
from tests.rules.space_marines.skirmish import Skirmish, note

SHEETS = {
    "Marine": 3, "Shock Marine": 3, "Bug Warrior": 5, "Bug Leader": 6, "Bug Shooter": 3, "Fuzzy Warrior": 4,
    "Bot Warrior": 2, "Bot Scout": 3, "Bot Leader": 4,
}  # fmt: skip
"""The number of spaces that each moves in a turn on the ground, by the appendix."""


def alone(sheet: str, at: str = "B2", *, rough: str = "", outdoors: bool = False, walls: str = "") -> Skirmish:
    """One figure, in its own phase, whoever runs it."""
    skirmish = Skirmish(bad_guys="people", outdoors=outdoors)
    skirmish.map(20, 8, walls, rough)
    skirmish.muster(f"{sheet}, good guys", at, "Ash")
    return skirmish


def entered(resolution: Resolution) -> list[str]:
    return [str(effect.place) for effect in resolution.effects if isinstance(effect, Placed)]


def test_a_space_costs_a_point() -> None:
    skirmish = alone("Marine")
    moved = skirmish.move("Ash", "D4")
    assert moved.outcome == "Ash moves from B2 to D4, 2 spaces (2 Points)."
    assert note(moved, "Cost") == "C3 1 Point, D4 1 Point"
    assert note(moved, "Left") == "1 of 3 Points"
    assert entered(moved) == ["C3", "D4"]
    assert skirmish.place("Ash") == "D4"
    assert skirmish.state("Ash").left == 1
    assert skirmish.state("Ash").moved
    assert skirmish.move("Ash", "D5").outcome == "Ash moves from D4 to D5, 1 space (1 Point)."


@pytest.mark.parametrize(("sheet", "spaces"), SHEETS.items())
def test_how_far_each_gets(sheet: str, spaces: int) -> None:
    skirmish = alone(sheet)
    with pytest.raises(NotNow, match="they get as far as"):
        skirmish.move("Ash", f"{'CDEFGHI'[spaces]}2")
    skirmish.move("Ash", f"{'CDEFGHI'[spaces - 1]}2")


@pytest.mark.parametrize(
    ("sheet", "told", "left"),
    [
        ("Fuzzy Warrior", "1/2 Point", "3/2"),
        ("Bot Warrior", "1 1/2 Points", "5/2"),
        ("Bot Leader", "1 1/2 Points", "9/2"),
        ("Bot Scout", "1 Point", "2"),
    ],
)
def test_what_one_space_costs(sheet: str, told: str, left: str) -> None:
    skirmish = alone(sheet)
    assert skirmish.move("Ash", "C2").outcome == f"Ash moves from B2 to C2, 1 space ({told})."
    assert skirmish.state("Ash").left == Fraction(left)


def test_rough_ground_costs_more_but_not_for_bots() -> None:
    column = " ".join(f"C{row}" for row in range(1, 9))
    for sheet, left in (("Marine", 1), ("Bot Warrior", Fraction(5, 2))):
        skirmish = alone(sheet, rough=column)
        skirmish.move("Ash", "C2")
        assert skirmish.state("Ash").left == left


@pytest.mark.parametrize(("sheet", "to"), [("Marine", {"C1", "C3"}), ("Bot Warrior", {"C2"})])
def test_nearer_avoids_rough_ground_that_costs_the_figure_more(sheet: str, to: set[str]) -> None:
    skirmish = alone(sheet, rough="C2 D2 E2")
    skirmish.muster("Bug Warrior", "G2", "Foe")
    scene = Scene(skirmish.encounter, SeededDice(1))
    scene.perception = Perceived(skirmish.ruleset)
    order = resolve_pronouns(Nearer(skirmish.id("Ash"), 1), "", scene, skirmish.ruleset)
    assert isinstance(order, Move) and str(order.to) in to


def test_too_far() -> None:
    skirmish = alone("Marine")
    skirmish.move("Ash", "C2")
    with pytest.raises(NotNow) as refused:
        skirmish.move("Ash", "G2")
    assert (
        str(refused.value) == "Ash has 2 Points left this turn. Moving 4 spaces takes 4 Points: they get as far as E2."
    )
    skirmish.move("Ash", "E2")
    with pytest.raises(NotNow, match=r"Ash has 0 Points .* takes 1 Point: they can't get anywhere that way\."):
        skirmish.move("Ash", "F2")


def test_where_one_cannot_go() -> None:
    skirmish = alone("Marine", walls="B3")
    skirmish.muster("Marine", "B1", "Bo")
    for to, why in (("B3", "obstruction at B3"), ("Z9", "off the map"), ("B1", "Bo is at B1"), ("B2", "already")):
        with pytest.raises(NotNow, match=why):
            skirmish.move("Ash", to)


def test_the_way_can_be_named() -> None:
    skirmish = alone("Marine")
    assert entered(skirmish.move("Ash", "D2", "via C1")) == ["C1", "D2"]
    skirmish = alone("Marine")
    assert entered(skirmish.move("Ash", "C2", "via B1, C1")) == ["B1", "C1", "C2"]


def test_friends_are_passed_through() -> None:
    skirmish = alone("Marine", walls=" ".join(f"{column}{row}" for column in "ABCDEF" for row in (1, 3)))
    skirmish.muster("Marine", "C2", "Bo")
    assert entered(skirmish.move("Ash", "D2")) == ["C2", "D2"]


def test_a_cost_of_the_scenarios_own() -> None:
    skirmish = alone("Marine")
    moved = skirmish.move("Ash", "G2", cost=2)
    assert moved.outcome == "Ash moves from B2 to G2, 5 spaces (2 Points)."
    assert note(moved, "Cost") == "2 Points, as given"
    assert skirmish.state("Ash").left == 1
    with pytest.raises(NotNow, match="Ash has 1 Point left"):
        skirmish.move("Ash", "H2", cost=2)
    with pytest.raises(Refusal, match="Cost is 0 to 99 Points, not -1"):
        skirmish.move("Ash", "H2", cost=-1)
    assert skirmish.move("Ash", "H2", cost=0).outcome == "Ash moves from G2 to H2, 1 space (0 Points)."


def test_who_stands_nowhere_is_placed_for_nothing() -> None:
    skirmish = alone("Marine", at="")
    with pytest.raises(NoRule, match=r"placed for free\. Leave how: and cost"):
        skirmish.move("Ash", "D4", "command")
    placed = skirmish.move("Ash", "D4")
    assert placed.outcome == "Ash is placed at D4."
    state = skirmish.state("Ash")
    assert state.left == 3
    assert state.stage == FRESH
    assert not state.moved
    skirmish.move("Ash", "E4")


def test_both_sides_are_set_up_in_any_order_before_play_begins() -> None:
    skirmish = alone("Marine", at="")
    skirmish.muster("Marine", "", "Bo")
    skirmish.muster("Bug Warrior", "", "Bug")
    for name, at in (("Ash", "B2"), ("Bug", "H2"), ("Bo", "B4")):
        assert skirmish.move(name, at).outcome == f"{name} is placed at {at}."
    skirmish.move("Ash", "C2")
    skirmish.move("Bo", "C4")
    assert skirmish.state("Bug").stage == FRESH


def test_who_is_placed_once_play_has_begun_may_not_move() -> None:
    skirmish = alone("Marine")
    skirmish.muster("Marine", "", "Bo")
    skirmish.muster("Bug Warrior", "", "Bug")
    skirmish.move("Ash", "C2")
    assert skirmish.move("Bo", "H4").outcome == ("Bo is placed at H4: a reinforcement may act, and move next turn.")
    with pytest.raises(NotNow, match="may act at once, and move next turn"):
        skirmish.move("Bo", "H5")
    # Placing it ends nobody's move.
    skirmish.move("Ash", "D2")
    with pytest.raises(NotNow, match="the Good Guys' phase"):
        skirmish.move("Bug", "H2")


def test_reinforcements_are_placed_and_then_act() -> None:
    skirmish = alone("Marine")
    skirmish.move("Ash", "C2")
    skirmish.muster("Marine", "", "Bo")
    skirmish.move("Bo", "H4")
    assert skirmish.state("Bo").stage == PLACED
    with pytest.raises(NotNow, match="may act at once, and move next turn"):
        skirmish.move("Bo", "H5")
    skirmish.act("Bo", "waves")
    assert skirmish.state("Bo").stage == DONE


def test_a_scout_takes_off_flies_and_lands() -> None:
    skirmish = alone("Bot Scout", outdoors=True)
    up = skirmish.move("Ash", "C2", "fly")
    assert up.outcome == "Ash takes off and flies from B2 to C2, 1 space (1 1/2 Points)."
    assert skirmish.state("Ash").flying
    assert skirmish.move("Ash", "E2").outcome == "Ash flies from C2 to E2, 2 spaces (1 Point)."
    assert skirmish.move("Ash", "F2", "land").outcome == "Ash flies from E2 to F2, 1 space (1/2 Point) and lands."
    assert not skirmish.state("Ash").flying
    assert skirmish.state("Ash").left == 0


def test_a_scout_flies_four_spaces_in_the_turn_in_which_it_takes_off() -> None:
    skirmish = alone("Bot Scout", outdoors=True)
    with pytest.raises(NotNow, match="Taking off and moving 5 spaces takes 3 1/2 Points: they get as far as F1"):
        skirmish.move("Ash", "G2", "fly, land")
    told = skirmish.move("Ash", "F2", "fly land").outcome
    assert told == "Ash takes off and flies from B2 to F2, 4 spaces (3 Points) and lands."


def test_a_flying_scout_flies_six_spaces_over_rough_ground() -> None:
    rough = " ".join(f"{column}{row}" for column in "CDEFGH" for row in range(1, 9))
    skirmish = alone("Bot Scout", outdoors=True, rough=rough)
    skirmish.act("Ash", "take off")
    skirmish.next()
    assert skirmish.state("Ash").flying
    skirmish.move("Ash", "H2")
    assert skirmish.state("Ash").left == 0


def test_what_does_not_fly() -> None:
    skirmish = alone("Marine")
    for how in ("fly", "land"):
        with pytest.raises(NoRule, match=r"Ash does not fly\. Leave fly and land out"):
            skirmish.move("Ash", "C2", how)
    skirmish = alone("Bot Scout")
    with pytest.raises(NotNow, match=r"Ash is already on the ground\. Leave land out"):
        skirmish.move("Ash", "C2", "land")
    skirmish.move("Ash", "C2", "fly")
    with pytest.raises(NotNow, match=r"Ash is already in the air\. Leave fly out"):
        skirmish.move("Ash", "D2", "fly")


@pytest.mark.parametrize(
    "how", ["running", "command command", "via", "via Bo", "command 0", "command 2 from", "command x"]
)
def test_words_that_mean_nothing(how: str) -> None:
    skirmish = alone("Marine")
    skirmish.muster("Marine leader", "B3", "Sarge")
    before = skirmish.encounter
    with pytest.raises(Refusal):
        skirmish.move("Ash", "C2", how)
    assert skirmish.encounter == before


def test_what_can_be_said_is_named() -> None:
    with pytest.raises(
        NoRule,
        match=r"“running” is not a way to move\. how: takes command \(also"
        r" command 2, or command 2 from a leader\), fly, land, and via with places, such as via C3 D4\.$",
    ):
        alone("Marine").move("Ash", "C2", "running")


# Cover fire on the way.


WALLS = " ".join(f"{column}{row}" for column in "ABCDEFGHIJ" for row in (1, 3))


def covered(sheet: str = "Marine leader") -> Skirmish:
    """A corridor: Bug Shooter at J2 covers D2 past a Bug Brain at C2, Ash comes from B2 with Bo behind."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(10, 3, WALLS)
    skirmish.muster("Marine", "C2", "Bo")
    skirmish.muster(sheet, "B2", "Ash")
    skirmish.muster("Bug Shooter", "J2", "Bug")
    skirmish.next()
    skirmish.fire("Bug", "D2", weapon="Rifle", how="cover fire")
    skirmish.next()
    return skirmish


def test_a_move_stops_where_cover_fire_is_asked_about() -> None:
    skirmish = covered()
    moved = skirmish.move("Ash", "E2")
    assert moved.outcome == "Ash moves from B2 to D2, 2 spaces (2 Points), and enters the area that Bug covers at D2."
    assert skirmish.state("Ash").left == 1
    assert moved.concerned == (skirmish.id("Bug"),)


def test_it_goes_on_when_the_fire_is_held() -> None:
    skirmish = covered()
    skirmish.move("Ash", "E2")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to E2, 1 space (1 Point)."
    assert skirmish.state("Ash").left == 0


def test_wounds_cut_it_short() -> None:
    """Two Points are spent; of the third a wound takes one."""
    skirmish = covered()
    skirmish.move("Ash", "E2")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 2)
    assert parts[-1].resolution.outcome == "Ash stays at D2."
    assert skirmish.state("Ash").wounds == 1
    assert skirmish.state("Ash").left == 0
    assert skirmish.place("Ash") == "D2"
    with pytest.raises(NotNow):
        skirmish.move("Ash", "E2")


def test_the_dead_go_nowhere() -> None:
    skirmish = covered()
    skirmish.move("Ash", "E2")
    skirmish.adjust("Ash", "wounds 2")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 6)
    assert len(parts) == 1
    assert not skirmish.one("Ash").present
    assert skirmish.encounter.agenda == ()


def test_a_flyer_that_is_hit_lands_where_it_gets_to() -> None:
    """1 Point to take off, 1/2 to D2; of the 1 1/2 that are left one goes with the wound: one space more."""
    skirmish = covered("Bot Scout, good guys")
    skirmish.move("Ash", "F2", "fly, land")
    assert skirmish.state("Ash").left == 1
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 3)
    assert parts[-1].resolution.outcome == "Ash lands at D2."
    assert not skirmish.state("Ash").flying


def test_command_points_carry_it_on() -> None:
    """Four spaces: three Points, and one of the leader's; a wound takes the third Point, and the leader pays for it."""
    skirmish = covered("Marine")
    skirmish.muster("Marine leader", "A2", "Sarge")
    skirmish.move("Ash", "F2", "command")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 2)
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to F2, 2 spaces (2 Command Points of Sarge)."
    assert note(parts[-1].resolution, "Command") == "Sarge has 1 Command Point left"


def test_command_points_that_were_to_be_used_first_are_used_up() -> None:
    skirmish = covered("Marine")
    skirmish.muster("Marine leader", "A2", "Sarge")
    skirmish.move("Ash", "E2", "command 2")
    assert skirmish.state("Ash").left == 3
    assert skirmish.state("Sarge").command_left == 1
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to E2, 1 space (1 Point)."
    assert skirmish.state("Sarge").command_left == 1


def test_a_move_paid_for_goes_on_for_nothing() -> None:
    skirmish = covered()
    moved = skirmish.move("Ash", "G2", cost=3)
    assert moved.outcome.startswith("Ash moves from B2 to D2, 2 spaces (3 Points), and enters")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to G2, 3 spaces (0 Points)."


def test_a_move_that_ends_there_is_over() -> None:
    skirmish = covered()
    skirmish.move("Ash", "D2")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert len(parts) == 1
    skirmish.move("Ash", "E2")


# Whatever is ordered.


@given(st.sampled_from([*SHEETS]), st.lists(st.integers(1, 20), max_size=4), st.lists(st.integers(1, 8), max_size=4))
def test_points_are_never_overspent_and_steps_are_adjacent(sheet: str, columns: list[int], rows: list[int]) -> None:
    skirmish = alone(sheet, "H4", rough="G4 G5 H6 I3", walls="F2 F3 J5 J6")
    full = skirmish.state("Ash").left
    for column, row in zip(columns, rows, strict=False):
        before, left = skirmish.encounter, skirmish.state("Ash").left
        start = skirmish.place("Ash")
        to = f"{'ABCDEFGHIJKLMNOPQRST'[column - 1]}{row}"
        try:
            moved = skirmish.move("Ash", to)
        except Refusal:
            assert skirmish.encounter is before
            continue
        spaces = [start, *entered(moved)]
        assert skirmish.place("Ash") == to
        assert len(spaces) == len(set(spaces))
        for a, b in pairwise(spaces):
            assert max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1:]) - int(b[1:]))) == 1
        assert Fraction(1, 2) * (len(spaces) - 1) <= left - skirmish.state("Ash").left <= full
        assert 0 <= skirmish.state("Ash").spent <= full * 2


def test_no_more_command_points_are_used_than_were_said() -> None:
    """Six spaces: three Points of Sarge's six, three of its own; a wound takes one of these."""
    skirmish = covered("Marine")
    skirmish.muster("Bot Leader, good guys", "A2", "Sarge")
    skirmish.move("Ash", "H2", "command 3")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 2)
    told = "Ash moves on from D2 to G2, 3 spaces (2 Points and 1 Command Point of Sarge)."
    assert parts[-1].resolution.outcome == told


def test_the_leader_who_was_named_carries_it_on() -> None:
    skirmish = covered("Marine")
    skirmish.adjust("Bo", "dead")
    skirmish.muster("Bot Leader, good guys", "C2", "Boss")
    skirmish.muster("Marine leader", "A2", "Sarge")
    skirmish.move("Ash", "F2", "command from sarge")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "fire"), 6, 6, 2)
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to F2, 2 spaces (2 Command Points of Sarge)."


def test_what_lies_behind_on_the_way_is_not_gone_back_to() -> None:
    skirmish = covered()
    skirmish.move("Ash", "E2", "via C2")
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert parts[-1].resolution.outcome == "Ash moves on from D2 to E2, 1 space (1 Point)."


def test_a_flyer_lands_at_the_end_and_not_where_it_is_interrupted() -> None:
    skirmish = covered("Bot Scout, good guys")
    skirmish.move("Ash", "F2", "fly, land")
    assert skirmish.state("Ash").flying
    parts = skirmish.parts(Answer(skirmish.id("Bug"), "hold fire"))
    assert parts[-1].resolution.outcome == "Ash flies on from D2 to F2, 2 spaces (1 Point) and lands."


def test_how_far_it_gets_is_where_it_can_stand() -> None:
    skirmish = alone("Marine")
    skirmish.muster("Marine", "E2", "Bo")
    with pytest.raises(NotNow, match=r"they get as far as D2[,.]"):
        skirmish.move("Ash", "F2")
    skirmish = alone("Bot Scout", "B1", outdoors=True, walls="B7")
    skirmish.adjust("Ash", "flying")
    with pytest.raises(NotNow, match="they get as far as B6"):
        skirmish.move("Ash", "B8")
