"""Declaring fire, and taking it back (5.7)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.orders import Answer, Dismiss, Duck, Move, Next, Switch, Throw
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Aimed, Soldier
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix, total
from tests.rules.phoenix.timing.declaring import HIT, MISS, UP, Exchange, order, outcomes

BOOK = phoenix()


def test_fire_is_declared_on_the_count_of_the_last_action_spent() -> None:
    fight = Exchange()
    assert fight.fire("Donovan", "Guard") == "Donovan will fire the M16A1 at Guard on MPC 2 of Phase 1, Impulse 1."
    assert fight.declared == [("Donovan", 2)]
    state = fight.state("Donovan")
    assert (state.left, state.aim) == (1, None)
    assert fight.rounds() == 30


@pytest.mark.parametrize(("aim", "count"), [(1, 2), (2, 4)])
def test_two_actions_of_aim_make_it_the_second_count(aim: int, count: int) -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard", aim=aim)
    assert fight.declared == [("Donovan", count)]


def test_with_the_switch_off_it_goes_at_once() -> None:
    fight = Exchange()
    fight.order(Switch("fire", "immediate"))
    assert "MISS" in fight.fire("Donovan", "Guard", MISS)
    assert fight.declared == []
    fight.fire("Guard", "Donovan", *HIT, UP)
    assert fight.state("Donovan").harmed is None
    with pytest.raises(NoRule, match="counts only with the switch “fire”"):
        fight.act("Donovan", "hold fire")


def test_a_quick_ruling_has_no_impulse_to_end() -> None:
    fight = Exchange()
    fight.encounter = altered(fight.encounter, timed=False)
    assert "MISS" in fight.fire("Donovan", "Guard", MISS)


def test_two_shots_of_one_shooter_go_on_their_own_counts() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Donovan", "Guard")
    assert fight.declared == [("Donovan", 2), ("Donovan", 4)]
    parts = fight.next(MISS, MISS)
    assert order(parts) == ["Donovan", "Donovan"]
    assert fight.rounds() == 28


def test_aim_taken_after_it_is_for_the_next_shot() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.aim("Donovan", "Guard", 1)
    assert fight.state("Donovan").aim == Aimed(fight.id("Guard"), 1)
    fight.next(MISS)
    assert fight.state("Donovan").aim == Aimed(fight.id("Guard"), 1)


def bursts(fight: Exchange, range: int, *dice: int) -> list[int]:
    """The accuracy of three bursts by Donovan, one in each impulse, with the same dice; the first is aimed."""
    found = list[int]()
    for aim in (2, None, None):
        fight.burst("Donovan", "Guard", aim=aim, range=range, mod="-10")
        found.append(total(fight.next(*dice)[0].resolution, "Accuracy"))
    return found


def test_a_declared_burst_goes_on_without_aim() -> None:
    """SAL 14, -12 for 2 actions of aim, 22 for 5 hexes, 11 for kneeling in the open, -10 given; then the SAB of 3 once
    for each burst since the first (3.4).
    """
    fight = Exchange(preset="phoenix-advanced")
    fight.make("Guard", position="kneeling", exposure="exposed")
    assert bursts(fight, 5, MISS) == [25, 22, 19]


def test_so_does_a_launchers() -> None:
    """The M19's SAB is 4."""
    fight = Exchange(8, 4, "phoenix-advanced", gun("M19"))
    first, *others = bursts(fight, 40, MISS, 0)
    assert others == [first - 4, first - 8]


def test_hold_fire_takes_it_back_and_leaves_the_aim() -> None:
    fight = Exchange()
    before = fight.state("Donovan")
    fight.fire("Donovan", "Guard")
    assert fight.act("Donovan", "hold fire") == "Donovan holds fire; their aim of 1 action stays."
    assert fight.declared == []
    after = fight.state("Donovan")
    assert (after.aim, after.fired, after.unworked) == (Aimed(fight.id("Guard"), 1), before.fired, before.unworked)
    assert fight.fire("Donovan", "Guard", aim=None).endswith("on MPC 2 of Phase 1, Impulse 1.")


def test_hold_fire_takes_back_all_that_he_has_declared() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    fight.act("Donovan", "Ceases fire.")
    assert fight.declared == [("Guard", 3)]
    with pytest.raises(NotNow, match="has declared no fire"):
        fight.act("Donovan", "hold fire")


def test_who_has_moved_since_has_no_aim_to_go_back_to() -> None:
    fight = Exchange()
    fight.map(10, 10)
    fight.put("Donovan", "A1")
    fight.put("Guard", "A3")
    fight.fire("Donovan", "Guard", range=None)
    fight.order(Move(fight.id("Donovan"), Place.parse("B1")))
    assert fight.act("Donovan", "hold fire") == "Donovan holds fire."
    assert fight.state("Donovan").aim is None


def test_the_switch_turned_off_gives_up_what_is_declared() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.fire("Guard", "Donovan")
    told = fight.order(Switch("fire", "immediate"))
    assert fight.declared == []
    assert set(told.concerned) == {fight.id("Donovan"), fight.id("Guard")}
    assert fight.state("Guard").aim == Aimed(fight.id("Donovan"), 1)
    assert len(fight.next()) == 1


def test_one_round_is_declared_once() -> None:
    fight = Exchange(arm=gun("M16A1", 1))
    fight.fire("Donovan", "Guard")
    with pytest.raises(NotNow, match="Donovan has already declared everything loaded in the M16A1"):
        fight.fire("Donovan", "Guard")


def test_there_is_no_bolt_to_work_after_the_last_round() -> None:
    fight = Exchange(arm=gun("FR F2", 1))
    fight.fire("Donovan", "Guard")
    assert fight.state("Donovan").unworked == ()


def test_a_bolt_is_worked_between_two_shots() -> None:
    fight = Exchange(donovan=20, arm=gun("FR F2"))
    fight.fire("Donovan", "Guard")
    assert fight.state("Donovan").unworked == (0,)
    fight.fire("Donovan", "Guard")
    weapon = fight.one("Donovan").carried[0].weapon
    assert isinstance(weapon, Gun)
    assert fight.state("Donovan").left == 5 - 2 - weapon.rate.chamber


def test_one_burst_an_impulse() -> None:
    fight = Exchange()
    fight.burst("Donovan", "Guard", range=20)
    with pytest.raises(NotNow, match="Use /aim, or /fire a single shot"):
        fight.burst("Donovan", "Guard")
    assert order(fight.next(MISS)) == ["Donovan"]
    assert fight.rounds() == 23


def test_who_has_declared_does_not_duck_any_more() -> None:
    fight = Exchange()
    fight.make("Guard", duck="when fired upon")
    fight.fire("Guard", "Donovan")
    fight.fire("Donovan", "Guard")
    assert fight.state("Guard").ducked is None
    with pytest.raises(
        NotNow,
        match=r"Guard has declared fire, and ducking would put it at -10\. Use"
        r" /act what: hold fire before /duck",
    ):
        fight.order(Duck(fight.id("Guard")))
    fight.act("Guard", "hold fire")
    fight.order(Duck(fight.id("Guard")))
    assert fight.state("Guard").ducked == fight.encounter.clock


def test_the_question_whether_to_duck_comes_before_it_is_declared() -> None:
    fight = Exchange()
    fight.make("Guard", duck="ask")
    assert fight.fire("Donovan", "Guard") == "Donovan is about to fire at Guard: does Guard duck?"
    assert fight.declared == []
    with pytest.raises(NotNow, match="Guard must answer first"):
        fight.order(Next())
    parts = fight.parts(Answer(fight.id("Guard"), "duck"))
    assert outcomes(parts) == [
        "Guard ducks.",
        "Donovan will fire the M16A1 at Guard on MPC 2 of Phase 1, Impulse 1.",
    ]
    [shot, _] = fight.next(MISS)
    sums = [step for step in shot.resolution.steps if getattr(step, "label", "") == "Accuracy"]
    assert "target ducking" in {term.label for term in sums[0].terms}  # type: ignore[union-attr]


def test_an_aim_of_several_impulses_is_declared_in_its_last_and_goes_as_that_ends() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard", aim=5, range=20)
    assert fight.declared == []
    fight.next()
    assert fight.declared == []
    [told, _] = outcomes(fight.next())
    assert told == "Donovan will fire the M16A1 at Guard on MPC 2 of Phase 1, Impulse 3."
    assert fight.id("Donovan") in BOOK.awaited(fight.encounter)
    fight.order(Duck(fight.id("Guard")))
    parts = fight.next(MISS)
    assert order(parts) == ["Donovan"]
    assert fight.declared == []
    assert outcomes(fight.next()) == ["It is Phase 2, Impulse 1."]


def test_who_has_aimed_before_fires_as_the_impulse_begins() -> None:
    fight = Exchange()
    fight.aim("Donovan", "Guard")
    fight.next()
    told = fight.fire("Donovan", "Guard", aim=None)
    assert told == "Donovan will fire the M16A1 at Guard as Phase 1, Impulse 2 begins (MPC 0)."


def test_a_long_time_passes_over_it_and_loses_nothing() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard", aim=5, range=20)
    parts = fight.next(MISS, seconds=60)
    assert [outcome for outcome in outcomes(parts) if "MISS" in outcome] != []
    assert fight.rounds() == 29
    assert fight.declared == []


def test_who_aims_at_somebody_that_hides_declares_as_he_leaves() -> None:
    fight = Exchange()
    fight.make("Guard", exposure="firing")
    fight.fire("Donovan", "Guard", aim=8, range=20)
    fight.order(Duck(fight.id("Guard"), "back behind cover"))
    parts = fight.next(MISS)
    assert outcomes(parts)[0].startswith("Donovan will fire the M16A1 at Guard on MPC 4")
    assert "MISS" in outcomes(parts)[1]
    assert fight.state("Guard").exposure == "hidden"


def test_a_grenade_is_thrown_as_the_impulse_ends() -> None:
    fight = Exchange(donovan=60)
    grenade = phoenix().profile("SAL 14, M 67 2", {}).carried[0]
    fight.join("Thrower", Soldier(sal=24, actions=60, knockout_value=15), grenade)
    order_ = Throw(fight.id("Thrower"), (fight.target("Guard"),), aim=4, range=10)
    assert fight.order(order_).outcome.startswith("Thrower will throw the M 67 at Guard on MPC ")
    assert fight.rounds("Thrower") == 1
    with pytest.raises(NotNow, match="Thrower has already declared everything loaded in the M 67"):
        fight.order(order_)
    parts = fight.next(99)
    assert "throws the M 67" in outcomes(parts)[0]
    assert fight.rounds("Thrower") == 0


def test_the_board_and_the_status_sheet_tell_it() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    summary = BOOK.summary(fight.one("Donovan"), fight.encounter)
    assert "fires at Guard on 2" in summary.short
    assert ("Declared", "the M16A1 at Guard on MPC 2, when this impulse ends") in summary.lines
    fight.next(MISS)
    assert "fires at" not in BOOK.summary(fight.one("Donovan"), fight.encounter).short


def test_hold_fire_is_suggested_only_where_fire_is_declared() -> None:
    fight = Exchange()
    assert "Hold fire" in dict(BOOK.acts(fight.encounter, fight.id("Donovan")))
    plain = Skirmish()
    assert "Hold fire" not in dict(BOOK.acts(plain.encounter, ""))


def test_who_leaves_takes_his_shot_along() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    fight.order(Dismiss(fight.id("Donovan")))
    assert fight.declared == []
    assert len(fight.next()) == 1
