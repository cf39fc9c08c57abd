"""The live boards: one message for each destination of an encounter, edited as things change, exactly one at any time.

1. An encounter has boards as its channel's row in the table says (`bot.game.store.parts.boards`): one in the channel
   and one in each of its threads. `touch` says that something has changed, and `once` looks for what nobody said: after
   a crash, or by another process.
2. A board is brought up to date by a task of its encounter: it waits its turn, works out what its readers may know at
   that moment, and edits the message if that differs from what it shows (`digest`). So what happens meanwhile costs no
   edit: at most one in two seconds. Edits of messages older than an hour share a budget in their channel
   (`_OLD_EDITS`).
3. A board is posted in three steps: it is noted that number `made` is about to be posted and which message it
   replaces; it is posted silently, with a nonce that Discord enforces; its id is noted, and the former one is deleted.
   A kill after any of them leaves a row that says what is left to do. A message that may have been posted and was not
   noted is looked for by its button, whose custom id has the number `made`.
4. It is posted again when the GM asks for it, when somebody has deleted it, or when Discord takes no more edits of old
   messages (30046) although the bot has waited. A final refusal by Discord is noted with its reason; the encounter
   has no board then, and answers are public again.

A board is pinned where the bot may pin, and mentions nobody: names of people in it notify no one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord.utils import format_dt

from bot.chat import render
from bot.chat.background.clock import Clock
from bot.chat.background.periodic import Periodic
from bot.chat.outgoing import permissions
from bot.chat.outgoing.controls import board_rows, is_board
from bot.chat.outgoing.detail import as_posted
from bot.chat.outgoing.illustrator import POSTED, Illustrator, Picture, with_picture
from bot.chat.outgoing.messages import (
    TROUBLE,
    custom_ids,
    is_gone,
    message_parts,
    nonce,
    posted,
    refused,
    too_many_old_edits,
)
from bot.chat.outgoing.permissions import ATTACH_FILES, PIN_MESSAGES, Permission
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.errors import StoreError
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.entries import Entry, Group
from bot.game.flow import pace
from bot.game.flow.deadlines import due_in
from bot.game.journal.anchors import last_anchor
from bot.game.maps.pictures import board_picture
from bot.game.referee.referee import Referee
from bot.game.sight import Viewer, asked_openly, view
from bot.game.sight.board_status import BoardStatus, board_status
from bot.game.sight.destinations import viewer_at
from bot.game.store import BoardRow
from bot.watch.interaction_tracker import about
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import Unplayable
from rules.engine.records.model import Encounter

log = logging.getLogger(__name__)

_BETWEEN = 2.0
_OLD = timedelta(hours=1)
# Three in twenty seconds, as far as anybody knows.
_OLD_EDITS = 7.0
_BATCH = 100
_MOST_REMEMBERED = 4096
_LONGEST_TRY = 20.0
_LONGEST_PAUSE = 600.0
_APART = timedelta(hours=2)
"""The greatest difference to expect between the host's clock and Discord's."""


class Boards:
    """Keeps the boards of all encounters.

    One per process; `seconds` is how often it looks for changes that were not announced.
    """

    def __init__(
        self, client: discord.Client, referee: Referee, clock: Clock, seconds: float, illustrator: Illustrator
    ) -> None:
        self._client = client
        self._illustrator = illustrator
        self._referee = referee
        self.store = referee.store
        self._clock = clock
        self._seconds = seconds
        self._known = BoundedMapping[str, None](_MOST_REMEMBERED)
        self._changed: set[str] = set()
        self._to_repost: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._touched = BoundedMapping[tuple[str, str], float](_MOST_REMEMBERED)
        self._old_edits = BoundedMapping[str, float](_MOST_REMEMBERED)
        self._failures: dict[str, tuple[int, float]] = {}
        self._begun: set[tuple[str, str, int]] = set()
        self._periodic = Periodic(clock, seconds, self.once, "boards")

    def start(self) -> None:
        """Look now and from now on for boards that are behind."""
        self._periodic.start()

    async def close(self) -> None:
        """Stop. The next start finds the work that is left."""
        await self._periodic.close()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def shown(self, group: Group) -> None:
        """Bring the boards up to date after an order of an encounter that has any, as far as this process knows."""
        if group[0].board_in:
            self._known[group[0].encounter_id] = None
        self.follow(group[0].encounter_id)

    def follow(self, encounter_id: str) -> None:
        """Bring the boards of an encounter up to date if it has any, as far as this process knows."""
        if encounter_id in self._known:
            self.touch(encounter_id)

    def touch(self, encounter_id: str, *, repost: bool = False) -> None:
        """Bring the boards of an encounter up to date soon, or post them again (`repost`)."""
        self._known[encounter_id] = None
        self._changed.add(encounter_id)
        if repost:
            self._to_repost.add(encounter_id)
        if encounter_id not in self._tasks:
            # It is about more than the present order.
            with about(None):
                task = self._tasks[encounter_id] = asyncio.create_task(self._brought(encounter_id))
            task.add_done_callback(lambda _: self._tasks.pop(encounter_id, None))

    async def settled(self, encounter_id: str) -> None:
        """Wait until the boards of an encounter show its state at the time of this call, or until that has failed."""
        while (task := self._tasks.get(encounter_id)) is not None:
            await asyncio.wait([task])

    async def once(self) -> None:
        """Touch the encounters whose boards are behind. Raises StoreError."""
        now = self._clock.monotonic()
        for id in await self.store.boards.behind(_BATCH + len(self._failures)):
            if self._failures.get(id, (0, now))[1] <= now:
                self.touch(id)

    async def _brought(self, encounter_id: str) -> None:
        """Bring the boards of one encounter up to date, until nothing has changed meanwhile."""
        try:
            while encounter_id in self._changed:
                self._changed.discard(encounter_id)
                repost = encounter_id in self._to_repost
                self._to_repost.discard(encounter_id)
                rows = await self.store.boards.of(encounter_id)
                if not any(row.place for row in rows):
                    self._known.pop(encounter_id, None)
                bringing = [self._bring(row, repost=repost) for row in rows if row.gave_up is None]
                for outcome in await asyncio.gather(*bringing, return_exceptions=True):
                    if isinstance(outcome, BaseException):
                        raise outcome
            self._failures.pop(encounter_id, None)
        except (*TROUBLE, TimeoutError, StoreError, Unplayable) as error:
            self._failed(encounter_id, error)
        except Exception as error:
            self._failed(encounter_id, error)
            log.exception("the board of encounter %s", encounter_id)
        finally:
            self._changed.discard(encounter_id)

    def _failed(self, encounter_id: str, error: Exception) -> None:
        tries = self._failures.get(encounter_id, (0, 0.0))[0] + 1
        pause = min(self._seconds * 2.0**tries, _LONGEST_PAUSE)
        self._failures[encounter_id] = tries, self._clock.monotonic() + pause
        log.warning("the board of encounter %s failed; next try in %.0f s: %r", encounter_id, pause, error)

    # --- one board

    async def _bring(self, row: BoardRow, *, repost: bool = False) -> None:
        head = await self._referee.journal.head(row.encounter_id)
        if head is None:
            return
        if row.place is None or (row.made_at and row.channel_id != row.place):
            await self._take_away(row)
            if row.place is not None:
                self.touch(row.encounter_id)
            return
        if row.made_at is None or (repost and row.message_id is not None):
            if not head.state.ended:
                await self._make(row)
            return
        if row.message_id is None:
            await self._post(row)
        elif row.former_id is not None:
            await self._delete(row, row.former_id)
        if row.message_id is not None:
            await self._update(row)

    async def _update(self, row: BoardRow) -> None:
        """Edit the message to what its readers may know now, when its turn has come."""
        assert row.message_id is not None and row.made_at is not None
        head = await self._referee.journal.head(row.encounter_id)
        if head is not None and head.seq == row.shown and await self._is_shown(row, head):
            return
        await self._turn(row)
        old = self._clock.now() - row.made_at > _OLD
        if old:
            await self._old_turn(row.channel_id)
        head = await self._referee.journal.head(row.encounter_id)
        if head is None:
            return
        parts, digest = await self._parts(row, head)
        if digest != row.digest:
            message, files = self._message(row.channel_id, row.message_id), parts.pop("files", [])
            try:
                async with asyncio.timeout(_LONGEST_TRY):
                    # An edit drops the files that it does not name, so it names those that it keeps: it brings all
                    # of them.
                    await message.edit(**parts, attachments=files)
            except (discord.HTTPException, TimeoutError) as error:
                if is_gone(error) or too_many_old_edits(error) or (old and isinstance(error, TimeoutError)):
                    if not is_gone(error):
                        await self._clock.sleep(_OLD_EDITS)
                    await self._make(row, former=not is_gone(error))
                    return
                if not (reason := refused(error, self._lacked(row))):
                    raise
                await self._give_up(row, reason)
                return
            finally:
                self._touched[row.encounter_id, row.reader] = self._clock.monotonic()
            if head.state.ended:
                await self._pin(message, False)
        await self.store.boards.shows(row, row.message_id, head.seq, digest)

    async def _is_shown(self, row: BoardRow, head: Entry) -> bool:
        return (await self._parts(row, head))[1] == row.digest

    async def _make(self, row: BoardRow, *, former: bool = True) -> None:
        """Post a board where there is none, or in place of the one there is."""
        if former and row.message_id and row.former_id:
            await self._delete(row, row.former_id)
            row = replace(row, former_id=None)
        elif not former:
            row = replace(row, message_id=None)
        begun = await self.store.boards.begin(row, row.place or row.channel_id, self._clock.now())
        if begun is not None:
            self._begun.add((begun.encounter_id, begun.reader, begun.made))
            await self._post(begun)

    async def _post(self, row: BoardRow) -> None:
        """Post the board that was begun, unless it is there, and delete the one before it."""
        head = await self._referee.journal.head(row.encounter_id)
        if head is None or row.made_at is None:
            return
        channel = self._client.get_partial_messageable(int(row.channel_id))
        key = row.encounter_id, row.reader, row.made
        parts, digest = await self._parts(row, head)
        found = "" if key in self._begun else await self._already(row)
        # Only the first try knows that nothing was posted before.
        self._begun.discard(key)
        shown = head.seq
        if found:
            message, shown, digest = self._message(row.channel_id, found), 0, ""
        else:
            await self._turn(row)
            try:
                async with asyncio.timeout(_LONGEST_TRY):
                    sent = await channel.send(**parts, silent=True, nonce=nonce(":".join(map(str, (*key, "board")))))
            except discord.HTTPException as error:
                if not (reason := refused(error, self._lacked(row))):
                    raise
                await self._give_up(row, reason)
                return
            finally:
                self._touched[row.encounter_id, row.reader] = self._clock.monotonic()
            message = self._message(row.channel_id, str(sent.id))
        await self.store.boards.shows(row, str(message.id), shown, digest)
        await self._pin(message, True)
        if row.former_id is not None:
            await self._delete(row, row.former_id)
        if found:
            self.touch(row.encounter_id)

    async def _take_away(self, row: BoardRow) -> None:
        """Delete a board that should not be there."""
        if row.made_at is None:
            return
        message = row.message_id or await self._already(row)
        for id in filter(None, (row.former_id, message)):
            await self._delete(row, id)
        await self.store.boards.gone(row)

    async def _give_up(self, row: BoardRow, reason: str) -> None:
        log.warning("no board of encounter %s in %s: %s", row.encounter_id, row.channel_id, reason)
        await self.store.boards.gone(row, reason)

    async def _delete(self, row: BoardRow, message_id: str) -> None:
        try:
            await self._message(row.channel_id, message_id).delete()
        except discord.HTTPException as error:
            if not refused(error):
                raise
        await self.store.boards.former_gone(row, message_id)

    async def _pin(self, message: discord.PartialMessage, pinned: bool) -> None:
        """Pin a board or take the pin out, where the bot may; that it may not is no trouble."""
        channel = self._client.get_channel(message.channel.id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return
        try:
            if channel.permissions_for(channel.guild.me).value & PIN_MESSAGES.bit:
                await (message.pin() if pinned else message.unpin())
        except (*TROUBLE, discord.ClientException) as error:
            log.info("a board could not be pinned: %r", error)

    async def _already(self, row: BoardRow) -> str:
        """Return the id of a message that was posted as this board and not recorded, or "" if there is none."""
        assert row.made_at is not None

        def ours(message: discord.Message) -> bool:
            return any(is_board(id, row.encounter_id, row.made) for id in custom_ids(message.components))

        channel = self._client.get_partial_messageable(int(row.channel_id))
        return await posted(channel, self._client.user, ours, row.made_at - _APART)

    async def _parts(self, row: BoardRow, head: Entry) -> tuple[dict[str, Any], str]:
        """Return the board as a message, and its digest."""
        truth = head.state
        book = self._referee.library.shelf[truth.ruleset]
        viewer = viewer_at(row.reader, truth)
        # That of sixty fighters takes long to work out.
        stalled = pace.stalled(head)
        still = await asyncio.to_thread(partial(board_status, truth, book, viewer, stalled=stalled))
        deadline = await self._deadline(truth) if still.waiting or stalled or asked_openly(truth, book) else ""
        reply = await asyncio.to_thread(_words, truth, book, viewer, still, deadline)
        anchor = await last_anchor(self.store, head, viewer)
        rows = Rows(board_rows(row.made, anchor, ended=truth.ended, fighters=bool(truth.combatants)))
        reply, rows = await as_posted(self._client, self.store, reply, rows, row.place, head.channel_id)
        picture = await self._picture(row, head)
        shown = hashlib.sha256(picture[1]).hexdigest() if picture else ""
        text = json.dumps([reply.content, rows.to_components(), *([shown] if shown else [])])
        return message_parts(with_picture(reply, picture), rows), hashlib.sha256(text.encode()).hexdigest()[:16]

    async def _picture(self, row: BoardRow, head: Entry) -> Picture | None:
        """Return the map as the board's readers may know it; None where the bot may attach no files."""
        if ATTACH_FILES in self._lacked(row):
            return None
        truth = head.state
        book, viewer = self._referee.library.shelf[truth.ruleset], viewer_at(row.reader, truth)
        return await self._illustrator.picture(board_picture(truth, book, viewer), POSTED)

    async def _deadline(self, encounter: Encounter) -> str:
        """Return until when people have to decide, as Markdown that everyone sees in their own time zone; "" for no
        deadline, or until the present decision is known to have begun.
        """
        row = await self.store.deadlines.of(encounter.id)
        due = due_in(row, encounter)
        if row is None or due is None or row.paused_at is not None:
            return ""
        return f"{format_dt(due, 'f')}, {format_dt(due, 'R')}"

    def _lacked(self, row: BoardRow) -> tuple[Permission, ...]:
        return permissions.missing_in(self._client, int(row.channel_id or 0)) or ()

    def _message(self, channel_id: str, message_id: str) -> discord.PartialMessage:
        return self._client.get_partial_messageable(int(channel_id)).get_partial_message(int(message_id))

    async def _turn(self, row: BoardRow) -> None:
        """Wait until a board may be changed again."""
        await self._until(self._touched.get((row.encounter_id, row.reader), 0.0) + _BETWEEN)

    async def _old_turn(self, channel_id: str) -> None:
        """Wait for a channel's budget of edits of old messages, and take one."""
        now = self._clock.monotonic()
        at = max(self._old_edits.get(channel_id, 0.0), now)
        self._old_edits[channel_id] = at + _OLD_EDITS
        await self._until(at)

    async def _until(self, at: float) -> None:
        if (seconds := at - self._clock.monotonic()) > 0:
            await self._clock.sleep(seconds)


def _words(truth: Encounter, book: Ruleset, viewer: Viewer, still: BoardStatus, deadline: str) -> Reply:
    """Return the board as its readers may know it."""
    return render.live_board(view(truth, book, viewer), book, still, deadline)
