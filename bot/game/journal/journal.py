"""The journal as the referee reads it: entries with their records decoded, over the store's rows.

The head entry's state is the encounter. A few heads are kept in memory, because decoding a state takes longer than
everything else; each is used only while the store says that no later entry exists, for another process may append.
Who reads many entries gets them in pages that are bounded in bytes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from weakref import WeakValueDictionary

from bot.errors import DamagedRecord
from bot.game.dice.seeds import Seeds
from bot.game.entries import decoder
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.decoder import LIGHT, Decoder, States
from bot.game.entries.entries import Entry, Group, Written, entry_of, rows_of
from bot.game.journal.large_work import in_thread_if_large
from bot.game.journal.lasting_orders import lasting
from bot.game.store import DAY, EncounterRow, EntryRow, SeedRow, Store, entry_name
from rules.engine.conduct import conduct
from rules.engine.flow.pending_decisions import flows
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder

_HEADS_KEPT, _BYTES_KEPT = 256, 8 << 20
"""The most heads in memory, and the most bytes that they have as they are stored."""
_USERS_KEPT = 64
"""The most users of an encounter whose last fighter is in memory."""
_BATCH, _PAGE = 50, 256 << 10
"""The entries of a page, and the bytes after which it ends."""
_WAY_KEPT = 50
_MOST_THINNED = 200
# Discord's tokens live 15 minutes.
_TOKEN_LIFE = timedelta(minutes=14)


class Journal:
    """Entries by encounter."""

    def __init__(self, store: Store, seeds: Seeds | None = None) -> None:
        self.store = store
        self._seeds = seeds or Seeds(store)
        self.now: Callable[[], datetime] = _now
        """The clock by which tokens end, the same as that of `tidy`."""
        # Each with the bytes that it has in the store.
        self._heads: OrderedDict[str, tuple[Entry, int]] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._decoding, self._heavy = Decoder(), asyncio.Lock()
        # The states that the latest orders were given on.
        self._befores: BoundedMapping[str, tuple[int, Encounter]] = BoundedMapping(_HEADS_KEPT)
        self._actors: BoundedMapping[str, BoundedMapping[str, str]] = BoundedMapping(_HEADS_KEPT)
        # The states on the way that was folded last: undos and Details seldom come alone.
        self._way: tuple[str, States] = ("", {})

    async def head(self, encounter_id: str) -> Entry | None:
        """Return the last entry, from memory if nobody has appended another since."""
        return await self.head_at(encounter_id, await self.store.journal.last_seq(encounter_id))

    async def head_at(self, encounter_id: str, last: int | None) -> Entry | None:
        """Return the last entry, from memory if that is not older than entry `last`, the last one in the store."""
        if (head := self._head_in_memory(encounter_id, last)) is not None:
            return head
        # Many may ask at once: one of them reads it.
        async with self._loading.setdefault(encounter_id, asyncio.Lock()):
            if (head := self._head_in_memory(encounter_id, last)) is not None:
                return head
            self.forget(encounter_id)
            row = await self.store.journal.head(encounter_id)
            if row is None:
                return None
            [entry] = await self._decoded([row])
            self._keep(entry, row.size)
            return entry

    async def heads(self, rows: Iterable[EncounterRow]) -> list[tuple[EncounterRow, Entry]]:
        """Return encounters with their last entries; those that have none, or a damaged one, are left out."""
        found = []
        for row in rows:
            with suppress(DamagedRecord):
                if (head := await self.head(row.id)) is not None:
                    found.append((row, head))
        return found

    def _head_in_memory(self, encounter_id: str, last: int | None) -> Entry | None:
        head, _ = self._heads.get(encounter_id, (None, 0))
        if head is None or last is None or head.seq < last:
            return None
        self._heads.move_to_end(encounter_id)
        return head

    async def append(
        self,
        entries: Group,
        *,
        begins: EncounterRow | None = None,
        seed: SeedRow | None = None,
        written: Sequence[Written] | None = None,
        state: bytes | None = None,
    ) -> None:
        """Store a group, with the encounter that it begins, the seed that was drawn for it, and what is owed of it.

        `written` are the entries' resolutions and `state` is the last state, if they are written already. Raises Stale,
        Twice, ChannelTaken or StoreUnavailable; nothing is stored then.
        """
        first, last = entries[0], entries[-1]
        # Not by the time of the order, which is Discord's: the host's may be an hour apart.
        until = self.now() + _TOKEN_LIFE
        # Until the store has answered, the head in memory may be out of date.
        head, _ = self._heads.pop(first.encounter_id, (None, 0))
        before, its_seed = await self._hash(first, head), await self._seed(last.state)
        work = partial(rows_of, entries, written, state, until, before, its_seed)
        # An import may be large, even with few fighters.
        rows = await (asyncio.to_thread(work) if begins else in_thread_if_large(entries, work))
        try:
            boards, paced = first.board_in, flows(last.state)
            await self.store.journal.append(
                rows, begins=begins, seed=seed, owed=first.owed, board_in=boards, paced=paced
            )
        except BaseException:
            self.forget(first.encounter_id)
            raise
        if head is not None and head.seq == first.parent:
            self._befores[first.encounter_id] = head.seq, head.state
        self._keep(replace(last, chain=rows[-1].chain or b""), rows[-1].size)
        if isinstance(first.order, CombatantOrder):
            self._actors_of(first.encounter_id)[first.user] = first.order.actor

    async def _hash(self, first: Entry, head: Entry | None) -> bytes:
        """Return the hash of the entry before a new one; `head` is the last entry in memory."""
        if head is not None and head.seq == first.parent:
            return head.chain
        row = await self.store.journal.entry(first.encounter_id, first.parent, state=False) if first.parent else None
        return b"" if row is None else row.chain or b""

    async def _seed(self, state: Encounter) -> bytes | None:
        """Return the seed that hides what the hashes of entries say; None for a quick ruling, and if it is lost."""
        try:
            return await self._seeds.of(state) if state.commitment else None
        except LookupError:
            return None

    async def tidy(self, now: datetime, rulings_before: datetime) -> None:
        """Delete what is no longer needed: expired tokens, old quick rulings, yesterday's secret rolls, states that can
        be folded again."""
        await self.store.outbox.forget_tokens(now)
        await self.store.upkeep.purge_rulings(rulings_before)
        await self.store.hidden_rolls.purge(now - DAY)
        for encounter_id in await self.store.upkeep.untidied(_MOST_THINNED):
            await self.store.upkeep.thin(encounter_id)
        await self.store.upkeep.shrink()

    def forget(self, encounter_id: str) -> None:
        """Drop what is in memory about an encounter, so that it is read again."""
        self._heads.pop(encounter_id, None)
        self._befores.pop(encounter_id, None)
        self._actors.pop(encounter_id, None)
        self._way = ("", {})

    async def last_actor(self, encounter_id: str, user: str) -> str:
        """Return the id of the combatant that the user ordered last in an encounter, as of its `head`; "" if
        none yet.
        """
        actors = self._actors_of(encounter_id)
        if (actor := actors.get(user)) is None:
            actor = await self.store.journal.last_actor(encounter_id, user)
            # An append since then knows better.
            actor = actors.setdefault(user, actor)
        return actor

    def _actors_of(self, encounter_id: str) -> BoundedMapping[str, str]:
        return self._actors.setdefault(encounter_id, BoundedMapping(_USERS_KEPT))

    async def entry(self, encounter_id: str, seq: int) -> Entry | None:
        """Return one entry with the state it left."""
        head, _ = self._heads.get(encounter_id, (None, 0))
        if head is not None and head.seq == seq:
            return head
        row = await self.store.journal.entry(encounter_id, seq)
        return None if row is None else (await self._decoded([row]))[0]

    async def before(self, group: Group) -> Encounter | None:
        """Return the state on which an order was given, or None if it began the encounter or that entry is gone."""
        first = group[0]
        return None if first.parent is None else await self.state(first.encounter_id, first.parent)

    async def state(self, encounter_id: str, seq: int) -> Encounter | None:
        """Return the state that an entry left, or None if it is gone."""
        before = self._befores.get(encounter_id)
        if before is not None and before[0] == seq:
            return before[1]
        entry = await self.entry(encounter_id, seq)
        return None if entry is None else entry.state

    async def group(self, encounter_id: str, seq: int) -> Group:
        """Return all entries of the interaction that entry `seq` belongs to."""
        row = await self.store.journal.entry(encounter_id, seq, state=False)
        return () if row is None else await self.group_of(row)

    async def group_of(self, row: EntryRow) -> Group:
        """Return all entries of the interaction that a row, with or without its state, belongs to."""
        if row.interaction_id is None:
            entry = await self.entry(row.encounter_id, row.seq)
            return () if entry is None else [entry]
        return await self.by_interaction(row.interaction_id)

    async def by_interaction(self, interaction_id: str) -> Group:
        """Return the entries of an interaction; empty if it is new."""
        rows = await self.store.journal.by_interaction(interaction_id, state=True, most=LIGHT)
        if sum(row.size for row in rows) < LIGHT:
            return await self._decoded(rows)
        # The rest was left out. However many ask for such groups, one is in memory at a time.
        async with self._heavy:
            return await self._decoded(await self.store.journal.by_interaction(interaction_id, state=True))

    async def entries(self, encounter_id: str, first: int, last: int) -> Group:
        """Return entries `first` to `last`, each with its state."""
        return await self._decoded(
            await self.store.journal.entries(encounter_id, first=first, last=last, limit=last - first + 1, state=True)
        )

    async def whole(self, encounter_id: str) -> Group:
        """Return all entries, each with its state."""
        return [entry async for group in self.pages(encounter_id) for entry in group]

    async def pages(self, encounter_id: str, last: int | None = None) -> AsyncGenerator[Group, None]:
        """Return all entries, up to `last`, a few whole groups at a time, each with its state.

        They are folded forward from the first, so that thinned states cost no search. Only the states that an undo
        restores are kept meanwhile.
        """
        last = last or await self.store.journal.last_seq(encounter_id) or 0
        restored = frozenset((await self.store.journal.restorations(encounter_id)).values())
        states: States = {None: conduct.UNOPENED}
        read: list[Entry] = []
        seq = 0
        while rows := await self.store.journal.entries(
            encounter_id, first=seq + 1, last=last, limit=_BATCH, most=_PAGE
        ):
            seq = rows[-1].seq
            read += await self._decoding.of(rows, decoder.forward, rows, states, restored, entry_of)
            # The last group may continue on the next page.
            done = len(read) - 1 - read[-1].part
            if done > 0:
                yield read[:done]
                del read[:done]
        if read:
            yield read

    async def backwards(self, encounter_id: str, last: int, limit: int = _BATCH) -> AsyncGenerator[Group, None]:
        """Return the entries up to `last`, at most `limit` at a time but whole groups, the latest page first; each page
        is in order.

        The states are folded from the one before a page, so that only that one is decoded.
        """
        while last:
            rows = await self.store.journal.entries(encounter_id, last=last, limit=limit, most=_PAGE, backwards=True)
            begun = next((n for n, row in enumerate(rows) if row.part == 0), None)
            if begun is None:
                first, rest = rows[0].seq - rows[0].part, rows[0].part
                rows = (*await self.store.journal.entries(encounter_id, first=first, limit=rest), *rows)
            yield await self._decoded(rows[begun or 0 :])
            last = rows[begun or 0].seq - 1

    async def lasting(self, encounter_id: str) -> AsyncGenerator[Group, None]:
        """Return the orders that led to the present state, without those that were undone and not redone, in pages."""
        last = await self.store.journal.last_seq(encounter_id) or 0
        orders = lasting(last, await self.store.journal.restorations(encounter_id))
        async for page in self.pages(encounter_id, last):
            yield [entry for entry in page if entry.seq in orders]

    def _keep(self, entry: Entry, size: int) -> None:
        # Nobody orders on a quick ruling: it would only push encounters out.
        if entry.kind == "ruling":
            return
        # A task that read before an append may get here after it.
        head, _ = self._heads.get(entry.encounter_id, (None, 0))
        if head is not None and head.seq > entry.seq:
            return
        self._heads[entry.encounter_id] = entry, size
        self._heads.move_to_end(entry.encounter_id)
        total = sum(size for _, size in self._heads.values())
        while len(self._heads) > _HEADS_KEPT or (total > _BYTES_KEPT and len(self._heads) > 1):
            id, (_, size) = next(iter(self._heads.items()))
            self.forget(id)
            total -= size

    async def _decoded(self, rows: Sequence[EntryRow]) -> list[Entry]:
        """Return rows of an encounter, in order, as entries; a state that is not stored is folded from the one
        before.
        """
        needed = frozenset(map(decoder.before, rows))
        read = {row.seq for row in rows}
        missing = {decoder.before(row) for row in rows if row.state is None} - read
        states: States = {None: conduct.UNOPENED}
        for before in missing:
            if before is not None:
                states[before] = await self._state(rows[0].encounter_id, before)
        return await self._decoding.of(rows, decoder.forward, rows, states, needed, entry_of)

    async def _state(self, encounter_id: str, seq: int) -> Encounter:
        """Return the state that an entry left, folded from the nearest that is kept."""
        if self._way[0] == encounter_id and seq in self._way[1]:
            return self._way[1][seq]
        remembered = self._way
        way = await self.store.journal.way(encounter_id, seq)
        first = way[0]
        if first.state is None and first.parent is not None:
            raise DamagedRecord(entry_name(encounter_id, first.seq))
        states = await self._decoding.of(way, decoder.along, way)
        # Unless something was forgotten meanwhile.
        if self._way is remembered:
            self._way = encounter_id, dict(list(states.items())[-_WAY_KEPT:])
        return states[seq]


def _now() -> datetime:
    return datetime.now(UTC)
