"""The interface by which the service asks and offers; it does not know buttons and forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import discord

from bot.chat.asked import Asked
from bot.chat.messages import AnyInteraction
from bot.chat.render import Reply
from bot.chat.rows import Button, Rows
from bot.game.asking import AskFirst, Choice
from bot.game.remedies import Offer
from bot.game.requests import AttackRequest, OrderContext
from rules.engine.errors import DiceWanted

Offers: TypeAlias = tuple[Offer, ...]
Then: TypeAlias = Callable[[AnyInteraction, Offer], Awaitable[None]]
"""A function called after an offered order was carried out by a press."""


class Prompts(Protocol):
    """The interface for asking for missing parts of an order; `bot.chat.views` implements it.

    `by` is the interaction whose user is asked, in its channel; nobody else may answer.
    """

    def order_form(self, context: OrderContext, request: AttackRequest, dice: str) -> tuple[Reply, Rows]:
        """Return a form with choices for the options that the request leaves out."""

    def range_window(
        self, by: AnyInteraction, target: str, space: str, on_range: Callable[[AnyInteraction, int], Awaitable[None]]
    ) -> discord.ui.Modal:
        """Return a window for the range to the target, in spaces."""

    def dice_prompt(
        self, by: AnyInteraction, wanted: DiceWanted, resume: Callable[[AnyInteraction, str], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with a button to type the next dice."""

    def choice_prompt(
        self, by: AnyInteraction, asked: AskFirst, carry_on: Callable[[AnyInteraction, Choice], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with a button for each choice."""

    def remedies(
        self,
        by: AnyInteraction,
        asked: Asked | None,
        offers: Offers,
        now: OrderContext | None,
        then: Then | None = None,
    ) -> list[list[Button]]:
        """Return a button for each offered order.

        `then` is called after a press.
        """
