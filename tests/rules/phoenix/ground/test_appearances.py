"""The fighters who come into sight by an order, and where (5.9, 5.10)."""

from __future__ import annotations

from rules.engine.records.orders import Act, CombatantOrder, Move
from rules.phoenix.ground.moves.appearances import appearances
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


def skirmish(line: str) -> Skirmish:
    found = Skirmish()
    found.map(20, 14)
    found.sheet("Guard", line, "D4")
    return found


def seen(found: Skirmish, order: CombatantOrder | None) -> list[list[str]]:
    """Return where everybody has appeared by an order (none: in the next impulse, by what continues)."""
    before = found.encounter
    if order is None:
        found.next()
    else:
        found.parts(order)
    by_fighter = [one.spots(None, found.encounter) for one in appearances(before, found.encounter)]
    return [[str(spot.place) for spot in spots] for spots in by_fighter if spots]


def test_hexes_are_entered_one_by_one() -> None:
    found = skirmish("CA 24")
    assert seen(found, Move(found.id("Guard"), Place.parse("D8"))) == [["D5", "D6", "D7", "D8"]]


def test_each_impulse_has_its_own() -> None:
    found = skirmish("CA 8")
    found.sheet("Trent", "CA 8")  # for whom time stops
    assert seen(found, Move(found.id("Guard"), Place.parse("D10"))) == [["D5", "D6"]]
    assert seen(found, None) == [["D7", "D8"]]
    assert seen(found, None) == [["D9", "D10"]]


def test_who_comes_out_appears_where_he_was_hidden() -> None:
    found = skirmish("CA 8, hidden")
    assert seen(found, Act(found.id("Guard"), "look over cover")) == [["D4"]]
    found = skirmish("CA 8, hidden")
    assert seen(found, Move(found.id("Guard"), Place.parse("D5"))) == [["D4", "D5"]]


def test_who_comes_out_in_a_later_impulse_appears_in_the_hex_left_as_well() -> None:
    found = skirmish("CA 4, hidden")
    found.sheet("Trent", "CA 8")  # time stops for Trent
    # A hex in a low crouch costs 2 actions (Status Sheet), and the Guard has 1 in each impulse.
    assert seen(found, Move(found.id("Guard"), Place.parse("D5"), how="low crouch")) == []
    assert seen(found, None) == [["D4", "D5"]]


def test_who_stays_in_or_out_of_sight_does_not() -> None:
    found = skirmish("CA 8, hidden")
    assert seen(found, Act(found.id("Guard"), "hold still")) == []
    assert seen(found, Move(found.id("Guard"), Place.parse("D5"), how="into cover")) == []
    found = skirmish("CA 8")
    assert seen(found, Act(found.id("Guard"), "kneel")) == []


def test_between_one_cover_and_the_next_he_appears() -> None:
    found = skirmish("CA 24, hidden")
    assert seen(found, Move(found.id("Guard"), Place.parse("D6"), how="into cover")) == [["D4", "D5", "D6"]]


def test_who_goes_and_comes_back_appears_on_both_ways() -> None:
    found = skirmish("CA 24")
    assert seen(found, Move(found.id("Guard"), Place.parse("D5"))) == [["D5"]]
    assert seen(found, Move(found.id("Guard"), Place.parse("D4"))) == [["D4"]]


def test_who_takes_a_place_appears_there() -> None:
    found = Skirmish()
    found.sheet("Guard", "CA 8")
    assert seen(found, Move(found.id("Guard"), Place.parse("D5"))) == [["D5"]]
