"""Where Discord meets the referee: an interaction comes in, an order is carried out, the answer goes out.

Cogs and buttons call this and nothing below it; it keeps the one way through the house for every order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.chat import render, views
from bot.chat.delivery import Delivery
from bot.chat.messages import send
from bot.chat.plots import Studio
from bot.chat.render import Reply, odds, status
from bot.game import access
from bot.game.comparison import compared
from bot.game.invocation import Invocation
from bot.game.journal import Group
from bot.game.library import Library
from bot.game.referee import NO_ENCOUNTER, Referee
from bot.game.requests import AttackRequest, Incomplete, OrderContext, Request
from rules.engine.errors import DiceWanted, NotNow, RangeWanted
from rules.engine.orders import Attack
from rules.engine.references import without_marks
from rules.engine.ruleset import Homebrew, Ruleset

if TYPE_CHECKING:
    from bot.chat.client import RefereeClient

Interaction: TypeAlias = "discord.Interaction[RefereeClient]"


class CommandService:
    """One per process."""

    def __init__(self, referee: Referee, library: Library, delivery: Delivery, studio: Studio) -> None:
        self.referee = referee
        self.library = library
        self.delivery = delivery
        self.studio = studio

    async def order(self, interaction: Interaction, request: Request, dice: str = "", ruleset: str = "") -> None:
        """Carry a wish out and answer; what it lacks is asked for privately, and nothing is stored meanwhile.

        Raises what the referee raises, for the one error reporter.
        """

        async def work(invocation: Invocation) -> Group:
            return await self.referee.carry_out(invocation, request, dice, ruleset)

        try:
            await self.give(interaction, work)
        except Incomplete:
            if not isinstance(request, AttackRequest):
                raise
            context = await self.context(interaction)
            await send(interaction, *views.order_form(context, request, dice), private=True)
        except RangeWanted:
            # Discord opens no window in answer to a window.
            if not isinstance(request, AttackRequest) or interaction.type is discord.InteractionType.modal_submit:
                raise

            async def known(answer: Interaction, range: int) -> None:
                await self.order(answer, replace(request, range=range), dice, ruleset)

            context, _ = await self.considered(interaction, request, ruleset)
            target = request.target or context.ruleset.default_target
            space = context.ruleset.space(context.encounter)
            await interaction.response.send_modal(views.range_window(target, space, known))
        except DiceWanted as wanted:

            async def resume(answer: Interaction, more: str) -> None:
                await self.order(answer, request, f"{dice.replace('?', '')} {more}".strip(), ruleset)

            await send(interaction, *views.dice_prompt(wanted, resume), private=True)

    async def give(self, interaction: Interaction, work: Callable[[Invocation], Awaitable[Group]]) -> None:
        """Carry out any work on the encounter and answer; delivered twice at once, it is the first that answers."""
        invocation = invocation_of(interaction)
        with self.delivery.handling(invocation.interaction) as first:
            if first:
                await self.delivery.answer(interaction, await work(invocation))

    async def tell(self, interaction: Interaction, reply: Reply, *, private: bool = True) -> None:
        """Answer a question; nothing of it is stored."""
        await send(interaction, reply, None, private=private)

    async def tell_board(self, interaction: Interaction, *, private: bool = True) -> None:
        """Answer with where everybody stands, and with buttons for the questions that are open. Raises NotNow."""
        referee = self.referee
        head = await referee.journal.head(await referee.current(invocation_of(interaction)))
        if head is None:
            raise NotNow(NO_ENCOUNTER)
        reply = status(head.state, self.library.shelf[head.state.ruleset])
        await send(interaction, reply, views.question_view(head), private=private)

    async def tell_odds(self, interaction: Interaction, context: OrderContext, order: Attack) -> None:
        """Answer with the chances of an attack, in private."""
        await self.tell(interaction, odds(context.odds(order)))

    async def tell_comparison(self, interaction: Interaction, context: OrderContext, order: Attack, words: str) -> None:
        """Answer with the chances of an attack beside those of others, in numbers and as a picture, in private.

        Where the picture does not come about the numbers are told without. Raises Refusal.
        """
        found = compared(context, order, words)
        await interaction.response.defer(ephemeral=True)
        picture = await self.studio.drawn(render.plot(found))
        await self.tell(interaction, render.comparison(found, picture))

    async def context(self, interaction: Interaction) -> OrderContext:
        """The channel's encounter. Raises NotNow where there is none."""
        context = await self.referee.context(invocation_of(interaction))
        if context is None:
            raise NotNow(NO_ENCOUNTER)
        return context

    async def check_keeper(self, interaction: Interaction) -> None:
        """Raises NotAllowed unless the user may keep what is the server's own."""
        context = await self.referee.context(invocation_of(interaction))
        manages = interaction.guild_id is None or interaction.permissions.manage_guild
        access.check_keeping(str(interaction.user.id), context.encounter if context else None, manages)

    async def book(self, interaction: Interaction, name: str = "") -> tuple[Ruleset, Homebrew]:
        """The rulebook of that name, else the encounter's, else the server's own; and what the server added to it."""
        invocation = invocation_of(interaction)
        context = None if name else await self.referee.context(invocation)
        if context is not None:
            return context.ruleset, context.homebrew
        book = await self.library.book(invocation.guild, name)
        return book, await self.library.homebrew(invocation.guild, book)

    async def considered(
        self, interaction: Interaction, request: AttackRequest, ruleset: str = ""
    ) -> tuple[OrderContext, Attack]:
        """The attack as it would be ordered here, to ask about its odds; the target may be open. Raises Refusal."""
        invocation = invocation_of(interaction)
        context = None if ruleset else await self.referee.context(invocation)
        if context is None:
            context = await self.referee.improvised(invocation, request.who, request.target, ruleset)
            return context, request.against("c1", "c2")
        return context, request.question(context)


def invocation_of(interaction: Interaction) -> Invocation:
    """Who asks where, from an interaction."""
    return Invocation(
        interaction=str(interaction.id),
        user=str(interaction.user.id),
        name=without_marks(interaction.user.display_name),
        guild=str(interaction.guild_id or f"dm-{interaction.user.id}"),
        channel=str(interaction.channel_id),
        token=interaction.token,
        at=interaction.created_at,
    )
