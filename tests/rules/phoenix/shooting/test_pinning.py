"""Pinning a location: what it takes, what is seen of it, what it is worth, what ends it (5.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.copies import altered
from rules.engine.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.orders import Act, Adjust, Aim, Burst, Duck, Fire, Move, Reload, Switch, Target
from rules.engine.scene import Part
from rules.phoenix.ground import view
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, total

TRENT = "SAL 14, CA 4, M16A1, exposed, facing north"


def skirmish(trent: str = TRENT, guard: str = "CA 8, hidden", at: str = "D4") -> Skirmish:
    """Trent at D12 looks north; Guard is at `at`."""
    found = Skirmish()
    found.order(Switch("pinning fire", "on"))
    found.map(20, 14)
    found.sheet("Trent", trent, "D12")
    found.sheet("Guard", guard, at)
    return found


def pin(found: Skirmish, where: str = "D4") -> Part:
    return found.parts(Act(found.id("Trent"), f"pin {where}"))[-1]


def fire(found: Skirmish, name: str = "Guard", aim: int | None = 1) -> int:
    """The Shot Accuracy of a shot that misses."""
    return total(found.parts(Fire(found.id("Trent"), (found.target(name),), aim), 99)[0].resolution, "Accuracy")


@pytest.mark.parametrize("where", ["D4", "hex d4", "Guard", "guard", "down D4"])
def test_a_hex_is_pinned_by_its_name_or_whose_it_is(where: str) -> None:
    found = skirmish()
    assert pin(found, where).resolution.outcome == "Trent pins D4 with the M16A1."
    known = found.state("Trent").pin
    assert known is not None and known.place == Place.parse("D4") and known.there == ()


def test_whoever_appears_there_is_aimed_at_for_one_action_more() -> None:
    found = skirmish()
    pin(found)
    shown, told = found.parts(Act(found.id("Guard"), "step out"))
    assert "steps out" in shown.resolution.outcome
    assert told.resolution.outcome == "Guard appears at D4, which Trent has pinned."
    assert told.resolution.concerned == (found.id("Trent"),)
    # SAL 14, an aim of 2 actions -12, appearing -5, standing exposed +8.
    assert fire(found) == 14 - 12 - 5 + 8
    assert found.state("Trent").pin is not None


def test_whoever_has_not_been_seen_is_told_of_to_nobody() -> None:
    found = skirmish(guard="CA 24", at="G5")
    found.make("Guard", spotted=False)
    pin(found)
    assert len(found.parts(Move(found.id("Guard"), Place.parse("D4")))) == 1


def test_whoever_was_in_sight_there_already_is_not() -> None:
    found = skirmish(guard="CA 8")
    pin(found)
    assert found.state("Trent").pin.there == (found.id("Guard"),)  # type: ignore[union-attr]
    assert fire(found) == 14 - 22


def test_who_goes_and_comes_again_has_appeared() -> None:
    found = skirmish(guard="CA 8, firing over cover")
    pin(found)
    found.order(Duck(found.id("Guard"), "back behind cover"))
    found.next()
    assert found.state("Trent").pin.there == ()  # type: ignore[union-attr]
    found.parts(Act(found.id("Guard"), "step out"))
    assert fire(found) == 14 - 12 - 5 + 8


def test_whoever_runs_into_it_appears_as_he_comes() -> None:
    found = skirmish(guard="CA 24", at="G5")
    pin(found)
    moved, told = found.parts(Move(found.id("Guard"), Place.parse("D4")))
    assert "Guard moves" in moved.resolution.outcome
    assert told.resolution.outcome == "Guard appears at D4, which Trent has pinned."


def test_a_friend_is_told_of_to_nobody() -> None:
    found = skirmish(guard="CA 24", at="G5")
    for name in ("Trent", "Guard"):
        found.encounter = found.encounter.with_combatant(altered(found.one(name), side="Blue"))
    pin(found)
    assert len(found.parts(Move(found.id("Guard"), Place.parse("D4")))) == 1


@pytest.mark.parametrize(("spot", "seen"), [("D4", True), ("D3", True), ("E5", False), ("C5", False), ("F4", False)])
def test_ten_degrees_are_seen(spot: str, seen: bool) -> None:
    """A hex beside it, 8 hexes away, is 7 degrees off."""
    found = skirmish(guard="CA 8", at=spot)
    pin(found)
    assert view.sees(found.one("Trent"), found.one("Guard"), found.encounter) is seen
    if seen:
        assert fire(found) == 14 - 22
    else:
        with pytest.raises(NotNow, match="has D4 pinned and sees only 10 degrees"):
            fire(found)


@pytest.mark.parametrize(
    "what", ["turn left", "lower the weapon", "hip stance", "duck back", "unpin", "stop pinning", "look over cover"]
)
def test_what_ends_it(what: str) -> None:
    found = skirmish(trent="SAL 14, CA 24, M16A1, firing over cover, facing north")
    pin(found)
    found.parts(Act(found.id("Trent"), what))
    assert found.state("Trent").pin is None


def test_another_weapon_and_a_reload_end_it() -> None:
    for order, dice in ((Fire("c1", (Target("c2"),), 1, weapon="M92F"), (99,)), (Reload("c1"), ())):
        found = skirmish(trent="SAL 14, CA 8, M16A1, M92F, facing north", guard="CA 8")
        found.make("Trent", left=20)
        pin(found)
        found.parts(Act(found.id("Guard"), "look over cover"))
        found.parts(Fire("c1", (Target("c2"),), 1), 99)
        assert found.state("Trent").pin is not None
        found.parts(order, *dice)
        assert found.state("Trent").pin is None


def test_a_duck_and_a_step_end_it() -> None:
    for order in (Duck("c1"), Move("c1", Place.parse("D11"))):
        found = skirmish(trent="SAL 14, CA 24, M16A1, facing north")
        pin(found)
        found.parts(order)
        assert found.state("Trent").pin is None


@pytest.mark.parametrize("changes", ["facing 90", "hip", "hidden", "at D11", "no pin"])
def test_the_gm_ends_it(changes: str) -> None:
    found = skirmish()
    pin(found)
    found.order(Adjust(found.id("Trent"), changes))
    assert found.state("Trent").pin is None


def test_fire_elsewhere_ends_it() -> None:
    found = skirmish(guard="CA 8", at="D3")
    pin(found)
    parts = found.parts(Fire(found.id("Trent"), (found.target("Guard"),), 1), 99)
    assert parts[-1].resolution.outcome == "Trent turns to another target and no longer has D4 pinned."
    assert found.state("Trent").pin is None


def test_fire_into_it_and_aim_do_not() -> None:
    found = skirmish(trent="SAL 14, CA 24, M16A1, facing north", guard="CA 8", at="D4")
    pin(found)
    found.order(Aim(found.id("Trent"), (found.target("Guard"),), 1))
    found.order(Burst(found.id("Trent"), (Target(place=Place.parse("D4")),), 1), 99)
    assert found.state("Trent").pin is not None


def test_one_at_a_time_and_the_aim_elsewhere_is_lost() -> None:
    found = skirmish(guard="CA 8", at="D3")
    found.order(Aim(found.id("Trent"), (found.target("Guard"),)))
    first = pin(found, "D4").resolution
    assert note(first, "Aim") == "Trent loses his aim of 1"
    assert pin(found, "D5").resolution.outcome == "Trent pins D5 with the M16A1 instead of D4."


def test_what_is_pinned_already_is_not_pinned_again() -> None:
    found = skirmish()
    pin(found)
    with pytest.raises(NotNow, match="has D4 pinned already: /act unpin gives it up"):
        pin(found)
    found.parts(Act(found.id("Guard"), "look over cover"))
    with pytest.raises(NotNow, match="has D4 pinned already"):
        pin(found)


def test_aim_at_whoever_is_there_is_kept() -> None:
    found = skirmish(guard="CA 8")
    found.order(Aim(found.id("Trent"), (found.target("Guard"),)))
    pin(found)
    assert found.state("Trent").aim is not None


@pytest.mark.parametrize(
    ("trent", "where", "error", "said"),
    [
        ("SAL 14, CA 4, M16A1, hip", "D4", NotNow, "is in no Firing Stance"),
        ("SAL 14, CA 4, M16A1, hidden", "D4", NotNow, "behind his cover"),
        ("SAL 14, CA 4", "D4", Refusal, "carries no weapon"),
        (TRENT, "D12", Refusal, "stands at D12 himself"),
        (TRENT, "D14", NotNow, "Field of Fire"),
        (TRENT, "Z99", NotNow, "off the map"),
        (TRENT, "the window", UnknownName, "no place of the map"),
        (TRENT, "D4 and E4", UnknownName, "no place of the map"),
    ],
)
def test_what_cannot_be_pinned(trent: str, where: str, error: type[Refusal], said: str) -> None:
    found = skirmish(trent)
    before = found.encounter
    with pytest.raises(error, match=said):
        pin(found, where)
    assert found.encounter == before


def test_nor_by_somebody_who_ducks() -> None:
    found = skirmish()
    found.order(Duck(found.id("Trent")))
    with pytest.raises(NotNow, match="ducks in this impulse"):
        pin(found)


def test_it_costs_nothing_and_takes_no_cost() -> None:
    found = skirmish()
    left = found.state("Trent").left
    pin(found)
    assert found.state("Trent").left == left
    with pytest.raises(Refusal, match="leave cost: out"):
        found.order(Act(found.id("Trent"), "pin D5", 3))
    found.order(Act(found.id("Trent"), "unpin"))
    with pytest.raises(NotNow, match="has nothing pinned"):
        found.order(Act(found.id("Trent"), "unpin"))


def test_off_the_map_it_is_a_word_or_somebodys() -> None:
    found = Skirmish()
    found.order(Switch("pinning fire", "on"))
    found.sheet("Trent", TRENT)
    found.sheet("Guard", "CA 8, hidden")
    found.sheet("Other", "CA 8, hidden")
    assert pin(found, "Guard").resolution.outcome == "Trent pins Guard with the M16A1."
    assert len(found.parts(Act(found.id("Other"), "look over cover"))) == 1
    pin(found, "the Window")
    told = found.parts(Act(found.id("Guard"), "look over cover"))[-1]
    assert told.resolution.outcome == "Guard appears at the Window, which Trent has pinned."
    shot = replace(Fire(found.id("Trent"), (found.target("Guard"),), 1), range=10)
    # An aim of 2 actions -12, appearing -5, looking over cover -4.
    assert total(found.order(shot, 99), "Accuracy") == 14 - 12 - 5 - 4


def test_whoever_takes_his_place_on_the_map_has_nothing_pinned_yet() -> None:
    found = skirmish()
    found.sheet("Late", "CA 8, M16A1")
    found.order(Act(found.id("Late"), "pin E5"))
    found.order(Move(found.id("Late"), Place.parse("E5")))
    assert found.state("Late").pin is None


def test_board_and_status_sheet_and_suggestions() -> None:
    found, book = skirmish(guard="CA 8"), phoenix()
    assert "pin D7" in dict(book.acts(found.encounter, found.id("Trent")))
    pin(found)
    shown = book.summary(found.one("Trent"), found.encounter)
    assert "pins D4" in shown.short
    assert dict(shown.lines)["Pinned"] == "D4, Field of View 10 degrees; Guard in sight there already"
    found.order(Switch("pinning fire", "off"))
    shown = book.summary(found.one("Trent"), found.encounter)
    assert "pins" not in shown.short and "Pinned" not in dict(shown.lines)
    assert "pin D7" not in dict(book.acts(found.encounter, found.id("Trent")))
    assert view.pinned(found.one("Trent"), found.encounter) is None


def test_without_the_switch_it_says_so() -> None:
    found = Skirmish()
    found.sheet("Trent", TRENT)
    with pytest.raises(NoRule, match="switch “pinning fire”"):
        found.order(Act(found.id("Trent"), "pin D4"))
