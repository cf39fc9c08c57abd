"""The words of a refusal to a user who does not know the whole encounter: no more than they know.

1. An order is read, asked about and refused by the user's view of the encounter; the truth enters as it is resolved.
2. The view mostly refuses the same orders as the truth: the user reads the view's sentence.
3. If only the truth refuses it, the reason is somebody or something that the user does not perceive, or a detail of
   another side's fighter that is kept from them, and the sentence says no more than that.
4. Words such as "turn to Zorro" are read by the rules. If there is somebody that the user does not know, an order with
   such words is tried on the view first, so that an unknown name means nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.game.referee.resolving import Executor, Resolved, resolve
from bot.game.requests import OrderContext
from rules.engine.records.errors import BadDice, NotNow, RangeWanted, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Several
from rules.engine.records.records import Order
from rules.engine.scene.dice import Dice, SeededDice

UNPERCEIVED = "That is impossible, for a reason that is not known to your side. Give another order."


async def resolve_by(
    context: OrderContext, order: Order, dice: Dice, executor: Executor, promise: Callable[[], Awaitable[None]]
) -> Resolved:
    """Carry an order out on the truth. Raises as `resolving.resolve`, but Refusals as the user may read them."""
    truth, seen, book = context.truth, context.encounter, context.ruleset

    async def try_on_view() -> None:
        await resolve(order, seen, book, SeededDice(0), executor, promise)

    if _has_words(order) and not _all_perceived(seen, truth):
        await try_on_view()
    try:
        return await resolve(order, truth, book, dice, executor, promise)
    except (BadDice, RangeWanted):
        raise
    except Refusal:
        if seen is truth:
            raise
    await try_on_view()
    raise NotNow(UNPERCEIVED)


def _all_perceived(seen: Encounter, truth: Encounter) -> bool:
    """Return whether every fighter of the encounter is in the view, at their true place."""
    return seen is truth or (
        len(seen.combatants) == len(truth.combatants)
        and all(one.place == other.place for one, other in zip(seen.combatants, truth.combatants, strict=True))
    )


def _has_words(order: Order) -> bool:
    if isinstance(order, Several):
        return any(map(_has_words, order.orders))
    return isinstance(order, Act) or bool(getattr(order, "how", ""))
