"""Forgets users, and deletes the data of servers.

1. The request is stored (`forget`, `delete_server`): from then on it happens, also after a crash.
2. `work` carries out everything that is written down, one after the other, in steps of a few rows. Every step can be
   repeated: what was begun is begun again with the same anonymous id.
3. A request for all servers deletes the encounters in direct messages, which nobody shares, and is turned into one
   for each server. A server is the work of the process that has its shard: that one knows which orders are under way
   there, and has its encounters in memory.
4. A user goes out of one encounter after the other. In an open one, an ordinary order (`Depart`) gives their fighters
   to the GM, so that no later entry names them. Then the texts of all entries are rewritten, an anonymous id in the
   place of theirs. Under the encounter's lock it is seen that no entry came in between.
5. Rosters and quick rulings are deleted, before that and once more after it.
6. The stored request is deleted, and with it the last trace of who the anonymous id was. A keyed hash of the user's id
   stays, for copies that are restored (`bot.game.store.home.forgotten`). The write-ahead log is emptied, and deleted
   content is overwritten in the file.

The leaves of the chain that change lose their text and their salt; their hashes stay (`bot.game.entries.chain`). The
digest for which an order's dice were drawn is taken without them. In encounters from before that, the digest of an
order that named the user is kept beside it (`EntryRow.digest`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.errors import DamagedRecord, Stale, StoreError
from bot.game.entries import chain, codec
from bot.game.entries.invocation import HOUSEKEEPER, Invocation
from bot.game.entries.new_entries import entries_of
from bot.game.entries.redaction import Rename, in_fields, names_of, renamed, side_renamed, typists, without_names
from bot.game.referee.referee import Referee
from bot.game.sight.destinations import addressed
from bot.game.store import Calls, EncounterRow, EntryRow, Forgetting, Outset, Rewritten
from bot.game.store.counts import Tally
from bot.game.store.home.forgotten import anonymous_id
from rules.engine.conduct import conduct
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.dice import NoDice
from rules.engine.scene.scene import Resolution, Scene
from rules.engine.scene.undone_throws import MARKED_BY_THROW
from rules.engine.table.leadership import Depart

log = logging.getLogger(__name__)

EVERYWHERE = ""
_ENCOUNTERS, _ENTRIES, _ROWS = 50, 25, 200


@dataclass(frozen=True, slots=True)
class Progress:
    """How many encounters are done, of how many."""

    done: int = 0
    all: int = 0


def own_guild(user: str) -> str:
    """Return the server that stands for a user's direct messages with the bot."""
    return f"dm-{user}"


class Eraser:
    """Carries out the requests to forget users and to delete servers' data. Every method may raise StoreUnavailable."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._store = referee.store
        self._working = asyncio.Lock()
        self.progress = Progress()

    async def forget(self, user: str, guild: str, at: datetime) -> None:
        """Write down that a user asks to be forgotten on a server, or EVERYWHERE."""
        await self._store.erasure.intend_forgetting(Forgetting(user, guild, anonymous_id(), frozenset(), "", at))

    async def delete_server(self, guild: str, at: datetime) -> None:
        """Write down that a manager asks to delete everything of a server."""
        await self._store.erasure.intend_deletion(guild, at)

    @property
    def working(self) -> bool:
        """Whether `work` is under way."""
        return self._working.locked()

    async def work(self) -> None:
        """Carry out what is written down; return when nothing is left."""
        async with self._working:
            self.progress = Progress()
            await self._count()
            worked = False
            while await self._worked():
                worked = True
            if worked:
                await self._store.erasure.wipe_log()

    async def _worked(self) -> bool:
        """Carry out the request that was made first, and return whether there was one."""
        if forgetting := await self._store.erasure.next_forgetting():
            await self._forget(forgetting)
        elif deletion := await self._store.erasure.next_deletion():
            await self._delete(*deletion)
            # The bot may be on the server again since.
            if await self._store.erasure.next_deletion() == deletion:
                await self._store.erasure.end_deletion(*deletion)
        else:
            return False
        return True

    # --- users

    async def _forget(self, forgetting: Forgetting) -> None:
        await self._forget_belongings(forgetting)
        if forgetting.guild_id == EVERYWHERE:
            messages = own_guild(forgetting.user_id), forgetting.asked_at
            await self._delete(*messages)
            await self._store.erasure.end_deletion(*messages)
            await self._store.erasure.forget_on_each_server(forgetting, apart_from=messages[0])
            await self._count()
        else:
            where = forgetting.guild_id, forgetting.asked_at
            while page := await self._store.erasure.encounters_of(where[0], forgetting.reached, where[1], _ENCOUNTERS):
                for row in page:
                    forgetting = await self._take_out(row, forgetting)
                    self._one_more()
                forgetting = replace(forgetting, reached=page[-1].id)
                await self._store.erasure.note_forgetting(forgetting)
            # An encounter that ended meanwhile may have written to the rosters.
            await self._forget_belongings(forgetting)
        await self._store.erasure.end_forgetting(forgetting)

    async def _forget_belongings(self, forgetting: Forgetting) -> None:
        while await self._store.erasure.forget_belongings(forgetting, _ROWS):
            pass

    async def _take_out(self, row: EncounterRow, forgetting: Forgetting) -> Forgetting:
        """Take the user out of one encounter. Return the request with the display names found so far."""
        done, others = 0, set[str]()
        while True:
            try:
                async with self._referee.locks.lock(row.id):
                    if await self._store.journal.last_seq(row.id) in (None, done):
                        return forgetting
                    await self._depart(row, forgetting)
                done, forgetting = await self._rewrite(row.id, done, forgetting, others)
            except Stale:
                continue
            except DamagedRecord as damage:
                log.error("encounter %s: a user stays in entries after #%s, because %s", row.id, done, damage.reason)
                return forgetting

    async def _depart(self, row: EncounterRow, forgetting: Forgetting) -> None:
        """Append the order that gives the user's fighters in an open encounter to the GM, unless they have none."""
        user, last = forgetting.user_id, await self._store.journal.head(row.id)
        if last is None or last.ended or last.state is None or user.encode() not in last.state:
            return
        head = await self._referee.journal.head(row.id)
        if head is None:
            return
        try:
            # To read a large state takes too long for the event loop.
            state = await asyncio.to_thread(_state_without, codec.dump_state(head.state), forgetting)
            if state is None:
                return
            book = self._referee.library.shelf[state.ruleset]
            order = Depart(forgetting.anon)
            parts = conduct.resolve(order, Scene(state, NoDice("Leaving an encounter")), book)
            invocation = Invocation(
                interaction=f"{forgetting.anon}:{row.id}:{head.seq}",
                user=HOUSEKEEPER,
                name="",
                guild=row.guild_id,
                channel=row.channel_id,
                token="",
                at=max(forgetting.asked_at, head.at),
            )
            entries = [replace(e, token=None) for e in entries_of(invocation, head, order, parts, book)]
            outset = Outset(row, head.seq, {}, await self._store.threads.of(row.id))
            entries = addressed(entries, head.state, book, outset)
            await self._referee.journal.append(entries)
        except StoreError:
            raise
        except Exception:
            # Their id goes out of the entries all the same.
            log.exception("encounter %s: removing a user failed", row.id)

    async def _rewrite(
        self, encounter_id: str, done: int, forgetting: Forgetting, others: set[str]
    ) -> tuple[int, Forgetting]:
        """Take the user out of the entries after `done`. Return the last of these, and the request with the display
        names found so far.

        `others` collects the names of other users who typed dice for later.
        """
        head = await self._referee.journal.head(encounter_id)
        by_leaves = head is not None and head.state.dice >= MARKED_BY_THROW
        while rows := await self._store.journal.entries(encounter_id, first=done + 1, limit=_ENTRIES, state=True):
            names, rewritten = await asyncio.to_thread(_without, rows, forgetting, others, by_leaves)
            if names != forgetting.names:
                # Before they are gone from where they were found.
                forgetting = replace(forgetting, names=names)
                await self._store.erasure.note_forgetting(forgetting)
            if rewritten:
                await self._store.erasure.rewrite(rewritten)
                self._referee.journal.forget(encounter_id)
            done = rows[-1].seq
        return done, forgetting

    # --- servers

    async def _delete(self, guild: str, at: datetime) -> None:
        """Delete the encounters and quick rulings of a server that were there at that time."""
        await self._store.erasure.hide_encounters(guild, at)
        while await self._store.erasure.delete_rulings(guild, at, _ROWS):
            pass
        while page := await self._store.erasure.encounters_of(guild, "", at, _ENCOUNTERS):
            for row in page:
                async with self._referee.locks.lock(row.id):
                    while await self._store.erasure.delete_entries(row.id, _ROWS):
                        pass
                    await self._store.erasure.delete_encounter(row.id)
                    self._referee.journal.forget(row.id)
                self._one_more()

    async def _count(self) -> None:
        done = self.progress.done
        self.progress = Progress(done, done + await self._store.erasure.count_waiting())

    def _one_more(self) -> None:
        done = self.progress.done + 1
        self.progress = Progress(done, max(done, self.progress.all))


def _without(
    rows: Sequence[EntryRow], forgetting: Forgetting, others: set[str], by_leaves: bool
) -> tuple[frozenset[str], list[Rewritten]]:
    """Return the entries that change, without the user, and the display names that are known then; `by_leaves`: the
    digests of orders are taken without their leaves.
    """
    user, names = forgetting.user_id, forgetting.names
    rewritten = []
    for row in rows:
        if row.actor == user:
            # Their order may throw what others typed for it before.
            names |= typists(row.order) | (typists(row.resolution) - others)
        else:
            others |= typists(row.order)
        names |= names_of(row.order, user)
        new = replace(
            row,
            actor=forgetting.anon if row.actor == user else row.actor,
            order=_clean(row.order, Order, forgetting, names),
            resolution=_clean(row.resolution, Resolution, forgetting, names),
            state=None if row.state is None else _clean(row.state, Encounter, forgetting, names),
            tallies=tuple(_cleaned(tally, forgetting) for tally in row.tallies),
            calls=Calls(*(tuple(forgetting.anon if one == user else one for one in some) for some in row.calls)),
        )
        if new != row:
            keeps = new.order == row.order or by_leaves
            digest = None if keeps else hashlib.sha256(row.order).hexdigest()
            leaves = row.leaves and chain.forgotten(row.leaves, _record(row), _record(new))
            texts = new.order, new.resolution, new.state, leaves
            rewritten.append(Rewritten(row.encounter_id, row.seq, new.actor, digest, *texts, new.tallies, new.calls))
    return names, rewritten


def _record(row: EntryRow) -> bytes:
    return chain.record(row.actor, row.order, row.resolution)


def _state_without(written: bytes, forgetting: Forgetting) -> Encounter | None:
    """Return the state without the user; None if they have no part in it, even if a text mentions them."""
    record = codec.parsed(written)
    if in_fields(record, Encounter, _rename(forgetting)) == record:
        return None
    return codec.state(renamed(written, Encounter, _rename(forgetting)), codec.SCHEMA)


def _cleaned(tally: Tally, forgetting: Forgetting) -> Tally:
    return tally._replace(reader=tuple(side_renamed(side, _rename(forgetting)) for side in tally.reader))


def _clean(written: bytes, kind: type, forgetting: Forgetting, names: frozenset[str]) -> bytes:
    user = forgetting.user_id
    written = without_names(written, user, names)
    return renamed(written, kind, _rename(forgetting)) if user.encode() in written else written


def _rename(forgetting: Forgetting) -> Rename:
    return lambda user: forgetting.anon if user == forgetting.user_id else user
