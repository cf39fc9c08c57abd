"""`referee play`: the real bot on the stand-in, with a skirmish already laid out in #skirmish.

Every start is a fresh one: the people's messages live in the stand-in's memory, so the database begins anew as well.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

from pydantic import SecretStr

from bot.client import serve
from bot.errors import CannotStart
from bot.playground.server import Playground
from bot.settings import Settings

DATABASE = Path("var/playground.sqlite3")
CHANNEL = "skirmish"
GREETING = (
    "**Welcome!** You are **Ann**, Apone is your Marine. Try these:\n"
    "1. `/odds target: Alien 1` his chances\n"
    "2. `/fire target: Alien 1` shoot\n"
    "3. `/encounter show` the board\n"
    "Then fire as Ben and Cleo. The GM moves Aliens (`/move to: F4 who: Alien 4`) and presses **Next**."
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
    await gm.slash(CHANNEL, "encounter map", size="11x7", walls="A1-K1 A7-K7 C2 C6 G2 G6 H4")
    form = await gm.slash(CHANNEL, "combatant add", side="Marines")
    ann, ben, cleo = (playground.person(name).mention for name in ("Ann", "Ben", "Cleo"))
    marines = [
        f"Apone: Apone at B4 {ann}",
        f"Private Ash: Rifleman at B3 {ben}",
        f"Private Birch: Rifleman at B5 {cleo}",
        "Corporal Cedar: Rifleman, pistol at A2",
    ]
    await gm.submit(form, {"text": "\n".join(marines)})
    await gm.slash(CHANNEL, "combatant add", sheet="alien", count=5, at="D4 E3 F5 I3 J5", side="Aliens")
    await gm.slash(CHANNEL, "encounter show", public=True)
