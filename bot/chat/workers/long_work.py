"""Does the bot's long work, one piece after the other, until its standard input is closed.

Run as a script in a process of its own (`limited.py`). A message on standard input is a function and what it is given;
the answer on standard output is what the function raises, or None, and then all that it yields. Nothing of either is
kept or written anywhere else: the dice of an order come with its seed.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue

from bot.chat.workers.limited import limit_time
from bot.chat.workers.pipes import LENGTH, copied, records, shared
from rules.engine.errors import DiceWanted, Refusal
from rules.shelf import shelf


def answer(message: bytes, seconds: int) -> bytes:
    """Do the work of a message, with a limit of processor time, and return the answer."""
    limit_time(seconds)
    [(work, given)] = records(message, shared())
    try:
        return copied(shared(*given), None, *work(*given))
    except (Refusal, DiceWanted) as refusal:
        return copied(shared(), refusal)
    except MemoryError:
        raise
    except Exception:
        return copied(shared(), RuntimeError(f"in the process for long work: {traceback.format_exc()}"))


def _listen(messages: SimpleQueue[bytes]) -> None:
    while head := sys.stdin.buffer.read(LENGTH.size):
        messages.put(sys.stdin.buffer.read(*LENGTH.unpack(head)))
    # The bot has ended: nobody waits for an answer.
    os._exit(0)


def _serve(seconds: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What anything prints must not get between the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(messages,), daemon=True).start()
    gc.disable()
    shelf()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    while True:
        data = answer(messages.get(), seconds)
        out.write(LENGTH.pack(len(data)))
        out.write(data)
        out.flush()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
