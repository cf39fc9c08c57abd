"""A file of records that outlives the process: lines [kind, key, value], the last of a key counts, null means gone.

Each line is handed to the system when it is written, which is enough for a killed process. It is not forced onto the
disk: a stand-in may forget its last second when the power fails."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import orjson

LAYOUT = 1

Record = tuple[str, str, Any]
Records = dict[str, dict[str, Any]]
"""Values by key, by kind; keys in the order in which they first came."""


class BrokenMemory(Exception):
    """The saved state cannot be read; the message is a sentence."""


def read(path: Path, home: str) -> Records:
    """Return the records, none if the file does not exist; an unfinished last line is dropped.

    Addresses of the former `home` (scheme, host and port) become addresses of this one. Raises BrokenMemory.
    """
    try:
        first, *lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else [b"null"]
        former = orjson.loads(first)
        if former is None:
            return {}
        if former["layout"] != LAYOUT:
            raise BrokenMemory(f"{path} is of another version of the playground.")
        records: Records = {}
        before, after = (f"{address}/attachments/".encode() for address in (former["home"], home))
        for line in lines:
            kind, key, value = orjson.loads(line.replace(before, after))
            if value is None:
                records.get(kind, {}).pop(key, None)
            else:
                records.setdefault(kind, {})[key] = value
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        raise BrokenMemory(f"{path} cannot be read.") from wrong
    return records


class RecordFile:
    """The file: rewritten when opened, then appended to. Raises OSError."""

    def __init__(self, path: Path, home: str, records: Iterable[Record]) -> None:
        self._path = path
        self._home = home
        self._file = self._rewritten(records)

    def append(self, *record: Any) -> None:
        """Writes one record; the value None deletes it."""
        self._file.write(orjson.dumps(record) + b"\n")
        self.length += 1

    def rewrite(self, records: Iterable[Record]) -> None:
        """Replaces all former records by these."""
        self._file.close()
        self._file = self._rewritten(records)

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        self._file.close()

    def _rewritten(self, records: Iterable[Record]) -> BinaryIO:
        """The old file stays until the new one is complete."""
        half = self._path.with_suffix(".part")
        lines = [orjson.dumps({"layout": LAYOUT, "home": self._home}), *map(orjson.dumps, records)]
        half.write_bytes(b"\n".join(lines) + b"\n")
        half.replace(self._path)
        self.length = len(lines)
        return self._path.open("ab", buffering=0)
