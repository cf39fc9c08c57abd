"""Registers with a client the buttons and selects that survive a restart."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.chat.views.buttons.board import BoardButton
from bot.chat.views.buttons.deadlines import DecisionButton
from bot.chat.views.buttons.guide import GuideButton
from bot.chat.views.buttons.help import HelpButton
from bot.chat.views.buttons.inactive import KeepOpenButton
from bot.chat.views.buttons.join_requests import JoinRequestButton
from bot.chat.views.buttons.moves import MoveButton, MoveSelect
from bot.chat.views.buttons.questions import QuestionButton
from bot.chat.views.buttons.reply_buttons import Control
from bot.chat.views.buttons.rolls import BlindButton, RevealButton
from bot.chat.views.buttons.roster import KeepButton
from bot.chat.views.buttons.rulings import ChangeButton, LineButton
from bot.chat.views.private.form import FormButton, FormSelect
from bot.chat.views.private.modals import MendButton
from bot.chat.views.private.order_questions import ChoiceButton
from bot.chat.views.private.prompt import PromptButton
from bot.chat.views.private.remedies import RemedyButton
from bot.chat.views.private.shot_window import ShotButton

PARTS: tuple[type[discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]]], ...] = (
    Control,
    QuestionButton,
    JoinRequestButton,
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
    ShotButton,
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
