"""Decodes rows of the journal and folds states from effects: what takes long, where nobody has to wait for it.

The event loop decodes little by itself. More is decoded in a thread, for one question at a time: many threads at once
would leave the event loop few turns, and much in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import ParamSpec, TypeVar

from bot.errors import decoding
from bot.game.entries import codec
from bot.game.store import EntryRow, entry_name
from rules.engine.conduct import conduct
from rules.engine.records.model import Encounter
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Resolution

LIGHT = 32 << 10
"""Bytes that the event loop decodes by itself, which takes it some milliseconds."""

States = dict[int | None, Encounter]
"""States by the entry that left them; None is before the first."""
E = TypeVar("E")
P = ParamSpec("P")
R = TypeVar("R")


class Decoder:
    """The turns of those who decode much."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def of(self, rows: Sequence[EntryRow], work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Return the result of work on these rows."""
        if sum(row.size for row in rows) < LIGHT:
            return work(*given, **named)
        async with self._turn:
            return await asyncio.to_thread(work, *given, **named)


def before(row: EntryRow) -> int | None:
    """Return the entry whose state the effects of this entry change: an undo or redo starts from what it restores."""
    return row.parent if row.kind in ("order", "ruling") else row.origin


def along(way: Iterable[EntryRow]) -> States:
    """Return the states that the entries on a way left; the first of them has one, or is an encounter's first.

    Raises DamagedRecord, here and below.
    """
    state, states = conduct.UNOPENED, States()
    for row in way:
        with decoding(entry_name(row.encounter_id, row.seq)):
            if row.state is None:
                state = _folded(state, codec.effects(row.resolution, row.schema))
            else:
                state = codec.state(row.state, row.schema)
        states[row.seq] = state
    return states


def forward(
    rows: Iterable[EntryRow],
    states: States,
    kept: frozenset[int | None],
    entry: Callable[[EntryRow, Resolution, Encounter], E],
) -> list[E]:
    """Return rows in order as entries; `states` has the states before them and later those of the entries in `kept`.

    A state that is stored is decoded only if the one before is not known: a folded one shares what did not change.
    """
    entries = []
    for row in rows:
        with decoding(entry_name(row.encounter_id, row.seq)):
            resolution = codec.resolution(row.resolution, row.schema)
            start = states.get(before(row))
            if start is not None:
                state = _folded(start, resolution.effects)
            elif row.state is not None:
                state = codec.state(row.state, row.schema)
            else:
                raise LookupError("it has no state, and the one before is not known")
            entries.append(entry(row, resolution, state))
        if row.parent not in kept:
            states.pop(row.parent, None)
        states[row.seq] = state
    return entries


def _folded(state: Encounter, effects: Iterable[Effect]) -> Encounter:
    return reduce(lambda encounter, effect: effect.on(encounter), effects, state)
