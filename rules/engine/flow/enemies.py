"""The enemies that a fighter's side sees, for the conditions of plans and the stops of a run.

A fighter who is out perceives nothing, so nothing is reported to them either.
"""

from __future__ import annotations

from rules.engine.glimpses import Sight
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene


def enemies_seen(scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the enemies in play that the side of a fighter sees now; none if the fighter is out."""
    fighter = scene.combatant(actor)
    if not ruleset.perceives(fighter, scene.encounter):
        return ()
    return tuple(
        [
            other.id
            for other in scene.encounter.combatants
            if other.present
            and not (other is fighter or ruleset.friends(fighter, other))
            and scene.glimpse(actor, other.id).sight >= Sight.SEEN
        ]
    )
