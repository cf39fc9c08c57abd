"""Has pictures of the map painted by `painting.py`, in a process of its own, one at a time, and keeps the latest.

A picture is known by what is drawn (the digest of its description), whoever it is for. So the board of all spectators
is painted once, and nobody gets a picture that differs in a byte from what they may see.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator
from pathlib import Path

from bot.chat.workers import Limits, Worker, WorkerFailed
from bot.chat.workers.worker import PATIENCE
from bot.game.maps import PALETTES, Drawing

log = logging.getLogger(__name__)

PAINTING = Path(__file__).with_name("painting.py")
THEME = "dark"
"""The palette of pictures in Discord, which does not tell bots a user's theme: it has a ground of its own, readable in
the light theme and in the dark one, and does not glow at night."""
_LIMITS = Limits(memory=512, answer=4 << 20)
_KEPT = 2 << 20
"""Bytes of pictures that are kept: about 60."""


class MapStudio:
    """One per client."""

    def __init__(self, painting: Path = PAINTING, patience: float = PATIENCE) -> None:
        self._painting = painting
        self._worker = Worker(patience)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes | None]] = {}

    async def painted(self, drawing: Drawing, patience: float = PATIENCE) -> bytes | None:
        """Return the drawing as a PNG; None, with a line in the log, if that fails or takes longer than `patience`
        seconds. A picture that comes too late is kept for the next one who asks."""
        description = await asyncio.to_thread(described, drawing)
        digest = hashlib.sha256(description).hexdigest()
        if (kept := self._kept.get(digest)) is not None:
            self._kept.move_to_end(digest)
            return kept
        task = self._under_way.get(digest)
        if task is None:
            task = self._under_way[digest] = asyncio.create_task(self._paint(digest, description))
            task.add_done_callback(lambda _: self._under_way.pop(digest, None))
        try:
            async with asyncio.timeout(patience):
                return await asyncio.shield(task)
        except TimeoutError:
            log.warning("no map: it took longer than %.1f s", patience)
            return None

    async def close(self) -> None:
        """End what is being painted."""
        tasks = [*self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _paint(self, digest: str, description: bytes) -> bytes | None:
        try:
            picture = await self._worker.run(self._painting, _pieces(description), _LIMITS)
        except WorkerFailed as failed:
            log.warning("no map: %s", failed)
            return None
        if not picture.startswith(b"\x89PNG"):
            log.warning("no map: the painting process ended with 0 and no picture")
            return None
        self._kept[digest] = picture
        while sum(map(len, self._kept.values())) > _KEPT:
            self._kept.popitem(last=False)
        return picture


def described(drawing: Drawing, theme: str = THEME) -> bytes:
    """Return what `painting.py` reads."""
    shapes, palette = drawing.shapes, PALETTES[theme]
    return json.dumps(
        {"width": drawing.width, "height": drawing.height, "palette": dict(palette), "shapes": shapes}
    ).encode()


async def _pieces(description: bytes) -> AsyncGenerator[bytes, None]:
    yield description
