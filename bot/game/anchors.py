"""What a button belongs to: an order, by its number and by a stamp of the interaction that it came from.

If an older copy of the database is put back, later orders get the numbers of orders that are lost. The stamps differ.
Buttons from before orders were numbered have the number of an entry instead, and the stamp tells which is meant.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from bot.game.journal import Entry


class Anchor(NamedTuple):
    """An order as custom ids name it; messages from before stamps have none (""), and the number of an entry."""

    encounter: str
    number: int
    stamp: str = ""

    @classmethod
    def of(cls, entry: Entry) -> Anchor:
        """The anchor of the order that led to this entry, by which its message is known."""
        return cls(entry.encounter_id, entry.number, stamp(entry.interaction_id))

    @classmethod
    def before_numbers(cls, entry: Entry) -> Anchor:
        """The anchor that the same order had before orders were numbered: its first entry."""
        return cls(entry.encounter_id, entry.seq - entry.part, stamp(entry.interaction_id))

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Anchor:
        """The anchor in a custom id that matched ANCHOR."""
        return cls(match["encounter"], int(match["number"]), match["stamp"] or "")

    def __str__(self) -> str:
        return f"{self.encounter}:{self.number}:{self.stamp}" if self.stamp else f"{self.encounter}:{self.number}"


STAMP = "[0-9a-f]{6}"
ANCHOR = rf"(?P<encounter>[a-z0-9]{{1,40}}):(?P<number>[0-9]{{1,9}})(?::(?P<stamp>{STAMP}))?"
"""Matches an anchor that was written with `str`."""


def stamp(interaction: str | None) -> str:
    """Six characters by which the entries of an interaction differ from others of the same numbers."""
    return hashlib.sha256((interaction or "").encode()).hexdigest()[:6]
