"""The bot as a client of discord.py: how it is put together, started, kept connected and closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from time import monotonic
from typing import Any, ClassVar

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.webhook.async_ import async_context

from bot.chat import views
from bot.chat.background.absence import Absences
from bot.chat.background.auto_pace import AutoPace
from bot.chat.background.boards import Boards
from bot.chat.background.clock import Clock, Steady
from bot.chat.background.deadlines import Timekeeper
from bot.chat.background.erasure_requests import ErasureRequests
from bot.chat.background.inactive import Inactive
from bot.chat.background.sweep import Sweep
from bot.chat.background.thread_waker import ThreadWaker
from bot.chat.commands.error_report import report
from bot.chat.connection import lateness
from bot.chat.connection.callbacks import Callbacks, Received, Response
from bot.chat.connection.departures import Departures
from bot.chat.connection.entrance import Entrance, ShardedEntrance
from bot.chat.connection.forged_input import check_choices, check_control
from bot.chat.connection.garbage_collection import Collector
from bot.chat.connection.leases import COURTESY, Keeper, Restarting
from bot.chat.connection.limits import Limits
from bot.chat.connection.process_health import Watch, replace_session
from bot.chat.connection.registration import register
from bot.chat.connection.shards import Backoff, MoreShards, ResumingShard
from bot.chat.desk.attachments import Files
from bot.chat.desk.context import Client, Desk
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.messages import no_suggestions
from bot.chat.plots import Studio
from bot.chat.suggestions.options import AT_HOME, INSTALLED, clean_texts, read_labels
from bot.chat.workers.executor import WorkerExecutor
from bot.errors import StoreError, TooLate
from bot.game.files.library import Library
from bot.game.referee.erasure import Eraser
from bot.game.referee.referee import Referee
from bot.game.store import ShardScope, Store
from bot.settings import Settings
from bot.watch.interaction_tracker import STOPPING, follow, note
from rules.engine.records.errors import Refusal
from rules.shelf import shelf

log = logging.getLogger(__name__)

# The only places where discord.py looks for the classes of a shard, its pauses, an interaction and a response.
discord.shard.Shard = ResumingShard  # type: ignore[misc]
discord.shard.ExponentialBackoff = discord.client.ExponentialBackoff = Backoff  # type: ignore[attr-defined, assignment]
discord.state.Interaction = Received  # type: ignore[attr-defined]
discord.interactions.InteractionResponse = Response  # type: ignore[misc]

COGS = (
    "firing",
    "rulings",
    "turns",
    "plans",
    "encounter",
    "combatant",
    "roster",
    "ammo",
    "records",
    "stats",
    "reference",
    "server",
    "my",
    "privacy",
)
# Seconds for such sentences, and for those about orders that were dropped.
_LAST_SENTENCES, _LAST_REFUSALS = 2.0, 1.0


class Stopping(Restarting):
    """An order for a bot that is stopping."""


class _Tree(app_commands.CommandTree["RefereeClient"]):
    def __init__(self, client: RefereeClient) -> None:
        super().__init__(client, allowed_contexts=AT_HOME, allowed_installs=INSTALLED)

    async def on_error(
        self, interaction: discord.Interaction[RefereeClient], error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)

    async def interaction_check(self, interaction: discord.Interaction[RefereeClient], /) -> bool:
        """Refuse a command with values that are not offered, and read labels as the values that they are of."""
        try:
            check_choices(interaction)
        except Refusal as refusal:
            await report(interaction, refusal)
            return False
        await read_labels(interaction)
        return True

    def _from_interaction(self, interaction: discord.Interaction[RefereeClient]) -> None:
        """As discord.py's own, with a task that is followed."""
        follow(asyncio.create_task(self._answer(interaction), name="CommandTree-invoker"))

    async def _answer(self, interaction: discord.Interaction[RefereeClient]) -> None:
        try:
            await self._call(interaction)
        except app_commands.AppCommandError as error:
            await self._dispatch_error(interaction, error)


class RefereeClient(Client):
    """A client with slash commands only, no privileged intent, and no cache of data that is not needed."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock | None = None,
        watch: Watch | None = None,
        shard_scope: ShardScope | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._keeper = keeper
        if keeper is not None:
            keeper.on_gained = self._gained
        self.clock = clock = Steady(clock or Clock())
        self._watch = watch or Watch(settings)
        # Of the machine: no test may hurry it.
        self._discord_time = lateness.DiscordTime(Clock())
        self._stop_timeout = settings.stop_timeout
        self._closing = False
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
            **self._connections(shard_scope),
        )
        self._automatic = shard_scope is None
        self._registers = shard_scope is None or 0 in shard_scope.ids
        self.library = Library(store, shelf(), settings.default_ruleset)
        self.executor = WorkerExecutor()
        self.referee = Referee(self.library, self._watch.timing(self.executor))
        self.delivery = Delivery(self, self.referee)
        self.referee.journal.now = self.delivery.poster.calling.now = clock.now
        self.departures = Departures(self, store, settings.departed_days, clock)
        self.erasing = ErasureRequests(Eraser(self.referee))
        self.waking = ThreadWaker(self, store)
        self._collector = Collector(lambda: not len(self._watch.tracker))
        upkeep = self.departures.upkeep, self.erasing.upkeep, self.waking.upkeep, self._collector.upkeep
        self.sweep = Sweep(self, self.referee, self.delivery, settings.sweep_seconds, clock, *upkeep)
        self.absences = Absences(self.referee, clock)
        self.pacing = AutoPace(self.referee, self.delivery, clock)
        self.inactive = Inactive(self, self.referee, clock, settings.inactive_days)
        self.timekeeper = Timekeeper(self, self.referee, self.delivery, clock, settings.deadline_seconds)
        self.boards = Boards(self, self.referee, clock, settings.sweep_seconds, self.delivery.illustrator)
        self.delivery.on_shown = self.boards.shown
        self.timekeeper.on_changed = self.boards.follow
        self.desk = Desk(
            self.referee,
            self.library,
            self.delivery,
            views,
            Studio(),
            Files(),
            self.boards,
            self.timekeeper,
            self.erasing,
        )
        self._api_url = settings.discord_api_url
        self._watch.watches(self, self.sweep, shard_scope)

    async def setup_hook(self) -> None:
        """Load and register the commands, and start to deliver what an earlier run left undelivered."""
        # discord.py takes it from the context, which everything that follows inherits.
        async_context.set(Callbacks())  # type: ignore[no-untyped-call]
        self._watch.count_requests(self.http)
        replace_session(self.http, lambda session: lateness.DatedSession(session, self._discord_time))
        if self._automatic or self._api_url:
            shards, gateway, _ = await self.http.get_bot_gateway()
            if self._automatic and shards > 1:
                raise MoreShards(shards)
        if self._api_url:
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        views.register(self)
        self._watch.name_commands(command.qualified_name for command in self.tree.walk_commands())
        # One of several processes registers the commands.
        if self._registers:
            await register(self.tree)
        self.sweep.start()
        self.boards.start()
        self.inactive.start()
        self.pacing.start()
        self.timekeeper.start()
        self._collector.start()

    async def reads_plain_text(self, interaction: discord.Interaction[RefereeClient], *, private: bool) -> bool:
        """Whether an answer to this interaction is for a screen reader: a private one, or one that all read."""
        levels = await levels_for(interaction, self.library.store)
        return (levels.private if private else levels.public).plain_text

    @staticmethod
    def _connections(shard_scope: ShardScope | None) -> dict[str, Any]:
        """Return the options of discord.py for the shards of the client."""
        if shard_scope is None:
            return {}
        (id,) = shard_scope.ids
        return {"shard_id": id, "shard_count": shard_scope.shards}

    _entrance: ClassVar[type[Entrance]] = Entrance

    def _get_state(self, **options: Any) -> Any:
        return self._entrance(
            self._watch.tracker,
            self._check,
            self.on_refused,
            views.answer_forgotten,
            self._keeper,
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    def _check(self, interaction: Mapping[str, Any]) -> None:
        self.clock.agree(discord.utils.snowflake_time(int(interaction["id"])))
        if self._discord_time.age(int(interaction["id"])) > lateness.LONGEST:
            raise TooLate
        if self._closing:
            raise Stopping
        self._limits.check(interaction)
        clean_texts(interaction)
        check_control(interaction, views.is_known)

    async def on_refused(self, interaction: discord.Interaction[RefereeClient], refusal: Refusal | StoreError) -> None:
        """Tell a user why their interaction was not let in; there are no suggestions for it."""
        if isinstance(refusal, TooLate):
            self.delivery.drop(interaction)
            return
        if isinstance(refusal, Restarting):
            note(STOPPING)
        if isinstance(refusal, Stopping):
            # Another run of the bot may answer.
            await asyncio.sleep(COURTESY)
        if interaction.type is discord.InteractionType.autocomplete:
            await no_suggestions(interaction)
        else:
            await report(interaction, refusal)

    async def on_not_allowed(self, interaction: discord.Interaction[RefereeClient]) -> None:
        """Offer a way out to a user who was refused because they are not the GM, if no GM is there."""
        await self.absences.offer(interaction)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """As discord.py's own, which may still try to connect when the client is closed and has no loop any more."""
        if self.loop is not discord.utils.MISSING:
            super().dispatch(event_name, *args, **kwargs)

    async def on_connect(self) -> None:
        """Note that the bot is connected; it is ready when it has heard of its servers."""
        self._watch.connected(self.shard_id or 0)

    async def on_resumed(self) -> None:
        """Note that the bot is connected again."""
        self._watch.connected(self.shard_id or 0)

    async def on_disconnect(self) -> None:
        """Note that the bot is not connected; discord.py connects it again."""
        self._watch.disconnected(self.shard_id or 0)

    async def on_ready(self) -> None:
        """Log that people can play now, and see which servers the bot has left."""
        log.info("Ready as %s on %d server(s)", self.user, len(self.guilds))
        if self._keeper is not None:
            self._keeper.is_ready()
        await self._compare()

    def _gained(self) -> None:
        """See which servers of new shards the bot has left; if it is not ready yet, it does so then."""
        if self.is_ready():
            self._comparing = asyncio.create_task(self._compare())

    async def _compare(self) -> None:
        try:
            await self.departures.compare()
        except StoreError as error:
            log.warning("cannot see which servers the bot has left: %s", error)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server again."""
        await self.departures.joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; discord.py tells an outage apart."""
        await self.departures.left(guild.id)

    async def close(self) -> None:
        """Take no more orders, wait for the last answers, note what was shown, and disconnect."""
        self._closing = True
        await self.inactive.close()
        await self.pacing.close()
        await self.timekeeper.close()
        await self._finish()
        await self.sweep.close()
        await self.boards.close()
        await self.erasing.close()
        await self.delivery.close()
        await self.executor.close()
        # discord.py waits for servers on a task of its own, and would announce on_ready to a client that is closed.
        if self._connection._ready_task is not None:
            self._connection._ready_task.cancel()
        await super().close()
        self.desk.studio.close()

    async def step_back(self) -> None:
        """Hand all shards over to another process, if one stands by or is starting: within STOP_TIMEOUT."""
        if self._keeper is not None:
            began = monotonic()
            await self._keeper.step_back(self._stop_timeout, self._watch.hurried)
            self._stop_timeout = max(0.0, self._stop_timeout - (monotonic() - began))

    async def _finish(self) -> None:
        """Wait until every interaction that has begun is answered, but no longer than STOP_TIMEOUT."""
        tracker, hurried = self._watch.tracker, self._watch.hurried
        if not len(tracker):
            return
        log.info("Stopping: %d order(s) are under way; waiting up to %.0f s", len(tracker), self._stop_timeout)
        if await _in_time(tracker.finish(), self._stop_timeout, hurried):
            # Others are about to hear that the bot is restarting.
            await _in_time(tracker.finish(), _LAST_SENTENCES, hurried)
        else:
            log.warning("%d order(s) are not answered in time; the next start shows what they stored", len(tracker))
            # A long order that is not resolved is refused now: nothing of it is stored, and its user hears so.
            await self.executor.close()
            await _in_time(tracker.finish(), _LAST_REFUSALS, hurried)


class ShardedClient(RefereeClient, commands.AutoShardedBot):
    """A client with several shards, each over a connection of its own."""

    _entrance = ShardedEntrance

    @staticmethod
    def _connections(shard_scope: ShardScope | None) -> dict[str, Any]:
        assert shard_scope is not None
        return {"shard_ids": sorted(shard_scope.ids), "shard_count": shard_scope.shards}

    async def on_connect(self) -> None:
        """discord.py says this and the next two for every shard, without its number."""

    async def on_resumed(self) -> None:
        """As `on_connect`."""

    async def on_disconnect(self) -> None:
        """As `on_connect`."""

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard is connected."""
        self._watch.connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again."""
        self._watch.connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard is not connected; it resumes its session."""
        self._watch.disconnected(shard_id)


async def _in_time(work: Coroutine[Any, Any, None], seconds: float, hurried: asyncio.Event) -> bool:
    """Wait for the work, no longer than so many seconds or until it has to be quick; whether it has ended."""
    waits = [asyncio.create_task(work), asyncio.create_task(hurried.wait())]
    await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    ended = waits[0].done()
    for wait in waits:
        wait.cancel()
    return ended
