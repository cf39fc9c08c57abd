"""Turning is free in an impulse of movement, by whichever command: a hexside for each hex entered (2.3, O34)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import replace
from rules.engine.records.orders import Act, Move
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Soldier, Turned
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note


def trent(**state: object) -> Skirmish:
    """Trent at K10, facing north, in no Firing Stance, with 6 actions in this impulse."""
    made = Skirmish()
    made.map(30, 30)
    made.join("Trent", Soldier(actions=24), at="K10")
    made.make("Trent", **{"left": 6, "facing": 0, "firing_stance": False, **state})
    return made


def act(on: Skirmish, what: str) -> Resolution:
    return on.order(Act(on.id("Trent"), what))


def move(on: Skirmish, to: str, how: str = "") -> Resolution:
    return on.order(Move(on.id("Trent"), Place.parse(to), how=how))


@pytest.mark.parametrize(("hexsides", "cost"), [(1, 0), (2, 1), (3, 1)])
def test_after_a_move_one_hexside_is_free(hexsides: int, cost: int) -> None:
    """Of three hexsides the book's Trent pays for two: 1 action."""
    made = trent()
    move(made, "K8")
    done = act(made, f"turn right {hexsides} hexsides" if hexsides > 1 else "turn right")
    assert (made.state("Trent").facing, made.state("Trent").left) == (60 * hexsides, 6 - 2 - cost)
    assert ("while moving" in done.outcome) is (cost == 0)


@pytest.mark.parametrize(("facing", "behind"), [(0, 180), (60, 240), (180, 0), (240, 60), (359, 179)])
def test_who_turns_around_looks_where_their_back_was(facing: int, behind: int) -> None:
    made = trent(facing=facing)
    act(made, "turn around")
    assert made.state("Trent").facing == behind


def test_by_either_command_it_costs_the_same() -> None:
    """Three hexsides after two hexes: /move how: facing, or /act."""
    one, other = trent(), trent()
    move(one, "K8", "facing south")
    move(other, "K8")
    act(other, "turn to south")
    assert one.state("Trent").left == other.state("Trent").left
    assert one.state("Trent").facing == other.state("Trent").facing == 180


def test_the_free_hexside_is_used_once() -> None:
    made = trent()
    move(made, "K8")
    act(made, "turn right")
    assert made.state("Trent").left == 4
    act(made, "turn right")
    assert made.state("Trent").left == 3


def test_what_the_last_hex_allowed_may_be_used_up() -> None:
    """One hex, entered with a turn of a hexside."""
    made = trent(facing=300)
    move(made, "K9")
    assert made.state("Trent").left == 5
    act(made, "turn right")
    assert made.state("Trent").left == 4


def test_in_the_next_impulse_it_costs_again() -> None:
    made = trent()
    move(made, "K8")
    made.next()
    left = made.state("Trent").left
    act(made, "turn right")
    assert made.state("Trent").left == left - 1


def test_turning_before_the_move_is_free_as_well() -> None:
    """A hexside by /act costs 1 action, which comes back if the fighter moves in the same impulse."""
    made, other = trent(facing=300), trent(facing=300)
    act(made, "turn to north")
    assert made.state("Trent").left == 5
    moved = move(made, "K8")
    assert note(moved, "Turning") == "free while moving: 1 action returned"
    move(other, "K8")
    assert made.state("Trent").left == other.state("Trent").left == 4


def test_more_than_a_hexside_before_the_move_is_paid_once() -> None:
    made, other = trent(facing=180), trent(facing=180)
    act(made, "turn to north")
    move(made, "K8")
    move(other, "K8")
    assert made.state("Trent").left == other.state("Trent").left == 6 - 1 - 2


def test_who_does_not_move_pays() -> None:
    made = trent()
    act(made, "turn right")
    assert made.state("Trent").left == 5


def test_in_a_firing_stance_taken_after_the_move_he_pays() -> None:
    made = trent()
    move(made, "K9")
    act(made, "firing stance")
    act(made, "turn right")
    assert made.state("Trent").left == 6 - 1 - 2 - 2


def test_portions_in_one_hex_are_added_up() -> None:
    """30 and 30 degrees are the free 60; a third portion is paid (O77)."""
    made = trent()
    move(made, "K8")
    for to, left in ((30, 4), (60, 4), (90, 3), (150, 3), (180, 3)):
        act(made, f"turn to {to}")
        assert (made.state("Trent").facing, made.state("Trent").left) == (to, left)


def test_what_a_hex_leaves_over_is_not_carried_to_the_next() -> None:
    made = trent()
    move(made, "K9")
    move(made, "K8")
    act(made, "turn to 90")
    assert made.state("Trent").left == 6 - 1 - 1 - 1


@pytest.mark.parametrize(
    ("axis", "hexes"),
    [(0, ("K9", "K8", "K7", "K6")), (90, ("L10", "M10", "N10", "O10")), (270, ("J10", "I10", "H10", "G10"))],
)
def test_a_man_can_move_and_aim_each_impulse_in_any_direction(axis: int, hexes: tuple[str, ...]) -> None:
    """Facing is not bound to the grid (2.3): east is no dearer than north."""
    made = trent(facing=axis)
    for to in hexes:
        move(made, to, f"facing {axis}")
        assert (made.state("Trent").facing, made.state("Trent").left) == (axis, 5)
        made.next()
        made.make("Trent", left=6)


def test_an_older_encounter_rounds_each_turn_up() -> None:
    made = trent()
    switches = tuple(pair for pair in made.encounter.switches if pair[0] != "turning")
    made.encounter = replace(made.encounter, switches=switches)
    move(made, "K8")
    act(made, "turn to 30")
    assert made.state("Trent").left == 4
    act(made, "turn to 60")
    assert made.state("Trent").left == 3


def test_a_turn_stored_in_hexsides_counts_in_degrees() -> None:
    made = trent()
    move(made, "K8")
    made.make("Trent", turned=Turned(made.encounter.clock, 300, 1), facing=0)
    act(made, "turn to 60")
    assert made.state("Trent").left == 3
