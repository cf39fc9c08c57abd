"""Orders carried out as a reader is told of them: with names in place of the references that the rules write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.game.entries.names import named, refusals_named
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.records.references import put_names_in
from rules.engine.scene.effects import Left
from rules.engine.scene.scene import Part, Resolution, Scene


def resolve(order: Order, scene: Scene, ruleset: Ruleset) -> tuple[Part, ...]:
    """Carry out an order by the rules; outcomes, steps and refusals have names in them."""
    with refusals_named(scene.encounter):
        return tuple(part_named(part) for part in conduct.resolve(order, scene, ruleset))


def replay(order: Order, encounter: Encounter, recorded: Iterable[Resolution], ruleset: Ruleset) -> tuple[Part, ...]:
    """Carry out an order with recorded dice; outcomes, steps and refusals have names in them."""
    with refusals_named(encounter):
        return tuple(part_named(part) for part in conduct.replay(order, encounter, recorded, ruleset))


def part_named(part: Part) -> Part:
    """The part with names in its outcome and steps."""
    return replace(part, resolution=told(part.resolution, part.encounter))


def told(resolution: Resolution, encounter: Encounter) -> Resolution:
    """The resolution with the names that fighters have in the encounter; its effects stay as they are."""
    gone = {effect.combatant: effect.name for effect in resolution.effects if isinstance(effect, Left)}
    read = put_names_in(
        replace(resolution, effects=()), lambda id: gone.get(id) or named(f"\ue000{id}\ue001", encounter)
    )
    return replace(read, effects=resolution.effects)
