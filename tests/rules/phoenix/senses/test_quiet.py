"""Actions done quietly: ten times their cost, and how loud those of the table are (5.3)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NoRule, UnknownName
from rules.engine.records.orders import Act, Reload, Switch
from rules.engine.records.steps import Lookup
from rules.engine.scene.scene import Resolution
from rules.phoenix.optional.senses.hearing import quiet
from tests.rules.phoenix.shooting.duel import TRENT, gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

# The table: usual pace, ten times as long.
TABLE = {
    "Automatic Pistol or SMG": (59, 26),
    "Automatic Rifle or MG": (60, 27),
    "Shotgun": (62, 29),
    "Bolt Action Rifle": (58, 25),
    "Cock Revolver": (57, 24),
    "Insert Magazine": (45, 22),
    "Open Velcro Pocket": (56, 20),
    "Open Door Latch": (57, 15),
    "Wire Cutters": (45, 15),
    "Bolt Cutters": (55, 25),
}


def night(weapon: str = "M92F", *, switch: str = "on", loaded: int | None = None) -> Skirmish:
    skirmish = Skirmish()
    skirmish.order(Switch("sound", switch))
    skirmish.join("Trent", TRENT, gun(weapon, loaded))
    skirmish.make("Trent", left=400)
    return skirmish


def sounds(resolution: Resolution) -> list[tuple[str, str]]:
    return [
        (step.at[0][1], step.value) for step in resolution.steps if isinstance(step, Lookup) and step.label == "Sound"
    ]


def act(skirmish: Skirmish, what: str, cost: int | None = None) -> tuple[int, list[tuple[str, str]]]:
    """Actions spent, and what is told of its sound."""
    before = skirmish.state("Trent").left
    resolution = skirmish.order(Act(skirmish.id("Trent"), what, cost))
    return before - skirmish.state("Trent").left, sounds(resolution)


@pytest.mark.parametrize(
    ("what", "cost", "row"),
    [
        ("cock", 2, "Cock Revolver"),
        ("open a door", 3, "Open Door Latch"),
        ("take a magazine", 4, "Open Velcro Pocket"),
    ],
)
def test_a_quiet_act_takes_ten_times_as_long(what: str, cost: int, row: str) -> None:
    normal, low = TABLE[row]
    assert act(night(), what) == (cost, [(row, str(normal))])
    assert act(night(), f"{what} quietly") == (10 * cost, [(row, str(low))])
    assert act(night(), f"quietly {what}") == (10 * cost, [(row, str(low))])


@pytest.mark.parametrize(
    ("what", "row"),
    [
        ("cut the wire", "Wire Cutters"),
        ("use wire cutters", "Wire Cutters"),
        ("cut a padlock", "Bolt Cutters"),
        ("open a velcro pocket", "Open Velcro Pocket"),
        ("open the door latch", "Open Door Latch"),
    ],
)
def test_what_is_on_no_list_takes_the_cost_that_is_said(what: str, row: str) -> None:
    normal, low = TABLE[row]
    assert act(night(), what, 6) == (6, [(row, str(normal))])
    assert act(night(), f"{what} quietly", 6) == (60, [(row, str(low))])


def test_the_action_of_a_weapon_is_that_of_its_kind() -> None:
    for name, weapon in phoenix().book.arms.items():
        if weapon.group in ("explosive", "grenades"):
            continue
        skirmish = Skirmish()
        skirmish.join("Trent", TRENT, gun(name))
        row = quiet.row("Work the Bolt or Pump", skirmish.one("Trent"))
        if weapon.group == "shotguns":
            assert row == "Shotgun"
        elif weapon.group in ("pistols", "smgs"):
            assert row == "Automatic Pistol or SMG"
        else:
            assert row == ("Bolt Action Rifle" if name in ("FR F2", "M40A1") else "Automatic Rifle or MG")


def test_a_magazine_goes_in_quietly() -> None:
    for how, times, value in (("", 1, "45"), ("quietly", 10, "22"), ("quietly FMJ", 10, "22")):
        skirmish = night(loaded=0)
        resolution = skirmish.order(Reload(skirmish.id("Trent"), how=how))
        assert 400 - skirmish.state("Trent").left == 4 * times
        assert sounds(resolution) == [("Insert Magazine", value)]


def test_what_the_table_does_not_have_cannot_be_quiet() -> None:
    with pytest.raises(NoRule, match=r"The table gives no quiet way to do that \(5\.3\)"):
        act(night(), "kneel quietly")
    with pytest.raises(UnknownName):
        act(night(), "whittle quietly")
    assert act(night(), "whittle quietly", 5) == (5, [])
    skirmish = night("Remington M870", loaded=0)
    with pytest.raises(NoRule, match=r"only for magazines \(5"):
        skirmish.order(Reload(skirmish.id("Trent"), how="quietly"))


def test_without_the_switch_nothing_is_quiet() -> None:
    with pytest.raises(NoRule, match="switch “sound”"):
        act(night(switch="off"), "cock quietly")
    assert act(night(switch="off"), "cock quietly", 5) == (5, [])
    assert act(night(switch="off"), "cock") == (2, [])
    skirmish = night(switch="off", loaded=0)
    with pytest.raises(NoRule, match="switch “sound”"):
        skirmish.order(Reload(skirmish.id("Trent"), how="quietly"))


def test_it_goes_on_from_impulse_to_impulse() -> None:
    skirmish = night()
    skirmish.make("Trent", left=2)
    waits = skirmish.order(Act(skirmish.id("Trent"), "cock quietly"))
    assert "quietly: 2 of 20 actions" in waits.outcome
    [done, _] = skirmish.next()
    assert done.resolution.outcome.endswith("quietly (20 actions).")
    assert sounds(done.resolution) == [("Cock Revolver", "24")]
