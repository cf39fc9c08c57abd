"""`referee play` from start to end: the port, what is kept, the bot, the first fight, and the address to open."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.chat.connection.lifecycle import serve
from bot.errors import CannotStart, StoreLocked, StoreUnavailable
from bot.game.store.home.connection import when_unlocked
from bot.play.fight_setup import lay_out
from bot.play.firing_range import FIRING_RANGE
from bot.play.first_fight import FirstFight, first_fight
from bot.play.saved_data import SavedData, in_a_sentence
from bot.settings import Settings
from standin.server import Playground
from standin.world.records import BrokenMemory

KEPT = SavedData(Path("var/playground.sqlite3"), Path("var/playground"))

Say = Callable[[str], None]


async def play(settings: Settings, port: int, say: Say, *, ruleset: str | None = None, reset: bool = False) -> None:
    """Serve the playground until the process is told to stop; `say` tells the person at the terminal.

    It continues from what is kept, unless `reset`, another `ruleset` (None: the default one) or broken files make it
    start again. Raises CannotStart if one is running already, the port is taken or the ruleset has no first fight,
    BrokenData.
    """
    ruleset = ruleset or settings.default_ruleset
    fight = first_fight(ruleset)
    playground = Playground(port, names=FIRING_RANGE)
    with KEPT.claimed() as claim:
        try:
            await _opened(playground, port)
            claim.note(playground.page_url)
            with in_a_sentence("used"):
                new = await _taken_up(playground, fight, ruleset, say, reset=reset)
            id = secrets.token_hex(8) if new else KEPT.id
            playground.world.greeting = fight.greeting_for_page(id)
            await _both(
                serve(_for_the_playground(settings, playground, ruleset)),
                _made_ready(playground, fight, id, say, ruleset=ruleset if new else None),
            )
        finally:
            with contextlib.suppress(asyncio.CancelledError):
                await playground.stop()


async def _opened(playground: Playground, port: int) -> None:
    try:
        await playground.start()
    except OSError:
        raise CannotStart(f"Port {port} is taken. Choose another with --port or PLAYGROUND_PORT.") from None


async def _taken_up(playground: Playground, fight: FirstFight, ruleset: str, say: Say, *, reset: bool) -> bool:
    """Restore the saved files or delete them, and report which. Return whether the fight must be set up."""
    try:
        reason = "" if reset else await when_unlocked(lambda: asyncio.to_thread(KEPT.reason_to_begin_anew, ruleset))
        if reason is None:
            playground.remember(KEPT.folder)
            say(f"Continuing “{fight.title}”. Start again with --reset.")
            return False
    except StoreLocked:
        raise
    except (BrokenMemory, StoreUnavailable, CannotStart) as error:
        say(f"{error} It is now in {KEPT.put_aside()}.")
    else:
        KEPT.clear()
        if reason:
            say(f"{reason}.")
    playground.remember(KEPT.folder)
    say(f"Laying out “{fight.title}” ...")
    return True


def _for_the_playground(settings: Settings, playground: Playground, ruleset: str) -> Settings:
    return settings.model_copy(
        update={
            "discord_token": SecretStr("playground"),
            "discord_api_url": playground.api_url,
            "database_url": f"sqlite+aiosqlite:///{KEPT.database}",
            "default_ruleset": ruleset,
            # The port is that of the bot that serves Discord.
            "health_port": 0,
        }
    )


async def _made_ready(playground: Playground, fight: FirstFight, id: str, say: Say, *, ruleset: str | None) -> None:
    """Wait for the bot, set up the fight of a `ruleset` that starts again, and report the page's address."""
    try:
        await playground.online()
    except TimeoutError:
        raise CannotStart(f"The bot is not ready after {playground.world.patience:.0f} seconds.") from None
    if ruleset is not None:
        await lay_out(playground, fight, say)
        KEPT.note(ruleset, id)
    say(f"Open {playground.page_url} in a browser. Ctrl-C ends it.")


async def _both(serving: Coroutine[Any, Any, None], preparing: Coroutine[Any, Any, None]) -> None:
    """Serve until that ends; a preparation that fails ends it as well."""
    tasks = asyncio.create_task(serving), asyncio.create_task(preparing)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[1].done():
            tasks[1].result()
        await tasks[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
