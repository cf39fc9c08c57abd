"""Going out of sight: seen until the impulse ends, and who aims fires as the target leaves or loses the aim (O33)."""

from __future__ import annotations

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Move
from rules.engine.records.steps import Ruling, Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Aimed, Soldier
from rules.phoenix.ground.view import check_target
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import aim, burst, duel, fire, rounds
from tests.rules.phoenix.skirmish import Skirmish, note, rolls, total

MISS = 99


def aiming(guard: Soldier | None = None) -> Skirmish:
    """Trent, 2 actions an impulse, and a guard who fires over cover."""
    return duel(guard=guard or Soldier(actions=8, left=2, exposure="firing"))


def go_back(on: Skirmish) -> Resolution:
    return on.order(Act(on.id("Guard 1"), "duck back"))


def behind_a_wall(guard: Soldier) -> Skirmish:
    """Trent aims at a guard, who runs behind a wall."""
    played = aiming(guard)
    played.map(30, 30, "M13")
    played.put("Trent", "K14")
    played.put("Guard 1", "N10")
    played.make("Trent", facing=60)
    played.order(fire(played, aim=6, range=None))
    played.order(Move(played.id("Guard 1"), Place.parse("O12")))
    return played


def test_the_books_example_of_visibility() -> None:
    """2.4: out around a corner in impulse 1, a shot in 2, back in 3: visible from the start of 1 to the end of 3."""
    played = duel(guard=Soldier(actions=4, left=1, exposure="hidden"))
    trent, guard = played.one("Trent"), played.one("Guard 1")
    with pytest.raises(NotNow, match="Guard 1 is out of sight"), refusals_named(played.encounter):
        check_target(trent, guard, played.encounter)
    played.order(Act(guard.id, "step out"))
    for impulse in (1, 2, 3):
        assert played.encounter.clock == Clock(1, impulse)
        if impulse == 3:
            go_back(played)
        check_target(trent, played.one("Guard 1"), played.encounter)
        played.next()
    with pytest.raises(NotNow, match="Guard 1 is out of sight"), refusals_named(played.encounter):
        check_target(trent, played.one("Guard 1"), played.encounter)


def test_who_appears_or_goes_is_harder_to_hit() -> None:
    def odds(played: Skirmish) -> int:
        played.make("Trent", left=8)
        return total(played.parts(fire(played, aim=2), MISS)[0].resolution, "Accuracy")

    standing = odds(aiming())
    going = aiming()
    go_back(going)
    assert odds(going) == standing - 5
    coming = aiming(Soldier(actions=8, left=2, exposure="hidden"))
    coming.order(Act(coming.id("Guard 1"), "fire over cover"))
    assert odds(coming) == standing - 5
    coming.next()
    assert odds(coming) == standing


def test_who_begins_to_show_himself_is_seen_at_once() -> None:
    slow = aiming(Soldier(actions=4, left=1, exposure="hidden"))
    begun = slow.order(Act(slow.id("Guard 1"), "fire over cover"))
    state = slow.state("Guard 1")
    assert begun.outcome.startswith("Guard 1 assumes a Firing Stance over cover: 1 of 2 actions")
    assert (state.exposure, state.appeared) == ("firing", Clock(1, 1))
    check_target(slow.one("Trent"), slow.one("Guard 1"), slow.encounter)
    spent = aiming(Soldier(actions=4, left=0, exposure="hidden"))
    spent.order(Act(spent.id("Guard 1"), "fire over cover"))
    assert spent.state("Guard 1").exposure == "hidden"  # not begun yet


def test_a_shot_that_is_being_aimed_goes_as_the_target_leaves() -> None:
    played = aiming()
    played.order(fire(played, aim=6))
    told = go_back(played)
    told_of = "loses sight of Guard 1 when this impulse ends. The shot is fired before that, with the aim so far"
    assert note(told, "Trent") == told_of
    assert told.concerned == ()
    fired, _ = played.next(MISS)
    assert "O33" in [step.id for step in fired.resolution.steps if isinstance(step, Ruling)]
    [odds] = [step for step in fired.resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    assert any(term.label.startswith("aim 2") for term in odds.terms)
    assert len(rolls(fired.resolution)) == 1
    assert rounds(played) == 29
    assert (played.state("Trent").aim, played.state("Guard 1").exposure) == (None, "hidden")
    assert played.encounter.task(played.id("Trent")) is None
    assert fired.encounter.clock == Clock(1, 1)


def test_a_burst_goes_as_well() -> None:
    played = aiming()
    played.order(burst(played, aim=6))
    go_back(played)
    fired, _ = played.next(MISS)
    assert fired.resolution.verdict == "miss"
    assert rounds(played) < 30


def test_nobody_is_asked_any_more_when_he_leaves() -> None:
    played = aiming(Soldier(actions=8, left=2, exposure="firing", duck="ask"))
    played.order(fire(played, aim=6))
    go_back(played)
    fired, following = played.next(MISS)
    assert len(rolls(fired.resolution)) == 1
    assert following.resolution.outcome == "It is Phase 1, Impulse 2."


def test_nobody_is_asked_who_goes_behind_cover_anyway() -> None:
    played = aiming(Soldier(actions=8, left=2, exposure="firing", duck="ask"))
    go_back(played)
    [fired] = played.parts(fire(played, aim=2), MISS)
    assert len(rolls(fired.resolution)) == 1


def test_nobody_is_asked_any_more_who_has_run_behind_a_wall() -> None:
    played = behind_a_wall(Soldier(actions=8, left=2, duck="ask"))
    fired, _ = played.next(MISS)
    assert len(rolls(fired.resolution)) == 1


def test_who_steps_out_again_by_moving_stays_in_sight() -> None:
    played = aiming()
    played.put("Guard 1", "K5")
    go_back(played)
    played.order(Move(played.id("Guard 1"), Place.parse("K6")))
    played.next()
    assert played.state("Guard 1").exposure == "exposed"


def test_aim_without_a_shot_is_lost() -> None:
    played = aiming()
    played.order(aim(played, aim=6))
    go_back(played)
    [part, _] = played.next()
    assert part.resolution.outcome == "Trent stops aiming: Guard 1 is out of sight."
    assert [clause.own for clause in part.resolution.clauses] == [True]
    assert note(part.resolution, "Trent") == "no longer sees Guard 1 and loses 2 of aim"
    assert played.id("Trent") in part.resolution.concerned
    assert played.state("Trent").aim is None
    assert played.encounter.task(played.id("Trent")) is None


def test_aim_at_somebody_else_is_kept() -> None:
    played = aiming()
    played.join("Guard 2", Soldier(actions=4))
    played.make("Trent", aim=Aimed(played.id("Guard 2"), 2))
    assert go_back(played).concerned == ()
    played.next()
    assert played.state("Trent").aim == Aimed(played.id("Guard 2"), 2)


def test_a_shot_goes_as_the_target_runs_behind_a_wall() -> None:
    played = behind_a_wall(Soldier(actions=8, left=2))
    fired, _ = played.next(MISS)
    assert len(rolls(fired.resolution)) == 1
    assert played.state("Trent").aim is None


def test_who_shows_himself_again_in_the_same_impulse_stays_in_sight() -> None:
    played = aiming()
    go_back(played)
    played.order(Act(played.id("Guard 1"), "look over cover"))
    played.next()
    assert played.state("Guard 1").exposure == "looking"


def test_the_dug_in_come_up_behind_their_sandbags_again() -> None:
    for between, then in ((None, "dug in"), ("turn right", "firing"), ("look over cover", "looking")):
        played = aiming(Soldier(actions=8, left=2, exposure="dug in", facing=0))
        go_back(played)
        played.next()
        assert played.state("Guard 1").exposure == "hidden"
        if between:
            played.order(Act(played.id("Guard 1"), between))
        if then != "looking":
            played.make("Guard 1", left=2)
            played.order(Act(played.id("Guard 1"), "fire over cover"))
        assert played.state("Guard 1").exposure == then


def in_the_open() -> Skirmish:
    """Trent looks north at a guard who runs east."""
    played = aiming(Soldier(actions=8, left=8))
    played.put("Trent", "E10")
    played.put("Guard 1", "E5")
    played.make("Trent", facing=0)
    played.order(fire(played, aim=6, range=None))
    return played


def test_a_shot_goes_as_the_target_runs_out_of_the_field_of_view() -> None:
    played = in_the_open()
    told = played.order(Move(played.id("Guard 1"), Place.parse("L8")))
    told_of = "loses sight of Guard 1 when this impulse ends. The shot is fired before that, with the aim so far"
    assert note(told, "Trent") == told_of
    fired, _ = played.next(MISS)
    assert "O33" in [step.id for step in fired.resolution.steps if isinstance(step, Ruling)]
    assert (rounds(played), played.state("Trent").aim) == (29, None)


def test_who_runs_within_the_field_of_view_is_aimed_at_still() -> None:
    played = in_the_open()
    played.order(Move(played.id("Guard 1"), Place.parse("G5")))
    played.next()
    assert played.state("Trent").aim == Aimed(played.id("Guard 1"), 4)


def test_who_turns_away_loses_his_aim() -> None:
    played = in_the_open()
    played.make("Trent", left=6)
    played.order(Act(played.id("Trent"), "turn to south"))
    played.next()
    assert played.state("Trent").aim is None


def test_nobody_fires_once_he_has_gone_behind_cover() -> None:
    played = aiming()
    played.make("Trent", exposure="firing", left=5)
    played.order(Act(played.id("Trent"), "duck back"))
    with pytest.raises(NotNow, match="Trent went behind cover in this impulse"):
        played.order(fire(played))
    played.order(Act(played.id("Trent"), "fire over cover"))
    assert len(rolls(played.order(fire(played), MISS))) == 1


def test_who_stands_up_is_dug_in_no_more() -> None:
    played = aiming(Soldier(actions=8, left=2, exposure="dug in", position="kneeling"))
    said = played.order(Act(played.id("Guard 1"), "stand up"))
    assert said.outcome == "Guard 1 stands up (1 action) and gives up the advantages of being dug in."
    assert played.state("Guard 1").exposure == "firing"
