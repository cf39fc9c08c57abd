"""Requests read so that nobody else has to wait for the long ones."""

from __future__ import annotations

import asyncio

from bot.game.requests.context.context import OrderContext, Request
from bot.game.requests.newcomers import PastedMusterRequest
from bot.game.requests.plans.plans import PlanRequest
from rules.engine.records.records import Order


async def order_of(request: Request, context: OrderContext) -> Order:
    """Return the order that a request means in a context. Raises as `OrderContext.read`."""
    if isinstance(request, PastedMusterRequest | PlanRequest):
        # Thirty sheet lines, or thirty lines of a plan, take long; others have their turns meanwhile.
        return await asyncio.to_thread(context.read, request)
    return context.read(request)
