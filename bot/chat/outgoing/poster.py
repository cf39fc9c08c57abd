"""Renders a group of entries for a reader, and posts the reading in a channel.

A message of the bot's own is known by its Details button, whose custom id names the group, and is posted with a nonce
that Discord enforces; the nonce tells the readers of one group apart.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TypeAlias

import discord

from bot.chat import render
from bot.chat.outgoing import permissions
from bot.chat.outgoing.controls import (
    CALLED_VERBS,
    KEEP_PREFIX,
    anybodys,
    control_id,
    controls,
    decision_row,
    keep_rows,
    leftover,
)
from bot.chat.outgoing.detail import as_posted, posted_in
from bot.chat.outgoing.illustrator import Illustrator, is_pictured
from bot.chat.outgoing.mention_routes import MentionRouter
from bot.chat.outgoing.messages import (
    GONE,
    MISSING_PERMISSIONS,
    custom_ids,
    edit_posted,
    has_button,
    in_plain_text,
    message_parts,
    nonce,
    posted,
    refused,
)
from bot.chat.outgoing.permissions import ATTACH_FILES, EMBED_LINKS
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.outgoing.side_threads import follow, without_thread
from bot.chat.outgoing.time_lines import TimeLines
from bot.chat.render import Reply
from bot.chat.render.notices import deadlines as words
from bot.errors import StoreError
from bot.game.entries.detail import Detail, chosen
from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation, answers_alone
from bot.game.flow.deadlines import due_in, window
from bot.game.journal.anchors import Anchor
from bot.game.journal.large_work import in_thread_if_large
from bot.game.referee.referee import Referee
from bot.game.referee.undo.undo_rights import may_undo
from bot.game.sight import Viewer, read, to_act, viewer_of
from bot.game.sight import view as view_of
from bot.game.sight.destinations import (
    CHANNEL,
    GM,
    aside,
    called_directly,
    side_read,
    tells_user_more,
    viewer_at,
)
from bot.game.sight.masks import masks_of
from bot.game.sight.undecided import to_decide
from bot.game.store import OwedRow
from rules.engine.records.copies import replace
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Handover, Muster, Several, Switch
from rules.engine.sight.sight import side_of

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int]
"""A group by its encounter and its first entry."""

_UNDO = "sr:undo:"
NOTHING_THERE = "it holds nothing that everyone may see"
_UNKNOWN = "the channel is unknown"
_ALONE = "the bot can only answer commands there"


class Poster:
    """Finds and posts readings of groups in channels. Both raise TROUBLE, and `post` StoreError."""

    def __init__(self, client: discord.Client, referee: Referee, lines: TimeLines, illustrator: Illustrator) -> None:
        self._client = client
        self._referee = referee
        self._lines = lines
        self._illustrator = illustrator
        self.calling = MentionRouter(client, referee, _now)

    async def already(self, group: Group, channel_id: str | None) -> str:
        """Return the id of the message that shows the group in that channel; "" if it is not found: among the bot's own
        right after the order, or the latest ones.
        """
        if channel_id is None or answers_alone(channel_id):
            return ""
        channel = self._client.get_partial_messageable(int(channel_id))
        return await posted(
            channel, self._client.user, lambda message: shows(message, group) or calls(message, group), group[0].at
        )

    async def post_answer(self, group: Group) -> tuple[str, str]:
        """Post in its channel what nobody was answered with; the id of the message, or why it cannot be."""
        return await self._post(group, CHANNEL, group[-1].channel_id, _once(group))

    async def post(self, group: Group, row: OwedRow) -> str:
        """Post a message that is owed to its readers. Return "" if it is posted, or the reason why it cannot be."""
        if called_directly(row.reader):
            return await self._call_directly(group, row)
        await follow(self._client, self._referee, group, row)
        _, reason = await self._post(group, row.reader, row.channel_id, f"{_once(group)}:{row.reader}")
        if reason == GONE:
            # Results from now on are private answers.
            await self._referee.store.threads.drop(row.encounter_id, row.reader, row.channel_id)
        return "" if reason == NOTHING_THERE else reason

    async def already_owed(self, group: Group, row: OwedRow) -> bool:
        """Return whether a message that is owed is posted, as far as Discord shows it."""
        if not (user := called_directly(row.reader)):
            return bool(await self.already(group, row.channel_id))
        called = await self.calling.called(group)
        if user not in called.direct:
            return False
        one, place = called.direct[user], await self._referee.store.journal.encounter(row.encounter_id)
        channels: list[discord.abc.Messageable] = [await self.calling.message_channel(one)]
        channels += [self._client.get_partial_messageable(int(place.channel_id))] if place else []

        def calls_them(message: discord.Message) -> bool:
            return calls(message, group) and (message.guild is None or f"<@{one}>" in message.content)

        for channel in channels:
            if await posted(channel, self._client.user, calls_them, group[0].at):
                return True
        return False

    async def _call_directly(self, group: Group, row: OwedRow) -> str:
        """Call a user in a direct message, or in the channel if Discord refuses that. Return as `post`."""
        called, user = await self.calling.called(group), called_directly(row.reader)
        place = await self._referee.store.journal.encounter(row.encounter_id)
        one = called.direct.get(user)
        if one is None or place is None:
            return ""
        once = nonce(f"{_once(group)}:{row.reader}")

        async def send(channel: discord.abc.Messageable, reply: Reply) -> None:
            view: Rows = Rows([row_below])
            if isinstance(channel, discord.PartialMessageable):
                reply, view = await as_posted(self._client, self._referee.store, reply, view, place.channel_id)
            await channel.send(**message_parts(reply, view), nonce=once)

        state = group[-1].state
        book = self._referee.library.shelf[state.ruleset]
        if given := _given(group, user):
            message = words.given(state.title, place.channel_id, [fighter.name for fighter in given])
            [row_below, *_] = keep_rows(Anchor.of(group[-1]), given, masks_of(self._referee.store, state.id))
        else:
            due = due_in(await self._referee.store.deadlines.of(state.id), state)
            situation = await asyncio.to_thread(situation_of, group, self._referee, user, state, due)
            message = words.called_directly(state.title, book.clock(state), place.channel_id, situation)
            row_below = _call_row(group)
        if await self.calling.directly(one, lambda channel: send(channel, message)):
            return ""
        reason = ""
        if user not in called.apart:
            try:
                await send(self._client.get_partial_messageable(int(place.channel_id)), self._call(group, (one,)))
            except discord.HTTPException as error:
                if not (reason := refused(error)):
                    raise
        # Only now: a call that was cut off before it was posted is tried again from the beginning.
        await self._referee.store.people.refuse_direct(place.guild_id, one)
        return reason

    def _call(self, group: Group, users: Sequence[str]) -> Reply:
        state = group[-1].state
        book = self._referee.library.shelf[state.ruleset]
        return words.called(state.title, book.clock(state), users)

    async def _post(self, group: Group, reader: str, channel_id: str | None, once: str) -> tuple[str, str]:
        if channel_id is None or answers_alone(channel_id):
            return "", _UNKNOWN if channel_id is None else _ALONE
        viewer = viewer_at(reader, group[-1].state)
        public = reader == CHANNEL
        where = await self.calling.called(group)
        called = where.channel if public else where.threads.get(reader, ())
        style = await posted_in(self._client, self._referee.store, channel_id, group[-1].channel_id)
        reading = [replace(entry, private=not public) for entry in group]
        keeps = partial(_keeps_there, reader, group[-1].state)
        shown = await in_thread_if_large(group, shown_as, reading, self._referee, viewer, called, style.detail, keeps)
        if shown is None and not called:
            return "", NOTHING_THERE
        # The first decision of a game that runs by itself is due: a switch would not say so.
        begins = bool(called) and isinstance(group[-1].order, Switch)
        reply, view = (not begins and shown) or (self._call(group, called), Rows([_call_row(group)]))
        if reader == GM and (new := await without_thread(self._referee, group)):
            reply = render.without_thread(reply, new)
        if style.plain_text:
            reply, view = await in_plain_text(reply, view)
        channel = self._client.get_partial_messageable(int(channel_id))
        lacked = permissions.missing_in(self._client, channel.id)
        if lacked and EMBED_LINKS in lacked and not style.plain_text:
            reply = render.unembedded(reply, permissions.lack([EMBED_LINKS]))
        try:
            message = await self._sent(group, channel, reply, view, once)
        except discord.HTTPException as error:
            reason = refused(error, lacked or ())
            # Right after the start it is not known yet which permission it is: Discord does not say it here.
            if not reason or (error.code == MISSING_PERMISSIONS and lacked is None and not self._client.is_ready()):
                raise
            return "", reason
        if is_pictured(group, style.detail) and not (reply.passing or (lacked and ATTACH_FILES in lacked)):
            self._illustrator.edit_in(channel.get_partial_message(int(message)).edit, group, viewer)
        return message, ""

    async def _sent(
        self, group: Group, channel: discord.PartialMessageable, reply: Reply, view: Rows, once: str
    ) -> str:
        """Send a reply, or put it in the place of the last line that told the time, and return the message's id."""
        where = str(channel.id)
        async with self._lines.turn(group, where) if reply.passing else contextlib.nullcontext():
            line = await self._lines.latest(group, where, reply)
            if not (line and await edit_posted(channel.get_partial_message(line), reply, view)):
                line = (await channel.send(**message_parts(reply, view), nonce=nonce(once))).id
            self._lines.note(group, where, reply, str(line))
        return str(line)

    async def called(self, group: Group) -> tuple[str, ...]:
        """Return the users that a group calls in the channel, or who decide for them."""
        return (await self.calling.called(group)).channel


def _keeps_there(reader: str, encounter: Encounter, fighter: Combatant) -> bool:
    """Return whether a fighter is of those that the people of a thread, or all, may keep."""
    if (side := side_read(reader)) is not None:
        return side_of(fighter) == side
    return reader != GM or fighter.owner in encounter.gms


def _now() -> datetime:
    return datetime.now(UTC)


def answer_of(
    group: Group,
    referee: Referee,
    thread: OwedRow | None = None,
    called: Sequence[str] = (),
    detail: Detail | None = None,
) -> tuple[Reply, Rows]:
    """Return the answer to the user who gave the order: their own reading in private, else everyone's with a mention of
    those who are `called`.

    If their own reading is posted in a `thread`, it is a line that leads there.
    """
    last = group[-1]
    viewer = viewer_of(last.user, last.state) if last.private else viewer_at(CHANNEL, last.state)
    if thread is not None:
        where = "" if thread.channel_id == last.channel_id else thread.channel_id
        return render.elsewhere(where), leftover(group, Anchor.of(group[0], viewer), ended=True)
    keeps = (lambda fighter: fighter.owner == last.user) if last.private else anybodys
    return shown_as(group, referee, viewer, () if last.private else called, detail, keeps) or (
        render.sentence(render.NOTHING_SEEN),
        Rows([]),
    )


def follow_up(group: Group, referee: Referee, detail: Detail | None = None) -> tuple[Reply, Rows] | None:
    """Return a private message for the user who gave the order, if the public answer does not tell them everything."""
    last = group[-1]
    book = referee.library.shelf[last.state.ruleset]
    if last.private:
        return None
    if not tells_user_more(group, book):
        more = aside(group, book)
        return (render.sentence(more), Rows([])) if more else None
    return shown_as(group, referee, viewer_of(last.user, last.state), detail=detail)


def situation_of(
    group: Group, referee: Referee, user: str, now: Encounter, due: datetime | None = None
) -> words.Situation:
    """Return what a user can know of a decision of theirs in the encounter as it is `now`, and of a group of entries
    before it.
    """
    state, book = group[-1].state, referee.library.shelf[now.ruleset]
    known = view_of(now, book, viewer_of(user, now))
    names = [known.combatant(id).name for id in to_decide(now, book, user) if id in known.positions]
    shown = shown_as(group, referee, viewer_of(user, state), detail=Detail.SHORT)
    return words.Situation(names, shown[0].content.split("\n")[0] if shown else "", due)


async def usable(by: Invocation, referee: Referee, group: Group, view: Rows) -> Rows:
    """The buttons of a private answer about a group: Undo only for a user who may undo it."""
    if not view.has(_UNDO):
        return view
    try:
        book = referee.library.shelf[group[-1].state.ruleset]
        return view if await may_undo(referee.journal, by, group, book) else view.without(_UNDO)
    except StoreError as error:
        log.warning("an answer offers an undo that may be refused: %s", error)
        return view


def shown_as(
    group: Group,
    referee: Referee,
    viewer: Viewer,
    called: Sequence[str] = (),
    detail: Detail | None = None,
    keeps: Callable[[Combatant], bool] = anybodys,
) -> tuple[Reply, Rows] | None:
    """Return a group of entries as a viewer sees it in this level of detail (None: the usual), with a mention of those
    `called`; None if there is nothing in it for them.
    """
    state = group[-1].state
    book = referee.library.shelf[state.ruleset]
    reading = read(group, book, viewer)
    if not reading:
        return None
    still = to_act(state, book, viewer)
    buttons = controls(reading, bool(still), masks_of(referee.store, state.id), detail or chosen(), keeps)
    return render.answer(reading, book, still, called, detail), buttons


def shows(message: discord.Message, group: Group) -> bool:
    """Return whether that message shows the group: it has its Details button."""
    ids = {control_id("details", anchor) for anchor in Anchor.all_of(group[0])}
    # Without a stamp, a message older than the order shows one that was lost and had the same number.
    interaction = group[0].interaction_id or ""
    if interaction.isdecimal() and message.id > int(interaction):
        ids.add(control_id("details", Anchor.before_numbers(group[0])._replace(stamp="")))
    return has_button(message, ids)


def calls(message: discord.Message, group: Group) -> bool:
    """Return whether that message calls people after the group, without showing it."""
    if any(id.startswith(f"{KEEP_PREFIX}:{Anchor.of(group[-1])}:") for id in custom_ids(message.components)):
        return message.guild is None
    return has_button(message, {str(one["custom_id"]) for one in _call_row(group)})


def _given(group: Group, user: str) -> list[Combatant]:
    """Return the fighters that a group gives to a user."""
    if not isinstance(group[-1].order, Muster | Handover | Several):
        return []
    ids = {id for entry in group for id in entry.resolution.concerned}
    return [one for one in group[-1].state.combatants if one.id in ids and one.owner == user]


def _call_row(group: Group) -> list[Button]:
    return decision_row(CALLED_VERBS, group[0].encounter_id, window(group[-1].state), group[0].at)


def _once(group: Group) -> str:
    """Return the group's nonce, which no other group has; not its number, which could be tried out until the nonce
    fits."""
    return f"{group[0].encounter_id}:{group[0].interaction_id}"


def key_of(group: Group) -> Key:
    """Return the key of a group."""
    return group[0].encounter_id, group[0].seq
