"""A turn that is planned: moves, shots, reloads over several turns; Aliens that hold up the turn, or do not."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import ELSE, EMPTY, WITHIN, Clock, When
from rules.engine.records.orders import Act, Adjust, Move, Reload, Switch
from rules.words.places import Place
from tests.rules.aliens.skirmish import Skirmish
from tests.rules.planning import Planned, line

STAY = line(when=When(ELSE))


def bughunt(aliens: int = 1, switch: str = "awaited") -> Planned[Skirmish]:
    """Rifleman at B2, Aliens at N2 and so on."""
    skirmish = Skirmish("Rifleman", aliens=aliens)
    skirmish.order(Switch("aliens", switch))
    numbered = {"Alien": "N2"} if aliens == 1 else {f"Alien_{n}": f"N{n + 1}" for n in range(1, aliens + 1)}
    skirmish.map(20, 8, Rifleman="B2", **numbered)
    return Planned(skirmish)


def test_a_turn_of_moves_and_shots() -> None:
    played = bughunt(2)
    actions = played.skirmish.state("Rifleman").actions
    played.plan("Rifleman", line(played.nearer("Rifleman", 1)), *[line(played.fire("Rifleman", 1))] * 4, STAY)
    played.plan("Alien 2", line(played.nearer("Alien 2", 4), when=When(ELSE)))
    done = [text.split(" ")[:2] for turn, text in played.steps() if turn == 1]
    assert done == [["Rifleman", "moves"], *[["Rifleman", "fires"]] * (actions - 1), ["Alien", "2"]]
    assert played.skirmish.encounter.clock == Clock(2)


def test_what_costs_more_than_is_left_waits_for_the_next_turn() -> None:
    played = bughunt()
    played.plan("Rifleman", line(played.nearer("Rifleman", 1)), line(played.fire("Rifleman", 2)), STAY)
    played.plan("Alien", STAY)
    assert played.skirmish.state("Rifleman").actions == 2
    assert [turn for turn, text in played.steps(2) if "fires" in text] == [2]
    assert played.has("Rifleman")


def test_a_reload_takes_its_turns_and_the_plan_goes_on() -> None:
    played = bughunt(3)
    played.skirmish.order(Switch("ammunition", "on"))
    marine = played.skirmish.id("Rifleman")
    played.skirmish.order(Adjust(marine, "loaded 1"))
    played.plan("Rifleman", line(Reload(marine), when=When(EMPTY)), line(played.fire("Rifleman", 1), when=When(ELSE)))
    done = [(turn, word) for turn, text in played.steps(9) for word in ("fires", "begins to reload") if word in text]
    assert done[0] == (1, "fires")
    assert (1, "begins to reload") in done
    assert [turn for turn, word in done if word == "fires"][1] >= 5


@pytest.mark.parametrize("switch", ["awaited", "skipped"])
def test_aliens_carry_out_their_plan_whether_they_hold_up_the_turn_or_not(switch: str) -> None:
    played = bughunt(switch=switch)
    played.plan("Rifleman", STAY)
    attack = Act(played.skirmish.id("Alien"), "claws at Rifleman")
    played.plan("Alien", line(attack, when=When(WITHIN, within=1)), line(played.nearer("Alien", 5), when=When(ELSE)))
    done = [(turn, word) for turn, text in played.steps(2) for word in ("Alien moves", "claws") if word in text]
    assert done == [(1, "Alien moves"), (2, "Alien moves"), (3, "Alien moves"), (3, "claws")]


def test_a_run_waits_for_aliens_without_a_plan_unless_they_are_skipped() -> None:
    played, skipping = bughunt(), bughunt(switch="skipped")
    for one in (played, skipping):
        one.plan("Rifleman", STAY)
        one.run()
    assert played.skirmish.encounter.clock == Clock(2)
    assert skipping.skirmish.encounter.clock > Clock(20)


def test_an_order_that_no_turn_allows_is_skipped_and_told_once() -> None:
    played = bughunt()
    played.plan("Rifleman", line(Move(played.skirmish.id("Rifleman"), Place.parse("T8"))), STAY)
    played.plan("Alien", STAY)
    outcomes = [text for _ in range(2) for text in played.run()]
    assert played.has("Rifleman")
    assert "".join(outcomes).count("Rifleman skips line 1 (line): ") == 1
