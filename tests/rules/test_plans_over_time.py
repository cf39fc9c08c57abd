"""Plans of Phoenix Command over time: what interrupts a line, what sets one off, targets that go out of sight."""

from __future__ import annotations

import pytest

from rules.engine.flow.plans import lines_done, plan_of
from rules.engine.records.agenda import CONTACT, DOWN, FIRED_UPON, HIT, NEAREST, THEM, WITHIN, Clock, When
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoLine, NotNow
from rules.engine.records.model import Sighting
from rules.engine.records.orders import (
    Act,
    Aim,
    Burst,
    Duck,
    Fire,
    Next,
    Pass,
    Reload,
    Rename,
    SetPlan,
    Switch,
    Target,
)
from rules.engine.records.references import put_names
from rules.engine.scene.dice import SeededDice
from rules.phoenix.basics.soldier import Knockout, Soldier, soldier
from rules.phoenix.ground import view
from rules.words.places import Place
from tests.rules.test_flow import GUARD, STAY, Fight, line, waiting

SHOWS, SHOT_AT = When(CONTACT), When(FIRED_UPON)


class Misses(SeededDice):
    """Dice that show the greatest number: every shot misses."""

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return high, super().throw(why, low, high)[1]


def hidden(gap: int = 12, facing: int = 180) -> Fight:
    """Trent at C3 and Guard behind cover, out of sight; each side knows only what it perceives."""
    fight = Fight(gap=gap)
    for name, side in (("Trent", "Blue"), ("Guard", "Red")):
        fight.give(Rename(fight.id(name), side=side))
        fight.make(name, facing=facing if name == "Trent" else 0)
    fight.make("Guard", exposure="hidden")
    fight.give(Switch("fog", "sides"))
    waiting(fight)
    return fight


def guard_does(fight: Fight, *acts: str) -> None:
    fight.give(SetPlan(fight.guard, (*(line(Act(fight.guard, what)) for what in acts), STAY), "gm"))


def at(fight: Fight, id: str = THEM, aim: int | None = 1, *, burst: bool = False) -> Fire | Burst:
    verb = Burst if burst else Fire
    return verb(fight.trent, (Target(id),), aim)


def heard(fight: Fight, steps: int = 1) -> list[str]:
    """The outcomes of so many Nexts."""
    return [part.resolution.outcome for _ in range(steps) for part in fight.give(Next())]


def begun(outcomes: list[str], words: str) -> list[str]:
    return [text for text in outcomes if words in text]


def test_a_later_line_with_the_same_trigger_waits_for_the_next_one() -> None:
    fight = hidden()
    aims = replace(line(at(fight, NEAREST, 6), when=SHOWS), until=DOWN)
    fight.plan(aims, replace(line(at(fight, NEAREST, 1), when=SHOWS), until=DOWN), STAY)
    guard_does(fight, "step out of cover")
    outcomes = heard(fight, 5)
    assert len(begun(outcomes, "Trent aims at Guard")) == 1, outcomes
    assert "of 6 actions" in begun(outcomes, "Trent aims at Guard")[0]
    assert begun(outcomes, "of 1 actions") == []
    assert len(begun(outcomes, "Trent fires")) == 1


def test_two_lines_for_those_who_show_answer_one_enemy_each() -> None:
    fight = hidden(gap=20)
    fight.sheet("Other", GUARD, at="C22", owner=None)
    fight.give(Rename(fight.id("Other"), side="Red"))
    fight.make("Other", exposure="hidden", facing=0)
    fight.give(Pass(fight.id("Other"), until=When(HIT)))
    fight.plan(line(at(fight), when=SHOWS), line(at(fight, THEM, 2), when=SHOWS), STAY)
    guard_does(fight, "step out of cover")
    shots = begun(heard(fight, 6), "Trent fires")
    assert len(shots) == 1, "the second line waits, although Guard is still in sight"
    other = fight.id("Other")
    fight.give(SetPlan(other, (line(Act(other, "step out of cover")), STAY), "gm"))
    shots = begun(heard(fight, 6), "Trent fires")
    assert len(shots) == 1 and "at Other" in shots[0]


@pytest.mark.parametrize("lines", [1, 2])
def test_a_fighter_begins_to_turn_to_a_target_once_in_an_impulse(lines: int) -> None:
    fight = hidden(facing=110)
    fight.make("Trent", left=0, firing_stance=False)
    fight.plan(*[line(at(fight, NEAREST, 4 - n), when=SHOWS) for n in range(lines)], STAY)
    guard_does(fight, "step out of cover")
    outcomes = heard(fight, 6)
    assert begun(outcomes, "Trent turns to face S (180°): 0 of 1 actions")[1:] == []
    assert len(begun(outcomes, "Trent turns to face S (180°) (1 action)")) == 1
    assert len(begun(outcomes, "Trent fires")) == 1


def test_a_line_for_a_threat_interrupts_one_for_a_sight_which_is_taken_up_again() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", facing=180, exposure="firing")
    fight.plan(
        line(Act(fight.trent, "kneel"), when=SHOT_AT),
        line(at(fight, fight.guard, 8), when=When(WITHIN, within=30)),
        STAY,
    )
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    outcomes = heard(fight, 8)
    [aims, kneels] = [
        next(n for n, text in enumerate(outcomes) if words in text) for words in ("Trent aims at Guard", "Trent kneels")
    ]
    assert aims < kneels
    assert len(begun(outcomes, "Trent fires")) == 1


def test_the_next_threat_sets_off_the_next_line_for_threats() -> None:
    fight = Fight(gap=20)
    fight.plan(line(Act(fight.trent, "kneel"), when=SHOT_AT), line(Act(fight.trent, "go prone"), when=SHOT_AT), STAY)
    fight.dice = Misses(0)
    shot = line(Fire(fight.guard, (Target(fight.trent),), aim=1))
    fight.give(SetPlan(fight.guard, (shot, STAY), "gm"))
    assert begun(heard(fight, 6), "goes prone") == [] and soldier(fight.one("Trent")).position == "kneeling"
    fight.give(SetPlan(fight.guard, (shot, STAY), "gm"))
    assert len(begun(heard(fight, 6), "Trent goes prone (")) == 1


def test_a_firing_stance_under_way_is_finished_before_the_shot() -> None:
    fight = hidden()
    fight.make("Trent", exposure="hidden", firing_stance=False, left=1)
    fight.make("Guard", exposure="exposed")
    fight.plan(line(Act(fight.trent, "fire over cover")), line(at(fight, THEM, 3), when=SHOWS), STAY)
    outcomes = heard(fight, 5)
    [stance, shot] = [
        next(n for n, text in enumerate(outcomes) if words in text)
        for words in ("Trent assumes a Firing Stance over cover (2 actions)", "Trent fires")
    ]
    assert stance < shot


@pytest.mark.parametrize("how", ["off", "sides"])
def test_repeated_fire_waits_while_the_target_is_out_of_sight(how: str) -> None:
    fight = hidden(gap=20)
    fight.give(Switch("fog", how))
    burst = replace(line(at(fight, THEM, 1, burst=True), when=SHOWS), until=DOWN)
    fight.plan(burst, STAY)
    guard_does(fight, "look over cover", "duck back")
    fight.give(Switch("fog", "sides"))
    outcomes = heard(fight, 14)
    assert begun(outcomes, "at C23") == [], "nobody fires at the hex where Guard was"
    trent = fight.one("Trent")
    assert trent.holding and trent.holding.ammunition
    assert len(begun(outcomes, "Trent fires")) == 1
    assert sum("Guard is out of sight" in text for text in outcomes) == 1
    guard_does(fight, "look over cover")
    assert begun(heard(fight, 8), "Trent fires"), "Guard shows again"


def test_a_target_that_shows_again_is_fired_at_before_a_move_goes_on() -> None:
    fight = hidden(gap=20)
    fight.dice = Misses(0)
    fires = replace(line(at(fight, THEM, 1), when=SHOWS), until=DOWN)
    fight.plan(line(Act(fight.trent, "waves", 200)), fires, line(Act(fight.trent, "shouts", 200)))
    waits = line(Act(fight.guard, "waits", 5))
    acts = [line(Act(fight.guard, what)) for what in ("step out of cover", "duck back")]
    fight.give(SetPlan(fight.guard, (acts[0], waits, acts[1], STAY), "gm"))
    outcomes = heard(fight, 8)
    task = fight.encounter.task(fight.trent)
    assert begun(outcomes, "Trent fires")
    assert task and isinstance(task.order, Act), "Trent waves on while Guard is away"
    guard_does(fight, "look over cover")
    assert begun(heard(fight, 4), "Trent fires")


def test_who_was_seen_to_fall_out_of_sight_counts_as_fallen() -> None:
    fight = hidden(gap=8)
    fight.make("Guard", exposure="firing")
    fight.plan(
        replace(line(at(fight, fight.guard, 2, burst=True)), until=DOWN), line(Act(fight.trent, "shouts", 1)), STAY
    )
    fight.make("Trent", left=0)
    fight.make("Guard", knockout=Knockout(fight.encounter.clock, 0, 0, Clock(1_000)))
    outcomes = heard(fight, 4)
    assert soldier(fight.one("Guard")).exposure == "hidden"
    assert begun(outcomes, "Trent fires") == []
    assert len(begun(outcomes, "shouts")) == 1
    assert fight.ruleset.marker(fight.one("Guard"), fight.encounter).fate == "down"


@pytest.mark.parametrize("verb", [Fire, Aim])
def test_the_owner_of_an_aim_that_is_lost_is_told_at_once(verb: type) -> None:
    fight = hidden()
    fight.make("Guard", exposure="looking")
    if verb is Fire:
        fight.make("Trent", left=0)
    fight.give(verb(fight.trent, (Target(fight.guard),), 12 if verb is Fire else None))
    guard_does(fight, "duck back")
    fight.give(Pass(fight.trent)) if verb is Aim else None
    parts = fight.give(Next(run=True))
    [told] = [part for part in parts if "stops aiming" in part.resolution.outcome]
    assert told.resolution.outcome == "Trent stops aiming: Guard is out of sight."
    assert all(clause.own and clause.about == fight.trent for clause in told.resolution.clauses)
    assert fight.trent in told.resolution.concerned
    assert not fight.encounter.task(fight.trent)
    assert fight.encounter.clock <= Clock(1, 4), "the run stops for Trent, who has no plan"


def test_a_plans_aim_that_is_lost_is_no_line_that_is_done() -> None:
    fight = hidden()
    fight.make("Guard", exposure="looking")
    fight.make("Trent", left=0)
    fight.give(at(fight, fight.guard, 12))
    fight.plan(line(at(fight, fight.guard, 12)), STAY)
    guard_does(fight, "duck back")
    outcomes = heard(fight, 5)
    assert len(begun(outcomes, "Trent stops aiming: Guard is out of sight.")) == 1, outcomes
    assert begun(outcomes, "Trent fires") == []
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None and not lines_done(plan, fight.encounter)[0]


@pytest.mark.parametrize("order", [lambda f: Duck(f.trent, "back"), lambda f: Act(f.trent, "duck back")])
def test_there_is_no_cover_to_go_back_to_in_the_open(order) -> None:  # type: ignore[no-untyped-def]
    fight = Fight(gap=20)
    fight.make("Trent", exposure="exposed")
    fight.plan(line(order(fight), when=SHOT_AT), line(at(fight, fight.guard, 8)), STAY)
    fight.dice = Misses(0)
    shots = [line(Fire(fight.guard, (Target(fight.trent),), aim=1)) for _ in range(2)]
    fight.give(SetPlan(fight.guard, (*shots, STAY), "gm"))
    outcomes = heard(fight, 10)
    assert begun(outcomes, "goes back behind cover") == []
    assert sum("Trent is in the open and has no cover to go back to." in text for text in outcomes) == 1
    assert len(begun(outcomes, "Trent aims at Guard")) == 1, "the aim continues"
    assert len(begun(outcomes, "Trent fires")) == 1
    assert len(begun(outcomes, "Guard fires")) == 2


def test_to_duck_works_in_the_open_and_lasts_no_longer_than_the_plan() -> None:
    fight = Fight(gap=20)
    fight.make("Trent", exposure="exposed")
    shot = line(Fire(fight.guard, (Target(fight.trent),), aim=2))

    def ducks() -> bool:
        fight.give(SetPlan(fight.guard, (shot, STAY), "gm"))
        before = soldier(fight.one("Trent")).ducked
        heard(fight, 6)
        return soldier(fight.one("Trent")).ducked != before

    fight.plan(line(Duck(fight.trent), when=SHOT_AT), STAY)
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None and lines_done(plan, fight.encounter) == (False, False)
    assert soldier(fight.one("Trent")).duck == "never"
    assert ducks()
    assert not ducks(), "the line is done"
    fight.plan(line(Duck(fight.trent), when=SHOT_AT), STAY)
    fight.plan(STAY)
    assert not ducks(), "the plan that said so is replaced"


def test_a_reload_under_way_when_the_plan_is_set_is_its_first_line() -> None:
    fight = Fight(gap=20)
    waiting(fight)
    held = fight.one("Trent").carried[0]
    assert held.ammunition is not None
    few = replace(held, ammunition=replace(held.ammunition, loaded=7))
    fighters = [
        replace(one, carried=(few, *one.carried[1:])) if one.name == "Trent" else one
        for one in fight.encounter.combatants
    ]
    fight.encounter = replace(fight.encounter, combatants=tuple(fighters))
    fight.give(Reload(fight.trent))
    assert fight.encounter.task(fight.trent)
    fight.plan(line(Reload(fight.trent)), line(at(fight, fight.guard, 1)), STAY)
    outcomes = heard(fight, 10)
    assert len(begun(outcomes, "Trent reloads")) == 1
    assert len(begun(outcomes, "Trent fires")) == 1
    assert not any("skips line" in text for text in outcomes)


def test_a_reload_of_a_full_weapon_is_done() -> None:
    fight = Fight(gap=20)
    waiting(fight)
    fight.plan(line(Reload(fight.trent)), line(at(fight, fight.guard, 1)), STAY)
    outcomes = heard(fight, 12)
    assert len(begun(outcomes, "Trent fires")) == 1
    assert begun(outcomes, "Trent reloads") == []
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None and plan.lines[0].done


def test_the_best_aim_is_that_of_the_impulse_in_which_the_shot_begins() -> None:
    fight = hidden(gap=14)
    # Trent has just arrived, and has no action left; an impulse of movement limits the aim that counts in it.
    fight.make("Trent", moved=2, left=0, firing_stance=False, sal=8)
    fight.plan(line(at(fight, THEM, None), when=SHOWS), STAY)
    guard_does(fight, "step out of cover")
    [first, *_] = begun(heard(fight, 4), "Trent aims at Guard")
    # In an impulse of movement an aim of 2 counts at most.
    assert "0 of 10 actions" in first


def test_an_obstruction_is_named_before_what_turning_or_rising_mends() -> None:
    for state in ({"facing": 270}, {"facing": 180, "exposure": "hidden"}):
        fight = Fight()
        fight.map(30, 30, "B8 C8 D8")
        fight.make("Trent", **state)
        with pytest.raises(NoLine, match="The obstruction at C8 hides Guard"):
            fight.give(Fire(fight.trent, (Target(fight.guard),), 1))
        trent = fight.one("Trent")
        assert trent.place and not view.faces_away(trent, Place.parse("C15"), fight.encounter)
    fight = Fight()
    fight.make("Trent", facing=270)
    with pytest.raises(NotNow, match="Field of Fire"):
        fight.give(Fire(fight.trent, (Target(fight.guard),), 1))
    assert view.faces_away(fight.one("Trent"), Place.parse("C15"), fight.encounter)


@pytest.mark.parametrize(("stance", "cost"), [(False, 1), (True, 4)])
def test_a_turn_of_120_degrees_costs_more_in_a_firing_stance(stance: bool, cost: int) -> None:
    """7B: 1 action for 60 to 120 degrees, in a Firing Stance 2 actions for each 60."""
    fight = Fight()
    fight.make("Trent", facing=180, firing_stance=stance)
    outcomes = [part.resolution.outcome for part in fight.give(Act(fight.trent, "turn to 60"))]
    outcomes += [text for text in heard(fight, 4) if "turns to face" in text] if cost > 2 else []
    assert any(f"({cost} action" in text for text in outcomes), outcomes


def test_a_turn_to_somebody_who_was_only_heard_names_the_direction() -> None:
    fight = hidden()
    heard_there = Sighting("Blue", fight.guard, Clock(1, 1), direction="south-east", looks=Soldier())
    fight.encounter = replace(fight.encounter, sightings=(heard_there,))
    with pytest.raises(NotNow) as refused:
        fight.give(Act(fight.trent, "turn to Guard"))
    named = put_names(str(refused.value), lambda id: fight.encounter.combatant(id).name)
    assert named == "Guard was heard to the south-east, at no known place. Use /act what: turn to southeast."
    assert [remedy.label for remedy in refused.value.remedies] == ["Turn to south-east"]
    fight.give(Act(fight.trent, "turn to southeast"))
    assert soldier(fight.one("Trent")).facing == 135
