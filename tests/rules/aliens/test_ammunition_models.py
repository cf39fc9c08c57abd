"""Ammunition in tokens, a house rule (O62): what can be reloaded has tokens, all else the book's boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import staged
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Ammunition, Carried, Profile, Spare
from rules.engine.records.orders import Adjust, Aim, Fire, Muster, Next, Reload, Switch, Target
from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import NoDice, ScriptedDice
from rules.engine.scene.scene import Resolution, Scene
from rules.shelf import shelf
from tests.reading import resolve
from tests.rules.aliens.skirmish import Skirmish, card, note, rolls

MISS = 9


def tokens(*sheets: str, aliens: int = 2) -> Skirmish:
    skirmish = Skirmish(*sheets or ("Rifleman, spares 2, actions 9",), aliens=aliens)
    skirmish.order(Switch("ammunition", "tokens"))
    return skirmish


def held(skirmish: Skirmish, slot: int | None = None) -> tuple[str, int, int]:
    ammunition = skirmish.ammunition(skirmish.encounter.combatants[0].name, slot)
    return ammunition.measure, ammunition.loaded, ammunition.capacity


def fire(skirmish: Skirmish, *dice: int, weapon: str = "") -> Resolution:
    [name] = [c.name for c in skirmish.encounter.combatants[:1]]
    return skirmish.order(Fire(skirmish.id(name), (skirmish.target("Alien 1"),), range=6, weapon=weapon), *dice)


# Pulse Rifle 16 boxes, Pistol 13, Machinegun 26: all of 11 to 40; the rest cannot be reloaded.
def test_what_has_tokens() -> None:
    everything = card(
        "Everything",
        Pulse_Rifle="Pulse Rifle",
        Pistol="Pistol",
        Machinegun="Machinegun",
        Flame_Unit="Flame Unit",
        Grenade_Launcher="Grenade Launcher",
        Shotgun="Shotgun",
    )
    skirmish = Skirmish()
    skirmish.order(Switch("ammunition", "tokens"))
    homebrew_record = skirmish.ruleset.homebrew_record(everything)
    skirmish.order(
        Muster(skirmish.ruleset.profile("Everything", {homebrew_record.name: homebrew_record.record}), "All", "", None)
    )
    found = [skirmish.ammunition("All", slot) for slot in range(6)]
    assert [(a.measure, a.loaded, a.capacity) for a in found] == [
        ("tokens", 2, 2),
        ("tokens", 2, 2),
        ("tokens", 2, 2),
        ("boxes", 16, 16),
        ("boxes", 4, 4),
        ("boxes", 8, 8),
    ]


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 2), (3, 2), (6, 2)])
def test_a_single_shot_loses_a_token_on_1(die: int, left: int) -> None:
    skirmish = tokens()
    shot = fire(skirmish, die, MISS)
    assert held(skirmish) == ("tokens", left, 2)
    assert [(roll.low, roll.high) for roll in rolls(shot)] == [(1, 6), (0, 9)]
    assert [step.id for step in shot.steps if isinstance(step, Ruling)] == ["O62"]
    assert note(shot, "Left") == f"8 of 9 actions; {left} of 2 tokens, spare loads: 2"


def test_emptied_refused_and_reloaded() -> None:
    skirmish = tokens()
    fire(skirmish, 1, MISS)
    fire(skirmish, 1, MISS)
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"empty: no tokens left\. Use /reload \(8 actions"):
        fire(skirmish)
    assert skirmish.encounter == before
    begun = skirmish.order(Reload("c1"))
    assert begun.outcome == "Rifleman begins to reload the Pulse Rifle: 7 of 8 actions done."
    turn = skirmish.order(Next())
    assert note(turn, "Reload") == "Rifleman: Pulse Rifle 2 of 2 tokens"
    assert skirmish.ammunition("Rifleman") == Ammunition("tokens", 2, 2, (Spare(2, 1),))


def test_a_reload_loses_what_is_left_of_the_old_load() -> None:
    skirmish = tokens()
    fire(skirmish, 1, MISS)
    assert note(skirmish.order(Reload("c1")), "Lost") == "1 token of the old load"
    at_once = tokens("Rifleman, spares 1, actions 8")
    assert at_once.order(Reload("c1")).outcome == "Rifleman reloads the Pulse Rifle: 2 of 2 tokens."


def test_what_cannot_be_reloaded_stays_in_boxes() -> None:
    skirmish = tokens("Apone, loaded 1")
    assert held(skirmish) == ("boxes", 1, 16)
    shot = skirmish.order(Fire("c1", (skirmish.target("Alien 1"),), range=3), MISS)
    assert held(skirmish) == ("boxes", 0, 16)
    assert [step for step in shot.steps if isinstance(step, Ruling)] == []
    with pytest.raises(NotNow, match="empty and cannot be reloaded"):
        skirmish.order(Fire("c1", (skirmish.target("Alien 1"),), range=3))


def test_turned_in_mid_fight_and_back() -> None:
    skirmish = Skirmish("Rifleman, loaded 8, spares 2, actions 9")
    skirmish.order(Switch("ammunition", "tokens"))
    assert skirmish.ammunition("Rifleman") == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    fire(skirmish, 4, MISS)
    skirmish.order(Switch("ammunition", "on"))
    assert skirmish.ammunition("Rifleman") == Ammunition("boxes", 16, 8, (Spare(16, 2),))
    fire(skirmish, MISS)
    assert skirmish.ammunition("Rifleman").loaded == 7
    skirmish.order(Switch("ammunition", "tokens"))
    fire(skirmish, 1, MISS)
    skirmish.order(Switch("ammunition", "on"))
    assert skirmish.ammunition("Rifleman").loaded == 0


def test_not_counted_it_stays_as_it_is() -> None:
    skirmish = tokens()
    fire(skirmish, 1, MISS)
    skirmish.order(Switch("ammunition", "off"))
    assert held(skirmish) == ("tokens", 1, 2)
    fire(skirmish, MISS)
    assert held(skirmish) == ("tokens", 1, 2)
    with pytest.raises(NoRule, match="not counted"):
        skirmish.order(Reload("c1"))
    skirmish.order(Switch("ammunition", "on"))
    assert held(skirmish) == ("boxes", 8, 16)


def test_a_reload_goes_on_when_the_switch_is_turned() -> None:
    skirmish = tokens("Rifleman, spares 2, actions 4")
    skirmish.order(Reload("c1"))
    skirmish.order(Switch("ammunition", "on"))
    assert held(skirmish) == ("boxes", 0, 16)
    skirmish.order(Next())
    assert skirmish.ammunition("Rifleman") == Ammunition("boxes", 16, 16, (Spare(16, 1),))


@pytest.mark.parametrize(
    ("switch", "kept", "found"),
    [
        ("tokens", Ammunition("boxes", 16, 9, None), Ammunition("tokens", 2, 2, None)),
        ("on", Ammunition("tokens", 2, 1, (Spare(2, 3),)), Ammunition("boxes", 16, 8, (Spare(16, 3),))),
        ("off", Ammunition("tokens", 2, 1, None), Ammunition("tokens", 2, 1, None)),
    ],
)
def test_a_profile_comes_in_any_measure(switch: str, kept: Ammunition, found: Ammunition) -> None:
    skirmish = Skirmish()
    skirmish.order(Switch("ammunition", switch))
    profile = skirmish.ruleset.profile("Rifleman", {})
    [rifle, *others] = profile.carried
    changed = Profile("Vet", "", (Carried(rifle.weapon, kept), *others), profile.condition)
    skirmish.order(Muster(changed, "Vet", "", None))
    assert skirmish.ammunition("Vet", 0) == found


def test_the_gm_sets_tokens() -> None:
    skirmish = tokens()
    said = skirmish.order(Adjust("c1", "loaded 1, spares 3")).outcome
    assert said == "GM correction: Rifleman: Pulse Rifle 1 of 2 tokens, spare loads: 3."
    with pytest.raises(NotNow, match="holds at most 2 tokens"):
        skirmish.order(Adjust("c1", "loaded 3"))


def test_shown_in_tokens() -> None:
    skirmish = tokens()
    summary = skirmish.ruleset.summary(skirmish.one("Rifleman"), skirmish.encounter)
    assert ("In hand", "Pulse Rifle, 2 of 2 tokens, spare loads: 2") in summary.lines
    odds = skirmish.ruleset.odds(Aim("c1", (skirmish.target("Alien 1"),), range=2), skirmish.encounter)
    assert "2 of 2 tokens." in odds.remarks


def test_a_quick_ruling_throws_no_token() -> None:
    ruleset = shelf()["aliens"]
    stage = staged(ruleset, ruleset.profile("Rifleman", {}), ruleset.profile("alien", {}))
    script = ScriptedDice([MISS])
    resolve(Fire("c1", (Target("c2"),), range=6), Scene(stage, script), ruleset)
    assert script.unused == ()


@given(st.lists(st.tuples(st.sampled_from(("on", "tokens", "off")), st.integers(1, 6)), max_size=12))
def test_turning_it_never_loads_a_weapon(course: list[tuple[str, int]]) -> None:
    skirmish = Skirmish("Rifleman, spares 1, actions 9")
    stands, share = "on", 1.0
    for value, die in course:
        if value != stands:
            skirmish.order(Switch("ammunition", value))
            stands = value
        before = skirmish.ammunition("Rifleman")
        assert before.loads == 1
        assert before.measure == {"on": "boxes", "tokens": "tokens"}.get(stands, before.measure)
        assert before.loaded > 0 or share == 0
        if before.loaded == 0 and stands != "off":
            with pytest.raises(NotNow):
                fire(skirmish)
            return
        skirmish.order(Adjust("c1", "actions 9"))
        fire(skirmish, *([die] if stands == "tokens" else []), MISS)
        after = skirmish.ammunition("Rifleman")
        lost = {"on": 1, "tokens": int(die == 1), "off": 0}[stands]
        assert after.loaded == before.loaded - lost
        share = after.loaded / after.capacity


def test_odds_and_choices_throw_nothing() -> None:
    skirmish = tokens()
    order = Aim("c1", (skirmish.target("Alien 1"),), range=2)
    skirmish.ruleset.odds(order, skirmish.encounter)
    choices = skirmish.ruleset.choices(order, skirmish.encounter)
    assert choices.weapons[0] == ("Pulse Rifle", "Pulse Rifle 2/2")
    with pytest.raises(Exception, match="no dice"):
        resolve(
            Fire("c1", (skirmish.target("Alien 1"),), range=6),
            Scene(skirmish.encounter, NoDice("no dice")),
            skirmish.ruleset,
        )
