"""Reads an exported encounter to begin another with it: the file comes in on standard input, its last state goes out.

Run as a script in a process of its own (`limited.py`): what it reads was made by anybody, and the rules try it out.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bot.chat.workers.text import NotText, text_of
from bot.game import codec, fairness, imports
from rules.engine.errors import Refusal
from rules.engine.importing import Origin
from rules.shelf import shelf


def imported(data: bytes) -> dict[str, Any]:
    """The state and the origin as plain values, or the refusal of a file that cannot be imported."""
    try:
        document = json.loads(text_of(fairness.unpacked(data), marked=True))
    except NotText as wrong:
        return {"refusal": str(wrong)}
    except (ValueError, RecursionError):
        document = None
    del data
    try:
        found = imports.found(document, shelf())
    except Refusal as refusal:
        return {"refusal": str(refusal)}
    return {"state": codec.dump_state(found.encounter).decode(), "origin": codec.plain(found.origin, Origin)}


if __name__ == "__main__":
    print(json.dumps(imported(sys.stdin.buffer.read())))
