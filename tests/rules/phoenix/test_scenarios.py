"""The two scenarios of chapter 4 as templates: the book's figures, who sees whom at the start, what is thrown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from rules.engine.books.events import planned
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.map.pieces import lay
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Act, Aim, Duck, Fire, Move, Start
from rules.engine.records.steps import Note, Roll
from rules.engine.scene.scene import Part
from rules.grid.hexes import distance, neighbours
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Aimed, Soldier, soldier
from rules.phoenix.ground import view
from rules.phoenix.turn.impulses import awaited
from rules.words.places import Place
from tests.rules.phoenix.book import printed
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

LEADER, GUNNER, POINT = "Squad Leader", "Gunner", "Point Man"
RAID_DICE = (9, 9, 0, 0, 3, 9, 1, 2, 3, 8, 1, 4, 4, 2, 7)
"""Places and rifles of three guards with the hexes of two, the leader's, places and moods of two technicians."""


def begun(template: str, *dice: int) -> tuple[Skirmish, tuple[Part, ...]]:
    skirmish = Skirmish()
    skirmish.encounter = UNOPENED
    order = Start("e1", "Test", "phoenix", "phoenix-basic", "gm", "0" * 64, template)
    return skirmish, skirmish.parts(order, *dice)


@pytest.fixture
def bridge() -> Skirmish:
    return begun("oppenheim")[0]


def side(skirmish: Skirmish, name: str) -> list[Combatant]:
    return [c for c in skirmish.encounter.combatants if c.side == name]


def men(skirmish: Skirmish, name: str) -> list[Combatant]:
    return [c for c in side(skirmish, name) if soldier(c).vehicle is None]


def accuracies(combatant: Combatant, skirmish: Skirmish) -> Iterator[Mapping[str, str]]:
    """Shot Accuracy by aim, as the status sheet shows it, for each weapon carried."""
    for label, text in phoenix().summary(combatant, skirmish.encounter).lines:
        if label == "Shot Accuracy":
            yield {aim: str(int(shown)) for aim, shown in re.findall(r"(\d+): ([+-]?\d+)", text)}


def accuracy(combatant: Combatant, weapon: str, skirmish: Skirmish) -> Mapping[str, str]:
    names = [carried.weapon.name for carried in combatant.carried]
    return dict(zip(names, accuracies(combatant, skirmish), strict=True))[weapon]


def column(table: str, head: str) -> dict[str, str]:
    return {aim: cells[head] for aim, cells in printed(table).items() if cells[head]}


def figures(state: Soldier) -> dict[str, int | None]:
    return {
        "Skill Level": state.skill,
        "Skill Acc Level": state.sal,
        "Combat Actions": state.actions,
        "Knockout Value": state.knockout_value,
    }


def book_figures(table: str, row: str) -> dict[str, int]:
    return {column: int(cell) for column, cell in printed(table)[row].items()}


def test_everybody_of_the_bridge_is_there(bridge: Skirmish) -> None:
    assert len(bridge.encounter.combatants) == 56
    assert (len(side(bridge, "NATO")), len(men(bridge, "Russians")), len(men(bridge, "Russian reserve"))) == (6, 14, 34)
    assert [c.name for c in bridge.encounter.combatants if soldier(c).vehicle == 16] == ["Jeep", "Second Jeep"]
    assert {c.place for c in side(bridge, "Russian reserve")} == {None}
    assert all(c.place for c in (*side(bridge, "NATO"), *side(bridge, "Russians")))


@pytest.mark.parametrize(
    ("head", "name", "weapon"),
    [
        ("Squad Leader M16A1", LEADER, "M16A1"),
        ("Soldier M16A1", "Private 1", "M16A1"),
        ("Soldier M16A1", GUNNER, "M16A1"),
        ("Soldier M249", GUNNER, "M249 Minimi"),
        ("Russian AKM47", POINT, "AKM 47"),
        ("Russian AKM47", "Second Crew 4", "AKM 47"),
    ],
)
def test_the_shot_accuracies_of_the_bridge_come_out(bridge: Skirmish, head: str, name: str, weapon: str) -> None:
    assert accuracy(bridge.one(name), weapon, bridge) == column("scenario1", head)


def test_the_squad_leader_with_the_minimi(bridge: Skirmish) -> None:
    armed = replace(bridge.one(LEADER), carried=bridge.one(GUNNER).carried)
    assert accuracy(armed, "M249 Minimi", bridge) == column("scenario1", "Squad Leader M249")


def test_the_people_of_the_bridge(bridge: Skirmish) -> None:
    assert figures(bridge.state(LEADER)) == book_figures("scenario1_people", "Squad Leader")
    others = [c for s in ("NATO", "Russians", "Russian reserve") for c in men(bridge, s) if c.name != LEADER]
    assert len(others) == 53
    for other in others:
        assert figures(soldier(other)) == book_figures("scenario1_people", "Soldier"), other.name


@pytest.mark.parametrize("name", ["M16A1", "M249 Minimi"])
def test_its_own_weapons_are_those_of_the_book_but_for_the_aim(bridge: Skirmish, name: str) -> None:
    [own] = [c.weapon for c in bridge.one(GUNNER).carried if c.weapon.name == name]
    known = phoenix().book.arms[name]
    assert isinstance(own, Gun) and isinstance(known, Gun)
    assert replace(own, id="", aim=(), doubtful=(), source="") == replace(known, id="", aim=(), doubtful=(), source="")
    assert dict(own.aim)[11] == 0 and not {10, 12} & dict(own.aim).keys()
    assert dict(known.aim)[10] == -1


def test_what_they_carry(bridge: Skirmish) -> None:
    def loads(name: str) -> list[tuple[str, str, int, list[tuple[int, int]]]]:
        found = []
        for carried in bridge.one(name).carried:
            assert carried.ammunition and carried.ammunition.spares is not None
            spares = [(spare.count, spare.number) for spare in carried.ammunition.spares]
            found.append((carried.weapon.name, carried.ammunition.sort, carried.ammunition.loaded, spares))
        return found

    assert loads(GUNNER) == [("M249 Minimi", "", 200, []), ("M16A1", "", 30, [(30, 2)])]
    assert loads("Private 4") == [("M16A1", "", 30, [(30, 2)])]
    assert {str(loads(c.name)) for s in ("Russians", "Russian reserve") for c in men(bridge, s)} == {
        "[('AKM 47', 'AP', 30, [(30, 2)])]"
    }


def test_everyone_dug_in_has_the_bridge_before_him(bridge: Skirmish) -> None:
    vanguard = men(bridge, "Russians")
    seen = {c.name: 0 for c in vanguard}
    for man in side(bridge, "NATO"):
        state = soldier(man)
        assert (state.exposure, state.spotted, state.position) == ("dug in", False, "kneeling")
        assert man.place
        assert min(distance(man.place, c.place) for c in vanguard if c.place) >= 20
        in_view = [c.name for c in vanguard if aimable(man, c, bridge)]
        assert len(in_view) >= 12, (man.name, in_view)
        for name in in_view:
            seen[name] += 1
    assert min(seen.values()) >= 4, seen
    assert bridge.encounter.battle_map
    battle_map = bridge.encounter.battle_map
    assert not {c.place for c in bridge.encounter.combatants} & (battle_map.obstructions | battle_map.barred)


def aimable(shooter: Combatant, target: Combatant, skirmish: Skirmish) -> bool:
    try:
        view.check_target(shooter, target, skirmish.encounter)
    except NotNow:
        return False
    return True


def test_they_are_not_spotted_before_they_fire(bridge: Skirmish) -> None:
    answer = Fire(bridge.id(POINT), (bridge.target(LEADER),), 3)
    with pytest.raises(NotNow, match="Squad Leader has not been spotted"):
        bridge.parts(answer)
    shot = bridge.order(Fire(bridge.id(LEADER), (bridge.target(POINT),), 2), 87)
    # SAL 11, aim 2: -12, braced +5, standing exposed +8; 2A at 20 hexes: 86.
    assert (total(shot, "Accuracy"), shot.verdict) == (12, "miss")
    assert note(shot, "Seen") == "Squad Leader fires and is spotted"
    bridge.make(POINT, aim=Aimed(bridge.id(LEADER), 8), left=1, firing_stance=True)
    back = bridge.order(Fire(bridge.id(POINT), (bridge.target(LEADER),), 9), 0, 12, 5)
    # SAL 7, aim 9: -1, looking over cover -4; what hits a man dug in hits the head.
    assert (total(back, "Accuracy"), back.verdict) == (2, "hit")
    assert [(roll.low, roll.high) for roll in rolls(back) if roll.label == "Where"] == [(0, 22)]
    with pytest.raises(NotNow, match="Private 1 has not been spotted"):
        bridge.parts(Fire(bridge.id(POINT), (bridge.target("Private 1"),), 3))


def test_who_turns_is_dug_in_no_longer(bridge: Skirmish) -> None:
    bridge.order(Act(bridge.id(LEADER), "turn to 120"))
    for _ in range(2):
        bridge.next()
    assert bridge.state(LEADER).exposure == "firing"


def test_the_jeep_drives_16_hexes_a_phase(bridge: Skirmish) -> None:
    bridge.order(Move(bridge.id("Jeep"), Place.parse("H18")))
    places = [str(bridge.one("Jeep").place)]
    for _ in range(3):
        bridge.next()
        places.append(str(bridge.one("Jeep").place))
    assert places == ["H5", "H9", "H13", "H17"]


def test_the_reserve_comes_on_from_off_the_map(bridge: Skirmish) -> None:
    told = bridge.order(Move(bridge.id("Second Squad 1"), Place.parse("H2")))
    assert told.outcome == "Second Squad 1 is placed at H2."


def test_the_accuracies_and_people_of_the_raid() -> None:
    raid, _ = begun("police_raid", *RAID_DICE)
    cases = {
        "SWAT M16": ("Cover 1", "M16"),
        "SWAT Uzi": ("Entry 4", "Uzi"),
        "SWAT M870": ("Breacher 2", "Remington M870"),
        "Guard M16": ("Guard 3", "M16"),
        "Guard M92F": ("Guard 1", "M92F"),
        "Leader M16": ("Leader", "M16"),
        "Leader M92F": ("Leader", "M92F"),
    }
    assert cases.keys() == next(iter(printed("scenario2").values())).keys()
    for head, (name, weapon) in cases.items():
        expected = column("scenario2", head)
        shown = accuracy(raid.one(name), weapon, raid)
        assert {aim: shown[aim] for aim in expected} == expected, head
    assert accuracy(raid.one("Technician 2"), "M92F", raid) == accuracy(raid.one("Leader"), "M92F", raid)
    rows = {"Entry 1": "SWAT Team", "Breacher 1": "SWAT Team", "Guard 2": "Suspect Guard"}
    rows |= dict.fromkeys(("Leader", "Technician 1"), "Leader / Technician")
    for name, row in rows.items():
        known = figures(raid.state(name))
        del known["Skill Acc Level"]
        assert known == book_figures("scenario2_people", row), name


def test_the_team_wears_armor_and_waits_off_the_map() -> None:
    raid, _ = begun("police_raid", *RAID_DICE)
    team = side(raid, "SWAT")
    assert (len(team), {c.place for c in team}) == (10, {None})
    assert {soldier(c).armor.body for c in team} == {16}
    assert {c.carried[0].weapon.name for c in team} == {"Uzi", "M16", "Remington M870"}
    assert {(soldier(c).armor.body, soldier(c).spotted) for c in side(raid, "Suspects")} == {(0, False)}


def test_suspects_and_rifles_lie_as_thrown() -> None:
    raid, parts = begun("police_raid", *RAID_DICE)
    assert {c.name: str(c.place) for c in side(raid, "Suspects")} == {
        "Guard 1": "L9",
        "Guard 2": "D4",  # taken: the next one, and after the last the first
        "Guard 3": "F4",
        "Leader": "J4",
        "Technician 1": "L3",
        "Technician 2": "K5",
    }
    steps = [step for part in parts for step in part.resolution.steps]
    assert [step.text for step in steps if isinstance(step, Note) and step.label in ("Rifle", "Mood")] == [
        "Guard 1’s rifle is within reach",
        "Guard 2’s rifle lies 1 hex away",
        "Guard 3’s rifle lies 4 hexes away",
        "Leader’s rifle lies 8 hexes away",
        "Technician 1 is armed with a pistol and will use it",
        "Technician 2 flees; cornered, or told to freeze, they surrender",
    ]
    assert {(step.low, step.high) for step in steps if isinstance(step, Roll) and step.label != "Hex"} == {(0, 9)}


def test_the_rifles_of_the_suspects_lie_in_the_hexes_that_were_thrown() -> None:
    raid, parts = begun("police_raid", *RAID_DICE)
    assert raid.encounter.battle_map
    away: dict[str, int] = {}
    for one in side(raid, "Suspects"):
        for down in soldier(one).dropped:
            assert one.carried[down.slot].weapon.name == "M16" and one.in_hand != down.slot
            assert down.place and one.place and down.place not in raid.encounter.battle_map.obstructions
            assert Place.parse("D3").column <= down.place.column <= Place.parse("L10").column
            assert 3 <= down.place.row <= 10
            away[one.name] = distance(one.place, down.place)
    assert away == {"Guard 1": 0, "Guard 2": 1, "Guard 3": 4, "Leader": 8}
    steps = [step for part in parts for step in part.resolution.steps]
    hexes = [step for step in steps if isinstance(step, Roll) and step.label == "Hex"]
    assert [(step.low, step.value) for step in hexes] == [(1, 1), (1, 2), (1, 1)]
    assert len({step.high for step in hexes}) > 1, "one of the hexes at that distance"
    guard = raid.id("Guard 3")
    raid.next(seconds=2)
    with pytest.raises(
        NotNow,
        match=r"The M16 of Guard 3 is on the ground at J4\. Use /move to get"
        r" there and pick it up",
    ):
        raid.order(Act(guard, "pick up the rifle"))


def test_a_rifle_lies_as_far_away_as_the_building_goes() -> None:
    raid, parts = begun("police_raid", 9, 9, 0, 0, 0, 0, 6, 9, 1, 4, 4, 2, 7)
    [down] = raid.state("Leader").dropped
    assert str(raid.one("Leader").place) == "D8" and down.place and distance(Place.parse("D8"), down.place) == 9
    steps = [step for part in parts for step in part.resolution.steps]
    assert "no hex is 10 hexes away, so it is 9 away" in [step.text for step in steps if isinstance(step, Note)]


def test_nobody_moves_or_fires_in_the_first_phase_of_the_raid() -> None:
    raid, _ = begun("police_raid", *RAID_DICE)
    with pytest.raises(
        NotNow,
        match=r"In Phase 1 nobody moves or fires, while doors and windows are"
        r" forced \(4\.2\)",
    ):
        raid.order(Fire(raid.id("Entry 1"), (raid.target("Leader"),), 1))
    raid.next(seconds=2)
    raid.order(Move(raid.id("Leader"), Place.parse("J5")))


def test_the_surprised_suspects_do_nothing_before_phase_2() -> None:
    raid, _ = begun("police_raid", *RAID_DICE)
    suspects = side(raid, "Suspects")
    expected = r"surprised by the raid and cannot act before Phase 2 \(4\.2, O82\)\. Use /next"
    for one in suspects:
        for order in (Act(one.id, "turn to 120"), Aim(one.id, (raid.target("Entry 1"),), 1), Duck(one.id, "never")):
            with pytest.raises(NotNow, match=expected):
                raid.order(order)
    assert not {one.id for one in suspects} & {*awaited(raid.encounter)}
    raid.put("Entry 1", "K9")
    look = Act(raid.id("Entry 1"), "see whether Guard 1 is armed")
    raid.make("Guard 1", spotted=True)
    raid.make("Entry 1", facing=120)
    assert raid.order(look).outcome == "Entry 1 sees that Guard 1 has no weapon in hand."
    line = phoenix().summary(raid.one("Guard 1"), raid.encounter).short
    assert "surprised" in line and "M92F" not in line
    raid.next(seconds=2)
    assert raid.encounter.clock == Clock(2, 1)
    assert {one.id for one in suspects} <= {*awaited(raid.encounter)}
    assert raid.order(look).outcome == "Entry 1 sees that Guard 1 has the M92F in hand."
    raid.order(Act(raid.id("Guard 1"), "turn to 120"))


def test_every_numbered_hex_is_inside_and_can_be_reached() -> None:
    raid, _ = begun("police_raid", *RAID_DICE)
    assert raid.encounter.battle_map
    openings = [Place.parse(spot) for spot in ["F2", "H11", "J2", "C5", "C8", "M4", "M8", "E11", "K11"]]
    shut = [piece for piece in raid.encounter.battle_map.pieces if not piece.open]
    assert frozenset[Place]().union(*(piece.places for piece in shut)) == {*openings}
    assert raid.encounter.battle_map.obstructions >= {*openings}
    forced = lay(raid.encounter.battle_map, [replace(piece, open=True) for piece in shut])
    walls, reached, edge = forced.obstructions, set[Place](), [Place.parse("A1")]
    assert not walls & {*openings}
    inside = {place for group in phoenix().templates["police_raid"].newcomers for place in group.among}
    assert len(inside) == 10
    flood(edge, reached, walls | {*openings})
    assert not inside & reached
    for opening in openings:
        entered = set[Place]()
        flood([opening], entered, walls | reached)
        assert inside <= entered, opening


def flood(begin: list[Place], reached: set[Place], closed: set[Place] | frozenset[Place]) -> None:
    """All places of the map that can be walked to."""
    ahead = list(begin)
    while ahead:
        here = ahead.pop()
        if here in reached or here in closed or here.column > 15 or here.row > 12:
            continue
        reached.add(here)
        ahead += neighbours(here)


def test_the_bridge_is_held_for_60_phases() -> None:
    [(timer, event)] = planned(begun("oppenheim")[0].encounter.agenda)
    assert (timer.at, event.text) == (Clock(61), "60 phases have passed: the Russians fall back and regroup")
