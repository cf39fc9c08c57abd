"""The part of the service about what has happened: Details, log, recap, export and import, the check of the dice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from bot.chat import render
from bot.chat.commands.attachments import Files
from bot.chat.commands.display_names import display_names
from bot.chat.commands.server_service import Interaction, ServerService
from bot.chat.outgoing.delivery import Delivery
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, promise, send
from bot.chat.render import Reply
from bot.chat.replays import Replay
from bot.errors import ChannelTaken
from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.files.imports import Found
from bot.game.files.library import Library
from bot.game.journal import hashes
from bot.game.journal.giving_way import giving_way
from bot.game.pages import checking, history, statistics
from bot.game.people.rights import Deed
from bot.game.referee.referee import Referee
from bot.game.referee.resolving import promising
from bot.game.sight import Viewer, read, to_act
from bot.game.store import EncounterRow
from rules.engine.books.ruleset import Ruleset


class PastService(ServerService):
    """Answers with past entries: each user gets what they may read of them."""

    def __init__(self, referee: Referee, library: Library, delivery: Delivery) -> None:
        super().__init__(referee, library)
        self._delivery = delivery
        self._files = Files()

    async def tell_details(self, interaction: Interaction, group: Group) -> None:
        """Answer with the trace of a group, in private."""
        book = self.book_of(group[-1].state)
        id = group[-1].encounter_id
        viewer = await self._referee.viewer(invocation_of(interaction).user, id)
        hash = await hashes.shown(self._referee.journal, id, viewer)
        reading = giving_way(group, _details, group, book, viewer, hash)
        await send(interaction, await promising(partial(promise, interaction), reading), private=True)

    async def log_page(self, interaction: Interaction, page: int) -> history.LogPage:
        """Return a page of the log of the channel's encounter, open or last. Raises Refusal."""
        invocation = invocation_of(interaction)
        return await promising(invocation.promise, history.log_page(self._referee, invocation, page))

    async def tell_recap(self, interaction: Interaction) -> None:
        """Answer with what is new to the user in the channel's encounter, open or last, and who did what in it, in
        private. Raises Refusal.
        """
        await defer(interaction)
        invocation = invocation_of(interaction)
        recap = render.Recap(await history.last_order(self._referee, invocation))
        now, unseen = await history.retraced(self._referee, invocation, recap.take)
        await send(interaction, recap.told(now, self.book_of(now), unseen), private=True)
        await self._delivery.remind(interaction, now.id)

    async def exported(self, interaction: Interaction, encounter: str = "", *, ids: bool = False) -> history.Exported:
        """Return an encounter's export: the one of that id, else the channel's. Raises Refusal."""
        naming = partial(display_names, interaction)
        return await history.exported(self._referee, invocation_of(interaction), naming, encounter, ids=ids)

    async def replayed(self, interaction: Interaction, encounter: str = "") -> history.Exported:
        """Return an encounter's replay: the one of that id, else the channel's. Raises Refusal."""
        naming = partial(display_names, interaction)
        return await history.replayed(self._referee, invocation_of(interaction), naming, Replay, encounter)

    async def encounters_led(self, interaction: Interaction) -> list[EncounterRow]:
        """Return the server's latest encounters that the user is a GM of."""
        return await history.led(self._referee, invocation_of(interaction))

    async def undo_times(self, interaction: Interaction) -> tuple[str, ...]:
        """Return the times to which the user could undo the last order here, the latest first. Raises NotNow."""
        return await self._referee.undo_times(invocation_of(interaction))

    async def verified(
        self, interaction: Interaction, export: discord.Attachment | None = None, head: str = ""
    ) -> checking.Verdict:
        """Return the verdict on an export, else on the channel's last encounter; `head` is a hash that the user wrote
        down. Raises Refusal.
        """
        invocation, given = invocation_of(interaction), hashes.read(head)
        if export is None:
            return await checking.checked(self._referee, invocation, given)
        return await checking.compared(self._referee, invocation, await self._files.report(export, given))

    async def scope(self, interaction: Interaction, encounter: str, whose: str) -> statistics.Scope:
        """Return the service behind `/stats`: the channel's encounter, the one of that id, or all of the user's.

        Raises Refusal.
        """
        return await statistics.scope(self._referee, invocation_of(interaction), encounter, whose)

    async def count_dice(
        self, interaction: Interaction, scope: statistics.Scope
    ) -> tuple[statistics.Dice, statistics.Counted]:
        """Return the throws in it, as the user may read them. Raises Refusal."""
        return await statistics.dice(self._referee, invocation_of(interaction), scope)

    async def count_fights(
        self, interaction: Interaction, scope: statistics.Scope
    ) -> tuple[statistics.Fights, statistics.Counted]:
        """Return the shots, hits and wounds in it, as the user may read them.

        Raises Refusal.
        """
        return await statistics.fights(self._referee, invocation_of(interaction), scope)

    async def encounters_to_count(self, interaction: Interaction) -> list[EncounterRow]:
        """Return the encounters that the user may count: those of this channel, and others in which they played."""
        return await statistics.countable(self._referee, invocation_of(interaction))

    async def bring(self, interaction: Interaction, export: discord.Attachment, title: str) -> None:
        """Begin an encounter in the channel with the last state of an exported one, and answer. Raises Refusal."""

        async def read_file() -> tuple[Found, Mapping[str, str]]:
            found = await self._files.imported(export)
            owners = dict.fromkeys(one.owner for one in found.encounter.combatants if one.owner)
            return found, await display_names(interaction, [*owners])

        async def work(invocation: Invocation) -> Group:
            if stored := await self._referee.journal.by_interaction(invocation.interaction):
                return stored
            await self.check_right(interaction, Deed.START)
            if await self._referee.open_in(invocation.channel):
                raise ChannelTaken
            found, members = await promising(invocation.promise, read_file())
            return await self._referee.bring(invocation, found, title, members)

        await self._give(interaction, work)

    async def _give(self, interaction: Interaction, work: Callable[[Invocation], Awaitable[Group]]) -> None:
        """Do work on an encounter and answer; of an interaction that is delivered twice the first delivery answers."""
        invocation = invocation_of(interaction)
        with self._delivery.handling(invocation.interaction) as first:
            if first:
                await self._delivery.answer(interaction, await work(invocation))


def _details(group: Group, book: Ruleset, viewer: Viewer, hash: hashes.Shown | None) -> Reply:
    """Return the trace of a group, as far as a viewer may read it, with the hash that they are shown."""
    if reading := read(group, book, viewer):
        return render.details(reading, book, to_act(group[-1].state, book, viewer), hash.words if hash else "")
    return render.sentence(render.NOTHING_SEEN)
