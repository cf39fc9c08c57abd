"""An encounter as one JSON document to take away: docs/export.md describes it, bot/game/fairness.py checks it.

A seed is in it only when it decides nothing any more: the encounter has ended, or another seed has replaced it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any

import orjson

from bot.game import codec
from bot.game.fairness import FORMAT, VERSION
from bot.game.journal import Entry
from bot.game.names import entry_named, named
from bot.game.store import EncounterRow, SeedRow
from rules.engine.scene import Resolution


def document(encounter: EncounterRow, entries: Sequence[Entry], seeds: Iterable[SeedRow]) -> dict[str, Any]:
    """The export of an encounter; `entries` are all of it, in order. Raises ValueError if they are not."""
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)) or not entries:
        raise ValueError("an export takes every entry of an encounter, in order")
    state = entries[-1].state
    return {
        "format": FORMAT,
        "version": VERSION,
        "encounter": {
            "id": encounter.id,
            "title": encounter.title,
            "ruleset": encounter.ruleset,
            "preset": state.preset,
            "started": encounter.started_at.astimezone(UTC).isoformat(),
            "ended": state.ended,
            "guild": encounter.guild_id,
            "channel": encounter.channel_id,
        },
        "seeds": _seeds(entries, seeds),
        "entries": [_entry(entry, entries[n - 1].state.commitment if n else None) for n, entry in enumerate(entries)],
    }


def _seeds(entries: Sequence[Entry], seeds: Iterable[SeedRow]) -> list[dict[str, str | None]]:
    """The seeds of these entries, in order of use. One that was drawn after the entries were read must stay secret."""
    secrets = {row.commitment: row.seed for row in seeds}
    last = entries[-1].state
    return [
        {
            "commitment": commitment,
            "seed": secrets[commitment].hex() if last.ended or commitment != last.commitment else None,
        }
        for commitment in dict.fromkeys(entry.state.commitment for entry in entries)
        if commitment in secrets
    ]


def _entry(entry: Entry, commitment: str | None) -> dict[str, Any]:
    """One entry; `commitment` was valid when its order was given."""
    resolution = entry_named(entry).resolution
    effects = named(resolution.effects, entry.state)
    written = orjson.loads(codec.dump(replace(resolution, effects=effects), Resolution))
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
        "commitment": commitment,
        "order": orjson.loads(entry.written),
        "digest": entry.digest,
        "steps": written["steps"],
        "effects": written["effects"],
        "outcome": resolution.outcome,
        "verdict": entry.resolution.verdict,
    }
