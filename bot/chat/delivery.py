"""How stored entries get shown, exactly once.

1. From before its order is stored until it is answered, an interaction is *in hand* (`handling`). A second delivery of
   it meanwhile is dropped, and the sweep leaves it alone.
2. When the order is stored and the encounter's lock released, the group is settled and shown as the answer to the
   interaction, with a Details button whose custom id names the group.
3. The id of the message is noted in the entries (`mark`), several at a time because every write waits for the disk.
4. An entry without a message id is undelivered. Whatever fails here (the network, a crash, a lost note) leaves it so,
   and the sweep (`bot.chat.sweep`) looks for the message by the custom id and posts it if it is not there.
5. If Discord says that an interaction is already answered (40060), the answer is looked up instead of sent again.
6. What the sweep cannot post is kept in memory and reported to the next user who orders in that encounter.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

import discord

from bot.chat import permissions, render
from bot.chat.controls import control_id, controls
from bot.chat.messages import TROUBLE, AnyInteraction, has_button, lacked_by, send, unreachable
from bot.chat.render import Reply
from bot.chat.rows import Rows
from bot.game.anchors import Anchor
from bot.game.errors import StoreError
from bot.game.journal import Group
from bot.game.referee import Referee
from bot.game.sight import PUBLIC, Viewer, read, to_act, viewer_of
from rules.engine.orders import Start

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int]
"""A group by its encounter and its first entry."""

# Unknown message, unknown webhook, invalid webhook token: nobody can have seen an answer by this token.
_NO_ANSWER = (10008, 10015, 50027)
_MARK_EVERY = 0.05
# Seconds that answers under way are given when the bot is stopped.
_LAST_ANSWERS = 1.0


class Delivery:
    """Shows groups of entries and notes which message shows them. One per process."""

    def __init__(self, client: discord.Client, referee: Referee) -> None:
        self._client = client
        self._referee = referee
        self._in_hand: set[str] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._shown: dict[Key, tuple[Group, str]] = {}
        self._marking: asyncio.Task[None] | None = None
        self._unposted: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)

    @contextlib.contextmanager
    def handling(self, interaction: str) -> Iterator[bool]:
        """Keep the sweep away from an interaction until it is answered.

        Yields False if it is in hand already: it was delivered twice, and the first delivery answers.
        """
        if interaction in self._in_hand:
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

    def has(self, interaction: str | None, key: Key) -> bool:
        """Whether this is being answered now, or is answered and not yet noted."""
        return interaction in self._in_hand or key in self._shown

    async def answer(self, interaction: AnyInteraction, group: Group) -> None:
        """Answer an interaction with what it led to. What fails here is left to the sweep."""
        if group[-1].message_id or key_of(group) in self._shown:
            return
        try:
            await self._referee.settle(group)
            settled = True
        except StoreError as error:
            log.warning("what follows from entry %s #%s is left to the sweep: %s", *key_of(group), error)
            settled = False
        try:
            message = await self._answered(interaction, group)
        except TROUBLE as error:
            log.warning("entry %s #%s is left to the sweep: %s", *key_of(group), error)
            return
        except RuntimeError:
            # What aiohttp says once the bot has hung up.
            if not self._client.is_closed():
                raise
            log.warning("entry %s #%s is left to the next start", *key_of(group))
            return
        if message and settled:
            self.mark(group, message)
        if message:
            await self._add(interaction, group)

    async def original(self, group: Group) -> str:
        """The id of the message that answers the interaction already; "" if there is none. Raises TROUBLE."""
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

    def unposted(self, key: Key, reason: str) -> None:
        """Keep for the next user who orders in that encounter: this is only in the log."""
        self._unposted[key[0]].append((key[1], reason))

    def mark(self, group: Group, message: str) -> None:
        """Note soon that the message shows the group."""
        # Notes are collected: losing one only makes the sweep look, and each write waits for the disk.
        self._shown[key_of(group)] = group, message
        if self._marking is None or self._marking.done():
            self._marking = asyncio.create_task(self._mark_soon())

    async def flush(self) -> None:
        """Note now what was shown; what cannot be noted is tried again next time."""
        while self._shown:
            shown = dict(self._shown)
            try:
                await self._referee.store.marked(
                    (e.encounter_id, e.seq, message) for group, message in shown.values() for e in group
                )
            except StoreError as error:
                log.warning("%d messages could not be noted: %s", len(shown), error)
                return
            for key in shown:
                self._shown.pop(key, None)

    async def close(self) -> None:
        """Wait a moment for answers under way, and note what was shown."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _LAST_ANSWERS)
        await self.flush()

    async def _answered(self, interaction: AnyInteraction, group: Group) -> str:
        shown = shown_as(group, self._referee, PUBLIC)
        if shown is None:
            # Nobody but the side that acted may read any of it.
            own = viewer_of(group[-1].user, group[-1].state)
            reply, view = shown_as(group, self._referee, own) or (render.sentence(render.NOTHING_SEEN), Rows([]))
            return await send(interaction, reply, view, private=True) or await self.original(group)
        reply, view = shown
        return await send(interaction, reply, view, private=group[-1].private) or await self.original(group)

    async def _add(self, interaction: AnyInteraction, group: Group) -> None:
        """Tell the user who ordered, in private, which permissions are missing and what could not be posted."""
        last = group[-1]
        begun = last.kind == "order" and isinstance(last.order, Start)
        warning = permissions.warning(lacked_by(interaction)) if begun else ""
        lost = self._unposted.pop(last.encounter_id, [])
        if not (warning or lost):
            return
        reply = render.sentence(warning or render.unposted(lost))
        try:
            await send(interaction, reply, private=True)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError) as error:
            log.warning("a user could not be told (%s): %s", reply.content, error)
            self._unposted[last.encounter_id] += lost

    async def _mark_soon(self) -> None:
        await asyncio.sleep(_MARK_EVERY)
        await self.flush()


def shown_as(group: Group, referee: Referee, viewer: Viewer) -> tuple[Reply, Rows] | None:
    """A group of entries as a viewer sees it; None if there is nothing in it for them."""
    state = group[-1].state
    book = referee.library.shelf[state.ruleset]
    reading = read(group, book, viewer)
    if not reading:
        return None
    still = to_act(state, book, viewer)
    return render.answer(reading, book, still), controls(reading, bool(still))


def shows(message: discord.Message, group: Group) -> bool:
    """Whether that message shows the group: it has its Details button."""
    old = Anchor.before_numbers(group[0])
    ids = {control_id("details", Anchor.of(group[0])), control_id("details", old)}
    # Without a stamp, a message older than the order shows one that was lost and had the same number.
    interaction = group[0].interaction_id or ""
    if interaction.isdecimal() and message.id > int(interaction):
        ids.add(control_id("details", old._replace(stamp="")))
    return has_button(message, ids)


def key_of(group: Group) -> Key:
    """The key of a group."""
    return group[0].encounter_id, group[0].seq
