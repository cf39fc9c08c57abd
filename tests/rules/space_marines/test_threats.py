"""The fighters who are fired at and hit: attacks, split attacks, grenades, cover fire, the Bad Guys that the bot
runs.
"""

from __future__ import annotations

import pytest

from rules.engine.records.orders import Answer, Attack, Burst, Fire, Move, Next, Target, Throw
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish, book
from tests.rules.threats import threatened

SEEDS = range(40)


def field(weapon: str) -> Skirmish:
    """Ash at A1; Bugs at F1, F2 and G1."""
    skirmish = Skirmish()
    skirmish.map(14, 10)
    skirmish.muster(f"Marine, {weapon}", "A1", "Ash")
    for n, place in enumerate(("F1", "F2", "G1"), 1):
        skirmish.muster("Bug Warrior", place, f"Bug {n}")
    return skirmish


@pytest.mark.parametrize(
    ("weapon", "verb", "at", "fired", "perhaps"),
    [
        ("rifle", Fire, "Bug 1", "Bug 1", ""),
        ("smart gun, rifle", Burst, "Bug 1, Bug 2", "Bug 1, Bug 2", ""),
        ("smart gun, rifle", Burst, "Bug 1, Bug 3", "Bug 1, Bug 3", ""),
        ("rifle, grenade", Throw, "Bug 1", "Bug 1", "Bug 2, Bug 3"),
        ("rifle, grenade", Throw, "E1", "", "Bug 1, Bug 2"),
    ],
)
def test_who_is_fired_upon_and_who_is_hit(weapon: str, verb: type[Attack], at: str, fired: str, perhaps: str) -> None:
    skirmish, verdicts = field(weapon), set[bool]()
    always, sometimes = ({name for name in names.split(", ") if name} for names in (fired, perhaps))
    order = verb(skirmish.id("Ash"), skirmish.aimed(*at.split(", ")))
    for seed in SEEDS:
        upon, hit, after = threatened(order, skirmish.encounter, book(), seed)
        assert always <= upon <= always | sometimes
        changed = {c.name for c in after.combatants if c.condition != skirmish.one(c.name).condition} - {"Ash"}
        assert changed <= hit <= upon
        verdicts.add(bool(hit))
    assert verdicts == {True, False}


def test_whoever_enters_cover_fire_is_fired_upon_once_it_is_fired() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(7, 4, "B1 C1 D1 E1 F1 B3 C3 D3 E3 F3 A4 B4 C4 D4 E4 F4")
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bug warrior", "G4", "Bug 1", owner="bob")
    covers = Fire(skirmish.id("Ash"), skirmish.aimed("G2"), how="cover fire")
    assert threatened(covers, skirmish.encounter, book(), 1)[0] == set()
    skirmish.order(covers)
    skirmish.next()
    skirmish.order(Move(skirmish.id("Bug 1"), Place.parse("G2")))
    answer = Answer(skirmish.id("Ash"), "fire")
    assert all(threatened(answer, skirmish.encounter, book(), seed)[0] == {"Bug 1"} for seed in SEEDS)
    assert threatened(Answer(skirmish.id("Ash"), "hold fire"), skirmish.encounter, book(), 1)[0] == set()


def test_the_bots_attacks_threaten() -> None:
    skirmish = field("rifle")
    skirmish.muster("Marine, rifle", "E2", "Hicks")
    assert "Hicks" in threatened(Next(), skirmish.encounter, book(), 1)[0]


def test_a_figure_described_is_nobody_to_threaten() -> None:
    skirmish = Skirmish()
    skirmish.muster("Marine, rifle", name="Ash")
    order = Fire(skirmish.id("Ash"), (Target(profile=book().profile("Bug Warrior", {})),), range=3)
    assert threatened(order, skirmish.encounter, book(), 1)[:2] == (set(), set())
