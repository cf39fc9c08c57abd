"""What a process of ours begins with: it limits its own memory and processor time, and then runs a script.

`python -I limited.py MIB SECONDS SCRIPT [ARGUMENT ...]`. Where the system has no such limits (Windows), the time that
the worker waits is the only one. The script may import ours.
"""

from __future__ import annotations

import contextlib
import math
import runpy
import sys
import time
from pathlib import Path


def limit(memory: int, seconds: int) -> None:
    """Limit this process to so many MiB and so many seconds of processor time."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = memory << 20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit_time(seconds)


def limit_time(seconds: int) -> None:
    """Limit this process to so many further seconds of processor time; it may set the limit again."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = math.ceil(time.process_time()) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    _, memory, seconds, script, *arguments = sys.argv
    sys.argv = [script, *arguments]
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    limit(int(memory), int(seconds))
    runpy.run_path(script, run_name="__main__")
