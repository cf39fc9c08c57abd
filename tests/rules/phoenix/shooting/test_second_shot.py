"""A second shot into the same hex: what it counts for, and what breaks it (5.8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Burst, Duck, Fire, Move, Switch, Target
from rules.engine.records.steps import Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.optional.records import LastShot
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import duel, gun
from tests.rules.phoenix.skirmish import Skirmish

MISS = 99


def fight(preset: str = "phoenix-basic", *, switch: str = "on") -> Skirmish:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("second shot", switch))
    skirmish.map(30, 30)
    skirmish.sheet("Trent", "SAL 14, M16, M92F, CA 20, facing south", at="D2")
    for name, at in (("Guard 1", "D12"), ("Guard 2", "D12"), ("Guard 3", "E14")):
        skirmish.sheet(name, "CA 8, exposed", at=at)
    return skirmish


def aim_term(resolution: Resolution) -> str:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return next(term.label for term in total.terms if term.label.startswith("aim"))


def shot(skirmish: Skirmish, at: str = "Guard 1", **options: Any) -> str:
    order = Fire(skirmish.id("Trent"), (skirmish.target(at),), **{"aim": 1, **options})
    return aim_term(skirmish.order(order, MISS))


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_it_counts_an_action_of_aim_more_at_whoever_is_in_that_hex(preset: str) -> None:
    skirmish = fight(preset)
    assert shot(skirmish) == "aim 1"
    assert shot(skirmish) == "aim 1+1"
    assert shot(skirmish, "Guard 2") == "aim 1+1"
    assert shot(skirmish, "Guard 3") == "aim 1"
    assert shot(skirmish) == "aim 1"


def test_nothing_is_kept_without_the_switch() -> None:
    skirmish = fight(switch="off")
    assert (shot(skirmish), shot(skirmish)) == ("aim 1", "aim 1")
    assert skirmish.state("Trent").last_shot is None


def test_off_the_map_the_same_target_is_the_same_hex() -> None:
    skirmish = duel()
    skirmish.order(Switch("second shot", "on"))
    assert shot(skirmish, range=10) == "aim 1"
    assert skirmish.state("Trent").last_shot == LastShot(skirmish.id("Guard 1"), 0)
    assert shot(skirmish) == "aim 1+1"


def test_a_target_that_has_moved_is_in_another_hex_and_who_came_there_is_in_the_same() -> None:
    skirmish = fight()
    shot(skirmish)
    skirmish.put("Guard 1", "D14")
    skirmish.put("Guard 3", "D12")
    assert shot(skirmish, "Guard 3") == "aim 1+1"
    assert shot(skirmish) == "aim 1"


@pytest.mark.parametrize(
    "breaks",
    [
        lambda id: [Duck(id)],
        lambda id: [Act(id, "lower the weapon"), Act(id, "firing stance")],
        lambda id: [Act(id, "duck back"), Act(id, "firing stance over cover")],
        lambda id: [Move(id, Place.parse("D3"), 1, "facing south"), Act(id, "firing stance")],
        lambda id: [Adjust(id, "no last shot")],
        lambda id: [Adjust(id, "at D3")],
    ],
    ids=["ducks", "lowers", "hides", "moves", "by the GM", "put elsewhere"],
)
def test_what_breaks_the_stance_breaks_it(breaks: Any) -> None:
    skirmish = fight()
    shot(skirmish)
    skirmish.next()
    for order in breaks(skirmish.id("Trent")):
        skirmish.order(order)
    assert skirmish.state("Trent").last_shot is None
    skirmish.next()
    skirmish.next()
    assert shot(skirmish) == "aim 1"


def test_turning_within_the_stance_keeps_it() -> None:
    skirmish = fight()
    shot(skirmish)
    skirmish.order(Act(skirmish.id("Trent"), "turn to 150"))
    skirmish.next()
    assert shot(skirmish) == "aim 1+1"


def test_a_shot_from_the_hip_neither_has_it_nor_is_kept() -> None:
    skirmish = fight()
    shot(skirmish)
    assert shot(skirmish, how="hip") == "aim 1"
    assert shot(skirmish) == "aim 1"


def test_nor_is_a_shot_on_the_move() -> None:
    skirmish = fight()
    assert shot(skirmish, how="moving") == "aim 1"
    assert shot(skirmish) == "aim 1"
    assert shot(skirmish, how="moving") == "aim 1"


def test_another_weapon_begins_anew() -> None:
    skirmish = fight()
    shot(skirmish)
    skirmish.order(Act(skirmish.id("Trent"), "draw M92F"))
    skirmish.next()
    assert shot(skirmish, how="firing stance") == "aim 1"
    assert skirmish.state("Trent").last_shot == LastShot("D12", 1)


def test_a_burst_is_a_shot_as_well() -> None:
    skirmish = fight()
    shot(skirmish)
    order = Burst(skirmish.id("Trent"), (Target(place=Place.parse("D12")),), aim=1)
    assert aim_term(skirmish.order(order, MISS)) == "aim 1+2"  # with the one of automatic fire (R14)
    assert shot(skirmish) == "aim 1+1"


def test_the_least_aim_is_never_less_than_one_action() -> None:
    skirmish = fight()
    shot(skirmish)
    assert shot(skirmish, aim=None) == "aim 1+1"


def test_the_gm_s_words_count_with_the_switch_alone() -> None:
    skirmish = duel(gun("M16A1"))
    with pytest.raises(NotNow, match="second shot"):
        skirmish.order(Adjust(skirmish.id("Trent"), "no last shot"))
