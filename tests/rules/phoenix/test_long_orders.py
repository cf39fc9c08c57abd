"""The orders that are resolved in another process because they may take longer than 50 ms."""

from __future__ import annotations

import pytest

from rules.engine.map.map_orders import Redraw
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Move, Muster, Next, Switch
from rules.engine.records.records import Order
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

SOLDIER = phoenix().profile("CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed", {})
NEWCOMERS = Muster(SOLDIER, "Blue", "Blue", None, 30)
ONE = Muster(SOLDIER, "Blue", "Blue", None, 1)
WALL = Redraw(walls=frozenset({Place(3, 3)}))


@pytest.mark.parametrize(
    ("preset", "fog", "there", "order", "long"),
    [
        ("phoenix-optional", "hidden", 30, NEWCOMERS, True),
        ("phoenix-optional", "sides", 30, NEWCOMERS, True),
        ("phoenix-optional", "off", 30, NEWCOMERS, False),
        ("phoenix-optional", "hidden", 0, NEWCOMERS, False),
        ("phoenix-optional", "hidden", 30, ONE, False),
        ("phoenix-advanced", "hidden", 30, NEWCOMERS, False),
        ("phoenix-optional", "hidden", 60, WALL, True),
        ("phoenix-optional", "hidden", 8, WALL, False),
        ("phoenix-advanced", "hidden", 60, WALL, False),
    ],
)
def test_newcomers_and_walls_are_looked_at(preset: str, fog: str, there: int, order: Order, long: bool) -> None:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("fog", fog))
    skirmish.map(40, 40)
    if there:
        skirmish.order(Muster(SOLDIER, "Red", "Red", None, there))
    assert phoenix().long(order, skirmish.encounter) is long


@pytest.mark.parametrize(
    ("side", "walls", "movers", "long"),
    [
        (40, "wall C3", 4, True),
        (40, "wall C3", 2, False),
        (40, "", 4, False),
        (12, "wall C3", 4, False),
        (40, "brush C3", 2, True),
        (40, "brush C3", 1, False),
    ],
)
def test_ways_around_what_is_closed_are_searched(side: int, walls: str, movers: int, long: bool) -> None:
    skirmish = Skirmish()
    skirmish.map(side, side)
    if walls:
        skirmish.order(Redraw(pieces=read_pieces(walls, BattleMap(side, side))))
    for number in range(movers):
        name = f"Red {number}"
        skirmish.sheet(name, "CA 4, SAL 12, AKM 47", at=f"A{number + 1}")
        skirmish.order(Move(skirmish.id(name), Place(12, 12)))
    assert phoenix().long(Next(), skirmish.encounter) is long
