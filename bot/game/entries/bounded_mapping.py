"""Caches in memory: the latest entries alone, or what was made of objects that are still in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar
from weakref import ref

K = TypeVar("K")
V = TypeVar("V")


class BoundedMapping(OrderedDict[K, V]):
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


class Results(Generic[V]):
    """The latest results of work on objects, at most `most`. Each is dropped with the first of its objects: states of
    the past are large, and are read only once.
    """

    def __init__(self, most: int) -> None:
        self._kept: BoundedMapping[Hashable, tuple[tuple[ref[object], ...], V]] = BoundedMapping(most)

    def get(self, key: Hashable, *objects: object) -> V | None:
        """Return the result of work on these objects that is kept under this key, or None."""
        _, result = self._kept.get((key, *map(id, objects)), (None, None))
        return result

    def keep(self, result: V, key: Hashable, *objects: object) -> V:
        """Keep and return the result."""
        # An id is unique while its object lives, and no longer.
        found = (key, *map(id, objects))
        kept = self._kept
        kept[found] = tuple(ref(one, lambda _: kept.pop(found, None)) for one in objects), result
        return result
