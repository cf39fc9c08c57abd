"""The buttons under a refusal: each carries out an order that would help, for the user who was refused.

The orders are kept in memory for a quarter of an hour; after that, or after a restart, the buttons say so.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, open_context
from bot.chat.desk.noted_request import NotedRequest
from bot.chat.desk.prompts import Offers, Then
from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, Button, button
from bot.chat.render.notices.order_questions import question_answered
from bot.chat.render.text.markdown import bare, clip
from bot.chat.views.presses.button_memory import ButtonMemory
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import put_away, reported
from bot.errors import Outdated
from bot.game.referee.remedies import Offer
from bot.game.requests import OrderContext
from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass

PREFIX = "sre"
_PRESSED = "You have pressed that already; the answer is below."
_STALE = "Time has moved on since then, and nothing was done. Give the order again."


@dataclass(frozen=True, slots=True)
class Offered:
    """The orders that are offered: at this `clock` of an encounter, or for a quick ruling by a `ruleset`."""

    offers: tuple[Offer, ...]
    dice: str = ""
    ruleset: str = ""
    encounter: str = ""
    clock: Clock | None = None
    then: Then | None = None


offered: ButtonMemory[Offered] = ButtonMemory("That is no longer offered, and nothing was done. Give the order again.")


def remedies(
    by: Interaction, noted: NotedRequest | None, offers: Offers, now: OrderContext | None, then: Then | None = None
) -> list[list[Button]]:
    """Return a button for each offered order, for that user in that channel only.

    `noted` is the request that was refused, if one was. `then` is called after a press.
    """
    what = Offered(
        offers,
        noted.dice if noted else "",
        noted.ruleset if noted else "",
        now.encounter.id if now else "",
        now.encounter.clock if now else None,
        then,
    )
    word = offered.keep(what, by)
    primary = discord.ButtonStyle.primary
    return [
        [
            button(clip(bare(offer.label), LONGEST_LABEL) or "?", primary, f"{PREFIX}:{word}:{number}")
            for number, offer in enumerate(offers[:MOST_BUTTONS])
        ]
    ]


class RemedyButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"{PREFIX}:(?P<word>[0-9a-f]{{16}}):(?P<number>[0-9])",
):
    """One offer. Of the buttons under a refusal one is carried out, once."""

    def __init__(self, word: str, number: int) -> None:
        super().__init__(discord.ui.Button(label="?", custom_id=f"{PREFIX}:{word}:{number}"))
        self.word = word
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> RemedyButton:
        """Return the button that was pressed."""
        return cls(match["word"], int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Carry the offer out, or say that it is too late."""
        async with reported(interaction) as ours:
            what = offered.get(self.word, ours)
            offer = what.offers[self.number]
            # Kept until it lapses: a second delivery of this press is answered with what the first one stored.
            with presses.once(f"remedy:{self.word}", ours.id, _PRESSED):
                if await _current(ours, what):
                    await _give(ours, what, offer)
                elif not await orders.answer_if_stored(ours):
                    raise Outdated(_STALE)
            await put_away(ours, question_answered(offer.label))


async def _give(interaction: Interaction, what: Offered, offer: Offer) -> None:
    """Give the order by the one path for every order."""
    if what.then is not None:
        if await orders.give_in_encounter(interaction, what.encounter, offer.request, sure=True):
            await what.then(interaction, offer)
    else:
        await orders.give(
            interaction, offer.request, what.dice if offer.corrected else "", offer.ruleset or what.ruleset
        )


async def _current(interaction: Interaction, what: Offered) -> bool:
    """Return whether the encounter is still the same one at the same clock. A quick ruling needs no encounter."""
    context = None if what.ruleset else await open_context(interaction)
    if context is None:
        return not what.encounter
    return context.encounter.id == what.encounter and context.encounter.clock == what.clock
