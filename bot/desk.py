"""Where Discord meets the referee: an interaction comes in, an order is carried out, the answer goes out.

Cogs and buttons call this and nothing below it; it keeps the one way through the house for every order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot import access, render, views
from bot.comparison import compared
from bot.delivery import Delivery
from bot.journal import Group
from bot.library import Library
from bot.messages import send
from bot.occasion import Occasion
from bot.plots import Studio
from bot.referee import NO_ENCOUNTER, Referee
from bot.render import Reply, odds, status
from bot.wishes import Attacking, Incomplete, Setting, Wish
from rules.errors import DiceWanted, NotNow, RangeWanted
from rules.orders import Attack
from rules.ruleset import Houses, Ruleset

if TYPE_CHECKING:
    from bot.client import RefereeClient

Interaction: TypeAlias = "discord.Interaction[RefereeClient]"


class Desk:
    """One per process."""

    def __init__(self, referee: Referee, library: Library, delivery: Delivery, studio: Studio) -> None:
        self.referee = referee
        self.library = library
        self.delivery = delivery
        self.studio = studio

    async def order(self, interaction: Interaction, wish: Wish, dice: str = "", ruleset: str = "") -> None:
        """Carry a wish out and answer; what it lacks is asked for privately, and nothing is stored meanwhile.

        Raises what the referee raises, for the one error reporter.
        """

        async def work(occasion: Occasion) -> Group:
            return await self.referee.carry_out(occasion, wish, dice, ruleset)

        try:
            await self.give(interaction, work)
        except Incomplete:
            if not isinstance(wish, Attacking):
                raise
            setting = await self.setting(interaction)
            await send(interaction, *views.order_form(setting, wish, dice), private=True)
        except RangeWanted:
            # Discord opens no window in answer to a window.
            if not isinstance(wish, Attacking) or interaction.type is discord.InteractionType.modal_submit:
                raise

            async def known(answer: Interaction, range: int) -> None:
                await self.order(answer, replace(wish, range=range), dice, ruleset)

            setting, _ = await self.considered(interaction, wish, ruleset)
            target = wish.target or setting.ruleset.default_target
            space = setting.ruleset.space(setting.encounter)
            await interaction.response.send_modal(views.range_window(target, space, known))
        except DiceWanted as wanted:

            async def resume(answer: Interaction, more: str) -> None:
                await self.order(answer, wish, f"{dice.replace('?', '')} {more}".strip(), ruleset)

            await send(interaction, *views.dice_prompt(wanted, resume), private=True)

    async def give(self, interaction: Interaction, work: Callable[[Occasion], Awaitable[Group]]) -> None:
        """Carry out any work on the encounter and answer; delivered twice at once, it is the first that answers."""
        occasion = occasion_of(interaction)
        with self.delivery.handling(occasion.interaction) as first:
            if first:
                await self.delivery.answer(interaction, await work(occasion))

    async def tell(self, interaction: Interaction, reply: Reply, *, private: bool = True) -> None:
        """Answer a question; nothing of it is stored."""
        await send(interaction, reply, None, private=private)

    async def tell_board(self, interaction: Interaction, *, private: bool = True) -> None:
        """Answer with where everybody stands, and with buttons for the questions that are open. Raises NotNow."""
        referee = self.referee
        head = await referee.journal.head(await referee.current(occasion_of(interaction)))
        if head is None:
            raise NotNow(NO_ENCOUNTER)
        reply = status(head.state, self.library.shelf[head.state.ruleset])
        await send(interaction, reply, views.question_view(head), private=private)

    async def tell_odds(self, interaction: Interaction, setting: Setting, order: Attack) -> None:
        """Answer with the chances of an attack, in private."""
        await self.tell(interaction, odds(setting.ruleset.odds(order, setting.encounter)))

    async def tell_comparison(self, interaction: Interaction, setting: Setting, order: Attack, words: str) -> None:
        """Answer with the chances of an attack beside those of others, in numbers and as a picture, in private.

        Where the picture does not come about the numbers are told without. Raises Refusal.
        """
        found = compared(setting, order, words)
        await interaction.response.defer(ephemeral=True)
        picture = await self.studio.drawn(render.plot(found))
        await self.tell(interaction, render.comparison(found, picture))

    async def setting(self, interaction: Interaction) -> Setting:
        """The channel's encounter. Raises NotNow where there is none."""
        setting = await self.referee.setting(occasion_of(interaction))
        if setting is None:
            raise NotNow(NO_ENCOUNTER)
        return setting

    async def check_keeper(self, interaction: Interaction) -> None:
        """Raises NotAllowed unless the user may keep what is the server's own."""
        setting = await self.referee.setting(occasion_of(interaction))
        manages = interaction.guild_id is None or interaction.permissions.manage_guild
        access.check_keeping(str(interaction.user.id), setting.encounter if setting else None, manages)

    async def book(self, interaction: Interaction, name: str = "") -> tuple[Ruleset, Houses]:
        """The rulebook of that name, else the encounter's, else the server's own; and what the server added to it."""
        occasion = occasion_of(interaction)
        setting = None if name else await self.referee.setting(occasion)
        if setting is not None:
            return setting.ruleset, setting.houses
        book = await self.library.book(occasion.guild, name)
        return book, await self.library.houses(occasion.guild, book)

    async def considered(self, interaction: Interaction, wish: Attacking, ruleset: str = "") -> tuple[Setting, Attack]:
        """The attack as it would be ordered here, to ask about its odds; the target may be open. Raises Refusal."""
        occasion = occasion_of(interaction)
        setting = None if ruleset else await self.referee.setting(occasion)
        if setting is None:
            setting = await self.referee.improvised(occasion, wish.who, wish.target, ruleset)
            return setting, wish.against("c1", "c2")
        return setting, wish.question(setting)


def occasion_of(interaction: Interaction) -> Occasion:
    """Who asks where, from an interaction."""
    return Occasion(
        interaction=str(interaction.id),
        user=str(interaction.user.id),
        name=interaction.user.display_name,
        guild=str(interaction.guild_id or f"dm-{interaction.user.id}"),
        channel=str(interaction.channel_id),
        token=interaction.token,
        at=interaction.created_at,
    )
