"""`referee show` and `referee forget`: what the host does for people who cannot use `/privacy` themselves.

A bot that runs has encounters in memory, so it alone forgets people: the request is stored, and the bot carries it out
within about a minute. Only if no bot has the database open is the request carried out here. A bot that was started
meanwhile may have read what was there before, and gets the request once more.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.errors import CannotStart
from bot.game.files.library import Library
from bot.game.referee.erasure import EVERYWHERE, Eraser
from bot.game.referee.personal_data import personal_data
from bot.game.referee.referee import Referee
from bot.game.store import Store
from bot.game.store.home.inspection import glance
from bot.game.store.home.schema import NEWEST
from rules.shelf import shelf

Say = Callable[[str], None]

_PATIENCE, _LOOK = 180.0, 0.5
"""Seconds that a running bot is given, and between two looks."""
# Seconds after which a server no longer lists our own connection, which was closed.
_CLOSED = 2.0


def show(database: Path | str, user: str) -> bytes:
    """Return the JSON of everything that is kept about a user, as `/privacy show` gives it to them. Raises CannotStart,
    StoreUnavailable."""

    async def shown() -> bytes:
        async with await Store.open(database) as store:
            return await personal_data(store, user, EVERYWHERE, datetime.now(UTC), math.inf)

    _check_there(database)
    return asyncio.run(shown())


def forget(database: Path | str, user: str, say: Say) -> bool:
    """Forget a user on all servers and return whether that is done; if not, a running bot has still to do it. Raises
    CannotStart, StoreUnavailable."""
    _check_there(database)
    while True:
        asyncio.run(_ask(database, user))
        if _runs(database):
            say("The running bot forgets them. This takes up to two minutes.")
            if done := asyncio.run(_done(database, user)):
                say(f"The bot has forgotten {user}.")
            else:
                say("The bot has not finished. It continues by itself, also after a restart.")
            return done
        finish_requests(database)
        if not _runs(database):
            say(f"The bot has forgotten {user}.")
            return True


def finish_requests(database: Path | str) -> None:
    """Carry out every stored request to forget people and to delete servers' data; no bot may run. Raises CannotStart,
    StoreUnavailable."""

    async def carried_out() -> None:
        async with _eraser(database) as eraser:
            await eraser.work()

    asyncio.run(carried_out())


async def _ask(database: Path | str, user: str) -> None:
    async with _eraser(database) as eraser:
        await eraser.forget(user, EVERYWHERE, datetime.now(UTC))


@asynccontextmanager
async def _eraser(database: Path | str) -> AsyncIterator[Eraser]:
    async with await Store.open(database) as store:
        # Which rulebook is the default matters to new encounters alone.
        yield Eraser(Referee(Library(store, shelf(), next(iter(shelf())))))


async def _done(database: Path | str, user: str) -> bool:
    """Wait until no request to forget a user is left; False if that takes too long."""
    until = time.monotonic() + _PATIENCE
    async with await Store.open(database) as store:
        while not await store.erasure.is_forgotten(user, EVERYWHERE):
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(_LOOK)
    return True


def _check_there(database: Path | str) -> None:
    """Raise CannotStart unless there is a database of this program's revision."""
    seen = glance(database)
    if seen.revision is None:
        raise CannotStart("There is no database yet, so nothing is stored about anybody.")
    if seen.revision != NEWEST:
        raise CannotStart(f"{seen.name} has revision {seen.revision}. Start the bot once: that makes it {NEWEST}.")


def _runs(database: Path | str) -> bool:
    """Return whether a bot may have the database open."""
    until = time.monotonic() + (_CLOSED if isinstance(database, str) else 0.0)
    while glance(database).holder != "":
        if time.monotonic() >= until:
            return True
        time.sleep(_LOOK)
    return False
