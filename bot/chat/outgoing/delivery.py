"""Shows stored entries in Discord, each exactly once.

1. From before its order is stored until it is answered, an interaction is *in hand* (`handling`). A second delivery
   meanwhile, or after its user was told that nothing was stored, is dropped, and the sweep leaves it alone.
2. When the order is stored and the encounter's lock released, the group is settled and shown as the answer to the
   interaction, with a Details button whose custom id names the group.
3. The id of the message is noted in the entries (`mark`), several at a time because every write waits for the disk.
4. An entry without a message id is undelivered. Whatever fails here (the network, a crash, a lost note) leaves it so,
   and the sweep (`bot.chat.background.sweep`) looks for the message by the custom id and posts it if it is not there.
5. If Discord says that an interaction is already answered (40060), the answer is looked up instead of sent again.
6. Where else the group is owed (`bot.game.sight.destinations`), its reading there is posted after the answer
   (`bot.chat.outgoing.poster`). Each such row goes when its message is noted; one that stays is the sweep's as well.
7. A result that cannot be posted in the channel is reported to the next user who gives an order in that encounter; one
   that cannot be posted in a thread, to each of its people, with their next order, board or recap. Such notices are
   rows until they are heard. A private answer that did not get through is in the journal as such.
8. A public answer that tells the time and nothing else takes the place of the last such line
   (`bot.chat.outgoing.time_lines`).
9. A private answer whose reading is posted in the user's thread leads there; if it cannot be posted, it follows whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

import discord

from bot.chat import render
from bot.chat.outgoing import permissions
from bot.chat.outgoing.detail import Levels, levels_for
from bot.chat.outgoing.illustrator import Illustrator, is_pictured
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import (
    TROUBLE,
    AnyInteraction,
    answer_in_place,
    edit_posted,
    in_plain_text,
    lacked_by,
    send,
    unreachable,
)
from bot.chat.outgoing.poster import Key, Poster, answer_of, follow_up, key_of, shows, usable
from bot.chat.outgoing.rows import Rows
from bot.chat.outgoing.time_lines import TimeLines
from bot.chat.render import Reply
from bot.errors import NotShown, StoreError, Undecided
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.detail import Detail
from bot.game.entries.entries import Entry, Group
from bot.game.journal.large_work import in_thread_if_large
from bot.game.referee.referee import Referee
from bot.game.sight import PUBLIC, number_for, viewer_of
from bot.game.sight.destinations import CHANNEL, hearers, in_thread, person
from bot.game.store import RULING, EntryRow, OwedRow
from bot.watch import interaction_tracker
from rules.engine.records.orders import Start
from rules.engine.table.import_order import Import

log = logging.getLogger(__name__)

# Unknown message, unknown webhook, invalid webhook token: nobody can have seen an answer by this token.
_NO_ANSWER = (10008, 10015, 50027)
_MARK_EVERY = 0.05
# Orders that were dropped, of which a user reads.
_MOST_DROPPED = 5
# Seconds that answers under way are given when the bot is stopped.
_LAST_ANSWERS = 1.0


def _nothing_else(group: Group) -> None:
    """Do nothing."""


class Delivery:
    """Shows groups of entries and notes which message shows them. One per process."""

    def __init__(self, client: discord.Client, referee: Referee) -> None:
        self._client = client
        self._referee = referee
        self._in_hand: set[str] = set()
        self.unstored = BoundedMapping[str, None](4096)
        """Interactions whose users were told that nothing was stored; nothing of them is carried out any more."""
        self._undecided = BoundedMapping[str, None](4096)
        """Those of them of which it was not known whether they are stored."""
        self._dropped = BoundedMapping[int, tuple[tuple[str, int | None, datetime], ...]](4096)
        """By user, the latest orders that came too late, until their user has read of them."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._shown: dict[Key, tuple[Group, str]] = {}
        self._posted: set[OwedRow] = set()
        self._lines = TimeLines(self._noted)
        self.illustrator = Illustrator(referee)
        self.poster = Poster(client, referee, self._lines, self.illustrator)
        self.on_shown: Callable[[Group], None] = _nothing_else
        """Called when a group is shown."""
        self._marking: asyncio.Task[None] | None = None
        # One at a time: when `flush` returns, no earlier note is still being written.
        self._noting = asyncio.Lock()
        self._losing: frozenset[str] = frozenset()
        self._notifying: set[tuple[str, str]] = set()

    @contextlib.contextmanager
    def handling(self, interaction: str) -> Iterator[bool]:
        """Keep the sweep away from an interaction until it is answered. Yields False if its first delivery is in
        progress, or has told its user that nothing was stored."""
        if interaction in self._in_hand or interaction in self.unstored:
            interaction_tracker.note(interaction_tracker.REPEATED)
            yield False
            return
        self._in_hand.add(interaction)
        self._idle.clear()
        try:
            yield True
        finally:
            self._in_hand.discard(interaction)
            if not self._in_hand:
                self._idle.set()

    def not_answered(self, interaction: str, error: StoreError) -> None:
        """Note that a user was told why their order is not answered; nothing of it is carried out any more."""
        self.unstored[interaction] = None
        if isinstance(error, Undecided):
            self._undecided[interaction] = None

    @property
    def undecided(self) -> frozenset[str]:
        """The interactions of which it is not known yet whether they are stored."""
        return frozenset(self._undecided)

    async def decide(self, interaction: str) -> None:
        """Log whether an interaction was stored, of which that was not known. Raises StoreError."""
        rows = await self._referee.store.journal.by_interaction(interaction)
        self._undecided.pop(interaction, None)
        with interaction_tracker.about(interaction):
            if rows:
                log.warning("the order was stored as entry %s #%s", rows[0].encounter_id, rows[0].seq)
            else:
                log.warning("nothing of the order was stored")

    def has(self, interaction: str | None, key: Key) -> bool:
        """Return whether this is being answered now, or is answered and not yet noted."""
        return interaction in self._in_hand or key in self._shown

    def has_posted(self, row: OwedRow) -> bool:
        """Return whether this is posted and not yet noted."""
        return row in self._posted

    async def answer(self, interaction: AnyInteraction, group: Group) -> None:
        """Answer an interaction with what it led to. The sweep shows groups that fail here. Raises NotShown."""
        if group[-1].message_id or key_of(group) in self._shown:
            return
        try:
            await self._referee.settle(group)
            settled = True
        except StoreError as error:
            log.warning("the sweep will show the entries after %s #%s: %s", *key_of(group), error)
            settled = False
        book = self._referee.library.shelf[group[-1].state.ruleset]
        message, thread = "", await in_thread_if_large(group, in_thread, group, book)
        levels = await levels_for(interaction, self._referee.store)
        try:
            message = await self._answered(interaction, group, levels, thread)
        except (*TROUBLE, StoreError) as error:
            interaction_tracker.note(interaction_tracker.UNDELIVERED)
            log.warning("the sweep will show entry %s #%s: %s", *key_of(group), error)
            if isinstance(error, StoreError):
                raise NotShown from error
        except RuntimeError:
            self._check_hung_up()
            interaction_tracker.note(interaction_tracker.UNDELIVERED)
            log.warning("the next start will show entry %s #%s", *key_of(group))
        if message and settled:
            self.mark(group, message)
        if message and thread is None and is_pictured(group, levels.of(group).detail):
            edit = functools.partial(interaction.followup.edit_message, int(message))
            last = group[-1]
            self.illustrator.edit_in(edit, group, viewer_of(last.user, last.state) if last.private else PUBLIC)
        if settled:
            for row in group[0].owed:
                await self._post(interaction, group, row, levels, answers=row == thread)
        if message:
            await self._follow_up(interaction, group, levels.private.detail)
            await self._add(interaction, group)
            await self._tell_dropped(interaction)

    async def show(self, group: Group) -> None:
        """Post what no interaction led to. The sweep shows groups that fail here or cannot be posted."""
        if group[-1].message_id or key_of(group) in self._shown:
            return
        try:
            await self._referee.settle(group)
            if not group[-1].private:
                message, _ = await self.poster.post_answer(group)
                if message:
                    self.mark(group, message)
            for row in group[0].owed:
                if not await self.poster.post(group, row):
                    self.mark_posted(row)
        except (*TROUBLE, StoreError) as error:
            log.warning("the sweep will show entry %s #%s: %s", *key_of(group), error)

    async def remind(self, interaction: AnyInteraction, encounter: str) -> None:
        """Tell the user, in private, what of that encounter did not get through to them, and which of their orders came
        too late; each once."""
        await self._notify(interaction, encounter, [person(str(interaction.user.id))], private=True)
        await self._tell_dropped(interaction)

    def drop(self, interaction: AnyInteraction) -> None:
        """Note that an interaction came too late and that nothing of it is carried out. Its user has read that the bot
        did not respond; they read of it in private, with their next order or on their board."""
        interaction_tracker.note(interaction_tracker.LATE)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        command = interaction.command
        order = f"`/{command.qualified_name}`" if command is not None else "a button, a choice or a form"
        log.warning("%s came too late and is dropped", order)
        user = interaction.user.id
        late = order, interaction.channel_id, interaction.created_at
        self._dropped[user] = (*self._dropped.get(user, ()), late)[-_MOST_DROPPED:]

    async def recall(self) -> None:
        """Look where notices wait that were made by an earlier run or another one. Raises StoreError."""
        self._losing = await self._referee.store.outbox.losing()

    async def original(self, group: Group) -> str:
        """Return the id of the message that answers the interaction already; "" if there is none. Raises TROUBLE."""
        token = group[-1].token
        if token is None or self._client.application_id is None:
            return ""
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        try:
            message = await webhook.fetch_message("@original")  # type: ignore[arg-type]
        except discord.HTTPException as error:
            if error.code not in _NO_ANSWER and (unreachable(error) or error.status not in (403, 404)):
                raise
            return ""
        # After a press it may be the message with the button, or a private sentence.
        return str(message.id) if shows(message, group) else ""

    def mark(self, group: Group, message: str) -> None:
        """Note soon that the message shows the group."""
        log.debug("entry %s #%s is shown by message %s", *key_of(group), message)
        # Notes are collected: losing one only makes the sweep look, and each write waits for the disk.
        self._shown[key_of(group)] = group, message
        self._note_soon()
        self.on_shown(group)

    def mark_posted(self, row: OwedRow) -> None:
        """Note soon that this is posted."""
        self._posted.add(row)
        self._note_soon()

    async def flush(self) -> None:
        """Note now what was shown and posted; what cannot be noted is tried again next time."""
        async with self._noting:
            try:
                if posted := set(self._posted):
                    await self._referee.store.outbox.posted(posted)
                    self._posted -= posted
                while shown := dict(self._shown):
                    await self._referee.store.outbox.marked(
                        (e.encounter_id, e.seq, message) for group, message in shown.values() for e in group
                    )
                    for key in shown:
                        self._shown.pop(key, None)
            except StoreError as error:
                log.warning("%d messages could not be recorded: %s", len(self._shown) + len(self._posted), error)

    async def close(self) -> None:
        """Wait a moment for answers under way, and note what was shown."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _LAST_ANSWERS)
        await self.illustrator.close()
        await self.flush()

    async def _answered(
        self, interaction: AnyInteraction, group: Group, levels: Levels, thread: OwedRow | None = None
    ) -> str:
        called = await self.poster.called(group)
        detail = levels.of(group).detail
        reply, view = await in_thread_if_large(group, answer_of, group, self._referee, thread, called, detail)
        if group[-1].private:
            view = await usable(invocation_of(interaction), self._referee, group, view)
            return await send(interaction, reply, view, private=True) or await self.original(group)
        channel = group[-1].channel_id or ""
        async with self._lines.turn(group, channel) if reply.passing else contextlib.nullcontext():
            line = await self._lines.latest(group, channel, reply)
            message = await self._in_place(interaction, channel, line, reply, view) if line else None
            if message is None:
                message = await send(interaction, reply, view)
            if message:
                self._lines.note(group, channel, reply, message)
        return message or await self.original(group)

    async def _in_place(
        self, interaction: AnyInteraction, channel: str, line: int, reply: Reply, view: Rows
    ) -> str | None:
        """Put an answer in the place of an earlier message in the channel and tell the user in private.

        Return the message's id, "" if the interaction is already answered, None if the answer has to be posted. Raises
        TROUBLE.
        """
        pressed = interaction.message is not None and interaction.message.id == line
        if pressed and not interaction.response.is_done():
            return str(line) if await answer_in_place(interaction, reply, view) else ""
        if not await send(interaction, render.updated(reply), private=True):
            return ""
        message = self._client.get_partial_messageable(int(channel)).get_partial_message(line)
        if (await levels_for(interaction, self._referee.store)).public.plain_text:
            reply, view = await in_plain_text(reply, view)
        return str(line) if await edit_posted(message, reply, view) else None

    async def _noted(self) -> bool:
        await self.flush()
        return not (self._shown or self._posted)

    async def _post(
        self, interaction: AnyInteraction, group: Group, row: OwedRow, levels: Levels, *, answers: bool
    ) -> None:
        """Post a reading elsewhere; what fails here is left to the sweep, except that it is not allowed.

        One that `answers` the order follows as a private answer then.
        """
        try:
            reason = await self.poster.post(group, row)
            if not reason:
                self.mark_posted(row)
                return
            if answers:
                await self._answered(interaction, group, levels)
            await self.give_up_owed(group, row, reason, heard=group[-1].user if answers else "")
        except (*TROUBLE, StoreError) as error:
            log.warning("the sweep will show entry %s #%s in %s: %s", *key_of(group), row.channel_id, error)
        except RuntimeError:
            self._check_hung_up()
            log.warning("the next start will show entry %s #%s for %s", *key_of(group), row.channel_id)

    async def give_up(self, entries: Sequence[Entry | EntryRow], reason: str) -> None:
        """Note that entries are not shown. Raises StoreError."""
        first = entries[0]
        log.warning("entry %s #%s is only in the log: %s", first.encounter_id, first.seq, reason)
        notice = None
        if not first.private and not first.encounter_id.startswith(RULING):
            notice = OwedRow(first.encounter_id, first.seq, CHANNEL, first.channel_id or "")
            self._losing |= {first.encounter_id}
        await self._referee.store.outbox.gave_up(((entry.encounter_id, entry.seq, reason) for entry in entries), notice)

    async def give_up_owed(self, group: Group, row: OwedRow, reason: str, *, heard: str = "") -> None:
        """Note that a reading is not posted, for everyone who has not `heard` it. Raises StoreError."""
        log.warning("entry %s #%s cannot be posted in %s: %s", row.encounter_id, row.seq, row.channel_id, reason)
        notices = [one for one in hearers(row, group[-1].state) if one.reader != person(heard)] if group else []
        await self._referee.store.outbox.gave_up_owed(row, reason, notices)
        self._losing |= {row.encounter_id}

    def _check_hung_up(self) -> None:
        """Raise again what aiohttp says (RuntimeError), unless the bot has hung up."""
        if not self._client.is_closed():
            raise

    async def _follow_up(self, interaction: AnyInteraction, group: Group, detail: Detail) -> None:
        """Tell the user who ordered, in private, what a public answer keeps from others; Details has it as well."""
        more = await in_thread_if_large(group, follow_up, group, self._referee, detail)
        if more is None:
            return
        reply, view = more
        try:
            view = await usable(invocation_of(interaction), self._referee, group, view)
            await send(interaction, reply, view, private=True)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError, StoreError) as error:
            log.warning("the private message about entry %s #%s failed: %s", *key_of(group), error)

    async def _add(self, interaction: AnyInteraction, group: Group) -> None:
        """Tell the user who ordered, in private, which permissions are missing and what could not be posted."""
        last = group[-1]
        begun = last.kind == "order" and isinstance(last.order, Start | Import)
        warning = permissions.warning(lacked_by(interaction)) if begun else ""
        readers = [CHANNEL, person(last.user)] if last.encounter_id in self._losing else []
        if warning or readers or last.private:
            await self._notify(interaction, last.encounter_id, readers, warning, private=last.private)

    async def _notify(
        self, interaction: AnyInteraction, encounter: str, readers: Sequence[str], warning: str = "", *, private: bool
    ) -> None:
        """Tell the user, in private, what could not be posted for these readers and, in private alone, which private
        answers they lack."""
        user = str(interaction.user.id)
        if (encounter, user) in self._notifying:
            return
        self._notifying.add((encounter, user))
        try:
            await self._tell(interaction, encounter, readers, warning, private=private)
        except StoreError as error:
            log.warning("the notices about encounter %s must wait: %s", encounter, error)
        finally:
            self._notifying.discard((encounter, user))

    async def _tell(
        self, interaction: AnyInteraction, encounter: str, readers: Sequence[str], warning: str, *, private: bool
    ) -> None:
        store, user = self._referee.store, str(interaction.user.id)
        unanswered = await store.outbox.unanswered(encounter, user) if private else ()
        lost = await store.outbox.lost(encounter, readers) if readers else ()
        viewer = await self._referee.viewer(user, encounter) if lost or unanswered else PUBLIC
        unposted = [
            (number_for(count, viewer), "" if row.reader == CHANNEL else row.channel_id, reason)
            for row, count, reason in lost
        ]
        reply = render.notices(warning, unposted, [number_for(count, viewer) for count in unanswered])
        if reply is None:
            return
        try:
            await send(interaction, reply, private=True)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError) as error:
            log.warning("a private answer failed (%s): %s", reply.content, error)
            return
        if unanswered:
            await store.outbox.reminded(encounter, user)
        if lost:
            await store.outbox.posted([row for row, _, _ in lost])

    async def _tell_dropped(self, interaction: AnyInteraction) -> None:
        if not (orders := self._dropped.pop(interaction.user.id, ())):
            return
        try:
            await send(interaction, render.dropped(orders), private=True)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError) as error:
            log.warning("the notice about orders that came too late must wait: %s", error)
            self._dropped[interaction.user.id] = (*orders, *self._dropped.get(interaction.user.id, ()))[-_MOST_DROPPED:]

    def _note_soon(self) -> None:
        if self._marking is None or self._marking.done():
            # It is about more than the present order.
            with interaction_tracker.about(None):
                self._marking = asyncio.create_task(self._mark_soon())

    async def _mark_soon(self) -> None:
        await asyncio.sleep(_MARK_EVERY)
        await self.flush()
