"""Whether a press counts: its button belongs to what is stored, and is pressed in the channel where it was shown.

Discord's ids of channels differ on all servers, so the channel stands for the server too.
"""

from __future__ import annotations

from bot.game.anchors import Anchor, stamp
from bot.game.invocation import Invocation
from bot.game.referee import Outdated
from bot.game.store import RULING, Store
from rules.engine.errors import NotNow

ELSEWHERE = "That belongs to another channel or server, and nothing was done; use it where it was posted."
_LOST = "That belongs to an order that was lost when an older copy of the journal was put back; nothing was done."
_DELETED = "That belongs to an encounter that is no longer stored; nothing was done."
_GONE = "That entry is no longer kept; quick rulings are kept for seven days."


async def check(store: Store, invocation: Invocation, anchor: Anchor) -> None:
    """Raises Outdated if the entry of a pressed button is no longer stored, NotNow if it belongs to another channel."""
    row = await store.entry(anchor.encounter, anchor.seq, state=False)
    if row is None or anchor.stamp not in ("", stamp(row.interaction_id)):
        if anchor.encounter.startswith(RULING):
            raise Outdated(_GONE)
        raise Outdated(_DELETED if await store.encounter(anchor.encounter) is None else _LOST)
    if row.channel_id == invocation.channel:
        return
    if anchor.encounter.startswith(RULING):
        raise NotNow(ELSEWHERE)
    await check_channel(store, invocation, anchor.encounter)


async def check_channel(store: Store, invocation: Invocation, encounter_id: str) -> None:
    """Raises Outdated if the encounter of a pressed button is no longer stored, NotNow for one of another channel."""
    encounter = await store.encounter(encounter_id)
    if encounter is None:
        raise Outdated(_DELETED)
    if encounter.channel_id != invocation.channel:
        raise NotNow(ELSEWHERE)
