"""Doors and windows that are forced, a try for 6 actions (scenario 2)."""

from __future__ import annotations

import pytest

from rules.engine.map.pieces import lay
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Act, Aim, Burst, Chart, Fire, Move, Switch
from rules.phoenix.basics.soldier import Wound
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix


@pytest.fixture
def raid() -> Skirmish:
    made = Skirmish()
    made.sheet("Breacher", "skill 6, CA 6, M870")
    made.make("Breacher", left=6)
    return made


@pytest.mark.parametrize(
    ("text", "roll", "opens"),
    [
        ("force the door", 79, True), ("force the door", 80, False), ("Force a front door.", 0, True),
        ("force the window", 89, True), ("forces open the window", 90, False),
        ("batter down the door at F2", 99, False), ("force the boarded-up window", 85, True),
    ],
)  # fmt: skip
def test_a_try(raid: Skirmish, text: str, roll: int, opens: bool) -> None:
    forced = raid.order(Act(raid.id("Breacher"), text), roll)
    assert ("gives way" in forced.outcome) == opens and forced.verdict == ("hit" if opens else "miss")
    assert raid.state("Breacher").left == 0
    assert [one.slot for one in raid.state("Breacher").dropped] == [0]


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("force the door", "C4"),
        ("force the door at C4", "C4"),
        ("force the window", "C2"),
    ],
)
def test_what_gives_way_is_open_on_the_map(raid: Skirmish, text: str, opened: str) -> None:
    battle_map = BattleMap(12, 10)
    battle_map = lay(
        battle_map,
        read_pieces(
            "wall brick A4-H4 D1-D9, door C4 barred D3 closed, window boarded C2 barred, window H8", battle_map
        ),
    )
    raid.order(Chart(battle_map))
    raid.put("Breacher", "C3")
    held = raid.order(Act(raid.id("Breacher"), text), 99)
    assert "it holds" in held.outcome and raid.encounter.battle_map == battle_map
    raid.make("Breacher", left=6)
    forced = raid.order(Act(raid.id("Breacher"), text), 0)
    what = "window" if "window" in text else "door"
    assert f"it gives way, and the {what} at {opened} is open." in forced.outcome
    after = raid.encounter.battle_map
    assert after and after.obstructions == battle_map.obstructions - {Place.parse(opened)}


def test_it_takes_a_phase_of_an_officer(raid: Skirmish) -> None:
    raid.make("Breacher", left=2)
    assert raid.order(Act(raid.id("Breacher"), "force the door")).outcome == (
        "Breacher forces the door: 2 of 6 actions, done in Phase 1, Impulse 4."
    )
    assert [one.slot for one in raid.state("Breacher").dropped] == [0]  # the sledge takes both hands from the start
    parts = raid.next(40)
    assert parts[0].resolution.outcome == "Breacher forces the door (6 actions): it gives way."


def test_it_takes_an_arm(raid: Skirmish) -> None:
    arms = tuple(Wound(10, "Arm", 1, Clock(0, 1)) for _ in range(2))
    raid.make("Breacher", wounds=arms)
    with pytest.raises(NotNow, match="Both of Breacher's arms are disabled"):
        raid.order(Act(raid.id("Breacher"), "force the door"))


def test_breaking_a_window_stays_what_it_was(raid: Skirmish) -> None:
    assert raid.order(Act(raid.id("Breacher"), "break the window")).outcome == (
        "Breacher: Break and Clear Glass from a Window (6 actions); their Firing Stance ends."
    )


def test_nobody_moves_or_fires_in_the_first_phase() -> None:
    made = Skirmish()
    made.order(Switch("forced entry", "on"))
    made.map(12, 10)
    made.sheet("Officer", "skill 6, CA 6, Uzi, facing 180", "C3")
    made.sheet("Guard", "skill 5, CA 8, KV 25, M92F, exposed", "C6")
    made.sheet("Breacher", "skill 6, CA 6, M870")
    officer, guard = made.id("Officer"), made.target("Guard")
    forbidden = (
        Fire(officer, (guard,), 1),
        Burst(officer, (guard,), 1),
        Move(officer, Place.parse("C4")),
    )
    for order in forbidden:
        with pytest.raises(NotNow, match=r"In Phase 1 nobody moves or fires, while doors and windows are forced \(4"):
            made.order(order)
    assert "Breacher is placed at D3" in made.order(Move(made.id("Breacher"), Place.parse("D3"))).outcome
    made.order(Act(made.id("Breacher"), "force the door"))
    made.order(Aim(officer, (guard,), 1))
    made.next(10, seconds=2)
    assert made.encounter.clock.turn == 2
    made.order(Move(officer, Place.parse("C4")))
    made.order(Switch("forced entry", "off"))


def test_without_the_switch_the_first_phase_is_like_any_other(raid: Skirmish) -> None:
    raid.map(12, 10)
    raid.put("Breacher", "C3")
    raid.order(Move(raid.id("Breacher"), Place.parse("C4")))
    assert str(raid.one("Breacher").place) == "C4"


def test_in_an_older_raid_everything_that_is_shut_is_barred_as_it_was(raid: Skirmish) -> None:
    battle_map = BattleMap(12, 10)
    battle_map = lay(
        battle_map, read_pieces("wall A4-H4, door C4, window boarded D4, window B4, door E4 open", battle_map)
    )
    raid.order(Switch("forced entry", "on"))
    raid.order(Chart(battle_map))
    raid.put("Breacher", "C5")
    breacher = raid.id("Breacher")
    assert "Open the door at C4" in dict(phoenix().acts(raid.encounter, breacher))
    older = tuple((name, value) for name, value in raid.encounter.switches if name != "bars")
    raid.encounter = replace(raid.encounter, switches=older)
    for what in ("door", "window at D4"):
        with pytest.raises(NotNow, match=r"is barred\. Use /act what: force the (door|window) at "):
            raid.order(Act(breacher, f"open the {what}"))
    assert "the door at C4 is open" in raid.order(Act(breacher, "force the door"), 0).outcome
    raid.make("Breacher", left=6)
    assert "opens the window at B4" in raid.order(Act(breacher, "open the window at B4")).outcome
