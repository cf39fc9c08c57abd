"""Friends and friendly fire in books that know sides by their names alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Target
from rules.words.phrases import listed


def friends(one: Combatant, other: Combatant) -> bool:
    """Return whether both are on the same side; a combatant without a side has no friends."""
    return bool(one.side) and one.side == other.side


def named(targets: Iterable[Target], encounter: Encounter) -> list[Combatant]:
    """Return the combatants in play that are targets, or that are at a targeted place."""
    ids = {target.id for target in targets if target.id}
    places = {target.place for target in targets if target.place}
    return [c for c in encounter.combatants if c.present and (c.id in ids or (c.place and c.place in places))]


def friendly_fire(
    shooter: Combatant, reached: Iterable[Combatant], friends: Callable[[Combatant, Combatant], bool]
) -> tuple[str, ...]:
    """Return the cautions about an attack that can reach these combatants: friends of the shooter, or the shooter."""
    everyone = list(reached)
    own = [c.reference for c in everyone if c.id != shooter.id and friends(shooter, c)]
    cautions = [f"This attack can hit {listed(own, 'and')}, on {shooter.reference}’s own side."] if own else []
    if any(c.id == shooter.id for c in everyone):
        cautions.append(f"{shooter.reference} is within reach of their own attack.")
    return tuple(cautions)
