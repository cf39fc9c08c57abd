"""How stored entries get shown, exactly once.

1. From before its order is stored until it is answered, an interaction is *in hand* (`handling`). A second delivery of
   it meanwhile is dropped, and the sweep leaves it alone.
2. When the order is stored and the encounter's lock released, the group is settled and shown as the answer to the
   interaction, with a Details button whose custom id names the group.
3. The id of the message is noted in the entries (`mark`), several at a time because every write waits for the disk.
4. An entry without a message id is undelivered. Whatever fails here (the network, a crash, a lost note) leaves it so,
   and the sweep (`bot.chat.sweep`) looks for the message by the custom id and posts it if it is not there.
5. If Discord says that an interaction is already answered (40060), the answer is looked up instead of sent again.
6. Where else the group is owed (`bot.game.sight.destinations`), its reading there is posted after the answer
   (`bot.chat.posting`). Each such row goes when its message is noted; one that stays is the sweep's as well.
7. What the sweep cannot post is kept in memory and reported to the next user who orders in that encounter. A private
   answer that did not get through is in the journal as such, and its user hears of it with their next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator

import discord

from bot.chat import permissions, render
from bot.chat.messages import TROUBLE, AnyInteraction, lacked_by, send, unreachable
from bot.chat.posting import Key, Poster, answer_of, key_of, shows
from bot.game.errors import StoreError
from bot.game.journal import Group
from bot.game.referee import Referee
from bot.game.sight.destinations import CHANNEL
from bot.game.store import OwedRow
from rules.engine.orders import Start

log = logging.getLogger(__name__)

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
        self._posted: set[OwedRow] = set()
        self.poster = Poster(client, referee)
        self._marking: asyncio.Task[None] | None = None
        self._unposted: defaultdict[tuple[str, bool], list[tuple[int, str]]] = defaultdict(list)

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

    def has_posted(self, row: OwedRow) -> bool:
        """Whether this is posted and not yet noted."""
        return row in self._posted

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
        message = ""
        try:
            message = await self._answered(interaction, group)
        except TROUBLE as error:
            log.warning("entry %s #%s is left to the sweep: %s", *key_of(group), error)
        except RuntimeError:
            self._check_hung_up()
            log.warning("entry %s #%s is left to the next start", *key_of(group))
        if message and settled:
            self.mark(group, message)
        if settled:
            for row in group[0].owed:
                await self._post(group, row)
        if message:
            await self._add(interaction, group)

    async def remind(self, interaction: AnyInteraction, encounter: str) -> None:
        """Tell the user, in private, which private answers in that encounter did not get through; each once."""
        user = str(interaction.user.id)
        if lost := await self._referee.store.unanswered(encounter, user):
            try:
                await send(interaction, render.sentence(render.unanswered(lost)), private=True)
            except (*TROUBLE, RuntimeError) as error:
                log.warning("a user could not be reminded of private answers: %s", error)
                return
            await self._referee.store.reminded(encounter, user)

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

    def unposted(self, encounter: str, number: int, reason: str, *, for_gms: bool = False) -> None:
        """Keep for the next user who orders in that encounter, or the next GM: this is only in the log."""
        self._unposted[encounter, for_gms].append((number, reason))

    def mark(self, group: Group, message: str) -> None:
        """Note soon that the message shows the group."""
        # Notes are collected: losing one only makes the sweep look, and each write waits for the disk.
        self._shown[key_of(group)] = group, message
        self._note_soon()

    def mark_posted(self, row: OwedRow) -> None:
        """Note soon that this is posted."""
        self._posted.add(row)
        self._note_soon()

    async def flush(self) -> None:
        """Note now what was shown and posted; what cannot be noted is tried again next time."""
        if posted := set(self._posted):
            try:
                await self._referee.store.posted(posted)
            except StoreError as error:
                log.warning("%d posts could not be noted: %s", len(posted), error)
                return
            self._posted -= posted
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
        reply, view = answer_of(group, self._referee)
        return await send(interaction, reply, view, private=group[-1].private) or await self.original(group)

    async def _post(self, group: Group, row: OwedRow) -> None:
        """Post a reading elsewhere; what fails here is left to the sweep, except that it is not allowed."""
        try:
            reason = await self.poster.post(group, row)
        except (*TROUBLE, StoreError) as error:
            log.warning("entry %s #%s is left to the sweep for %s: %s", *key_of(group), row.channel_id, error)
            return
        except RuntimeError:
            self._check_hung_up()
            log.warning("entry %s #%s is left to the next start for %s", *key_of(group), row.channel_id)
            return
        if not reason:
            self.mark_posted(row)
            return
        try:
            await self.give_up_owed(row, group[0].number, reason)
        except StoreError as error:
            log.warning("that it cannot be posted is noted by the sweep: %s", error)

    async def give_up_owed(self, row: OwedRow, number: int, reason: str) -> None:
        """Note that a reading is not posted. Raises StoreError."""
        log.warning("entry %s #%s is not posted in %s: %s", row.encounter_id, row.seq, row.channel_id, reason)
        await self._referee.store.gave_up_owed(row, reason)
        self.unposted(row.encounter_id, number, reason, for_gms=row.reader != CHANNEL)

    def _check_hung_up(self) -> None:
        """Raise again what aiohttp says (RuntimeError), unless the bot has hung up."""
        if not self._client.is_closed():
            raise

    async def _add(self, interaction: AnyInteraction, group: Group) -> None:
        """Tell the user who ordered, in private, which permissions are missing and what could not be posted."""
        last = group[-1]
        begun = last.kind == "order" and isinstance(last.order, Start)
        warning = permissions.warning(lacked_by(interaction)) if begun else ""
        heard = [False, True] if last.user in last.state.gms else [False]
        lost = [one for for_gms in heard for one in self._unposted.pop((last.encounter_id, for_gms), [])]
        if last.private:
            await self.remind(interaction, last.encounter_id)
        if not (warning or lost):
            return
        reply = render.sentence(" ".join(part for part in (warning, lost and render.unposted(lost)) if part))
        try:
            await send(interaction, reply, private=True)
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError) as error:
            log.warning("a user could not be told (%s): %s", reply.content, error)
            self._unposted[last.encounter_id, heard[-1]] += lost

    def _note_soon(self) -> None:
        if self._marking is None or self._marking.done():
            self._marking = asyncio.create_task(self._mark_soon())

    async def _mark_soon(self) -> None:
        await asyncio.sleep(_MARK_EVERY)
        await self.flush()
