"""How an undo takes back an order that is only declared (the switch `pace` is `sealed`).

The rules keep and try declared orders (`rules.engine.flow.sealed`). Whoever takes back an order of their own that is
only declared withdraws it, whatever others have declared since: they must not learn of that.
"""

from __future__ import annotations

from bot.game.journal import Group
from rules.engine.flow.sealed import Withdraw, declarations
from rules.engine.model import Encounter
from rules.engine.orders import CombatantOrder, Several
from rules.engine.records import Order


def withdrawal(undone: Group, encounter: Encounter, user: str) -> Order | None:
    """Return the order that takes back what these entries declared, if the user declared it and it is declared still;
    None for anything else."""
    order = undone[-1].order
    orders = order.orders if isinstance(order, Several) else (order,)
    if undone[-1].user != user:
        return None
    gone: list[Order] = []
    for one in orders:
        mine = declarations(encounter, one.actor) if isinstance(one, CombatantOrder) else ()
        if not (isinstance(one, CombatantOrder) and mine and mine[-1].order == one):
            return None
        gone.append(Withdraw(one.actor, last=True))
    return gone[0] if len(gone) == 1 else Several(tuple(gone))
