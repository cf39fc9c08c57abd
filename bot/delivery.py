"""Getting stored entries shown, exactly once: the answer at once, and a sweep for those that nobody was shown.

An entry without a message is undelivered. The sweep first looks whether the message is there after all, and posts it
with an enforced nonce if it is not. No call to Discord is made under an encounter's lock.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord.ui import View

from bot import render, views
from bot.errors import StoreError
from bot.journal import Group
from bot.referee import Referee
from bot.render import Reply

if TYPE_CHECKING:
    from bot.client import RefereeClient
    from bot.desk import Interaction

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
# Unknown message, unknown webhook, invalid webhook token: nobody can have seen an answer by this token.
_NO_ANSWER = (10008, 10015, 50027)
_GONE = {10003: "the channel is gone", 50083: "the thread is archived", 160005: "the thread is locked"}
_MARK_EVERY = 0.05
_PATIENCE = timedelta(seconds=5)
_TIDY_EVERY = timedelta(minutes=1)
_BATCH = 50
_LOOK_BACK = 100
_RULINGS_KEPT = timedelta(days=7)


async def send(interaction: Interaction, reply: Reply, view: View | None = None, *, private: bool = False) -> str:
    """Answer an interaction, or follow up one that is answered; returns the message's id ("" if Discord names none)."""
    parts = _parts(reply, view)
    if interaction.response.is_done():
        message = await interaction.followup.send(**parts, ephemeral=private, wait=True)
        return str(message.id)
    response = await interaction.response.send_message(**parts, ephemeral=private)
    return str(response.message_id or "")


async def edit(interaction: Interaction, reply: Reply, view: View | None = None) -> None:
    """Put this in place of the message whose button or select was used."""
    parts = _parts(reply, view)
    parts["attachments"] = parts.pop("files", [])
    await interaction.response.edit_message(**{"view": None, **parts})


class Delivery:
    """Shows groups of entries and remembers where. `sweep_seconds` is how often the undelivered are looked for."""

    def __init__(self, client: RefereeClient, referee: Referee, sweep_seconds: float) -> None:
        self._client = client
        self._referee = referee
        self._every = sweep_seconds
        self._in_hand: set[tuple[str, int]] = set()
        self._shown: list[tuple[str, int, str]] = []
        self._marking: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def answer(self, interaction: Interaction, group: Group) -> None:
        """Answer an interaction with what it led to. What fails here is left to the sweep."""
        if group[-1].message_id:
            return
        keys = {(e.encounter_id, e.seq) for e in group}
        self._in_hand |= keys
        try:
            await self._referee.settle(group)
            book = self._referee.library.shelf[group[-1].state.ruleset]
            message = await send(interaction, render.answer(group, book), views.controls(group, book))
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                log.warning("entry %s #%s is left to the sweep: %s", group[-1].encounter_id, group[-1].seq, error)
                return
            message = await self._original(group)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("entry %s #%s is left to the sweep: %s", group[-1].encounter_id, group[-1].seq, error)
            return
        finally:
            self._in_hand -= keys
        if message:
            self._mark(group, message)

    async def sweep(self, patience: timedelta = _PATIENCE) -> int:
        """Deliver what is older than `patience` and undelivered; returns how many messages were found or posted."""
        await self._flush()
        entries = await self._referee.journal.undelivered(datetime.now(UTC) - patience, _BATCH)
        waiting = (e for e in entries if (e.encounter_id, e.seq) not in self._in_hand)
        done = 0
        for (encounter_id, _), parts in groupby(waiting, key=lambda e: (e.encounter_id, e.interaction_id)):
            group = await self._referee.journal.group(encounter_id, next(parts).seq)
            try:
                done += await self._deliver(group)
            except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
                log.warning("entry %s #%s is still undelivered: %s", group[-1].encounter_id, group[-1].seq, error)
        return done

    def start(self) -> None:
        """Sweep now and from now on."""
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep_forever())

    async def close(self) -> None:
        """Stop sweeping and note what was shown."""
        for task in (self._sweeping, self._marking):
            if task is not None:
                task.cancel()
        await self._flush()

    async def _sweep_forever(self) -> None:
        await self._client.wait_until_ready()
        patience = timedelta(0)
        tidy_at = datetime.now(UTC)
        while True:
            try:
                await self.sweep(patience)
                now = datetime.now(UTC)
                if now >= tidy_at:
                    await self._referee.journal.tidy(now, now - _RULINGS_KEPT)
                    tidy_at = now + _TIDY_EVERY
            except StoreError as error:
                log.warning("the sweep could not work: %s", error)
            except Exception:
                log.exception("the sweep failed and goes on")
            patience = _PATIENCE
            await asyncio.sleep(self._every)

    async def _deliver(self, group: Group) -> bool:
        await self._referee.settle(group)
        message = await self._original(group) or await self._among_recent(group)
        if not message:
            message = await self._post(group)
        if message:
            self._mark(group, message)
        return bool(message)

    async def _original(self, group: Group) -> str:
        """The id of the message that answers the interaction already, if there is one."""
        token = group[-1].token
        if token is None or self._client.application_id is None:
            return ""
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        try:
            message = await webhook.fetch_message("@original")  # type: ignore[arg-type]
        except discord.HTTPException as error:
            if error.code not in _NO_ANSWER and error.status != 404:
                raise
            return ""
        return str(message.id) if _is_answer(message, group) else ""

    async def _among_recent(self, group: Group) -> str:
        channel = self._channel(group)
        if channel is None:
            return ""
        after = discord.Object(discord.utils.time_snowflake(group[0].at - timedelta(minutes=1)))
        try:
            async for message in channel.history(limit=_LOOK_BACK, after=after):
                if message.author == self._client.user and _is_answer(message, group):
                    return str(message.id)
        except (discord.Forbidden, discord.NotFound):
            pass
        return ""

    async def _post(self, group: Group) -> str:
        channel = self._channel(group)
        reason = "it was meant for one person only" if group[-1].private else "the channel is unknown"
        if channel is not None and not group[-1].private:
            book = self._referee.library.shelf[group[-1].state.ruleset]
            parts = _parts(render.answer(group, book), views.controls(group, book))
            try:
                message = await channel.send(**parts, nonce=_nonce(group))
            except discord.HTTPException as error:
                if error.status not in (403, 404) and error.code not in _GONE:
                    raise
                reason = _GONE.get(error.code, error.text or "Discord forbids it")
            else:
                return str(message.id)
        log.warning("entry %s #%s stays in the log alone: %s", group[-1].encounter_id, group[-1].seq, reason)
        await self._referee.store.gave_up((e.encounter_id, e.seq, reason) for e in group)
        return ""

    def _channel(self, group: Group) -> discord.PartialMessageable | None:
        channel = group[-1].channel_id
        return None if channel is None else self._client.get_partial_messageable(int(channel))

    def _mark(self, group: Group, message: str) -> None:
        # Marks are gathered: losing one only makes the sweep look, and each write waits for the disk.
        self._shown += [(e.encounter_id, e.seq, message) for e in group]
        if self._marking is None or self._marking.done():
            self._marking = asyncio.create_task(self._mark_soon())

    async def _mark_soon(self) -> None:
        await asyncio.sleep(_MARK_EVERY)
        await self._flush()

    async def _flush(self) -> None:
        while self._shown:
            shown, self._shown = self._shown, []
            try:
                await self._referee.store.marked(shown)
            except StoreError as error:
                log.warning("%d messages could not be noted: %s", len(shown), error)
                self._shown = shown + self._shown
                return


def _parts(reply: Reply, view: View | None) -> dict[str, Any]:
    users = [discord.Object(int(user)) for user in reply.mentions if user.isdecimal()]
    parts: dict[str, Any] = {
        "content": reply.content or None,
        "embeds": list(reply.embeds),
        "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False),
    }
    if view is not None:
        parts["view"] = view
    if reply.files:
        parts["files"] = [discord.File(io.BytesIO(data), name) for name, data in reply.files]
    return parts


def _is_answer(message: discord.Message, group: Group) -> bool:
    ids = {views.details_id(e) for e in group}
    return any(custom_id in ids for custom_id in _custom_ids(message.components))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))


def _nonce(group: Group) -> str:
    key = f"{group[0].encounter_id}:{group[0].seq}".encode()
    return hashlib.sha256(key).hexdigest()[:25]
