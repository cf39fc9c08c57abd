"""An encounter's own weapons and cards: records that its GM adds for this encounter alone, besides the server's.

A record is kept as JSON that the rulebook has checked. Every state holds all of them, so they are few and small.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from rules.engine.books.ruleset import Homebrew, HomebrewRecord
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Scene
from rules.words.catalogue import normalized

MOST_RECORDS, MOST_SIGNS = 20, 20_000
"""The most records of its own that an encounter may have, and the most characters in all of them together."""


@dataclass(frozen=True, slots=True)
class AddRecord(Order):
    """Add a weapon or card to this encounter alone, in place of its own one of that name; `record` is JSON."""

    kind = "AddRecord"

    name: str
    record: str


@dataclass(frozen=True, slots=True)
class RemoveRecord(Order):
    """Remove a weapon or card that was added to this encounter, by its full name."""

    kind = "RemoveRecord"

    name: str


@dataclass(frozen=True, slots=True)
class Recorded(Effect):
    """These are the encounter's own records, as names and JSON."""

    kind = "Recorded"

    records: tuple[tuple[str, str], ...]

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, records=self.records)


def adding(record: HomebrewRecord) -> AddRecord:
    """Return the order that adds a record."""
    return AddRecord(record.name, json.dumps(dict(record.record), ensure_ascii=False))


def change(order: AddRecord | RemoveRecord, scene: Scene) -> None:
    """Add or remove a record. Raises NotNow if there is no room, UnknownName if there is no such record."""
    before = scene.encounter.records
    left = tuple(one for one in before if normalized(one[0]) != normalized(order.name))
    match order:
        case AddRecord(name, record):
            after = (*left, (name, record))
            if len(after) > MOST_RECORDS or sum(len(text) for _, text in after) > MOST_SIGNS:
                raise NotNow(
                    f"An encounter has at most {MOST_RECORDS} weapons and cards of its own, with {MOST_SIGNS:,}"
                    " characters in all. Use /weapon remove to make room."
                )
            scene.do(Recorded(after))
            scene.conclude(f"{name} now belongs to this encounter's own weapons and cards, until it ends.")
        case RemoveRecord(name):
            if left == before:
                raise UnknownName(f"This encounter has no {name} of its own.")
            scene.do(Recorded(left))
            scene.conclude(
                f"{name} is removed from this encounter's own weapons and cards. Fighters who have it keep it."
            )


def homebrew(server: Homebrew, encounter: Encounter) -> Homebrew:
    """Return the server's records together with the encounter's own, which replace those of the same name."""
    own: Mapping[str, Mapping[str, object]] = {name: json.loads(record) for name, record in encounter.records}
    if not own:
        return server
    names = {normalized(name) for name in own}
    return {**{name: record for name, record in server.items() if normalized(name) not in names}, **own}
