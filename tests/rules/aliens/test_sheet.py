"""Sheet lines, adjustments and summaries of the Aliens rules."""

from __future__ import annotations

import pytest

from rules.aliens.card import fighter
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal
from rules.engine.records.model import Carried, Profile
from rules.engine.records.orders import Adjust, Reload, Switch
from rules.engine.scene.dice import NoDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from tests.rules.aliens.skirmish import Skirmish

ALIENS = shelf()["aliens"]


def boxes(carried: Carried) -> tuple[str, int, int | None]:
    assert carried.ammunition
    return carried.weapon.name, carried.ammunition.loaded, carried.ammunition.loads


def told(profile: Profile) -> tuple[str, int, list[tuple[str, int, int | None]]]:
    return profile.name, fighter(profile).actions, [boxes(carried) for carried in profile.carried]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Apone", ("Apone", 3, [("Flame Unit", 16, None)])),
        ("  aPoNe ", ("Apone", 3, [("Flame Unit", 16, None)])),
        ("alien", ("Alien", 0, [])),
        ("Rifleman", ("Rifleman", 2, [("Pulse Rifle", 16, None), ("Pistol", 13, None)])),
        ("Rifleman, actions 3", ("Rifleman", 3, [("Pulse Rifle", 16, None), ("Pistol", 13, None)])),
        ("Rifleman pistol loaded 5 spares 2", ("Rifleman", 2, [("Pistol", 5, 2), ("Pulse Rifle", 16, None)])),
        ("Rifleman, loaded=5, unlimited", ("Rifleman", 2, [("Pulse Rifle", 5, None), ("Pistol", 13, None)])),
    ],
)
def test_read(line: str, expected: object) -> None:
    assert told(ALIENS.profile(line, {})) == expected


def test_the_example_reads() -> None:
    assert ALIENS.profile(ALIENS.sheet_example, {}).name == "Rifleman"
    assert fighter(ALIENS.profile(ALIENS.default_target, {})).nature == "alien"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "A sheet line starts with a card, or is Alien. Known: Apone, Rifleman and Alien."),
        ("loaded 5", "A sheet line starts with a card, or is Alien"),
        ("Rifelman", "I don't know “rifelman” (nearest: rifleman"),
        ("Apone, Rifleman", "contradicts"),
        ("Apone, alien", "contradicts"),
        ("Apone, pistol", "Apone's card has no such weapon. It has: Flame Unit."),
        ("Apone, loaded 17", "The Flame Unit holds at most 16 boxes, not 17."),
        ("Apone, spares 2", "The Flame Unit cannot be reloaded. Leave spares out."),
        ("Apone, actions 10", "“actions” is 1 to 9, not 10"),
        ("Apone, actions", "“actions” needs a number from 1 to 9 after it"),
        ("alien, loaded 3", "An Alien has no actions and no weapons. Leave out loaded."),
        ("Rifleman, spares 2, unlimited", "contradicts"),
    ],
)
def test_refused(line: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        ALIENS.profile(line, {})
    assert said in str(caught.value)


def test_a_profile_from_the_roster_is_fresh_again() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Reload(skirmish.id("Rifleman")))
    tired = skirmish.one("Rifleman")
    profile = Profile("Rifleman", "Rifleman", tired.carried, tired.condition)
    mustered = ALIENS.muster(profile, Scene(UNOPENED, NoDice("a test")))
    assert fighter(mustered).left == 2
    assert boxes(mustered.carried[0])[1] == 0


def test_the_gm_sets_a_marine_right() -> None:
    skirmish = Skirmish("Rifleman")
    order = Adjust(skirmish.id("Rifleman"), "actions 1, loaded 5, spares 2, at C4")
    assert skirmish.order(order).outcome == (
        "GM correction: Rifleman: 1 of 2 actions left, at C4, Pulse Rifle 5 of 16 boxes, spare loads: 2."
    )
    assert skirmish.state("Rifleman").left == 1
    assert boxes(skirmish.one("Rifleman").carried[0]) == ("Pulse Rifle", 5, 2)
    assert str(skirmish.one("Rifleman").place) == "C4"


@pytest.mark.parametrize(
    ("who", "changes", "kind", "said"),
    [
        ("Rifleman", "", BadSheet, "What do you want to set?"),
        ("Rifleman", "actions 3", NotNow, "Rifleman has 2 actions a turn"),
        ("Rifleman", "loaded 17", NotNow, "holds at most 16 boxes"),
        ("Rifleman", "weapon 3", NotNow, "1 Pulse Rifle, 2 Pistol"),
        ("Rifleman", "stop reloading", NotNow, "Rifleman is not reloading."),
        ("Rifleman", "angry", BadSheet, "I don't know “angry”"),
        ("Alien 1", "actions 3", NoRule, "Alien 1 is an Alien and has no actions"),
        ("Alien 1", "loaded 3", NotNow, "no weapon in hand"),
    ],
)
def test_adjustments_refused(who: str, changes: str, kind: type[Refusal], said: str) -> None:
    skirmish = Skirmish("Rifleman")
    before = skirmish.encounter
    with pytest.raises(kind) as caught:
        skirmish.order(Adjust(skirmish.id(who), changes))
    assert said in str(caught.value)
    assert skirmish.encounter == before


def test_summaries() -> None:
    skirmish = Skirmish("Rifleman, loaded 13, spares 2")

    def short(name: str) -> str:
        return ALIENS.summary(skirmish.one(name), skirmish.encounter).short

    assert short("Rifleman") == "2 of 2 actions · Pulse Rifle 13/16"
    assert short("Alien 1") == "Alien"
    assert ALIENS.summary(skirmish.one("Rifleman"), skirmish.encounter).lines == (
        ("Card", "Rifleman, 2 actions a turn"),
        ("Actions", "2 of 2 actions left"),
        ("In hand", "Pulse Rifle, 13 of 16 boxes, spare loads: 2"),
        ("Carries", "Pistol, 13 of 13 boxes, spare loads: unlimited"),
    )
    skirmish.order(Reload(skirmish.id("Rifleman")))
    assert short("Rifleman") == "reloading 2 of 8"
    skirmish.order(Switch("ammunition", "off"))
    assert short("Rifleman") == "0 of 2 actions · Pulse Rifle"
    skirmish.order(Adjust(skirmish.id("Rifleman"), "dead"))
    skirmish.order(Adjust(skirmish.id("Alien 1"), "dead"))
    assert (short("Rifleman"), short("Alien 1")) == ("out", "out")


def test_an_alien_is_shown_by_its_distance_from_the_nearest_marine_on_the_map() -> None:
    skirmish = Skirmish("Apone", "Rifleman")

    def short() -> str:
        return ALIENS.summary(skirmish.one("Alien 1"), skirmish.encounter).short

    skirmish.map(12, 12, Apone="B2", Rifleman="F2", Alien_2="D3")
    assert short() == "Alien"
    skirmish.order(Adjust(skirmish.id("Alien 1"), "at D2"))
    assert short() == "2 squares from Apone"
    skirmish.order(Adjust(skirmish.id("Apone"), "at A1"))
    assert short() == "2 squares from Rifleman"
    skirmish.order(Adjust(skirmish.id("Rifleman"), "dead"))
    assert short() == "3 squares from Apone"
    skirmish.order(Adjust(skirmish.id("Apone"), "dead"))
    assert short() == "Alien"


def test_a_weapon_that_cannot_be_reloaded_has_no_spares_to_set() -> None:
    skirmish = Skirmish("Apone", "Rifleman")
    with pytest.raises(BadSheet, match=r"The Flame Unit cannot be reloaded\. Leave spares out"):
        skirmish.order(Adjust("c1", "spares 2"))
    skirmish.order(Adjust("c2", "weapon 2, spares 2"))
    assert skirmish.ammunition("Rifleman").loads == 2


def test_ammunition_that_is_not_counted_is_not_set() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Switch("ammunition", "off"))
    for changes in ("loaded 3", "spares 1", "dead, unlimited"):
        with pytest.raises(NoRule, match="switch is off"):
            skirmish.order(Adjust("c1", changes))
