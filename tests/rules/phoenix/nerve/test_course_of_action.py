"""Thinking of a Course of Action, impulse by impulse (5.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries import codec
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.orders import Act, Adjust, Aim, Duck, Fire, Reload, Switch
from rules.engine.records.records import Order
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Aimed, Knockout
from rules.phoenix.optional.records import Nerve, Plan
from tests.examples import examples
from tests.reading import resolve
from tests.rules.phoenix.nerve.planners import act, has_course, move, plan, planners
from tests.rules.phoenix.skirmish import Skirmish, names, note, phoenix


def _to(skirmish: Skirmish, turn: int, impulse: int) -> None:
    while skirmish.encounter.clock < Clock(turn, impulse):
        skirmish.next()
    assert skirmish.encounter.clock == Clock(turn, impulse)


def test_eight_actions_of_five_a_phase() -> None:
    """CA 5 are 2 1 1 1: after Phase 1 five are thought, after Phase 2, Impulse 2 all eight."""
    skirmish = planners()
    [part] = act(skirmish, "plan: Rush the corridor")
    assert part.resolution.outcome == (
        "Donovan thinks of a Course of Action (Rush the corridor): 8 actions, ready in Phase 2, Impulse 3."
    )
    still = []
    for _ in range(5):
        still.append(plan(skirmish).thinking)
        skirmish.next()
    assert still == [6, 5, 4, 3, 1]
    assert plan(skirmish) == Plan(0, 5, 8, 5, "thinks", "Rush the corridor")
    *_, told, _ = skirmish.next()
    assert told.resolution.outcome == "Donovan has a Course of Action (Rush the corridor): 5 actions."
    assert plan(skirmish) == Plan(0, 5, 8, 5, "ready", "Rush the corridor")
    assert skirmish.state("Donovan").left == 1


def test_what_is_left_of_the_impulse_in_which_he_is_done_is_his() -> None:
    """IT 4 with 3 actions an impulse: one of the second impulse's is thought."""
    skirmish = planners("SAL 10, ISF 30, CA 12, M16")
    act(skirmish, "plan")
    skirmish.next()
    assert plan(skirmish).stage == "ready"
    assert skirmish.state("Donovan").left == 2


def test_he_can_do_what_exposes_nobody_meanwhile() -> None:
    skirmish = planners()
    act(skirmish, "think")
    act(skirmish, "kneel")
    act(skirmish, "turn to south")
    skirmish.next()
    assert plan(skirmish).thinking == 5


def test_what_was_under_way_goes_on_beside_it() -> None:
    skirmish = planners()
    skirmish.order(Adjust(skirmish.id("Donovan"), "loaded 5"))
    skirmish.order(Reload(skirmish.id("Donovan")))
    act(skirmish, "plan")
    assert skirmish.encounter.task(skirmish.id("Donovan")) is not None
    _to(skirmish, 1, 4)
    assert plan(skirmish).thinking == 5  # the actions of the first impulse were spent before
    task = skirmish.encounter.task(skirmish.id("Donovan"))
    assert task is not None
    assert task.spent == 5


def test_a_reload_under_way_uses_no_action_of_the_course_that_comes() -> None:
    skirmish = planners("SAL 10, ISF 30, CA 5, M16")
    skirmish.order(Adjust(skirmish.id("Donovan"), "loaded 5"))
    act(skirmish, "plan")
    skirmish.order(Reload(skirmish.id("Donovan")))
    _to(skirmish, 2, 1)
    assert (plan(skirmish).stage, plan(skirmish).left) == ("ready", 6)


def test_nobody_thinks_while_he_rallies_a_comrade() -> None:
    skirmish = planners()
    skirmish.order(Switch("morale", "on"))
    skirmish.make("Donovan", knockout_value=15)
    skirmish.make("Axly", knockout_value=15, nerve=Nerve("broken"))
    skirmish.put("Axly", "B2")
    act(skirmish, "plan")
    act(skirmish, "rally Axly")
    skirmish.next()
    assert plan(skirmish).thinking == 8


def test_who_is_at_work_as_he_has_thought_loses_no_action_by_it() -> None:
    """IT 4 with 3 actions an impulse, as above, but they reload meanwhile: the third impulse's actions go to that."""
    skirmish = planners("SAL 10, ISF 30, CA 12, M16")
    skirmish.order(Adjust(skirmish.id("Donovan"), "loaded 5"))
    act(skirmish, "plan")
    skirmish.order(Reload(skirmish.id("Donovan")))
    skirmish.next()
    assert plan(skirmish).stage == "ready"
    task = skirmish.encounter.task(skirmish.id("Donovan"))
    assert task is not None
    assert task.spent == 6


def test_who_has_left_forgets_his_course() -> None:
    skirmish = planners()
    has_course(skirmish)
    skirmish.order(Adjust(skirmish.id("Donovan"), "gone"))
    skirmish.next()
    assert skirmish.state("Donovan").plan is None


def test_what_he_could_not_have_thought_is_not_lost() -> None:
    """Of three actions in this impulse one was thought: that one is lost."""
    skirmish = planners("SAL 10, ISF 21, CA 12, M16")
    skirmish.make("Donovan", exposure="exposed", facing=180, left=1)
    act(skirmish, "plan")
    skirmish.make("Donovan", left=3)
    skirmish.order(Fire(skirmish.id("Donovan"), (skirmish.target("Guard"),), aim=1), 99)
    assert plan(skirmish).thinking == 8


def test_the_answer_to_a_threat_is_no_thought() -> None:
    """The rest of the impulse counts no longer, once; an impulse spent on it not at all."""
    skirmish = planners()
    skirmish.make("Donovan", exposure="exposed", facing=180)
    act(skirmish, "plan")
    skirmish.order(Fire(skirmish.id("Donovan"), (skirmish.target("Guard"),), aim=1), 99)
    assert plan(skirmish).thinking == 8
    skirmish.order(Aim(skirmish.id("Donovan"), (skirmish.target("Guard"),), aim=3))
    assert plan(skirmish).thinking == 8
    skirmish.next()
    assert plan(skirmish).thinking == 8  # Donovan aims
    _to(skirmish, 2, 1)
    assert plan(skirmish).thinking == 5


def test_a_new_plan_costs_its_time_anew_and_drops_what_is_left() -> None:
    skirmish = planners()
    act(skirmish, "plan")
    skirmish.next()
    act(skirmish, "new plan: wait")
    assert plan(skirmish) == Plan(7, 5, 8, 5, "thinks", "wait")
    has_course(skirmish)
    skirmish.order(move(skirmish, "B6"))
    [part] = act(skirmish, "new plan")
    assert note(part.resolution, "Given up") == "4 of 5 actions of their Course of Action"
    assert skirmish.encounter.task(skirmish.id("Donovan")) is None


def test_a_course_cannot_be_given_up_before_it_is_begun() -> None:
    skirmish = planners()
    has_course(skirmish)
    with pytest.raises(NotNow, match="They can give it up after spending an action on it"):
        act(skirmish, "plan")
    act(skirmish, "step out")
    act(skirmish, "plan")
    assert plan(skirmish).stage == "thinks"


def test_who_thinks_at_once_has_it_at_once() -> None:
    skirmish = planners("SAL 10, ISF 40, CA 5, M16")
    act(skirmish, "plan")
    assert plan(skirmish) == Plan(0, 7, 0, 7, "ready")
    assert skirmish.state("Donovan").left == 2


def test_a_cost_overrides_the_time() -> None:
    skirmish = planners()
    act(skirmish, "plan", 1)
    assert plan(skirmish).stage == "ready"
    assert skirmish.state("Donovan").left == 1


def test_nobody_waits_for_who_only_thinks_unless_an_enemy_aims_at_him() -> None:
    skirmish = planners()
    act(skirmish, "plan")
    assert "Donovan" not in names(skirmish, phoenix().awaited(skirmish.encounter))
    skirmish.make("Axly", aim=Aimed(skirmish.id("Donovan"), 1))
    assert "Donovan" not in names(skirmish, phoenix().awaited(skirmish.encounter))
    skirmish.make("Guard", aim=Aimed(skirmish.id("Donovan"), 1))
    assert "Donovan" in names(skirmish, phoenix().awaited(skirmish.encounter))


@pytest.mark.parametrize(("who", "ago", "waited"), [("Guard", 0, 1), ("Guard", 1, 1), ("Guard", 2, 0), ("Axly", 0, 0)])
def test_who_thinks_is_waited_for_while_enemies_fire(who: str, ago: int, waited: bool) -> None:
    skirmish = planners()
    act(skirmish, "plan")
    _to(skirmish, 1, 3)
    skirmish.make(who, fired=Clock(1, 3 - ago))
    assert ("Donovan" in names(skirmish, phoenix().awaited(skirmish.encounter))) is bool(waited)


def test_time_goes_on_while_everybody_thinks() -> None:
    skirmish = planners()
    for name in ("Axly", "Guard"):
        skirmish.make(name, actions=None, left=0)
    act(skirmish, "plan")
    skirmish.next()
    assert skirmish.encounter.clock == Clock(2, 3)


def test_who_is_out_forgets_his_course() -> None:
    skirmish = planners()
    has_course(skirmish)
    skirmish.make("Donovan", knockout=Knockout(Clock(0, 1), 99, until=Clock(9, 1)))
    skirmish.next()
    assert skirmish.state("Donovan").plan is None


@pytest.mark.parametrize("line", ["SAL 10, CA 5, M16", "SAL 10, ISF 21, M16"])
def test_of_whom_too_little_is_known_none_is_asked(line: str) -> None:
    skirmish = planners(line)
    with pytest.raises(
        NotNow,
        match=r"Donovan has no known ISF and Combat Actions and needs no"
        r" Course of Action\. Set",
    ):
        act(skirmish, "plan")
    skirmish.order(move(skirmish, "B4"))


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("plan", ""),
        ("Think.", ""),
        ("New plan", ""),
        ("plan: rush the Corridor", "rush the Corridor"),
        ("plan to rush", "rush"),
        ("think again: wait", "wait"),
        ("changes his plan to wait", "wait"),
        ("think of a plan", ""),
        ("make a new plan: go", "go"),
        ("plan a course of action", ""),
        ("plan: tell Guard to drop their weapon", "tell Guard to drop their weapon"),
    ],
)
def test_how_it_is_said(what: str, text: str) -> None:
    skirmish = planners()
    act(skirmish, what)
    assert plan(skirmish).text == text


def test_what_is_refused() -> None:
    skirmish = planners()
    with pytest.raises(Refusal, match="200 characters"):
        act(skirmish, "plan: " + "x" * 200)
    with pytest.raises(Refusal, match="Cost is 0 to 1,000 actions, not 1001"):
        act(skirmish, "plan", 1001)
    skirmish.order(Switch("initiative", "off"))
    with pytest.raises(NoRule, match="“plan” counts only with the switch “initiative”"):
        act(skirmish, "plan")


def test_the_gm_says_what_is_left() -> None:
    skirmish = planners()
    told = skirmish.order(Adjust(skirmish.id("Donovan"), "plan 3"))
    assert told.outcome == "GM correction: Donovan: a Course of Action of 3 actions."
    assert plan(skirmish) == Plan(0, 3, 0, 3, "under way")
    skirmish.order(Adjust(skirmish.id("Donovan"), "no plan"))
    assert skirmish.state("Donovan").plan is None
    skirmish.order(Switch("initiative", "off"))
    with pytest.raises(NotNow, match="counts only with the switch “initiative”"):
        skirmish.order(Adjust(skirmish.id("Donovan"), "plan 3"))


def test_what_is_thought_goes_with_the_switch() -> None:
    skirmish = planners()
    act(skirmish, "plan")
    skirmish.order(Switch("initiative", "off"))
    assert skirmish.state("Donovan").plan is None


def test_it_is_read_on_the_board_and_the_status_sheet() -> None:
    skirmish = planners()

    def shown() -> tuple[str, str]:
        summary = phoenix().summary(skirmish.one("Donovan"), skirmish.encounter)
        return summary.short, dict(summary.lines).get("Initiative", "")

    assert shown()[1] == "IT 8 actions, A# 5; no Course of Action"
    act(skirmish, "plan: go")
    assert "thinks 2 of 8" in shown()[0]
    assert shown()[1] == "IT 8 actions, A# 5; thinks 2 of 8: go"
    has_course(skirmish, 4)
    assert "course 4 of 5" in shown()[0]
    skirmish.encounter = replace(skirmish.encounter, switches=(("initiative", "off"),))
    assert "course" not in shown()[0]
    assert shown()[1] == ""


def test_it_is_suggested_while_it_counts() -> None:
    skirmish = planners()
    acts = dict(phoenix().acts(skirmish.encounter, skirmish.id("Donovan")))
    assert acts["plan"] == "plan · the Initiative Time, by ISF"
    assert "order Axly to advance" in acts
    skirmish.order(Switch("initiative", "off"))
    assert "plan" not in dict(phoenix().acts(skirmish.encounter, skirmish.id("Donovan")))


def test_a_plan_is_stored() -> None:
    skirmish = planners()
    act(skirmish, "plan: go")
    assert codec.state(codec.dump_state(skirmish.encounter), codec.SCHEMA) == skirmish.encounter
    has_course(skirmish)
    skirmish.order(move(skirmish, "B6"))
    assert codec.state(codec.dump_state(skirmish.encounter), codec.SCHEMA) == skirmish.encounter


_WHAT = (
    *("plan", "new plan: wait", "step out", "duck back", "kneel", "stand", "open a door", "look over cover"),
    *("order Axly to go", "order all to hold", "take a grenade", "arm the grenade", "turn around", "hold still"),
)


@examples(60)
@given(
    st.lists(st.one_of(st.sampled_from(_WHAT), st.sampled_from(("next", "move", "flee", "fire", "duck"))), max_size=25)
)
def test_no_course_is_longer_than_it_was_thought(said: list[str]) -> None:
    skirmish = planners()
    me = skirmish.id("Donovan")
    orders: dict[str, Order] = {
        "move": move(skirmish, "B5"),
        "flee": move(skirmish, "B1", "into cover"),
        "fire": Fire(me, (skirmish.target("Guard"),), aim=2),
        "duck": Duck(me),
    }
    for what in said:
        before = skirmish.state("Donovan").plan
        try:
            if what == "next":
                skirmish.next()
            elif what == "fire":
                skirmish.parts(orders[what], *([99] * _shots(skirmish, orders[what])))
            else:
                skirmish.parts(orders.get(what) or Act(me, what, 2 if "grenade" in what else None))
        except Refusal as refusal:
            assert "\n" not in str(refusal)
            assert str(refusal).endswith(".")
            continue
        now = skirmish.state("Donovan").plan
        if now is None:
            continue
        assert 0 <= now.thinking <= now.time
        assert 0 <= now.left <= now.number
        if before and before.stage != "thinks" and now.stage != "thinks":
            assert before.left - 1 <= now.left <= before.left


def _shots(skirmish: Skirmish, order: Order) -> int:
    """Return how many dice a shot takes now: none if it is aimed first."""
    dice = ScriptedDice([99])
    resolve(order, Scene(skirmish.encounter, dice), phoenix())
    return 1 - len(dice.unused)
