"""Bad Guys run by the bot: whom they go for, how far they go, when they attack (BAD GUYS)."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.records.agenda import Task
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, Handover, Next, Reload, Switch
from rules.engine.scene.effects import Planned
from rules.engine.scene.scene import Part
from rules.space_marines.figures.figure import DONE, figure
from rules.space_marines.turns.automatons import is_automaton
from tests.rules.space_marines.skirmish import Skirmish, note


def stage(width: int, height: int, walls: str = "", *, outdoors: bool = False, rough: str = "") -> Skirmish:
    skirmish = Skirmish(outdoors=outdoors)
    skirmish.map(width, height, walls, rough)
    return skirmish


def bad_phase(skirmish: Skirmish, *dice: int) -> list[str]:
    """Return the Bad Guys' deeds: the outcomes between the beginning of their phase and that of the next turn, with
    attacks alone where figures advance first."""
    return [deed(part) for part in phase(skirmish, *dice)]


def deed(part: Part) -> str:
    return re.sub(r"(takes off and )?advances from [A-Z]\d+ to [A-Z]\d+ and ", "", part.resolution.outcome)


def phase(skirmish: Skirmish, *dice: int) -> tuple[Part, ...]:
    first, *acts, last = skirmish.next(*dice)
    assert first.resolution.outcome == "The Bad Guys' phase begins."
    assert " begins" in last.resolution.outcome
    return tuple(acts)


def test_whom_the_bot_runs() -> None:
    skirmish = stage(5, 5)
    skirmish.muster("marine, rifle", "A1", "Ash", owner=None)
    skirmish.muster("bug warrior", "E5", "Bug")
    skirmish.muster("bug warrior", "", "Reserve")
    skirmish.muster("bug warrior", "E4", "Owned", owner="villain")
    skirmish.muster("bug warrior", "E3", "Dead")
    skirmish.adjust("Dead", "dead")
    runs = {c.name: is_automaton(c, skirmish.encounter) for c in skirmish.encounter.combatants}
    assert runs == {"Ash": False, "Bug": True, "Reserve": False, "Owned": False, "Dead": False}
    skirmish.order(Handover(skirmish.id("Bug"), "villain"))
    assert not is_automaton(skirmish.one("Bug"), skirmish.encounter)


def test_the_switch_leaves_them_to_people() -> None:
    skirmish = stage(5, 5)
    skirmish.muster("bug warrior", "E5", "Bug")
    skirmish.order(Switch("bad guys", "people"))
    assert not is_automaton(skirmish.one("Bug"), skirmish.encounter)
    [begins] = skirmish.next()
    assert begins.resolution.outcome == "The Bad Guys' phase begins."


def test_without_a_map_nobody_is_run() -> None:
    skirmish = Skirmish()
    skirmish.muster("bug warrior", "E5", "Bug")
    assert not is_automaton(skirmish.one("Bug"), skirmish.encounter)


def test_it_advances_as_far_as_its_points_go() -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "L1", "Bug")
    assert bad_phase(skirmish) == ["Bug advances from L1 to G1."]
    assert bad_phase(skirmish, 1, 1, 1, 1) == ["Bug attacks Ash: MISFIRE; MISFIRE."]
    assert skirmish.place("Bug") == "B1"


def test_advance_and_attack_are_one_part() -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "E1", "Bug")
    [part] = phase(skirmish, 3, 3, 2, 1, 1)
    assert part.resolution.outcome == (
        "Bug advances from E1 to B1 and attacks Ash: HIT, 1 wound; MISFIRE; Ash has 2 Points left."
    )
    assert note(part.resolution, "Advance") == "from E1 to B1"
    shown = ["Advance", *["Hit"] * 3, *["Damage"] * 2, *["Hit"] * 3]
    assert [getattr(step, "label", "") for step in part.resolution.steps if not step.detail] == shown
    assert part.resolution.verdict == "hit"


def test_around_walls() -> None:
    skirmish = stage(5, 3, "C1 C2")
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "E1", "Bug")
    # D2, C3, B2: the wall's corners are passed diagonally, but not between two walls.
    assert bad_phase(skirmish, 1, 1, 1, 1) == ["Bug attacks Ash: MISFIRE; MISFIRE."]
    assert skirmish.place("Bug") == "B2"


def test_the_enemy_that_is_cheapest_to_get_at() -> None:
    # Ash is nearer as the crow flies, but behind a wall from top to bottom but for one gap.
    skirmish = stage(9, 9, "D1 D2 D3 D4 D5 D6 D7 D8")
    skirmish.muster("marine, rifle", "C1", "Ash")
    skirmish.muster("marine, rifle", "I5", "Bishop")
    skirmish.muster("bug warrior", "E1", "Bug")
    assert bad_phase(skirmish, 1, 1, 1, 1) == ["Bug attacks Bishop: MISFIRE; MISFIRE."]


def test_rough_ground_is_gone_around() -> None:
    skirmish = stage(7, 3, rough="C1 D1 E1 C2 D2 E2")
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "G1", "Bug")
    # F2, E3, D3, C3, B2: five Points; straight on it would be eight.
    assert bad_phase(skirmish, 1, 1, 1, 1) == ["Bug attacks Ash: MISFIRE; MISFIRE."]


def test_the_nearest_goes_first_and_the_next_behind_it() -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "J1", "Far")
    skirmish.muster("bug warrior", "H1", "Near")
    assert bad_phase(skirmish) == ["Near advances from H1 to C1.", "Far advances from J1 to E1."]
    # In a corridor the second can only queue up.
    assert bad_phase(skirmish, 1, 1, 1, 1) == [
        "Near attacks Ash: MISFIRE; MISFIRE.",
        "Far advances from E1 to C1.",
    ]
    assert bad_phase(skirmish, 1, 1, 1, 1)[1:] == ["Waiting: Far."]


def test_friends_are_passed_but_not_stood_on() -> None:
    skirmish = stage(8, 2)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "B1", "Front")
    skirmish.muster("bug warrior", "B2", "Also")
    skirmish.muster("bug warrior", "C1", "Behind")
    told = bad_phase(skirmish, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert told[2] == "Behind attacks Ash: MISFIRE; MISFIRE."
    assert skirmish.place("Behind") == "A2"


def test_no_way() -> None:
    skirmish = stage(7, 3, "C1 C2 C3")
    skirmish.muster("marine, rifle", "A1", "Ash")
    for n in range(1, 4):
        skirmish.muster("bug warrior", f"G{n}", f"Bug {n}")
    [told] = bad_phase(skirmish)
    assert told == "Waiting: Bug 1, Bug 2, Bug 3."
    assert {skirmish.place(f"Bug {n}") for n in range(1, 4)} == {"G1", "G2", "G3"}


def test_nobody_to_attack() -> None:
    skirmish = stage(7, 3)
    skirmish.muster("bug warrior", "G1", "Bug")
    assert bad_phase(skirmish) == ["Waiting: Bug."]


def test_a_brain_is_not_spoken_of() -> None:
    skirmish = stage(7, 3)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug brain", "G1", "Brain")
    assert bad_phase(skirmish) == []
    assert skirmish.place("Brain") == "G1"


def test_a_reinforcement_attacks_and_does_not_move() -> None:
    skirmish = stage(9, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "", "Held", owner="villain")
    skirmish.next()
    skirmish.muster("bug warrior", "B1", "Near")
    skirmish.muster("bug warrior", "F1", "Far")
    outcomes = [deed(part) for part in skirmish.next(1, 1, 1, 1)]
    assert outcomes[:2] == ["Near attacks Ash: MISFIRE; MISFIRE.", "Waiting: Far."]
    assert skirmish.place("Far") == "F1"
    # In the next turn it moves.
    assert "Far advances from F1 to C1." in bad_phase_until_held(skirmish)


def bad_phase_until_held(skirmish: Skirmish) -> list[str]:
    return [deed(part) for part in skirmish.next(1, 1, 1, 1)]


def test_a_shooter_fires_from_where_it_stands() -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug shooter, rifle", "K1", "Shooter")
    # 10 spaces and 1, less 6 for three Points of aim: 5 or more.
    told = bad_phase(skirmish, 2, 3, 1)
    assert told == ["Shooter fires the Rifle at Ash, 10 spaces: HIT, no wounds; Ash has 3 Points left."]


def test_a_shooter_goes_nearer_until_it_has_a_chance() -> None:
    skirmish = stage(30, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug shooter, rifle", "V1", "Shooter")
    # 21 spaces; 3 nearer each turn, without any chance until 15: 16 less 6 for aim.
    assert bad_phase(skirmish) == ["Shooter advances from V1 to S1."]
    assert bad_phase(skirmish) == ["Shooter advances from S1 to P1."]
    assert bad_phase(skirmish, 1, 1) == ["Shooter fires the Rifle at Ash, 15 spaces: MISFIRE."]


def test_it_does_not_stay_for_a_shot_that_is_next_to_hopeless() -> None:
    skirmish = stage(30, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug shooter, rifle", "Q1", "Shooter")
    # 16 spaces and 1, less 6 for aim: 11 or more, 8%.
    assert bad_phase(skirmish) == ["Shooter advances from Q1 to N1."]
    assert bad_phase(skirmish, 1, 1) == ["Shooter fires the Rifle at Ash, 13 spaces: MISFIRE."]


@pytest.mark.parametrize(
    ("sheet", "at", "place", "attack"),
    [
        # Four spaces for its two Points, and 72% for 2 wounds, instead of 58% for 5/6 of one.
        ("fuzzy warrior, rifle", "F1", "B1", "Bad attacks Ash (Hand-to-Hand)"),
        # Too far to get at Ash: at least as near as it can, since it never aims.
        ("fuzzy warrior, rifle", "J1", "F1", "Bad fires the Rifle at Ash, 5 spaces"),
        ("bot leader", "F1", "B1", "Bad attacks Ash (Hand-to-Hand)"),
        # A Pistol with all the aim there is does more than one without.
        ("bot leader", "G1", "G1", "Bad fires the Pistol at Ash, 6 spaces"),
        ("bug shooter, rifle", "D1", "D1", "Bad fires the Rifle at Ash, 3 spaces"),
    ],
)
def test_it_goes_where_its_attack_does_most(sheet: str, at: str, place: str, attack: str) -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster(sheet, at, "Bad")
    assert bad_phase(skirmish, 1, 1) == [f"{attack}: MISFIRE."]
    assert skirmish.place("Bad") == place


def test_a_shooter_steps_aside_for_a_shot() -> None:
    # On the shortest way to Ash, by D2, nothing is seen of it; 4 spaces away there is a place from which it is.
    skirmish = stage(7, 4, "B3 B4 C1 D1 E4 F1 F2 G4")
    skirmish.muster("marine, rifle", "G2", "Ash")
    skirmish.muster("bug shooter, rifle", "A1", "Shooter")
    assert bad_phase(skirmish, 1, 1) == ["Shooter fires the Rifle at Ash, 4 spaces: MISFIRE."]


def test_it_walks_past_nobody() -> None:
    skirmish = stage(9, 3)
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("marine, rifle", "E1", "Bishop")
    skirmish.muster("fuzzy warrior, rifle", "G2", "Fuzzy")
    assert bad_phase(skirmish, 1, 1) == ["Fuzzy attacks Bishop (Hand-to-Hand): MISFIRE."]


def test_a_shooter_stops_as_soon_as_it_sees_somebody() -> None:
    skirmish = stage(6, 5, "C1 C2 C3")
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("fuzzy warrior, rifle", "F1", "Fuzzy")
    [part] = phase(skirmish, 1, 1)
    assert deed(part).startswith("Fuzzy fires the Rifle at Ash")
    assert note(part.resolution, "Advance").startswith("from F1 to ")


def test_what_an_attack_costs_is_kept() -> None:
    # A Bot Warrior walks two spaces for 3 Points of 4, and fires for the last one.
    skirmish = stage(20, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bot warrior, rifle", "P1", "Bot")
    # 15 spaces: with 3 Points of aim 9 or more from where it stands.
    assert bad_phase(skirmish, 1, 1) == ["Bot fires the Rifle at Ash, 15 spaces: MISFIRE."]


def test_of_two_the_nearer_is_attacked() -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("marine, rifle", "K1", "Bishop")
    skirmish.muster("bug shooter, rifle", "G1", "Shooter")
    assert bad_phase(skirmish, 1, 1)[0].startswith("Shooter fires the Rifle at Bishop, 4 spaces")


@pytest.mark.parametrize(
    ("at", "flies", "stands"),
    [
        # Two spaces on foot cost 2 Points, and in the air as much: 1 to take off, 1/2 a space.
        ("D1", False, "B1"),
        # Three cost 3 on foot, 2 1/2 in the air.
        ("E1", True, "B1"),
    ],
)
def test_a_scout_takes_off_where_that_is_cheaper(at: str, flies: bool, stands: str) -> None:
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bot scout", at, "Scout")
    skirmish.encounter = without_pistol(skirmish)
    bad_phase(skirmish, 1, 1)
    assert (skirmish.place("Scout"), skirmish.state("Scout").flying) == (stands, flies)


def without_pistol(skirmish: Skirmish) -> Encounter:
    scout = skirmish.one("Scout")
    bare = replace(scout, carried=tuple(c for c in scout.carried if c.weapon.name != "Pistol"), in_hand=0)
    return skirmish.encounter.with_combatant(bare)


def test_outdoors_a_scout_flies_over_walls() -> None:
    skirmish = stage(9, 3, "D1 D2 D3", outdoors=True)
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bot scout", "G2", "Scout")
    [part] = phase(skirmish, 1, 1)
    assert skirmish.state("Scout").flying
    assert note(part.resolution, "Advance").startswith("takes off, from G2 to ")
    assert deed(part).startswith("Scout fires the Pistol at Ash")


def test_all_are_done_afterwards() -> None:
    skirmish = stage(9, 9)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bug warrior", "", "Held", owner="villain")
    for n, line in enumerate(("bug warrior", "bug shooter, rifle", "bot leader", "fuzzy warrior, rifle"), 1):
        skirmish.muster(line, f"I{n}", f"Bad {n}")
    parts = skirmish.parts(Next(), *[1] * 6)
    assert parts
    assert all(skirmish.state(f"Bad {n}").stage == DONE for n in range(1, 5))
    held = figure(skirmish.one("Held"))
    assert held.stage != DONE


def test_a_scout_flies_to_an_enemy_rather_than_walk_nearer_to_one() -> None:
    # On foot it could get no farther than B2, two spaces from Ash: both friends stand in the way.
    skirmish = stage(9, 2, "A2 C2 D2 E2 F2 G2 H2 I2")
    skirmish.muster("marine, rifle", "D1", "Ash")
    skirmish.muster("bug brain", "B1", "Brain")
    skirmish.muster("bug brain", "C1", "Brain 2")
    skirmish.muster("bot scout", "A1", "Scout")
    skirmish.encounter = without_pistol(skirmish)
    bad_phase(skirmish, 1, 1)
    assert skirmish.place("Scout") == "E1"


def test_a_scout_pays_for_taking_off() -> None:
    # 1 Point of 3, and 1 1/2 for three spaces.
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bot scout", "E1", "Scout")
    skirmish.encounter = without_pistol(skirmish)
    [part] = phase(skirmish, 1, 1)
    assert figure(part.encounter.combatant(skirmish.id("Scout"))).left == Fraction(1, 2)


def test_the_wounded_do_not_plan_on_points_that_are_gone() -> None:
    # Unhurt it would walk four spaces to Ash; with 5 Points it gets three, and fires from where it stands.
    skirmish = stage(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("bot leader, wounds 1", "F1", "Bot")
    assert bad_phase(skirmish, 1, 1) == ["Bot fires the Pistol at Ash, 5 spaces: MISFIRE."]


def test_it_goes_around_to_where_there_is_room() -> None:
    # B1 is the nearest space beside Ash, but taken.
    skirmish = stage(5, 3, "B2 C2 D2")
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bug brain", "B1", "Brain")
    skirmish.muster("bug warrior", "E1", "Bug")
    assert bad_phase(skirmish, 1, 1, 1, 1) == ["Bug attacks Ash: MISFIRE; MISFIRE."]


def test_where_the_way_is_full_of_friends_it_goes_as_near_as_it_can_stand() -> None:
    skirmish = stage(9, 2, "A2 B2 C2 D2 E2 G2 H2 I2")
    skirmish.muster("marine, rifle", "I1", "Ash")
    for n, at in enumerate("BCDEF", 1):
        skirmish.muster("bug brain", f"{at}1", f"Brain {n}")
    skirmish.muster("bug warrior", "A1", "Bug")
    assert bad_phase(skirmish) == ["Bug advances from A1 to F2."]


def test_a_far_shot_that_takes_aim_is_worth_a_step() -> None:
    # Ash is seen from N2 alone, not from the way there below the wall: 10 or more with 2 Points of aim.
    skirmish = stage(15, 3, " ".join(f"{c}2" for c in "BCDEFGHIJKLM"), rough=" ".join(f"{c}1" for c in "BCDEFGHIJKLM"))
    skirmish.muster("marine, rifle", "A1", "Ash")
    skirmish.muster("marine, rifle, bad guys", "N3", "Bad")
    assert bad_phase(skirmish, 1, 1) == ["Bad fires the Rifle at Ash, 13 spaces: MISFIRE."]


@pytest.mark.parametrize(
    ("ammunition", "told"), [("none", ["Bug fires the Rifle at Ash, 4 spaces: MISFIRE."]), ("boxes", [])]
)
def test_in_the_middle_of_a_reload(ammunition: str, told: list[str]) -> None:
    """A reload stands still, and holds nobody up, while ammunition is not counted."""
    skirmish = Skirmish(ammunition=ammunition)
    skirmish.map(12, 1)
    skirmish.muster("marine, rifle", "A1", "Ash")
    bug = skirmish.muster("bug shooter, rifle", "E1", "Bug")
    skirmish.encounter = Planned((Task(bug, Reload(bug, "Rifle"), 3, 8),)).on(skirmish.encounter)
    assert bad_phase(skirmish, *([1, 1] if told else [])) == told


def test_whoever_was_interrupted_goes_on_before_a_nearer_one() -> None:
    # On its way around the wall Bug 1 is farther from Ash than Bug 2 is.
    skirmish = stage(10, 5, "C1 C2 C3 C4 D2 D4")
    skirmish.order(Switch("cover areas", "anywhere"))
    skirmish.muster("marine, rifle", "A3", "Ash")
    skirmish.muster("marine, rifle", "J4", "Bo")
    skirmish.muster("bug warrior", "D3", "Bug 1")
    skirmish.muster("bug warrior", "D1", "Bug 2")
    skirmish.fire("Bo", "E4", how="cover fire")
    assert skirmish.next()[1].resolution.outcome == "Bug 1 advances from D3 to E4, which Bo covers."
    told = [deed(part) for part in skirmish.parts(Answer(skirmish.id("Bo"), "hold fire"), *[1] * 8)]
    assert told[1] == "Bug 1 attacks Ash: MISFIRE; MISFIRE."
