"""Commands for plans: what a fighter does without being asked."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import plans
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import options
from bot.game.requests import ClearPlanRequest, PlanRequest

plan = app_commands.Group(name="plan", description="Plan a fighter's orders ahead of time")

_WHO = "The fighter with the plan; default: your own fighter"


@plan.command(name="set", description="Plan a fighter's orders; without lines: a form opens")
@options(
    {"who": suggestions.own},
    who=_WHO,
    lines="Orders with semicolons: move to C7; when anyone shows: fire at them; when empty: reload",
)
async def set_(interaction: Interaction, who: str = "", lines: str = "") -> None:
    if lines:
        await plans.set_plan(interaction, PlanRequest(lines, who))
    else:
        await plans.ask(interaction, who)


@plan.command(description="Show a plan, its progress and its odds; only your side can see it")
@options({"who": suggestions.own}, who="The fighter with the plan; default: all plans you may see")
async def show(interaction: Interaction, who: str = "") -> None:
    await plans.tell(interaction, who)


@plan.command(description="Delete a fighter's plan")
@options({"who": suggestions.own}, who=_WHO)
async def clear(interaction: Interaction, who: str = "") -> None:
    await orders.give(interaction, ClearPlanRequest(who))


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(plan)
