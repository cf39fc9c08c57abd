"""The interface by which commands ask and offer; they do not know buttons and forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

import discord

from bot.chat.desk.noted_request import NotedRequest
from bot.chat.outgoing.messages import AnyInteraction
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.render import Reply
from bot.game.pages.move_choices import Choice as Places
from bot.game.referee.remedies import Offer
from bot.game.requests import AttackRequest, OrderContext
from bot.game.requests.order_questions import AskFirst, Choice
from bot.game.rulings import ShotParts
from rules.engine.records.errors import DiceWanted
from rules.engine.records.frozen import dataclass

OnText: TypeAlias = Callable[[discord.Interaction[Any], str], Awaitable[None]]
Offers: TypeAlias = tuple[Offer, ...]
Then: TypeAlias = Callable[[AnyInteraction, Offer], Awaitable[None]]
"""A function called after an offered order was carried out by a press."""


_MOST_TEXT = 4000


@dataclass(frozen=True, slots=True)
class TextWindow:
    """A window with one field: `on_text` gets what is typed in it.

    Title and label are cut to 45 characters. A `long` text that is refused can be corrected; `default` is in the field
    from the start, `most` is how many characters it takes.
    """

    title: str
    label: str
    on_text: OnText
    placeholder: str = ""
    default: str = ""
    long: bool = False
    hint: str = ""
    most: int = _MOST_TEXT


class Prompts(Protocol):
    """The interface for asking for missing parts of an order; `bot.chat.views` implements it.

    `by` is the interaction whose user is asked, in its channel; nobody else may answer.
    """

    def order_form(self, context: OrderContext, request: AttackRequest, dice: str) -> tuple[Reply, Rows]:
        """Return a form with choices for the options that the request leaves out."""

    def range_window(
        self,
        by: AnyInteraction,
        target: str,
        context: OrderContext,
        on_range: Callable[[AnyInteraction, int], Awaitable[None]],
    ) -> discord.ui.Modal:
        """Return a window for the range to the target, in spaces."""

    def text_window(self, by: AnyInteraction, window: TextWindow) -> discord.ui.Modal:
        """Return a window with one field."""

    def shot_row(
        self, by: AnyInteraction, parts: ShotParts, on_parts: Callable[[AnyInteraction, ShotParts], Awaitable[str]]
    ) -> list[Button]:
        """Return the button that opens a window with the parts of a shot; `on_parts` returns their line."""

    def place_rows(self, offered: Places, context: OrderContext) -> Rows:
        """Return a button for each place that a fighter can go to."""

    def dice_prompt(
        self, by: AnyInteraction, wanted: DiceWanted, resume: Callable[[AnyInteraction, str], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with a button to type the next dice."""

    def confirmation(
        self, by: AnyInteraction, asked: str, label: str, on_yes: Callable[[AnyInteraction], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with one button, for the user and the channel of an interaction alone."""

    def choice_prompt(
        self, by: AnyInteraction, asked: AskFirst, carry_on: Callable[[AnyInteraction, Choice], Awaitable[None]]
    ) -> tuple[Reply, Rows]:
        """Return a message with a button for each choice."""

    def remedies(
        self,
        by: AnyInteraction,
        noted: NotedRequest | None,
        offers: Offers,
        now: OrderContext | None,
        then: Then | None = None,
    ) -> list[list[Button]]:
        """Return a button for each offered order.

        `then` is called after a press.
        """
