"""The Optional Rules' words for readers: each once, and of fighters who are out those that still count."""

from __future__ import annotations

from typing import Any

from rules.engine.records.orders import Act, Adjust, Fire, Switch
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.optional.senses.spotting import knows
from rules.phoenix.people.summary import summary
from tests.rules.phoenix.skirmish import Skirmish, phoenix

M16 = phoenix().profile("M16", {}).carried


def fight(*switches: tuple[str, str], **guard: Any) -> Skirmish:
    """Donovan at A9 with 8 actions, facing Guard 1 at A5."""
    played = Skirmish()
    for name, value in switches:
        played.order(Switch(name, value))
    played.map(12, 12)
    played.join("Donovan", Soldier(actions=8, sal=10, facing=0), *M16, at="A9")
    state = {"actions": 4, "sal": 5, "facing": 180, "position": "standing", **guard}
    played.join("Guard 1", Soldier(**state), *M16, at="A5", owner=None)
    return played


def short(played: Skirmish, name: str = "Guard 1") -> str:
    """Return the fighter's line of the board."""
    return summary(played.encounter.combatant(played.id(name)), played.encounter, phoenix().book).short


def corrected(played: Skirmish, changes: str) -> str:
    """Return the Guard's line after the GM's correction."""
    played.order(Adjust(played.id("Guard 1"), changes))
    return short(played)


def test_who_lies_low_prone_is_not_said_to_lie_twice() -> None:
    played = fight(("morale", "on"))
    assert corrected(played, "low prone") == "1 of 1 · M16 30/30 · broken, low prone · faces S"
    assert corrected(played, "surrendered") == "1 of 1 · M16 30/30 · surrendered · low prone"


def test_a_number_at_the_end_of_an_act_is_none_of_its_actions() -> None:
    played = fight(("spotting", "on"), ("terrain", "town"), exposure="firing", firing_stance=False)
    played.parts(Act(played.id("Donovan"), "spot Guard 1"))
    assert "spot Guard 1: 0 of 8" in short(played, "Donovan")


def test_all_counts_on_which_somebody_fires_at_one_target() -> None:
    played = fight(("fire", "declared"))
    played.next()
    for _ in range(2):
        played.order(Fire(played.id("Donovan"), (played.target("Guard 1"),), aim=1))
    assert "fires at Guard 1 on 2, 4" in short(played, "Donovan")


def test_victory_points_of_those_who_are_out() -> None:
    played = fight()
    played.order(Switch("tournament", "on"))
    assert corrected(played, "VP -3").endswith("-3 VP · faces S")
    assert corrected(played, "unconscious") == "unconscious · -3 VP"
    played.order(Switch("tournament", "off"))
    assert short(played) == "unconscious"


def test_who_appears_where_it_is_pinned_is_spotted_and_who_was_there_is_not() -> None:
    """Within 9 hexes in a town 8 impulses for somebody Frozen at a size of 0, and 1 for one who has just come up."""
    switches = (("spotting", "on"), ("terrain", "town"), ("pinning fire", "on"))
    there = fight(*switches, exposure="firing", firing_stance=False)
    hidden = fight(*switches, exposure="hidden", firing_stance=False)
    for played in (there, hidden):
        played.next()
        played.order(Act(played.id("Donovan"), "pin A5"))
    hidden.parts(Act(hidden.id("Guard 1"), "look over cover"))

    def spots(played: Skirmish) -> bool:
        donovan, guard = (played.encounter.combatant(played.id(name)) for name in ("Donovan", "Guard 1"))
        return knows(donovan, guard)

    assert [spots(there), spots(hidden)] == [False, True]
