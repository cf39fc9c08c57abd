"""Shooting: dice and aces, the Wild Die, raises, several targets, and everything that forbids a shot."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Adjust, Attack, Burst, Fire, Switch, Target, Throw
from rules.engine.records.steps import Note, Roll, Ruling, Sum, Term
from rules.words.places import Place
from tests.rules.savage.skirmish import Skirmish, names, note, rolls, total

EXTRA = "Shooting d8, extra, magazine 30, ROF 3"


def test_a_hit_in_words() -> None:
    skirmish = Skirmish()
    hit = skirmish.fire(5, 3)
    assert (hit.outcome, hit.verdict) == ("Ash fires the Firearm at Thug 1: HIT.", "hit")
    assert [(r.label, r.low, r.high, r.needed) for r in rolls(hit)] == [
        ("Shooting", 1, 8, "4 or more"),
        ("Wild Die", 1, 6, "4 or more"),
    ]
    assert (note(hit, "Shooting"), note(hit, "Wild Die")) == ("HIT", "does not count, because it is not higher")
    assert note(hit, "Tokens") == "Single Shot: 5 on the Shooting die; 1 loses a token: none"
    assert note(hit, "Left") == "5 of 5 tokens, spare loads: unlimited"
    assert note(hit, "Damage") == "damage and wounds are in your own book"
    assert [step.id for step in hit.steps if isinstance(step, Ruling)] == ["O20", "O65"]
    assert names(skirmish, hit.concerned) == ["Thug 1"]
    assert skirmish.one("Thug 1").present
    assert skirmish.state.acted


def test_a_miss_in_words() -> None:
    skirmish = Skirmish()
    missed = skirmish.fire(3, 2)
    assert (missed.outcome, missed.verdict) == ("Ash fires the Firearm at Thug 1: MISS.", "miss")
    assert missed.concerned == ()
    assert note(missed, "Damage") == "damage and wounds are in your own book"


def test_an_extra_has_no_wild_die() -> None:
    assert [roll.label for roll in rolls(Skirmish(EXTRA).fire(5))] == ["Shooting"]


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ([3], "MISS"),
        ([4], "HIT"),
        ([7], "HIT"),
        ([8, 1], "HIT with 1 raise"),
        ([8, 3], "HIT with 1 raise"),
        ([8, 4], "HIT with 2 raises"),
        ([8, 8, 3], "HIT with 3 raises"),
        ([8, 8, 4], "HIT with 4 raises"),
    ],
)
def test_raises(dice: list[int], result: str) -> None:
    assert Skirmish(EXTRA).fire(*dice).outcome.endswith(f": {result}.")


@pytest.mark.parametrize(
    ("how", "mod", "die", "result"),
    [
        ("tn 6", "", 5, "MISS"),
        ("TN: 6", "", 6, "HIT"),
        ("target number 6", "", 7, "HIT"),
        ("", "-2 cover", 5, "MISS"),
        ("", "-2 cover", 6, "HIT"),
        ("", "2 aim", 2, "HIT"),
        ("", "+2 aim", 6, "HIT with 1 raise"),
        ("", "-2 cover, -1 range, +1 scope", 5, "MISS"),
        ("", "-2 cover, -1 range, +1 scope", 6, "HIT"),
        ("target number 8", "+4", 4, "HIT"),
    ],
)
def test_target_number_and_modifiers(how: str, mod: str, die: int, result: str) -> None:
    assert Skirmish(EXTRA).fire(die, how=how, mod=mod).outcome.endswith(f": {result}.")


def test_modifiers_are_named_terms() -> None:
    shot = Skirmish("Shooting d12+1, magazine 30").fire(9, mod="-2 cover, +1 scope")
    [added] = [step for step in shot.steps if isinstance(step, Sum)]
    assert added.terms == (
        Term("Shooting die", 9),
        Term("Shooting d12+1", 1, "sheet line"),
        Term("cover", -2, "given"),
        Term("scope", 1, "given"),
    )
    assert (added.total, rolls(shot)[0].needed) == (9, "4 or more")


def test_a_bonus_loses_no_token_less() -> None:
    skirmish = Skirmish("Shooting d12+2, magazine 30")
    skirmish.fire(1, mod="+3")
    assert skirmish.ammunition().loaded == 1


class TestWildDie:
    def test_it_counts_if_it_is_higher(self) -> None:
        shot = Skirmish().fire(3, 4)
        assert shot.outcome.endswith(": HIT.")
        assert (note(shot, "Shooting"), note(shot, "Wild Die")) == ("MISS", "counts instead of Shooting: HIT")

    def test_it_does_not_if_it_is_not(self) -> None:
        shot = Skirmish().fire(5, 5, mod="-2 dark")
        assert (total(shot, "Total"), note(shot, "Wild Die")) == (3, "does not count, because it is not higher")

    def test_its_aces_count(self) -> None:
        assert Skirmish().fire(3, 6, 6, 4).outcome.endswith(": HIT with 3 raises.")

    def test_modifiers_count_for_it(self) -> None:
        shot = Skirmish().fire(2, 5, mod="-2 dark")
        assert (total(shot, "Total"), shot.verdict) == (3, "miss")

    def test_of_several_dice_it_takes_the_place_of_the_worst(self) -> None:
        shot = Skirmish().burst(5, 2, 3, 7, 6, 2, how="automatic")
        assert shot.outcome.endswith(": HIT, HIT with 1 raise, MISS, HIT.")
        assert note(shot, "Shooting 1") == "HIT"
        assert note(shot, "Shooting 2") == "MISS"
        assert note(shot, "Wild Die") == "counts instead of Shooting 2: 8, HIT with 1 raise"

    def test_of_a_miss_and_a_hit_the_miss(self) -> None:
        shot = Skirmish().burst(4, 3, 8, 2, 5, how="3 dice")
        assert shot.outcome.endswith(": HIT, HIT, HIT with 1 raise.")

    @pytest.mark.parametrize(
        ("dice", "said"), [((1, 1), "the Shooting die and the Wild Die"), ((1, 2), ""), ((2, 1), "")]
    )
    def test_both_show_1(self, dice: tuple[int, int], said: str) -> None:
        ones = [step.text for step in Skirmish().fire(*dice).steps if isinstance(step, Note) and step.label == "Ones"]
        assert ones == ([f"{said} show 1: your own book says what that means"] if said else [])

    def test_of_several_dice(self) -> None:
        shot = Skirmish().burst(1, 5, 1, 5, 1)
        assert note(shot, "Ones").startswith("2 of 4 Shooting dice and the Wild Die show 1")


class TestBursts:
    def test_a_line_for_each_die_says_all(self) -> None:
        shot = Skirmish("Shooting d8, Wild Card, magazine 30, ROF 3").burst(
            *(8, 8, 1, 1, 3, 5), mod="-2 autofire", at=("Thug 1", "Thug 2", "Thug 3")
        )
        assert [note(shot, label) for label in ("Shooting 1", "Shooting 2", "Shooting 3", "Wild Die")] == [
            "17 − 2 (autofire) = 15 against 4, Thug 1 HIT with 2 raises",
            "1 − 2 (autofire) = -1 against 4, Thug 2 MISS",
            "3 − 2 (autofire) = 1 against 4, Thug 3 MISS",
            "counts instead of Shooting 2: 5 − 2 (autofire) = 3 against 4, Thug 2 MISS",
        ]
        labels = [step.label for step in shot.steps if isinstance(step, Note | Roll) and not step.detail]
        assert labels[:9] == ["Shooting 1"] * 4 + ["Shooting 2"] * 2 + ["Shooting 3"] * 2 + ["Wild Die"]
        assert all(step.detail for step in shot.steps if isinstance(step, Sum))

    def test_automatic_in_words(self) -> None:
        shot = Skirmish(EXTRA).burst(4, 3, 8, 1)
        assert shot.outcome == (
            "Ash fires the Firearm on automatic with 3 Shooting dice at Thug 1: HIT, MISS, HIT with 1 raise."
        )
        assert [roll.label for roll in rolls(shot)] == ["Shooting 1", "Shooting 2", "Shooting 3", "Shooting 3"]

    def test_several_targets(self) -> None:
        skirmish = Skirmish(EXTRA)
        shot = skirmish.burst(5, 2, 8, 1, at=("Thug 2", "Thug 1"))
        assert shot.outcome == (
            "Ash fires the Firearm on automatic with 3 Shooting dice: Thug 2 HIT, HIT with 1 raise; Thug 1 MISS."
        )
        assert names(skirmish, shot.concerned) == ["Thug 2"]

    def test_the_others_in_words(self) -> None:
        skirmish = Skirmish(EXTRA)
        assert skirmish.fire(4, how="double tap").outcome == "Ash fires the Firearm with a double tap at Thug 1: HIT."
        assert skirmish.burst(4, how="burst of 3").outcome == (
            "Ash fires the Firearm with a three-round burst at Thug 1: HIT."
        )
        assert skirmish.fire(4, 5, how="rapid attack 2").outcome == (
            "Ash fires the Firearm in a rapid attack of 2 shots at Thug 1: HIT, HIT."
        )
        assert skirmish.burst(4, how="1 die").outcome == (
            "Ash fires the Firearm on automatic with 1 Shooting die at Thug 1: HIT."
        )

    @pytest.mark.parametrize("how", ["three-round burst", "1 die"])
    def test_one_die_has_one_target(self, how: str) -> None:
        with pytest.raises(Refusal, match="one target, not 2"):
            Skirmish(EXTRA).burst(how=how, at=("Thug 1", "Thug 2"))

    def test_more_targets_than_dice(self) -> None:
        with pytest.raises(Refusal, match=r"2 targets, one for each Shooting die, not 3\."):
            Skirmish(EXTRA).burst(how="2 dice", at=("Thug 1", "Thug 2", "Thug 3"))

    def test_more_dice_than_the_rof(self) -> None:
        with pytest.raises(Refusal, match="ROF of 3"):
            Skirmish(EXTRA).burst(how="4 dice")

    def test_what_is_meant_without_a_word(self) -> None:
        skirmish = Skirmish("Shooting d8, magazine 20, three-round burst, single shot")
        assert "three-round burst" in skirmish.burst(4).outcome
        with pytest.raises(Refusal, match="how: rapid attack 2"):
            Skirmish("Shooting d8, revolver").burst()
        with pytest.raises(NoRule, match=r"The Rifle has no bursts. It has Single Shot\."):
            Skirmish("Shooting d8, rifle").burst()

    def test_no_more_tokens_are_lost_than_there_are(self) -> None:
        skirmish = Skirmish(f"{EXTRA}, loaded 1")
        shot = skirmish.burst(1, 2, 3)
        assert skirmish.ammunition().loaded == 0
        assert note(shot, "Tokens") == (
            "Automatic Fire: 1, 2 and 3 on the Shooting dice; 3 or less loses a token: 3, but only 1 was left"
        )
        assert note(shot, "Left") == "0 of 2 tokens, spare loads: unlimited; empty, use /reload"


class TestPlainThings:
    def test_grenades(self) -> None:
        skirmish = Skirmish("Shooting d8, extra, rifle, 2 grenades")
        thrown = skirmish.throw(1)
        assert thrown.outcome == "Ash throws the Grenade at Thug 1: MISS."
        assert [roll.label for roll in rolls(thrown)] == ["Throwing"]
        assert note(thrown, "Left") == "1 left"
        assert skirmish.throw(8, 2).outcome == "Ash throws the Grenade at Thug 1: HIT with 1 raise."
        assert (skirmish.ammunition(1).measure, skirmish.ammunition(1).loaded) == ("grenades", 0)
        with pytest.raises(NotNow, match="No Grenade is left"):
            skirmish.throw()
        assert skirmish.fire(5).outcome == "Ash fires the Rifle at Thug 1: HIT."

    def test_rockets(self) -> None:
        skirmish = Skirmish("Shooting d8, extra, rocket launcher")
        assert skirmish.fire(4).outcome == "Ash fires the Rocket Launcher at Thug 1: HIT."
        assert (skirmish.ammunition().measure, skirmish.ammunition().loaded) == ("rounds", 0)
        with pytest.raises(NotNow, match="No Rocket Launcher is left"):
            skirmish.fire()
        with pytest.raises(NotNow, match="one and needs a supply to be reloaded"):
            skirmish.reload()

    def test_fired_or_thrown(self) -> None:
        skirmish = Skirmish("Shooting d8, rifle, grenade")
        with pytest.raises(NoRule, match=r"The Grenade is thrown\. Use /throw"):
            skirmish.fire(weapon="grenade")
        with pytest.raises(NoRule, match=r"The Rifle can't be thrown\. Use /fire"):
            skirmish.throw(weapon="rifle")
        with pytest.raises(NoRule, match=r"A throw has no fire mode\."):
            skirmish.throw(how="double tap")
        assert skirmish.throw(4, how="target number 5").verdict == "miss"


def refused(order: Attack, kind: type[Refusal], sheet: str = EXTRA, *before: Adjust) -> str:
    skirmish = Skirmish(sheet)
    for adjust in before:
        skirmish.order(adjust)
    encounter = skirmish.encounter
    with pytest.raises(kind) as caught:
        skirmish.order(order)
    assert skirmish.encounter == encounter
    said = str(caught.value)
    assert said.endswith(".") and "\n" not in said and len(said) < 250
    return said


AT: Any = (Target("c2"),)


@pytest.mark.parametrize(
    ("order", "kind", "said"),
    [
        (Fire("c1", AT, aim=2), NoRule, "mod: +2 aim"),
        (Fire("c1", AT, range=12), NoRule, "mod: -2 range"),
        (Throw("c1", AT, range=12), NoRule, "mod: -2 range"),
        (Fire("c1"), Refusal, "In play: Thug 1, Thug 2 and Thug 3"),
        (Fire("c1", (Target("c1"),)), Refusal, "You can't shoot at yourself"),
        (Fire("c1", (Target(place=Place(1, 1)),)), NoRule, "not a place"),
        (Fire("c1", (Target("c2"), Target("c3"))), Refusal, "one target, not 2"),
        (Fire("c1", AT, how="automatic"), NoRule, "Use /burst for "),
        (Fire("c1", AT, how="2 dice"), NoRule, "Use /burst for "),
        (Fire("c1", AT, how="three-round burst"), NoRule, "Use /burst for "),
        (Burst("c1", AT, how="double tap"), NoRule, "Use /fire for a Double Tap"),
        (Fire("c1", AT, how="hip"), BadSheet, "hip"),
        (Fire("c1", AT, how="double tap, rapid attack 2"), BadSheet, "Use one of them"),
        (Fire("c1", AT, how="rapid attack"), BadSheet, "1 to 6"),
        (Fire("c1", AT, how="double tap, 2 dice"), BadSheet, "Only automatic fire has dice in how"),
        (Fire("c1", AT, mod="cover"), Refusal, "cover"),
        (Fire("c1", AT, weapon="bazooka"), UnknownName, "bazooka"),
        (Throw("c1", AT), NoRule, "Use /fire"),
    ],
)
def test_refused(order: Attack, kind: type[Refusal], said: str) -> None:
    assert said in refused(order, kind)


def test_what_a_weapon_has_not() -> None:
    shot = Fire("c1", AT, how="double tap")
    assert refused(shot, NoRule, "Shooting d8, rifle") == "The Rifle has no Double Tap. It has Single Shot."
    assert "no Automatic Fire" in refused(Burst("c1", AT, how="auto"), NoRule, "Shooting d8, pistol")


def test_empty() -> None:
    said = refused(Fire("c1", AT), NotNow, EXTRA, Adjust("c1", "loaded 0"))
    assert said == "The Firearm is empty. Use /reload."


def test_without_a_weapon_or_a_shooting_die() -> None:
    assert "carries no weapon" in refused(Fire("c1", AT), Refusal, "Shooting d8")
    assert "Ash's Shooting die is unknown" in refused(Fire("c1", AT), Refusal, "pistol")


def test_out_of_play() -> None:
    said = refused(Fire("c1", AT), NotNow, EXTRA, Adjust("c2", "dead"))
    assert said == "Thug 1 is already out of play. In play: Thug 2 and Thug 3."


def test_boxes_are_a_house_rule() -> None:
    skirmish = Skirmish(EXTRA)
    skirmish.order(Switch("ammunition", "boxes"))
    assert (skirmish.ammunition().measure, skirmish.ammunition().capacity) == ("boxes", 10)
    skirmish.burst(1, 1, 1)
    skirmish.fire(1)
    shot = skirmish.fire(8, 1, 4, how="rapid attack 2")
    assert note(shot, "Left") == "7 of 10 boxes, spare loads: unlimited"
    assert "a house rule" in note(shot, "Ammunition")
    assert [step.id for step in shot.steps if isinstance(step, Ruling)] == ["O65"]


def test_what_a_die_needs_before_anything_is_added() -> None:
    assert rolls(Skirmish(EXTRA).fire(6, mod="-2 dark"))[0].needed == "6 or more"
    assert rolls(Skirmish(EXTRA).fire(6, mod="+2 aim"))[0].needed == "2 or more"


def test_the_first_face_is_told_not_what_aces_add() -> None:
    shot = Skirmish(EXTRA).fire(8, 8, 3)
    assert note(shot, "Tokens") == "Single Shot: 8 on the Shooting die; 1 loses a token: none"


def test_a_box_begun_is_a_box() -> None:
    skirmish = Skirmish("Shooting d8, extra, magazine 8, ROF 3")
    skirmish.order(Switch("ammunition", "boxes"))
    assert skirmish.ammunition().capacity == 3


def test_of_several_targets_each_has_a_clause() -> None:
    skirmish = Skirmish()
    told = skirmish.burst(2, 5, 3, at=("Thug 1", "Thug 2"), how="2 dice")
    assert [(clause.about, clause.text) for clause in told.clauses] == [
        ("c1", "Ash fires the Firearm on automatic with 2 Shooting dice"),
        ("c1", ": "),
        ("c2", "Thug 1 MISS; "),
        ("c3", "Thug 2 HIT."),
    ]
