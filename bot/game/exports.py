"""An encounter as one JSON document to take away: docs/export.md describes it, bot/game/fairness.py checks it.

A seed is in it only when it decides nothing any more: the encounter has ended, or another seed has replaced it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any

import orjson

from bot.game import codec
from bot.game.fairness import FORMAT
from bot.game.journal import Entry
from bot.game.names import entry_named, named
from bot.game.store import EncounterRow, SeedRow
from rules.engine import conduct, throwing
from rules.engine.model import Encounter
from rules.engine.scene import Resolution


def document(encounter: EncounterRow, entries: Sequence[Entry], seeds: Iterable[SeedRow]) -> dict[str, Any]:
    """The export of an encounter; `entries` are all of it, in order. Raises ValueError if they are not."""
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)) or not entries:
        raise ValueError("an export takes every entry of an encounter, in order")
    state = entries[-1].state
    return {
        "format": FORMAT,
        "version": state.dice,
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
        "entries": list(_entries(entries)),
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


def _entries(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    before = acted_on = conduct.UNOPENED
    for entry in entries:
        if entry.part == 0:
            acted_on = before
        yield _entry(entry, before.commitment, acted_on)
        before = entry.state


def _entry(entry: Entry, commitment: str, acted_on: Encounter) -> dict[str, Any]:
    """One entry; `commitment` was in force before it, its order acted on this state."""
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
        "commitment": commitment or None,
        **(_thrown(entry, acted_on) if entry.state.dice >= throwing.KEYED_BY_CLOCK else {}),
        "order": orjson.loads(entry.written),
        "digest": entry.digest,
        **({"redacted": True} if entry.original else {}),
        "steps": written["steps"],
        "effects": written["effects"],
        "outcome": resolution.outcome,
        "verdict": entry.resolution.verdict,
    }


def _thrown(entry: Entry, acted_on: Encounter) -> dict[str, Any]:
    """What the dice of an entry are drawn for, and the undone throw before it."""
    names = ("turn", "impulse", "actor", "k")
    key = dict(zip(names, throwing.key(entry.order, acted_on), strict=True)) if entry.kind == "order" else None
    return {"key": key, "after_undone": entry.resolution.after_undone or None}
