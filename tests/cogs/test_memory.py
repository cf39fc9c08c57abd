"""Strangers' input leaves at most 20 MiB in the bot: the largest files, forms, exports, thousands of suggestions."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from bot.chat.desk.attachments import MOST_OF_AN_EXPORT
from tests.cogs.conftest import CHANNEL, Game, laid_out
from tests.cogs.direct import direct
from tests.cogs.strangers import crowd, form
from tests.examples import share

MOST = 20
AT_ONCE, TYPED = 8, 8000
"""Files at once, and texts typed, by the full profile."""
NEWCOMERS = "\n".join(
    f"{'x' * 30} {n}: skill 8, STR 16, AGI 10, M16, 2 M 67, full canteen, pouch, harness" for n in range(30)
)


@contextmanager
def little_left(game: Game, what: str) -> Iterator[None]:
    """Assert that what is done meanwhile leaves little memory taken; what the stand-in remembers is dropped first."""
    before = resident()
    yield
    forgotten_by_the_stand_in(game)
    left = resident() - before
    assert left < MOST, (what, left)


def leave_other_tests_alone() -> None:
    """Have the collector look at nothing that is in memory by now: that may be a gigabyte, and takes it seconds."""
    gc.collect()
    gc.freeze()


def forgotten_by_the_stand_in(game: Game) -> None:
    """Drop the interactions and files that the stand-in remembers: it is in this process."""
    world = game.playground.world
    for memory in (world.interactions, world._by_token, world.uploads):
        memory.clear()


def resident() -> float:
    """The MiB of this process, without free memory that the allocator still holds."""
    gc.collect()
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):  # glibc's
        trim(0)
    return float(psutil.Process().memory_info().rss) / 2**20


async def test_memory(tmp_path: Path) -> None:
    leave_other_tests_alone()
    file = b"[" + b"[]," * (MOST_OF_AN_EXPORT // 3 - 10) + b"[]]"
    async with laid_out(tmp_path / "referee.sqlite3", crowd("phoenix-advanced")[:4]) as game:

        async def verify() -> None:
            await game.ann.slash(CHANNEL, "dice verify", file=("export.json", file))

        async def verify_at_once() -> None:
            await asyncio.gather(*(verify() for _ in range(share(AT_ONCE))))

        # The stand-in takes buffers as large as the files for the first ones, and keeps them.
        await verify_at_once()
        with little_left(game, "files"):
            await verify_at_once()
        with little_left(game, "an export"):
            assert (await game.gm.slash(CHANNEL, "export")).ephemeral
        with direct(game):
            with little_left(game, "forms"):
                for text in (*form(), NEWCOMERS[:4000]):
                    await game.gm.submit(await game.gm.slash(CHANNEL, "combatant add"), {"text": text})
            with little_left(game, "suggestions"):
                for n in range(share(TYPED)):
                    if n % 500 == 0:
                        forgotten_by_the_stand_in(game)
                    await game.ben.autocomplete(CHANNEL, "weapon show", focused="name", name=f"{n:5} {'x' * 94}")
