"""One side's reading of an open encounter as a JSON file: docs/export.md describes it.

Its numbers are its own, and its ids are masked, so that they tell nothing of what is left out. It has no effects,
digests or seeds: its dice cannot be checked before the end, when everybody gets the whole (`bot.game.files.exports`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC
from typing import Any, BinaryIO

import orjson

from bot.fairness import READING
from bot.game.entries import codec
from bot.game.entries.entries import Entry
from bot.game.files.exports import Line, described
from bot.game.people.people import People
from bot.game.sight.masks import Masks
from bot.game.store import EncounterRow, SeedRow
from rules.engine.records.model import Encounter
from rules.engine.scene.scene import Resolution
from rules.engine.table.import_order import Import


class SideExport:
    """Writes the entries that one reader may read into a file. `last` is the encounter as they may know it now."""

    def __init__(self, file: BinaryIO, encounter: EncounterRow, last: Encounter, people: People, masks: Masks) -> None:
        self._file, self._people, self._masks = file, people, masks
        self._seq, self._orders, self._part, self._interaction = 0, 0, 0, ""
        opening = {
            "format": READING,
            "version": 1,
            "filtered": True,
            "encounter": described(encounter, last),
        }
        self._file.write(orjson.dumps(opening)[:-1] + b',\n"entries":[')
        self._separator = b"\n"

    def add(self, entries: Iterable[Entry]) -> None:
        """Write the reader's reading of the next entries."""
        for entry in entries:
            written = self._people.without_ids(orjson.dumps(self._line(entry)), Line)
            self._file.write(self._separator + written)
            self._separator = b",\n"

    def close(self, seeds: Iterable[SeedRow]) -> None:
        """Write the end; seeds stay secret."""
        self._file.write(b"\n]}\n")

    def _line(self, entry: Entry) -> dict[str, Any]:
        self._seq += 1
        self._part += 1
        if entry.interaction_id != self._interaction:
            self._interaction, self._part = entry.interaction_id or "", 0
            self._orders += 1
        resolution = replace(entry.resolution, effects=())
        # The order of an import is a whole encounter, with everything that it counts.
        withheld = entry.withheld or isinstance(entry.order, Import)
        line = {
            "seq": self._seq,
            "kind": entry.kind,
            "group": self._orders,
            "part": self._part,
            "at": entry.at.astimezone(UTC).isoformat(),
            "user": self._people.name(entry.user) if entry.user else None,
            "order": None if withheld else codec.parsed(entry.written),
            "steps": codec.json_values(resolution, Resolution)["steps"],
            "outcome": resolution.outcome,
            "verdict": resolution.verdict,
        }
        return self._masks.mask_all(line)  # type: ignore[no-any-return]
