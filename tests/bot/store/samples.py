"""Rows to put into a store; each test says only what matters to it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.game.entries import codec
from bot.game.store import EncounterRow, EntryRow, Store
from rules.engine.conduct import conduct
from rules.engine.records.orders import End
from rules.engine.scene.parts import Resolution

NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)


def entry(seq: int = 1, **changes: Any) -> EntryRow:
    """An order as entry `seq` of encounter E1, on the entry before it, from interaction "i<seq>"."""
    values: dict[str, Any] = {
        "encounter_id": "E1",
        "guild_id": "900",
        "seq": seq,
        "parent": seq - 1 or None,
        "origin": seq,
        "kind": "order",
        "actor": "100",
        "at": NOON + timedelta(seconds=seq),
        "order": b'{"verb":"fire"}',
        "resolution": b'{"steps":[]}',
        "state": b'{"seq":%d}' % seq,
        "schema": 1,
        "rules_version": "1-abc",
        "interaction_id": f"i{seq}",
        "channel_id": "500",
    }
    return EntryRow(**(values | changes))


def encounter(encounter_id: str = "E1", channel_id: str = "500", **changes: Any) -> EncounterRow:
    """An encounter in server 900."""
    values: dict[str, Any] = {
        "id": encounter_id,
        "guild_id": "900",
        "channel_id": channel_id,
        "ruleset": "aliens",
        "title": "Hadley's Hope",
        "started_at": NOON,
    }
    return EncounterRow(**(values | changes))


WHOLE: dict[str, Any] = {
    "order": codec.canonical(End("")),
    "resolution": codec.dump_resolution(Resolution(()))[0],
    "state": codec.dump_state(conduct.UNOPENED),
    "schema": codec.SCHEMA,
}
"""Contents of an entry that can be decoded."""


async def begin(store: Store, encounter_id: str = "E1", channel_id: str = "500", **changes: Any) -> None:
    """Adds an encounter and opens it with its first entry, from interaction "start <id>"."""
    first = entry(1, encounter_id=encounter_id, interaction_id=f"start {encounter_id}", **changes)
    await store.journal.append([first], begins=encounter(encounter_id, channel_id))


async def count(store: Store, encounter_id: str = "E1") -> int:
    """Return how many entries an encounter has."""
    return len(await store.journal.entries(encounter_id, limit=100_000))
