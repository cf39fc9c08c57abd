"""Packs orders, resolutions and states: each is compressed alone, with a dictionary of frequent content.

A blob's first byte says how it is written: `{` is JSON as it is, any other is the number of a dictionary, and raw
deflate follows. A dictionary is never changed, because blobs were written with it; a better one gets the next number.
"""

from __future__ import annotations

import sqlite3
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.records.frozen import dataclass

_FOLDER = Path(__file__).parent
_NEWEST = 1
# The level below takes two thirds of the time and makes records 3 % longer.
_LEVEL = 6


def packed(text: bytes) -> bytes:
    """Return the blob for a JSON object; it is the text itself if that is shorter."""
    # To copy one that has read the dictionary takes half as long as to read it again.
    packer = _packer(_NEWEST).copy()
    blob = bytes((_NEWEST,)) + packer.compress(text) + packer.flush()
    return blob if len(blob) < len(text) or text[:1] != b"{" else text


@dataclass(frozen=True, slots=True)
class Packed:
    """A JSON object among the values of a statement, to be packed where the statement is run."""

    text: bytes

    def __conform__(self, protocol: object) -> bytes | None:
        """Return the blob, when SQLite binds the value in the writer's thread."""
        return packed(self.text) if protocol is sqlite3.PrepareProtocol else None


def unpacked(blob: bytes) -> bytes:
    """Return the text that `packed` was given, by this release or an earlier one.

    Raises ValueError for anything else.
    """
    if blob[:1] == b"{":
        return blob
    try:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, _dictionary(blob[0]))
        text = unpacker.decompress(memoryview(blob)[1:])
    except (IndexError, OSError, zlib.error) as error:
        raise ValueError(f"a stored record cannot be read: {error}") from error
    if not unpacker.eof:
        raise ValueError("a stored record cannot be read: it is cut off")
    return text


@cache
def _packer(number: int) -> Any:
    return zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=_dictionary(number))


@cache
def _dictionary(number: int) -> bytes:
    return (_FOLDER / f"dictionary_{number}.txt").read_bytes()
