"""One figure after the other: whose turn it is, what it has left, reinforcements."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.conduct.conduct import staged
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Act, Fire, Next
from rules.engine.scene.effects import Became, Planned
from rules.space_marines.figures import turn
from rules.space_marines.figures.continuations import Proceed
from rules.space_marines.figures.figure import DONE, FRESH, MOVING, PLACED
from tests.rules.space_marines.skirmish import Skirmish, book, names, note


def squad() -> Skirmish:
    """Two Marines, and a Bug Warrior far away that people run."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Marine", "B4", "Bo")
    skirmish.muster("Bug Warrior", "R4", "Bug")
    return skirmish


def test_whose_phase_it_is() -> None:
    skirmish = squad()
    assert skirmish.ruleset.clock(skirmish.encounter) == "Turn 1, Good Guys' phase"
    skirmish.next()
    assert skirmish.ruleset.clock(skirmish.encounter) == "Turn 1, Bad Guys' phase"
    skirmish.next()
    assert skirmish.ruleset.clock(skirmish.encounter) == "Turn 2, Good Guys' phase"


def test_nobody_acts_in_the_others_phase() -> None:
    skirmish = squad()
    with pytest.raises(
        NotNow,
        match=r"Bug is one of the Bad Guys, and it is the Good Guys' phase\."
        r" Use /next to end it",
    ):
        skirmish.move("Bug", "R5")
    skirmish.next()
    with pytest.raises(NotNow, match="Ash is one of the Good Guys, and it is the Bad Guys' phase"):
        skirmish.move("Ash", "B3")
    skirmish.move("Bug", "R5")


def test_an_action_ends_a_figures_turn() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    skirmish.move("Ash", "D2")
    skirmish.act("Ash", "waves")
    assert skirmish.state("Ash").stage == DONE
    with pytest.raises(NotNow, match="Ash is done for this turn"):
        skirmish.move("Ash", "E2")
    with pytest.raises(NotNow, match="Ash is done for this turn"):
        skirmish.act("Ash", "waves again")


def test_another_figures_move_ends_the_one_before() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    assert skirmish.state("Ash").stage == MOVING
    skirmish.move("Bo", "C4")
    assert (skirmish.state("Ash").stage, skirmish.state("Bo").stage) == (DONE, MOVING)
    with pytest.raises(NotNow, match="done for this turn"):
        skirmish.fire("Ash", "Bug")


def test_another_figures_action_ends_it_as_well() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    skirmish.act("Bo", "waves")
    assert (skirmish.state("Ash").stage, skirmish.state("Bo").stage) == (DONE, DONE)


def test_a_refused_order_ends_nobodys_turn() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    with pytest.raises(Refusal):
        skirmish.move("Bo", "H4")
    skirmish.move("Ash", "D2")


def test_points_come_back_less_wounds() -> None:
    skirmish = squad()
    skirmish.muster("Marine leader", "B6", "Sarge")
    skirmish.adjust("Ash", "wounds 1")
    skirmish.move("Ash", "D2")
    skirmish.move("Bo", "F4", "command")
    assert skirmish.state("Ash").left == 0
    assert skirmish.state("Bo").left == 0
    assert skirmish.state("Sarge").command_left == 2
    skirmish.next()
    skirmish.next()
    ash, bo = skirmish.state("Ash"), skirmish.state("Bo")
    assert ash.left == 2
    assert bo.left == 3
    assert skirmish.state("Sarge").command_left == 3
    assert (ash.stage, ash.moved, bo.moved) == (FRESH, False, False)


def test_wounds_lessen_command_points_too() -> None:
    skirmish = squad()
    skirmish.muster("Bot Leader", "R2", "Boss")
    skirmish.adjust("Boss", "wounds 2")
    assert skirmish.state("Boss").left == 4
    assert skirmish.state("Boss").command_left == 4


def test_nothing_happens_while_somebody_is_asked() -> None:
    skirmish = squad()
    question = Question(skirmish.id("Bug"), "Ash enters C2: fire?", ("fire", "hold fire"), ())
    skirmish.encounter = Planned((question,)).on(skirmish.encounter)
    for order in (Act(skirmish.id("Ash"), "waves"), Fire(skirmish.id("Ash"), skirmish.aimed("Bug")), Next()):
        with pytest.raises(NotNow, match=r"Bug must answer first \(fire or hold fire\): Ash enters C2: fire\?"):
            skirmish.order(order)
    assert names(skirmish, skirmish.ruleset.awaited(skirmish.encounter)) == ["Bug"]


def test_who_is_asked_twice_is_awaited_once() -> None:
    skirmish = squad()
    rest = (Proceed(skirmish.id("Ash"), skirmish.at("C2").place),)  # type: ignore[arg-type]
    twice = tuple(Question(skirmish.id("Bug"), text, ("fire",), rest) for text in ("one", "two"))
    skirmish.encounter = Planned(twice).on(skirmish.encounter)
    assert names(skirmish, skirmish.ruleset.awaited(skirmish.encounter)) == ["Bug"]


def test_what_is_left_is_told() -> None:
    skirmish = squad()
    skirmish.muster("Bot Warrior", "R2", "Tin")
    skirmish.muster("Marine leader", "B6", "Sarge")
    assert note(skirmish.move("Ash", "C2"), "Left") == "2 of 3 Points"
    skirmish.adjust("Sarge", "wounds 1")
    assert note(skirmish.move("Sarge", "C6"), "Left") == "1 of 3 Points, 1 wound, 2 Command Points"
    skirmish.next()
    assert note(skirmish.move("Tin", "Q2"), "Left") == "2 1/2 of 4 Points"


def test_points_that_are_not_there() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    with (
        pytest.raises(NotNow, match=r"^Ash has 2 Points left this turn. That aim takes 3 Points\.$"),
        refusals_named(skirmish.encounter),
    ):
        turn.check_affordable(skirmish.id("Ash"), Fraction(3), "that aim", skirmish.encounter)
    turn.check_affordable(skirmish.id("Ash"), Fraction(2), "that aim", skirmish.encounter)


def test_thirds_of_points_are_nothing() -> None:
    with pytest.raises(ValueError, match="1/3"):
        turn.halves(Fraction(1, 3))


def test_before_play_begins_nobody_is_a_reinforcement() -> None:
    skirmish = squad()
    assert {skirmish.state(name).stage for name in ("Ash", "Bo", "Bug")} == {FRESH}


def test_reinforcements_act_but_do_not_move() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    skirmish.muster("Marine", "B6", "Cy")
    skirmish.muster("Marine", "B7", "Di")
    assert skirmish.state("Cy").stage == PLACED
    with pytest.raises(
        NotNow, match=r"Cy was placed in this phase\. A reinforcement may act at once, and move next turn"
    ):
        skirmish.move("Cy", "C6")
    skirmish.act("Di", "waves")
    skirmish.act("Cy", "waves")
    assert (skirmish.state("Cy").stage, skirmish.state("Di").stage, skirmish.state("Ash").stage) == (DONE, DONE, DONE)
    skirmish.next()
    skirmish.next()
    skirmish.move("Cy", "C6")


def test_who_joins_in_the_others_phase_moves_in_its_own() -> None:
    skirmish = squad()
    skirmish.move("Ash", "C2")
    skirmish.muster("Bug Warrior", "R6", "Late")
    skirmish.next()
    skirmish.move("Late", "R7")
    skirmish.muster("Marine", "B6", "Cy")
    skirmish.muster("Bug Warrior", "R8", "Later")
    assert (skirmish.state("Cy").stage, skirmish.state("Later").stage) == (FRESH, PLACED)


def test_in_later_turns_the_first_to_come_is_a_reinforcement() -> None:
    skirmish = squad()
    skirmish.next()
    skirmish.next()
    skirmish.muster("Marine", "B6", "Cy")
    assert skirmish.state("Cy").stage == PLACED


def test_only_wounds_go_to_a_later_encounter() -> None:
    skirmish = squad()
    skirmish.muster("Bot Scout", "R2", "Fly")
    skirmish.next()
    skirmish.adjust("Fly", "wounds 1")
    skirmish.act("Fly", "take off")
    rested = skirmish.ruleset.carried_over(skirmish.one("Fly"), skirmish.encounter)
    fresh = skirmish.ruleset.profile("Bot Scout, wounds 1", {}).condition
    assert rested == fresh


def test_a_quick_ruling_has_no_phases() -> None:
    encounter = staged(book(), book().profile("Bug Warrior", {}), book().profile("Marine", {}))
    turn.check_turn("c1", encounter)
    turn.check_turn("c2", encounter)
    with pytest.raises(NotNow, match=r"Marine has 3 Points\. That aim takes 4 Points"), refusals_named(encounter):
        turn.check_affordable("c2", Fraction(4), "that aim", encounter)


def test_the_clock_is_in_the_state() -> None:
    """An undo brings back all there is to know of the turn."""
    skirmish = squad()
    before = skirmish.encounter
    skirmish.move("Ash", "C2")
    skirmish.act("Bo", "waves")
    skirmish.next()
    skirmish.encounter = before
    skirmish.move("Ash", "C2")
    assert skirmish.encounter.clock == Clock(1, 1)


def test_spending_nothing_changes_nothing() -> None:
    skirmish = squad()
    done = skirmish.act("Ash", "waves")
    assert [effect for effect in done.effects if isinstance(effect, Became)][-1].condition == replace(
        skirmish.state("Ash"), stage=DONE
    )
    assert skirmish.state("Ash").left == 3
