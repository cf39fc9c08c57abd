"""Command Points: a leader's, for another figure's movement, in its move (COMMAND POINTS)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.orders import Rename
from rules.space_marines.figures.continuations import Proceed
from rules.space_marines.moves.command import Funds, find_remaining_funds
from rules.space_marines.moves.how_words import MoveOptions, read_how
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish, note, places


def squad(*sheets: str) -> Skirmish:
    """Marines and others of the Good Guys in a row: Ash first, then those of the sheets as A, B, C."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 12)
    for n, (name, sheet) in enumerate(zip(["Ash", "A", "B", "C"], sheets, strict=False), 1):
        skirmish.muster(f"{sheet}, good guys", f"B{n}", name)
    return skirmish


def test_they_pay_what_own_points_do_not() -> None:
    skirmish = squad("Marine", "Marine leader")
    moved = skirmish.move("Ash", "G1", "command")
    assert moved.outcome == "Ash moves from B1 to G1, 5 spaces (3 Points and 2 Command Points of A)."
    assert note(moved, "Command") == "A has 1 Command Point left"
    assert skirmish.state("Ash").left == 0
    assert skirmish.state("A").command_left == 1
    assert skirmish.state("A").left == 3


def test_own_points_go_first() -> None:
    skirmish = squad("Marine", "Marine leader")
    assert skirmish.move("Ash", "E1", "command").outcome == "Ash moves from B1 to E1, 3 spaces (3 Points)."
    assert skirmish.state("A").command_left == 3


def test_or_theirs_if_a_number_is_named() -> None:
    """So that the Points left can be used to aim."""
    skirmish = squad("Marine", "Marine leader")
    moved = skirmish.move("Ash", "E1", "command 2")
    assert moved.outcome == "Ash moves from B1 to E1, 3 spaces (1 Point and 2 Command Points of A)."
    assert skirmish.state("Ash").left == 2
    assert skirmish.state("A").command_left == 1


def test_no_more_of_them_are_used_than_the_move_takes() -> None:
    skirmish = squad("Marine", "Marine leader")
    assert skirmish.move("Ash", "C1", "command 3").outcome.endswith("1 space (1 Command Point of A).")
    assert skirmish.state("Ash").left == 3
    assert skirmish.state("A").command_left == 2


def test_the_leader_with_the_most_helps_or_whoever_is_named() -> None:
    skirmish = squad("Marine", "Marine leader, wounds 1", "Marine leader")
    skirmish.move("Ash", "C1", "command 1")
    assert skirmish.state("A").command_left == 2
    assert skirmish.state("B").command_left == 2
    skirmish.move("Ash", "D1", "command 1 from B")
    assert skirmish.state("A").command_left == 2
    assert skirmish.state("B").command_left == 1
    with pytest.raises(UnknownName, match=r"I don't know the leader with Command Points left “Zoe”\. Known: A and B"):
        skirmish.move("Ash", "E1", "command from Zoe")


def test_not_more_than_the_leader_has() -> None:
    skirmish = squad("Marine", "Marine leader, wounds 1")
    with pytest.raises(NotNow, match="A has 2 Command Points left this turn, not 3"):
        skirmish.move("Ash", "C1", "command 3")
    with pytest.raises(
        NotNow, match=r"Ash has 3 Points and 2 Command Points of A left this turn\. Moving 6 spaces takes 6 Points"
    ):
        skirmish.move("Ash", "H1", "command")


def test_not_for_the_leader_itself() -> None:
    skirmish = squad("Marine leader", "Marine")
    with pytest.raises(NotNow, match="No other leader on Ash's side has Command Points left for it"):
        skirmish.move("Ash", "C1", "command")


def test_not_from_the_other_side_nor_from_the_dead() -> None:
    skirmish = squad("Marine", "Marine leader")
    skirmish.muster("Bot Leader", "R1", "Boss")
    skirmish.adjust("A", "dead")
    with pytest.raises(NotNow, match="Leave command out"):
        skirmish.move("Ash", "C1", "command")


def test_a_leader_who_is_done_can_still_command() -> None:
    skirmish = squad("Marine", "Marine leader")
    skirmish.act("A", "points ahead")
    skirmish.move("Ash", "F1", "command")
    assert skirmish.state("A").command_left == 2


def test_not_after_an_action() -> None:
    skirmish = squad("Marine", "Marine leader")
    skirmish.act("Ash", "waves")
    with pytest.raises(NotNow, match="done for this turn"):
        skirmish.move("Ash", "C1", "command")


def test_who_cannot_reach_is_told_of_the_leader() -> None:
    skirmish = squad("Marine", "Marine leader")
    with pytest.raises(NotNow) as refused:
        skirmish.move("Ash", "F1")
    assert str(refused.value) == (
        "Ash has 3 Points left this turn. Moving 4 spaces takes 4 Points: they get as far as E1, and"
        " how: command lets A help them."
    )


def test_a_command_point_is_two_spaces_to_a_fuzzy() -> None:
    skirmish = squad("Fuzzy Warrior", "Fuzzy Warrior leader")
    moved = skirmish.move("Ash", "I1", "command")
    assert moved.outcome == "Ash moves from B1 to I1, 7 spaces (2 Points and 1 1/2 Command Points of A)."
    assert skirmish.state("A").command_left == Fraction(1, 2)


def test_they_help_a_bot_over_its_last_half() -> None:
    skirmish = squad("Bot Warrior", "Bot Leader")
    moved = skirmish.move("Ash", "E1", "command")
    assert moved.outcome == "Ash moves from B1 to E1, 3 spaces (4 Points and 1/2 Command Point of A)."


def test_they_come_back() -> None:
    skirmish = squad("Marine", "Marine leader")
    skirmish.move("Ash", "G1", "command")
    skirmish.next()
    skirmish.next()
    assert skirmish.state("A").command_left == 3


def test_how_it_is_read() -> None:
    assert read_how("") == MoveOptions()
    assert read_how("Command") == MoveOptions(command=True)
    assert read_how("command 2 from Big Sarge, via C3 D4") == MoveOptions(
        command=True, amount=Fraction(2), leader="Big Sarge", via=places("C3 D4")
    )
    assert read_how("fly; land command 1.5") == MoveOptions(command=True, amount=Fraction(3, 2), fly=True, land=True)
    with pytest.raises(Refusal, match="“fly” is given twice"):
        read_how("fly, fly")


@given(
    st.builds(
        MoveOptions,
        st.just(True),
        st.none() | st.integers(1, 40).map(lambda halves: Fraction(halves, 2)),
        st.sampled_from(["", "Sarge", "Bug Leader 2", "Ô'Neil"]),
        st.booleans(),
        st.booleans(),
        st.lists(st.builds(Place, st.integers(1, 99), st.integers(1, 99)), max_size=5).map(tuple),
    )
)
def test_what_is_written_is_read_again(manner: MoveOptions) -> None:
    assert read_how(str(manner)) == manner


@given(st.text(max_size=60))
def test_any_words_are_read_or_refused(words: str) -> None:
    try:
        read_how(words)
    except Refusal as refusal:
        assert str(refusal)


@given(st.integers(0, 12), st.integers(0, 12), st.booleans(), st.data())
def test_what_is_paid_is_the_cost(own: int, command: int, first: bool, data: st.DataObject) -> None:
    funds = Funds("c1", own, command, "c2", first)
    cost = data.draw(st.integers(0, funds.total))
    mine, leaders = funds.shares(cost)
    assert mine + leaders == cost
    assert 0 <= mine <= own
    assert 0 <= leaders <= command
    assert not first or mine == 0 or leaders == command
    assert first or leaders == 0 or mine == own


def test_a_leader_in_reserve_helps_nobody_on_the_map() -> None:
    skirmish = Skirmish()
    skirmish.map(8, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Marine leader", "", "Sarge")
    with pytest.raises(NotNow, match="No leader on Ash's side has Command Points left"):
        skirmish.move("Ash", "B6", "command")


def test_a_leader_renamed_while_a_question_is_open_still_helps() -> None:
    skirmish = squad("Marine", "Marine leader", "Marine leader")
    ash, a, b = map(skirmish.id, ("Ash", "A", "B"))
    skirmish.order(Rename(a, "Sarge"))
    skirmish.order(Rename(b, "A"))
    move = Proceed(ash, Place.parse("G1"), "command from A", leader=a)
    funds = find_remaining_funds(move, read_how(move.how), skirmish.encounter)
    assert (funds.leader, funds.command) == (a, 6)
