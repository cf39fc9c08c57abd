"""How interactions are answered: the requests to Discord, which discord.py hands to this adapter, and the object that
makes them for an interaction.
"""

from __future__ import annotations

from typing import Any
from weakref import proxy

import discord
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.watch import interaction_tracker


class Callbacks(AsyncWebhookAdapter):
    """Answers interactions. Of Discord's response only the ids are read, not the whole message."""

    async def request(self, route: Any, *args: Any, **options: Any) -> Any:
        """Send something to Discord; an answer to the current interaction is noted."""
        response = await super().request(route, *args, **options)
        if route.method in ("POST", "PATCH"):
            interaction_tracker.sent()
        return response

    async def create_interaction_response(self, *args: Any, **options: Any) -> Any:
        """Answer, and return Discord's answer without the message."""
        answer = await super().create_interaction_response(*args, **options)
        answer.pop("resource", None)
        return answer


class Received(discord.Interaction[Any]):
    """An interaction, to which its response can refer weakly."""

    __slots__ = ("__weakref__",)


class Response(discord.InteractionResponse[Any]):
    """An interaction's response that does not keep the interaction alive.

    With discord.py's own the two keep each other, and with them all that Discord has sent, until the garbage collector
    comes by: that was nearly all of its work, and megabytes of memory.
    """

    def __init__(self, parent: discord.Interaction[Any]) -> None:
        super().__init__(proxy(parent))
