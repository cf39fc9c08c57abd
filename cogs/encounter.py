"""Commands for the encounter: begin it, see it, set its switches, lay out its map, end it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat import map_service, render, suggestions
from bot.chat.board_service import BoardInteraction, set_board
from bot.chat.deadline_service import TimedInteraction
from bot.chat.options import options
from bot.chat.service import Interaction
from bot.chat.side_threads import Named
from bot.game import encounter_pages
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
from rules.engine.errors import Refusal

encounter = app_commands.Group(name="encounter", description="Begin, see, set up and end a skirmish in this channel")


@encounter.command(description="Begin an encounter in this channel as its GM")
@options(
    {"preset": suggestions.preset, "template": suggestions.template},
    ruleset="By which rulebook; otherwise the server's own",
    preset="A named setting of the rulebook's switches",
    title="What the encounter is called",
    template="A set-up to begin with: map and fighters",
)
async def start(
    interaction: Interaction, ruleset: str = "", preset: str = "", title: str = "", template: str = ""
) -> None:
    await interaction.client.service.start(interaction, ruleset, preset, title, template)


@encounter.command(description="Save this encounter as a set-up to begin others with, or remove one")
@options(
    {"name": suggestions.setup},
    name="Its name; otherwise that of the encounter",
    remove="Remove the set-up with this name",
)
async def save(interaction: Interaction, name: str = "", remove: bool = False) -> None:
    service = interaction.client.service
    told = await (service.drop_setup if remove else service.save_setup)(interaction, name)
    await service.tell(interaction, render.sentence(told))


@encounter.command(name="import", description="Go on here from the file of a GM's /export; you become the GM")
@options(
    file="What /export gave the GM of an encounter, open or ended",
    title="What the encounter is called; left out, as it was",
)
async def import_(interaction: Interaction, file: discord.Attachment, title: str = "") -> None:
    await interaction.client.service.bring(interaction, file, title)


@encounter.command(description="See the board: for yourself, or shown to the channel")
@options(public="Whether the channel sees it; otherwise only you")
async def show(interaction: Interaction, public: bool = False) -> None:
    await interaction.client.service.tell_board(interaction, private=not public)


@encounter.command(description="Post the live board, or post it again: who still has to act")
@options(on="False takes it away; otherwise it is posted here and in each thread")
async def board(interaction: BoardInteraction, on: bool = True) -> None:
    await set_board(interaction, on)


@encounter.command(description="End the encounter: rosters are written, the dice's seed is shown")
@options({"encounter": suggestions.endable}, encounter="Another one of this server")
async def end(interaction: Interaction, encounter: str = "") -> None:
    await interaction.client.service.end(interaction, encounter)


@encounter.command(description="Become a GM of this encounter, if you manage the channel or server")
async def takeover(interaction: Interaction) -> None:
    user = interaction.user
    await interaction.client.service.order(interaction, taking_over(str(user.id), user.display_name))


@encounter.command(name="options", description="See the switches of this encounter, or set one")
@options(
    {"name": suggestions.switch, "value": suggestions.value},
    name="Which switch; without it all are listed",
    value="What it is set to; otherwise you see its value",
)
async def switches(interaction: Interaction, name: str = "", value: str = "") -> None:
    service = interaction.client.service
    if value:
        await service.order(interaction, SwitchRequest(name, value))
        return
    context = await service.context(interaction)
    page = encounter_pages.switch(name, context) if name else encounter_pages.switches(context)
    await service.tell(interaction, render.page(page))


@encounter.command(description="Stop time that runs by itself, and deadlines, or let them continue")
async def pause(interaction: Interaction) -> None:
    await interaction.client.service.order(interaction, PauseRequest())


@encounter.command(description="Open a side to players' own fighters, or close it again")
@options(
    {"name": suggestions.side},
    name="The side, by its name",
    players="Whether players may join it; left out, they may",
)
async def side(interaction: Interaction, name: str, players: bool = True) -> None:
    await interaction.client.service.order(interaction, SideRequest(name, players))


@encounter.command(description="Make somebody a GM as well")
@options(user="Who becomes a GM")
async def gm(interaction: Interaction, user: discord.User) -> None:
    await interaction.client.service.order(interaction, appointing(str(user.id), user.display_name))


@encounter.command(name="map", description="Lay out the map, or change a part of it")
@options(
    size="For a new map: columns x rows, as 12x8",
    walls="With size: walls, as: C3 D4-F4",
    rough="With size: rough places, where the book has a rule for them",
    add="What is added, as: wall brick A1-D1, door D4 open, window E4, water B2-C5, cover log B3",
    remove="What is taken off the map, as: wall C3",
    secret="With add: only GMs know of it, until /encounter reveal",
    grid="Draw the map in letters, in a form",
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
        await map_service.draw(interaction)
        return
    if grid:
        raise Refusal("Give grid: alone; the form takes the whole map.")
    await interaction.client.service.order(interaction, MapRequest(size, walls, rough, add, remove, secret))


@encounter.command(description="Have a side place its fighters in secret; all sides appear at once")
@options(
    {"side": suggestions.deployable},
    side="Which side; its players place their fighters with /move",
    zone="Where, as: A20-O24; without it the side is no longer deployed",
    until="In which turn at the latest, as: turn 3; otherwise once all are placed",
)
async def deploy(interaction: Interaction, side: str, zone: str = "", until: str = "") -> None:
    await interaction.client.service.order(interaction, DeployRequest(side, zone, until))


@encounter.command(description="Have something happen at the start of a turn")
@options(
    text="What happens; {n} is the number of turns gone by, for a clock",
    turn="In which turn or phase; 0 drops what was planned in these words",
    every="Again every so many turns from then on; otherwise once",
    secret="Only GMs know of it before it happens",
)
async def event(interaction: Interaction, text: str, turn: int, every: int = 0, secret: bool = False) -> None:
    await interaction.client.service.order(interaction, foreseeing(text, turn, every, secret))


@encounter.command(description="Keep something secret from other sides")
@options(
    {"who": suggestions.anybody, "event": suggestions.event, "note": suggestions.note},
    who="Which fighters, several by commas",
    event="A planned event, by the beginning of its text",
    note="A note, by its beginning",
    at="Pieces of the map, as: C3 D4-F4",
)
async def secret(interaction: Interaction, who: str = "", event: str = "", note: str = "", at: str = "") -> None:
    await interaction.client.service.order(interaction, SecretRequest(who, event, note, at))


@encounter.command(description="Let everybody know of something secret")
@options(
    {
        "who": suggestions.anybody,
        "event": suggestions.event,
        "note": suggestions.note,
        "at": suggestions.secret_place,
    },
    who="Which fighters, several by commas, or: all",
    event="A secret event, by the beginning of its text",
    note="A secret note, by its beginning",
    at="Secret pieces of the map, as: C3 D4-F4",
    map="All secret pieces of the map",
)
async def reveal(
    interaction: Interaction, who: str = "", event: str = "", note: str = "", at: str = "", map: bool = False
) -> None:
    await interaction.client.service.order(interaction, RevealRequest(who, map, note, event, at))


@encounter.command(description="Keep a note on the board, for GMs alone or for everybody")
@options(
    text="What to note, in 200 characters",
    secret="Only GMs see it; left out, it is so",
    remove="Take the note with this text away",
)
async def note(interaction: Interaction, text: str, secret: bool = True, remove: bool = False) -> None:
    await interaction.client.service.order(interaction, jotting(text, secret, remove))


@encounter.command(description="Set how long people have to decide, or see when time is up")
@options(time="As: 24h; daily 20:00; mon thu 19:00 Europe/Berlin; grace 2h; extend 12h; off. Left out: see it")
async def deadline(interaction: TimedInteraction, time: str = "") -> None:
    await interaction.client.deadlines.deadline(interaction, time)


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


@encounter.command(description="Make private threads for the GMs and each side, or name channels")
@options(
    {"side": suggestions.side},
    side="Instead of threads: the side whose channel you name, or GM",
    channel="Where its results are posted",
    private="Give up the threads, or that side's: results are in private answers",
)
async def threads(
    interaction: Interaction,
    side: str = "",
    channel: app_commands.Transform[Named | None, _Place] = None,
    private: bool = False,
) -> None:
    await interaction.client.service.make_threads(interaction, side, channel, private)


async def setup(client: commands.Bot) -> None:
    """Add the family to the bot."""
    client.tree.add_command(encounter)
