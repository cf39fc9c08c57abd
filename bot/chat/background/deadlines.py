"""Watches the deadlines of decisions: reminds people and carries out the consequences of being late, each once.

1. Every few seconds `once` lists the deadlines of open encounters in which something has happened, or is due: a batch
   at a time, until there are no more.
2. It works out when the present decision began and ends (`bot.game.flow.deadlines`), and claims the row for as long as
   that takes; another process that sees it meanwhile leaves it alone. A process that dies leaves the claim to run out.
3. Due stages (`bot.game.flow.due`) is written down before anything is done: who is reminded, who is late.
4. Then it is done: people are reminded in one message, the clock passes for those who are late, or the GM is called.
   Interrupted work is found by its rows and done at the next look; a message is looked for by its buttons first. The
   clock's order has an interaction id of its own for each decision, so it is carried out once; the sweep posts it.
5. Deadlines that passed while the bot was down are handled once at the start: those who are late are not reminded
   besides.

An order makes the decision void: then nobody is late, and nothing is done.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

import discord

from bot.chat.background.clock import Clock
from bot.chat.background.periodic import Periodic
from bot.chat.outgoing.controls import (
    CALL_VERBS,
    REMINDER_VERBS,
    TIME_OUT_VERBS,
    decision_id,
    decision_row,
    is_reminder,
)
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.detail import as_posted
from bot.chat.outgoing.messages import (
    TROUBLE,
    custom_ids,
    edit_posted,
    has_button,
    message_parts,
    nonce,
    posted,
    refused,
    unreachable,
)
from bot.chat.outgoing.poster import situation_of
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.chat.render.notices import deadlines as words
from bot.errors import StoreError
from bot.game.entries.entries import Entry
from bot.game.entries.invocation import id_by_clock
from bot.game.flow import deadlines, due, pace
from bot.game.flow.time_outs import decided_for, done_for
from bot.game.people.personal_settings import NOBODY, Notify, Person, people_here, people_of
from bot.game.referee.referee import Referee
from bot.game.sight import PUBLIC, asked_openly, view
from bot.game.sight.to_act import still_playing
from bot.game.sight.undecided import still_asked
from bot.game.store import DeadlineRow
from rules.engine.books.table_options import HOLD, OFF, PASS
from rules.engine.flow.pending_decisions import by_windows
from rules.engine.records.errors import NotNow, Unplayable
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next
from rules.engine.records.references import GMS
from rules.engine.sight.sight import fog

log = logging.getLogger(__name__)

_BATCH = 20
_BETWEEN = 1.0
"""Seconds between two batches of one look: Discord accepts 50 requests a second, and players need some of them."""
_LONGEST_TRY = 10.0
_CLAIM = timedelta(seconds=30)
"""How long a deadline is left alone while another look is at work on it, or after that has failed."""
# How far the host's clock may be from Discord's.
_APART = timedelta(hours=2)
_LOOKED_THROUGH = 10
"""The latest orders among which the one that let time pass is looked for."""
_INSTANT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class _Post:
    """The post about a decision (None: there is none), the verbs of its buttons, and the direct messages to users;
    `instead` returns the post if Discord refuses the messages to some of them.
    """

    reply: Reply | None
    verbs: Sequence[str] = ()
    direct: Mapping[str, Reply] = field(default_factory=dict)
    instead: Callable[[Collection[str]], Reply | None] | None = None


@dataclass(frozen=True, slots=True)
class _Look:
    """A look at a decision: its row, the last entry, who is asked, who of them in public, what people have set."""

    row: DeadlineRow
    head: Entry
    asked: Collection[str]
    named: frozenset[str]
    gm: str
    people: Mapping[str, Person]
    now: datetime


def _takes_messages(user: str, people: Mapping[str, Person], *, apart: bool = False) -> bool:
    """Return whether a user is called in direct messages: by choice, or because nobody else may read it."""
    notify = people.get(user, NOBODY).notify
    return user.isdecimal() and (notify is Notify.DIRECT or (apart and notify is Notify.CHANNEL))


def _nothing_else(encounter_id: str) -> None:
    """Do nothing."""


class Timekeeper:
    """Looks every `seconds` seconds for due decisions; 0 means never."""

    def __init__(
        self, client: discord.Client, referee: Referee, delivery: Delivery, clock: Clock, seconds: float
    ) -> None:
        self._client = client
        self._delivery = delivery
        self._calling = delivery.poster.calling
        self._referee = referee
        self.clock = clock
        self._seconds = seconds
        self._broken: set[tuple[str, int]] = set()
        self._periodic = Periodic(clock, seconds, self._all, "deadlines")
        self.on_changed: Callable[[str], None] = _nothing_else
        """Called when a decision of an encounter (its id) begins, ends, or is due at another time."""

    def start(self) -> None:
        """Look now and from now on."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop."""
        await self._periodic.close()

    async def once(self) -> int:
        """Do what is due, in a batch of encounters at most, and return how many were looked at.

        Raises StoreError.
        """
        now = self.clock.now()
        rows = await self._referee.store.deadlines.due(now, _BATCH + len(self._broken))
        rows = tuple(row for row in rows if (row.encounter_id, row.last) not in self._broken)
        for outcome in await asyncio.gather(*(self._done(row, now) for row in rows), return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome
        return len(rows)

    async def _all(self) -> None:
        while await self.once() >= _BATCH:
            await self.clock.sleep(_BETWEEN)

    async def look(self, encounter_id: str) -> DeadlineRow | None:
        """Do what is due in an encounter, and return its deadline. Raises StoreError."""
        row = await self._referee.store.deadlines.of(encounter_id)
        if row is not None and row.rule:
            await self._done(row, self.clock.now())
            row = await self._referee.store.deadlines.of(encounter_id)
        return row

    async def _done(self, row: DeadlineRow, now: datetime) -> None:
        """Do what is due in an encounter.

        A programming error and an unplayable encounter are logged, and not tried again before the encounter changes.
        """
        try:
            async with asyncio.timeout(_LONGEST_TRY):
                await self._look(row, now)
        except StoreError:
            raise
        except Unplayable as error:
            self._broken.add((row.encounter_id, row.last))
            log.warning("the deadline of %s waits: %s", row.encounter_id, error.reason)
        except (NotNow, *TROUBLE) as error:
            log.info("the deadline of %s failed; trying again: %r", row.encounter_id, error)
        except Exception:
            self._broken.add((row.encounter_id, row.last))
            log.exception("the deadline of %s could not be handled", row.encounter_id)

    async def _look(self, row: DeadlineRow, now: datetime) -> None:
        store = self._referee.store
        head = await self._referee.journal.head(row.encounter_id)
        if head is None or head.seq != row.last:
            return
        encounter = head.state
        book = self._referee.library.shelf[encounter.ruleset]
        stalled = pace.stalled(head)
        asked = still_asked(encounter, book)
        named = asked_openly(encounter, book)
        if stalled and not asked:
            # Everyone with a fighter in play is called for an order of whatever kind.
            asked = named = frozenset(still_playing(encounter, book, PUBLIC)) - {GMS}
        settled = replace(deadlines.settled(row, encounter, asked, now), next_at=now + _CLAIM)
        if not await store.deadlines.advance(row, settled):
            return
        claimed = replace(settled, version=row.version + 1)
        if (settled.due_at, settled.paused_at) != (row.due_at, row.paused_at):
            self.on_changed(row.encounter_id)
        await self._finish(claimed)
        if row.seq != row.last:
            await store.deadlines.forgive_misses(row.encounter_id, row.seq)
        gm = next((gm for gm in encounter.gms if gm.isdecimal()), "")
        known = view(encounter, book, PUBLIC)  # reminders are posted in public
        people = await people_here(store, row.guild_id, {*asked, gm}, known, now)
        decision = claimed.encounter_id, claimed.decision
        before = await store.deadlines.reminders(*decision)
        todo = due.todo(claimed, asked, gm, people, await store.deadlines.misses(row.encounter_id), before, now)
        # Nobody is late where any order will do.
        late = () if stalled else todo.late
        if self._waits_for_gm(encounter, gm, people, now):
            _, left = due.overdue(encounter, book, {user for user, _ in late})
            late = tuple(one for one in late if one[0] not in left)
        # Stages that begin together are done together; the two are told apart by their moments.
        if late:
            await store.deadlines.remind(*decision, late, now)
        if todo.remind:
            await store.deadlines.remind(*decision, todo.remind, now + _INSTANT)
        again = todo.next_at
        if late != todo.late and not stalled:
            again = min(filter(None, (again, due.call_after(gm, people, now))))
        old = {one.made_at for one in before}
        rows = await store.deadlines.reminders(*decision)
        look = _Look(claimed, head, asked, named, gm, people, now)
        for made_at, batch in due.merged(rows).items():
            users = [one.user for one in batch if one.user in asked]
            if batch[0].stage in (due.HALF, due.MOST):
                post = await self._reminder(look, batch[0].stage, users)
            else:
                post = await self._time_out(look, users, due.time_outs(rows, made_at))
            await self._send(look.row, post, made_at, interrupted=made_at in old)
            await store.deadlines.finish_reminders(*decision, made_at, now)
        await store.deadlines.advance(claimed, replace(claimed, next_at=again))

    async def _finish(self, row: DeadlineRow) -> None:
        """Tell whose time was up in earlier decisions, where that was interrupted after the clock's order."""
        for decision, rows in (await self._referee.store.deadlines.unfinished(row.encounter_id, row.decision)).items():
            for made_at in dict.fromkeys(one.made_at for one in rows):
                number = due.time_outs(rows, made_at)
                head = await self._referee.journal.head(row.encounter_id)
                late = await decided_for(self._referee, row.encounter_id, decision, number)
                if head and late:
                    people = await people_of(self._referee.store, row.guild_id, late)
                    past = replace(row, decision=decision)
                    post = await self._time_is_up(past, head.state, late, people)
                    await self._send(past, post, made_at, interrupted=True)
                await self._referee.store.deadlines.finish_reminders(
                    row.encounter_id, decision, made_at, self.clock.now()
                )

    def _waits_for_gm(self, encounter: Encounter, gm: str, people: Mapping[str, Person], now: datetime) -> bool:
        """Return whether a GM has to hear of users who are late, and may not be called now."""
        return due.mode(encounter) not in (PASS, HOLD) and due.call_after(gm, people, now) > now

    async def _reminder(self, look: _Look, stage: str, users: Sequence[str]) -> _Post:
        """Return the reminder of these users; directly, where the channel does not know that they are asked."""
        row, people, now, encounter = look.row, look.people, look.now, look.head.state
        if not users or row.began_at is None or row.due_at is None or now >= row.due_at:
            return _Post(None)
        recipients = {one: user for user in users if (one := due.reminded_for(user, look.gm, people, now))}
        first = row.began_at if stage == due.HALF else None
        lost = await self._uncalled(look, recipients.values()) if first else frozenset[str]()
        pinged = {
            one
            for one, user in recipients.items()
            if people.get(one, NOBODY).is_pinged_by_reminder(now, first, called=user not in lost)
        }
        openly = [one for one, user in recipients.items() if user in look.named]
        direct = dict[str, Reply]()
        for one, user in sorted(recipients.items()):
            apart = user not in look.named and one in pinged
            if _takes_messages(one, people, apart=apart) and people.get(one, NOBODY).may_be_called(now):
                situation = await self._situation(look.head, user)
                direct[one] = words.direct_reminder(encounter.title, row.due_at, row.channel_id, situation)

        def reminder(refused_by: Collection[str]) -> Reply | None:
            named = [one for one in openly if one not in direct or one in refused_by]
            mentioned = ({*pinged} - {*direct}) | {*refused_by}
            return words.reminder(encounter, due_at, named, mentioned & {*named}) if named else None

        due_at = row.due_at
        return _Post(reminder(()), REMINDER_VERBS, direct, reminder)

    async def _situation(self, head: Entry, user: str) -> words.Situation:
        """Return what a user can know of their decision, with what happened when time passed last."""
        seq = head.seq
        for _ in range(_LOOKED_THROUGH):
            group = await self._referee.journal.group(head.encounter_id, seq)
            if isinstance(group[-1].order, Next) or not group[0].parent:
                break
            seq = group[0].parent
        return await asyncio.to_thread(situation_of, group, self._referee, user, head.state)

    async def _uncalled(self, look: _Look, users: Collection[str]) -> frozenset[str]:
        """Return the users that no call has reached: theirs could not be posted, or there was none yet."""
        encounter, waiting = look.head.state, look.head.calls.waiting
        book = self._referee.library.shelf[encounter.ruleset]
        lost = await self._referee.store.deadlines.uncalled(look.row.encounter_id, users)
        return lost | (asked_openly(encounter, book) - {*waiting} if by_windows(encounter) else frozenset())

    async def _time_out(self, look: _Look, users: Sequence[str], number: int) -> _Post:
        """Carry out the consequence of being late for these users. Return the message to post, which names users as far
        as everyone may know that they had to decide.

        Raises NotNow if something was ordered meanwhile.
        """
        row, gm, encounter = look.row, look.gm, look.head.state
        book = self._referee.library.shelf[encounter.ruleset]
        passes, left = due.overdue(encounter, book, users)
        if passes:
            # The sweep would post it after what follows from it.
            with self._delivery.handling(id_by_clock(encounter.id, due.ordered_as(row.decision, number))):
                group = await due.time_out(self._referee, row, encounter, passes, number, look.now)
                await self._delivery.show(group)
        decided = await decided_for(self._referee, row.encounter_id, row.decision, number)
        left &= look.named
        post = await self._time_is_up(row, encounter, decided, look.people)
        if not left:
            return post
        if due.mode(encounter) == HOLD or not gm:
            return replace(post, reply=words.both(post.reply, words.held(encounter, left)))
        # With fog it would tell that a hidden fighter is asked something.
        may_pass = fog(encounter) != OFF or bool(due.passes_for(encounter, book, left))
        pinged_gm = look.people.get(gm, NOBODY).may_be_called(look.now)
        call = words.call(encounter, gm, left, pinged=pinged_gm, may_pass=may_pass)
        verbs = (*post.verbs, *(CALL_VERBS if may_pass else ()))
        late = words.time_is_up(encounter.title, row.channel_id, decided=False)
        others = [user for user in sorted(left) if user not in post.direct and _takes_messages(user, look.people)]
        return replace(
            post, reply=words.both(post.reply, call), verbs=verbs, direct={**post.direct, **dict.fromkeys(others, late)}
        )

    async def _time_is_up(
        self, row: DeadlineRow, encounter: Encounter, decided: Collection[str], people: Mapping[str, Person]
    ) -> _Post:
        """Return the message that time is up for some users and the clock has decided for them."""
        if not decided:
            return _Post(None)
        reply = words.decided(encounter, decided)
        direct: dict[str, Reply] = {}
        for user in sorted(decided):
            if _takes_messages(user, people):
                lines = await done_for(self._referee, row.encounter_id, row.decision, user)
                direct[user] = words.both(words.time_is_up(encounter.title, row.channel_id), words.done_for(lines))
        return _Post(reply, TIME_OUT_VERBS, direct)

    async def _send(self, row: DeadlineRow, post: _Post, made_at: datetime, *, interrupted: bool) -> None:
        """Send the direct messages, then the post, which reminds those who take no direct messages."""
        refused_by: list[str] = []
        for user, message in post.direct.items():
            if not await self._send_directly(row, user, message, post.verbs, made_at, interrupted=interrupted):
                refused_by.append(user)
        reply = post.instead(refused_by) if post.instead else post.reply
        if reply is not None:
            await self._post(row, reply, post.verbs, made_at, interrupted=interrupted)
        for user in refused_by:
            await self._referee.store.people.refuse_direct(row.guild_id, user)

    async def _send_directly(
        self,
        row: DeadlineRow,
        user: str,
        message: Reply,
        verbs: Sequence[str],
        made_at: datetime,
        *,
        interrupted: bool,
    ) -> bool:
        """Send a user a direct message about a decision, once. Return False if the user takes none."""
        verbs = [verb for verb in verbs if verb in REMINDER_VERBS]
        ids = {decision_id(verb, row.encounter_id, row.decision, made_at) for verb in verbs}
        view = Rows([decision_row(verbs, row.encounter_id, row.decision, made_at)]) if verbs else None

        def ours(sent: discord.Message) -> bool:
            return has_button(sent, ids) or (not ids and sent.content == message.content)

        async def send(channel: discord.DMChannel) -> None:
            if not (interrupted and await posted(channel, self._client.user, ours, made_at - _APART)):
                once = nonce(decision_id(user, row.encounter_id, row.decision, made_at))
                await channel.send(**message_parts(message, view), nonce=once)

        return await self._calling.directly(user, send)

    async def _post(
        self, row: DeadlineRow, reply: Reply, verbs: Sequence[str], made_at: datetime, *, interrupted: bool
    ) -> None:
        """Post something about a decision, unless it was posted just before a crash; a refusal counts as posted."""
        ids = {decision_id(verb, row.encounter_id, row.decision, made_at) for verb in verbs}
        channel = self._client.get_partial_messageable(int(row.channel_id))
        view = Rows([decision_row(verbs, row.encounter_id, row.decision, made_at)]) if verbs else None
        reply, view = await as_posted(self._client, self._referee.store, reply, view, row.channel_id)
        once = nonce(decision_id("", row.encounter_id, row.decision, made_at))

        def ours(message: discord.Message) -> bool:
            return has_button(message, ids) or (not ids and message.content == reply.content)

        def earlier(message: discord.Message) -> bool:
            alike = message.content == reply.content
            ids = custom_ids(message.components)
            return alike and any(is_reminder(id, row.encounter_id, row.decision) for id in ids)

        try:
            if interrupted and await posted(channel, self._client.user, ours, made_at - _APART):
                return
            if verbs == REMINDER_VERBS and not reply.mentions and view is not None and row.began_at:
                # A second message that mentions nobody would only say the same again.
                found = await posted(channel, self._client.user, earlier, row.began_at)
                if found and await edit_posted(channel.get_partial_message(int(found)), reply, view):
                    return
            await channel.send(**message_parts(reply, view), nonce=once)
        except discord.HTTPException as error:
            if unreachable(error):
                raise
            log.warning("no reminders in %s: %s", row.encounter_id, refused(error) or error)
