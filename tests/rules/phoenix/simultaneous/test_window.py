"""All declared orders are carried out together: acts, cover fire, moves, fire."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock, Line
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Answer,
    Burst,
    Duck,
    Fire,
    Move,
    Next,
    Pass,
    Rename,
    SetPlan,
    Switch,
    Throw,
)
from rules.engine.records.records import Order
from rules.words.places import Place
from tests.examples import examples
from tests.reading import replay
from tests.rules.phoenix.simultaneous.fight import Sealed


def test_two_who_swap_hexes_pass_each_other() -> None:
    fight = Sealed("C3", "C4")
    fight.moves("Trent", "C4")
    fight.moves("Guard", "C3")
    fight.resolved()
    assert (fight.at("Trent"), fight.at("Guard")) == ("C4", "C3")


def test_a_contested_hex_stops_both_before_it() -> None:
    fight = Sealed("C3", "C7")
    fight.moves("Trent", "C5")
    fight.moves("Guard", "C5")
    assert fight.resolved() == [
        "Trent moves from C3 to C4, 1 hex (1 action), and stops before C5, which Guard enters as well.",
        "Guard moves from C7 to C6, 1 hex (1 action), and stops before C5, which Trent enters as well.",
    ]
    assert fight.encounter.agenda == ()
    assert fight.state("Trent").course is None


def test_friends_share_a_hex() -> None:
    fight = Sealed("C3", "C7")
    for name in ("Trent", "Guard"):
        fight.order(Rename(fight.id(name), side="Red"))
    fight.moves("Trent", "C5")
    fight.moves("Guard", "C5")
    fight.resolved()
    assert (fight.at("Trent"), fight.at("Guard")) == ("C5", "C5")


def test_three_contest_a_hex_and_who_stops_contests_their_own() -> None:
    fight = Sealed("C3", "C5")
    fight.sheet("Third", "skill 8, STR 12, AGI 12, INT 12, M16", at="D3", owner="cleo")
    fight.moves("Trent", "C4")
    fight.moves("Guard", "C4")
    fight.moves("Third", "C3")
    fight.resolved()
    # Trent did not enter C3 in this impulse, so that Third may enter it, as the book has it.
    assert [fight.at(name) for name in ("Trent", "Guard", "Third")] == ["C3", "C5", "C3"]


def test_both_shoot_and_both_fall_in_the_same_impulse() -> None:
    for seed in range(40):
        fight = Sealed("C3", "C5", seed=seed)
        fight.fires("Trent", "Guard")
        fight.fires("Guard", "Trent")
        outcomes = fight.resolved()
        assert [outcome.split()[0] for outcome in outcomes[:2]] == ["Trent", "Guard"]
        if all("is out when this impulse ends" in outcome or "dies" in outcome for outcome in outcomes[:2]):
            return
    pytest.fail("nobody has ever hit")


def test_a_shot_comes_after_the_moves() -> None:
    fight = Sealed("C3", "C9")
    fight.fires("Trent", "Guard")
    fight.moves("Guard", "C7")
    moved, fired = fight.resolved()[:2]
    assert moved.startswith("Guard moves from C9 to C7")
    assert "Trent fires the M16 at Guard, 4 hexes" in fired


def test_who_fires_first_and_then_moves_fires_from_where_they_were() -> None:
    fight = Sealed("C3", "C9")
    fight.fires("Trent", "Guard")
    fight.moves("Trent", "C4")
    fight.give(Pass(fight.id("Guard")))
    moved, fired = fight.resolved()[:2]
    assert moved.startswith("Trent moves from C3 to C4")
    assert "Trent fires the M16 at Guard, 6 hexes" in fired


def test_who_moves_first_and_then_fires_fires_from_where_they_are() -> None:
    fight = Sealed("C3", "C9")
    fight.moves("Trent", "C4")
    fight.fires("Trent", "Guard")
    fight.give(Pass(fight.id("Guard")))
    moved, fired = fight.resolved()[:2]
    assert moved.startswith("Trent moves from C3 to C4")
    assert "Trent fires the M16 at Guard, 5 hexes" in fired


def test_fire_goes_by_the_phasing_counts_where_they_are_kept() -> None:
    fight = Sealed("C3", "C9")
    fight.order(Switch("fire", "declared"))
    fight.fires("Trent", "Guard", 2)
    fight.fires("Guard", "Trent", 1)
    fired = [outcome.split()[0] for outcome in fight.resolved() if "fires the M16" in outcome]
    assert fired == ["Guard", "Trent"]


def test_an_order_that_has_become_impossible_is_dropped_and_its_side_is_told() -> None:
    fight = Sealed("C3", "C9")
    fight.fires("Trent", "Guard")
    fight.acts("Guard", "kneel")
    fight.order(Adjust(fight.id("Trent"), "loaded 0, spares 0"))
    parts = fight.all_parts(Next())
    dropped = next(part for part in parts if "cannot carry out a declared order" in part.resolution.outcome)
    assert "Trent cannot carry out a declared order, fire at Guard, aim 1: " in dropped.resolution.outcome
    assert all(clause.own and clause.about == fight.id("Trent") for clause in dropped.resolution.clauses)
    assert fight.id("Trent") in dropped.resolution.concerned
    assert fight.state("Guard").position == "kneeling"


def test_a_question_stops_the_window_and_the_answer_continues_it() -> None:
    fight = Sealed("C3", "C9")
    fight.give(Duck(fight.id("Guard"), "ask"))
    fight.fires("Trent", "Guard")
    fight.acts("Guard", "kneel")
    assert fight.give(Next())[-1] == "It is Phase 1, Impulse 1."
    with pytest.raises(NotNow, match="wait for an answer"):
        fight.give(Pass(fight.id("Trent")))
    outcomes = fight.give(Answer(fight.id("Guard"), "duck"))
    assert outcomes[0] == "Guard ducks."
    assert any("Trent fires the M16 at Guard" in outcome for outcome in outcomes)
    # The shot puts the only enemy out, so that the fight is over.
    assert outcomes[-2:] == [
        "Time continues when the GM is ready.",
        "Guard is down. Guard wakes up in 11 minutes. Continue, or end?",
    ]
    assert not any(type(item).__name__ == "Declaration" for item in fight.encounter.agenda)


def test_all_shots_of_an_impulse_wait_for_the_answer() -> None:
    fight = Sealed("C3", "C9")
    fight.sheet("Third", "skill 8, STR 12, AGI 12, INT 12, M16", at="D3", owner="cleo")
    fight.give(Duck(fight.id("Guard"), "ask"))
    fight.fires("Trent", "Guard")
    fight.fires("Third", "Trent")
    fight.give(Pass(fight.id("Guard")))
    assert not any("fires the" in outcome for outcome in fight.give(Next()))
    assert sum("fires the" in outcome for outcome in fight.give(Answer(fight.id("Guard"), "stay"))) == 2


def test_who_fires_cannot_duck() -> None:
    fight = Sealed("C3", "C9")
    for name in ("Trent", "Guard"):
        fight.give(Duck(fight.id(name), "when fired upon"))
    fight.fires("Trent", "Guard")
    fight.fires("Guard", "Trent")
    assert sum("fires the" in outcome for outcome in fight.resolved()) == 2
    assert fight.state("Trent").ducked is None
    assert fight.state("Guard").ducked is None


def test_an_order_of_several_impulses_continues_by_itself() -> None:
    fight = Sealed("C3", "C29")
    fight.moves("Trent", "C9")
    fight.give(Pass(fight.id("Guard")))
    fight.give(Next())
    assert fight.ruleset.awaited(fight.encounter) == (fight.id("Guard"),)
    there = [fight.at("Trent")]
    for _ in range(4):
        fight.give(Next())
        there.append(fight.at("Trent"))
    assert there[-1] == "C9"
    assert there == sorted(there)


def test_a_new_order_takes_the_place_of_what_is_under_way() -> None:
    fight = Sealed("C3", "C29")
    fight.moves("Trent", "C20")
    fight.give(Next())
    here = fight.at("Trent")
    fight.acts("Trent", "kneel")
    fight.give(Next())
    assert fight.at("Trent") == here
    assert fight.encounter.task(fight.id("Trent")) is None


def test_a_phase_is_carried_out_at_once() -> None:
    fight = Sealed("C3", "C20")
    fight.order(Switch("window", "phase"))
    fight.moves("Trent", "C7")
    fight.fires("Trent", "Guard")
    outcomes = fight.give(Next())
    assert any("Trent moves from C3 to C7" in outcome for outcome in outcomes)
    assert any("Trent fires the M16 at Guard, 13 hexes" in outcome for outcome in outcomes)
    assert fight.encounter.clock == Clock(2, 1)


def test_what_there_is_no_time_for_is_given_up() -> None:
    fight = Sealed("C3", "C20")
    fight.order(Switch("window", "phase"))
    fight.moves("Trent", "C7")
    fight.fires("Trent", "Guard")
    fight.order(Switch("window", "impulse"))
    outcomes = fight.give(Next())
    assert "Trent had no actions left for a declared order: fire at Guard, aim 1." in outcomes
    assert fight.declared("Trent") == 0


def test_a_question_in_a_phase_is_answered_within_it() -> None:
    fight = Sealed("C3", "C9")
    fight.order(Switch("window", "phase"))
    fight.give(Duck(fight.id("Guard"), "ask"))
    fight.fires("Trent", "Guard", 4)
    fight.give(Pass(fight.id("Guard")))
    fight.give(Next())
    asked = fight.encounter.clock
    assert asked.turn == 1
    fight.give(Answer(fight.id("Guard"), "duck"))
    assert fight.encounter.clock == Clock(2, 1)


def test_a_plan_declares_nothing_before_the_window_is_carried_out() -> None:
    fight = Sealed("C3", "C20")
    trent = fight.id("Trent")
    lines = tuple(Line(f"move to {to}", (Move(trent, Place.parse(to)),)) for to in ("C5", "C6"))
    fight.give(SetPlan(trent, lines, "ann"))
    fight.give(Pass(fight.id("Guard")))
    outcomes = fight.give(Next())
    assert outcomes == ["Trent moves from C3 to C5, 2 hexes (2 actions).", "It is Phase 1, Impulse 2."]
    assert fight.declared("Trent") == 0
    fight.give(Pass(fight.id("Guard")))
    assert any("Trent moves from C5 to C6" in outcome for outcome in fight.give(Next()))


@pytest.mark.parametrize(("gunner", "runner", "to"), [("Trent", "Guard", "C8"), ("Guard", "Trent", "C4")])
def test_cover_fire_is_laid_before_anybody_moves(gunner: str, runner: str, to: str) -> None:
    fight = Sealed("C3", "C9", "phoenix-optional")
    fight.order(Switch("initiative", "off"))
    fight.order(Switch("cover fire", "on"))
    fight.give(Burst(fight.id(gunner), (fight.target_at(to),), aim=1, how="cover fire"))
    fight.moves(runner, to)
    outcomes = fight.resolved()
    laid = next(n for n, outcome in enumerate(outcomes) if f"covers {to}" in outcome)
    moved = next(n for n, outcome in enumerate(outcomes) if f"{runner} moves" in outcome)
    assert laid < moved


ORDERS = st.sampled_from(
    ("move C4", "move C6", "move E5", "fire 1", "fire 3", "burst", "throw", "kneel", "prone", "stance", "duck", "aim")
)


def ordered(fight: Sealed, who: str, word: str) -> Order:
    """An order in a word."""
    actor = fight.id(who)
    at = (fight.target("Guard" if who == "Trent" else "Trent"),)
    verb, _, rest = word.partition(" ")
    match verb:
        case "move":
            return Move(actor, Place.parse(rest))
        case "fire":
            return Fire(actor, at, aim=int(rest))
        case "burst":
            return Burst(actor, at, aim=1)
        case "throw":
            return Throw(actor, at, weapon="M 67")
        case "duck":
            return Duck(actor)
        case "aim":
            return Aim(actor, at, aim=2)
        case _:
            return Act(actor, {"prone": "go prone", "stance": "firing stance"}.get(verb, verb))


def played(script: dict[str, list[str]], sequence: list[str], window: str, optional: bool, seed: int) -> Encounter:
    """The encounter after a window in which people declare in this sequence."""
    fight = Sealed("C3", "C7", "phoenix-optional" if optional else "phoenix-advanced", seed)
    fight.sheet("Third", "skill 8, STR 12, AGI 12, INT 12, M16", at="D5", owner="cleo")
    fight.order(Switch("window", window))
    given = {name: iter(words) for name, words in script.items()}
    for name in sequence:
        try:
            fight.give(ordered(fight, name, next(given[name])))
        except Refusal:
            continue
    before, parts = fight.encounter, fight.all_parts(Next())
    again = replay(Next(), before, [part.resolution for part in parts], fight.ruleset)
    assert [part.resolution for part in again] == [part.resolution for part in parts]
    return fight.encounter


@examples(40)
@given(
    st.fixed_dictionaries({name: st.lists(ORDERS, min_size=1, max_size=3) for name in ("Trent", "Guard", "Third")}),
    st.sampled_from(("impulse", "phase")),
    st.booleans(),
    st.integers(0, 99),
)
def test_who_declares_first_does_not_matter(
    script: dict[str, list[str]], window: str, optional: bool, seed: int
) -> None:
    results = []
    for names in permutations(script):
        sequence = [name for name in names for _ in script[name]]
        results.append(played(script, sequence, window, optional, seed))
    assert all(result == results[0] for result in results)
