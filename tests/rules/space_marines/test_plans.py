"""A turn that is planned: one figure after the other, what is too dear waits, cover fire fires, Bad Guys by the bot."""

from __future__ import annotations

from rules.engine.records.agenda import ELSE, EMPTY, HIT, Clock, When
from rules.engine.records.orders import Fire, Move, Reload
from rules.space_marines.figures.figure import DONE
from rules.words.places import Place
from tests.rules.planning import Planned, line
from tests.rules.space_marines.skirmish import Skirmish

STAY = line(when=When(ELSE))


def squad(*at: str, bugs: tuple[str, ...] = ("R5",), **switches: str) -> Planned[Skirmish]:
    """Ash 1, Ash 2 and so on with rifles, Bug 1 and so on."""
    skirmish = Skirmish(outdoors=False, **switches)
    skirmish.map(20, 12)
    for n, place in enumerate(at, 1):
        skirmish.muster("Marine, rifle", place, f"Ash {n}")
    for n, place in enumerate(bugs, 1):
        skirmish.muster("Bug Warrior", place, f"Bug {n}")
    return Planned(skirmish)


def test_each_figure_moves_and_fires_before_the_next() -> None:
    played = squad("B3", "B5", bugs=("J4",))
    for name in ("Ash 1", "Ash 2"):
        played.plan(name, line(played.nearer(name, 2)), line(played.fire(name)), STAY)
    done = [text.split(" ")[1:3] for _, text in played.steps()[:4]]
    assert done == [["1", "moves"], ["1", "fires"], ["2", "moves"], ["2", "fires"]]
    assert played.skirmish.encounter.clock == Clock(2, 1), "the bot has run its Bad Guys"


def test_what_costs_more_than_is_left_waits_for_the_next_turn() -> None:
    played = squad("B3", bugs=("R5",))
    to = Move(played.skirmish.id("Ash 1"), Place.parse("B6"))
    back = Move(played.skirmish.id("Ash 1"), Place.parse("B3"))
    played.plan("Ash 1", line(to), line(back), STAY)
    moves = [(turn, text.split(", ")[0]) for turn, text in played.steps(2) if "moves" in text]
    assert moves == [(1, "Ash 1 moves from B3 to B6"), (2, "Ash 1 moves from B6 to B3")]
    assert played.has("Ash 1")


def test_a_plan_given_after_a_move_by_hand_waits_as_well() -> None:
    played = squad("B3", bugs=("R5",))
    played.skirmish.move("Ash 1", "B5")
    played.plan("Ash 1", line(Move(played.skirmish.id("Ash 1"), Place.parse("B8"))), STAY)
    assert played.when("to B8", 2) == [2]
    assert played.has("Ash 1")


def test_what_no_turn_allows_is_skipped_and_told_once() -> None:
    played = squad("B3", bugs=("R5",))
    played.plan("Ash 1", line(Move(played.skirmish.id("Ash 1"), Place.parse("B12"))), STAY)
    outcomes = [text for _ in range(2) for text in played.run()]
    assert played.has("Ash 1") or not played.skirmish.one("Ash 1").present
    assert "".join(outcomes).count("Ash 1 skips line 1 (line): Ash 1 has 3 Points left this turn.") == 1


def test_planned_cover_fire_fires_at_whoever_enters() -> None:
    skirmish = Skirmish()
    skirmish.map(7, 4, "B1 C1 D1 E1 F1 B3 C3 D3 E3 F3 A4 B4 C4 D4 E4 F4")
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bug warrior", "G4", "Bug 1")
    played = Planned(skirmish)
    played.plan("Ash", line(Fire(skirmish.id("Ash"), skirmish.aimed("G2", "G3"), how="cover fire")), STAY)
    outcomes = [text for _, text in played.steps()]
    covers, fires = (next(n for n, text in enumerate(outcomes) if word in text) for word in ("covers G2", "fires the"))
    assert covers < fires
    assert not [item for item in skirmish.encounter.agenda if type(item).__name__ == "Question"]
    assert played.has("Ash")


def test_without_such_a_plan_the_question_stops_a_run() -> None:
    skirmish = Skirmish()
    skirmish.map(7, 4, "B1 C1 D1 E1 F1 B3 C3 D3 E3 F3 A4 B4 C4 D4 E4 F4")
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bug warrior", "G4", "Bug 1")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    played = Planned(skirmish)
    played.plan("Ash", STAY)
    played.run()
    assert [type(item).__name__ for item in skirmish.encounter.agenda].count("Question") == 1


def test_when_empty_reload_takes_its_turns_and_the_plan_goes_on() -> None:
    played = squad("B3", bugs=("L5",), ammunition="boxes", bad_guys="people")
    played.plan("Bug 1", STAY)
    played.skirmish.adjust("Ash 1", "loaded 1, spares 1")
    ash = played.skirmish.id("Ash 1")
    played.plan("Ash 1", line(Reload(ash), when=When(EMPTY)), line(played.fire("Ash 1"), when=When(ELSE)))
    done = [(turn, word) for turn, text in played.steps(10) for word in ("fires", "begins to reload") if word in text]
    assert done[:3] == [(1, "fires"), (2, "begins to reload"), (5, "fires")]


def test_bad_guys_of_people_have_plans_in_their_own_phase() -> None:
    played = squad("B3", bugs=("R5",), bad_guys="people")
    played.plan("Ash 1", STAY)
    played.plan("Bug 1", line(played.nearer("Bug 1", 3)), STAY)
    outcomes = played.run()
    assert any("Bug 1 moves" in text for text in outcomes)
    assert played.skirmish.state("Bug 1").stage != DONE or played.skirmish.encounter.clock.impulse == 1


def test_a_figure_of_a_player_that_dies_stops_a_run() -> None:
    for seed in range(20):
        played = squad("B3", "T12", bugs=("C3",))
        played.throw(seed)
        played.skirmish.adjust("Ash 1", "wounds 2")
        for name in ("Ash 1", "Ash 2"):
            played.plan(name, STAY)
        outcomes = played.run()
        if not played.skirmish.one("Ash 1").present:
            assert outcomes[-1].count("Ash 1") == 1 and "Ash 1 is hit." in outcomes[-1]
            return
    raise AssertionError("the Bug never hits")


def test_when_hit_is_carried_out_in_the_figures_next_turn() -> None:
    for seed in range(20):
        played = squad("B3", bugs=("D3",))
        played.throw(seed)
        played.plan("Ash 1", line(Move(played.skirmish.id("Ash 1"), Place.parse("A3")), when=When(HIT)), STAY)
        outcomes = [text for _ in range(2) for text in played.run()]
        if any("HIT" in text and "is killed" not in text for text in outcomes):
            assert any("to A3" in text for text in outcomes)
            return
    raise AssertionError("the Bug never hits")
