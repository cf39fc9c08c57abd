"""Has pictures of the map painted by `painter.py`, in a process of its own, one at a time, and keeps the latest.

The process is kept for a while (`bot/chat/workers/warm_process.py`), because its start takes longer than most pictures.

A picture is known by the digest of the drawing's description, no matter who it is for. So the board of all spectators
is painted once, and nobody gets a picture that differs in a byte from what they may see.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from pathlib import Path

from bot.chat.workers import Limits, WarmProcess, WorkerFailed
from bot.chat.workers.worker import PATIENCE
from bot.game.maps import PALETTES, Drawing

log = logging.getLogger(__name__)

PAINTER = Path(__file__).with_name("painter.py")
THEME = "dark"
"""The palette of pictures in Discord, which does not tell bots a user's theme: it has a ground of its own, readable in
the light theme and in the dark one, and does not glow at night."""
IDLE = 120.0
"""Seconds without a picture after which the process ends, and its 40 MiB are free again."""
_LIMITS = Limits(memory=512, answer=4 << 20)
_KEPT = 1 << 20
"""Bytes of pictures that are kept: about 30."""


class MapStudio:
    """One per client."""

    def __init__(self, painting: Path = PAINTER, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self.process = WarmProcess(painting, _LIMITS, patience, idle)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes | None]] = {}

    async def painted(self, drawing: Drawing, patience: float = PATIENCE) -> bytes | None:
        """Return the drawing as a PNG; None, with a line in the log, if that fails or takes longer than `patience`
        seconds. A picture that comes too late is kept for the next user who asks."""
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
        """End the painting under way, and the process."""
        tasks = [*self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.process.close()

    async def _paint(self, digest: str, description: bytes) -> bytes | None:
        try:
            picture = await self.process.answer(description)
        except WorkerFailed as failed:
            log.warning("no map: %s", failed)
            return None
        if not picture.startswith(b"\x89PNG"):
            log.warning("no map: what the painting process answered is no picture")
            return None
        self._kept[digest] = picture
        while sum(map(len, self._kept.values())) > _KEPT:
            self._kept.popitem(last=False)
        return picture


def described(drawing: Drawing, theme: str = THEME) -> bytes:
    """Return the description that `painter.py` reads."""
    shapes, palette = drawing.shapes, dict(PALETTES[theme])
    return json.dumps({"width": drawing.width, "height": drawing.height, "palette": palette, "shapes": shapes}).encode()
