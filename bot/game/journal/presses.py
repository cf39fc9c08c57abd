"""Whether a press counts: its button belongs to what is stored, and is pressed in the channel where it was shown, or in
another channel of its encounter.

Discord's ids of channels differ on all servers, so the channel stands for the server too.
"""

from __future__ import annotations

from bot.errors import Outdated
from bot.game.entries.invocation import Invocation
from bot.game.journal.anchors import Anchor
from bot.game.sight import numbers
from bot.game.store import RULING, EntryRow, Store
from rules.engine.records.errors import NotNow

ELSEWHERE = "That belongs to another channel or server. Nothing has changed; use it where it was posted."
_LOST = "That order was lost when a backup of the journal was restored. Nothing has changed."
_DELETED = "That encounter is no longer stored. Nothing has changed."
_GONE = "That entry is deleted. Quick rulings are kept for seven days."


async def check(store: Store, invocation: Invocation, anchor: Anchor) -> EntryRow:
    """Return the last entry of the order that a pressed button belongs to, or the entry that an older button names.

    Raises Outdated if it is no longer stored, NotNow if it belongs to another channel.
    """
    row = await _meant(store, anchor)
    if row is None:
        if anchor.encounter.startswith(RULING):
            raise Outdated(_GONE)
        raise Outdated(_DELETED if await store.journal.encounter(anchor.encounter) is None else _LOST)
    if row.channel_id in (invocation.channel, invocation.for_ruling.channel):
        return row
    if anchor.encounter.startswith(RULING):
        raise NotNow(ELSEWHERE)
    await check_channel(store, invocation, anchor.encounter)
    return row


async def _meant(store: Store, anchor: Anchor) -> EntryRow | None:
    """Return the last entry of the order that somebody knows by the anchor's number, else the entry of that number."""
    if not anchor.stamp:
        row = await store.journal.entry(anchor.encounter, anchor.number, state=False)
        # Stamps are older than tallies, so the buttons of an entry with tallies have stamps: this number was tried out.
        return None if row and row.tallies else row
    rows = await store.journal.stamped(anchor.encounter, anchor.number, anchor.stamp)
    numbered = [row for row in rows if anchor.number in numbers(row)]
    return next(reversed(numbered or [row for row in rows if row.seq == anchor.number]), None)


async def check_channel(store: Store, invocation: Invocation, encounter_id: str) -> None:
    """Raise Outdated if the encounter of a pressed button is no longer stored, NotNow for one of another channel."""
    encounter = await store.journal.encounter(encounter_id)
    if encounter is None:
        raise Outdated(_DELETED)
    if encounter_id == invocation.encounter:
        return
    if encounter.channel_id != invocation.channel and not await store.threads.has(encounter_id, invocation.channel):
        raise NotNow(ELSEWHERE)
