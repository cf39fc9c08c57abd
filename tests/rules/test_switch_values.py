"""Switches that need others: what turns along with one that is turned, and how one stands that nobody has set."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from rules.engine.books.ruleset import Option, Ruleset
from rules.engine.books.switch_values import changed, choices, value_of
from rules.engine.books.table_options import BY_HAND, DELAY, PACE, SEALED, TABLE_OPTIONS, WINDOW
from rules.engine.conduct.conduct import UNOPENED, options, stage
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Fire, Next, Switch, Target
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics import switches
from rules.phoenix.basics.soldier import soldier
from rules.shelf import shelf
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix

OPTIONS = {
    option.name: option
    for option in (
        Option("ground", "", ("off", "on"), "off"),
        Option("walls", "", ("off", "brick", "stone"), "off", (("ground",),)),
        Option("left wing", "", ("off", "on"), "off", (("walls",),)),
        Option("right wing", "", ("off", "on"), "off", (("walls",), ("ground",))),
        Option("roof", "", ("off", "on"), "off", (("left wing", "right wing"),)),
        Option("color", "", ("white", "red"), "white"),
    )
}


def encounter(**stand: str) -> Encounter:
    return replace(UNOPENED, switches=tuple((name.replace("_", " "), value) for name, value in stand.items()))


@pytest.mark.parametrize(
    ("stand", "name", "value", "turned"),
    [
        ({}, "color", "red", {"color": "red"}),
        ({}, "ground", "on", {"ground": "on"}),
        ({}, "walls", "stone", {"walls": "stone", "ground": "on"}),
        ({}, "left wing", "on", {"left wing": "on", "walls": "brick", "ground": "on"}),
        ({}, "right wing", "on", {"right wing": "on", "walls": "brick", "ground": "on"}),
        ({"ground": "on", "walls": "stone"}, "left wing", "on", {"left wing": "on"}),
        ({"ground": "on", "walls": "stone", "left_wing": "on"}, "roof", "on", {"roof": "on"}),
        (
            {"ground": "on", "walls": "stone", "left_wing": "on", "roof": "on", "color": "red"},
            "ground",
            "off",
            {"ground": "off", "walls": "off", "left wing": "off", "roof": "off"},
        ),
        ({"ground": "on", "walls": "stone", "left_wing": "on"}, "left wing", "off", {"left wing": "off"}),
        (
            {"ground": "on", "walls": "stone", "left_wing": "on", "right_wing": "on", "roof": "on"},
            "left wing",
            "off",
            {"left wing": "off"},
        ),
        (
            {"ground": "on", "walls": "stone", "right_wing": "on", "roof": "on"},
            "right wing",
            "off",
            {"right wing": "off", "roof": "off"},
        ),
        ({"ground": "on", "walls": "stone"}, "walls", "brick", {"walls": "brick"}),
    ],
)
def test_what_turns_along(stand: Mapping[str, str], name: str, value: str, turned: Mapping[str, str]) -> None:
    assert changed(name, value, encounter(**stand), OPTIONS) == turned


def test_one_of_several_has_to_be_chosen_first() -> None:
    with pytest.raises(Refusal, match=r"“roof” needs one of left wing or right wing\. Turn that on first\.$"):
        changed("roof", "on", encounter(), OPTIONS)


def test_an_encounter_older_than_a_switch_has_it_at_its_default() -> None:
    assert value_of(OPTIONS["walls"], encounter()) == "off"
    assert value_of(OPTIONS["walls"], encounter(walls="stone")) == "stone"
    assert switches.value(encounter(), switches.LIGHT) == "good"
    assert switches.value(encounter(), switches.MODIFIERS) == "on"
    assert not switches.on(encounter(), switches.ACCURACY)


def test_a_rule_that_was_read_otherwise_stays_so_in_older_encounters_and_turns_with_nothing() -> None:
    read = {**OPTIONS, "reading": Option("reading", "", ("new", "old"), "new", (("ground",),), older="old")}
    assert value_of(read["reading"], encounter()) == "old"
    assert value_of(read["reading"], encounter(reading="new")) == "new"
    assert changed("color", "white", encounter(color="red"), read) == {"color": "white"}
    assert changed("ground", "on", encounter(), read) == {"ground": "on"}
    assert changed("ground", "off", encounter(ground="on"), read) == {"ground": "off", "reading": "new"}


def turn(skirmish: Skirmish, name: str, value: str) -> str:
    return skirmish.order(Switch(name, value)).outcome


def test_the_switches_of_phoenix_command_need_what_the_rulings_say() -> None:
    """O55: 3.3 needs 3.2; 3.4 to 3.6 and 3.8 need 3.1 and 3.2; 3.7 needs one of 3.4 to 3.6."""
    both = (("accuracy",), ("damage",))
    assert {name: option.needs for name, option in phoenix().options.items() if option.needs} == {
        "disabling": (("damage",),),
        "automatic fire": both,
        "shotguns": both,
        "explosives": both,
        "target sizes": (("automatic fire", "shotguns", "explosives"),),
        "cover": both,
        "stray fire": (("cover",),),
        "walls": (("stray fire",),),
        "terrain": (("spotting",),),
        "looking": (("spotting",),),
        "spotting skill": (("spotting",),),
        "hearing": (("sound",),),
        "re-entry": (("tournament",),),
    }


def test_every_need_is_there_and_has_a_default_that_is_off() -> None:
    known = options(phoenix())
    for option in known.values():
        assert option.default in option.values and len(set(option.values)) == len(option.values) > 1
        for name in (name for group in option.needs for name in group):
            assert known[name].default == "off"


def test_turning_one_says_what_turned_along() -> None:
    skirmish = Skirmish("phoenix-basic")
    assert turn(skirmish, "stray fire", "on") == (
        "“stray fire” is now on, and with it “cover”, “accuracy” and “damage”."
    )
    assert turn(skirmish, "accuracy", "off") == ("“accuracy” is now off, and with it “cover” and “stray fire”.")
    assert dict(skirmish.encounter.switches)["damage"] == "on"
    before = skirmish.encounter
    with pytest.raises(Refusal, match="needs one of automatic fire, shotguns or explosives"):
        turn(skirmish, "target sizes", "on")
    assert skirmish.encounter == before


def test_the_presets_stand_on_what_they_need() -> None:
    for preset in phoenix().presets:
        encounter = stage(phoenix(), preset)
        stands = dict(encounter.switches)
        for option in phoenix().options.values():
            if stands[option.name] != option.default:
                assert changed(option.name, stands[option.name], encounter, options(phoenix())) == {
                    option.name: stands[option.name]
                }
    advanced = dict(stage(phoenix(), "phoenix-advanced").switches)
    basic = dict(stage(phoenix(), "phoenix-basic").switches)
    assert {name for name in advanced if advanced[name] != basic[name]} == {
        "accuracy", "damage", "disabling", "movement", "automatic fire", "shotguns", "explosives", "target sizes",
        "cover",
    }  # fmt: skip


@pytest.mark.parametrize("book", shelf().values(), ids=lambda book: book.id)
def test_only_where_all_act_at_once_orders_can_be_sealed(book: Ruleset) -> None:
    there = options(book)
    assert book.simultaneous == (book.id == "phoenix") == (WINDOW in there)
    assert there[PACE].default == BY_HAND
    scene = Scene(stage(book), ScriptedDice(()))
    if book.simultaneous:
        resolve(Switch(PACE, SEALED), scene, book)
        assert scene.encounter.settings[PACE] == SEALED
        return
    with pytest.raises(Refusal, match=r"^“pace” can be by hand or auto\.$"):
        resolve(Switch(PACE, SEALED), scene, book)


def test_many_numbers_are_read_as_a_range() -> None:
    assert choices(OPTIONS["color"]) == "white or red"
    assert choices(OPTIONS["color"], "red") == "white"
    assert choices(TABLE_OPTIONS[DELAY], "5") == "0 to 60"
    with pytest.raises(Refusal, match=r"^“delay” can be 0 to 60\.$"):
        resolve(Switch(DELAY, "61"), Scene(stage(phoenix()), ScriptedDice(())), phoenix())


def test_a_fight_from_before_there_were_switches_goes_on() -> None:
    skirmish = Skirmish("phoenix-basic")
    skirmish.sheet("Trent", "skill 8, STR 16, AGI 10, M16")
    skirmish.sheet("Guard", "green, AKM 47")
    skirmish.encounter = replace(skirmish.encounter, switches=())
    shot = skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=2, range=10), 99)
    assert re.search("MISS", shot.outcome)
    assert phoenix().odds(Fire(skirmish.id("Trent"), (Target(skirmish.id("Guard")),), range=10), skirmish.encounter)
    skirmish.order(Next())
    assert turn(skirmish, "cover", "on").startswith("“cover” is now on")
    assert soldier(skirmish.one("Guard")).wounds == ()


def test_a_switch_is_set_on_the_scene_it_stands_on() -> None:
    scene = Scene(stage(phoenix()), ScriptedDice(()))
    [part] = resolve(Switch("light", "dusk"), scene, phoenix())
    assert dict(part.encounter.switches)["light"] == "dusk"
