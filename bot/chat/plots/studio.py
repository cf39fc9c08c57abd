"""Runs `drawing.py` for one plot at a time, with a limit of time. matplotlib is not loaded here."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

DRAWING = Path(__file__).with_name("drawing.py")
PATIENCE = 15.0
"""Seconds for one plot, and as many to wait for its turn. A plot takes about one; the first scans all fonts."""
_PASSED_ON = ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR", "LD_LIBRARY_PATH", "HOME")
"""The environment variables of the drawing process: no secrets."""


class Studio:
    """One per client. It keeps a list of fonts on disk until it is closed."""

    def __init__(self, drawing: Path = DRAWING, patience: float = PATIENCE) -> None:
        self._drawing = drawing
        self._patience = patience
        self._turn = asyncio.Lock()

    async def drawn(self, plot: dict[str, Any]) -> bytes | None:
        """The plot as a PNG, from the description that `drawing.py` reads; None, with a line in the log, if that fails
        or takes too long."""
        try:
            async with asyncio.timeout(self._patience):
                await self._turn.acquire()
        except TimeoutError:
            log.warning("no plot: others are being drawn")
            return None
        try:
            return await self._draw(json.dumps(plot).encode())
        except (OSError, ValueError, TimeoutError) as error:
            log.warning("no plot: %s", str(error) or "it took too long")
            return None
        finally:
            self._turn.release()

    def close(self) -> None:
        """Leave nothing behind on disk."""
        if "_folder" in self.__dict__:
            self._folder.cleanup()
            del self._folder

    async def _draw(self, plot: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            str(self._drawing),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ}
            | {"MPLCONFIGDIR": self._folder.name, "OPENBLAS_NUM_THREADS": "1"},
        )
        try:
            async with asyncio.timeout(self._patience):
                picture, complaint = await process.communicate(plot)
        finally:
            # It took too long, or the answer was cancelled.
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.returncode or not picture.startswith(b"\x89PNG"):
            last = complaint.decode(errors="replace").strip().rpartition("\n")[2]
            raise ValueError(f"the drawing process ended with {process.returncode}: {last}")
        return picture

    @functools.cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(prefix="referee-plots-", ignore_cleanup_errors=True)
