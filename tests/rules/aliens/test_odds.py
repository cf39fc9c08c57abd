"""The odds that a player can know before firing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.engine.books.ruleset import Curve
from rules.engine.records.errors import NoRule, RangeWanted, Refusal, UnknownName
from rules.engine.records.orders import Act, Aim, Burst, Fire, Reload, Target
from tests.rules.aliens.skirmish import Skirmish


def test_aim_only_asks() -> None:
    skirmish = Skirmish("Apone")
    assert skirmish.ruleset.inquiry(Aim("c1"))
    assert not skirmish.ruleset.inquiry(Fire("c1"))
    with pytest.raises(NoRule, match="/fire with aim: 2"):
        skirmish.order(Aim("c1"))


def test_at_a_known_range() -> None:
    skirmish = Skirmish("Apone")
    odds = skirmish.ruleset.odds(Aim("c1", (skirmish.target("Alien 1"),), range=3), skirmish.encounter)
    assert odds.title == "Apone, Flame Unit at Alien 1, 3 squares, as given"
    assert odds.columns == ("Aim", "Needed", "Chance")
    assert odds.rows == (("1", "4", "50%"), ("2", "9", "automatic"), ("3", "?", "?"))
    assert odds.remarks[:2] == ("3 of 3 actions left this turn.", "16 of 16 boxes.")
    assert "/weapon add" in odds.remarks[2]


def test_at_all_ranges() -> None:
    skirmish = Skirmish("Apone")
    odds = skirmish.ruleset.odds(Aim("c1"), skirmish.encounter)
    assert odds.columns == ("Aim", "1", "2", "3-4", "5-6", "7+")
    assert odds.rows == (
        ("1", "8: 90%", "6: 70%", "4: 50%", "–", "–"),
        ("2", "?", "13: auto", "9: auto", "–", "–"),
        ("3", "?", "?", "?", "–", "–"),
    )


def test_a_needed_0_is_one_in_ten() -> None:
    skirmish = Skirmish("Rifleman")
    odds = skirmish.ruleset.odds(Fire("c1", aim=2, weapon="pistol", range=7), skirmish.encounter)
    assert odds.rows == (("2", "0", "10%"),)


def test_only_what_can_still_be_afforded() -> None:
    skirmish = Skirmish("Apone")
    skirmish.order(Act("c1", "waits", 2))
    assert [row[0] for row in skirmish.ruleset.odds(Aim("c1"), skirmish.encounter).rows] == ["1"]
    skirmish.order(Act("c1", "waits", 1))
    odds = skirmish.ruleset.odds(Aim("c1"), skirmish.encounter)
    assert [row[0] for row in odds.rows] == ["1", "2", "3"]
    assert odds.remarks[0] == "0 of 3 actions left this turn. The chances are for the next turn."


def test_on_the_map() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.map(12, 8, Rifleman="A2", Alien_1="F2")
    order = Aim("c1", (skirmish.target("Alien 1"),))
    assert skirmish.ruleset.odds(order, skirmish.encounter).rows == (("1", "4", "50%"), ("2", "7", "80%"))
    skirmish.map(12, 8, "D2")
    blocked = skirmish.ruleset.odds(order, skirmish.encounter)
    assert blocked.columns[1:] == ("1", "2", "3-4", "5-6", "7+")
    assert any("the obstruction at D2 is in the way" in remark for remark in blocked.remarks)


def test_a_reload_is_mentioned() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Reload("c1"))
    odds = skirmish.ruleset.odds(Aim("c1"), skirmish.encounter)
    assert "Reloading: 2 of 8 actions done. No shot until it is finished." in odds.remarks


@pytest.mark.parametrize(
    ("order", "kind", "said"),
    [
        (Aim("c1", aim=4), Refusal, "1 to 3 actions"),
        (Aim("c1", range=0), Refusal, "1 to 999"),
        (Aim("c1", weapon="bazooka"), UnknownName, "bazooka"),
        (Aim("c1", how="hip"), NoRule, "Leave how: out"),
        (Aim("c2"), NoRule, "is an Alien"),
        (Aim("c1", (Target("c1"),)), Refusal, "You can't fire at yourself"),
        (Burst("c1"), NoRule, "no bursts"),
    ],
)
def test_refused(order: Aim, kind: type[Refusal], said: str) -> None:
    skirmish = Skirmish("Apone")
    with pytest.raises(kind) as caught:
        skirmish.ruleset.odds(order, skirmish.encounter)
    assert said in str(caught.value)


class TestChoices:
    def test_nearest_first(self) -> None:
        skirmish = Skirmish("Rifleman", aliens=4)
        skirmish.map(12, 8, "A4", Rifleman="A2", Alien_2="A6", Alien_3="C2", Alien_4="F2")
        choices = skirmish.ruleset.choices(Fire("c1"), skirmish.encounter)
        assert [label for _, label in choices.targets] == [
            "Alien 3 (2 squares)",
            "Alien 4 (5 squares)",
            "Alien 2 (4 squares, no line of sight)",
            "Alien 1",
        ]
        assert choices.targets[0][0] == skirmish.id("Alien 3")
        assert choices.aims == ((1, "1 action: 80% at Alien 3"), (2, "2 actions: automatic at Alien 3"))

    def test_weapons_the_one_in_hand_first(self) -> None:
        skirmish = Skirmish("Rifleman, pistol, loaded 5")
        choices = skirmish.ruleset.choices(Fire("c1"), skirmish.encounter)
        assert choices.weapons == (("Pistol", "Pistol 5/13"), ("Pulse Rifle", "Pulse Rifle 16/16"))
        assert choices.aims == ((1, "1 action"), (2, "2 actions"))

    def test_the_aims_are_those_of_the_weapon_and_the_target_named(self) -> None:
        skirmish = Skirmish("Rifleman", aliens=2)
        skirmish.map(12, 8, Rifleman="A2", Alien_1="C2", Alien_2="H2")
        order = Fire("c1", (skirmish.target("Alien 2"),), weapon="pistol")
        choices = skirmish.ruleset.choices(order, skirmish.encounter)
        assert choices.aims == ((1, "1 action: none at Alien 2"), (2, "2 actions: 10% at Alien 2"))
        nearer = skirmish.ruleset.choices(Fire("c1", range=7, weapon="pistol"), skirmish.encounter)
        assert nearer.aims[1] == (2, "2 actions: 10% at Alien 1")
        with pytest.raises(UnknownName, match="catapult"):
            skirmish.ruleset.choices(Fire("c1", weapon="catapult"), skirmish.encounter)

    def test_the_removed_are_no_choice(self) -> None:
        skirmish = Skirmish("Apone")
        skirmish.fire("Apone", "Alien 1", 0, range=2)
        targets = skirmish.ruleset.choices(Fire("c1"), skirmish.encounter).targets
        assert targets == ((skirmish.id("Alien 2"), "Alien 2"),)

    def test_an_alien_has_none(self) -> None:
        skirmish = Skirmish("Apone")
        choices = skirmish.ruleset.choices(Fire(skirmish.id("Alien 1")), skirmish.encounter)
        assert (choices.targets, choices.weapons, choices.aims) == ((), (), ())


def test_as_numbers() -> None:
    """Apone at 3 squares: a 4, 5 in 10; a 9, which hits without a die; and what the text lacks the."""
    skirmish = Skirmish("Apone")
    found = skirmish.ruleset.curve(Fire("c1", (skirmish.target("Alien 1"),), range=3), skirmish.encounter)
    assert found == Curve("Flame Unit", "Alien 1", 3, ("Hit",), ((1, (Fraction(1, 2),)), (2, (Fraction(1),))))
    blank = skirmish.ruleset.curve(Fire("c1", range=5), skirmish.encounter)
    assert blank.points == ((1, (Fraction(0),)), (2, (Fraction(0),)), (3, (Fraction(0),)))
    rifleman = Skirmish("Rifleman")
    pistol = rifleman.ruleset.curve(Fire("c1", weapon="pistol", range=7), rifleman.encounter)
    assert pistol.points == ((1, (Fraction(0),)), (2, (Fraction(1, 10),)))


def test_numbers_that_cannot_be() -> None:
    skirmish = Skirmish("Apone")
    with pytest.raises(RangeWanted, match="squares"):
        skirmish.ruleset.curve(Fire("c1"), skirmish.encounter)
    with pytest.raises(NoRule, match="bursts"):
        skirmish.ruleset.curve(Burst("c1", range=3), skirmish.encounter)
    with pytest.raises(UnknownName, match="Flame Unit"):
        skirmish.ruleset.curve(Fire("c1", weapon="bow", range=3), skirmish.encounter)
    skirmish.order(Act("c1", "waits", 2))
    found = skirmish.ruleset.curve(Fire("c1", range=3), skirmish.encounter)
    assert [aim for aim, _ in found.points] == [1]
