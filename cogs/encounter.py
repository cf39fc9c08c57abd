"""Commands for the encounter: begin it, see it and its map, set its switches, lay out its map, end it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import render, suggestions
from bot.chat.commands import encounters, guide, maps, my, records, server
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, open_encounter
from bot.chat.outgoing.side_threads import Named
from bot.chat.suggestions.options import options
from bot.game.pages import encounter_pages
from bot.game.requests import (
    DeployRequest,
    MapRequest,
    PauseRequest,
    RevealRequest,
    SecretRequest,
    SideRequest,
    SwitchRequest,
    appointing,
    foreseeing,
    jotting,
    taking_over,
)
from rules.engine.records.errors import Refusal

encounter = app_commands.Group(name="encounter", description="Start, show, set up and end a skirmish in this channel")


@encounter.command(description="Start an encounter in this channel; you become its GM")
@options(
    {"preset": suggestions.preset, "template": suggestions.template},
    ruleset="The rulebook; default: the server's",
    preset="A named setting of the rulebook's switches",
    title="The encounter's title",
    template="A set-up to start with: a map and fighters",
)
async def start(
    interaction: Interaction, ruleset: str = "", preset: str = "", title: str = "", template: str = ""
) -> None:
    await encounters.start(interaction, ruleset=ruleset, preset=preset, title=title, template=template)


@app_commands.command(name="start", description="Play a first fight with a guide, one button at a time")
async def first_fight(interaction: Interaction) -> None:
    await guide.start(interaction)


@encounter.command(description="Save this encounter as a set-up for other encounters, or remove a set-up")
@options(
    {"name": suggestions.setup},
    name="The set-up's name; default: the encounter's title",
    remove="True: remove the set-up of this name",
)
async def save(interaction: Interaction, name: str = "", remove: bool = False) -> None:
    sentence = await (server.drop_setup if remove else server.save_setup)(interaction, name)
    await orders.tell(interaction, render.sentence(sentence))


@encounter.command(name="import", description="Continue an encounter here from a GM's /export file; you become the GM")
@options(
    file="The file that /export gave a GM",
    title="The encounter's title; default: unchanged",
)
async def import_(interaction: Interaction, file: discord.Attachment, title: str = "") -> None:
    await records.bring(interaction, file, title)


@encounter.command(description="Show the board to you or to the channel")
@options(public="True: the channel sees it; default: only you")
async def show(interaction: Interaction, public: bool = False) -> None:
    await encounters.tell_board(interaction, private=not public)


@encounter.command(description="Post the live board, which shows who still has to act")
@options(on="False: remove it; default: post it here and in each thread")
async def board(interaction: Interaction, on: bool = True) -> None:
    await encounters.set_board(interaction, on)


@encounter.command(description="End the encounter, save the rosters and show the seed of the dice")
@options({"encounter": suggestions.endable}, encounter="Another encounter of this server")
async def end(interaction: Interaction, encounter: str = "") -> None:
    await encounters.end(interaction, encounter)


@encounter.command(description="Become a GM of this encounter, if you manage the channel or server")
async def takeover(interaction: Interaction) -> None:
    user = interaction.user
    await orders.give(interaction, taking_over(str(user.id), user.display_name))


@encounter.command(name="options", description="Show the switches of this encounter, or set one")
@options(
    {"name": suggestions.switch, "value": suggestions.value},
    name="The switch; default: list all",
    value="The new value; default: show the present value",
)
async def switches(interaction: Interaction, name: str = "", value: str = "") -> None:
    if value:
        await orders.give(interaction, SwitchRequest(name, value))
        return
    context = await open_encounter(interaction)
    page = encounter_pages.switch(name, context) if name else encounter_pages.switches(context)
    await orders.tell(interaction, render.page(page))


@encounter.command(description="Pause or resume deadlines and time that runs by itself")
async def pause(interaction: Interaction) -> None:
    await orders.give(interaction, PauseRequest())


@encounter.command(description="Let players join a side, or close it again")
@options(
    {"name": suggestions.side},
    name="The side's name",
    players="False: players may no longer join it",
)
async def side(interaction: Interaction, name: str, players: bool = True) -> None:
    await orders.give(interaction, SideRequest(name, players))


@encounter.command(description="Make another user a GM")
@options(user="The new GM")
async def gm(interaction: Interaction, user: discord.User) -> None:
    await orders.give(interaction, appointing(str(user.id), user.display_name))


@encounter.command(name="map", description="Lay out the map, or change a part of it")
@options(
    size="For a new map: columns x rows, for example 12x8",
    walls="With size: walls, for example C3 D4-F4",
    rough="With size: rough ground, if the rulebook has that rule",
    add="Add pieces: wall brick A1-D1, door D4 barred, window E4, water B2-C5, cover log B3",
    remove="Remove pieces, for example wall C3",
    secret="With add: only GMs see the pieces until /encounter reveal",
    grid="Draw the map with letters in a form",
)
async def map_(
    interaction: Interaction,
    size: str = "",
    walls: str = "",
    rough: str = "",
    add: str = "",
    remove: str = "",
    secret: bool = False,
    grid: bool = False,
) -> None:
    if grid and not (size or walls or rough or add or remove or secret):
        await maps.draw(interaction)
        return
    if grid:
        raise Refusal("Give grid: alone; the form takes the whole map.")
    await orders.give(interaction, MapRequest(size, walls, rough, add, remove, secret))


@encounter.command(description="Let a side place its fighters in secret; all sides appear at once")
@options(
    {"side": suggestions.deployable},
    side="The side; its players place their fighters with /move",
    zone="The zone, for example A20-O24; default: stop deploying this side",
    until="The latest time, for example turn 3; default: when all are placed",
)
async def deploy(interaction: Interaction, side: str, zone: str = "", until: str = "") -> None:
    await orders.give(interaction, DeployRequest(side, zone, until))


@encounter.command(description="Plan an event for the start of a turn")
@options(
    text="The event; {n} becomes the number of turns since you planned it",
    turn="The turn or phase; 0 removes the event with this text",
    every="Repeat after this many turns; default: once",
    secret="True: only GMs know of it before it happens",
)
async def event(interaction: Interaction, text: str, turn: int, every: int = 0, secret: bool = False) -> None:
    await orders.give(interaction, foreseeing(text, turn, every, secret))


@encounter.command(description="Hide something from other sides")
@options(
    {"who": suggestions.anybody, "event": suggestions.event, "note": suggestions.note},
    who="The fighters, with commas",
    event="The beginning of a planned event's text",
    note="The beginning of a note",
    at="Pieces of the map, for example C3 D4-F4",
)
async def secret(interaction: Interaction, who: str = "", event: str = "", note: str = "", at: str = "") -> None:
    await orders.give(interaction, SecretRequest(who, event, note, at))


@encounter.command(description="Reveal something secret to everyone")
@options(
    {
        "who": suggestions.anybody,
        "event": suggestions.event,
        "note": suggestions.note,
        "at": suggestions.secret_place,
    },
    who="The fighters, with commas, or all",
    event="The beginning of a secret event's text",
    note="The beginning of a secret note",
    at="Secret pieces of the map, for example C3 D4-F4",
    map="True: all secret pieces of the map",
)
async def reveal(
    interaction: Interaction, who: str = "", event: str = "", note: str = "", at: str = "", map: bool = False
) -> None:
    await orders.give(interaction, RevealRequest(who, map, note, event, at))


@encounter.command(description="Put a note on the board for the GMs or for everyone")
@options(
    text="The note, up to 200 characters",
    secret="True: only GMs see it (default)",
    remove="Remove the note with this text",
)
async def note(interaction: Interaction, text: str, secret: bool = True, remove: bool = False) -> None:
    await orders.give(interaction, jotting(text, secret, remove))


@encounter.command(description="Set or show the deadline for decisions")
@options(time="24h; daily 20:00; mon thu 19:00 Europe/Berlin; grace 2h; extend 12h; off; default: show it")
async def deadline(interaction: Interaction, time: str = "") -> None:
    await my.deadline(interaction, time)


class _Place(app_commands.Transformer):
    """A text channel or a thread as Discord names it: the bot does not remember threads in the archive."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kind = discord.ChannelType
        return [kind.text, kind.news, kind.news_thread, kind.public_thread, kind.private_thread]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> Any:
        return value


@encounter.command(description="Create private threads for the GMs and each side, or name channels")
@options(
    {"side": suggestions.side},
    side="Instead of threads: the side (or GM) that gets the channel",
    channel="The channel for that side's results",
    private="True: stop using the threads, or that side's; results come as private answers",
)
async def threads(
    interaction: Interaction,
    side: str = "",
    channel: app_commands.Transform[Named | None, _Place] = None,
    private: bool = False,
) -> None:
    await encounters.make_threads(interaction, side, channel, private)


@app_commands.command(name="map", description="Show the map as your side knows it; only you see the answer")
@options(
    {"who": suggestions.anybody},
    who="The fighter in the middle; default: everyone you know of",
    whole="True: the whole map, however large",
    grid="True: write its coordinates into each space",
)
async def seen_map(interaction: Interaction, who: str = "", whole: bool = False, grid: bool = False) -> None:
    await maps.tell_map(interaction, who, whole, grid)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(encounter)
    client.tree.add_command(first_fight)
    client.tree.add_command(seen_map)
