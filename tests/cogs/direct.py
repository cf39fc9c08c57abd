"""The way to the bot and back without the wire, for tests that say thousands of things: from the stand-in's desk to the
bot's own interactions, and from there to what the stand-in does with an answer. What is skipped is websocket and HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import discord
import orjson
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from standin.interactions.callbacks import Callbacks
from standin.world.scenery import Json
from tests.cogs.conftest import Game

_CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"


@contextmanager
def direct(game: Game, aside: Callable[[], AbstractContextManager[None]] = nullcontext) -> Iterator[None]:
    """Hear lines directly meanwhile. Answers are checked as on the wire; one with a file goes over it.

    The stand-in's work on an answer is done within `aside`.
    """
    playground, state = game.playground, game.client._connection
    callbacks = Callbacks(playground.world, playground.invoker)
    over_the_wire = AsyncWebhookAdapter.request

    def heard(event: str, payload: Json) -> None:
        assert event == "INTERACTION_CREATE"
        state.parse_interaction_create(orjson.loads(orjson.dumps(payload)))

    async def answered(adapter: AsyncWebhookAdapter, route: Any, session: Any, **given: Any) -> Any:
        if route.path != _CALLBACK or "multipart" in given:
            return await over_the_wire(adapter, route, session, **given)
        with aside():
            body = orjson.loads(orjson.dumps(given["payload"]))
            path = route.path.format(webhook_id=route.webhook_id, webhook_token=route.webhook_token)
            playground.contract.check_request(route.method, path, body, given["params"])
            answer = callbacks.answer(str(route.webhook_id), route.webhook_token, body, [])
            return orjson.loads(orjson.dumps(answer))

    with pytest.MonkeyPatch.context() as patch:
        # discord.py has one address for all clients of a process, and a module may have two games open.
        patch.setattr(discord.http.Route, "BASE", playground.api_url)
        patch.setattr(playground.invoker, "_dispatch", heard)
        patch.setattr(AsyncWebhookAdapter, "request", answered)
        yield
