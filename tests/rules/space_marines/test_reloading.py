"""Ammunition as house rules of Space Marines: boxes (O63) or tokens (O62), empty weapons, reloading over turns."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import staged
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.orders import Act, Aim, Fire, Move, Muster, Reload, Switch, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Note, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution, Scene
from rules.space_marines.figures.figure import DONE, FRESH
from rules.space_marines.turns import phases
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.space_marines.skirmish import Skirmish, book, note, rolls

MISFIRE = (1, 1)


def fight(measure: str = "boxes", sheet: str = "Marine, Rifle, spares 2", enemy: str = "Bug Warrior") -> Skirmish:
    """A Marine, Ash, and a Bad Guy, Bug, 5 spaces away, who is run by people."""
    skirmish = Skirmish(bad_guys="people", ammunition=measure)
    skirmish.map(20, 8)
    skirmish.muster(sheet, "B2", "Ash")
    skirmish.muster(enemy, "G2", "Bug", owner="other")
    return skirmish


def turn(skirmish: Skirmish) -> Resolution:
    """To the next turn of the Good Guys."""
    skirmish.next()
    return skirmish.next()[-1].resolution


def reload(skirmish: Skirmish, weapon: str = "") -> Resolution:
    return skirmish.order(Reload(skirmish.id("Ash"), weapon))


def done(skirmish: Skirmish) -> int | None:
    task = skirmish.encounter.task(skirmish.id("Ash"))
    return task.spent if task else None


def rulings(resolution: Resolution) -> list[str]:
    return [step.id for step in resolution.steps if isinstance(step, Ruling)]


# O63: rifle 16, flamer 16, smart gun 26, pistol 13, grenades 4; of 11 to 40 there are 2 tokens.
@pytest.mark.parametrize(
    ("weapon", "boxes", "tokens"),
    [("Rifle", 16, 2), ("Flamethrower", 16, 2), ("Smart Gun", 26, 2), ("Pistol", 13, 2)],
)
def test_loads(weapon: str, boxes: int, tokens: int) -> None:
    for measure, full in (("boxes", boxes), ("tokens", tokens)):
        skirmish = fight(measure, f"Marine, {weapon}")
        assert skirmish.ammunition("Ash") == Ammunition(measure, full, full, None)


@pytest.mark.parametrize("measure", ["boxes", "tokens"])
def test_grenades_are_counted_one_by_one(measure: str) -> None:
    skirmish = fight(measure, "Marine, grenade, loaded 2")
    thrown = skirmish.throw("Ash", "Bug", dice=MISFIRE)
    assert skirmish.ammunition("Ash") == Ammunition("grenades", 4, 1)
    assert note(thrown, "Ammunition") == "Grenade: 1 of 4 grenades"
    assert "O63" in rulings(thrown)
    turn(skirmish)
    skirmish.throw("Ash", "Bug", dice=MISFIRE)
    turn(skirmish)
    with pytest.raises(NotNow, match="Ash has no Grenade left"):
        skirmish.throw("Ash", "Bug")
    with pytest.raises(NotNow, match="The Grenade is never reloaded"):
        reload(skirmish)


def test_hand_to_hand_takes_nothing() -> None:
    skirmish = fight("tokens", "Marine, Rifle")
    skirmish.map(20, 8)
    skirmish.adjust("Bug", "at C2")
    fought = skirmish.fire("Ash", "Bug", weapon="Hand-to-Hand", dice=MISFIRE)
    assert [step for step in fought.steps if isinstance(step, Note) and step.label == "Ammunition"] == []
    assert rulings(fought) == []
    with pytest.raises(NotNow, match=r"^Hand-to-Hand is never reloaded; Ash can reload: Rifle"):
        turn(skirmish)
        reload(skirmish, "hand")


def test_an_attack_takes_a_box() -> None:
    skirmish = fight()
    shot = skirmish.fire("Ash", "Bug", dice=MISFIRE)
    assert skirmish.ammunition("Ash") == Ammunition("boxes", 16, 15, (Spare(16, 2),))
    assert note(shot, "Ammunition") == "Rifle: 15 of 16 boxes, spare loads: 2"
    assert rulings(shot) == ["O63"]


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 2), (6, 2)])
def test_a_shot_loses_a_token_on_1(die: int, left: int) -> None:
    skirmish = fight("tokens")
    shot = skirmish.fire("Ash", "Bug", dice=(die, *MISFIRE))
    assert skirmish.ammunition("Ash") == Ammunition("tokens", 2, left, (Spare(2, 2),))
    assert [(roll.low, roll.high) for roll in rolls(shot)] == [(1, 6)] * 3
    assert rulings(shot) == ["O62"]


@pytest.mark.parametrize(("die", "left"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_a_burst_loses_a_token_on_3_or_less(die: int, left: int) -> None:
    skirmish = fight("tokens", "Marine, Smart Gun")
    skirmish.muster("Bug Warrior", "G3", "Bug 2", owner="other")
    skirmish.burst("Ash", "Bug", "Bug 2", dice=(die, *MISFIRE))
    assert skirmish.ammunition("Ash").loaded == left


@pytest.mark.parametrize("measure", ["boxes", "tokens"])
def test_an_empty_weapon(measure: str) -> None:
    skirmish = fight(measure, "Marine, Rifle, loaded 0")
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"^The Rifle is empty\. Use /reload \(8 Points\)\.$"):
        skirmish.fire("Ash", "Bug")
    assert skirmish.encounter == before
    remarks = skirmish.ruleset.odds(Aim(skirmish.id("Ash"), (skirmish.target("Bug"),)), skirmish.encounter).remarks
    assert any("is empty. Use /reload" in remark for remark in remarks)
    last = fight(measure, "Marine, Rifle, loaded 0, spares 0")
    with pytest.raises(NotNow, match="The Rifle is empty, and Ash has no spare load left for it"):
        last.fire("Ash", "Bug")
    with pytest.raises(NotNow, match="Ash has no spare load left for the Rifle"):
        reload(last)


@pytest.mark.parametrize(("measure", "full", "left"), [("boxes", 16, "8 boxes"), ("tokens", 2, "1 token")])
def test_over_as_many_turns_as_it_takes(measure: str, full: int, left: str) -> None:
    skirmish = fight(measure, "Marine, Rifle, loaded 8, spares 2")
    begun = reload(skirmish)
    assert begun.outcome == "Ash begins to reload the Rifle: 3 of 8 Points done."
    assert note(begun, "Lost") == f"{left} of the old load"
    assert rulings(begun) == ["O63"]
    assert skirmish.ammunition("Ash").loaded == 0
    assert skirmish.state("Ash").stage == DONE
    second = turn(skirmish)
    assert note(second, "Reload") == "Ash: 6 of 8 Points"
    assert (done(skirmish), skirmish.ammunition("Ash").loaded) == (6, 0)
    assert skirmish.id("Ash") not in skirmish.ruleset.awaited(skirmish.encounter)
    third = turn(skirmish)
    assert note(third, "Reload") == f"Ash: Rifle {full} of {full} {measure}"
    assert skirmish.id("Ash") in third.concerned
    assert skirmish.ammunition("Ash") == Ammunition(measure, full, full, (Spare(full, 1),))
    assert done(skirmish) is None
    assert (skirmish.state("Ash").stage, skirmish.state("Ash").left) == (DONE, Fraction(1))
    turn(skirmish)
    assert skirmish.state("Ash").stage == FRESH
    skirmish.move("Ash", "C2")


def test_what_was_walked_is_not_there_for_the_reload() -> None:
    skirmish = fight()
    skirmish.fire("Ash", "Bug", dice=MISFIRE)
    turn(skirmish)
    skirmish.move("Ash", "C2")
    assert "2 of 8 Points done" in reload(skirmish).outcome


def test_half_a_point_is_no_progress() -> None:
    skirmish = fight("boxes", "Bot Warrior, Rifle, loaded 3, good")  # 4 Points, 1 1/2 a space
    skirmish.move("Ash", "C2")
    assert skirmish.state("Ash").left == Fraction(5, 2)
    assert "2 of 8 Points done" in reload(skirmish).outcome
    walker = fight("boxes", "Bot Warrior, Rifle, loaded 3, good, wounds 2")
    walker.move("Ash", "C2")
    with pytest.raises(
        NotNow,
        match=r"Ash has 1/2 Point left this turn, and a reload takes whole"
        r" Points\. Reload next turn",
    ):
        reload(walker)


@pytest.mark.parametrize(
    "deed",
    [Fire("c1", (Target("c2"),)), Reload("c1"), Move("c1", Place(3, 2)), Act("c1", "waves", 0)],
    ids=lambda deed: type(deed).__name__,
)
def test_nothing_else_meanwhile(deed: Order) -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 9")
    reload(skirmish)
    turn(skirmish)
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"Ash is reloading the Rifle \(6 of 8 Points done"):
        skirmish.order(deed)
    assert skirmish.encounter == before


@pytest.mark.parametrize(
    ("sheet", "order", "kind", "said"),
    [
        ("Marine, Rifle", Reload("c1"), NotNow, "The Rifle is full: 16 of 16 boxes."),
        ("Marine, Rifle, loaded 1", Reload("c1", how="fast"), NoRule, "Leave how: out"),
        ("Marine, Rifle", Reload("c1", "bazooka"), UnknownName, "bazooka"),
        ("Marine, Rifle", Reload("c2"), NotNow, "it is the Good Guys' phase"),
    ],
)
def test_refused(sheet: str, order: Reload, kind: type[Refusal], said: str) -> None:
    skirmish = fight("boxes", sheet)
    before = skirmish.encounter
    with pytest.raises(kind) as caught:
        skirmish.order(order)
    assert said in str(caught.value)
    assert skirmish.encounter == before


def test_another_weapon_than_the_one_in_hand() -> None:
    skirmish = fight("boxes", "Marine, Rifle, Pistol, loaded 2")
    reload(skirmish, "pistol")
    assert skirmish.one("Ash").in_hand == 1


def test_not_where_nothing_is_counted() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine, Rifle, loaded 0", "B2", "Ash")
    skirmish.muster("Bug Warrior", "G2", "Bug", owner="other")
    before = skirmish.ammunition("Ash")
    shot = skirmish.fire("Ash", "Bug", dice=MISFIRE)
    assert rulings(shot) == []
    assert skirmish.ammunition("Ash") == before
    turn(skirmish)
    with pytest.raises(NoRule, match=r"the switch “ammunition” to boxes or tokens\.$"):
        reload(skirmish)


def test_turned_in_mid_fight_and_back() -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 8, spares 2")
    skirmish.order(Switch("ammunition", "tokens"))
    assert skirmish.ammunition("Ash") == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    skirmish.order(Switch("ammunition", "none"))
    assert skirmish.ammunition("Ash") == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    skirmish.fire("Ash", "Bug", dice=MISFIRE)
    assert skirmish.ammunition("Ash").loaded == 1
    skirmish.order(Switch("ammunition", "boxes"))
    assert skirmish.ammunition("Ash") == Ammunition("boxes", 16, 8, (Spare(16, 2),))


def test_a_reload_stands_still_while_nothing_is_counted() -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 8")
    reload(skirmish)
    skirmish.order(Switch("ammunition", "none"))
    turn(skirmish)
    assert done(skirmish) == 3
    assert skirmish.id("Ash") in phases.awaited(skirmish.encounter)
    skirmish.fire("Ash", "Bug", dice=MISFIRE)
    skirmish.order(Switch("ammunition", "tokens"))
    turn(skirmish)
    assert done(skirmish) == 6
    turn(skirmish)
    assert skirmish.ammunition("Ash") == Ammunition("tokens", 2, 2, None)


@pytest.mark.parametrize(
    ("measure", "kept", "found"),
    [
        ("tokens", Ammunition("boxes", 16, 9, None), Ammunition("tokens", 2, 2, None)),
        ("boxes", Ammunition("tokens", 2, 1, (Spare(2, 1),)), Ammunition("boxes", 16, 8, (Spare(16, 1),))),
        ("none", Ammunition("tokens", 2, 1, None), Ammunition("tokens", 2, 1, None)),
        ("tokens", None, Ammunition("tokens", 2, 2, None)),
    ],
)
def test_a_profile_comes_in_any_measure(measure: str, kept: Ammunition | None, found: Ammunition) -> None:
    skirmish = Skirmish(ammunition=measure)
    profile = book().profile("Marine, Rifle", {})
    [rifle, *others] = profile.carried
    profile = replace(profile, carried=(Carried(rifle.weapon, kept), *others))
    skirmish.order(Muster(profile, "Ash", "good", None))
    assert skirmish.ammunition("Ash", 0) == found


def test_the_gm_stops_it_and_both_loads_are_gone() -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 9, spares 2")
    reload(skirmish)
    stopped = skirmish.adjust("Ash", "stop reloading")
    assert "both loads of the Rifle are lost" in stopped.outcome
    assert rulings(stopped) == ["O19"]
    assert skirmish.ammunition("Ash") == Ammunition("boxes", 16, 0, (Spare(16, 1),))
    assert done(skirmish) is None
    with pytest.raises(NotNow, match="is not reloading"):
        skirmish.adjust("Ash", "stop reloading")


def test_the_dead_do_not_go_on() -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 9, wounds 2")
    skirmish.muster("Marine", "B4", "Bo")
    assert "1 of 8 Points" in reload(skirmish).outcome
    skirmish.next()
    skirmish.adjust("Bug", "at C2")
    skirmish.fire("Bug", "Ash", dice=(6, 6, 6))
    assert not skirmish.one("Ash").present
    skirmish.next()
    assert skirmish.encounter.agenda == ()


def test_bad_guys_reload_too() -> None:
    skirmish = fight("boxes", "Marine, Rifle", "Bug Shooter, Rifle, loaded 0")
    skirmish.next()
    skirmish.order(Reload(skirmish.id("Bug")))
    skirmish.next()
    task = skirmish.encounter.task(skirmish.id("Bug"))
    assert task is not None
    assert task.spent == 6
    skirmish.next()
    assert skirmish.encounter.task(skirmish.id("Bug")) is None
    assert skirmish.ammunition("Bug") == Ammunition("boxes", 16, 16, None)


def test_a_quick_ruling_counts_nothing() -> None:
    stage = staged(book(), book().profile("Marine, Rifle, loaded 0", {}), book().profile("Bug Warrior", {}))
    script = ScriptedDice(MISFIRE)
    scene = Scene(stage, script)
    resolve(Fire("c1", (Target("c2"),), range=5), scene, book())
    assert script.unused == ()
    assert scene.combatant("c1").carried[0].ammunition == Ammunition("boxes", 16, 0, None)
    with pytest.raises(NoRule, match="not counted"):
        resolve(Reload("c1"), Scene(stage, ScriptedDice(())), book())


@given(st.lists(st.tuples(st.sampled_from(("none", "boxes", "tokens")), st.integers(1, 6)), max_size=8))
def test_turning_the_switch_never_loads_a_weapon(course: list[tuple[str, int]]) -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 3, spares 1")
    stands = "boxes"
    for value, die in course:
        if value != stands:
            before = skirmish.ammunition("Ash")
            skirmish.order(Switch("ammunition", stands := value))
            assert (skirmish.ammunition("Ash").loaded == 0) == (before.loaded == 0)
        before = skirmish.ammunition("Ash")
        assert before.loads == 1
        if stands != "none" and before.loaded == 0:
            with pytest.raises(NotNow):
                skirmish.fire("Ash", "Bug")
            return
        skirmish.fire("Ash", "Bug", dice=(*([die] if stands == "tokens" else []), *MISFIRE))
        lost = {"none": 0, "boxes": 1, "tokens": int(die == 1)}[stands]
        assert skirmish.ammunition("Ash").loaded == before.loaded - lost
        turn(skirmish)


def test_who_is_reloading_is_not_waited_for() -> None:
    skirmish = fight("boxes", "Marine, Rifle, loaded 8")
    reload(skirmish)
    skirmish.adjust("Ash", "may move")
    assert skirmish.id("Ash") not in phases.awaited(skirmish.encounter)
