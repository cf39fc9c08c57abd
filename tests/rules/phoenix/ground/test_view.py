"""Fields of Fire and View, lines of sight, who may be aimed at (2.3, 2.4; rulings O33, O34)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Move
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.ground.view import check_place, check_target, sees
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


def facing_each_other(walls: str = "", shooter: Any = (), target: Any = (), at: str = "K5") -> Skirmish:
    """Return Trent at K10, by default facing up, and a guard, by default five hexes above."""
    played = Skirmish()
    played.map(30, 30, walls)
    played.join("Trent", Soldier(**{"actions": 8, "facing": 0, **dict(shooter)}), at="K10")
    played.join("Guard", Soldier(**{"actions": 4, **dict(target)}), at=at)
    return played


def check(played: Skirmish) -> None:
    with refusals_named(played.encounter):
        check_target(played.one("Trent"), played.one("Guard"), played.encounter)


def check_at(played: Skirmish, place: str) -> None:
    with refusals_named(played.encounter):
        check_place(played.one("Trent"), Place.parse(place), played.encounter)


@pytest.mark.parametrize("at", ["K5", "L9", "J9", "K9", "K10", "L8", "M7", "J8", "O4"])
def test_within_thirty_degrees_to_either_side(at: str) -> None:
    played = facing_each_other()
    played.put("Guard", at)
    if at in ("L9", "J9"):
        with pytest.raises(NotNow, match=r"Field of Fire of 60 degrees\. Use /act turn to Guard first"):
            check(played)
    else:
        check(played)


@pytest.mark.parametrize(("facing", "inside"), [(30, True), (31, False), (330, True), (329, False), (None, True)])
def test_the_edge_of_the_field_of_fire_is_in_it(facing: int | None, inside: bool) -> None:
    played = facing_each_other(shooter={"facing": facing})
    if inside:
        check(played)
        return
    with pytest.raises(NotNow, match="Guard at K5 is outside Trent’s Field of Fire"):
        check(played)
    with pytest.raises(NotNow, match=r"K5 is outside Trent’s Field of Fire of 60 degrees\. Use /act turn to K5 first"):
        check_at(played, "K5")


def test_a_wall_takes_the_line_of_sight() -> None:
    with pytest.raises(
        NotNow,
        match=r"The obstruction at K7 hides Guard at K5 from Trent at K10\."
        r" Use /move to get a line of sight",
    ):
        check(facing_each_other("K7"))
    check(facing_each_other("L7 J7"))
    with pytest.raises(NotNow, match="The obstruction at K7 hides K5 from Trent"):
        check_at(facing_each_other("K7"), "K5")


def test_without_places_or_a_map_nothing_is_checked() -> None:
    played = Skirmish()
    played.join("Trent", Soldier(facing=0))
    played.join("Guard", Soldier(facing=0), at="K12")
    check(played)
    played.put("Trent", "K20")
    check(played)
    played.put("Trent", "K3")
    with pytest.raises(NotNow, match="Field of Fire"):
        check(played)


def test_ones_own_side_may_be_aimed_at() -> None:
    played = facing_each_other()
    assert played.one("Trent").side == played.one("Guard").side
    check(played)


@pytest.mark.parametrize(
    ("shooter", "target", "sentence"),
    [
        ({}, {"exposure": "hidden"}, "Guard is out of sight. Aim at a fighter in sight, or at a place."),
        ({}, {"spotted": False}, r"Guard has not been spotted\. You can aim at them once they fire,"),
        (
            {"exposure": "hidden"},
            {},
            r"Trent is behind cover and sees nothing\. Use /act fire over"
            r" cover or look over cover",
        ),
        ({}, {"exposure": "dug in", "facing": 0}, "Sandbags cover Guard from this side"),
    ],
)
def test_who_cannot_be_aimed_at(shooter: dict[str, Any], target: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotNow, match=sentence):
        check(facing_each_other(shooter=shooter, target=target))


def test_the_dug_in_can_be_hit_from_their_own_field_of_fire() -> None:
    check(facing_each_other(target={"exposure": "dug in", "facing": 150}))
    with pytest.raises(NotNow, match="Sandbags"):
        check(facing_each_other(target={"exposure": "dug in", "facing": 149}))


def test_who_is_out_of_play_cannot_be_aimed_at() -> None:
    played = facing_each_other()
    gone = played.one("Guard")
    with pytest.raises(NotNow, match="Guard is out of play"), refusals_named(played.encounter):
        check_target(played.one("Trent"), altered(gone, present=False), played.encounter)


def test_who_moves_behind_a_wall_is_seen_until_the_impulse_ends() -> None:
    played = facing_each_other("L6", at="K5")
    played.make("Guard", left=2)
    played.order(Move(played.id("Guard"), Place.parse("L5")))
    check(played)
    played.next()
    with pytest.raises(NotNow, match="The obstruction at L6 hides Guard at L5"):
        check(played)


@pytest.mark.parametrize(
    ("looker", "at", "seen"),
    [
        ({"firing_stance": False}, "P12", False),  # 103 degrees aside
        ({"firing_stance": False}, "M10", True),  # 90
        ({"firing_stance": False}, "F8", True),
        ({"firing_stance": False}, "K11", False),
        ({"firing_stance": True}, "M10", False),
        ({"firing_stance": True}, "L8", True),
        ({"firing_stance": False, "exposure": "dug in"}, "M10", False),
        ({"firing_stance": False, "exposure": "hidden"}, "K5", False),
        ({"firing_stance": False, "facing": None}, "K11", True),
    ],
)
def test_the_field_of_view(looker: dict[str, Any], at: str, seen: bool) -> None:
    played = facing_each_other(shooter=looker, at=at)
    assert sees(played.one("Trent"), played.one("Guard"), played.encounter) is seen


def test_what_hides_from_view() -> None:
    walled = facing_each_other("K7", shooter={"firing_stance": False})
    assert not sees(walled.one("Trent"), walled.one("Guard"), walled.encounter)
    hidden = facing_each_other(target={"exposure": "hidden"})
    assert not sees(hidden.one("Trent"), hidden.one("Guard"), hidden.encounter)
    nowhere = Skirmish()
    nowhere.join("Trent", Soldier())
    nowhere.join("Guard", Soldier())
    assert sees(nowhere.one("Trent"), nowhere.one("Guard"), nowhere.encounter)
