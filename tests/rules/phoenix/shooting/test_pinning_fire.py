"""Pinning a location: what it takes, what is seen of it, what it is worth, what ends it (5.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Duck, Fire, Move, Reload, Switch, Target
from rules.engine.scene.scene import Part
from rules.phoenix.ground import view
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, total

TRENT = "SAL 14, CA 4, M16A1, exposed, facing north"


def skirmish(trent: str = TRENT, guard: str = "CA 8, hidden", at: str = "D4") -> Skirmish:
    """Trent at D12 looks north; Guard is at `at`."""
    fight = Skirmish()
    fight.order(Switch("pinning fire", "on"))
    fight.map(20, 14)
    fight.sheet("Trent", trent, "D12")
    fight.sheet("Guard", guard, at)
    return fight


def pin(fight: Skirmish, where: str = "D4") -> Part:
    return fight.parts(Act(fight.id("Trent"), f"pin {where}"))[-1]


def fire(fight: Skirmish, name: str = "Guard", aim: int | None = 1) -> int:
    """The Shot Accuracy of a shot that misses."""
    return total(fight.parts(Fire(fight.id("Trent"), (fight.target(name),), aim), 99)[0].resolution, "Accuracy")


@pytest.mark.parametrize("where", ["D4", "hex d4", "Guard", "guard", "down D4"])
def test_a_hex_is_pinned_by_its_name_or_whose_it_is(where: str) -> None:
    fight = skirmish()
    assert pin(fight, where).resolution.outcome == "Trent pins D4 with the M16A1."
    known = fight.state("Trent").pin
    assert known is not None and known.place == Place.parse("D4") and known.there == ()


def test_whoever_appears_there_is_aimed_at_for_one_action_more() -> None:
    fight = skirmish()
    pin(fight)
    shown, told = fight.parts(Act(fight.id("Guard"), "step out"))
    assert "steps out" in shown.resolution.outcome
    assert told.resolution.outcome == "Guard appears at D4, which Trent has pinned."
    assert told.resolution.concerned == (fight.id("Trent"),)
    # SAL 14, an aim of 2 actions -12, appearing -5, standing exposed +8.
    assert fire(fight) == 14 - 12 - 5 + 8
    assert fight.state("Trent").pin is not None


def test_whoever_has_not_been_seen_is_told_of_to_nobody() -> None:
    fight = skirmish(guard="CA 24", at="G5")
    fight.make("Guard", spotted=False)
    pin(fight)
    assert len(fight.parts(Move(fight.id("Guard"), Place.parse("D4")))) == 1


def test_whoever_was_in_sight_there_already_is_not() -> None:
    fight = skirmish(guard="CA 8")
    pin(fight)
    assert fight.state("Trent").pin.there == (fight.id("Guard"),)  # type: ignore[union-attr]
    assert fire(fight) == 14 - 22


def test_who_goes_and_comes_again_has_appeared() -> None:
    fight = skirmish(guard="CA 8, firing over cover")
    pin(fight)
    fight.order(Duck(fight.id("Guard"), "back behind cover"))
    fight.next()
    assert fight.state("Trent").pin.there == ()  # type: ignore[union-attr]
    fight.parts(Act(fight.id("Guard"), "step out"))
    assert fire(fight) == 14 - 12 - 5 + 8


def test_whoever_runs_into_it_appears_as_he_comes() -> None:
    fight = skirmish(guard="CA 24", at="G5")
    pin(fight)
    moved, told = fight.parts(Move(fight.id("Guard"), Place.parse("D4")))
    assert "Guard moves" in moved.resolution.outcome
    assert told.resolution.outcome == "Guard appears at D4, which Trent has pinned."


def test_a_friend_is_told_of_to_nobody() -> None:
    fight = skirmish(guard="CA 24", at="G5")
    for name in ("Trent", "Guard"):
        fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), side="Blue"))
    pin(fight)
    assert len(fight.parts(Move(fight.id("Guard"), Place.parse("D4")))) == 1


@pytest.mark.parametrize(("spot", "seen"), [("D4", True), ("D3", True), ("E5", False), ("C5", False), ("F4", False)])
def test_ten_degrees_are_seen(spot: str, seen: bool) -> None:
    """A hex beside it, 8 hexes away, is 7 degrees off."""
    fight = skirmish(guard="CA 8", at=spot)
    pin(fight)
    assert view.sees(fight.one("Trent"), fight.one("Guard"), fight.encounter) is seen
    if seen:
        assert fire(fight) == 14 - 22
    else:
        with pytest.raises(NotNow, match="has D4 pinned and sees only 10 degrees"):
            fire(fight)


@pytest.mark.parametrize(
    "what", ["turn left", "lower the weapon", "hip stance", "duck back", "unpin", "stop pinning", "look over cover"]
)
def test_what_ends_it(what: str) -> None:
    fight = skirmish(trent="SAL 14, CA 24, M16A1, firing over cover, facing north")
    pin(fight)
    fight.parts(Act(fight.id("Trent"), what))
    assert fight.state("Trent").pin is None


def test_another_weapon_and_a_reload_end_it() -> None:
    for order, dice in ((Fire("c1", (Target("c2"),), 1, weapon="M92F"), (99,)), (Reload("c1"), ())):
        fight = skirmish(trent="SAL 14, CA 8, M16A1, M92F, facing north", guard="CA 8")
        fight.make("Trent", left=20)
        pin(fight)
        fight.parts(Act(fight.id("Guard"), "look over cover"))
        fight.parts(Fire("c1", (Target("c2"),), 1), 99)
        assert fight.state("Trent").pin is not None
        fight.parts(order, *dice)
        assert fight.state("Trent").pin is None


def test_a_duck_and_a_step_end_it() -> None:
    for order in (Duck("c1"), Move("c1", Place.parse("D11"))):
        fight = skirmish(trent="SAL 14, CA 24, M16A1, facing north")
        pin(fight)
        fight.parts(order)
        assert fight.state("Trent").pin is None


@pytest.mark.parametrize("changes", ["facing 90", "hip", "hidden", "at D11", "no pin"])
def test_the_gm_ends_it(changes: str) -> None:
    fight = skirmish()
    pin(fight)
    fight.order(Adjust(fight.id("Trent"), changes))
    assert fight.state("Trent").pin is None


def test_fire_elsewhere_ends_it() -> None:
    fight = skirmish(guard="CA 8", at="D3")
    pin(fight)
    parts = fight.parts(Fire(fight.id("Trent"), (fight.target("Guard"),), 1), 99)
    assert parts[-1].resolution.outcome == "Trent turns to another target and no longer has D4 pinned."
    assert fight.state("Trent").pin is None


def test_fire_into_it_and_aim_do_not() -> None:
    fight = skirmish(trent="SAL 14, CA 24, M16A1, facing north", guard="CA 8", at="D4")
    pin(fight)
    fight.order(Aim(fight.id("Trent"), (fight.target("Guard"),), 1))
    fight.order(Burst(fight.id("Trent"), (Target(place=Place.parse("D4")),), 1), 99)
    assert fight.state("Trent").pin is not None


def test_one_at_a_time_and_the_aim_elsewhere_is_lost() -> None:
    fight = skirmish(guard="CA 8", at="D3")
    fight.order(Aim(fight.id("Trent"), (fight.target("Guard"),)))
    first = pin(fight, "D4").resolution
    assert note(first, "Aim") == "Trent loses their aim of 1"
    assert pin(fight, "D5").resolution.outcome == "Trent pins D5 with the M16A1 instead of D4."


def test_what_is_pinned_already_is_not_pinned_again() -> None:
    fight = skirmish()
    pin(fight)
    with pytest.raises(NotNow, match=r"Trent already has D4 pinned\. Use /act unpin to give it up"):
        pin(fight)
    fight.parts(Act(fight.id("Guard"), "look over cover"))
    with pytest.raises(NotNow, match="Trent already has D4 pinned"):
        pin(fight)


def test_aim_at_whoever_is_there_is_kept() -> None:
    fight = skirmish(guard="CA 8")
    fight.order(Aim(fight.id("Trent"), (fight.target("Guard"),)))
    pin(fight)
    assert fight.state("Trent").aim is not None


@pytest.mark.parametrize(
    ("trent", "where", "error", "said"),
    [
        ("SAL 14, CA 4, M16A1, hip", "D4", NotNow, "Trent is not in a Firing Stance, and pinning needs one"),
        ("SAL 14, CA 4, M16A1, hidden", "D4", NotNow, "Trent is behind cover and sees nothing"),
        ("SAL 14, CA 4", "D4", Refusal, "carries no weapon"),
        (TRENT, "D12", Refusal, r"Trent is at D12\. Pin another hex\."),
        (TRENT, "D14", NotNow, "Field of Fire"),
        (TRENT, "Z99", NotNow, "off the map"),
        (TRENT, "the window", UnknownName, "is not a place on the map"),
        (TRENT, "D4 and E4", UnknownName, "is not a place on the map"),
    ],
)
def test_what_cannot_be_pinned(trent: str, where: str, error: type[Refusal], said: str) -> None:
    fight = skirmish(trent)
    before = fight.encounter
    with pytest.raises(error, match=said):
        pin(fight, where)
    assert fight.encounter == before


def test_nor_by_somebody_who_ducks() -> None:
    fight = skirmish()
    fight.order(Duck(fight.id("Trent")))
    with pytest.raises(NotNow, match="ducks in this impulse"):
        pin(fight)


def test_it_costs_nothing_and_takes_no_cost() -> None:
    fight = skirmish()
    left = fight.state("Trent").left
    pin(fight)
    assert fight.state("Trent").left == left
    with pytest.raises(Refusal, match="Leave cost: out"):
        fight.order(Act(fight.id("Trent"), "pin D5", 3))
    fight.order(Act(fight.id("Trent"), "unpin"))
    with pytest.raises(NotNow, match="has nothing pinned"):
        fight.order(Act(fight.id("Trent"), "unpin"))


def test_off_the_map_it_is_a_word_or_somebodys() -> None:
    fight = Skirmish()
    fight.order(Switch("pinning fire", "on"))
    fight.sheet("Trent", TRENT)
    fight.sheet("Guard", "CA 8, hidden")
    fight.sheet("Other", "CA 8, hidden")
    assert pin(fight, "Guard").resolution.outcome == "Trent pins Guard with the M16A1."
    assert len(fight.parts(Act(fight.id("Other"), "look over cover"))) == 1
    pin(fight, "the Window")
    told = fight.parts(Act(fight.id("Guard"), "look over cover"))[-1]
    assert told.resolution.outcome == "Guard appears at the Window, which Trent has pinned."
    shot = replace(Fire(fight.id("Trent"), (fight.target("Guard"),), 1), range=10)
    # An aim of 2 actions -12, appearing -5, looking over cover -4.
    assert total(fight.order(shot, 99), "Accuracy") == 14 - 12 - 5 - 4


def test_whoever_takes_his_place_on_the_map_has_nothing_pinned_yet() -> None:
    fight = skirmish()
    fight.sheet("Late", "CA 8, M16A1")
    fight.order(Act(fight.id("Late"), "pin E5"))
    fight.order(Move(fight.id("Late"), Place.parse("E5")))
    assert fight.state("Late").pin is None


def test_board_and_status_sheet_and_suggestions() -> None:
    fight, book = skirmish(guard="CA 8"), phoenix()
    assert "pin D7" in dict(book.acts(fight.encounter, fight.id("Trent")))
    pin(fight)
    shown = book.summary(fight.one("Trent"), fight.encounter)
    assert "pins D4" in shown.short
    assert dict(shown.lines)["Pinned"] == "D4, Field of View 10 degrees; Guard already in sight there"
    fight.order(Switch("pinning fire", "off"))
    shown = book.summary(fight.one("Trent"), fight.encounter)
    assert "pins" not in shown.short and "Pinned" not in dict(shown.lines)
    assert "pin D7" not in dict(book.acts(fight.encounter, fight.id("Trent")))
    assert view.pinned(fight.one("Trent"), fight.encounter) is None


def test_without_the_switch_it_says_so() -> None:
    fight = Skirmish()
    fight.sheet("Trent", TRENT)
    with pytest.raises(NoRule, match="switch “pinning fire”"):
        fight.order(Act(fight.id("Trent"), "pin D4"))
