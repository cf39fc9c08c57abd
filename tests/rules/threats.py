"""The threats of an order to fighters, for tests: those fired at and those hit, with seeded dice."""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.agenda import FIRED_UPON, HIT
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene


def threatened(order: Order, encounter: Encounter, ruleset: Ruleset, seed: int) -> tuple[set[str], set[str], Encounter]:
    """The names of those fired upon (those who are hit among them) and of those hit, and the encounter after it."""
    scene = Scene(encounter, SeededDice(seed))
    conduct.resolve(order, scene, ruleset)
    assert {kind for _, kind in scene.threats} <= {FIRED_UPON, HIT}
    by_id = {one.id: one.name for one in (*encounter.combatants, *scene.encounter.combatants)}
    fired = {by_id[id] for id, _ in scene.threats}
    return fired, {by_id[id] for id, kind in scene.threats if kind == HIT}, scene.encounter


def failed(order: Order, encounter: Encounter, ruleset: Ruleset, seed: int = 0) -> tuple[list[str], Encounter]:
    """The names of those who had to stop what they were doing, and the encounter after it."""
    scene = Scene(encounter, SeededDice(seed))
    conduct.resolve(order, scene, ruleset)
    return [scene.encounter.combatant(id).name for id in scene.failures], scene.encounter
