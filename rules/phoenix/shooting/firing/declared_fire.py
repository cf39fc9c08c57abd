"""Fire that is declared now and resolved later, for the core; the rule itself is in chapter 5 (5.7).

While it is resolved, the shooter counts as they were when they declared it: ready, with the actions spent.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.model import Encounter
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.hooks import Hook

DECLARED = Hook[Callable[[Encounter, str], bool]]()
"""Each returns whether one fighter (an id), or any fighter (""), has declared fire."""
RESOLVED = Hook[Callable[[str, Encounter], bool]]()
"""Each returns whether fire that this fighter (an id) declared is being resolved now."""
AS_DECLARED = Hook[Callable[[str, Encounter], Encounter]]()
"""Each returns the encounter in which the order of this fighter (an id) is resolved."""


FIRING = "phoenix.firing"
"""The key under which a scene's memory has the fighters (ids) that fire together with the one whose order is carried
out.
"""


def fires_together(actor: str, scene: Scene) -> bool:
    """Return whether a fighter fires together with the one whose order is carried out."""
    return actor in scene.memory.get(FIRING, ())


def declared(encounter: Encounter, actor: str = "") -> bool:
    """Return whether any fighter, or this one, has declared fire."""
    return any(rule(encounter, actor) for rule in DECLARED.under(encounter))


def going(actor: str, encounter: Encounter) -> bool:
    """Return whether fire that the actor declared is being resolved now."""
    for rule in RESOLVED.under(encounter):  # noqa: SIM110 - a loop, because it is asked several times an order
        if rule(actor, encounter):
            return True
    return False


def as_declared(actor: str, encounter: Encounter) -> Encounter:
    """Return the encounter in which the actor's order is resolved, with the actor as they were when they declared the
    fire.
    """
    for rule in AS_DECLARED.under(encounter):
        encounter = rule(actor, encounter)
    return encounter
