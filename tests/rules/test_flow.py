"""Plans and runs, in Phoenix Command: lines, conditions, what ends a plan, what stops a run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.flow.plans import MOST_LINES, plan_of, undecided
from rules.engine.records.agenda import (
    AT,
    CONTACT,
    ELSE,
    EMPTY,
    FIRED_UPON,
    HIT,
    NEAREST,
    THEM,
    WITHIN,
    Clock,
    Line,
    When,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Act,
    ClearPlan,
    Dismiss,
    Duck,
    Fire,
    Handover,
    Move,
    Next,
    Pass,
    Reload,
    SetPlan,
    Switch,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.table.leadership import Depart
from rules.words.places import Place
from tests.examples import share
from tests.reading import replay, resolve
from tests.rules.phoenix.skirmish import Skirmish, note

TRENT = "skill 8, STR 16, AGI 10, INT 12, M16, 2 M 67"
GUARD = "skill 4, STR 12, AGI 10, INT 10, AKM"


class Fight(Skirmish):
    """Trent, a player's, and Guard, the GM's, twelve hexes apart."""

    def __init__(self, seed: int = 1, gap: int = 12) -> None:
        super().__init__("phoenix-advanced")
        self.map(30, 30)
        self.sheet("Trent", TRENT, at="C3", owner="ann")
        self.sheet("Guard", GUARD, at=f"C{3 + gap}", owner=None)
        self.dice = SeededDice(seed)
        self.trent, self.guard = self.id("Trent"), self.id("Guard")

    def give(self, order: Order) -> tuple[Part, ...]:
        parts = resolve(order, Scene(self.encounter, self.dice), self.ruleset)
        self.encounter = parts[-1].encounter
        return parts

    def plan(self, *lines: Line) -> None:
        """Trent's plan."""
        self.give(SetPlan(self.trent, lines, "ann"))

    def has_plan(self) -> bool:
        return plan_of(self.encounter, self.trent) is not None

    def run(self) -> list[str]:
        """Let time run; the outcomes."""
        return [part.resolution.outcome for part in self.give(Next(run=True))]

    def to(self, place: str) -> Order:
        return Move(self.trent, Place.parse(place))


def line(*orders: Order, when: When | None = None, text: str = "line") -> Line:
    return Line(text, orders, when)


STAY = line(when=When(ELSE))


def waiting(fight: Fight) -> None:
    """Guard, who is the GM's, waits for a hit, and so holds up nothing."""
    fight.give(Pass(fight.guard, until=When(HIT)))


def test_lines_follow_each_other_until_the_plan_is_done() -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(fight.to("C5")), line(fight.to("C6")))
    outcomes = fight.run()
    assert [text for text in outcomes if "moves" in text] == [
        "Trent moves from C3 to C5, 2 hexes (2 actions).",
        "Trent moves from C5 to C6, 1 hex (1 action).",
    ]
    assert "Trent: The plan is done." in outcomes[-1]
    assert not fight.has_plan()


def test_an_order_takes_as_many_impulses_as_by_hand() -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(Fire(fight.trent, (fight.target("Guard"),), aim=6)))
    shot = next(part for part in fight.give(Next(run=True)) if "fires the M16" in part.resolution.outcome)
    assert shot.encounter.clock > Clock(1, 2)


@pytest.mark.parametrize("order", [lambda f: Duck(f.trent), lambda f: f.to("C4"), lambda f: Act(f.trent, "kneel")])
def test_an_order_by_hand_ends_the_plan_and_says_so(order: Callable[[Fight], Order]) -> None:
    fight = Fight()
    fight.plan(STAY)
    [part, *_] = fight.give(order(fight))
    assert part.resolution.outcome.endswith(" The plan ends.")
    assert part.resolution.clauses[-1].own
    assert not fight.has_plan()


@pytest.mark.parametrize("order", [lambda f: Handover(f.trent, "ben"), lambda f: Depart("ann")])
def test_a_plan_ends_with_the_right_to_give_it(order: Callable[[Fight], Order]) -> None:
    fight = Fight()
    fight.plan(STAY)
    [part] = fight.give(order(fight))
    assert part.resolution.clauses[-1].own and part.resolution.clauses[-1].text == " Trent's plan ends."
    assert not fight.has_plan()


def test_a_plan_is_replaced_and_cleared() -> None:
    fight = Fight()
    fight.plan(STAY)
    fight.plan(line(fight.to("C9")))
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None
    assert len(fight.encounter.agenda) == 1
    assert plan.lines[0].orders == (fight.to("C9"),)
    fight.give(ClearPlan(fight.trent))
    assert not fight.encounter.agenda
    with pytest.raises(NotNow, match="Trent has no plan"):
        fight.give(ClearPlan(fight.trent))


@pytest.mark.parametrize("count", [0, MOST_LINES + 1])
def test_a_plan_has_one_to_thirty_lines(count: int) -> None:
    with pytest.raises(Refusal, match="1 to 30 lines"):
        Fight().plan(*[STAY] * count)


def test_when_hit_is_carried_out_once_in_place_of_a_stop() -> None:
    fight = Fight(gap=3)
    fight.plan(line(Act(fight.trent, "shouts", 1), when=When(HIT)), STAY)
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=8)), STAY), "gm"))
    outcomes = fight.run()
    hits = [text for text in outcomes if "HIT" in text]
    shouts = [text for text in outcomes if "shouts" in text]
    assert len(hits) == 1
    assert len(shouts) == 1 or "out" in hits[0]


def test_a_run_stops_when_a_player_is_fired_upon_for_the_first_time() -> None:
    fight = Fight(gap=20)
    fight.plan(STAY)
    shots = [line(Fire(fight.guard, (Target(fight.trent),), aim=2)) for _ in range(3)]
    fight.give(SetPlan(fight.guard, (*shots, STAY), "gm"))
    outcomes = fight.run()
    assert sum("fires" in text for text in outcomes) == 1
    assert "Trent is fired upon." in outcomes[-1] or "Trent is hit." in outcomes[-1]
    assert fight.has_plan()


@pytest.mark.parametrize("when", [When(HIT), When(CONTACT), When(EMPTY), When(AT, at=Clock(9)), When(WITHIN, within=2)])
def test_a_plan_lasts_while_a_line_waits_for_its_condition(when: When) -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(fight.to("C5")), line(Act(fight.trent, "shouts", 1), when=when))
    fight.give(Next())
    fight.give(Next())
    assert fight.one("Trent").place == Place.parse("C5")
    assert fight.has_plan()
    assert fight.trent not in undecided(fight.encounter, fight.ruleset)


def test_a_plan_to_duck_lasts_until_somebody_fires() -> None:
    fight = Fight(gap=20)
    waiting(fight)
    fight.plan(line(Duck(fight.trent), when=When(FIRED_UPON)))
    fight.give(Next())
    assert fight.has_plan()
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    outcomes = fight.run()
    assert any("fires" in text for text in outcomes)
    assert "Trent: The plan is done." in outcomes[-1]
    assert not fight.has_plan()


def test_a_duck_from_standing_keeps_the_plan() -> None:
    """The standing duck answers the threat, so time does not stop for it."""
    fight = Fight(gap=20)
    fight.plan(line(Duck(fight.trent), when=When(FIRED_UPON)), STAY)
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    outcomes = fight.run()
    assert any("fires" in text for text in outcomes)
    assert fight.has_plan()
    assert "fired upon" not in outcomes[-1]


def test_a_shot_by_hand_that_makes_somebody_stop_keeps_their_plan() -> None:
    fight = Fight(gap=3)
    waiting(fight)
    fight.plan(line(Duck(fight.trent), when=When(FIRED_UPON)), line(fight.to("C12")), line(fight.to("D4")))
    fight.give(Next())
    assert fight.encounter.task(fight.trent)
    [shot] = fight.give(Fire(fight.guard, (Target(fight.trent),), aim=1))
    assert not fight.encounter.task(fight.trent)
    assert "Trent's plan" not in shot.resolution.outcome
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None
    assert [one.done for one in plan.lines] == [True, False, False], "the move is taken up again"


def test_a_pass_until_ends_with_its_condition() -> None:
    fight = Fight()
    fight.give(Pass(fight.trent, until=When(AT, at=Clock(3, 1))))
    waiting(fight)
    parts = fight.give(Next(run=True))
    assert parts[-1].encounter.clock == Clock(3, 1)
    assert parts[-1].resolution.concerned == (fight.trent,)
    assert len(parts) == 1, "idle time leaves no parts of its own"


def test_within_names_the_nearest_enemy_as_them() -> None:
    fight = Fight(gap=6)
    fight.plan(line(Fire(fight.trent, (Target(THEM),), aim=1), when=When(WITHIN, within=5)), line(fight.to("C4")), STAY)
    waiting(fight)
    outcomes = fight.run()
    moved, fired = (next(n for n, text in enumerate(outcomes) if word in text) for word in ("moves", "fires"))
    assert moved < fired
    assert "at Guard" in outcomes[fired]


def test_when_empty() -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(Act(fight.trent, "shouts", 0), when=When(EMPTY)), STAY)
    assert not any("shouts" in text for text in fight.run())


def test_a_plan_is_done_although_an_enemy_has_gone_out_of_sight() -> None:
    fight = Fight()
    fight.plan(Line("line", (Act(fight.trent, "shouts", 0),), done=True))
    fight.give(Dismiss(fight.guard))
    fight.give(Next())
    assert not fight.has_plan()


def test_an_enemy_who_shows_stops_a_run_unless_a_line_answers() -> None:
    for answered in (False, True):
        fight = Fight(gap=8)
        fight.give(Switch("fog", "hidden"))
        fight.encounter = hidden(fight)
        shout = line(Act(fight.trent, "shouts", 1), when=When(CONTACT))
        fight.plan(*([shout] if answered else []), line(fight.to("C11")), STAY)
        waiting(fight)
        outcomes = fight.run()
        assert any("shouts" in text for text in outcomes) is answered
        assert any("Guard shows." in text for text in outcomes) is not answered


def hidden(fight: Fight) -> Encounter:
    """Return the encounter with Guard kept secret until somebody meets Guard."""
    fighters = tuple(replace(c, secret=c.name == "Guard") for c in fight.encounter.combatants)
    return replace(fight.encounter, combatants=fighters)


ORDERS = st.sampled_from(
    [
        lambda f: line(f.to("C7")),
        lambda f: line(Fire(f.trent, (Target(f.guard),), aim=3)),
        lambda f: line(Reload(f.trent)),
        lambda f: line(Duck(f.trent), when=When(FIRED_UPON)),
        lambda f: line(Act(f.trent, "shouts", 1), when=When(HIT)),
        lambda f: line(Reload(f.trent), when=When(EMPTY)),
        lambda f: line(Fire(f.trent, (Target(THEM),), aim=2), when=When(WITHIN, within=9)),
        lambda f: line(f.to("D4"), when=When(AT, at=Clock(2, 1))),
        lambda f: line(Fire(f.trent, (Target(f.guard),), aim=1), when=When(ELSE)),
        lambda f: STAY,
    ]
)


@given(st.lists(ORDERS, min_size=1, max_size=6), st.integers(0, 1000), st.booleans())
def test_what_a_run_records_leads_to_what_it_leaves(
    lines: list[Callable[[Fight], Line]], seed: int, wakes: bool
) -> None:
    fight = Fight(seed)
    fight.plan(*[make(fight) for make in lines])
    if wakes:
        fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    else:
        waiting(fight)
    for _ in range(share(3)):
        before = fight.encounter
        parts = fight.give(Next(run=True))
        folded = before
        for part in parts:
            for effect in part.resolution.effects:
                folded = effect.on(folded)
            assert folded == part.encounter
        assert replay(Next(run=True), before, [part.resolution for part in parts], fight.ruleset) == parts
        if not fight.has_plan():
            break


def test_an_attempt_restores_everything_and_the_dice() -> None:
    fight = Fight()
    scene = Scene(fight.encounter, SeededDice(3))
    thrown = SeededDice(3).throw("", 1, 100)[0]

    def fails() -> None:
        with scene.attempt():
            scene.throw("Die", "nothing", 1, 100)
            scene.note("Note", "text")
            scene.threaten(fight.trent, HIT)
            scene.stop(fight.trent)
            scene.conclude("Something happens.")
            raise NotNow("It is refused.")

    with pytest.raises(NotNow):
        fails()
    assert (scene.parts, scene.threats, scene.encounter) == ([], [], fight.encounter)
    assert scene.throw("Die", "nothing", 1, 100) == thrown


def test_a_duck_when_fired_upon_comes_before_the_shot() -> None:
    fight = Fight(gap=5)
    fight.plan(line(Duck(fight.trent), when=When(FIRED_UPON)), STAY)
    fight.give(SetPlan(fight.guard, (line(Fire(fight.guard, (Target(fight.trent),), aim=2)), STAY), "gm"))
    parts = fight.give(Next(run=True))
    shot = next(part for part in parts if "fires the" in part.resolution.outcome)
    assert note(shot.resolution, "Ducking") == "Trent ducks when fired upon"


def test_a_fighter_thinks_of_a_course_of_action_before_a_line_that_needs_one() -> None:
    fight = Fight()
    fight.give(Switch("initiative", "on"))
    waiting(fight)
    fight.plan(line(fight.to("C5")), STAY)
    outcomes = fight.run()
    thought, moved = (next(n for n, text in enumerate(outcomes) if word in text) for word in ("thinks", "moves from"))
    assert thought < moved


@pytest.mark.parametrize("when", [None, When(ELSE), When(HIT), When(AT, at=Clock(1))])
def test_a_fighter_turns_before_a_shot_at_somebody_outside_the_field_of_fire(when: When | None) -> None:
    fight = Fight(gap=5)
    fight.make("Trent", facing=0)
    waiting(fight)
    fight.plan(line(Fire(fight.trent, (Target(fight.guard),), aim=1), when=when), STAY)
    if when == When(HIT):
        plan = plan_of(fight.encounter, fight.trent)
        assert plan is not None
        others = (item for item in fight.encounter.agenda if item is not plan)
        fight.encounter = replace(fight.encounter, agenda=(*others, replace(plan, threat=HIT)))
    outcomes = fight.run()
    turned, fired = (next(n for n, text in enumerate(outcomes) if word in text) for word in ("turns to", "fires the"))
    assert turned < fired


@pytest.mark.parametrize("hides", [False, True])
def test_nobody_turns_to_somebody_whom_their_side_does_not_see(hides: bool) -> None:
    fight = Fight(gap=5)
    fight.make("Trent", facing=0)
    fight.give(Switch("fog", "hidden"))
    fight.encounter = hidden(fight) if hides else fight.encounter
    waiting(fight)
    fight.plan(line(Fire(fight.trent, (Target(fight.guard),), aim=1)))
    assert any("turns to" in text for text in fight.run()) is not hides


def test_a_next_for_seconds_carries_plans_out_for_that_time() -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(fight.to("C5")), STAY)
    parts = fight.give(Next(seconds=4))
    assert fight.one("Trent").place == Place.parse("C5")
    assert parts[-1].encounter.clock == Clock(3, 1)


def test_the_nearest_is_in_sight_and_able() -> None:
    """Neither somebody who is only remembered at a place, nor somebody who is out of action."""
    fight = Fight(gap=5)
    fight.sheet("Far", GUARD, at="C20", owner=None)
    fight.give(Switch("fog", "hidden"))
    waiting(fight)
    fight.give(Pass(fight.id("Far"), until=When(HIT)))
    fight.make("Guard", exposure="hidden")
    fight.plan(line(Fire(fight.trent, (Target(NEAREST),), aim=1)), STAY)
    outcomes = fight.run()
    assert [text for text in outcomes if "fires the M16 at Far" in text]


@pytest.mark.parametrize("otherwise", [True, False])
def test_what_is_done_otherwise_waits_for_an_enemy_to_do_it_to(otherwise: bool) -> None:
    fight = Fight(gap=5)
    waiting(fight)
    fight.give(Switch("fog", "hidden"))
    fight.encounter = hidden(fight)
    fight.plan(line(Fire(fight.trent, (Target(NEAREST),), aim=1), when=When(ELSE) if otherwise else None))
    outcomes = fight.run()
    assert fight.has_plan()
    assert "Trent sees no enemy." in outcomes[-1]


def fired_upon() -> Fight:
    """A fight in which a run has stopped because Trent, who has a plan, was fired upon."""
    fight = Fight(gap=20)
    fight.plan(STAY)
    shots = [line(Fire(fight.guard, (Target(fight.trent),), aim=2)) for _ in range(3)]
    fight.give(SetPlan(fight.guard, (*shots, STAY), "gm"))
    fight.run()
    return fight


def test_time_waits_for_a_second_thought_and_a_pass_keeps_the_plan() -> None:
    fight = fired_upon()
    assert undecided(fight.encounter, fight.ruleset) == (fight.trent,)
    [part] = fight.give(Pass(fight.trent))
    assert part.resolution.outcome == "Trent keeps the plan."
    assert fight.has_plan()
    assert undecided(fight.encounter, fight.ruleset) == ()


def test_a_next_by_hand_lets_time_go_on_without_a_second_thought() -> None:
    fight = fired_upon()
    fight.make("Trent", knockout=None)
    fight.give(Next())
    assert fight.has_plan()
    assert undecided(fight.encounter, fight.ruleset) == ()
