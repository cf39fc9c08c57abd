"""Riding in what drives: who is carried along, and how he fires from it (scenario 1)."""

from __future__ import annotations

import pytest

from rules.engine.errors import NotNow, Refusal, UnknownName
from rules.engine.orders import Act, Adjust, Fire, Move
from rules.engine.steps import Sum
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


def road(preset: str = "phoenix-basic") -> Skirmish:
    """A jeep that drives 16 hexes a phase, two men beside it, somebody far off."""
    made = Skirmish(preset)
    made.map(30, 40)
    made.sheet("Jeep", "vehicle 16, facing south", "C3")
    made.sheet("Ivan", "skill 2, CA 4, KV 10, AKM 47, facing south", "C4")
    made.sheet("Oleg", "skill 2, CA 4, KV 10, AKM 47, facing south", "D3")
    made.sheet("Trent", "SAL 14, CA 8, KV 48, M16", "C30")
    return made


def act(made: Skirmish, who: str, what: str, cost: int | None = None) -> str:
    return made.order(Act(made.id(who), what, cost)).outcome


def at(made: Skirmish, *names: str) -> list[str]:
    return [str(made.one(name).place) for name in names]


@pytest.mark.parametrize("said", ["ride in Jeep", "Ride in the jeep.", "get into the Jeep", "board the jeep"])
def test_who_rides_is_carried_along(said: str) -> None:
    made = road()
    assert act(made, "Ivan", said) == "Ivan rides in Jeep."
    assert at(made, "Ivan", "Jeep", "Oleg") == ["C3", "C3", "D3"]
    assert made.order(Move(made.id("Jeep"), Place.parse("C19"))).outcome.startswith("Jeep drives to C19: 4 of 16 hexes")
    assert at(made, "Ivan", "Jeep", "Oleg") == ["C7", "C7", "D3"]
    made.next()
    assert at(made, "Ivan", "Jeep") == ["C11", "C11"]
    assert made.state("Ivan").moved == 4 and not made.state("Ivan").firing_stance  # which getting in has ended
    with pytest.raises(NotNow, match=r"Ivan rides in Jeep\. Use /act what: dismount first"):
        made.order(Move(made.id("Ivan"), Place.parse("C12")))
    assert act(made, "Ivan", "dismount") == "Ivan gets out at C11."
    made.next()
    assert at(made, "Ivan", "Jeep") == ["C11", "C15"]


def test_it_is_on_the_board_and_the_status_sheet() -> None:
    made = road()
    act(made, "Ivan", "ride in Jeep")
    shown = made.ruleset.summary(made.one("Ivan"), made.encounter)
    assert "rides in Jeep" in shown.short and ("Rides in", "Jeep") in shown.lines
    assert "Dismount" in dict(made.ruleset.acts(made.encounter, made.id("Ivan")))
    assert "Dismount" not in dict(made.ruleset.acts(made.encounter, made.id("Oleg")))


def test_getting_in_takes_what_is_given() -> None:
    made = road()
    made.make("Ivan", left=1)
    assert act(made, "Ivan", "ride in Jeep", 3).startswith("Ivan gets into Jeep: 1 of 3 actions")
    assert made.state("Ivan").rides == ""
    while not made.state("Ivan").rides:
        made.next()


def test_a_rider_fires_at_the_vehicle_s_speed_and_not_from_the_hip() -> None:
    made = road("phoenix-advanced")
    act(made, "Ivan", "ride in Jeep")
    made.make("Ivan", left=9)
    act(made, "Ivan", "firing stance")
    made.order(Move(made.id("Jeep"), Place.parse("C19")))
    fired = made.order(Fire(made.id("Ivan"), (made.target("Trent"),), aim=2, mod="+20"), 99)
    [total] = [step for step in fired.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    labels = [term.label for term in total.terms]
    assert "moving at 4" in labels and "from the hip" not in labels


def test_whoever_joins_the_map_in_it_is_with_it() -> None:
    made = road()
    for name in ("Jeep", "Ivan"):
        made.order(Adjust(made.id(name), "off the map"))
    act(made, "Ivan", "ride in Jeep")
    made.order(Move(made.id("Jeep"), Place.parse("F5")))
    assert at(made, "Ivan", "Jeep") == ["F5", "F5"]


def test_whom_the_gm_sets_down_rides_no_longer() -> None:
    made = road()
    act(made, "Ivan", "ride in Jeep")
    made.order(Adjust(made.id("Ivan"), "at D9"))
    made.order(Move(made.id("Jeep"), Place.parse("C7")))
    assert at(made, "Ivan", "Jeep") == ["D9", "C7"]


@pytest.mark.parametrize(
    ("who", "what", "wanted", "error"),
    [
        ("Ivan", "ride in Oleg", r"Oleg is not a vehicle\. People ride in vehicles", NotNow),
        ("Jeep", "ride in Ivan", "Ivan is not a vehicle", NotNow),
        ("Trent", "ride in Jeep", r"Jeep is at C3\. Trent must be next to it to get in", NotNow),
        ("Ivan", "ride", r"Which vehicle does Ivan ride in\?", Refusal),
        ("Ivan", "ride in a tank", "I don't know the combatant “a tank”", UnknownName),
        ("Ivan", "dismount", "Ivan is not riding in anything", NotNow),
    ],
)
def test_nonsense_is_told_in_a_sentence(who: str, what: str, wanted: str, error: type[Exception]) -> None:
    made = road()
    before = made.encounter
    with pytest.raises(error, match=wanted):
        act(made, who, what)
    assert made.encounter == before


@pytest.mark.parametrize(
    ("what", "known"),
    [
        ("get on one knee", "kneels"),
        ("get out of the foxhole", "Get Out of a Trench or Foxhole"),
        ("get up", "already"),
    ],
)
def test_other_ways_to_get_somewhere_are_what_they_were(what: str, known: str) -> None:
    made = road()
    made.make("Ivan", left=20)
    try:
        told = act(made, "Ivan", what)
    except NotNow as refused:
        told = str(refused)
    assert known in told
