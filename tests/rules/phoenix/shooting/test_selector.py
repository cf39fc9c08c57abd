"""The Fire Select Switch: a weapon is set as it was fired last, and changing that takes an action (2.5, 7B; O75)."""

from __future__ import annotations

from rules.engine.records.orders import Act, Burst, Fire, Next
from rules.engine.records.steps import Ruling
from rules.engine.scene.scene import Resolution
from tests.rules.phoenix.skirmish import Skirmish, phoenix


def trent(weapon: str = "M16, 5 magazines") -> Skirmish:
    made = Skirmish()
    made.sheet("Trent", f"SAL 10, CA 8, {weapon}")
    made.sheet("Guard", "CA 8, exposed")
    made.make("Trent", left=10)
    return made


def fire(on: Skirmish, *, burst: bool = False, weapon: str = "") -> Resolution:
    order = (Burst if burst else Fire)(on.id("Trent"), (on.target("Guard"),), 1, weapon, range=10)
    return on.order(order, 99)


def test_the_first_shot_finds_it_set_right() -> None:
    for burst in (False, True):
        made = trent()
        fire(made, burst=burst)
        assert made.state("Trent").left == 9


def test_a_burst_after_a_single_shot_takes_the_switch_first() -> None:
    made = trent()
    fire(made)
    told = fire(made, burst=True)
    assert made.state("Trent").left == 10 - 1 - 1 - 1
    assert [step.text for step in told.steps if isinstance(step, Ruling) and step.id == "O75"] == [
        "a weapon stays set as it last fired; before its first shot it is set as that"
        " shot needs; changing takes 1 action (7B)"
    ]


def test_a_single_shot_after_a_burst_as_well() -> None:
    made = trent()
    fire(made, burst=True)
    fire(made)
    fire(made)
    assert made.state("Trent").left == 10 - 1 - 2 - 1


def test_it_can_be_set_beforehand_beside_other_things() -> None:
    made = trent()
    fire(made)
    told = made.order(Act(made.id("Trent"), "switch to automatic"))
    assert told.outcome == "Trent sets the M16 to automatic fire (1 action)."
    made.make("Trent", left=10)
    fire(made, burst=True)
    assert made.state("Trent").left == 9


def test_it_waits_for_its_action() -> None:
    made = trent()
    fire(made)
    made.make("Trent", left=1)
    told = made.order(Burst(made.id("Trent"), (made.target("Guard"),), 1, range=10))
    assert "aims at Guard: 1 of 2 actions" in told.outcome
    parts = made.parts(Next(), 99)
    assert any("fires a burst" in part.resolution.outcome for part in parts)


def test_each_weapon_has_its_own() -> None:
    made = trent("M16, 5 magazines, Uzi, 5 magazines")
    fire(made)
    made.order(Act(made.id("Trent"), "grab the Uzi"))
    made.make("Trent", left=10)
    fire(made, burst=True, weapon="Uzi")
    assert made.state("Trent").left == 9
    assert (made.state("Trent").single, made.state("Trent").automatic) == ((0,), (1,))


def test_what_has_no_automatic_fire_has_no_switch() -> None:
    made = trent("M1911A1")
    fire(made)
    assert made.state("Trent").single == ()


def test_the_status_sheet_says_how_it_is_set() -> None:
    made = trent()
    fire(made, burst=True)
    lines = dict(phoenix().summary(made.one("Trent"), made.encounter).lines)
    assert "set to automatic fire" in lines["In hand"]
