"""What a button belongs to: an entry, by its number and by a stamp of the interaction that it came from.

If an older copy of the database is put back, later orders get the numbers of entries that are lost. The stamps differ.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from bot.game.journal import Entry


class Anchor(NamedTuple):
    """An entry as custom ids name it; messages from before stamps have none ("")."""

    encounter: str
    seq: int
    stamp: str = ""

    @classmethod
    def of(cls, entry: Entry) -> Anchor:
        """The anchor of this very entry."""
        return cls(entry.encounter_id, entry.seq, stamp(entry.interaction_id))

    @classmethod
    def of_group(cls, entry: Entry) -> Anchor:
        """The anchor of the first entry of its group, by which the group's message is known."""
        return cls(entry.encounter_id, entry.seq - entry.part, stamp(entry.interaction_id))

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Anchor:
        """The anchor in a custom id that matched ANCHOR."""
        return cls(match["encounter"], int(match["seq"]), match["stamp"] or "")

    def __str__(self) -> str:
        return f"{self.encounter}:{self.seq}:{self.stamp}" if self.stamp else f"{self.encounter}:{self.seq}"


STAMP = "[0-9a-f]{6}"
ANCHOR = rf"(?P<encounter>[a-z0-9]{{1,40}}):(?P<seq>[0-9]{{1,9}})(?::(?P<stamp>{STAMP}))?"
"""Matches an anchor that was written with `str`."""


def stamp(interaction: str | None) -> str:
    """Six characters by which the entries of an interaction differ from others of the same numbers."""
    return hashlib.sha256((interaction or "").encode()).hexdigest()[:6]
