"""Events of a scenario: planned, told when they are due, repeated, dropped; in every rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.render.results.changes import pending_text
from rules.engine.books import events
from rules.engine.books.events import Foresee, Happens
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.orders import Next
from rules.engine.records.steps import Note
from rules.engine.scene.dice import NoDice
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from tests.rules.skirmish import Skirmish

BOOKS = [
    ("aliens", "aliens", "Turn 2 begins. Event: the reactor blows."),
    ("phoenix", "phoenix-basic", "Phase 2, Impulse 1 begins. Event: the reactor blows."),
    ("space_marines", "space-marines", "Turn 2 begins: Good Guys' phase. Event: the reactor blows."),
    ("savage", "savage", "Round 2 begins. Event: the reactor blows."),
]


def skirmish(book: str = "aliens", preset: str = "") -> Skirmish:
    return Skirmish(shelf()[book], preset or book)


def told(skirmish: Skirmish, turns: int) -> list[tuple[int, str]]:
    """The events of so many turns, each with its turn."""
    found: list[tuple[int, str]] = []
    for _ in range(turns):
        for part in skirmish.parts(Next()):
            notes = [s.text for s in part.resolution.steps if isinstance(s, Note) and s.label == "Event"]
            found += [(skirmish.encounter.clock.turn, text) for text in notes]
    return found


@pytest.mark.parametrize(("book", "preset", "line"), BOOKS)
def test_in_every_rulebook(book: str, preset: str, line: str) -> None:
    game = skirmish(book, preset)
    game.order(Foresee("the reactor blows.", 2))
    [pending] = [pending_text(m, game.encounter, game.ruleset) for m in game.encounter.agenda]
    unit = {"phoenix": "phase", "savage": "round"}.get(book, "turn")
    assert pending == f"At the start of {unit} 2: the reactor blows"
    lines: list[str] = []
    while game.encounter.clock.turn < 2:
        lines += [part.resolution.outcome for part in game.parts(Next())]
    assert line in lines
    assert game.encounter.agenda == ()


def test_it_happens_once_in_its_turn() -> None:
    game = skirmish()
    assert game.order(Foresee("the doors close", 4)).outcome == "At the start of turn 4: the doors close."
    assert told(game, 6) == [(4, "the doors close")]


def test_it_happens_every_so_often() -> None:
    game = skirmish()
    planned = game.order(Foresee("the fire spreads", 2, every=3))
    assert planned.outcome == "At the start of turn 2, then every 3 turns: the fire spreads."
    assert told(game, 9) == [(2, "the fire spreads"), (5, "the fire spreads"), (8, "the fire spreads")]


def test_a_clock_counts_from_when_it_was_set() -> None:
    game = skirmish()
    told(game, 2)
    game.order(Foresee("{n} of 3 turns are gone", 4, every=1))
    assert told(game, 3) == [(4, "1 of 3 turns are gone"), (5, "2 of 3 turns are gone"), (6, "3 of 3 turns are gone")]


def test_several_in_one_turn_stand_in_one_line() -> None:
    game = skirmish()
    game.order(Foresee("the doors close", 2))
    game.order(Foresee("the lights go out", 2))
    assert game.order(Next()).outcome == "Turn 2 begins. Event: the doors close; the lights go out."


def test_it_can_be_dropped() -> None:
    game = skirmish()
    game.order(Foresee("The doors close", 3))
    game.order(Foresee("the lights go out", 3))
    with pytest.raises(
        UnknownName, match=r"“the doors open” is not planned\. Planned: “The doors close” and “the lights go out”"
    ):
        game.order(Foresee("the doors open", 0))
    assert game.order(Foresee("the doors close.", 0)).outcome == "Canceled: The doors close."
    assert told(game, 3) == [(3, "the lights go out")]
    with pytest.raises(UnknownName, match="No event is planned"):
        game.order(Foresee("the lights go out", 0))


@pytest.mark.parametrize("turn", [1, -1, 1_000_001])
def test_only_turns_to_come(turn: int) -> None:
    with pytest.raises(NotNow, match=r"It is turn 1\. Give a turn from 2 to 1,000,000"):
        skirmish().order(Foresee("the doors close", turn))


@pytest.mark.parametrize("text", ["", "  ", "...", "x" * 201])
def test_texts_that_say_nothing(text: str) -> None:
    with pytest.raises(Refusal, match="1 to 200 characters"):
        skirmish().order(Foresee(text, 2))


def test_impossible_intervals() -> None:
    with pytest.raises(Refusal, match=r"once .every: 0., or every 1 to"):
        skirmish().order(Foresee("the doors close", 2, every=-1))


def test_the_same_words_are_planned_once() -> None:
    game = skirmish()
    game.order(Foresee("the doors close", 2))
    with pytest.raises(NotNow, match=r"“The doors close” is already planned\. turn: 0 cancels it"):
        game.order(Foresee("The doors close.", 3))


def test_the_longest_text_is_kept() -> None:
    game = skirmish()
    game.order(Foresee("x" * 200, 2))
    assert told(game, 1) == [(2, "x" * 200)]


def test_nothing_is_told_where_nothing_is_due() -> None:
    scene = Scene(UNOPENED, NoDice("none"))
    assert events.happen(scene) == ""
    scene.conclude("")
    assert scene.parts[0].resolution.steps == ()
    assert scene.parts[0].resolution.effects == ()


def test_a_clock_that_jumped_tells_it_once_and_plans_the_next_to_come() -> None:
    scene = Scene(UNOPENED, NoDice("none"))
    scene.encounter = replace(UNOPENED, agenda=(Timer(Clock(3), Happens("{n}", 4, 1)),))
    scene.do(Ticked(Clock(12, 2)))
    assert events.happen(scene) == " Event: 11."
    [timer] = scene.encounter.agenda
    assert isinstance(timer, Timer)
    assert timer.at == Clock(15)


@given(st.integers(2, 30), st.integers(0, 7), st.integers(1, 40))
def test_every_turn_that_is_meant_and_no_other(turn: int, every: int, turns: int) -> None:
    game = skirmish()
    game.order(Foresee("it", turn, every))
    expected = [n for n in range(2, turns + 2) if n == turn or (every and n > turn and (n - turn) % every == 0)]
    assert [n for n, _ in told(game, turns)] == expected


def test_phoenix_does_not_skip_what_happens_meanwhile() -> None:
    """An hour is 1,800 phases; the event stands in the tenth."""
    game = skirmish("phoenix", "phoenix-basic")
    game.order(Foresee("the reactor blows", 10))
    outcomes = [part.resolution.outcome for part in game.parts(Next(3600))]
    assert outcomes == ["Phase 10, Impulse 1 begins. Event: the reactor blows.", "It is Phase 1801, Impulse 1."]


def test_phoenix_ends_a_next_before_it_tells_thousands_of_events() -> None:
    game = skirmish("phoenix", "phoenix-basic")
    game.order(Foresee("{n}", 2, every=1))
    parts = game.parts(Next(7200))
    assert 50 <= len(parts) <= 150
    assert "of the requested time left. Use /next to continue." in parts[-1].resolution.outcome


def test_phoenix_stops_where_it_happens() -> None:
    game = skirmish("phoenix", "phoenix-basic")
    game.order(Foresee("the reactor blows", 3))
    parts = game.parts(Next())
    assert [part.resolution.outcome for part in parts] == [
        "Phase 3, Impulse 1 begins. Event: the reactor blows.",
        "It is Phase 3, Impulse 1.",
    ]


def test_what_comes_first_is_told_first() -> None:
    scene = Scene(UNOPENED, NoDice("none"))
    late, early = (Timer(Clock(turn), Happens(f"at {turn}", 0, 1)) for turn in (5, 3))
    scene.encounter = replace(UNOPENED, agenda=(late, early))
    scene.do(Ticked(Clock(6)))
    assert events.happen(scene) == " Event: at 3; at 5."
