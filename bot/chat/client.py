"""The bot as a client of discord.py: how it is put together, started, kept connected and closed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
from collections.abc import Mapping
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.webhook.async_ import async_context

from bot.chat import views
from bot.chat.absence import Absences
from bot.chat.board_service import BoardBot
from bot.chat.boards import Boards
from bot.chat.clock import Clock
from bot.chat.deadline_service import DeadlineService, TimedBot
from bot.chat.deadlines import Timekeeper
from bot.chat.delivery import Delivery
from bot.chat.departures import Departures
from bot.chat.detail import levels_for
from bot.chat.entrance import Entrance
from bot.chat.inactive import Inactive
from bot.chat.limits import Limits
from bot.chat.messages import Callbacks
from bot.chat.options import AT_HOME, INSTALLED, clean_texts
from bot.chat.pacing import Pacing
from bot.chat.plots import Studio
from bot.chat.privacy import PrivacyService, PrivateBot
from bot.chat.reporting import report
from bot.chat.service import CommandService
from bot.chat.sweep import Sweep
from bot.chat.waking import Waking
from bot.chat.workers.executor import WorkerExecutor
from bot.game.erasure import Eraser
from bot.game.errors import CannotStart
from bot.game.library import Library
from bot.game.referee import Referee
from bot.game.store import Store, prepare
from bot.game.store.connection import when_unlocked
from bot.game.store.files import exposed
from bot.settings import ENVIRONMENT, Settings
from rules.engine.errors import Refusal
from rules.shelf import shelf

log = logging.getLogger(__name__)

COGS = (
    "firing",
    "rulings",
    "turns",
    "plans",
    "encounter",
    "maps",
    "combatant",
    "roster",
    "ammo",
    "records",
    "stats",
    "reference",
    "server",
    "channel",
    "my",
    "privacy",
)
_LONGEST_PAUSE = 60.0
_AUTHENTICATION_FAILED = 4004
_WRONG_TOKEN = "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal."


class _Tree(app_commands.CommandTree["RefereeClient"]):
    def __init__(self, client: RefereeClient) -> None:
        super().__init__(client, allowed_contexts=AT_HOME, allowed_installs=INSTALLED)

    async def on_error(
        self, interaction: discord.Interaction[RefereeClient], error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)


class RefereeClient(PrivateBot, TimedBot, BoardBot):
    """Slash commands only, no privileged intent, and no cache of what is not needed."""

    def __init__(self, store: Store, settings: Settings, clock: Clock | None = None) -> None:
        clock = clock or Clock()
        self._limits = Limits(settings.orders_per_minute, clock.monotonic)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=_Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.library = Library(store, shelf(), settings.default_ruleset)
        self.executor = WorkerExecutor()
        self.referee = Referee(self.library, self.executor)
        self.delivery = Delivery(self, self.referee)
        self.delivery.poster.now = clock.now
        self.departures = Departures(self, store, settings.departed_days, clock)
        self.privacy = PrivacyService(store, Eraser(self.referee), views)
        self.waking = Waking(self, store)
        upkeep = self.departures.upkeep, self.privacy.upkeep, self.waking.upkeep
        self.sweep = Sweep(self, self.referee, self.delivery, settings.sweep_seconds, clock, *upkeep)
        self.absences = Absences(self.referee, clock)
        self.pacing = Pacing(self.referee, self.delivery, clock)
        self.inactive = Inactive(self, self.referee, clock, settings.inactive_days)
        self.timekeeper = Timekeeper(self, self.referee, clock, settings.deadline_seconds)
        self.deadlines = DeadlineService(self.referee, self.timekeeper, views)
        self.boards = Boards(self, self.referee, clock, settings.sweep_seconds, self.delivery.illustrator)
        self.delivery.on_shown = self.boards.shown
        self.timekeeper.on_changed = self.boards.follow
        self.service = CommandService(self.referee, self.library, self.delivery, Studio(), views)
        self._api_url = settings.discord_api_url

    async def setup_hook(self) -> None:
        """Load and register the commands, and start to deliver what an earlier run left undelivered."""
        # discord.py takes it from the context, which everything that follows inherits.
        async_context.set(Callbacks())  # type: ignore[no-untyped-call]
        if self._api_url:
            _, gateway, _ = await self.http.get_bot_gateway()
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        views.register(self)
        await self.tree.sync()
        self.sweep.start()
        self.boards.start()
        self.inactive.start()
        self.pacing.start()
        self.timekeeper.start()
        # Everything loaded so far stays, so the collector, which was off until now, never scans it. It does not look
        # for garbage first: that takes a tenth of the start and finds a few thousand objects.
        gc.freeze()
        gc.set_threshold(5_000, 10, 5)
        gc.enable()

    async def reads_plain(self, interaction: discord.Interaction[RefereeClient], *, private: bool) -> bool:
        """Whether an answer to this interaction is for a screen reader: a private one, or one that all read."""
        levels = await levels_for(interaction, self.library.store)
        return (levels.private if private else levels.public).plain

    def _get_state(self, **options: Any) -> Entrance:
        return Entrance(
            self._check,
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    def _check(self, interaction: Mapping[str, Any]) -> None:
        self._limits.check(interaction)
        clean_texts(interaction)

    async def on_refused(self, interaction: discord.Interaction[RefereeClient], refusal: Refusal) -> None:
        """Tell a user why their interaction was not let in; there are no suggestions for it."""
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await report(interaction, refusal)

    async def on_not_allowed(self, interaction: discord.Interaction[RefereeClient]) -> None:
        """Offer a way out to a user who was refused because they are not the GM, if no GM is there."""
        await self.absences.offer(interaction)

    async def on_ready(self) -> None:
        """Log that people can play now, and see which servers the bot has left."""
        log.info("Ready as %s on %d server(s)", self.user, len(self.guilds))
        await self.departures.compare()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server again."""
        await self.departures.joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; discord.py tells an outage apart."""
        await self.departures.left(guild.id)

    async def close(self) -> None:
        """Wait for the last answers, note what was shown, and disconnect."""
        await self.inactive.close()
        await self.pacing.close()
        await self.timekeeper.close()
        await self.sweep.close()
        await self.boards.close()
        await self.privacy.close()
        await self.delivery.close()
        await self.executor.close()
        # discord.py waits for servers on a task of its own, and would announce on_ready to a client that is closed.
        if self._connection._ready_task is not None:
            self._connection._ready_task.cancel()
        await super().close()
        self.service.close()


async def serve(settings: Settings) -> None:
    """Serve until the process is told to stop.

    Raises CannotStart (a missing or wrong token, a database that cannot be used), StoreUnavailable.
    """
    token = settings.token()
    if settings.discord_api_url:
        discord.http.Route.BASE = settings.discord_api_url.rstrip("/")
    database = settings.database
    await when_unlocked(lambda: prepare(database))
    async with await when_unlocked(lambda: Store.open(database)) as store:
        if warning := exposed(ENVIRONMENT, database):
            log.warning("%s", warning)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError):
            for name in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(name, stop.set)
        pause = 1.0
        while not stop.is_set():
            client = RefereeClient(store, settings)
            if await _connected(client, token, stop):
                return
            # It may take days until the commands are registered.
            gc.enable()
            log.warning("Discord cannot be reached; trying again in %.0f s", pause)
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
        with contextlib.suppress(BaseException):
            await running
    return True
