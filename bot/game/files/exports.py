"""An encounter as one JSON file to take away: docs/export.md describes it, bot/fairness.py checks it.

A seed is in it only when it decides nothing any more: the encounter has ended, or another seed has replaced it.
The file is written entry by entry as they are read, one a line, so that it is never whole in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, BinaryIO

import orjson

from bot.fairness import FORMAT
from bot.game.entries import codec
from bot.game.entries.chain import forgotten, parts_of
from bot.game.entries.entries import Entry
from bot.game.entries.names import entry_named
from bot.game.people.people import People
from bot.game.store import EncounterRow, SeedRow
from rules.engine.conduct import conduct
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene import dice_keys
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Resolution
from rules.engine.scene.undone_throws import MARKED_BY_THROW


@dataclass(frozen=True, slots=True)
class Line:
    """The fields of an exported entry that hold users."""

    order: Order
    effects: tuple[Effect, ...]
    resolution: Resolution


class Lines:
    """The entries of an encounter in the form of the export, one after the other."""

    def __init__(self) -> None:
        self.commitments: dict[str, None] = {}
        """Those of the seeds, in order of use."""
        self._before = self._acted_on = conduct.UNOPENED
        self._seq = 0

    def line(self, entry: Entry) -> dict[str, Any]:
        """Return the next entry. Raises ValueError if it is not the next."""
        self._seq += 1
        if entry.seq != self._seq:
            raise ValueError("an export takes every entry of an encounter, in order")
        if entry.part == 0 or dice_keys.counted(entry.order, self._before):
            self._acted_on = self._before
        line = _line(entry, self._before.commitment, self._acted_on)
        self._before = entry.state
        self.commitments[entry.state.commitment] = None
        return line


def described(encounter: EncounterRow, last: Encounter) -> dict[str, Any]:
    """Return the facts about the encounter that every export has; `last` is the present state, as its reader may
    know it."""
    return {
        "id": encounter.id,
        "title": encounter.title,
        "ruleset": encounter.ruleset,
        "preset": last.preset,
        "started": encounter.started_at.astimezone(UTC).isoformat(),
        "ended": last.ended,
    }


class Export:
    """Writes an encounter into a file, `at` some time. `last` is its present state; `people` name its users, None to
    leave the ids."""

    def __init__(
        self, file: BinaryIO, encounter: EncounterRow, last: Encounter, at: datetime, people: People | None = None
    ) -> None:
        self._file, self._last, self._people = file, last, people
        self._lines = Lines()
        opening = {
            "format": FORMAT,
            "version": last.dice,
            "layout": codec.SCHEMA,
            "exported": at.astimezone(UTC).isoformat(),
            "encounter": {
                **described(encounter, last),
                "guild": None if people else encounter.guild_id,
                "channel": None if people else encounter.channel_id,
            },
        }
        self._file.write(self._named(orjson.dumps(opening))[:-1] + b',\n"entries":[')
        self._separator = b"\n"

    def add(self, entries: Iterable[Entry]) -> None:
        """Write the next entries. Raises ValueError if they are not the next."""
        for entry in entries:
            line = self._lines.line(entry)
            chained = line.pop("chain", None)
            old = orjson.dumps(line)
            if self._people:
                line["user"] = self._people.name(entry.user)
                if (
                    entry.state.dice < MARKED_BY_THROW
                    and self._people.without_ids(entry.written, Order) != entry.written
                ):
                    line["redacted"] = True
            new = self._named(orjson.dumps(line), Line)
            if chained:
                chained["leaves"] = orjson.Fragment(forgotten(entry.leaves, old, new))
                new = b'%b,"chain":%b}' % (new[:-1], orjson.dumps(chained))
            self._file.write(self._separator + new)
            self._separator = b",\n"

    def _named(self, written: bytes, kind: Any = None) -> bytes:
        return self._people.without_ids(written, kind) if self._people else written

    def close(self, seeds: Iterable[SeedRow]) -> None:
        """Write the end, with the seeds of these entries. One that was drawn after they were read stays secret."""
        secrets = {row.commitment: row.seed for row in seeds}
        shown = [
            {
                "commitment": commitment,
                "seed": secrets[commitment].hex() if self._last.ended or commitment != self._last.commitment else None,
            }
            for commitment in self._lines.commitments
            if commitment in secrets
        ]
        self._file.write(b'\n],\n"seeds":' + orjson.dumps(shown) + b"}\n")


def _line(entry: Entry, commitment: str, acted_on: Encounter) -> dict[str, Any]:
    """Return one entry; `commitment` was in force before it; its order, or its part if that has dice, acted on this
    state.
    """
    resolution = entry_named(entry).resolution
    return {
        "seq": entry.seq,
        "parent": entry.parent,
        "origin": entry.origin,
        "kind": entry.kind,
        "group": entry.interaction_id,
        "part": entry.part,
        "at": entry.at.astimezone(UTC).isoformat(),
        "user": entry.user,
        "rules_version": entry.rules_version,
        "commitment": commitment or None,
        **(_thrown(entry, acted_on) if entry.state.dice >= dice_keys.KEYED_BY_CLOCK else {}),
        "order": orjson.Fragment(entry.written),
        "digest": entry.digest,
        **({"redacted": True} if entry.original else {}),
        **(_stored(entry) if entry.leaves else _written(resolution)),
        "outcome": resolution.outcome,
        "verdict": entry.resolution.verdict,
    }


def _written(resolution: Resolution) -> dict[str, Any]:
    written = codec.json_values(resolution, Resolution)
    return {"steps": written["steps"], "effects": written["effects"]}


def _stored(entry: Entry) -> dict[str, Any]:
    """Return the resolution of an entry as it is stored, and the entry's hash."""
    return {**parts_of(entry.record), "chain": {"hash": entry.chain.hex(), "leaves": orjson.Fragment(entry.leaves)}}


def _thrown(entry: Entry, acted_on: Encounter) -> dict[str, Any]:
    """Return the key of an entry's dice, the undone throw before it, and whose plan it carried out."""
    names = ("turn", "impulse", "actor", "k")
    key = dict(zip(names, dice_keys.key(entry.order, acted_on), strict=True)) if entry.kind == "order" else None
    planned = {"planned": entry.resolution.planned or None} if entry.state.dice >= dice_keys.KEYED_BY_THROW else {}
    return {"key": key, "after_undone": entry.resolution.after_undone or None, **planned}
