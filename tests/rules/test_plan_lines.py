"""Lines of plans in Phoenix Command: who shows, lines that fail and are taken up again, repeated lines, the fallen."""

from __future__ import annotations

import pytest

from rules.engine.flow.plans import plan_of, undecided
from rules.engine.records.agenda import (
    CONTACT,
    DOWN,
    ELSE,
    EMPTY,
    FIRED_UPON,
    HIT,
    NEAREST,
    THEM,
    TOLD,
    Clock,
    Line,
    When,
)
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Duck, Fire, Handover, Move, Next, Pass, Rename, SetPlan, Switch, Target
from rules.engine.records.private_text import whole
from rules.engine.records.steps import Note
from rules.phoenix.basics.soldier import Knockout
from rules.words.places import Place
from tests.rules.phoenix.skirmish import rolls
from tests.rules.test_flow import GUARD, STAY, TRENT, Fight, line, waiting

FOGS = ("off", "hidden", "sides")
DOWN_UNTIL_SAID = Knockout(Clock(0, 4), 0, 0, Clock(1_000))


def walled(fog: str = "off") -> Fight:
    """Return Trent at C3, who looks south, and Nell at K3, who looks north, both Blue; Guard, Red, at C15 behind a
    wall: Nell would see Guard after a turn, and Trent from farther east."""
    fight = Fight()
    fight.map(30, 30, "A8 B8 C8 D8")
    fight.sheet("Nell", TRENT, at="K3", owner="ann")
    for name, side in (("Trent", "Blue"), ("Nell", "Blue"), ("Guard", "Red")):
        fight.give(Rename(fight.id(name), side=side))
        fight.make(name, facing=0 if name == "Nell" else 180)
    fight.give(Switch("fog", fog))
    waiting(fight)
    return fight


def away(fight: Fight, *names: str) -> None:
    for name in names:
        fight.give(Pass(fight.id(name), until=When(HIT)))


def shoot(fight: Fight, id: str = "", aim: int | None = 1) -> Fire:
    return Fire(fight.trent, (Target(id or fight.guard),), aim)


def to(fight: Fight, name: str, place: str) -> Line:
    return line(Move(fight.id(name), Place.parse(place)))


def fired(outcomes: list[str]) -> list[str]:
    return [text for text in outcomes if "fires the" in text]


def fell(fight: Fight, name: str = "Guard") -> None:
    fight.make(name, knockout=DOWN_UNTIL_SAID)


@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("trigger", [THEM, ""])
def test_shows_means_that_this_fighter_gets_a_line_of_sight(fog: str, trigger: str) -> None:
    fight = walled(fog)
    away(fight, "Nell")
    fight.plan(line(shoot(fight, trigger), when=When(CONTACT, fight.guard)), STAY)
    assert fired([part.resolution.outcome for part in fight.give(Next())]) == [], "the wall hides Guard"
    fight.give(SetPlan(fight.guard, (to(fight, "Guard", "H12"), STAY), "gm"))
    assert len(fired(fight.run() + fight.run())) == 1
    assert str(fight.one("Guard").place) != "C15"


@pytest.mark.parametrize("fog", FOGS)
def test_a_move_of_ones_own_makes_an_enemy_show(fog: str) -> None:
    fight = walled(fog)
    away(fight, "Nell")
    fight.plan(to(fight, "Trent", "F4"), line(shoot(fight, THEM), when=When(CONTACT)), STAY)
    assert len(fired(fight.run() + fight.run())) == 1


@pytest.mark.parametrize("fog", FOGS)
def test_what_a_comrade_sees_does_not_show_but_is_told(fog: str) -> None:
    for kind, shouts in ((CONTACT, False), (TOLD, True)):
        fight = walled(fog)
        shout = line(Act(fight.trent, "shouts", 1), when=When(kind, fight.guard))
        fight.plan(shout, line(shoot(fight), when=When(ELSE)))
        fight.give(SetPlan(fight.id("Nell"), (line(Act(fight.id("Nell"), "turn to 200 degrees")), STAY), "ann"))
        outcomes = fight.run() + fight.run()
        assert any("shouts" in text for text in outcomes) is shouts
        assert fired(outcomes) == []
        assert fight.has_plan(), "Trent cannot see Guard, and his plan goes on"


@pytest.mark.parametrize("fog", FOGS)
def test_a_pass_until_contact_ends_when_somebody_shows(fog: str) -> None:
    fight = walled(fog)
    away(fight, "Nell")
    fight.give(Pass(fight.trent, until=When(CONTACT)))
    fight.give(Next())
    assert fight.has_plan()
    fight.give(SetPlan(fight.guard, (to(fight, "Guard", "H12"), STAY), "gm"))
    outcomes = fight.run()
    assert not fight.has_plan()
    assert "Guard shows." in outcomes[-1]


def test_an_enemy_who_hides_and_comes_back_shows_again() -> None:
    fight = walled()
    away(fight, "Nell")
    fight.encounter = replace(
        fight.encounter,
        combatants=tuple(
            replace(one, place=Place.parse("H12")) if one.name == "Guard" else one for one in fight.encounter.combatants
        ),
    )
    fight.plan(line(shoot(fight, THEM), when=When(CONTACT)), STAY)
    fight.give(SetPlan(fight.guard, (to(fight, "Guard", "C12"), to(fight, "Guard", "H12"), STAY), "gm"))
    outcomes = fight.run() + fight.run()
    [shot], [back] = (
        [at for at, text in enumerate(outcomes) if words in text]
        for words in ("Trent fires the", "Guard moves to H12: 2 of 6 actions")
    )
    assert back < shot, "Trent fires when Guard comes out again, not at once"


def test_where_fighters_have_to_be_spotted_they_show_when_they_are() -> None:
    fight = Fight()
    fight.give(Switch("spotting", "on"))
    waiting(fight)
    fight.make("Guard", position="prone", low=True)
    fight.plan(line(Act(fight.trent, "shouts", 1), when=When(CONTACT)), STAY)
    assert not any("shouts" in part.resolution.outcome for part in fight.give(Next()))
    fight.make("Trent", known=())
    fight.give(Act(fight.trent, "spot Guard"))
    fight.plan(line(Act(fight.trent, "shouts", 1), when=When(CONTACT)), STAY)
    spotted = [plan.seen for plan in [plan_of(fight.encounter, fight.trent)] if plan]
    outcomes = fight.run() + fight.run()
    assert spotted == [()]
    assert any("shouts" in text for text in outcomes) or not fight.state("Trent").known


@pytest.mark.parametrize(
    ("first", "why"),
    [
        (lambda f: to(f, "Trent", "C3"), "Trent is already at C3"),
        (lambda f: to(f, "Trent", "C8"), "C8"),
        (lambda f: line(shoot(f)), "The obstruction at C8 hides Guard"),
        (lambda f: line(shoot(f, NEAREST)), ""),
    ],
)
@pytest.mark.parametrize("fog", ["off", "sides"])
def test_a_line_that_fails_is_skipped_and_the_rest_goes_on(fog: str, first, why: str) -> None:  # type: ignore[no-untyped-def]
    fight = walled(fog)
    away(fight, "Nell")
    fight.plan(first(fight), to(fight, "Trent", "C5"), STAY)
    outcomes = fight.run() + fight.run()
    assert str(fight.one("Trent").place) == "C5"
    assert fight.has_plan()
    if fog == "off" or "hides" not in why:
        told = "Trent: line 1 (line) is done already. " if "already" in why else "Trent skips line 1 (line): "
        assert "".join(outcomes).count(told) == 1
        assert why in "".join(outcomes)


def test_the_reason_is_for_the_own_side_alone() -> None:
    fight = walled("sides")
    away(fight, "Nell")
    fight.plan(to(fight, "Trent", "C8"), STAY)
    [clause] = [c for part in fight.give(Next()) for c in part.resolution.clauses if "skips line" in c.text]
    assert clause.own and clause.about == fight.trent


def test_nobody_in_sight_is_told_once_for_what_is_done_otherwise() -> None:
    fight = walled("sides")
    away(fight, "Nell")
    fight.plan(line(shoot(fight, NEAREST), when=When(ELSE)))
    assert sum("sees no enemy" in text for _ in range(4) for text in fight.run()) == 1
    assert fight.has_plan()


def test_a_move_to_where_the_fighter_is_counts_as_done() -> None:
    fight = walled()
    away(fight, "Nell")
    fight.plan(to(fight, "Trent", "C3"))
    assert "Trent is already at C3" in (last := fight.run()[-1]) and "The plan is done." in last


def test_an_order_by_hand_ends_a_plan_but_a_pass_keeps_it() -> None:
    for pace in ("by hand", "auto", "sealed"):
        fight = walled()
        fight.give(Switch("pace", pace))
        fight.plan(STAY)
        [part] = fight.give(Pass(fight.trent))
        assert part.resolution.outcome == "Trent keeps the plan."
        assert fight.has_plan()
        assert "The plan ends." in fight.give(Move(fight.trent, Place.parse("C4")))[0].resolution.outcome
        assert not fight.has_plan()


def test_a_new_owner_has_no_plan() -> None:
    fight = walled()
    fight.plan(STAY)
    [part] = fight.give(Handover(fight.trent, "ben"))
    assert part.resolution.clauses[-1].text == " Trent's plan ends."


def test_a_duck_interrupts_a_line_that_is_taken_up_again() -> None:
    fight = Fight(gap=20)
    fight.plan(line(Duck(fight.trent), when=When(FIRED_UPON)), line(fight.to("C12")), line(fight.to("D4")), STAY)
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    outcomes = fight.run()
    assert any("fires" in text for text in outcomes)
    assert fight.has_plan()
    for _ in range(6):
        outcomes += fight.run()
    assert not any("plan ends" in text for text in outcomes)
    places = [text.split(" to ")[1].split(",")[0] for text in outcomes if "Trent moves from" in text]
    assert places[-2:] == ["C12", "D4"]


@pytest.mark.parametrize("pace", ["by hand", "sealed"])
def test_a_line_interrupts_another_that_is_taken_up_again(pace: str) -> None:
    fight = walled()
    fight.give(Switch("pace", pace))
    away(fight, "Nell")
    fight.plan(to(fight, "Trent", "H4"), line(shoot(fight, THEM), when=When(CONTACT)), STAY)
    outcomes = [part.resolution.outcome for _ in range(30) for part in fight.give(Next())]
    assert len(fired(outcomes)) == 1
    assert str(fight.one("Trent").place) == "H4"


@pytest.mark.parametrize("fog", FOGS)
def test_the_fallen_do_not_show_until_they_are_on_their_feet(fog: str) -> None:
    fight = walled(fog)
    away(fight, "Nell")
    fell(fight)
    fight.plan(to(fight, "Trent", "F4"), line(shoot(fight, THEM), when=When(CONTACT)), STAY)
    outcomes = fight.run() + fight.run()
    assert str(fight.one("Trent").place) == "F4"
    assert fired(outcomes) == []
    assert not any("Guard" in text for text in outcomes)
    fight.make("Guard", knockout=None)
    assert len(fired(fight.run())) == 1


def test_who_falls_when_the_impulse_ends_is_not_promised_more_and_is_asked_only_if_they_can_act() -> None:
    fight = Fight(gap=20)
    waiting(fight)
    fight.plan(line(shoot(fight, aim=12)), STAY)
    fight.give(Next())
    fight.make("Trent", knockout=Knockout(fight.encounter.clock, 0, 0, Clock(1_000)))
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None
    items = [replace(plan, alert=True) if item is plan else item for item in fight.encounter.agenda]
    fight.encounter = replace(fight.encounter, agenda=tuple(items))
    assert fight.trent not in undecided(fight.encounter, fight.ruleset)
    fight.make("Trent", left=1)
    [part] = fight.give(shoot(fight, aim=12))
    assert part.resolution.outcome.endswith("Trent is out when this impulse ends, before it is done. The plan ends.")


@pytest.mark.parametrize("times", [2, 3])
def test_a_line_can_be_carried_out_several_times(times: int) -> None:
    fight = Fight(gap=25)
    waiting(fight)
    fight.plan(replace(line(shoot(fight)), times=times), line(fight.to("C4")))
    outcomes = [text for _ in range(4) for text in fight.run()]
    assert len(fired(outcomes)) == times
    assert str(fight.one("Trent").place) == "C4"
    assert not fight.has_plan()


def test_twice_means_the_fighter_who_met_the_condition() -> None:
    fight = walled()
    away(fight, "Nell")
    fight.sheet("Far", GUARD, at="H20", owner=None)
    fight.give(Rename(fight.id("Far"), side="Red"))
    fight.make("Trent", facing=180)
    away(fight, "Far")
    fight.plan(replace(line(shoot(fight, THEM), when=When(CONTACT, fight.guard)), times=2), STAY)
    fight.give(SetPlan(fight.guard, (to(fight, "Guard", "H12"), STAY), "gm"))
    outcomes = [text for _ in range(4) for text in fight.run()]
    assert 1 <= len(fired(outcomes)) <= 2
    assert all("at Guard" in text for text in fired(outcomes))


def test_until_down_fires_as_long_as_the_target_stands() -> None:
    fight = Fight(gap=6)
    waiting(fight)
    fight.plan(replace(line(shoot(fight, NEAREST, 6)), until=DOWN), line(fight.to("C4")))
    outcomes = [text for _ in range(6) for text in fight.run()]
    shots = fired(outcomes)
    assert shots
    assert not fight.has_plan() and str(fight.one("Trent").place) == "C4"
    assert fight.ruleset.marker(fight.one("Guard"), fight.encounter).fate
    assert not any("skips line" in text for text in outcomes)


def test_until_empty_fires_the_whole_magazine() -> None:
    fight = Fight(gap=25)
    waiting(fight)
    trent = fight.one("Trent")
    held = trent.carried[0]
    assert held.ammunition is not None
    few = replace(held, ammunition=replace(held.ammunition, loaded=3))
    fighters = tuple(
        replace(one, carried=(few, *one.carried[1:])) if one.name == "Trent" else one
        for one in fight.encounter.combatants
    )
    fight.encounter = replace(fight.encounter, combatants=fighters)
    fight.plan(replace(line(shoot(fight)), until=EMPTY, fallen=True))
    outcomes = [text for _ in range(6) for text in fight.run()]
    assert len(fired(outcomes)) == 3
    assert not fight.has_plan()


@pytest.mark.parametrize("even_if_down", [False, True])
def test_a_plan_does_not_fire_at_the_fallen_unless_the_line_says_so(even_if_down: bool) -> None:
    fight = Fight(gap=8)
    waiting(fight)
    fell(fight)
    fight.plan(replace(line(shoot(fight)), fallen=even_if_down), line(fight.to("C4")), STAY)
    outcomes = fight.run()
    assert bool(fired(outcomes)) is even_if_down
    assert any("skips line 1 (line): Guard is down." in text for text in outcomes) is not even_if_down
    assert str(fight.one("Trent").place) == "C4"


@pytest.mark.parametrize("even_if_down", [False, True])
def test_aim_at_somebody_who_falls_meanwhile_stops(even_if_down: bool) -> None:
    fight = Fight(gap=8)
    waiting(fight)
    fight.plan(replace(line(shoot(fight, aim=8)), fallen=even_if_down), STAY)
    fight.give(Next())
    assert fight.encounter.task(fight.trent)
    fell(fight)
    outcomes = fight.run()
    assert ("Trent stops aiming: Guard is down." in outcomes) is not even_if_down
    assert bool(fired(outcomes)) is even_if_down
    assert fight.has_plan()


def test_a_shot_by_hand_is_not_stopped() -> None:
    fight = Fight(gap=8)
    waiting(fight)
    fight.give(shoot(fight, aim=8))
    fight.plan(STAY)
    fell(fight)
    assert fired(fight.run())


def test_an_attack_without_aim_takes_the_best_for_its_time() -> None:
    fight = Fight(gap=20)
    waiting(fight)
    fight.plan(line(shoot(fight, aim=None)), STAY)
    shot = next(part for part in fight.give(Next(run=True)) if "fires the" in part.resolution.outcome)
    # An aim of 1 hits in 13 of 100, of 2 in 68, of 3 in 87.
    assert "2: the best for its time, because the plan names none" in [
        whole(step.text) for step in shot.resolution.steps if isinstance(step, Note)
    ]
    assert any("67 or less" in one.needed for one in rolls(shot.resolution))


def test_plans_of_an_older_release_go_on() -> None:
    """They say what the fighter's side saw, and nothing of repeats."""
    fight = walled()
    away(fight, "Nell")
    fight.plan(line(shoot(fight, THEM), when=When(CONTACT)), STAY)
    fight.encounter = older(fight.encounter, fight)
    fight.give(SetPlan(fight.guard, (to(fight, "Guard", "H12"), STAY), "gm"))
    assert len(fired(fight.run() + fight.run())) == 1


def older(encounter: Encounter, fight: Fight) -> Encounter:
    plan = plan_of(encounter, fight.trent)
    assert plan is not None
    old = replace(plan, seen=(fight.guard,), reported=())
    return replace(encounter, agenda=tuple(old if item is plan else item for item in encounter.agenda))
