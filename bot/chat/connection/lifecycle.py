"""The start and the end of `referee run`: the database, the leases of shards, and a client that stays connected."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal

import aiohttp
import discord

from bot.chat.background.clock import Clock
from bot.chat.connection.client import RefereeClient, ShardedClient
from bot.chat.connection.leases import Keeper, leased
from bot.chat.connection.process_health import Watch
from bot.chat.connection.shards import MoreShards
from bot.errors import CannotStart
from bot.game.store import ShardScope, Store, prepare
from bot.game.store.home.connection import when_unlocked
from bot.game.store.home.files import exposed
from bot.settings import ENVIRONMENT, Settings

log = logging.getLogger(__name__)

_LONGEST_PAUSE = 60.0
_AUTHENTICATION_FAILED = 4004
_WRONG_TOKEN = "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal."


def client_for(
    store: Store,
    settings: Settings,
    clock: Clock | None = None,
    watch: Watch | None = None,
    shard_scope: ShardScope | None = None,
    keeper: Keeper | None = None,
) -> RefereeClient:
    """Return a client for these shards; None is one, as long as Discord does not recommend more."""
    kind = RefereeClient if shard_scope is None or len(shard_scope.ids) == 1 else ShardedClient
    return kind(store, settings, clock, watch, shard_scope, keeper)


async def serve(settings: Settings) -> None:
    """Serve until the process is told to stop.

    Raises CannotStart (a missing or wrong token, a database that cannot be used, a port that is taken),
    StoreUnavailable.
    """
    token = settings.token()
    if settings.discord_api_url:
        discord.http.Route.BASE = settings.discord_api_url.rstrip("/")
    database, shard_scope = settings.database, settings.shard_scope
    stop = asyncio.Event()
    async with Watch(settings, stop.set) as watch:
        await when_unlocked(lambda: prepare(database))
        connections = settings.database_connections
        async with await when_unlocked(lambda: Store.open(database, connections=connections)) as store:
            if warning := exposed(ENVIRONMENT, database):
                log.warning("%s", warning)
            watch.store = store
            loop = asyncio.get_running_loop()
            with contextlib.suppress(NotImplementedError):
                for name in (signal.SIGTERM, signal.SIGINT):
                    loop.add_signal_handler(name, watch.stop)
            async with contextlib.AsyncExitStack() as leases:
                # A file has one process.
                if shard_scope is not None and isinstance(database, str):
                    watch.keeper = await leases.enter_async_context(leased(store, shard_scope))
                await _served(store, settings, token, stop, watch, shard_scope)


async def _served(
    store: Store, settings: Settings, token: str, stop: asyncio.Event, watch: Watch, shard_scope: ShardScope | None
) -> None:
    """Connect, until it succeeds, and stay connected until told to stop."""
    pause = 1.0
    while not stop.is_set():
        client = client_for(store, settings, watch=watch, shard_scope=shard_scope, keeper=watch.keeper)
        try:
            if await _connected(client, token, stop):
                return
        except MoreShards as more:
            log.info("Discord recommends %d shards", more.number)
            shard_scope = ShardScope(more.number, frozenset(range(more.number)))
            continue
        # It may take days until the commands are registered.
        gc.enable()
        log.warning("Discord cannot be reached; trying again in %.0f s", pause)
        watch.retries(pause)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


async def _connected(client: RefereeClient, token: str, stop: asyncio.Event) -> bool:
    """Stay connected until told to stop (True) or until the very first connection fails (False)."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            await client.step_back()
            return True
        running.result()
    except discord.LoginFailure:
        raise CannotStart(_WRONG_TOKEN) from None
    except discord.ConnectionClosed as error:
        # Closed for good: discord.py recovers from every other close by itself.
        sentence = f"Discord has closed the connection for good, with code {error.code}."
        raise CannotStart(_WRONG_TOKEN if error.code == _AUTHENTICATION_FAILED else sentence) from None
    # discord.py dies with AttributeError when the first gateway connection fails.
    except (AttributeError, aiohttp.ClientError, OSError, discord.GatewayNotFound, discord.HTTPException) as error:
        # Of its answers, only an outage and a rate limit pass.
        if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != 429:
            raise
        log.debug("first connection failed", exc_info=True)
        return False
    finally:
        stopping.cancel()
        await client.close()
        # discord.py would keep trying to connect shards that are not connected yet.
        running.cancel()
        with contextlib.suppress(BaseException):
            await running
    return True
