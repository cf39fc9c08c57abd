"""A replay as it is read back from its file."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

_RECORD = re.compile(rb'<script type="application/json" id="record" data-packed="(\w*)">(.*?)</script>', re.DOTALL)

Document = dict[str, Any]


def document(page: bytes) -> Document:
    """The record in a replay's page."""
    [(packed, record)] = _RECORD.findall(page)
    read: Document = json.loads(gzip.decompress(base64.b64decode(record)) if packed else record)
    return read


def shown(replay: Document, at: int) -> list[list[Any]]:
    """The shapes on the map of a frame, without the map itself."""
    shapes = [shape for frame in replay["frames"][: at + 1] for shape in frame.get("new", {}).get("shapes", ())]
    return [shapes[n] for n in replay["frames"][at]["map"]["above"]]


def fighters(replay: Document, at: int) -> list[list[Any]]:
    """The lines of the fighters in a frame."""
    rows = [row for frame in replay["frames"][: at + 1] for row in frame.get("new", {}).get("fighters", ())]
    return [rows[n] for n in replay["frames"][at]["fighters"]]
