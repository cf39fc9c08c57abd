"""All REST routes together, by family."""

from __future__ import annotations

from aiohttp import web

from bot.playground.gateway.gateway import Gateway
from bot.playground.interactions.callbacks import Callbacks
from bot.playground.rest.application import Application
from bot.playground.rest.channels import Channels
from bot.playground.rest.conversation import Conversation
from bot.playground.rest.guilds import Guilds
from bot.playground.rest.webhooks import Webhooks
from bot.playground.world import World


def add_routes(app: web.Application, world: World, callbacks: Callbacks, gateway: Gateway) -> None:
    """Every route of Discord's that the stand-in answers."""
    application = Application(world, gateway)
    for family in (application, Guilds(world), Channels(world), Conversation(world), Webhooks(callbacks)):
        for method, path, handler in family.routes():
            app.router.add_route(method, path, handler)
