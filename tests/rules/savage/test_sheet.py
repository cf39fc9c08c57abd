"""Sheet lines, and what a GM sets right."""

from __future__ import annotations

import pytest

from rules.engine.conduct.conduct import staged
from rules.engine.records.errors import BadSheet, NotNow, Refusal
from rules.engine.records.model import Ammunition, Spare
from rules.engine.records.orders import Adjust, Fire, Muster, Switch, Target
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.savage.shooter import Shooter, Supply, shooter
from rules.savage.shooting.loads import firearm
from tests.reading import resolve
from tests.rules.savage.skirmish import SAVAGE, Skirmish

ALL = ("Single Shot", "Double Tap", "3-Round Burst", "Automatic Fire", "Rapid Attack")
SEMI = ("Single Shot", "Double Tap", "Rapid Attack")


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("Shooting d8, Wild Card", Shooter(8, wild=True)),
        ("shooting: D6 extra", Shooter(6)),
        ("d12+1, wild card", Shooter(12, 1, wild=True)),
        ("Shooting d12+4", Shooter(12, 4)),
        ("extra", Shooter()),
        ("Shooting d4, AP supply", Shooter(4, supplies=(Supply("AP"),))),
        (
            "AP supply single mission, Hollow Point supply, one month",
            Shooter(supplies=(Supply("AP", "single mission"), Supply("Hollow Point", "one month"))),
        ),
    ],
)
def test_who(line: str, state: Shooter) -> None:
    profile = SAVAGE.profile(line, {})
    assert (profile.condition, profile.name) == (state, "Wild Card" if state.wild else "Extra")


@pytest.mark.parametrize(
    ("words", "name", "rounds", "rate", "modes"),
    [
        ("magazine 30, ROF 3", "Firearm", 30, 3, ALL),
        ("magazine 12", "Firearm", 12, 1, SEMI),
        ("ROF 4 magazine 50", "Firearm", 50, 4, ALL),
        ("magazine 5, single shot", "Firearm", 5, 1, ("Single Shot",)),
        ("magazine 30 extended ROF 3", "Firearm", 45, 3, ALL),
        ("extended magazine, magazine 30", "Firearm", 45, 1, SEMI),
        (
            "magazine 20, three-round burst",
            "Firearm",
            20,
            1,
            ("Single Shot", "Double Tap", "3-Round Burst", "Rapid Attack"),
        ),
        ("assault rifle", "Assault Rifle", 30, 3, ALL),
        ("assault rifle, extended", "Assault Rifle", 45, 3, ALL),
        ("assault rifle, semi-automatic", "Assault Rifle", 30, 1, SEMI),
        ("assault rifle ROF 1", "Assault Rifle", 30, 1, ("Single Shot", "Double Tap", "3-Round Burst", "Rapid Attack")),
        ("smg, magazine 20", "Submachine Gun", 20, 3, ALL),
        ("pistol ROF 3", "Pistol", 15, 3, ALL),
        ("semi-automatic rifle", "Semi-automatic Rifle", 20, 1, SEMI),
        ("3 grenades", "Grenade", 3, 1, ("Single Shot",)),
        ("grenade 4", "Grenade", 4, 1, ("Single Shot",)),
        ("rocket launcher", "Rocket Launcher", 1, 1, ("Single Shot",)),
    ],
)
def test_weapons(words: str, name: str, rounds: int, rate: int, modes: tuple[str, ...]) -> None:
    [carried] = SAVAGE.profile(f"Shooting d6, {words}", {}).carried
    weapon, _ = firearm(carried)
    assert (weapon.name, weapon.rounds, weapon.rate, weapon.modes) == (name, rounds, rate, modes)


@pytest.mark.parametrize(
    ("words", "ammunition"),
    [
        ("assault rifle", Ammunition("tokens", 2, 2, None)),
        ("assault rifle, loaded 1, spares 3", Ammunition("tokens", 2, 1, (Spare(2, 3),))),
        ("assault rifle extended loaded 1 spares 3 semi-automatic", Ammunition("tokens", 3, 1, (Spare(3, 3),))),
        ("assault rifle, no spares", Ammunition("tokens", 2, 2)),
        ("assault rifle, AP, spares 1", Ammunition("tokens", 2, 2, (Spare(2, 1, "AP"),), "AP")),
        ("assault rifle, spares 1, 2 AP spares", Ammunition("tokens", 2, 2, (Spare(2, 1), Spare(2, 2, "AP")))),
        ("5 grenades, loaded 3", Ammunition("grenades", 5, 3)),
        ("2 rocket launchers", Ammunition("rounds", 2, 2)),
    ],
)
def test_loads(words: str, ammunition: Ammunition) -> None:
    [carried] = SAVAGE.profile(words, {}).carried
    assert carried.ammunition == ammunition


@pytest.mark.parametrize(
    ("line", "supplies"),
    [
        ("rifle, Flechette supply", (Supply("Flechette"),)),
        ("rifle, Armor Piercing Discarding supply one month, AP supply", None),
        ("rifle, flechette rounds supply single mission", (Supply("flechette rounds", "single mission"),)),
        ("2 grenades, grenades supply one month", (Supply("Grenade", "one month"),)),
        ("d8 rifle tracer supply", (Supply("Tracer"),)),
    ],
)
def test_a_supply_of_any_sort(line: str, supplies: tuple[Supply, ...] | None) -> None:
    wanted = supplies or (Supply("Armor Piercing Discarding", "one month"), Supply("AP"))
    assert shooter(SAVAGE.profile(line, {})).supplies == wanted
    skirmish = Skirmish("Shooting d8, rifle, 2 grenades")
    skirmish.order(Adjust("c1", line.partition(", ")[2] or "tracer supply"))
    assert skirmish.state.supplies == wanted


@pytest.mark.parametrize(
    "line", ["foo rifle supply", "Shooting d8 supply", "flechette suply", "supply", "no flechette supply"]
)
def test_no_supply(line: str) -> None:
    with pytest.raises(BadSheet, match=r"I don't know “"):
        SAVAGE.profile(line, {})


def test_an_extended_magazine_is_told() -> None:
    skirmish = Skirmish("Shooting d8, rifle extended")
    summary = SAVAGE.summary(skirmish.one("Ash"), skirmish.encounter)
    assert summary.short == "d8 Extra · Rifle 1/1 token"
    assert ("In hand", "Rifle, extended magazine, 1 of 1 token, spare loads: unlimited") in summary.lines


def test_none_comes_with_a_gun_whose_ammunition_is_priced_by_the_item() -> None:
    own = {
        name: SAVAGE.homebrew_record(f'name = "{name}"\nmagazine = 30\n{price}').record
        for name, price in (("Gauss Gun", "cost_each = 40"), ("Coil Gun", "cost_each = 40\ncost_per_50 = 20"))
    }
    for line, spares in (
        ("gauss gun", ()),
        ("gauss gun, spares 2", (Spare(2, 2),)),
        ("gauss gun, unlimited", None),
        ("gauss gun, AP spares 1", (Spare(2, 1, "AP"),)),
        ("coil gun", None),
    ):
        profile = SAVAGE.profile(line, own)
        assert profile.carried[0].ammunition == Ammunition("tokens", 2, 2, spares), line
        assert profile.condition == Shooter()


def test_spares_of_another_sort_leave_standard_unlimited() -> None:
    profile = SAVAGE.profile("assault rifle, AP spares 2", {})
    assert profile.condition == Shooter(supplies=(Supply("Standard"),))
    assert SAVAGE.profile("assault rifle, spares 1, AP spares 2", {}).condition == Shooter()


def test_several_weapons() -> None:
    carried = SAVAGE.profile("d8, magazine 30, ROF 3, pistol, magazine 8, loaded 1, 2 grenades", {}).carried
    assert [one.weapon.name for one in carried] == ["Firearm", "Pistol", "Grenade"]
    assert [firearm(one)[0].magazine for one in carried] == [30, 8, 2]
    assert [firearm(one)[1].loaded for one in carried] == [2, 1, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("foo", "I don't know “foo”"),
        ("Shooting 8", "nearest: shooting d8"),
        ("Shooting d7", "d7"),
        ("magazine", "“magazine” needs its rounds after it, such as magazine 30"),
        ("magazine 1000", "1 to 999"),
        ("pistol, ROF 9", "1 to 6"),
        ("loaded 1", "“loaded” needs a weapon before it"),
        ("pistol, loaded 3", "The Pistol holds at most 2 tokens, not 3"),
        ("3 pistol", "Give the number of the Pistol once"),
        ("pistol, pistol", "two weapons called Pistol"),
        ("grenade, spares 2", "The Grenade is counted one by one"),
        ("grenade, ROF 2", "leave rate out"),
        ("rocket launcher, extended", "leave extended out"),
        ("smg, semi-automatic, ROF 3", "contradict"),
        ("Shooting d6, Shooting d8", "contradicts"),
    ],
)
def test_what_does_not_read(line: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        SAVAGE.profile(line, {})
    assert said in str(caught.value) and str(caught.value).endswith(".")


@pytest.mark.parametrize("line", [SAVAGE.sheet_example, SAVAGE.default_target])
def test_examples(line: str) -> None:
    assert SAVAGE.profile(line, {}).sheet == line


class TestAdjust:
    @pytest.mark.parametrize(
        ("changes", "state", "said"),
        [
            ("shooting d10", Shooter(10, wild=True), "Shooting d10"),
            ("extra", Shooter(8), "Extra"),
            ("acted", Shooter(8, wild=True, acted=True), "has acted"),
            (
                "AP supply one month",
                Shooter(8, wild=True, supplies=(Supply("AP", "one month"),)),
                "a one-month supply of AP",
            ),
            ("may act", Shooter(8, wild=True), "as it was"),
        ],
    )
    def test_the_shooter(self, changes: str, state: Shooter, said: str) -> None:
        skirmish = Skirmish()
        assert skirmish.order(Adjust("c1", changes)).outcome == f"GM correction: Ash: {said}."
        assert skirmish.state == state

    def test_may_act_again(self) -> None:
        skirmish = Skirmish()
        skirmish.fire(4, 4)
        assert skirmish.order(Adjust("c1", "may act")).outcome == "GM correction: Ash: may act."
        assert not skirmish.state.acted

    def test_ammunition(self) -> None:
        skirmish = Skirmish("Shooting d8, assault rifle, 3 grenades")
        skirmish.order(Adjust("c1", "loaded 1, spares 2"))
        assert skirmish.ammunition() == Ammunition("tokens", 2, 1, (Spare(2, 2),))
        said = skirmish.order(Adjust("c1", "1 AP spares")).outcome
        assert said == "GM correction: Ash: Assault Rifle 1 of 2 tokens, spare loads: 2 Standard, 1 AP."
        skirmish.order(Adjust("c1", "unlimited"))
        assert skirmish.ammunition().spares is None
        skirmish.order(Adjust("c1", "weapon 2, loaded 1"))
        assert skirmish.ammunition(1).loaded == 1
        for changes in ("spares 2", "AP spares 2", "unlimited"):
            with pytest.raises(NotNow, match="The Grenade is counted one by one"):
                skirmish.order(Adjust("c1", changes))
        with pytest.raises(NotNow, match="at most 2 tokens"):
            skirmish.order(Adjust("c1", "weapon 1, loaded 3"))

    def test_spares_of_a_sort_take_the_place_of_those_there_were(self) -> None:
        skirmish = Skirmish("Shooting d8, assault rifle, spares 1, AP spares 2")
        skirmish.order(Adjust("c1", "AP spares 1"))
        assert skirmish.ammunition().spares == (Spare(2, 1), Spare(2, 1, "AP"))

    def test_spares_are_those_of_the_weapon_that_is_named(self) -> None:
        skirmish = Skirmish("Shooting d8, assault rifle, 3 grenades")
        with pytest.raises(NotNow, match="The Grenade is counted one by one"):
            skirmish.order(Adjust("c1", "weapon 2, spares 2"))
        skirmish.order(Adjust("c1", "weapon 2"))
        skirmish.order(Adjust("c1", "weapon 1, spares 2"))
        assert skirmish.ammunition(0).spares == (Spare(2, 2),)

    def test_spares_of_another_sort_beside_unlimited_ones(self) -> None:
        skirmish = Skirmish("Shooting d8, assault rifle")
        skirmish.order(Adjust("c1", "AP spares 2"))
        assert skirmish.state.supplies == (Supply("Standard"),)

    def test_place_and_presence(self) -> None:
        skirmish = Skirmish()
        skirmish.order(Adjust("c2", "dead, at C4"))
        assert (skirmish.one("Thug 1").present, str(skirmish.one("Thug 1").place)) == (False, "C4")

    @pytest.mark.parametrize("changes", ["", "flying"])
    def test_nothing(self, changes: str) -> None:
        with pytest.raises(BadSheet):
            Skirmish().order(Adjust("c1", changes))


def test_summaries() -> None:
    skirmish = Skirmish("Shooting d8, Wild Card, assault rifle, AP, 2 grenades, tracer supply single mission")
    shown = SAVAGE.summary(skirmish.one("Ash"), skirmish.encounter)
    assert shown.short == "d8 Wild Card · Assault Rifle AP 2/2 tokens"
    assert shown.lines == (
        ("Shooting", "d8, Wild Card"),
        ("Round", "may act"),
        ("In hand", "Assault Rifle, 2 of 2 tokens, AP, spare loads: Standard unlimited, Tracer unlimited"),
        ("Carries", "Grenade, 2 left"),
        ("Supply", "Tracer, single mission"),
    )
    skirmish.order(Adjust("c1", "dead"))
    assert SAVAGE.summary(skirmish.one("Ash"), skirmish.encounter).short == "out"
    bare = Skirmish("extra")
    assert SAVAGE.summary(bare.one("Ash"), bare.encounter).short == "Extra"


def test_ammunition_in_lines() -> None:
    skirmish = Skirmish("Shooting d8, assault rifle, loaded 1, spares 4, AP supply")
    lines = [str(line) for line in SAVAGE.ammunition(skirmish.one("Ash"), skirmish.encounter)]
    assert lines[0] == "Assault Rifle: 1 of 2 tokens; spare loads: 4 of 2 tokens"
    assert any("AP, lifetime" in line for line in lines)
    assert any("2 Significant Items" in line for line in lines)


def test_boxes() -> None:
    skirmish = Skirmish("Shooting d8, assault rifle, loaded 1, spares 2, 2 grenades")
    skirmish.order(Switch("ammunition", "boxes"))
    assert skirmish.ammunition(0) == Ammunition("boxes", 10, 5, (Spare(10, 2),))
    assert skirmish.ammunition(1) == Ammunition("grenades", 2, 2)
    skirmish.order(Muster(SAVAGE.profile("pistol", {}), "Late", "", None))
    assert skirmish.one("Late").carried[0].ammunition == Ammunition("boxes", 15, 15, None)
    skirmish.order(Switch("ammunition", "tokens"))
    assert skirmish.ammunition(0) == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    assert skirmish.one("Late").carried[0].ammunition == Ammunition("tokens", 2, 2, None)


def test_left_behind() -> None:
    skirmish = Skirmish("Shooting d8, magazine 30, AP supply")
    skirmish.fire(4)
    kept = SAVAGE.carried_over(skirmish.one("Ash"), skirmish.encounter)
    assert kept == Shooter(8, supplies=(Supply("AP"),))


def test_quick_rulings() -> None:
    stage = staged(SAVAGE, SAVAGE.profile("d10 wild card, smg", {}), SAVAGE.profile(SAVAGE.default_target, {}))
    [part] = resolve(Fire("c1", (Target("c2"),)), Scene(stage, ScriptedDice([4, 3])), SAVAGE)
    assert part.resolution.outcome == "Wild Card fires the Submachine Gun at Extra: HIT."
    described = Fire("c1", (Target(profile=SAVAGE.profile("extra", {})),))
    [part] = resolve(described, Scene(stage, ScriptedDice([2, 3])), SAVAGE)
    assert (part.resolution.verdict, part.resolution.concerned) == ("miss", ())
    with pytest.raises(Refusal, match="Shooting die"):
        resolve(Fire("c2", (Target("c1"),)), Scene(stage, ScriptedDice([])), SAVAGE)
    assert shooter(part.encounter.combatant("c1")).die == 10


def test_what_is_counted_plainly_on_the_board() -> None:
    skirmish = Skirmish("Shooting d8, wild card, 2 rocket launchers")
    assert SAVAGE.summary(skirmish.one("Ash"), skirmish.encounter).short == "d8 Wild Card · Rocket Launcher 2 left"
