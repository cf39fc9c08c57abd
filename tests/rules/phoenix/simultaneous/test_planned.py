"""Plans where orders are declared: line after line, as far as the fighter's actions reach in the window."""

from __future__ import annotations

import pytest

from bot.game.pages.dry_run import dry_run
from rules.engine.flow.plans import plan_of
from rules.engine.flow.sealed import Withdraw, declarations
from rules.engine.records.agenda import AT, DOWN, ELSE, Clock, Declaration, Line, When
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import (
    Act,
    Answer,
    Burst,
    ClearPlan,
    Duck,
    Fire,
    Move,
    Next,
    Pass,
    Rename,
    SetPlan,
    Switch,
)
from rules.engine.records.records import Order
from rules.phoenix.basics.soldier import Knockout
from rules.words.places import Place
from tests.rules.phoenix.simultaneous.fight import Sealed


def by_phase(guard: str = "C20", facing: int = 180, seed: int = 1) -> Sealed:
    fight = Sealed("C3", guard, seed=seed)
    fight.order(Switch("window", "phase"))
    fight.make("Trent", facing=facing)
    return fight


def planned(fight: Sealed, *orders: Order, when: When | None = None, until: str = "") -> list[str]:
    lines = [Line(f"line {n}", (order,), when, until=until) for n, order in enumerate(orders, start=1)]
    return fight.give(SetPlan(fight.id("Trent"), tuple(lines), "ann"))


def to(fight: Sealed, place: str) -> Move:
    return Move(fight.id("Trent"), Place.parse(place))


def act(fight: Sealed, what: str) -> Act:
    return Act(fight.id("Trent"), what)


def carried_out(fight: Sealed) -> list[str]:
    """The acts of a phase, without those that only prepare others."""
    if fight.id("Guard") in fight.ruleset.awaited(fight.encounter):
        fight.give(Pass(fight.id("Guard")))
    return fight.give(Next())


def test_a_plan_goes_on_line_after_line_within_the_phase() -> None:
    fight = by_phase()
    planned(fight, to(fight, "C4"), act(fight, "kneel"), Fire(fight.id("Trent"), (fight.target("Guard"),), 1))
    outcomes = carried_out(fight)
    assert fight.encounter.clock == Clock(2, 1)
    told = " ".join(outcomes)
    assert "Trent moves from C3 to C4" in told and "Trent kneels" in told and "Trent fires the M16 at Guard" in told
    assert "Declared" not in told, "results are what happened"


def test_the_preview_of_a_plan_is_what_happens() -> None:
    fight = by_phase()
    planned(fight, to(fight, "C6"), act(fight, "go prone"), act(fight, "turn to 90 degrees"), to(fight, "D6"))
    foreseen = [text for _, text in dry_run(fight.id("Trent"), fight.encounter, fight.ruleset).steps]
    assert len(foreseen) >= 4
    outcomes = [text for _ in range(3) for text in carried_out(fight)]
    done = [text for text in outcomes if text.startswith("Trent ")]
    assert done == foreseen


@pytest.mark.parametrize("when", [None, When(AT, at=Clock(1, 1))])
def test_a_plan_turns_once_and_then_shoots(when: When | None) -> None:
    fight = by_phase("C9", facing=120)
    planned(fight, Fire(fight.id("Trent"), (fight.target("Guard"),), 1), when=when)
    outcomes = carried_out(fight)
    assert sum("turns to face" in text and ":" not in text for text in outcomes) == 1
    assert sum("Trent fires the M16 at Guard" in text for text in outcomes) == 1


def test_a_turn_that_needs_another_impulse_is_previewed_once() -> None:
    fight = by_phase("C9", facing=120)
    fight.order(Switch("pace", "auto"))
    fight.make("Trent", left=1)
    planned(fight, Fire(fight.id("Trent"), (fight.target("Guard"),), 1), when=When(AT, at=Clock(1, 1)))
    run = dry_run(fight.id("Trent"), fight.encounter, fight.ruleset)
    turns = [step for step in run.steps if "turns" in step[1]]
    assert turns and len(turns) == len(set(turns)) <= 2
    assert "The rest depends on the dice" in run.end


def test_a_plan_takes_the_place_of_what_was_declared() -> None:
    fight = by_phase("C9")
    fight.acts("Trent", "go prone")
    [told] = planned(fight, Fire(fight.id("Trent"), (fight.target("Guard"),), 1))
    assert told == "Trent has a plan of 1 line (instead of go prone)."
    assert fight.declared("Trent") == 0
    run = dry_run(fight.id("Trent"), fight.encounter, fight.ruleset)
    assert run.steps == (("1.1", "Trent carries out line 1 (line 1)."),)
    assert run.end == "The rest depends on the dice: Trent's shot at Guard."
    outcomes = carried_out(fight)
    assert not any("goes prone" in text for text in outcomes)
    assert any("Trent fires the M16 at Guard" in text for text in outcomes)


def test_clearing_takes_back_the_plan_and_everything_declared_at_once() -> None:
    fight = by_phase("C9")
    trent = fight.id("Trent")
    planned(fight, to(fight, "C4"))
    # So a release before left it: the plan had declared its line.
    agenda = (*fight.encounter.agenda, Declaration(trent, to(fight, "C4")))
    fight.encounter = replace(fight.encounter, agenda=agenda)
    assert fight.give(ClearPlan(trent)) == ["Trent has no plan any more and cancels: move to C4."]
    assert fight.encounter.agenda == ()
    with pytest.raises(NotNow, match="Trent has no plan and has declared nothing"):
        fight.give(ClearPlan(trent))


def test_a_line_until_down_stops_once_the_target_is_down() -> None:
    fight = by_phase("C9", seed=5)
    fight.sheet("Third", "skill 8, STR 12, AGI 12, INT 12, M16", at="H25", owner="ben")
    for name, side in (("Trent", "Blue"), ("Guard", "Red"), ("Third", "Red")):
        fight.give(Rename(fight.id(name), side=side))
    fight.order(Switch("fog", "sides"))
    fight.make("Guard", exposure="firing", knockout_value=1)
    planned(fight, Burst(fight.id("Trent"), (fight.target("Guard"),), aim=2), until=DOWN)
    told = ""
    for _ in range(2):
        for id in {fight.id("Guard"), fight.id("Third")} & {*fight.ruleset.awaited(fight.encounter)}:
            fight.give(Pass(id))
        told += " ".join(fight.give(Next()))
    # Guard falls behind the cover, and nobody sees them there.
    assert "out when this impulse ends" in told and "dies" not in told
    assert told.count("Trent fires") == 1


def test_a_plan_continues_after_an_answer_in_the_window() -> None:
    fight = by_phase("C9")
    fight.give(Duck(fight.id("Guard"), "ask"))
    planned(fight, Fire(fight.id("Trent"), (fight.target("Guard"),), 1), act(fight, "kneel"))
    carried_out(fight)
    with pytest.raises(NotNow, match="wait for an answer"):
        planned(fight, to(fight, "C4"))
    outcomes = fight.give(Answer(fight.id("Guard"), "stay"))
    assert any("Trent fires the M16 at Guard" in text for text in outcomes)
    assert any("Trent kneels" in text for text in outcomes)
    assert plan_of(fight.encounter, fight.id("Trent")) is None


def test_the_unconscious_and_the_dead_have_no_plan_and_nothing_declared() -> None:
    for harm in ({"knockout": Knockout(Clock(0, 4), 0, 0, Clock(1_000))}, {"died": Clock(0, 4)}):
        fight = by_phase()
        fight.give(SetPlan(fight.id("Guard"), (Line("stay", (), When(ELSE)),), "ben"))
        fight.moves("Trent", "C4")
        fight.make("Trent", **harm)
        fight.make("Guard", **harm)
        outcomes = fight.give(Switch("delay", "3"))
        assert outcomes[-1].count("'s plan ends.") == 1 or any("plan ends" in text for text in outcomes)
        assert not [item for item in fight.encounter.agenda if hasattr(item, "actor")]


def test_time_does_not_wait_while_a_plan_does_something() -> None:
    fight = by_phase()
    trent = fight.id("Trent")
    fight.give(SetPlan(fight.id("Guard"), (Line("stay", (), When(ELSE)),), "ben"))
    planned(fight, to(fight, "C4"), to(fight, "C5"), to(fight, "C6"))
    assert "nobody has given an order" not in fight.give(Next(windows=4))[-1]
    fight.give(SetPlan(trent, (Line("stay", (), When(ELSE)),), "ann"))
    assert "nobody has given an order" in fight.give(Next(windows=4))[-1]


def test_an_order_follows_as_long_as_the_phase_has_actions_left() -> None:
    fight = by_phase("C9")
    left = fight.state("Trent").left
    fight.fires("Trent", "Guard", left)
    assert fight.acts("Trent", "go prone") == f"Declared: Trent, fire at Guard, aim {left}, then go prone."
    outcomes = carried_out(fight)
    assert any("Trent fires" in text for text in outcomes) and any("Trent goes prone" in text for text in outcomes)


def test_an_order_that_follows_can_take_the_place_of_those_before_it() -> None:
    fight = by_phase("C9")
    trent = fight.id("Trent")
    fight.fires("Trent", "Guard", 1)
    fight.acts("Trent", "go prone")
    assert declarations(fight.encounter, trent)[-1].alone
    assert fight.give(Withdraw(trent, earlier=True)) == ["Declared: Trent, go prone (instead of fire at Guard, aim 1)."]
    [left] = declarations(fight.encounter, trent)
    assert not left.follows and not left.alone
    with pytest.raises(NotNow, match="declared nothing before it"):
        fight.give(Withdraw(trent, earlier=True))
    outcomes = carried_out(fight)
    assert any("goes prone" in text for text in outcomes) and not any("fires" in text for text in outcomes)


def test_what_is_possible_only_afterwards_has_no_choice() -> None:
    fight = by_phase("C9")
    fight.moves("Trent", "C4")
    fight.acts("Trent", "firing stance")
    assert not declarations(fight.encounter, fight.id("Trent"))[-1].alone
    with pytest.raises(Refusal, match="already"):
        fight.give(Withdraw(fight.id("Trent"), earlier=True))


def test_a_move_of_exactly_an_impulse_is_followed() -> None:
    fight = by_phase("C20")
    left = fight.state("Trent").left
    place = f"C{3 + left}"
    fight.moves("Trent", place)
    assert fight.acts("Trent", "firing stance").endswith(f"move to {place}, then firing stance.")


def test_an_order_is_checked_against_the_state_after_what_is_declared() -> None:
    fight = by_phase("C9", facing=120)
    with pytest.raises(Refusal, match="Field of Fire"):
        fight.fires("Trent", "Guard", 1)
    fight.acts("Trent", "turn to Guard")
    assert fight.fires("Trent", "Guard", 1).endswith("then fire at Guard, aim 1.")
    fight.give(ClearPlan(fight.id("Trent")))
    with pytest.raises(Refusal, match="already"):
        fight.acts("Trent", "firing stance")
    fight.moves("Trent", "C4")
    assert fight.acts("Trent", "firing stance") == "Declared: Trent, move to C4, then firing stance."


def test_a_second_shot_is_not_checked_against_a_hit_that_may_not_happen() -> None:
    fight = by_phase("C5")
    for _ in range(3):
        fight.fires("Trent", "Guard", 1)
    assert fight.declared("Trent") == 3


def test_where_nothing_is_left_the_refusal_says_so() -> None:
    fight = Sealed("C3", "C9")
    fight.make("Trent", facing=0, left=1)
    fight.acts("Trent", "turn to Guard")
    with pytest.raises(NotNow, match="no actions left in this impulse after turn to Guard"):
        fight.fires("Trent", "Guard", 1)


def test_a_preview_without_a_step_says_that_nothing_happens() -> None:
    fight = by_phase()
    fight.make("Trent", knockout=Knockout(Clock(0, 4), 0, 0, Clock(1_000), effect="Stunned"))
    planned(fight, to(fight, "C4"))
    run = dry_run(fight.id("Trent"), fight.encounter, fight.ruleset)
    assert run.steps == ()
    assert run.end.startswith("Nothing of it happens before Phase ")
