"""Registers with a client the buttons and selects that survive a restart."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.chat.views.asking import ChoiceButton
from bot.chat.views.board import BoardButton
from bot.chat.views.buttons import Control
from bot.chat.views.deadlines import DecisionButton
from bot.chat.views.form import FormButton, FormSelect
from bot.chat.views.guide import GuideButton
from bot.chat.views.help import HelpButton
from bot.chat.views.inactive import KeepOpenButton
from bot.chat.views.joining import ApplicationButton
from bot.chat.views.keeping import KeepButton
from bot.chat.views.modals import MendButton
from bot.chat.views.moving import MoveButton, MoveSelect
from bot.chat.views.prompt import PromptButton
from bot.chat.views.questions import QuestionButton
from bot.chat.views.remedies import RemedyButton
from bot.chat.views.rolls import BlindButton, RevealButton
from bot.chat.views.rulings import ChangeButton, LineButton

PARTS: tuple[type[discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]]], ...] = (
    Control,
    QuestionButton,
    ApplicationButton,
    KeepButton,
    FormSelect,
    FormButton,
    PromptButton,
    ChoiceButton,
    MendButton,
    KeepOpenButton,
    DecisionButton,
    BoardButton,
    RevealButton,
    BlindButton,
    ChangeButton,
    LineButton,
    HelpButton,
    RemedyButton,
    GuideButton,
    MoveButton,
    MoveSelect,
)
"""No custom id may match two of their templates: both would answer."""


def is_known(custom_id: str) -> bool:
    """Return whether a part answers to this custom id."""
    return any(part.__discord_ui_compiled_template__.fullmatch(custom_id) for part in PARTS)


def register(client: commands.Bot) -> None:
    """Add the persistent parts to a client."""
    client.add_dynamic_items(*PARTS)
