"""Words of `how:` that the record of an encounter contradicts are refused, and what it knows counts by itself (3.1)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.orders import Act, Aim, Fire
from rules.engine.records.steps import Note, Sum
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Resolution, Scene
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.people.sheets.sheet import profile
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix

SCOPE = "optical scope under 8 hexes"


def fight(trent: str = "M16", guard: str = "exposed") -> Skirmish:
    made = Skirmish("phoenix-advanced")
    made.sheet("Trent", f"SAL 14, CA 8, {trent}")
    made.sheet("Guard", f"SAL 10, CA 8, KV 40, M16, {guard}")
    for name in ("Trent", "Guard"):
        made.make(name, left=8)
    return made


def shot(made: Skirmish, how: str = "", hexes: int = 100, by: str = "Trent", at: str = "Guard") -> Resolution:
    """A shot at SAL 14 that misses; its bolt is no matter."""
    made.make(by, left=8)
    return made.order(Fire(made.id(by), (made.target(at),), aim=4, range=hexes, how=how), 99)


def near(made: Skirmish, hexes: int = 7, how: str = "") -> dict[str, int]:
    """The terms of a shot at this range, whatever it does."""
    order = Fire(made.id("Trent"), (made.target("Guard"),), aim=4, range=hexes, how=how)
    [part] = resolve(order, Scene(made.encounter, SeededDice(1)), phoenix())
    return terms(part.resolution)


def terms(resolution: Resolution) -> dict[str, int]:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return {term.label: term.value for term in total.terms}


def test_no_rifleman_on_foot_has_a_turret() -> None:
    made = fight()
    with pytest.raises(NotNow, match="Trent is on foot, and a turret is part of a vehicle"):
        shot(made, "turret")
    with pytest.raises(NotNow, match="on foot"):
        phoenix().odds(Fire(made.id("Trent"), (made.target("Guard"),), range=100, how="turret"), made.encounter)
    made.sheet("Jeep", "vehicle 16")
    made.make("Trent", rides=made.id("Jeep"))
    fired = shot(made, "turret")
    assert terms(fired)["turret"] == 11
    assert note(fired, "Circumstances") == "turret, as the player says"


def test_nobody_is_39_feet_large() -> None:
    made = fight()
    with pytest.raises(NoRule, match=r"Guard is a person.*Leave 39 feet out of how:"):
        shot(made, "39 feet")


def test_only_the_prone_are_low_prone() -> None:
    made = fight()
    with pytest.raises(NotNow, match=r"Guard is standing\. Leave low prone out"):
        shot(made, "low prone")
    made.make("Guard", position="prone")
    assert terms(shot(made, "low prone"))["target low prone"] == 1


def test_a_flash_needs_fire() -> None:
    made = fight()
    with pytest.raises(NotNow, match="Guard has not fired within a phase and shows no flash"):
        shot(made, "muzzle flash")
    shot(made, by="Guard", at="Trent")
    assert terms(shot(made, "muzzle flash", 20))["firing at muzzle flash"] == -10


def test_a_flash_lasts_a_phase_and_as_long_as_the_aim() -> None:
    made = fight()
    shot(made, by="Guard", at="Trent")
    for _ in range(4):
        made.next()
    with pytest.raises(NotNow, match="shows no flash"):
        shot(made, "muzzle flash", 20)
    shot(made, by="Guard", at="Trent")
    made.make("Trent", left=1)
    made.order(Aim(made.id("Trent"), (made.target("Guard"),), aim=1, range=20, how="muzzle flash"))
    for _ in range(4):
        made.next()
    assert terms(shot(made, "muzzle flash", 20))["firing at muzzle flash"] == -10


@pytest.mark.parametrize("weapon", ["M16, scope", "FR F2", "Steyr AUG", "Walther 2000", "Dragunov SVD"])
def test_a_scope_costs_6_below_8_hexes_without_a_word(weapon: str) -> None:
    made = fight(weapon)
    assert near(made)[SCOPE] == -6
    assert SCOPE not in near(made, 8)


def test_a_scope_can_be_taken_off() -> None:
    made = fight("M16, scope")
    made.order(Act(made.id("Trent"), "detach the scope"))
    assert SCOPE not in near(made)
    assert SCOPE not in near(fight("M16, scope, scope detached"))
    assert SCOPE not in near(fight("M92F, scope"))


def test_the_second_weapon_s_scope_counts_with_it() -> None:
    state = soldier(profile("SAL 14, CA 8, M92F, FR F2", phoenix().book.arms, phoenix().book))
    assert [(one.gear, one.slot) for one in state.fitted] == [("scope", 1)]


def test_what_only_the_table_knows_counts_and_details_say_whose_word_it_is() -> None:
    made = fight()
    fired = shot(made, "haze, target running")
    assert terms(fired)["smoke, haze, fog"] == -6
    assert note(fired, "Circumstances") == "smoke, haze, fog and target running, as the player says"
    assert not [step for step in shot(made).steps if isinstance(step, Note) and step.label == "Circumstances"]


def test_a_quick_ruling_takes_every_word() -> None:
    made = fight()
    made.encounter = replace(made.encounter, timed=False)
    counted = near(made, 400, "turret, muzzle flash, 39 feet")
    assert [counted[word] for word in ("turret", "firing at muzzle flash", "target, 39 feet")] == [11, -10, 28]
