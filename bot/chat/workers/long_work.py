"""Does the bot's long work, one piece after the other.

Run as a script in a process that is kept (`resource_limits.py`). A message is a function and what it is given; the
answer is what the function raises, or None, and then all that it yields. Nothing of either is kept or written anywhere
else: the dice of an order come with its seed.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable

from bot.chat.workers.pipes import copied, records, shared
from bot.errors import Interrupted
from rules.engine.records.errors import DiceWanted, Refusal
from rules.shelf import shelf

_OTHER_FILES = (
    "The bot's files have changed since it started, so it cannot resolve your order. Nothing has changed in the "
    "encounter. Ask the person who runs the bot to start it again."
)


def answering() -> Callable[[bytes], bytes]:
    """Return the function that does the work of a message, after loading all rulebooks."""
    gc.disable()
    shelf()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return _answer


def _answer(message: bytes) -> bytes:
    try:
        [(work, given)] = records(message, shared())
    except MemoryError:
        raise
    except Exception:
        # A rulebook has gone or is another version: the files were changed beneath the bot that runs.
        traceback.print_exc()
        return copied(shared(), Interrupted(_OTHER_FILES))
    try:
        return copied(shared(*given), None, *work(*given))
    except (Refusal, DiceWanted) as refusal:
        return copied(shared(), refusal)
    except MemoryError:
        raise
    except Exception:
        return copied(shared(), RuntimeError(f"in the process for long work: {traceback.format_exc()}"))
