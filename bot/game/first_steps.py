"""The fight that `/start` guides a newcomer through: the set-up, its sides, and the orders that each step offers.

Every rulebook has a template of this name, with two fighters on each side. The steps follow from the encounter: a shot
that would be accepted now, and Next.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.game import rehearsal
from bot.game.remedies import Offer
from bot.game.requests import AttackRequest, NextRequest, OrderContext, PlainRequest
from bot.game.what_now import WhatNow, what_now
from rules.engine.copies import replace
from rules.engine.errors import Refusal
from rules.engine.frozen import dataclass
from rules.engine.orders import Fire, Handover, Several
from rules.engine.ruleset import Ruleset

TEMPLATE = "first_fight"
_AIMS = (2, 1, None)
"""Actions or Points of aim, the best for a first shot first."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The orders that a step offers, and the situation. `shot` is the attack that Fire would give, for its chances."""

    now: WhatNow
    fire: Offer | None
    shot: AttackRequest | None
    onward: Offer | None


def sides(book: Ruleset) -> tuple[str, ...]:
    """Return the sides of a rulebook's first fight that people can play."""
    named = dict.fromkeys(group.side for group in book.templates[TEMPLATE].newcomers)
    return tuple(named)


def steps(context: OrderContext) -> Steps:
    """Return the orders to offer next. This may take longer than the event loop may wait."""
    now = what_now(context)
    shot = next(_shots(now, context), None)
    fire = Offer(f"{now.fighter} fires at {shot.target}", shot) if shot else None
    onward = NextRequest()
    may = not rehearsal.why_not(onward, context)
    return Steps(now, fire, shot, Offer("Next turn", onward) if may else None)


def taking(side: str, context: OrderContext) -> Offer | None:
    """Return the offer to become the player of all fighters of a side that the GM still has."""
    mine = [one for one in context.encounter.combatants if one.side == side and one.owner is None]
    orders = tuple(Handover(one.id, context.user) for one in mine)
    return Offer(f"Play the {side}", PlainRequest(Several(orders))) if orders else None


def _shots(now: WhatNow, context: OrderContext) -> Iterator[AttackRequest]:
    """Yield the shots that the fighter could fire now without a question, the best aimed first."""
    found = [way.request for way in now.ways if isinstance(way.request, AttackRequest) and way.request.verb is Fire]
    for request in found:
        for aim in _AIMS:
            aimed = replace(request, aim=aim)
            try:
                if not rehearsal.why_not(aimed, context) and not _asks(aimed, context):
                    yield aimed
            except Refusal:
                continue


def _asks(request: AttackRequest, context: OrderContext) -> bool:
    order = context.order(request)
    book, encounter = context.ruleset, context.encounter
    return bool(book.aims_wanted(encounter, order) or book.cautions(encounter, order))
