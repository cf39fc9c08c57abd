"""The weapons somebody carries: finding them, their rounds, how what is left is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.model import Ammunition, Carried, Combatant, Spare
from rules.engine.records.references import reference
from rules.engine.records.steps import Note
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Rate
from rules.phoenix.basics.soldier import Aimed, Soldier, soldier
from rules.phoenix.shooting.carrying import kit
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix


def arm(name: str) -> Arm:
    return phoenix().book.arms[name]


def carrying(*names: str, in_hand: int = 0) -> Combatant:
    carried = tuple(Carried(arm(name), kit.supplied(arm(name))) for name in names)
    return Combatant("c1", "Trent", "", None, carried, Soldier(), in_hand)


def launcher(rate: str) -> Arm:
    """One that a server might have: six shots, each to be chambered."""
    weapon = arm("Armscor 6")
    assert isinstance(weapon, ExplosiveWeapon)
    return replace(weapon, rate=Rate.of(rate))


def rounds(loaded: int, *spares: Spare, sort: str = "") -> Ammunition:
    return Ammunition("rounds", 30, loaded, spares, sort)


def test_the_weapon_in_hand_unless_another_is_named() -> None:
    trent = carrying("M16", "M1911A1", "M 67", in_hand=1)
    assert kit.held(trent).weapon.name == "M1911A1"
    assert (kit.held(trent, "m16").slot, kit.held(trent, "M67").slot) == (0, 2)
    with pytest.raises(UnknownName, match="M79"):
        kit.held(trent, "M79")
    with pytest.raises(Refusal, match=f"{reference('c1')} carries no weapon. Add one to the sheet line"):
        kit.held(carrying())


def test_a_maker_by_any_of_his_names() -> None:
    trent = carrying("M16", "Heckler & Koch G3", "HK VP70M")
    assert kit.held(trent, "HK G3").slot == kit.held(trent, "heckler and koch g3").slot == 1
    assert kit.held(trent, "Heckler & Koch VP70M").slot == 2


def test_of_two_alike_the_one_in_hand() -> None:
    assert kit.held(carrying("M72 A2 LAW", "M72 A2 LAW", in_hand=1), "M72 A2 LAW").slot == 1
    assert kit.held(carrying("M16", "M72 A2 LAW", "M72 A2 LAW"), "M72 A2 LAW").slot == 1


@pytest.mark.parametrize(
    ("name", "hand", "feed", "load", "round"),
    [
        ("M1911A1", True, "magazine", 7, "FMJ"),
        ("M16", False, "magazine", 30, "FMJ"),
        ("M249 Minimi", False, "belt", 200, "FMJ"),
        ("AGS-17 Plamya", False, "drum", 29, "HE"),
        ("Remington M870", False, "round", 1, "Slug"),
        ("M72 A2 LAW", False, "round", 1, "HEAT"),
        ("M 67", True, "grenade", 1, ""),
    ],
)
def test_how_a_weapon_is_fed(name: str, hand: bool, feed: str, load: int, round: str) -> None:
    weapon = arm(name)
    assert (kit.one_handed(weapon), kit.feed_of(weapon), kit.load_of(weapon)) == (hand, feed, load)
    assert kit.round_of(kit.Held(0, weapon, kit.supplied(weapon))) == round


def test_the_type_that_is_loaded() -> None:
    assert kit.round_of(kit.Held(0, arm("M16"), rounds(3, sort="AP"))) == "AP"
    assert kit.round_of(kit.Held(0, arm("M16"), None)) == "FMJ"
    assert kit.sort_named(arm("Remington M870"), "shot") == "Shot"
    with pytest.raises(UnknownName, match=r"The M16 has no “slug”\. It fires FMJ, JHP or AP"):
        kit.sort_named(arm("M16"), "slug")


def test_a_supply() -> None:
    assert kit.supplied(arm("M16"), 2, "ap") == Ammunition("rounds", 30, 30, (Spare(30, 2, "AP"),), "AP")
    assert kit.supplied(arm("Remington M870"), 14) == Ammunition("rounds", 7, 7, (Spare(1, 14),))
    assert kit.supplied(arm("M16"), None).spares is None
    assert kit.supplied(arm("M 67"), 3) == Ammunition("grenades", 1, 1, (Spare(1, 3),))
    assert kit.supplied(arm("M 67")) == Ammunition("grenades", 1, 1)


def test_rounds_are_spent() -> None:
    skirmish = Skirmish()
    trent = skirmish.join("Trent", Soldier(), Carried(arm("M16"), rounds(30)), Carried(arm("M 67")))
    scene = Scene(skirmish.encounter, ScriptedDice(()))
    assert kit.spend(trent, kit.held(scene.combatant(trent)), 7, scene) == rounds(23)
    assert scene.combatant(trent).carried[0].ammunition == rounds(23)
    assert kit.spend(trent, kit.held(scene.combatant(trent), "M 67"), 1, scene) is None


@pytest.mark.parametrize(
    ("weapon", "said", "unworked"),
    [
        (arm("M16"), "Trent fires and is spotted", ()),
        (launcher("3"), "Trent fires and is spotted", (0,)),
        (arm("M 67"), "Trent throws and is spotted", ()),
    ],
)
def test_whoever_fires_is_seen_and_works_his_bolt(weapon: Arm, said: str, unworked: tuple[int, ...]) -> None:
    skirmish = Skirmish()
    hidden = Soldier(aim=Aimed("c2", 3), spotted=False)
    trent = skirmish.join("Trent", hidden, Carried(weapon, kit.supplied(weapon, 3)))
    scene = Scene(skirmish.encounter, ScriptedDice(()))
    kit.let_go(trent, kit.held(scene.combatant(trent)), 1, scene, burst=False)
    state = soldier(scene.combatant(trent))
    assert (state.aim, state.spotted, state.fired, state.burst) == (None, True, scene.encounter.clock, None)
    assert state.unworked == unworked
    scene.conclude("")
    assert note(told(scene.parts[0].resolution, scene.encounter), "Seen") == said


def test_another_weapon_comes_to_hand() -> None:
    skirmish = Skirmish()
    aiming = Soldier(aim=Aimed("c2", 3))
    trent = skirmish.join("Trent", aiming, Carried(arm("M16"), rounds(30)), Carried(arm("M1911A1")))
    scene = Scene(skirmish.encounter, ScriptedDice(()))
    kit.take_in_hand(scene.combatant(trent), kit.held(scene.combatant(trent)), scene)
    assert scene.encounter == skirmish.encounter
    kit.take_in_hand(scene.combatant(trent), kit.held(scene.combatant(trent), "M1911A1"), scene)
    assert scene.combatant(trent).in_hand == 1
    scene.conclude("")
    [taken, stance] = scene.parts[0].resolution.steps
    assert isinstance(taken, Note) and taken.text == "takes the M1911A1 in hand"
    assert isinstance(stance, Note) and stance.label == "Stance"
    state = soldier(scene.combatant(trent))
    assert (state.aim, state.firing_stance) == (None, False)


@pytest.mark.parametrize(
    ("name", "ammunition", "said"),
    [
        ("M16", rounds(0), f"The M16 is empty, and {reference('c1')} has no magazine left for it."),
        ("M16", rounds(0, Spare(30, 2)), "The M16 is empty. Use /reload (2 magazines)."),
        ("M16", Ammunition("rounds", 30, 0, None), "The M16 is empty. Use /reload (magazines unlimited)."),
        ("M 67", Ammunition("grenades", 2, 0), f"{reference('c1')} has no M 67 left."),
        ("M 67", Ammunition("grenades", 1, 0, (Spare(1),)), "Use /reload to take one from the pouch"),
    ],
)
def test_empty(name: str, ammunition: Ammunition, said: str) -> None:
    with pytest.raises(NotNow) as refused:
        kit.check_loaded(kit.Held(0, arm(name), ammunition), carrying(name))
    assert said in str(refused.value)


def test_what_is_loaded_and_sound_is_not_refused() -> None:
    kit.check_loaded(kit.Held(0, arm("M16"), rounds(1)), carrying("M16"))
    kit.check_loaded(kit.Held(0, arm("M16"), None), carrying("M16"))
    kit.check_sound(kit.Held(0, arm("M16"), None), carrying("M16"))
    broken = Combatant("c1", "Trent", "", None, (Carried(arm("M16")),), Soldier(broken=(0,)))
    with pytest.raises(NotNow, match="Choose another with weapon:, or ask the GM to set “weapon repaired”"):
        kit.check_sound(kit.held(broken), broken)


@pytest.mark.parametrize(
    ("ammunition", "said"),
    [
        (None, ""),
        (rounds(29, Spare(30, 2)), "29 of 30 rounds, 2 magazines"),
        (rounds(29, Spare(30)), "29 of 30 rounds, 1 magazine"),
        (rounds(0), "0 of 30 rounds, no magazine"),
        (rounds(5, Spare(30, 1), Spare(12, 1)), "5 of 30 rounds, 1 magazine and 1 of 12"),
        (rounds(5, Spare(12, 2)), "5 of 30 rounds, 2 magazines of 12"),
        (
            rounds(5, Spare(30, 1, "FMJ"), Spare(30, 2, "AP"), Spare(4, 1, "AP"), sort="AP"),
            "5 of 30 rounds AP, 2 magazines AP, 1 AP of 4 and 1 FMJ",
        ),
        (rounds(5, Spare(30, 2, "AP"), sort="FMJ"), "5 of 30 rounds FMJ, 2 magazines AP"),
        (Ammunition("rounds", 30, 5, None), "5 of 30 rounds, magazines unlimited"),
        (Ammunition("rounds", 7, 5, (Spare(1, 14),)), "5 of 7 rounds, 14 more"),
        (
            Ammunition("rounds", 7, 5, (Spare(1, 4, "Slug"), Spare(1, 3, "Shot")), "Slug"),
            "5 of 7 rounds Slug, 4 more Slug and 3 Shot",
        ),
        (Ammunition("rounds", 1, 1, (Spare(1, 3, "HE"),), "HE"), "HE loaded, 3 more"),
        (Ammunition("rounds", 1, 1), "1 round loaded, no more"),
        (Ammunition("rounds", 1, 0, (Spare(1, 3),)), "not loaded, 3 more"),
        (Ammunition("grenades", 4, 3), "3 grenades"),
        (Ammunition("grenades", 4, 1, (Spare(1, 2),)), "1 grenade, 2 in the pouch"),
        (Ammunition("grenades", 4, 0), "no grenades"),
    ],
)
def test_what_is_left(ammunition: Ammunition | None, said: str) -> None:
    assert kit.left_words(ammunition) == said


def test_belts_and_drums_are_called_so() -> None:
    assert kit.left_words(kit.supplied(arm("M249 Minimi"), 2), arm("M249 Minimi")) == "200 of 200 rounds, 2 belts"
    assert kit.left_words(kit.supplied(arm("AGS-17 Plamya")), arm("AGS-17 Plamya")) == "29 of 29 rounds, no drum"
