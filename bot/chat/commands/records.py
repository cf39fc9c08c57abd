"""The past: Details, log, recap, statistics, export and import, the check of the dice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

import discord

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_of, check_right
from bot.chat.desk.display_names import display_names
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, promise, send
from bot.chat.render import Reply
from bot.chat.render.pages import statistics as pages
from bot.chat.replays import Replay
from bot.errors import ChannelTaken
from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.files.imports import Found
from bot.game.journal import hashes
from bot.game.journal.large_work import in_thread_if_large
from bot.game.pages import encounter_check, history, statistics
from bot.game.pages.statistics import Dice, Die
from bot.game.people.rights import Deed
from bot.game.referee.resolver import promising
from bot.game.sight import Viewer, read, to_act, viewer_of
from bot.game.store import EncounterRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import UnknownName, quoted
from rules.words.phrases import listed


async def tell_details(interaction: Interaction, group: Group) -> None:
    """Answer with the trace of a group, in private."""
    desk = interaction.client.desk
    book = book_of(desk, group[-1].state)
    head = await desk.referee.head(group[-1].encounter_id)
    viewer = viewer_of(invocation_of(interaction).user, head.state)
    hash = await hashes.shown(desk.referee.journal, head, viewer)
    reading = in_thread_if_large(group, _details, group, book, viewer, hash)
    await send(interaction, await promising(partial(promise, interaction), reading), private=True)


async def log_page(interaction: Interaction, page: int) -> history.LogPage:
    """Return a page of the log of the channel's encounter, open or last. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    return await promising(invocation.promise, history.log_page(desk.referee, invocation, page))


async def tell_recap(interaction: Interaction) -> None:
    """Answer with what is new to the user in the channel's encounter, open or last, and who did what in it, in
    private. Raises Refusal.
    """
    desk = interaction.client.desk
    await defer(interaction)
    invocation = invocation_of(interaction)
    recap = render.Recap(await history.last_order(desk.referee, invocation))
    now, unseen = await history.retraced(desk.referee, invocation, recap.take)
    await send(interaction, recap.reply(now, book_of(desk, now), unseen), private=True)
    await desk.delivery.remind(interaction, now.id)


async def exported(interaction: Interaction, encounter: str = "", *, ids: bool = False) -> history.Exported:
    """Return an encounter's export: the one of that id, else the channel's. Raises Refusal."""
    desk = interaction.client.desk
    naming = partial(display_names, interaction)
    return await history.exported(desk.referee, invocation_of(interaction), naming, encounter, ids=ids)


async def replayed(interaction: Interaction, encounter: str = "") -> history.Exported:
    """Return an encounter's replay: the one of that id, else the channel's. Raises Refusal."""
    desk = interaction.client.desk
    naming = partial(display_names, interaction)
    return await history.replayed(desk.referee, invocation_of(interaction), naming, Replay, encounter)


async def encounters_led(interaction: Interaction) -> list[EncounterRow]:
    """Return the server's latest encounters that the user is a GM of."""
    desk = interaction.client.desk
    return await history.led(desk.referee, invocation_of(interaction))


async def undo_times(interaction: Interaction) -> tuple[str, ...]:
    """Return the times to which the user could undo the last order here, the latest first. Raises NotNow."""
    desk = interaction.client.desk
    return await desk.referee.undo_times(invocation_of(interaction))


async def verified(
    interaction: Interaction, export: discord.Attachment | None = None, noted_hash: str = ""
) -> encounter_check.Verdict:
    """Return the verdict on an export, else on the channel's last encounter; `noted_hash` is a hash that the user wrote
    down. Raises Refusal.
    """
    desk = interaction.client.desk
    invocation, given = invocation_of(interaction), hashes.read(noted_hash)
    if export is None:
        return await encounter_check.checked(desk.referee, invocation, given)
    return await encounter_check.compared(desk.referee, invocation, await desk.files.report(export, given))


async def scope_of(interaction: Interaction, encounter: str, whose: str) -> statistics.Scope:
    """Return what `/stats` counts: the channel's encounter, the one of that id, or all of the user's.

    Raises Refusal.
    """
    desk = interaction.client.desk
    return await statistics.scope(desk.referee, invocation_of(interaction), encounter, whose)


async def count_dice(interaction: Interaction, scope: statistics.Scope) -> tuple[statistics.Dice, statistics.Counted]:
    """Return the throws in it, as the user may read them. Raises Refusal."""
    desk = interaction.client.desk
    return await statistics.dice(desk.referee, invocation_of(interaction), scope)


async def count_fights(
    interaction: Interaction, scope: statistics.Scope
) -> tuple[statistics.Fights, statistics.Counted]:
    """Return the shots, hits and wounds in it, as the user may read them.

    Raises Refusal.
    """
    desk = interaction.client.desk
    return await statistics.fights(desk.referee, invocation_of(interaction), scope)


async def encounters_to_count(interaction: Interaction) -> list[EncounterRow]:
    """Return the encounters that the user may count: those of this channel, and others in which they played."""
    desk = interaction.client.desk
    return await statistics.countable(desk.referee, invocation_of(interaction))


async def bring(interaction: Interaction, export: discord.Attachment, title: str) -> None:
    """Begin an encounter in the channel with the last state of an exported one, and answer. Raises Refusal."""
    desk = interaction.client.desk

    async def read_file() -> tuple[Found, Mapping[str, str]]:
        found = await desk.files.imported(export)
        owners = dict.fromkeys(one.owner for one in found.encounter.combatants if one.owner)
        return found, await display_names(interaction, [*owners])

    async def work(invocation: Invocation, _: str) -> Group:
        if stored := await desk.referee.journal.by_interaction(invocation.interaction):
            return stored
        await check_right(interaction, Deed.START)
        if await desk.referee.open_in(invocation.channel):
            raise ChannelTaken
        found, members = await promising(invocation.promise, read_file())
        return await desk.referee.bring(invocation, found, title, members)

    await orders.attempt(interaction, work)


def _details(group: Group, book: Ruleset, viewer: Viewer, hash: hashes.Shown | None) -> Reply:
    """Return the trace of a group, as far as a viewer may read it, with the hash that they are shown."""
    if reading := read(group, book, viewer):
        return render.details(reading, book, to_act(group[-1].state, book, viewer), hash.words if hash else "")
    return render.sentence(render.NOTHING_SEEN)


DICE, FIGHTS = "dice", "fights"


async def tell_statistics(interaction: Interaction, of: str, whose: str, encounter: str, die: str) -> None:
    """Answer with the statistics of dice or fights. If the picture fails, the numbers come alone. Raises Refusal."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.LOOK_UP)
    await defer(interaction)
    scope = await scope_of(interaction, encounter, whose)
    if of == FIGHTS:
        fights, counted = await count_fights(interaction, scope)
        await orders.tell(interaction, pages.fights(scope, fights, counted))
        return
    dice, counted = await count_dice(interaction, scope)
    chosen = _chosen(die, dice)
    picture = await desk.studio.drawn(pages.histogram(dice, chosen)) if chosen else None
    await orders.tell(interaction, pages.dice(scope, dice, counted, chosen, picture))


def _chosen(words: str, dice: Dice) -> Die | None:
    """Return the die that is named ("d100"), or else the one with the most throws. Return None if there are no throws.

    Raises UnknownName.
    """
    by_throws = sorted(dice.faces, key=lambda one: -dice.faces[one].total())
    if not words.strip() or not by_throws:
        return by_throws[0] if by_throws else None
    faces = re.fullmatch(r"\s*[dD]?([0-9]{1,4})\s*", words)
    named = [one for one in by_throws if faces and pages.called(one) == f"d{int(faces[1])}"]
    if not named:
        thrown = listed([*dict.fromkeys(map(pages.called, by_throws))], "and")
        raise UnknownName(f"No {quoted(words)} was thrown there. These were: {thrown}.")
    return named[0]
