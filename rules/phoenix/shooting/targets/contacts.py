"""Attacks on contacts: fighters that were heard or seen before, and are out of sight now.

Such an attack is aimed at the target's last known place, by the book's rules for fire at a hex. Whether anybody is
there is decided when it is resolved. One round cannot be fired at a place (2.5), and its own rule refuses it.
"""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.glimpses import Sight
from rules.engine.records.orders import Attack, Target
from rules.phoenix.book import Scene
from rules.phoenix.ground import view


def at_last_known(order: Attack, scene: Scene) -> Attack:
    """Return the attack with the last known places of targets that are contacts.

    Raises NotNow for a contact without a place.
    """
    if not scene.perception.uncertain(scene.encounter):
        return order
    targets = tuple([_aimed_at(order.actor, target, scene) for target in order.targets])
    return order if targets == order.targets else replace(order, targets=targets)


def _aimed_at(actor: str, target: Target, scene: Scene) -> Target:
    if (
        target.id not in scene.encounter.positions
        or (seen := scene.glimpse(actor, target.id)).sight is not Sight.CONTACT
    ):
        return target
    name = scene.name(target.id)
    if view.sighted(scene.combatant(actor), scene.combatant(target.id), scene.encounter):
        return target  # a fighter that passes by is seen until the impulse ends (O33)
    if seen.place is None:
        raise NotNow(f"{name} is out of sight, and nobody knows where they are. Wait until they show themselves.")
    return Target(place=seen.place)
