"""Reads an exported encounter to begin another with it: the file comes in on standard input, its last state goes out.

Run as a script in a process of its own (`resource_limits.py`): what it reads was made by anybody, and the rules try it
out.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bot.chat.workers.export_document import document_of
from bot.chat.workers.text import NotText
from bot.game.entries import codec
from bot.game.files import imports
from rules.engine.records.errors import Refusal
from rules.engine.table.import_order import Origin
from rules.shelf import shelf


def imported(data: bytes) -> dict[str, Any]:
    """Return the state and the origin as JSON values, or the refusal of a file that cannot be imported."""
    try:
        document = document_of(data)
    except NotText as wrong:
        return {"refusal": str(wrong)}
    del data
    try:
        found = imports.found(document, shelf())
    except Refusal as refusal:
        return {"refusal": str(refusal)}
    return {"state": codec.dump_state(found.encounter).decode(), "origin": codec.json_values(found.origin, Origin)}


if __name__ == "__main__":
    print(json.dumps(imported(sys.stdin.buffer.read())))
