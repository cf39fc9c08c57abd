"""A line of the journal, and the row in which the store keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime

from bot.game.entries import codec
from bot.game.entries.chain import Content, Link, link, order_leaves, without_leaves
from bot.game.store import NO_CALLS, Calls, EntryRow, Kind, OwedRow, Tallies
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder
from rules.engine.records.records import Order
from rules.engine.scene.dice import order_digest
from rules.engine.scene.dice_keys import digested
from rules.engine.scene.scene import Resolution
from rules.engine.scene.undone_throws import MARKED_BY_THROW


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the journal, its columns as in `EntryRow`. `user` gave the order, `state` is what it left.

    `written` is the order as it was stored: a later release may read more fields into it, but its dice were drawn for
    these bytes. If a user was taken out of them since, `original` is the digest that they had. `chain` is its hash and
    `leaves` are those of its content (`bot.game.entries.chain`), empty in an entry that is older than the chain;
    `record` is the resolution as it is stored. An entry that was not stored yet has none of the three. In a reading of
    `bot.game.sight`, `withheld` says that the order is kept from its reader, `user` is "" if they do not know whose
    fighter acted, and `number` is the reader's own. `owed` is where else the group that this entry begins has to be
    posted, and `board_in` the channel that gets a live board, as it is stored; an entry that is read has neither.
    """

    encounter_id: str
    guild: str
    seq: int
    parent: int | None
    origin: int
    kind: Kind
    part: int
    interaction_id: str | None
    user: str
    at: datetime
    order: Order
    written: bytes
    resolution: Resolution
    state: Encounter
    rules_version: str
    channel_id: str | None
    token: str | None = None
    message_id: str | None = None
    private: bool = False
    gave_up: str | None = None
    original: str | None = None
    withheld: bool = False
    number: int = 0
    tallies: Tallies = ()
    calls: Calls = NO_CALLS
    chain: bytes = field(default=b"", compare=False)
    leaves: bytes = field(default=b"", repr=False, compare=False)
    record: bytes = field(default=b"", repr=False, compare=False)
    board_in: str = field(default="", compare=False)
    owed: tuple[OwedRow, ...] = field(default=(), compare=False)

    @property
    def digest(self) -> str:
        """The digest for which the order's dice were drawn."""
        return self.original or order_digest(self.keyed)

    @property
    def keyed(self) -> bytes:
        """The order's canonical JSON of which its digest is taken."""
        order = digested(self.order)
        written = self.written if order is self.order else codec.canonical(order)
        if self.state.dice < MARKED_BY_THROW:
            return written
        if not self.leaves:
            return keyed(written)
        places = [leaf["at"] for leaf in codec.parsed(self.leaves) if leaf["at"][0] == "order"]
        return without_leaves(written, places) if places else written


Group = Sequence[Entry]
"""The entries of one interaction, by part."""
Written = tuple[bytes, int]
"""A resolution as `codec.dump_resolution` writes it."""


def keyed(written: bytes) -> bytes:
    """Return an order's canonical JSON with numbers in place of the users, names and typed texts in it."""
    found = order_leaves(written)
    return without_leaves(written, [place for place, _ in found]) if found else written


def rows_of(
    entries: Group,
    written: Sequence[Written] | None,
    state: bytes | None,
    token_until: datetime,
    before: bytes = b"",
    seed: bytes | None = None,
) -> list[EntryRow]:
    """Return the rows of a group; `written` and `state` are its resolutions and its last state if they are written.

    They continue the chain after the hash `before`, unless there is no `seed`.
    """
    resolutions = written or [codec.dump_resolution(entry.resolution) for entry in entries]
    state = state or codec.dump_state(entries[-1].state)
    rows: list[EntryRow] = []
    for entry, resolution in zip(entries, resolutions, strict=True):
        linked = None if seed is None else link(before, seed, _content(entry, resolution[0]))
        before = linked.hash if linked else before
        # A group's other states are folded from the one before it.
        rows.append(_row(entry, resolution, state if entry is entries[-1] else None, token_until, linked))
    return rows


def _content(e: Entry, resolution: bytes) -> Content:
    return Content(
        encounter=e.encounter_id,
        seq=e.seq,
        parent=e.parent,
        origin=e.origin,
        kind=e.kind,
        group=e.interaction_id,
        part=e.part,
        at=e.at,
        rules_version=e.rules_version,
        user=e.user,
        order=e.written,
        resolution=resolution,
    )


def _row(e: Entry, written: Written, state: bytes | None, token_until: datetime, linked: Link | None) -> EntryRow:
    resolution, changes = written
    return EntryRow(
        encounter_id=e.encounter_id,
        guild_id=e.guild,
        seq=e.seq,
        parent=e.parent,
        origin=e.origin,
        kind=e.kind,
        actor=e.user,
        at=e.at,
        order=e.written,
        resolution=resolution,
        state=state,
        schema=codec.SCHEMA,
        rules_version=e.rules_version,
        ended=e.state.ended,
        interaction_id=e.interaction_id,
        part=e.part,
        private=e.private,
        channel_id=e.channel_id,
        token=e.token,
        token_until=token_until,
        fighter=e.order.actor if isinstance(e.order, CombatantOrder) else None,
        changes=changes,
        number=e.number,
        tallies=e.tallies,
        calls=e.calls,
        chain=linked.hash if linked else None,
        leaves=linked.leaves if linked else None,
    )


def entry_of(row: EntryRow, resolution: Resolution, state: Encounter) -> Entry:
    """Return a row as an entry, with its resolution and its state decoded."""
    return Entry(
        encounter_id=row.encounter_id,
        guild=row.guild_id,
        seq=row.seq,
        parent=row.parent,
        origin=row.origin,
        kind=row.kind,
        part=row.part,
        interaction_id=row.interaction_id,
        user=row.actor,
        at=row.at,
        order=codec.order(row.order, row.schema),
        written=row.order,
        resolution=resolution,
        state=state,
        rules_version=row.rules_version,
        channel_id=row.channel_id,
        token=row.token,
        message_id=row.message_id,
        private=row.private,
        gave_up=row.gave_up,
        original=row.digest,
        number=row.number,
        tallies=row.tallies,
        calls=row.calls,
        chain=row.chain or b"",
        leaves=row.leaves or b"",
        record=row.resolution,
    )
