"""All REST routes together, by family."""

from __future__ import annotations

from aiohttp import web

from standin.gateway.gateway import Gateway
from standin.interactions.callbacks import Callbacks
from standin.rest.application import Application
from standin.rest.channels import Channels
from standin.rest.conversation import Conversation
from standin.rest.guilds import Guilds
from standin.rest.webhooks import Webhooks
from standin.world import World


def add_routes(app: web.Application, world: World, callbacks: Callbacks, gateway: Gateway) -> None:
    """Add every route of Discord that the stand-in has."""
    application = Application(world, gateway)
    for family in (application, Guilds(world), Channels(world), Conversation(world), Webhooks(callbacks)):
        for method, path, handler in family.routes():
            app.router.add_route(method, path, handler)
