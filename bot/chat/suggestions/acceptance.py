"""Tests whether the command that is being typed would be accepted with a suggested option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.chat.desk.context import Interaction, ground_here
from bot.chat.suggestions import partial_orders
from bot.game.referee import rehearsal
from bot.game.requests import ActionRequest, AttackRequest, OrderContext
from bot.game.rulings.quick_rulings import Ground
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Heal

ODDS = "odds"
Allowed = Callable[[Any], bool]


def in_encounter(interaction: Interaction, context: OrderContext, option: str) -> Allowed:
    """Return whether a value of the option makes a command that the encounter accepts."""

    def allowed(value: Any) -> bool:
        request = partial_orders.request(interaction, context, {option: value})
        if request is None:
            return True
        if partial_orders.command(interaction) == ODDS and isinstance(request, AttackRequest):
            return rehearsal.answered(request, context, partial_orders.typed(interaction, "compare"))
        return rehearsal.accepted(request, context)

    return allowed


async def as_ruling(interaction: Interaction, option: str) -> Allowed:
    """Return whether a value of the option makes a quick ruling that is accepted.

    Of fighters not named yet, the book's examples take the place. Raises Refusal for a verb the book does not have.
    """
    ground = await ground_here(interaction, partial_orders.typed(interaction, "ruleset"))
    ground.book.check_verb(partial_orders.verb(interaction))

    def allowed(value: Any) -> bool:
        try:
            return _ruled(interaction, ground, option, value)
        except Refusal:
            return False

    return allowed


def _ruled(interaction: Interaction, ground: Ground, option: str, value: Any) -> bool:
    named = {word: partial_orders.typed(interaction, word) for word in ("who", "target")}
    if option in named:
        named[option] = value
    alone = partial_orders.verb(interaction) is Heal and not all(named.values())
    who = (named["who"] or named["target"]) if alone else named["who"]
    context = ground.context(who or ground.book.sheet_example, named["target"])
    request = partial_orders.request(interaction, context, {option: value})
    if not isinstance(request, AttackRequest | ActionRequest):
        return False
    actor, *others = (c.id for c in context.encounter.combatants)
    order = request.against(actor, *([actor] if alone else others))
    return rehearsal.ruled(order, context, odds=partial_orders.command(interaction) == ODDS)
