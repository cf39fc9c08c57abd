"""`/odds`: the chances of an attack, with the line to its target, and beside those of other attacks."""

from __future__ import annotations

import asyncio

from bot.chat import render
from bot.chat.commands import maps
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.illustrator import with_picture
from bot.chat.outgoing.messages import defer, send
from bot.game.entries.detail import Detail
from bot.game.referee.odds_comparison import compared
from bot.game.requests import OrderContext
from rules.engine.records.orders import Attack


async def tell_comparison(interaction: Interaction, context: OrderContext, order: Attack, words: str) -> None:
    """Answer with the chances of an attack beside those of others, in numbers and as a picture, in private.

    If the picture cannot be drawn, the numbers are sent without it. Raises Refusal.
    """
    desk = interaction.client.desk
    await defer(interaction)
    comparison = await asyncio.to_thread(compared, context, order, words)
    picture = await desk.studio.drawn(render.plot(comparison))
    await orders.tell(interaction, render.comparison(comparison, picture))


async def tell_odds(interaction: Interaction, context: OrderContext, order: Attack, first: str = "") -> None:
    """Answer with the chances of an attack, in private, and with the line to the target on the map; `first` comes
    before them, in Markdown.

    Raises Refusal.
    """
    desk = interaction.client.desk
    await defer(interaction)
    # The odds of grouped pellets against a high Knockout Value take longer than the event loop may wait.
    odds = await asyncio.to_thread(context.odds, order)
    detail = (await levels_for(interaction, desk.referee.store)).private.detail
    line = None if detail is Detail.SHORT else await maps.line_to(interaction, context, order)
    await send(interaction, with_picture(render.odds(odds, detail, first), line), private=True)
