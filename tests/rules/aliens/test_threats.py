"""The fighters who are fired at and hit; a reload that is broken off."""

from __future__ import annotations

from rules.engine.records.orders import Adjust, Fire, Reload, Switch
from tests.rules.aliens.skirmish import Skirmish
from tests.rules.threats import failed, threatened


def test_a_shot_threatens_its_target() -> None:
    skirmish, verdicts = Skirmish("Apone"), set[bool]()
    order = Fire(skirmish.id("Apone"), (skirmish.target("Alien 1"),), range=3)
    for seed in range(40):
        upon, hit, after = threatened(order, skirmish.encounter, skirmish.ruleset, seed)
        gone = {c.name for c in after.combatants if not c.present}
        assert (upon, hit) == ({"Alien 1"}, gone)
        verdicts.add(bool(hit))
    assert verdicts == {True, False}


def test_a_reload_that_the_gm_stops_has_failed() -> None:
    skirmish = Skirmish("Rifleman")
    skirmish.order(Switch("ammunition", "on"))
    skirmish.order(Reload(skirmish.id("Rifleman")))
    stop = Adjust(skirmish.id("Rifleman"), "stop reloading")
    assert failed(stop, skirmish.encounter, skirmish.ruleset)[0] == ["Rifleman"]
