"""Orders to the referee whose user means them: what asks first whether time may continue is confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.referee.referee import Referee
from bot.game.requests import Request
from bot.game.requests.order_questions import AskFirst
from tests.served import CONFIRMED

PRESSED = " pressed"
"""The end of the id of a press's interaction, after the id of the one that asked: no other interaction may have its id,
or its order counts as carried out already."""


async def meant(referee: Referee, given: Invocation, request: Request, dice: str = "", **more: Any) -> Group:
    """Return what comes of a request; if it asks, of the choice that lets time continue or reloads anyway."""
    try:
        return await referee.carry_out(given, request, dice, **more)
    except AskFirst as asked:
        choice = next((choice for choice in asked.choices if choice.label in {*CONFIRMED, "Reload anyway"}), None)
        if choice is None:
            raise
        return await choice.carry_out(replace(given, interaction=f"{given.interaction}{PRESSED}"), dice)
