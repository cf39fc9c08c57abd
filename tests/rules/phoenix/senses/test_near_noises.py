"""Steps and other noises that the nearest enemy hears without listening (5.3; the switch `hearing`)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.glimpses import Sight
from rules.engine.records.orders import Act, Move
from rules.engine.records.references import put_names_in
from rules.phoenix.optional.senses.hearing.hearing import heard_lately
from rules.words.places import Place
from tests.rules.phoenix.senses.test_glimpses import field, join, seen, sight
from tests.rules.phoenix.skirmish import Skirmish


def behind_ann(at: str = "K26", walls: str = "", **switches: str) -> Skirmish:
    """Zorro, not spotted by anybody, at K26 behind Ann, who looks north from K20."""
    fight = field("hidden", walls, sound="on", **switches)
    join(fight, "Zorro", at, "B", "facing north, unspotted")
    fight.make("Zorro", left=9)
    return fight


def lines(fight: Skirmish, order: Act | Move) -> list[str]:
    parts = [part.resolution.outcome for part in fight.parts(order)]
    return [str(put_names_in(line, lambda id: fight.encounter.combatant(id).name)) for line in parts]


def runs(fight: Skirmish, to: str = "K24") -> list[str]:
    return lines(fight, Move(fight.id("Zorro"), Place.parse(to)))


def test_who_is_near_is_told_the_direction_of_steps() -> None:
    """Running is 58; 4 hexes -18 and a street at night -20 leave 20, and 10 is certain."""
    fight = behind_ann()
    assert runs(fight)[1:] == ["Ann hears steps to the south."]
    contact = seen(fight, "Zorro")
    assert (contact.sight, contact.direction, contact.nameless) == (Sight.CONTACT, "south", True)
    assert heard_lately(fight.one("Ann"), fight.id("Zorro"), fight.encounter.clock)


def test_it_is_told_once_a_phase() -> None:
    fight = behind_ann()
    runs(fight)
    assert len(runs(fight, "K22")) == 1


@pytest.mark.parametrize(
    ("at", "to", "walls"),
    [("K38", "K36", ""), ("K26", "K24", "J22 K22 L22"), ("K26", "K26", "")],
    ids=["sixteen hexes away", "behind a wall", "nobody moves"],
)
def test_who_might_not_hear_it_has_to_listen(at: str, to: str, walls: str) -> None:
    fight = behind_ann(at, walls)
    told = runs(fight, to) if to != at else lines(fight, Act(fight.id("Zorro"), "kneel"))
    assert not any("hears" in line for line in told) and sight(fight, "Zorro") is Sight.UNKNOWN


def test_an_act_is_heard_as_well_unless_it_is_done_quietly() -> None:
    """Opening a door latch is 57, quietly 15."""
    fight = behind_ann("K24")
    fight.make("Zorro", left=90)
    assert not any("hears" in line for line in lines(fight, Act(fight.id("Zorro"), "open a door quietly")))
    assert "Ann hears a noise to the south." in lines(fight, Act(fight.id("Zorro"), "open a door"))


def test_a_comrade_who_sees_the_walker_needs_no_telling() -> None:
    fight = behind_ann()
    join(fight, "Cleo", "K30", "A", "facing north")
    fight.make("Zorro", spotted=True)
    assert len(runs(fight)) == 1


def test_nobody_hears_a_secret_fighter() -> None:
    fight = behind_ann()
    fight.encounter = fight.encounter.with_combatant(altered(fight.one("Zorro"), secret=True))
    assert len(runs(fight)) == 1 and fight.state("Ann").listened == ()


def test_in_encounters_older_than_the_switch_only_listeners_hear() -> None:
    fight = behind_ann(hearing="asked")
    assert len(runs(fight)) == 1 and sight(fight, "Zorro") is Sight.UNKNOWN
