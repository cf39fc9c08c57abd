"""The fighters who are fired at and hit, for every kind of attack, and those who have to stop what they were doing."""

from __future__ import annotations

import pytest

from rules.engine.records.orders import Attack, Burst, Dismiss, Fire, Move, Next, Switch, Target, Throw
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import soldier
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.shooting.duel import duel, fire
from tests.rules.phoenix.skirmish import Skirmish, phoenix
from tests.rules.phoenix.timing.declaring import Exchange
from tests.rules.threats import failed, threatened

SEEDS = range(60)
BASIC, ADVANCED = "phoenix-basic", "phoenix-advanced"
STRAY, COVER = "stray fire", "cover fire"
BLIND = "D1"
"""The place of fire without a target, through everybody on the line."""


def field(preset: str, weapon: str, switch: str = "") -> Skirmish:
    """Trent at D12 looks north: Nell is at D8, Guards 1 and 2 at D4, Guard 3 beside them at E3, Zoe far off."""
    fight = Skirmish(preset)
    if switch:
        fight.order(Switch(switch, "on"))
    fight.map(40, 40)
    fight.sheet("Trent", f"SAL 9, CA 8, KV 200, {weapon}, exposed, facing north", "D12")
    for name, at in (("Guard 1", "D4"), ("Guard 2", "D4"), ("Guard 3", "E3"), ("Nell", "D8"), ("Zoe", "AK38")):
        fight.sheet(name, "SAL 4, CA 8, KV 200, exposed, facing south", at)
    fight.make("Trent", left=8)
    return fight


def attack(fight: Skirmish, verb: type[Attack], target: str, how: str = "") -> Attack:
    aim = None if target == BLIND else 1
    at = fight.target(target) if " " in target else Target(place=Place.parse(target))
    return verb(fight.id("Trent"), (at,), aim, how=how)


@pytest.mark.parametrize(
    ("preset", "weapon", "switch", "verb", "target", "how", "fired", "perhaps"),
    [
        (BASIC, "M16A1", "", Fire, "Guard 1", "", "Guard 1", ""),
        (ADVANCED, "M16A1", "", Fire, "Guard 1", "", "Guard 1", ""),
        (BASIC, "M16A1", "", Burst, "Guard 1", "", "Guard 1", ""),
        (BASIC, "M16A1", "", Burst, "Guard 1", "sweep", "Guard 1, Guard 2", ""),
        (BASIC, "M16A1", "", Burst, "D4", "", "Guard 1, Guard 2", ""),
        (ADVANCED, "M16A1", "", Burst, "Guard 1", "arc 6", "Guard 1, Guard 2, Guard 3, Nell", ""),
        (ADVANCED, "Franchi SPAS 12", "", Fire, "Guard 1", "", "Guard 1", "Guard 2, Guard 3"),
        (BASIC, "M79", "", Fire, "D4", "", "Guard 1, Guard 2", "Guard 3, Nell, Trent"),
        (BASIC, "M79", "", Fire, "Guard 1", "", "Guard 1", "Guard 2, Guard 3, Nell, Trent"),
        (ADVANCED, "M79", "", Fire, "Guard 1", "", "Guard 1", "Guard 2, Guard 3, Nell, Trent"),
        (BASIC, "2 M 67", "", Throw, "D4", "", "Guard 1, Guard 2", "Guard 3, Nell, Trent"),
        (BASIC, "M16A1", COVER, Burst, "D4", "cover fire, arc 3", "Guard 1, Guard 2", "Guard 3"),
        (ADVANCED, "M16A1", STRAY, Fire, "Guard 1", "", "Guard 1", "Guard 2, Nell"),
        (ADVANCED, "M16A1", STRAY, Fire, BLIND, "", "Guard 1, Guard 2, Nell", ""),
    ],
)
def test_who_is_fired_upon_and_who_is_hit(
    preset: str, weapon: str, switch: str, verb: type[Attack], target: str, how: str, fired: str, perhaps: str
) -> None:
    fight, verdicts = field(preset, weapon, switch), set[bool]()
    always, sometimes = ({name for name in names.split(", ") if name} for names in (fired, perhaps))
    for seed in SEEDS:
        upon, hit, after = threatened(attack(fight, verb, target, how), fight.encounter, phoenix(), seed)
        assert always <= upon <= always | sometimes
        assert {c.name for c in after.combatants if soldier(c).wounds} <= hit <= upon
        verdicts.add(bool(hit))
    assert True in verdicts
    assert False in verdicts or weapon in ("M79", "2 M 67"), "what bursts near hits somebody"


def test_a_grenade_with_a_fuse_threatens_those_near_as_it_goes_off() -> None:
    fight = field(ADVANCED, "2 M 67")
    parts = resolve(attack(fight, Throw, "D4"), Scene(fight.encounter, SeededDice(1)), phoenix())
    encounter = Placed(fight.id("Guard 2"), Place.parse("AH34")).on(parts[-1].encounter)
    upon, hit, _ = threatened(Next(seconds=6), encounter, phoenix(), 1)
    assert hit <= upon
    assert {"Guard 1", "Guard 3"} <= upon
    assert "Guard 2" not in upon, "who is far away by then"


def test_whoever_appears_under_cover_fire_is_fired_upon() -> None:
    fight = field(BASIC, "M16A1", COVER)
    fight.put("Guard 1", "J4")
    seed = next(seed for seed in SEEDS if covers(fight, seed))
    fight.make("Zoe", left=8)
    fight.put("Zoe", "E2")
    parts = resolve(attack(fight, Burst, "D4", "cover fire"), Scene(fight.encounter, SeededDice(seed)), phoenix())
    upon, _, _ = threatened(Move(fight.id("Zoe"), Place.parse("D4")), parts[-1].encounter, phoenix(), 0)
    assert upon == {"Zoe"}


def covers(fight: Skirmish, seed: int) -> bool:
    scene = Scene(fight.encounter, SeededDice(seed))
    return resolve(attack(fight, Burst, "D4", "cover fire"), scene, phoenix())[0].resolution.verdict == "hit"


def test_a_target_described_is_nobody_to_threaten() -> None:
    fight = field(BASIC, "M16A1")
    described = Target(profile=phoenix().profile("exposed", {}))
    order = Fire(fight.id("Trent"), (described,), 1, range=5)
    assert all(threatened(order, fight.encounter, phoenix(), seed)[:2] == (set(), set()) for seed in SEEDS)


def test_those_who_have_to_stop_have_failed() -> None:
    fight = duel()
    fight.order(fire(fight, aim=6))
    fight.order(Dismiss(fight.id("Guard 1")))
    names, after = failed(Next(), fight.encounter, phoenix())
    assert (names, after.task(fight.id("Trent"))) == (["Trent"], None)


def test_fire_that_is_declared_and_given_up_has_failed() -> None:
    fight = Exchange()
    fight.fire("Donovan", "Guard")
    assert failed(Next(), fight.encounter, phoenix())[0] == []
    fight.order(Dismiss(fight.id("Guard")))
    assert failed(Next(), fight.encounter, phoenix())[0] == ["Donovan"]
