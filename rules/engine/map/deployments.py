"""The deployments on the agenda: whose fighters have to be placed, and when sides have appeared.

`rules.engine.flow.deploying` creates and ends them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.agenda import Deployment
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move
from rules.engine.records.records import Order


def deployments(encounter: Encounter) -> tuple[Deployment, ...]:
    """Return the sides that are being deployed."""
    return tuple([item for item in encounter.agenda if isinstance(item, Deployment)])


def deployment_of(encounter: Encounter, actor: str) -> Deployment | None:
    """Return the deployment in which a fighter (an id) has to be placed.

    Returns None for a fighter that is on the map or out of play.
    """
    combatant = encounter.combatant(actor)
    for item in encounter.agenda:  # asked twice an order
        if isinstance(item, Deployment) and takes_part(combatant, item):
            return item
    return None


def given(encounter: Encounter, actor: str) -> Order | None:
    """Return the Move or Pass that a fighter has been given in a deployment, None if there is none."""
    deployment = deployment_of(encounter, actor)
    return next((spot.order for spot in deployment.spots if spot.actor == actor), None) if deployment else None


def to_place(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of the fighters that time waits for: neither placed nor kept off the map."""
    return missing(encounter, [one for one in deployments(encounter) if one.until is None])


def holds_time(encounter: Encounter) -> bool:
    """Return whether a deployment holds time up."""
    return any(one.until is None for one in deployments(encounter))


def appeared(before: Encounter, after: Encounter) -> bool:
    """Return whether a side appeared on the map between two states."""
    there = {one.side for one in deployments(after)}
    return any(
        one.side not in there and any(after.combatant(id).place for id in placed(one) if id in after.positions)
        for one in deployments(before)
    )


def takes_part(combatant: Combatant, deployment: Deployment) -> bool:
    """Return whether a fighter has to be placed in this deployment."""
    return combatant.present and combatant.place is None and combatant.side == deployment.side


def missing(encounter: Encounter, there: Sequence[Deployment]) -> tuple[str, ...]:
    """Return the ids of the fighters of these deployments who have no order yet."""
    done = {spot.actor for one in there for spot in one.spots}
    return tuple([c.id for c in encounter.combatants if c.id not in done and any(takes_part(c, one) for one in there)])


def placed(deployment: Deployment) -> list[str]:
    """Return the ids of the fighters that are placed in a deployment."""
    return [spot.actor for spot in deployment.spots if isinstance(spot.order, Move)]
