"""How an undo takes back an order that is only declared (the switch `pace` is `sealed`), or kept in a deployment.

The rules keep and try declared orders (`rules.engine.flow.sealed`). A user who undoes an order of their own that is
only declared withdraws it, whatever others have declared since: they must not learn of that.
"""

from __future__ import annotations

from bot.game.entries.entries import Group
from rules.engine.flow.sealed import Withdraw, declarations
from rules.engine.map.deployments import given
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder, Several
from rules.engine.records.records import Order


def withdrawal(undone: Group, encounter: Encounter, user: str) -> Order | None:
    """Return the order that takes back what these entries declared, if the user declared it and it is declared still;
    None for anything else."""
    order = undone[-1].order
    orders = order.orders if isinstance(order, Several) else (order,)
    if undone[-1].user != user:
        return None
    gone: list[Order] = []
    for one in orders:
        if not (isinstance(one, CombatantOrder) and _stands(one, encounter)):
            return None
        gone.append(Withdraw(one.actor, last=True))
    return gone[0] if len(gone) == 1 else Several(tuple(gone))


def _stands(order: CombatantOrder, encounter: Encounter) -> bool:
    """Return whether an order is waiting and not yet carried out: the last one that its fighter has declared, or their
    placing.
    """
    if order.actor not in encounter.positions:
        return False
    mine = declarations(encounter, order.actor)
    return (bool(mine) and mine[-1].order == order) or given(encounter, order.actor) == order
