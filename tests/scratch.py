"""The folder in which tests write. They commit a hundred thousand times, so it is in memory where there is enough of
it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")
# Bytes: a run takes about a fifth of it.
_ENOUGH = 4 * 2**30


def write_into_memory() -> None:
    """Have this process and those that it starts write their temporary files there, unless TMPDIR is set."""
    if "TMPDIR" not in os.environ and _fits(_MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


def _fits(place: Path) -> bool:
    # Some tests install programs and run them.
    return (
        os.access(place, os.W_OK | os.X_OK)
        and shutil.disk_usage(place).free >= _ENOUGH
        and not os.statvfs(place).f_flag & os.ST_NOEXEC
    )
