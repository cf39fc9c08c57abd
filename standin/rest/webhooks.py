"""Answers to interactions: the callback, @original and followups."""

from __future__ import annotations

from aiohttp import web

from standin.interactions.callbacks import Callbacks
from standin.interactions.interaction import Interaction
from standin.rest.api import FILES, nothing, reply
from standin.rest.request_reader import Route, body, named, truth


class Webhooks:
    """The handlers of the routes under /interactions and /webhooks."""

    def __init__(self, callbacks: Callbacks) -> None:
        self.callbacks = callbacks

    def routes(self) -> list[Route]:
        """The routes answered here."""
        webhook = "/webhooks/{application_id}/{token}"
        return [
            ("POST", "/interactions/{interaction_id}/{token}/callback", self.callback),
            ("POST", webhook, self.create_followup),
            ("GET", webhook + "/messages/{message_id}", self.get_followup),
            ("PATCH", webhook + "/messages/{message_id}", self.edit_followup),
            ("DELETE", webhook + "/messages/{message_id}", self.delete_followup),
        ]

    async def callback(self, request: web.Request) -> web.Response:
        answer = self.callbacks.answer(
            named(request, "interaction_id"), named(request, "token"), body(request), request[FILES]
        )
        return reply(answer) if truth(request, "with_response") else nothing()

    async def create_followup(self, request: web.Request) -> web.Response:
        return reply(self.callbacks.follow_up(self._interaction(request), body(request), request[FILES]).data)

    async def get_followup(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        return reply(self.callbacks.message(interaction, named(request, "message_id")).data)

    async def edit_followup(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        message = self.callbacks.message(interaction, named(request, "message_id"))
        return reply(self.callbacks.edit(interaction, message, body(request), request[FILES]).data)

    async def delete_followup(self, request: web.Request) -> web.Response:
        self.callbacks.delete(self._interaction(request), named(request, "message_id"))
        return nothing()

    def _interaction(self, request: web.Request) -> Interaction:
        return self.callbacks.interaction(named(request, "application_id"), named(request, "token"))
