"""A mapping that keeps only the latest entries, for caches in memory."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(OrderedDict[K, V]):
    """At most `most` entries. A new one replaces the one written longest ago. Several threads may use it."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._writing = Lock()

    def __setitem__(self, key: K, value: V) -> None:
        with self._writing:
            super().__setitem__(key, value)
            self.move_to_end(key)
            if len(self) > self._most:
                self.popitem(last=False)
