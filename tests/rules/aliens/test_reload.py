"""Reloading: 8 actions without interruption, over as many turns as it takes."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act, Adjust, Dismiss, Fire, Move, Muster, Next, Reload, Switch
from rules.engine.records.records import Order
from rules.engine.records.steps import Ruling
from rules.words.places import Place
from tests.rules.aliens.skirmish import Skirmish, card, names, note


def begun(sheet: str = "Rifleman, loaded 9, spares 2") -> Skirmish:
    skirmish = Skirmish(sheet)
    skirmish.order(Reload(skirmish.id("Rifleman")))
    return skirmish


def done(skirmish: Skirmish) -> int | None:
    task = skirmish.encounter.task(skirmish.id("Rifleman"))
    return task.spent if task else None


def test_begun_with_the_actions_that_are_left() -> None:
    skirmish = Skirmish("Rifleman, loaded 9, spares 2")
    skirmish.fire("Rifleman", "Alien 1", 9, range=5)
    begin = skirmish.order(Reload(skirmish.id("Rifleman")))
    assert begin.outcome == "Rifleman begins to reload the Pulse Rifle: 1 of 8 actions done."
    assert note(begin, "Section") == "Aliens Expansion Rules, Ammunition Restrictions"
    assert note(begin, "Lost") == "8 boxes of the old load"
    assert note(begin, "Reload") == "1 of 8 actions; done in 4 turns, and no other action until then"
    assert skirmish.state("Rifleman").left == 0
    assert skirmish.ammunition("Rifleman").loaded == 0


# Actions done after each turn, and what is left in the last: 8 in all.
@pytest.mark.parametrize(
    ("actions", "course", "left"),
    [(1, [1, 2, 3, 4, 5, 6, 7], 0), (2, [2, 4, 6], 0), (3, [3, 6], 1), (4, [4], 0), (5, [5], 2), (7, [7], 6)],
)
def test_over_as_many_turns_as_it_takes(actions: int, course: list[int], left: int) -> None:
    skirmish = begun(f"Rifleman, loaded 9, spares 2, actions {actions}")
    for spent in course:
        assert done(skirmish) == spent
        assert skirmish.state("Rifleman").left == 0
        assert skirmish.ammunition("Rifleman").loaded == 0
        turn = skirmish.order(Next())
    assert done(skirmish) is None
    assert turn.outcome == f"Turn {len(course) + 1} begins; Rifleman finished reloading."
    assert skirmish.state("Rifleman").left == left
    assert (skirmish.ammunition("Rifleman").loaded, skirmish.ammunition("Rifleman").loads) == (16, 1)


@pytest.mark.parametrize(("actions", "left"), [(8, 0), (9, 1)])
def test_at_once_with_enough_actions(actions: int, left: int) -> None:
    skirmish = Skirmish(f"Rifleman, loaded 0, spares 1, actions {actions}")
    reloaded = skirmish.order(Reload(skirmish.id("Rifleman")))
    assert reloaded.outcome == "Rifleman reloads the Pulse Rifle: 16 of 16 boxes."
    assert (done(skirmish), skirmish.state("Rifleman").left) == (None, left)
    assert skirmish.ammunition("Rifleman").loads == 0


def test_as_many_loads_as_wanted() -> None:
    skirmish = begun("Rifleman, actions 8")
    assert skirmish.ammunition("Rifleman").loads is None


def test_a_full_weapon_may_be_reloaded() -> None:
    begin = Skirmish("Rifleman").order(Reload("c1"))
    assert note(begin, "Lost") == "16 boxes of the old load"


def test_another_weapon_than_the_one_in_hand() -> None:
    skirmish = Skirmish("Rifleman, actions 8")
    skirmish.order(Reload(skirmish.id("Rifleman"), weapon="pistol"))
    assert skirmish.one("Rifleman").in_hand == 1
    assert skirmish.ammunition("Rifleman", 1).loaded == 13


@pytest.mark.parametrize(
    "deed",
    [
        Fire("c1", range=2),
        Reload("c1", weapon="Pistol"),
        Reload("c1"),
        Move("c1", Place(3, 3)),
        Act("c1", "shouts", 0),
    ],
    ids=lambda deed: type(deed).__name__,
)
def test_nothing_else_meanwhile(deed: Order) -> None:
    skirmish = begun()
    skirmish.order(Next())
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"Rifleman is reloading the Pulse Rifle \(4 of 8 actions done"):
        skirmish.order(deed)
    assert skirmish.encounter == before


def test_who_reloads_is_not_waited_for() -> None:
    skirmish = Skirmish("Rifleman", "Apone")
    skirmish.order(Reload(skirmish.id("Rifleman")))
    turn = skirmish.order(Next())
    assert names(skirmish, turn.concerned) == ["Apone", "Alien 1", "Alien 2"]
    assert note(turn, "Reload") == "Rifleman: 4 of 8 actions"


@pytest.mark.parametrize(
    ("sheet", "order", "kind", "said"),
    [
        ("Apone", Reload("c1"), NotNow, "The Flame Unit cannot be reloaded (Ammunition Restrictions)."),
        ("Rifleman, spares 0", Reload("c1"), NotNow, "Rifleman has no spare load left for the Pulse Rifle."),
        ("Rifleman", Reload("c1", how="fast"), NoRule, "Leave how: out"),
        ("Rifleman", Reload("c1", weapon="bazooka"), UnknownName, "bazooka"),
        ("Rifleman", Reload("c2"), NoRule, "is an Alien"),
    ],
)
def test_refused(sheet: str, order: Reload, kind: type[Refusal], said: str) -> None:
    skirmish = Skirmish(sheet)
    before = skirmish.encounter
    with pytest.raises(kind) as caught:
        skirmish.order(order)
    assert said in str(caught.value)
    assert skirmish.encounter == before


def test_weapons_that_cannot_be_reloaded() -> None:
    everything = card("Everything", Pulse_Rifle="Pulse Rifle", Old_Shotgun="Shotgun", Launcher="Grenade Launcher")
    skirmish = Skirmish()
    homebrew_record = skirmish.ruleset.homebrew_record(everything)
    profile = skirmish.ruleset.profile("Everything", {homebrew_record.name: homebrew_record.record})
    skirmish.order(Muster(profile, "All", "", None))
    for weapon in ("Shotgun", "Launcher"):
        with pytest.raises(NotNow, match=r"cannot be reloaded.*can reload: Pulse Rifle"):
            skirmish.order(Reload(skirmish.id("All"), weapon=weapon))


def test_not_without_actions() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Act(skirmish.id("Rifleman"), "waits", 2))
    with pytest.raises(NotNow, match="no actions left"):
        skirmish.order(Reload(skirmish.id("Rifleman")))


def test_not_without_the_ammunition_rule() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Switch("ammunition", "off"))
    with pytest.raises(NoRule, match="not counted"):
        skirmish.order(Reload(skirmish.id("Rifleman")))


def test_a_reload_stands_still_while_the_rule_is_off() -> None:
    skirmish = begun()
    skirmish.order(Switch("ammunition", "off"))
    skirmish.order(Next())
    assert done(skirmish) == 2
    skirmish.fire("Rifleman", "Alien 1", 0, range=2)
    skirmish.order(Switch("ammunition", "on"))
    skirmish.order(Next())
    assert done(skirmish) == 4


def test_the_gm_stops_it_and_both_loads_are_gone() -> None:
    skirmish = begun()
    adjusted = skirmish.order(Adjust(skirmish.id("Rifleman"), "stop reloading"))
    assert "both loads of the Pulse Rifle are lost" in adjusted.outcome
    assert [step.id for step in adjusted.steps if isinstance(step, Ruling)] == ["O19"]
    assert done(skirmish) is None
    assert (skirmish.ammunition("Rifleman").loaded, skirmish.ammunition("Rifleman").loads) == (0, 1)
    with pytest.raises(NotNow, match="is not reloading"):
        skirmish.order(Adjust(skirmish.id("Rifleman"), "stop reloading"))


def test_the_dead_do_not_go_on() -> None:
    skirmish = begun()
    skirmish.order(Adjust(skirmish.id("Rifleman"), "dead"))
    assert skirmish.encounter.agenda == ()
    skirmish.order(Adjust(skirmish.id("Rifleman"), "alive"))
    skirmish.order(Next())
    assert skirmish.ammunition("Rifleman").loaded == 0
    assert skirmish.state("Rifleman").left == 2


def test_who_leaves_takes_his_reload_along() -> None:
    skirmish = begun()
    skirmish.order(Dismiss(skirmish.id("Rifleman")))
    assert skirmish.encounter.agenda == ()
    assert skirmish.order(Next()).outcome == "Turn 2 begins."


def test_two_at_once() -> None:
    skirmish = Skirmish("Rifleman, actions 3", "Rifleman, actions 4")
    for name in ("Rifleman", "Rifleman 2"):
        skirmish.order(Reload(skirmish.id(name)))
    assert "Rifleman 2 finished" in skirmish.order(Next()).outcome
    assert "; Rifleman finished" in skirmish.order(Next()).outcome
    assert skirmish.encounter.agenda == ()
