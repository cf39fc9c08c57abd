"""Commands for turns: the next turn, passing, answering, moving, other acts, undo and redo, corrections."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import suggestions
from bot.chat.commands import moves, plans
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction
from bot.chat.suggestions.options import Family, options
from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    MoveRequest,
    NextRequest,
    PassUntilRequest,
    adjusting,
)
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Act, Pass


@app_commands.command(name="next", description="Let time continue until somebody can act")
@options(
    time="The time that passes: 30 seconds, 5 min, 2 h, 3 days; default: until somebody can act",
    run="True: carry out everyone's plans until somebody must decide",
)
async def next_(interaction: Interaction, time: str = "", run: bool = False, dice: str = "") -> None:
    await orders.give(interaction, NextRequest(time, run), dice)


@app_commands.command(description="Answer a question put to your fighter; its buttons do the same")
@options(
    {"choice": suggestions.answer},
    choice="One of the offered answers",
    who="The fighter who answers; default: your fighter with a question",
)
async def answer(interaction: Interaction, choice: str, who: str = "", dice: str = "") -> None:
    await orders.give(interaction, AnswerRequest(choice, who), dice)


@app_commands.command(name="pass", description="End a fighter's actions for now, or until something happens")
@options(
    who="The fighter who passes; default: your own fighter",
    until="Pass until: contact, fired upon, hit, phase 4, for 10 phases; default: for now",
)
async def pass_(interaction: Interaction, who: str = "", until: str = "") -> None:
    if until:
        await plans.pass_until(interaction, PassUntilRequest(until, who))
    else:
        await orders.give(interaction, ActionRequest(Pass, who))


@app_commands.command(description="Move one or several fighters to a place on the map")
@options(
    {"to": suggestions.place},
    to="A place such as C4 for each fighter, or one square nearer; default: choose from the map",
    how="How they move, in the book's words: crawling, facing north",
    who="The fighters who move, with commas; default: your own fighter",
)
async def move(
    interaction: Interaction, to: str = "", how: str = "", cost: int | None = None, who: str = "", dice: str = ""
) -> None:
    if not (to or cost is not None or dice):
        await moves.offer(interaction, who, how)
        return
    if not to:
        raise Refusal("cost: and dice: belong to a move: name its place as well, for example to: C4.")
    await orders.give(interaction, MoveRequest(to, who, cost, how), dice)


@app_commands.command(description="Do anything else: an action of the book, or your own words with a cost")
@options(
    {"what": suggestions.act},
    what="The action, in the book's words or your own",
    who="The fighter who acts; default: your own fighter",
)
async def act(interaction: Interaction, what: str, cost: int | None = None, who: str = "", dice: str = "") -> None:
    await orders.give(interaction, ActionRequest(Act, who, how=what, cost=cost), dice)


@app_commands.command(description="Undo the last order: your own if no dice were thrown; any order as the GM")
@options(
    {"to": suggestions.undo_time},
    to="Undo a /next back to this time, for example 2.3 (phase 2, impulse 3); the bot asks first",
)
async def undo(interaction: Interaction, to: str = "") -> None:
    await orders.undo(interaction, to=to)


@app_commands.command(description="Redo the last undone order")
async def redo(interaction: Interaction) -> None:
    await orders.redo(interaction)


@app_commands.command(description="GM correction: change a fighter's place, ammunition, actions, or dead and alive")
@options(
    {"who": suggestions.anybody},
    who="The fighter to correct; several with commas",
    changes="The new facts in sheet words: at C4, loaded 5, spares 2, dead",
)
async def adjust(interaction: Interaction, who: str, changes: str) -> None:
    await orders.give(interaction, adjusting(who, changes))


FAMILY: Family = (next_, pass_, answer, move, act, undo, redo, adjust)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    for command in FAMILY:
        client.tree.add_command(command)
