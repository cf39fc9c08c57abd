"""A small discord.py client with one of everything, to drive the stand-in for Discord with."""

from __future__ import annotations

import asyncio
import io

import discord
import yarl
from discord import app_commands

from standin import Playground


class Sample(discord.Client):
    """Commands of every option type, every kind of answer, buttons, selects, a modal."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default(), guild_ready_timeout=0.0)
        self.tree = app_commands.CommandTree(self)
        self.messages_heard: list[str] = []
        self.resumes = 0
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        _, address, _ = await self.http.get_bot_gateway()
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.messages_heard.append(message.content)

    async def on_resumed(self) -> None:
        self.resumes += 1


class Panel(discord.ui.View):
    """A button that edits its message, one that opens a form, two selects."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Count", custom_id="panel:count")
    async def count(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        assert interaction.message is not None
        count = int(interaction.message.content.removeprefix("count ")) + 1
        await interaction.response.edit_message(content=f"count {count}")

    @discord.ui.button(label="Form", custom_id="panel:form")
    async def form(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Off", custom_id="panel:off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: discord.ui.Button[Panel]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        placeholder="Weapon",
        custom_id="panel:weapon",
        options=[
            discord.SelectOption(label="Pulse Rifle", value="pr"),
            discord.SelectOption(label="Flame Unit", value="fu"),
        ],
    )
    async def weapon(self, interaction: discord.Interaction, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"chose {select.values[0]}")

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Owner", custom_id="panel:owner")
    async def owner(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Panel]) -> None:
        await interaction.response.send_message(f"owner {select.values[0].display_name}", ephemeral=True)


class Form(discord.ui.Modal, title="Paste a sheet"):
    line: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Sheet line", custom_id="line", max_length=40)
    note: discord.ui.Label[Form] = discord.ui.Label(
        text="Note", component=discord.ui.TextInput(custom_id="note", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.note.component, discord.ui.TextInput)
        where = "from the panel" if interaction.message else "from a command"
        await interaction.response.send_message(f"{self.line.value} / {self.note.component.value} {where}")


def add_commands(tree: app_commands.CommandTree[Sample]) -> None:
    @tree.command(description="One of each option")
    async def everything(
        interaction: discord.Interaction,
        text: str,
        whole: app_commands.Range[int, 1, 10],
        yes: bool,
        who: discord.Member,
        where: discord.TextChannel,
        part: float,
        role: discord.Role,
        file: discord.Attachment,
    ) -> None:
        content = (await file.read()).decode()
        words = [text, whole, yes, who.display_name, where.name, part, role.name, file.filename, content]
        await interaction.response.send_message(
            "|".join(str(word) for word in words), file=discord.File(io.BytesIO(content.encode() * 2), "twice.txt")
        )

    @tree.command(description="Suggests")
    async def pick(interaction: discord.Interaction, target: str, many: int = 1) -> None:
        await interaction.response.send_message(f"{target} x {many}")

    @pick.autocomplete("target")
    async def targets(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        many = interaction.namespace.many
        names = ["Alien 1", "Alien 2", "Apone"]
        return [app_commands.Choice(name=f"{n} ({many})", value=n) for n in names if n.startswith(current)]

    group = app_commands.Group(name="encounter", description="Encounters")

    @group.command(description="Starts one")
    @app_commands.choices(ruleset=[app_commands.Choice(name="Aliens", value="aliens")])
    async def start(interaction: discord.Interaction, ruleset: str) -> None:
        embed = discord.Embed(title="Started", description=ruleset).add_field(name="By", value="you")
        embed.set_footer(text="#1")
        await interaction.response.send_message("started", embed=embed)
        await interaction.followup.send("a private word", ephemeral=True)

    tree.add_command(group)

    @tree.command(description="Takes its time")
    async def slow(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(thinking=True, ephemeral=private)
        await interaction.edit_original_response(content="done", attachments=[discord.File(io.BytesIO(b"x"), "x.bin")])

    @tree.command(description="Takes its time and follows up")
    async def slower(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first")
        later = await interaction.followup.send("second", wait=True)
        await later.edit(content="second, edited")

    @tree.command(description="Shows the panel")
    async def panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("count 0", view=Panel())

    @tree.command(description="Opens the form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @tree.command(description="Never answers")
    async def mute(interaction: discord.Interaction) -> None:
        await asyncio.sleep(0)

    @tree.command(description="Posts this in the channel")
    async def post(interaction: discord.Interaction, text: str) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("posting", ephemeral=True)
        sent = await interaction.channel.send(text)
        await sent.edit(content=text + "!")

    @tree.command(description="Answers with that many characters")
    async def long(interaction: discord.Interaction, length: int) -> None:
        await interaction.response.send_message("x" * length)

    @tree.context_menu(name="Salute")
    async def salute(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} salutes {member.display_name}")

    @tree.context_menu(name="Repeat")
    async def repeat(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"{message.author.display_name}: {message.content}", ephemeral=True)


async def login(playground: Playground, client: discord.Client, token: str = "any") -> asyncio.Task[None]:
    """Starts the client in the background and waits until it is online."""
    running = asyncio.create_task(client.start(token))
    await playground.online()
    return running
