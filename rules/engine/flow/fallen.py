"""Fighters that have visibly fallen: plans do not fire at them unless a line says so."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.books.ruleset import SightRules
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Attack
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import side_of


def fate(actor: str, id: str, scene: Scene, ruleset: SightRules) -> str:
    """Return why a fighter is out of the fight by the looks of them, as the side of `actor` knows: "down", "dead",
    "gone" for out of play, or "".
    """
    known = scene.known(actor)
    if id not in known.positions:
        return ""
    one = known.combatant(id)
    if not one.present:
        return "gone"
    own = side_of(one) == side_of(scene.combatant(actor))
    return ruleset.fate(one if own else ruleset.outward(one, known), known)


def fates(order: Order, scene: Scene, ruleset: SightRules) -> dict[str, str]:
    """Return the fate of each fighter that an attack names as a target, by id; none for any other order."""
    if not isinstance(order, Attack):
        return {}
    return {target.id: fate(order.actor, target.id, scene, ruleset) for target in order.targets if target.id}


def in_words(fates: Mapping[str, str]) -> str:
    """Return fates in words: "Guard 1 is down."."""
    words = {"gone": "out of play"}
    return " ".join(f"{reference(id)} is {words.get(why, why)}." for id, why in fates.items() if why)


def spared(order: Order, scene: Scene, ruleset: SightRules) -> Order:
    """Return a plan's order without the targets that have visibly fallen. Raises NotNow if all have."""
    down = {id: why for id, why in fates(order, scene, ruleset).items() if why in ("down", "dead")}
    if not (down and isinstance(order, Attack)):
        return order
    remaining = tuple(target for target in order.targets if target.id not in down)
    if not remaining:
        raise NotNow(in_words(down))
    return replace(order, targets=remaining)


def all_down(order: Order, scene: Scene, ruleset: SightRules) -> bool:
    """Return whether an attack names fighters and all of them have visibly fallen or are out of play."""
    found = fates(order, scene, ruleset)
    return bool(found) and all(found.values())
