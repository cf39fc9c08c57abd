"""The chance that the answer to a ruling begins with."""

from __future__ import annotations

from bot.game.requests import OrderContext
from bot.game.rulings.lines.ruling import Ruling, RulingRequest
from bot.game.rulings.quick_rulings import Ground
from rules.engine.books.ruleset import Odds
from rules.engine.books.ruling_vocabulary import Ruled
from rules.engine.records.orders import Attack

_HITS = ("Hit", "Chance", "Elev")
"""The columns of odds that have the chance of the throw; the last is a burst's over an arc, that of its height."""
_NO_THROW = "Hits without a throw"


def told(request: RulingRequest, order: Attack, context: OrderContext) -> Ruled:
    """Return the remarks of an answer besides its result. This takes 0.3 s at most.

    Raises Refusal.
    """
    possible = [aim for aim, _ in context.choices(order).aims]
    current = order.aim if order.aim is not None else next(iter(possible), None)
    aims = [f"aim {aim}" for aim in possible if aim != current]
    changes = tuple(change for change in request.changes if not change.startswith("aim ") or change in aims)
    return Ruled(request.line, chance(context.odds(order)), request.granted, changes, request.left_out)


def odds_of(ruling: Ruling, ground: Ground) -> Odds:
    """Return the chances of a ruling. This takes 0.3 s at most.

    Raises Refusal, and RangeWanted where it needs a range.
    """
    context, order = ground.staged(ruling.request(ground.vocabulary, ground.space))
    return context.odds(order)


def chance(odds: Odds) -> str:
    """Return the chance of the first row in words: "53%"."""
    column = next((odds.columns.index(name) for name in _HITS if name in odds.columns), None)
    if column is None or not odds.rows:
        return _NO_THROW
    cell = odds.rows[0][column]
    return f"{cell}%" if cell[-1:].isdigit() else cell
