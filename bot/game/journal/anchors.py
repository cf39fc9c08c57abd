"""The order a button belongs to: an order, by its number and by a stamp of the interaction that it came from.

The number is that of the reader that the message is for (`bot.game.sight.order_numbers`): it tells of no other order.
If an older copy of the database is put back, later orders get the numbers of orders that are lost. The stamps differ.
Buttons from before orders were numbered have the number of an entry instead, and the stamp tells which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.game.entries.entries import Entry
from bot.game.sight import EVERYTHING, Viewer, last_read, number_for, numbers
from bot.game.store import Store
from bot.game.store.stamps import stamp


class Anchor(NamedTuple):
    """An order as custom ids name it; messages from before stamps have none (""), and the number of an entry."""

    encounter: str
    number: int
    stamp: str = ""

    @classmethod
    def of(cls, entry: Entry, viewer: Viewer = EVERYTHING) -> Anchor:
        """Return the anchor of the order that led to this entry, by the viewer's number; in a reading, by the
        reader's.
        """
        return cls(entry.encounter_id, number_for(entry, viewer), stamp(entry.interaction_id))

    @classmethod
    def all_of(cls, entry: Entry) -> Iterator[Anchor]:
        """Yield the anchors by which messages for any reader name the order of an entry that is as it was stored."""
        yield cls.before_numbers(entry)
        for number in numbers(entry):
            yield cls(entry.encounter_id, number, stamp(entry.interaction_id))

    @classmethod
    def before_numbers(cls, entry: Entry) -> Anchor:
        """Return the anchor that the same order had before orders were numbered: its first entry."""
        return cls(entry.encounter_id, entry.seq - entry.part, stamp(entry.interaction_id))

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Anchor:
        """Return the anchor in a custom id that matched ANCHOR."""
        return cls(match["encounter"], int(match["number"]), match["stamp"] or "")

    def __str__(self) -> str:
        return f"{self.encounter}:{self.number}:{self.stamp}" if self.stamp else f"{self.encounter}:{self.number}"


STAMP = "[0-9a-f]{6}"
ANCHOR = rf"(?P<encounter>[a-z0-9]{{1,40}}):(?P<number>[0-9]{{1,9}})(?::(?P<stamp>{STAMP}))?"
"""The pattern of an anchor that was written with `str`."""


async def last_anchor(store: Store, head: Entry, viewer: Viewer) -> Anchor:
    """Return the anchor of the last order, as of the `head`, that a viewer can read: a stamp of a later one would tell
    them that there is one."""
    last = last_read(head, viewer)
    row = None if last in (0, head.seq) else await store.journal.entry(head.encounter_id, last, state=False)
    return Anchor(head.encounter_id, number_for(head, viewer), stamp((row or head).interaction_id))
