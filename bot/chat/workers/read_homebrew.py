"""Reads a server's own weapon or card: the text comes in on standard input, the record goes out as JSON.

Run as a script in a process of its own (`resource_limits.py`), with the id of the rulebook: what it reads was made by
anybody, and takes long if it is made so.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bot.chat.workers.text import NotText, text_of
from rules.engine.records.errors import BadSheet, Refusal
from rules.shelf import shelf


def record(data: bytes, book: str) -> dict[str, Any]:
    """Return the record as JSON values, or the refusal if the text is no record."""
    try:
        read = shelf()[book].homebrew_record(text_of(data))
    except BadSheet as refusal:
        return {"refusal": str(refusal), "problems": list(refusal.problems)}
    except (Refusal, NotText) as refusal:
        return {"refusal": str(refusal)}
    return {"name": read.name, "record": dict(read.record)}


if __name__ == "__main__":
    print(json.dumps(record(sys.stdin.buffer.read(), sys.argv[1])))
