"""The fighters who are fired at and hit: shots, bursts, throws."""

from __future__ import annotations

import pytest

from rules.engine.records.orders import Attack, Burst, Fire, Throw
from tests.rules.savage.skirmish import ASH, SAVAGE, Skirmish
from tests.rules.threats import threatened


@pytest.mark.parametrize(
    ("verb", "at", "weapon"),
    [
        (Fire, ("Thug 1",), ""),
        (Burst, ("Thug 1",), ""),
        (Burst, ("Thug 1", "Thug 3"), ""),
        (Throw, ("Thug 2",), "grenades"),
    ],
)
def test_who_is_fired_upon_and_who_is_hit(verb: type[Attack], at: tuple[str, ...], weapon: str) -> None:
    skirmish, verdicts = Skirmish(f"{ASH}, 3 grenades" if weapon else ASH), set[bool]()
    order = verb(skirmish.id("Ash"), tuple(map(skirmish.target, at)), weapon=weapon, mod="-6")
    for seed in range(40):
        upon, hit, _ = threatened(order, skirmish.encounter, SAVAGE, seed)
        assert upon == set(at)
        assert hit <= upon
        verdicts.add(bool(hit))
    assert verdicts == {True, False}
