"""Commands for turns: the next turn, passing, answering, moving, other acts, undo and redo, corrections."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat import move_service, suggestions
from bot.chat.options import Family, options
from bot.chat.service import Interaction
from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    MoveRequest,
    NextRequest,
    PassUntilRequest,
    adjusting,
)
from rules.engine.errors import Refusal
from rules.engine.orders import Act, Pass


@app_commands.command(name="next", description="Let time go on to when somebody can act again")
@options(
    time="How much time goes by, as: 30 seconds, 5 min, 2 h or 3 days; otherwise until somebody can act",
    run="True: time goes on, with everyone's plans, until somebody has to decide",
)
async def next_(interaction: Interaction, time: str = "", run: bool = False, dice: str = "") -> None:
    await interaction.client.service.order(interaction, NextRequest(time, run), dice)


@app_commands.command(description="Answer a question that was put to a combatant; the buttons below it do the same")
@options(
    {"choice": suggestions.answer},
    choice="Which of the answers offered",
    who="Who answers: a combatant's name; otherwise your own who is asked",
)
async def answer(interaction: Interaction, choice: str, who: str = "", dice: str = "") -> None:
    await interaction.client.service.order(interaction, AnswerRequest(choice, who), dice)


@app_commands.command(name="pass", description="Be done for now, or until something happens")
@options(
    who="Who is done: a combatant's name; otherwise your own",
    until="Until when, as: contact, fired upon, hit, phase 4, for 10 phases; otherwise for now",
)
async def pass_(interaction: Interaction, who: str = "", until: str = "") -> None:
    request = PassUntilRequest(until, who) if until else ActionRequest(Pass, who)
    await interaction.client.service.order(interaction, request)


@app_commands.command(description="Move to a place on the map, one fighter or several")
@options(
    {"to": suggestions.place},
    to="A place, as C4, one for each fighter, or: one square nearer; left out, you choose from the map",
    how="In what way, in the book's words, as: crawling, facing north",
    who="Who moves: a combatant's name, or several with commas; otherwise your own",
)
async def move(
    interaction: Interaction, to: str = "", how: str = "", cost: int | None = None, who: str = "", dice: str = ""
) -> None:
    if not (to or cost is not None or dice):
        await move_service.offer(interaction, who, how)
        return
    if not to:
        raise Refusal("Give to: a place on the map, such as C4, with cost: and dice:.")
    await interaction.client.service.order(interaction, MoveRequest(to, who, cost, how), dice)


@app_commands.command(description="Do anything else: something on the book's action list, or any words with a cost")
@options(
    {"what": suggestions.act},
    what="What is done: in the book's words, or your own",
    who="Who does it: a combatant's name; otherwise your own",
)
async def act(interaction: Interaction, what: str, cost: int | None = None, who: str = "", dice: str = "") -> None:
    await interaction.client.service.order(interaction, ActionRequest(Act, who, how=what, cost=cost), dice)


@app_commands.command(description="Take back the last order: your own if no dice were thrown, anything as the GM")
@options(
    {"to": suggestions.undo_time},
    to="Only what a /next did after this time, as: 2.3 (phase 2, impulse 3); you are asked before it is done",
)
async def undo(interaction: Interaction, to: str = "") -> None:
    await interaction.client.service.undo(interaction, to=to)


@app_commands.command(description="Bring back what was taken back last")
async def redo(interaction: Interaction) -> None:
    await interaction.client.service.redo(interaction)


@app_commands.command(description="Set a combatant right, as the GM: place, ammunition, actions, dead or alive")
@options(
    {"who": suggestions.anybody},
    who="Who is set right: a combatant's name",
    changes="What is so from now on, in sheet words, as: at C4, loaded 5, spares 2, dead",
)
async def adjust(interaction: Interaction, who: str, changes: str) -> None:
    await interaction.client.service.order(interaction, adjusting(who, changes))


FAMILY: Family = (next_, pass_, answer, move, act, undo, redo, adjust)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    for command in FAMILY:
        client.tree.add_command(command)
