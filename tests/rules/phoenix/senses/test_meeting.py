"""A fighter comes upon one who hides: both sides know of each other from then on, and where."""

from __future__ import annotations

import pytest

from rules.engine.records.glimpses import Sight
from rules.engine.records.orders import Adjust, Move
from rules.engine.records.references import put_names_in
from rules.words.places import Place
from tests.rules.phoenix.senses.test_glimpses import field, join, seen, sight
from tests.rules.phoenix.skirmish import Skirmish


def walks(fight: Skirmish, who: str, to: str) -> str:
    """Somebody's whole walk; the last line about it."""
    parts = fight.parts(Move(fight.id(who), Place.parse(to)))
    while fight.encounter.task(fight.id(who)):
        parts = fight.next()
    line = next(line for part in reversed(parts) if "from" in (line := part.resolution.outcome))
    return str(put_names_in(line, lambda id: fight.encounter.combatant(id).name))


@pytest.mark.parametrize("fog", ["hidden", "sides"])
@pytest.mark.parametrize("words", ["unspotted", "hidden", "unspotted, hidden"])
def test_the_walker_s_side_knows_whom_they_come_upon_and_reads_of_it(fog: str, words: str) -> None:
    fight = field(fog)
    join(fight, "Zorro", "K17", "B", f"facing south, {words}")
    assert sight(fight, "Zorro") is Sight.UNKNOWN
    line = walks(fight, "Ann", "K12")
    assert line.startswith("Ann moves from K20 to K17, 3 hexes")
    assert line.endswith(", and meets Zorro at K17.")
    assert seen(fight, "Zorro").recognized
    assert seen(fight, "Zorro").place in (None, Place.parse("K17"))
    assert sight(fight, "Ann", "B") is not Sight.UNKNOWN


def test_the_part_that_tells_it_is_perceived_by_the_walker_s_side() -> None:
    fight = field("hidden")
    join(fight, "Zorro", "K19", "B", "facing south, unspotted, hidden")
    first, *_ = fight.parts(Move(fight.id("Ann"), Place.parse("K12")))
    noted = [one for one in first.resolution.unseen if one.id == fight.id("Zorro")]
    assert all("A" in one.by for one in noted)
    assert any(clause.about == fight.id("Zorro") for clause in first.resolution.clauses)


@pytest.mark.parametrize(("place", "left"), [("K19", 1), ("K18", 0)])
def test_the_walker_pays_for_the_hexes_on_the_way_to_them(place: str, left: int) -> None:
    fight = field("hidden")
    join(fight, "Zorro", place, "B", "facing south, unspotted, hidden")
    assert fight.state("Ann").left == 2  # of 8 in a phase
    fight.order(Move(fight.id("Ann"), Place.parse("K12")))
    assert fight.one("Ann").place == Place.parse(place)
    assert fight.state("Ann").left == left


@pytest.mark.parametrize("fog", ["hidden", "sides"])
def test_with_spotting_the_walker_has_spotted_them(fog: str) -> None:
    fight = field(fog, spotting="on")
    join(fight, "Zorro", "K19", "B", "facing south, hidden")
    walks(fight, "Ann", "K12")
    assert fight.id("Zorro") in {known.id for known in fight.one("Ann").condition.known}  # type: ignore[attr-defined]


def test_a_contact_who_is_elsewhere_now_stops_a_walk_as_well() -> None:
    fight = field("hidden")
    join(fight, "Zorro", "K10", "B", "facing south")
    fight.order(Adjust(fight.id("Zorro"), "hidden"))
    assert sight(fight, "Zorro") is Sight.CONTACT
    fight.put("Zorro", "K18")
    assert walks(fight, "Ann", "K12").endswith(", and meets Zorro at K18.")
    assert sight(fight, "Zorro") is Sight.SEEN  # in their own hex (ruling O75)
