"""Riding in vehicles: the passengers, and their fire from them (scenario 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Fire, Move, Next, Switch, Target, Throw
from rules.engine.records.records import Order
from rules.engine.records.steps import Ruling, Sum
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.sharing.shared_remedies import at as instead
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish

C3 = Place.parse("C3")


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


def thrown(made: Skirmish, order: Order, seed: int = 1) -> tuple[Part, ...]:
    """Carry an order out with as many dice as it takes."""
    parts = resolve(order, Scene(made.encounter, SeededDice(seed)), made.ruleset)
    made.encounter = parts[-1].encounter
    return parts


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
@pytest.mark.parametrize("attack", [Fire, Burst, Aim])
def test_a_vehicle_is_no_body_and_its_riders_are_offered(preset: str, attack: type[Aim]) -> None:
    made = road(preset)
    act(made, "Ivan", "ride in Jeep")
    made.make("Trent", facing=0)
    order = attack(made.id("Trent"), (made.target("Jeep"),), aim=2)
    refused = r"No rule of Phoenix Command damages a vehicle, so Jeep cannot be fired at \(ruling O79\)\."
    with pytest.raises(NoRule, match=refused + r" Fire at Ivan in it\.") as no:
        made.order(order)
    assert no.value.remedies == (instead(made.one("Ivan")),)
    assert "Jeep" not in [name for _, name in made.ruleset.choices(order, made.encounter).targets]
    act(made, "Ivan", "dismount")
    with pytest.raises(NoRule, match=refused + " Aim at a person, or use an explosive weapon"):
        made.order(order)


def test_riders_can_be_fired_at_where_the_vehicle_is() -> None:
    made = road()
    act(made, "Ivan", "ride in Jeep")
    made.make("Trent", facing=0)
    thrown(made, Fire(made.id("Trent"), (made.target("Ivan"),), 2, mod="+30 near"))
    assert made.state("Ivan").wounds != () and made.state("Jeep").wounds == ()


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
@pytest.mark.parametrize("mapped", [True, False])
def test_an_explosion_at_a_vehicle_reaches_its_riders_alone(preset: str, mapped: bool) -> None:
    made = road(preset) if mapped else Skirmish(preset)
    if not mapped:
        made.sheet("Jeep", "vehicle 16")
        made.sheet("Ivan", "skill 2, CA 4, KV 10, AKM 47")
    made.sheet("Thrower", "SAL 14, CA 8, KV 48, 3x M 67, facing south", *("C2",) * mapped)
    act(made, "Ivan", "ride in Jeep")
    told = [*thrown(made, Throw(made.id("Thrower"), (made.target("Jeep"),), 2, range=None if mapped else 1))]
    while not made.state("Ivan").wounds:
        assert made.encounter.clock.turn < 5
        told += thrown(made, Next())
    assert made.state("Jeep").wounds == ()
    steps = [step for part in told for step in part.resolution.steps]
    [ruling] = [step for step in steps if isinstance(step, Ruling) and step.id == "O79"]
    assert "no rule damages a vehicle" in str(ruling.text)


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_bursts_and_stray_rounds_pass_a_vehicle(preset: str) -> None:
    made = road(preset)
    made.order(Switch("stray fire", "on"))
    made.make("Trent", facing=0)
    made.put("Ivan", "C4")
    for attack in (Fire(made.id("Trent"), (made.target("Ivan"),), 2), Burst(made.id("Trent"), (Target(place=C3),), 2)):
        for seed in range(5):
            made.make("Trent", left=6, sustained=None)
            full = replace(made.one("Trent").carried[0], ammunition=None)
            made.encounter = made.encounter.with_combatant(replace(made.one("Trent"), carried=(full,)))
            thrown(made, Next())
            steps = [step for part in thrown(made, attack, seed) for step in part.resolution.steps]
            assert not [step for step in steps if f"{made.one('Jeep').reference}" in str(step)]
    assert made.state("Jeep").wounds == ()


def test_riders_are_behind_the_cover_of_their_vehicle() -> None:
    made = road()
    made.make("Jeep", exposure="firing")
    act(made, "Ivan", "ride in Jeep")
    assert made.state("Ivan").exposure == "firing"
    act(made, "Ivan", "dismount")
    assert made.state("Ivan").exposure == "exposed"
