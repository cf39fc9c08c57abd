"""Turns a fighter to the target of a planned shot, because no player is there to give the order."""

from __future__ import annotations

from rules.engine.records.orders import Act, Attack, CombatantOrder
from rules.phoenix.book import Scene
from rules.phoenix.ground import view
from rules.words.places import Place


def first(order: CombatantOrder, scene: Scene) -> CombatantOrder:
    """Return the act that turns a fighter to the first target of a planned attack, or else the order itself.

    The fighter turns only if nothing but their facing keeps them from firing there, as their side knows it.
    """
    if not isinstance(order, Attack) or not order.targets:
        return order
    place = _place(order, scene)
    shooter = scene.combatant(order.actor)
    if place is None or not view.faces_away(shooter, place, scene.encounter):
        return order
    return Act(order.actor, f"turn to {place}")


def _place(order: Attack, scene: Scene) -> Place | None:
    """Return the place of the first target, None if it is unknown or the fighter has the target in their sights."""
    target, known = order.targets[0], scene.known(order.actor)
    if target.place or target.id not in known.positions:
        return target.place
    there = known.combatant(target.id)
    return None if view.sighted(scene.combatant(order.actor), there, known) else there.place
