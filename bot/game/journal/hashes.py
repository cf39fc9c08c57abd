"""The hash of an encounter's record that a user is shown, to write it down (`bot.game.entries.chain`).

Until the end it is the hash as of the latest entry that they have read themselves, so it changes with their own entries
alone. It covers hidden entries before that, which are blinded by the secret seed. GMs have read the last entry, and
after the end so has everyone.
"""

from __future__ import annotations

import re

from bot.game.entries.entries import Entry
from bot.game.journal.journal import Journal
from bot.game.sight import Viewer, last_read, number_for
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass

_HASH = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Shown:
    """The hash as of the order that its reader knows by this number, as 64 hexadecimal digits."""

    number: int
    hash: str

    @property
    def words(self) -> str:
        """The hash in a sentence."""
        return f"Hash as of #{self.number}: {self.hash}"


async def shown(journal: Journal, head: Entry, viewer: Viewer) -> Shown | None:
    """Return the hash that a viewer is shown, by the last entry; None for a quick ruling, and before the chain
    begins.
    """
    if not head.state.commitment:
        return None
    seq = last_read(head, viewer)
    row = None if seq == head.seq else await journal.store.journal.entry(head.encounter_id, seq, state=False)
    hash = head.chain if seq == head.seq else row.chain if row else None
    return Shown(number_for(head, viewer), hash.hex()) if hash else None


def read(text: str) -> str:
    """Return a hash that a user typed, "" for none. Raises Refusal for a text that is no hash."""
    hash = text.strip().strip("`").lower()
    if hash and not _HASH.fullmatch(hash):
        raise Refusal("A hash has 64 digits, 0 to 9 and a to f. Copy it from Details, /log or /encounter show.")
    return hash
