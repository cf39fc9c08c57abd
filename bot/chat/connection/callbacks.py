"""The requests to Discord that answer an interaction, which discord.py hands to this adapter."""

from __future__ import annotations

from typing import Any

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
