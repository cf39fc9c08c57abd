"""Draws one plot at a time with `plotter.py`, in a process of its own. matplotlib is not loaded here."""

from __future__ import annotations

import functools
import json
import logging
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from bot.chat.workers import Limits, Worker, WorkerFailed
from bot.chat.workers.worker import PATIENCE

log = logging.getLogger(__name__)

PLOTTER = Path(__file__).with_name("plotter.py")
_LIMITS = Limits(memory=1024, answer=8 << 20)
"""matplotlib takes 350 MiB of addresses; a picture has 60 KB."""


class Studio:
    """One per client. It keeps a list of fonts on disk until it is closed."""

    def __init__(self, drawing: Path = PLOTTER, patience: float = PATIENCE) -> None:
        self._drawing = drawing
        self._worker = Worker(patience)

    async def drawn(self, plot: dict[str, Any]) -> bytes | None:
        """Return the plot as a PNG, from the description that `plotter.py` reads; None, with a line in the log, if that
        fails or takes too long.
        """
        try:
            environment = {"MPLCONFIGDIR": self._folder.name, "OPENBLAS_NUM_THREADS": "1"}
            picture = await self._worker.run(self._drawing, _described(plot), _LIMITS, environment=environment)
        except (WorkerFailed, OSError) as failed:
            log.warning("no plot: %s", failed)
            return None
        if picture.startswith(b"\x89PNG"):
            return picture
        log.warning("no plot: the drawing process ended with 0 and no picture")
        return None

    def close(self) -> None:
        """Leave nothing behind on disk."""
        if "_folder" in self.__dict__:
            self._folder.cleanup()
            del self._folder

    @functools.cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(prefix="referee-plots-", ignore_cleanup_errors=True)


async def _described(plot: dict[str, Any]) -> AsyncGenerator[bytes, None]:
    yield json.dumps(plot).encode()
