"""The messages between the bot and the process that does its long work: records, copied with pickle.

Only the bot and its own process write there. Objects that both sides have are not copied but named: rulebooks, and
of the encounter that work is given its combatants and their weapons, so that those that work leaves alone stay what
they are.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, TypeAlias

from bot.errors import Interrupted
from rules.engine.records.model import Encounter
from rules.shelf import shelf

Shared: TypeAlias = Mapping[Any, Any]
_TRIES = 20
"""How often records are copied that another thread changes meanwhile."""


def shared(*given: Any) -> Shared:
    """Return the objects that both sides have once they have exchanged `given`, by a common name."""
    # The process may be started when a newer release lies on the disk: it does not know the bot's rulebooks then.
    things: dict[Any, Any] = {(book.id, book.version): book for book in shelf().values()}
    for encounter in given:
        if isinstance(encounter, Encounter):
            for n, combatant in enumerate(encounter.combatants):
                things[n] = combatant
                things.update(((n, slot), carried.weapon) for slot, carried in enumerate(combatant.carried))
    return things


def copied(things: Shared, *records: Any) -> bytes:
    """Return the records as bytes, one after the other; what they have in common is copied once."""
    for _ in range(_TRIES):
        file = BytesIO()
        writer = _Writer(file, things)
        # Records remember what is derived from them, and another thread may add to that meanwhile.
        with suppress(RuntimeError):
            for record in records:
                writer.dump(record)
            return file.getvalue()
    raise Interrupted("That encounter is in use elsewhere. Try again in a moment.")


def records(data: bytes, things: Shared) -> Iterator[Any]:
    """Yield the records that `copied` was given."""
    file = BytesIO(data)
    reader = _Reader(file, things)
    while file.tell() < len(data):
        yield reader.load()


class _Writer(pickle.Pickler):
    def __init__(self, file: BytesIO, things: Shared) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._things = things
        self._names = {id(thing): name for name, thing in things.items()}

    def persistent_id(self, obj: Any) -> Any:
        return self._names.get(id(obj))


class _Reader(pickle.Unpickler):
    def __init__(self, file: BytesIO, things: Shared) -> None:
        super().__init__(file)
        self._things = things

    def persistent_load(self, pid: Any) -> Any:
        return self._things[pid]
