"""Bad Guys run by the bot: at the nearest enemy, advance, attack."""

from __future__ import annotations

from rules.model import Combatant, Encounter
from rules.scene import Scene


def is_automaton(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether the bot runs it: a Bad Guy in play and on the map whom nobody owns, if the switch says so."""
    raise NotImplementedError


def run(scene: Scene) -> None:
    """Every automaton that is not done moves and attacks, each a part of its own; stops when a Question opens."""
    raise NotImplementedError
