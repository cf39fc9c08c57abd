"""Spotting Times: every cell as it is printed, motion, sizes, spotting actions by ISF (5.2)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, RangeWanted
from rules.engine.records.orders import Act, Switch
from rules.engine.scene.effects import Placed
from rules.phoenix.basics.soldier import Knockout, Soldier
from rules.phoenix.optional.records import Known
from rules.phoenix.optional.senses.spotting import spotted
from rules.phoenix.optional.senses.spotting_time import (
    motion,
    pace,
    spotting_actions,
    spotting_time,
    times_by_range,
    unit,
    words,
)
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
PRINTED = {
    "no cover": ["0 0 0 0 0 0 0 0 0", "0 0 0 0 0 1 2 5 8", "0 2 2 2 2 3 12 24 33"],
    "town": ["0 0 0 0 0 1 2 5 8", "0 0 1 0 2 2 5 12 17", "2 2 3 2 5 8 24 45 54"],
    "hill": ["0 0 1 0 2 2 5 12 17", "0 2 2 2 2 3 12 24 33", "2 5 8 5 12 17 45 68 137"],
    "jungle": ["1 2 3 2 3 5 17 33 45", "2 3 5 3 8 12 33 54 68", "8 17 24 17 33 45 137 275 275"],
}
MOTIONS: dict[str, dict[str, Any]] = {"Moving": {"moved": 1}, "Using CA": {"left": 0}, "Frozen": {}}
SIZES: dict[int, dict[str, Any]] = {
    8: {"vehicle": 10},
    4: {"exposure": "exposed"},
    0: {"exposure": "firing"},
}


def facing_off(at: str = "A20", terrain: str = "town", **target: Any) -> Skirmish:
    """Donovan at A1 and a sniper in the window."""
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    if terrain != "no cover":
        played.order(Switch("terrain", terrain))
    played.map(5, 60)
    played.join("Donovan", Soldier(actions=5, facing=180, firing_stance=False), at="A1")
    played.join("Sniper", Soldier(actions=4, facing=0), at=at, owner=None)
    if target:
        played.make("Sniper", **target)
    return played


def time(played: Skirmish) -> int:
    return spotting_time(played.one("Donovan"), played.one("Sniper"), played.encounter, BOOK).number


@pytest.mark.parametrize("terrain", PRINTED)
def test_every_cell(terrain: str) -> None:
    for line, places in zip(PRINTED[terrain], (("A2", "A10"), ("A11", "A20"), ("A21", "A40")), strict=True):
        cells = iter(line.split())
        for moves in MOTIONS.values():
            for size in (8, 4, 0):
                expected = int(next(cells))
                for at in places:
                    played = facing_off(at, terrain, **moves, **SIZES[size])
                    assert time(played) == expected, (terrain, at, moves, size)
                    both = played.one("Donovan"), played.one("Sniper")
                    assert spotted(*both, played.encounter, BOOK) == (expected == 0), (terrain, at, moves, size)


def test_at_once_as_far_as_the_table_says_0() -> None:
    for terrain, expected in {
        "no cover": (39, 19, 19, 19, 19, 9, 9, 9, 9),
        "town": (19, 19, 9, 19, 9, -1, -1, -1, -1),
        "hill": (19, 9, -1, 9, -1, -1, -1, -1, -1),
        "jungle": (-1,) * 9,
    }.items():
        states = [{**moves, **SIZES[size]} for moves in MOTIONS.values() for size in (8, 4, 0)]
        found = []
        for state in states:
            played = facing_off(terrain=terrain, **state)
            times = times_by_range(played.one("Sniper"), played.encounter, BOOK)
            found.append(max((last for last, time in times.items() if time == 0), default=-1))
        assert tuple(found) == expected, terrain


def test_a_state_goes_to_another_process_with_the_times_found_in_it() -> None:
    played = facing_off()
    times = times_by_range(played.one("Sniper"), played.encounter, BOOK)
    there = pickle.loads(pickle.dumps(played.encounter))
    assert there == played.encounter
    assert times_by_range(there.combatant(played.id("Sniper")), there, BOOK) == times


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"position": "standing"}, 12),  # 7 goes as 4
        ({"position": "kneeling"}, 12),
        ({"position": "prone"}, 17),  # 2 goes as 0
        ({"exposure": "firing"}, 17),
        ({"moved": 1, "gait": "running"}, 0),  # 8
        ({"moved": 1, "gait": "low crouch"}, 0),  # 7
        ({"moved": 1, "position": "prone"}, 1),
        ({"knockout": Knockout(Clock(0, 1), 0, until=Clock(9, 1))}, 17),  # down, and frozen
    ],
)
def test_the_size_is_that_of_4e_rounded_down_in_the_basic_game_as_well(state: dict[str, Any], expected: int) -> None:
    assert time(facing_off("A15", **state)) == expected


def test_beyond_the_table() -> None:
    played, refusal = (
        facing_off("A41"),
        r"Sniper is 40 hexes away, and the table ends at 39 \(erratum T39\)\. Move closer first\.",
    )
    with pytest.raises(NoRule, match=refusal), refusals_named(played.encounter):
        time(played)
    with pytest.raises(NoRule, match=r"too little to be spotted until they come up \(Target Size -4; erratum T39\)"):
        time(facing_off(exposure="looking"))
    played = facing_off()
    played.encounter = Placed(played.id("Donovan"), None).on(played.encounter)
    expected = "Put both on the map, or give hexes: /act spot Sniper at 12 hexes"
    with pytest.raises(RangeWanted, match=expected), refusals_named(played.encounter):
        time(played)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, "Frozen"),
        ({"left": 0}, "Using CA"),
        ({"moved": 1, "left": 0}, "Moving"),
        ({"actions": None}, "Frozen"),
        ({"fired": "now", "actions": None}, "Using CA"),
        ({"ducked": "now"}, "Using CA"),
        ({"appeared": "now"}, "Using CA"),
        ({"left": 0, "spoken": 1}, "Frozen"),
        ({"left": 0, "spoken": 1, "ducked": "now"}, "Using CA"),
    ],
)
def test_motion(state: dict[str, Any], expected: str) -> None:
    played = facing_off()
    now = played.encounter.clock
    played.make("Sniper", **{key: now if value == "now" else value for key, value in state.items()})
    assert motion(played.one("Sniper"), played.encounter, BOOK) == expected


@pytest.mark.parametrize(("value", "spoken"), [("on", 1), ("off", 0)])
def test_whoever_only_speaks_is_frozen(value: str, spoken: int) -> None:
    played = facing_off()
    played.order(Switch("spotting", value))
    sniper, donovan = played.id("Sniper"), played.id("Donovan")
    played.make("Sniper", known=(Known(donovan, Place.parse("A1")),))
    played.order(Act(sniper, "tell Donovan to freeze"))  # 2 actions, at 1 in an impulse
    assert (played.state("Sniper").left, played.state("Sniper").spoken) == (0, spoken)
    assert motion(played.one("Sniper"), played.encounter, BOOK) == ("Frozen" if spoken else "Using CA")
    played.next()
    assert played.state("Sniper").spoken == spoken, "what is said in one impulse is over with the next"


@pytest.mark.parametrize(
    ("isf", "actions", "shares"),
    [
        (None, 4, [1, 1, 1, 1]),
        (7, 2, [1, 0, 1, 0]),
        (15, 4, [1, 1, 1, 1]),
        (21, 5, [2, 1, 1, 1]),
        (39, 7, [2, 1, 2, 2]),
    ],
)
def test_spotting_actions_go_by_isf_at_a_maximum_speed_of_4(isf: int | None, actions: int, shares: list[int]) -> None:
    played = facing_off()
    played.make("Donovan", isf=isf)
    donovan = played.one("Donovan")
    assert spotting_actions(donovan, BOOK) == actions
    assert pace(donovan, played.encounter, BOOK) == (1, 1, 1, 1)
    assert (unit(played.encounter), words(1, played.encounter)) == ("impulses", "1 impulse")
    played.order(Switch("spotting skill", "on"))
    assert (unit(played.encounter), words(8, played.encounter)) == ("spotting actions", "8 spotting actions")
    assert pace(donovan, played.encounter, BOOK) == tuple(shares)
