"""The start of a process of ours: it limits its own memory and processor time, and then runs a script.

`python -I resource_limits.py MIB SECONDS SCRIPT [ARGUMENT ...]`. Where the system has no such limits (Windows), the
time that the worker waits is the only one. The script may import ours, and what the bot can import: `-I` leaves out a
part of that, such as rulebooks on PYTHONPATH or installed for one user.

`python -I resource_limits.py --kept MIB SECONDS SCRIPT` keeps the process for one message after the other, until its
standard input is closed. The script has a function `answering`, which returns the function that answers a message; both
are bytes, and each comes after its length. SECONDS are for each message.
"""

from __future__ import annotations

import contextlib
import importlib.util
import math
import os
import runpy
import signal
import struct
import sys
import threading
import time
import traceback
from pathlib import Path
from queue import SimpleQueue

LENGTH = struct.Struct(">Q")
"""Comes before each message: how many bytes it has."""
IMPORTED_FROM = "PYTHONPATH"
"""The environment variable with the import path of the bot, which Python itself ignores with `-I`."""


def limit(memory: int, seconds: int) -> None:
    """Limit this process's memory in MiB and its processor time in seconds."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = memory << 20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit_time(seconds)


def limit_time(seconds: int) -> None:
    """Limit this process to this many more seconds of processor time. It may set the limit again."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = math.ceil(time.process_time()) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _listen(messages: SimpleQueue[bytes]) -> None:
    while prefix := sys.stdin.buffer.read(LENGTH.size):
        messages.put(sys.stdin.buffer.read(*LENGTH.unpack(prefix)))
    # The bot has ended: nobody waits for an answer.
    os._exit(0)


def _serve(script: str, seconds: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Printed text must not get between the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(messages,), daemon=True).start()
    spec = importlib.util.spec_from_file_location("work", script)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    answer = module.answering()
    while True:
        message = messages.get()
        limit_time(seconds)
        data = answer(message)
        out.write(LENGTH.pack(len(data)))
        out.write(data)
        out.flush()


def _keep(script: str, seconds: int) -> None:
    try:
        _serve(script, seconds)
    except BaseException:
        traceback.print_exc()
        # The other thread still reads, which an ordinary end would wait for.
        os._exit(1)


if __name__ == "__main__":
    kept = sys.argv[1] == "--kept"
    memory, seconds, script, *arguments = sys.argv[2 if kept else 1 :]
    sys.argv = [script, *arguments]
    sys.path[:] = os.environ[IMPORTED_FROM].split(os.pathsep) if IMPORTED_FROM in os.environ else sys.path
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    limit(int(memory), int(seconds))
    if kept:
        _keep(script, int(seconds))
    else:
        runpy.run_path(script, run_name="__main__")
