"""How a request becomes stored entries; nothing here talks to Discord.

1. Find the encounter: the channel's open one, or the one that a button names. One question to the store brings the
   facts for every order (`Outset`). If there is no encounter, the request is a quick ruling.
2. Take the encounter's lock, so that orders of this process are resolved one after the other. A task gives up after a
   second, because Discord expects an answer within three.
3. Load the head entry: its state is the encounter. Read the request against the user's view (`bot.game.sight`) into an
   order (names become ids), check rights, and prepare the dice from the seed, the head's origin and the order's digest.
4. Ask the player first if the rulebook wants an aim or has cautions (`bot.game.requests.order_questions`). Then resolve
   the order on the encounter itself (`bot.game.referee.resolver`); the parts become entries on top of the head,
   appended by one INSERT.
5. If another process appended first, the append raises Stale: load the new head and resolve again, up to three times.
   If the interaction is stored already (Twice, or a refusal on its second delivery), return what was stored.

A returned result is stored; an error means that nothing is stored. Undo and redo append an entry that restores an
earlier state. Consequences of stored entries that can be repeated (`settle`) happen when the entries are shown.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Unpack

from bot.errors import Stale, Twice
from bot.game.dice.seeds import Seeds
from bot.game.dice.typed_dice import without_dice
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.names import refusals_named
from bot.game.entries.new_entries import entries_of
from bot.game.files.bounds import check_growth
from bot.game.files.imports import Found
from bot.game.files.library import Library
from bot.game.journal.anchors import last_anchor
from bot.game.journal.journal import Journal
from bot.game.journal.large_work import in_thread_if_large
from bot.game.journal.reading_queue import ReadingQueue
from bot.game.people import rights
from bot.game.referee.encounter_locks import EncounterLocks
from bot.game.referee.new_encounter import Beginning, Begins, imported, started
from bot.game.referee.resolver import Executor, InProcess, resolve
from bot.game.referee.undo.undo_redo import LAST, Wanted, restore, times
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    ConfirmedRequest,
    DirectRequest,
    Incomplete,
    KeepRequest,
    MusterRequest,
    OrderContext,
    PastedMusterRequest,
    Request,
    order_of,
)
from bot.game.requests.order_questions import AskFirst, CarryOut, ask_first
from bot.game.rulings import CareRequest, RulingRequest, told
from bot.game.rulings.quick_rulings import Ground, ruled_in, ruling_entries
from bot.game.sight import Viewer, view, viewer_of
from bot.game.sight.destinations import addressed
from bot.game.sight.masks import masks_of
from bot.game.store import RULING, EncounterRow, Outset
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.ruling_vocabulary import Ruled
from rules.engine.conduct import conduct
from rules.engine.records.copies import replace
from rules.engine.records.errors import DiceWanted, NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Attack, CombatantOrder, End, Pass, Redo, Undo
from rules.engine.records.records import Order

NO_ENCOUNTER = "No encounter is open in this channel. Start one with /encounter start."
_TRIES = 3
_GONE = "That encounter no longer exists."
_REFUSED = (Refusal, Incomplete, AskFirst, DiceWanted, Twice)
"""Refusals of the second delivery of an interaction: the first one may have been carried out."""

Work = Callable[[Outset], Awaitable[Group]]


class Referee:
    """Carries requests out. One per process; other processes may use the same database.

    Every order raises Refusal, Incomplete, AskFirst, DiceWanted or a StoreError, and then nothing is changed. An
    interaction that was carried out before returns what was stored then.
    """

    def __init__(self, library: Library, executor: Executor | None = None) -> None:
        self.library = library
        self.executor = executor or InProcess()
        self.store = library.store
        self.seeds = Seeds(library.store)
        self.journal = Journal(library.store, self.seeds)
        self.readings = ReadingQueue()
        self.locks = EncounterLocks()

    # --- orders

    async def carry_out(
        self, invocation: Invocation, request: Request, dice: str = "", ruleset: str = "", encounter_id: str = ""
    ) -> Group:
        """Resolve a request in the channel's encounter, or as a quick ruling if there is none (or a book is named).

        `encounter_id` names an encounter that may not be the channel's open one: the one an older button belongs to.
        """
        outset = None if ruleset and not encounter_id else await self._outset(invocation, encounter_id)
        if outset is None and not encounter_id:
            return await self._once(invocation, lambda: self._rule(invocation, request, dice, ruleset))
        return await self._locked(
            invocation, outset, lambda outset: self._in_encounter(invocation, outset, request, dice)
        )

    async def again(self, invocation: Invocation, encounter_id: str, seq: int) -> Group:
        """Return the order of entry `seq` again, on the present state of the encounter."""
        group = await self.journal.group(encounter_id, seq)
        if not group:
            raise NotNow("That order is deleted. Quick rulings are kept for seven days.")
        order = group[-1].order
        if not isinstance(order, CombatantOrder):
            raise NotNow("Only a fighter's order can be repeated.")
        order = without_dice(order)
        if group[0].kind == "ruling":
            setup, ruled = group[0].state, ruled_in(group)
            return await self._once(invocation, lambda: self._ruling(invocation, setup, order, "", ruled=ruled))
        return await self._here(
            invocation, encounter_id, lambda outset: self._in_encounter(invocation, outset, DirectRequest(order), "")
        )

    async def start(self, invocation: Invocation, **wanted: Unpack[Beginning]) -> Group:
        """Begin an encounter in the channel; the user becomes its GM. Raises ChannelTaken as well."""

        async def start() -> Group:
            begins = await started(self.library, invocation, **wanted)
            return await self._begin(invocation, *begins)

        return await self._once(invocation, start)

    async def bring(
        self, invocation: Invocation, found: Found, title: str = "", members: Collection[str] = ()
    ) -> Group:
        """Begin an encounter in the channel with the contents of an export; the user becomes its GM. Fighters keep
        their owners who are `members` of the server. Raises ChannelTaken as well."""
        book = self.library.shelf[found.encounter.ruleset]
        return await self._once(
            invocation, lambda: self._begin(invocation, book, imported(invocation, found, title, members))
        )

    async def end(self, invocation: Invocation, encounter_id: str = "") -> Group:
        """End the channel's encounter, or the one of that id, and show its seed."""
        return await self._here(invocation, encounter_id, lambda outset: self._end(invocation, outset))

    async def undo(self, invocation: Invocation, encounter_id: str = "", wanted: Wanted = LAST) -> Group:
        """Go back to the state before the last order with all its parts, or to one of them."""
        id = encounter_id or await self.current(invocation, ended_too=True)
        return await self._here(invocation, id, lambda outset: self._restore(invocation, outset, Undo(), wanted))

    async def undo_times(self, invocation: Invocation) -> tuple[str, ...]:
        """Return the times to which the user could undo a part of the last order, the latest first. Raises NotNow."""
        head = await self.journal.head(await self.current(invocation, ended_too=True))
        if head is None:
            raise NotNow(_GONE)
        return await times(self.journal, invocation.user, head, self.library.shelf[head.state.ruleset])

    async def redo(self, invocation: Invocation) -> Group:
        """Bring back what was undone last."""
        return await self._here(invocation, "", lambda outset: self._restore(invocation, outset, Redo()))

    async def settle(self, group: Group) -> None:
        """Do what follows from stored entries and can be repeated: rosters note who comes in and what an end leaves."""
        for entry in group:
            await self.library.rosters.brought_in(entry)
        last = group[-1]
        if isinstance(last.order, End) and (row := await self.store.journal.encounter(last.encounter_id)):
            await self.library.rosters.write_back(row, last)

    # --- questions

    async def open_in(self, channel: str) -> str | None:
        """Return the id of the channel's open encounter."""
        # Read each time: another process may have opened or ended it.
        row = await self.store.journal.open_encounter(channel)
        return row.id if row else None

    async def current(self, invocation: Invocation, ended_too: bool = False) -> str:
        """Return the channel's encounter (its last one, if `ended_too`). Raises NotNow where there is none."""
        if invocation.encounter:
            row = await self.store.journal.encounter(invocation.encounter)
            if row and (row.open or ended_too):
                return row.id
        elif id := await self.open_in(invocation.channel):
            return id
        if ended_too and (row := await self.store.journal.last_encounter(invocation.channel)):
            return row.id
        raise NotNow(NO_ENCOUNTER)

    async def context(self, invocation: Invocation) -> OrderContext | None:
        """Return the channel's encounter as this user would order in it; None where there is none."""
        if (outset := await self._outset(invocation)) is None:
            return None
        head = await self._head(outset)
        context = await self._context(invocation, head.state, outset)
        return replace(context, anchor=await last_anchor(self.store, head, context.viewer))

    async def roles(self, invocation: Invocation) -> frozenset[rights.Role]:
        """Return the user's roles in the channel and in its encounter, if one is open."""
        outset = await self._outset(invocation)
        encounter = (await self._head(outset)).state if outset else None
        keeper = (await self.library.settings(invocation.guild)).keeper
        return rights.roles(invocation.user, invocation.powers, encounter, keeper=keeper)

    async def viewer(self, user: str, encounter_id: str) -> Viewer:
        """Return the user's present viewer of the encounter of that id."""
        return viewer_of(user, (await self.head(encounter_id)).state)

    async def head(self, encounter_id: str) -> Entry:
        """Return the last entry of the encounter of that id."""
        head = await self.journal.head(encounter_id)
        if head is None:
            raise NotNow(_GONE)
        return head

    async def ground(self, invocation: Invocation, ruleset: str = "") -> Ground:
        """Return the ground of a quick ruling here. Raises UnknownName for the rulebook."""
        book, preset = await self.library.volume(invocation.guild, ruleset, invocation.places)
        homebrew = await self.library.homebrew(invocation.guild, book)
        return Ground(book, preset, homebrew, invocation.user, RULING + invocation.interaction, bool(ruleset))

    # --- inside

    async def _outset(self, by: Invocation, encounter_id: str = "") -> Outset | None:
        """Return the outset for orders in the encounter of that id, else in the channel's open one; None if there is
        none."""
        return await self.store.journal.outset(by.guild, by.channel, encounter_id or by.encounter, by.user, by.at)

    async def _here(self, invocation: Invocation, encounter_id: str, work: Work) -> Group:
        """Work on the encounter of that id, else on the channel's open one. Raises NotNow where there is none."""

        async def work_on_it() -> Group:
            outset = await self._outset(invocation, encounter_id)
            if outset is None and not encounter_id:
                raise NotNow(NO_ENCOUNTER)
            return await self._locked(invocation, outset, work)

        # Delivered once more, an end finds nothing open.
        return await self._once(invocation, work_on_it)

    async def _locked(self, invocation: Invocation, outset: Outset | None, work: Work) -> Group:
        if outset is None:
            raise NotNow(_GONE)
        id, tries = outset.encounter.id, _TRIES
        async with self.locks.taken(id) as late:
            while True:
                if late and (outset := await self._outset(invocation, id)) is None:
                    raise NotNow(_GONE)
                try:
                    return await work(outset)
                except _REFUSED as refused:
                    return await self._stored(invocation, refused)
                except Stale:
                    self.journal.forget(id)
                    late, tries = True, tries - 1
                    if not tries:
                        raise

    async def _once(self, invocation: Invocation, work: Callable[[], Awaitable[Group]]) -> Group:
        try:
            return await work()
        except _REFUSED as refused:
            return await self._stored(invocation, refused)

    async def _stored(self, invocation: Invocation, refused: Exception) -> Group:
        """Return what the first delivery of an interaction has stored; otherwise raise why this one is refused."""
        try:
            if stored := await self.journal.by_interaction(invocation.interaction):
                return stored
            raise refused
        finally:
            # Its traceback has this frame: they would keep each other, and all that the order was read from.
            del refused

    async def _head(self, outset: Outset) -> Entry:
        head = await self.journal.head_at(outset.encounter.id, outset.last)
        if head is None:
            raise NotNow(_GONE)
        return head

    async def _context(self, invocation: Invocation, encounter: Encounter, outset: Outset) -> OrderContext:
        book = self.library.shelf[encounter.ruleset]
        homebrew = await self.library.read(book, outset.homebrew, encounter)
        viewer = viewer_of(invocation.user, encounter)
        return OrderContext(
            view(encounter, book, viewer),
            book,
            homebrew,
            invocation.user,
            last=await self.journal.last_actor(encounter.id, invocation.user),
            powers=replace(invocation.powers_in(outset.encounter.channel_id), stands_in_for=outset.stands_in_for),
            name=invocation.name,
            interaction=invocation.interaction,
            viewer=viewer,
            whole=encounter,
            masks=masks_of(self.store, encounter.id),
        )

    async def _in_encounter(
        self, invocation: Invocation, outset: Outset, request: Request, typed: str, accepted: tuple[str, ...] = ()
    ) -> Group:
        """Carry a request out in an encounter; `accepted` are cautions that the player has confirmed."""
        id = outset.encounter.id

        def carried_out(order: Order, accepted: tuple[str, ...]) -> CarryOut:
            sure = ConfirmedRequest(order, head.state.clock)
            return lambda later, dice: self._here(
                later, id, lambda now: self._in_encounter(later, now, sure, dice, accepted)
            )

        head = await self._head(outset)
        context = await self._context(invocation, head.state, outset)
        if isinstance(request, MusterRequest | PastedMusterRequest | KeepRequest) and request.owner == invocation.user:
            roster = await self.library.rosters.of(invocation.guild, invocation.user, context.ruleset)
            context = replace(context, roster=roster)
        with refusals_named(context.encounter):
            order = await order_of(request, context)
            dice = await self.seeds.dice(invocation, head.state, head.origin, order, typed, context.ruleset)
            ask_first(order, context.encounter, context.ruleset, accepted, carried_out, context.passed_over(order))
            resolved = await resolve(
                order, head.state, context.ruleset, dice, self.executor, invocation.promise, context.encounter
            )
            state = check_growth(resolved.order, head.state, resolved.parts[-1].encounter, context.seen)
        entries = entries_of(invocation, head, resolved.order, resolved.parts, context.ruleset)
        entries = await in_thread_if_large(entries, addressed, entries, head.state, context.ruleset, outset)
        await self.journal.append(entries, written=resolved.written, state=state)
        return entries

    async def _begin(self, invocation: Invocation, book: Ruleset, begins: Begins) -> Group:
        id = secrets.token_hex(5)
        seed = self.seeds.drawn(id, invocation)
        order = begins(id, seed.commitment)
        nothing = replace(conduct.UNOPENED, id=id, commitment=seed.commitment, dice=order.dice)
        dice = await self.seeds.dice(invocation, nothing, 0, order, "", book)
        begun = await resolve(order, conduct.UNOPENED, book, dice, self.executor, invocation.promise)
        entries = await asyncio.to_thread(entries_of, invocation, None, begun.order, begun.parts, book)
        by, at, title = invocation, invocation.at, entries[0].state.title
        row = EncounterRow(id=id, guild_id=by.guild, channel_id=by.channel, ruleset=book.id, title=title, started_at=at)
        # Everybody is looked for who is in what was imported, or comes back with an undo.
        entries = await asyncio.to_thread(addressed, entries, entries[0].state, book, Outset(row, None, {}))
        await self.journal.append(entries, begins=row, seed=seed)
        return entries

    async def _rule(self, invocation: Invocation, request: Request, typed: str, ruleset: str) -> Group:
        if not isinstance(request, AttackRequest | ActionRequest) or request.verb in (Act, Pass):
            raise NotNow(NO_ENCOUNTER)
        ground = await self.ground(invocation, ruleset)
        ground.book.check_verb(request.verb)
        context, order = ground.staged(request)
        if isinstance(request, CareRequest):
            care = Ruled(request.line, "", request.granted, (), request.left_out)
            return await self._ruling(invocation, context.encounter, order, typed, ruled=(care,))
        if not (isinstance(request, RulingRequest) and isinstance(order, Attack)):
            return await self._ruling(invocation, context.encounter, order, typed)
        ruled = await asyncio.to_thread(told, request, order, context)
        return await self._ruling(invocation, context.encounter, order, typed, ruled=(ruled,))

    async def _ruling(
        self,
        invocation: Invocation,
        setup: Encounter,
        order: Order,
        typed: str,
        accepted: tuple[str, ...] = (),
        ruled: tuple[Ruled, ...] = (),
    ) -> Group:
        """Carry out a quick ruling, an encounter of two entries that is never open: the stage, and the order on it."""

        def carried_out(order: Order, accepted: tuple[str, ...]) -> CarryOut:
            return lambda later, dice: self._once(
                later, lambda: self._ruling(later, setup, order, dice, accepted, ruled)
            )

        book, invocation = self.library.shelf[setup.ruleset], invocation.for_ruling
        setup = replace(setup, id=RULING + invocation.interaction)
        with refusals_named(setup):
            dice = await self.seeds.dice(invocation, setup, 1, order, typed, book)
            ask_first(order, setup, book, accepted, carried_out)
            resolved = await resolve(order, setup, book, dice, self.executor, invocation.promise)
        entries = ruling_entries(invocation, setup, book, resolved.order, resolved.parts, ruled)
        await self.journal.append(entries)
        return entries

    async def _end(self, invocation: Invocation, outset: Outset) -> Group:
        seed = await self.seeds.of((await self._head(outset)).state)
        return await self._in_encounter(invocation, outset, DirectRequest(End(seed.hex())), "")

    async def _restore(
        self, invocation: Invocation, outset: Outset, order: Undo | Redo, wanted: Wanted = LAST
    ) -> Group:
        id, head = outset.encounter.id, await self._head(outset)
        book = self.library.shelf[head.state.ruleset]
        invocation = replace(invocation, powers=invocation.powers_in(outset.encounter.channel_id))

        def carried_out(wanted: Wanted) -> CarryOut:
            return lambda later, _: self.undo(later, id, wanted)

        way = await restore(self.journal, self.seeds, invocation, head, book, order, wanted, carried_out)
        if isinstance(way, Order):
            return await self._in_encounter(invocation, outset, DirectRequest(way), "")
        entries, seed = way
        entries = await asyncio.to_thread(addressed, entries, head.state, book, outset)
        await self.journal.append(entries, seed=seed)
        return entries
