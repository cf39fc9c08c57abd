"""`referee play`: the real bot on the stand-in, with a skirmish already laid out in #skirmish.

Every start is a fresh one: the people's messages live in the stand-in's memory, so the database begins anew as well.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.client import serve
from bot.errors import CannotStart
from bot.playground.server import Playground
from bot.settings import Settings

DATABASE = Path("var/playground.sqlite3")
CHANNEL = "skirmish"
GREETING = (
    "**Welcome.** Four Marines hold a corridor, and Aliens are coming. Everything here is the real bot; nobody else is "
    "watching. Speak as **Ann** and try:\n"
    "1. `/odds` with target *Alien 1* - what are the chances?\n"
    "2. `/fire` with target *Alien 1* - shoot.\n"
    "3. `/encounter show` - the map and who is waited for.\n"
    "Then let Ben and Cleo act, and press **Next**. The GM moves the Aliens: `/move who: Alien 1 to: H4`."
)


async def play(settings: Settings, port: int, say: Callable[[str], None]) -> None:
    """Serve the playground until the process is told to stop. `say` tells the person at the terminal.

    Raises CannotStart where the port is taken.
    """
    _begin_anew()
    playground = Playground(port)
    playground.greeting = GREETING
    try:
        await playground.start()
    except OSError:
        raise CannotStart(f"Port {port} is taken; choose another with --port or PLAYGROUND_PORT.") from None
    try:
        say("Starting the bot on the playground ...")
        settings = settings.model_copy(
            update={
                "discord_token": SecretStr("playground"),
                "discord_api_url": playground.api_url,
                "database_url": f"sqlite+aiosqlite:///{DATABASE}",
            }
        )
        serving = asyncio.create_task(serve(settings))
        ready = asyncio.create_task(_lay_out(playground))
        await asyncio.wait({serving, ready}, return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            ready.result()
            say(f"Open {playground.page_url} in a browser. Ctrl-C ends it.")
        ready.cancel()
        await serving
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await playground.stop()


def _begin_anew() -> None:
    for suffix in ("", "-wal", "-shm"):
        Path(f"{DATABASE}{suffix}").unlink(missing_ok=True)


async def _lay_out(playground: Playground) -> None:
    """A corridor, four Marines and five Aliens, by the same commands that people use."""
    await playground.online()
    gm = playground.person("GM")
    await gm.slash(CHANNEL, "encounter start", ruleset="aliens", title="The corridor")
    await gm.slash(CHANNEL, "encounter map", size="12x7", walls="A1-L1 A7-L7 D3 D5 H2 H6 J4")
    for owner, line, name, place in (
        ("Ann", "Apone", "", "B4"),
        ("Ben", "Rifleman", "Private Ash", "B3"),
        ("Cleo", "Rifleman", "Private Birch", "C5"),
        ("GM", "Rifleman, pistol", "Corporal Cedar", "A2"),
    ):
        options: dict[str, Any] = {"name": name} if name else {}
        if owner != gm.name:
            options["owner"] = playground.person(owner)
        await gm.slash(CHANNEL, "combatant add", sheet=line, at=place, side="Marines", **options)
    await gm.slash(CHANNEL, "combatant add", sheet="alien", count=5, at="E4 F3 G5 K3 L5", side="Aliens")
    await gm.slash(CHANNEL, "encounter show")
