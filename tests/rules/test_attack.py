"""The attack of a board game that states nothing of its own: weapon, target, range, line of sight, choices."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.game.entries.names import named
from rules.engine.attack.arms import Arm, Arms
from rules.engine.attack.attack_choices import Choosing
from rules.engine.attack.attacks import NOBODY, AttackRange, Attacks, AttackTarget, odds_title, target_name
from rules.engine.books.ruleset import Choices
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoLine, NoRule, NotNow, RangeWanted, Refusal, UnknownName
from rules.engine.records.model import Apart, BattleMap, Combatant, Encounter
from rules.engine.records.orders import Adjust, Attack, Chart, Fire, Muster, Target
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Drawn, Ranged
from rules.engine.scene.scene import Scene
from rules.savage.shooter import Firearm, Shooter, shooter
from rules.words.places import Place
from tests.rules.savage.skirmish import SAVAGE, Skirmish

ARMS = Arms(Firearm, "2")
ATTACKS = Attacks(ARMS, shooter)
CHOICES = Choosing(ATTACKS)
SHEET = "Shooting d8, Rifle, Pistol, 2 grenades"


class Walled(Attacks[Firearm, Shooter]):
    """A book in which C3 is in everybody's way."""

    def blocking(self, shooter: Combatant, target: AttackTarget[Shooter], encounter: Encounter) -> Place | None:
        return Place.parse("C3")


class Aimed(Choosing[Firearm, Shooter]):
    """A book with one or two actions of aim for weapons that are fired."""

    def fits(self, order: Attack) -> Callable[[Firearm], bool]:
        return lambda weapon: not weapon.thrown

    def aims(self, arm: Arm[Firearm], shooter: Combatant, encounter: Encounter) -> tuple[int, ...]:
        return 1, 2

    def chance(self, arm: Arm[Firearm], shooter: Combatant, target: Combatant, aim: int, spaces: int) -> str:
        return f"{10 * aim + spaces}% ({arm.weapon.name})"


@pytest.fixture
def fight() -> Skirmish:
    """Ash with a Rifle, a Pistol and grenades, Thug 1 to 3, and Bud, who is on Ash's side."""
    fight = Skirmish(SHEET)
    fight.order(Muster(SAVAGE.profile("Shooting d6, Pistol", {}), "Bud", "Squad", "player"))
    return fight


def laid_out(fight: Skirmish, **places: str) -> Skirmish:
    """The fight on a map, `Thug_1="C4"`."""
    fight.order(Chart(BattleMap(20, 20)))
    for name, place in places.items():
        fight.order(Adjust(fight.id(name.replace("_", " ")), f"at {place}"))
    return fight


def aimed(fight: Skirmish, name: str) -> AttackTarget[Shooter]:
    return ATTACKS.target(fight.target(name), "c1", fight.encounter)


def sentence(kind: type[Refusal], fight: Skirmish, attempt: Callable[[], object]) -> str:
    """The sentence of the refusal, with names in it."""
    with pytest.raises(kind) as refused:
        attempt()
    return named(str(refused.value), fight.encounter)


def test_the_weapon_in_hand_is_meant_unless_another_is_named(fight: Skirmish) -> None:
    ash = fight.one("Ash")
    assert [ARMS.meant(ash, name).weapon.name for name in ("", " ", "pist", "GRENADE")] == [
        "Rifle",
        "Rifle",
        "Pistol",
        "Grenade",
    ]
    assert ARMS.meant(ash, "grenade").load.loaded == 2


def test_without_a_name_a_weapon_that_fits_is_meant(fight: Skirmish) -> None:
    ash = fight.one("Ash")
    assert ARMS.meant(ash, "", lambda weapon: weapon.thrown).slot == 2
    assert ARMS.meant(ash, "", lambda weapon: not weapon.thrown).slot == 0
    # Nothing fits: the one in hand. A name counts whether it fits or not.
    assert ARMS.meant(ash, "", lambda weapon: False).slot == 0
    assert ARMS.meant(ash, "pistol", lambda weapon: weapon.thrown).slot == 1


@pytest.mark.parametrize(
    ("first", "known"), [(False, "Rifle, Pistol and Grenade"), (True, "Pistol, Rifle and Grenade")]
)
def test_a_refusal_lists_the_weapons(fight: Skirmish, first: bool, known: str) -> None:
    ash = replace(fight.one("Ash"), in_hand=1)
    arms = Arms(Firearm, "2", in_hand_first=first)
    said = sentence(UnknownName, fight, lambda: arms.meant(ash, "xyz"))
    assert said == f"I don't know the weapon “xyz”. Known: {known}."


def test_other_names_of_a_weapon_are_the_books(fight: Skirmish) -> None:
    arms = Arms(Firearm, "2", also=lambda weapon: ("Nade",) if weapon.thrown else ())
    assert arms.meant(fight.one("Ash"), "nade").weapon.name == "Grenade"


def test_who_carries_nothing_has_no_weapon(fight: Skirmish) -> None:
    unarmed = replace(fight.one("Ash"), carried=())
    assert sentence(Refusal, fight, lambda: ARMS.meant(unarmed)) == "Ash carries no weapon."
    assert [*ARMS.carried(unarmed)] == []


def test_the_weapon_in_hand_comes_first(fight: Skirmish) -> None:
    assert [arm.slot for arm in ARMS.carried(replace(fight.one("Ash"), in_hand=2))] == [2, 0, 1]


def test_ammunition_that_is_not_known_is_no_number(fight: Skirmish) -> None:
    seen = SAVAGE.outward(fight.one("Ash"), fight.encounter)
    with pytest.raises(TypeError, match="Rifle"):
        _ = ARMS.meant(seen).load


def test_another_weapon_is_taken_in_hand(fight: Skirmish) -> None:
    scene = Scene(fight.encounter, ScriptedDice(()))
    ash = fight.one("Ash")
    ARMS.take_in_hand(ash, ARMS.meant(ash), scene)
    assert scene.encounter == fight.encounter
    ARMS.take_in_hand(ash, ARMS.meant(ash, "pistol"), scene)
    assert scene.encounter == Drawn(ash.id, 1).on(fight.encounter)


def test_a_fighter_is_a_target(fight: Skirmish) -> None:
    found = aimed(fight, "Thug 1")
    assert (found.id, found.place, target_name(found, fight.encounter)) == (fight.id("Thug 1"), None, "Thug 1")
    assert found.condition == Shooter(die=6)
    assert ATTACKS.at(fight.one("Thug 1")) == found


def test_who_is_only_described_is_a_target_by_name(fight: Skirmish) -> None:
    profile = SAVAGE.profile("Shooting d10, Wild Card", {})
    found = ATTACKS.target(Target(profile=profile), "c1", fight.encounter)
    assert found == AttackTarget("", profile.name, None, Shooter(die=10, wild=True))
    assert target_name(found, fight.encounter) == profile.name


def test_nobody_attacks_themselves(fight: Skirmish) -> None:
    said = sentence(Refusal, fight, lambda: aimed(fight, "Ash"))
    assert said == "You can't attack yourself. In play: Thug 1, Thug 2, Thug 3 and Bud."


def test_a_place_is_no_target(fight: Skirmish) -> None:
    said = sentence(NoRule, fight, lambda: ATTACKS.target(Target(place=Place(1, 1)), "c1", fight.encounter))
    assert said.startswith("Shots need a fighter as the target, not a place. In play: Thug 1")


def test_who_is_out_of_play_is_no_target_but_others_are_offered(fight: Skirmish) -> None:
    fight.order(Adjust(fight.id("Thug 1"), "dead"))
    with pytest.raises(NotNow) as refused:
        aimed(fight, "Thug 1")
    assert named(str(refused.value), fight.encounter) == (
        "Thug 1 is already out of play. In play: Thug 2, Thug 3 and Bud."
    )
    offered = [dict(remedy.changes)["targets"] for remedy in refused.value.remedies]
    assert offered == [(fight.target("Thug 2"),), (fight.target("Thug 3"),)]


@pytest.mark.parametrize(
    ("targets", "wrong"), [((), "Name a target"), (("Thug 1", "Thug 2"), "An attack has one target")]
)
def test_an_attack_has_one_target(fight: Skirmish, targets: tuple[str, ...], wrong: str) -> None:
    order = Fire("c1", tuple(map(fight.target, targets)))
    said = sentence(Refusal, fight, lambda: ATTACKS.only_target(order, fight.encounter))
    assert said == f"{wrong}. In play: Thug 1, Thug 2, Thug 3 and Bud."


def test_alone_nobody_else_is_in_play(fight: Skirmish) -> None:
    alone = replace(fight.encounter, combatants=(fight.one("Ash"),))
    assert ATTACKS.in_play("c1", alone) == "Nobody else is in play"


def test_the_range_is_given_or_measured_or_remembered(fight: Skirmish) -> None:
    def known(given: int | None, target: AttackTarget[Shooter]) -> AttackRange | None:
        return ATTACKS.range(given, fight.one("Ash"), target, fight.encounter)

    thug = aimed(fight, "Thug 1")
    assert known(None, thug) is None
    assert known(None, NOBODY) is None
    assert known(1, thug) == AttackRange(1, "1 square, as given")
    fight.encounter = Ranged(Apart("c1", thug.id, 7)).on(fight.encounter)
    assert known(None, thug) == AttackRange(7, "7 squares, as given before")
    laid_out(fight, Ash="B2", Thug_1="D5")
    thug = aimed(fight, "Thug 1")
    assert known(None, thug) == AttackRange(3, "3 squares, B2 to D5", measured=True)
    assert known(4, thug) == AttackRange(4, "4 squares, as given; on the map it is 3")
    assert known(3, thug) == AttackRange(3, "3 squares, as given")


@pytest.mark.parametrize("given", [0, -1, 1000])
def test_an_impossible_range_is_refused(fight: Skirmish, given: int) -> None:
    thug = aimed(fight, "Thug 1")
    said = sentence(Refusal, fight, lambda: ATTACKS.range(given, fight.one("Ash"), thug, fight.encounter))
    assert said == f"Range is 1 to 999 squares, not {given}."


def test_the_unit_of_ranges_is_the_books(fight: Skirmish) -> None:
    class OnHexes(Attacks[Firearm, Shooter]):
        space = "hex"

    attacks, ash, thug = OnHexes(ARMS, shooter), fight.one("Ash"), aimed(fight, "Thug 1")
    assert attacks.range(2, ash, thug, fight.encounter) == AttackRange(2, "2 hexes, as given")
    said = sentence(Refusal, fight, lambda: attacks.range(0, ash, thug, fight.encounter))
    assert said == "Range is 1 to 999 hexes, not 0."
    assert str(attacks.range_wanted()) == "How far away is it? Give range: in hexes, or put both on the map."


def test_in_one_space_there_is_no_range(fight: Skirmish) -> None:
    fight.encounter = laid_out(fight, Ash="B2").encounter.with_combatant(
        replace(fight.one("Thug 1"), place=Place.parse("B2"))
    )
    thug = aimed(fight, "Thug 1")
    said = sentence(NotNow, fight, lambda: ATTACKS.range(None, fight.one("Ash"), thug, fight.encounter))
    assert said == "Ash and Thug 1 are both at B2, and range starts at 1. Use /move first."


def test_a_range_that_is_not_known_is_asked_for() -> None:
    asked = ATTACKS.range_wanted("Thug 1")
    assert isinstance(asked, RangeWanted)
    assert str(asked) == "How far away is Thug 1? Give range: in squares, or put both on the map."


@pytest.mark.parametrize(
    ("given", "places", "kept"), [(5, {}, 5), (None, {}, None), (5, {"Ash": "B2", "Thug_1": "D5"}, None)]
)
def test_a_given_range_is_kept_without_a_map(
    fight: Skirmish, given: int | None, places: dict[str, str], kept: int | None
) -> None:
    laid_out(fight, **places)
    scene = Scene(fight.encounter, ScriptedDice(()))
    thug = aimed(fight, "Thug 1")
    ATTACKS.note_range(Fire("c1", range=given), fight.one("Ash"), thug, "5 squares, as given", scene, "2")
    assert scene.encounter.apart("c1", thug.id) == kept


def test_a_blocked_line_of_sight_is_refused_with_what_blocks_it(fight: Skirmish) -> None:
    laid_out(fight, Ash="B2", Thug_1="D5")
    attacks, thug = Walled(ARMS, shooter), aimed(fight, "Thug 1")
    with pytest.raises(NoLine) as refused:
        attacks.range(None, fight.one("Ash"), thug, fight.encounter, in_sight=True)
    assert str(refused.value) == (
        "No line of sight from B2 to D5: the obstruction at C3 is in the way. Use /move first, or attack a fighter in"
        " sight."
    )
    assert refused.value.blocked == Place.parse("C3")
    assert attacks.range(None, fight.one("Ash"), thug, fight.encounter) == AttackRange(3, "3 squares, B2 to D5", True)


def test_odds_are_titled_with_the_attack(fight: Skirmish) -> None:
    ash = fight.one("Ash")
    weapon = ARMS.meant(ash).weapon
    assert odds_title(ash, weapon, aimed(fight, "Thug 1"), fight.encounter) == "Ash, Rifle at Thug 1"
    assert odds_title(ash, weapon, NOBODY, fight.encounter) == "Ash, Rifle"


def test_choices_without_a_map(fight: Skirmish) -> None:
    fight.encounter = Ranged(Apart("c1", fight.id("Thug 3"), 7)).on(fight.encounter)
    assert CHOICES.choices(Fire("c1"), fight.encounter) == Choices(
        (
            (fight.id("Thug 3"), "Thug 3 (7 squares)"),
            (fight.id("Thug 1"), "Thug 1"),
            (fight.id("Thug 2"), "Thug 2"),
            (fight.id("Bud"), "Bud"),
        ),
        (("Rifle", "Rifle"), ("Pistol", "Pistol"), ("Grenade", "Grenade")),
        (),
    )


def test_the_nearest_target_comes_first_and_friends_last(fight: Skirmish) -> None:
    laid_out(fight, Ash="B2", Thug_1="D9", Thug_2="D5", Bud="B3")
    targets = CHOICES.choices(Fire("c1"), fight.encounter).targets
    assert [label for _, label in targets] == [
        "Thug 2 (3 squares)",
        "Thug 1 (7 squares)",
        "Thug 3",
        "Bud (1 square)",
    ]


def test_out_of_sight_is_named(fight: Skirmish) -> None:
    laid_out(fight, Ash="B2", Thug_1="D5")
    targets = Choosing(Walled(ARMS, shooter)).choices(Fire("c1"), fight.encounter).targets
    assert [label for _, label in targets] == ["Thug 1 (3 squares, no line of sight)", "Thug 2", "Thug 3", "Bud"]


@pytest.mark.parametrize(
    ("order", "label"),
    [
        (Fire("c1"), "1 action: 13% (Rifle) at Thug 2"),
        (Fire("c1", weapon="pistol"), "1 action: 13% (Pistol) at Thug 2"),
        (Fire("c1", (Target("c2"),)), "1 action: 17% (Rifle) at Thug 1"),
        (Fire("c1", range=5), "1 action: 15% (Rifle) at Thug 2"),
        (Fire("c1", (Target("c4"),)), "1 action"),
    ],
    ids=["first", "weapon", "target", "range", "range unknown"],
)
def test_aims_have_their_chance_at_the_target(fight: Skirmish, order: Fire, label: str) -> None:
    laid_out(fight, Ash="B2", Thug_1="D9", Thug_2="D5")
    aims = Aimed(ATTACKS).choices(order, fight.encounter).aims
    assert [aim for aim, _ in aims] == [1, 2]
    assert aims[0][1] == label


def test_aims_without_a_chance_are_offered_all_the_same(fight: Skirmish) -> None:
    class Untold(Aimed):
        def chance(self, arm: Arm[Firearm], shooter: Combatant, target: Combatant, aim: int, spaces: int) -> str:
            return ""

    laid_out(fight, Ash="B2", Thug_1="D9")
    assert Untold(ATTACKS).choices(Fire("c1"), fight.encounter).aims == ((1, "1 action"), (2, "2 actions"))


def test_only_weapons_that_fit_are_offered(fight: Skirmish) -> None:
    assert [name for name, _ in Aimed(ATTACKS).choices(Fire("c1"), fight.encounter).weapons] == ["Rifle", "Pistol"]


def test_who_carries_nothing_has_no_choices(fight: Skirmish) -> None:
    unarmed = fight.encounter.with_combatant(replace(fight.one("Ash"), carried=()))
    assert CHOICES.choices(Fire("c1"), unarmed) == Choices((), (), ())
