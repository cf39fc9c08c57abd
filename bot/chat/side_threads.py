"""The threads of an encounter: a private one for its GMs and one for each side, where each reads what is theirs.

`/encounter threads` makes those that are missing, from a text channel; a thread that was made just before a crash is
known again by its name. From elsewhere GMs name channels that are there already, and who reads those is up to them.
Before a reading is posted in a thread, people whom the order brought to its side are added, and those who left it are
taken out (`follow`): nobody reads there what their side may not know.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.chat import permissions
from bot.chat.messages import AnyInteraction, refused
from bot.chat.permissions import CREATE_PRIVATE_THREADS, SEND_IN_THREADS, VIEW_CHANNEL
from bot.game.journal import Entry, Group
from bot.game.referee import Referee
from bot.game.sight.destinations import CHANNEL, GM, members, reader_of, side_read
from bot.game.store import OwedRow
from rules.engine.effects import Appointed, Joined, Left, Registered
from rules.engine.errors import NotNow, UnknownName
from rules.engine.model import Encounter
from rules.engine.sight import side_of, sides
from rules.words.phrases import listed

log = logging.getLogger(__name__)

_LONGEST_NAME = 100
_LONGEST_AWAKE: Final = 10_080
"""Minutes without a message after which Discord archives a thread, at most; any post opens it again."""
_GMS = "GM"
_NO_THREADS = (
    "Private threads can be made in a text channel alone; here name a channel for each side,"
    " as /encounter threads side: Marines channel: #marines, and one for side: GM."
)
_OF_PEOPLE = (Joined, Left, Registered, Appointed)


async def make(referee: Referee, interaction: AnyInteraction, head: Entry) -> str:
    """Make the threads that the encounter lacks, invite its people, and return what the GM should know.

    Raises NotNow where none can be made, and TROUBLE.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise NotNow(_NO_THREADS)
    granted = interaction.app_permissions.value
    lacked = [p for p in (VIEW_CHANNEL, CREATE_PRIVATE_THREADS, SEND_IN_THREADS) if not granted & p.bit]
    if lacked and not interaction.app_permissions.administrator:
        raise NotNow(f"In this channel {permissions.lack(lacked)}: no threads were made. {permissions.grant(lacked)}")
    encounter, store = head.state, referee.store
    stored = await store.threads(head.encounter_id)
    there = {thread.id: thread for thread in await channel.guild.active_threads() if thread.parent_id == channel.id}
    lines = []
    for reader in (GM, *map(reader_of, sides(encounter))):
        name = _title(encounter, reader)
        thread = await _stored_thread(interaction, stored.get(reader), there)
        if thread is None:
            thread = next((t for t in there.values() if _ours(t, name, interaction, stored)), None)
            thread = thread or await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=_LONGEST_AWAKE,
            )
            await store.keep_thread(head.encounter_id, reader, str(thread.id))
        for user in sorted(members(reader, encounter)):
            await thread.add_user(discord.Object(int(user)))
        lines.append(f"{thread.name}: <#{thread.id}>")
    return "\n".join([*lines, *await _who_opens_all(channel, encounter)])


async def name_channel(
    referee: Referee, head: Entry, side: str, channel: discord.TextChannel | discord.Thread, place: str
) -> str:
    """Have a side's reading posted in a channel that is there, and return a sentence. Raises NotNow, UnknownName."""
    readers = {_GMS.casefold(): GM, **{_called(s, head.state).casefold(): reader_of(s) for s in sides(head.state)}}
    reader = readers.get(side.casefold())
    if reader is None:
        names = [_called(s, head.state) for s in sides(head.state)]
        raise UnknownName(f"Name one of the sides: {listed([_GMS, *names], 'or')}.")
    lacked = permissions.missing(
        channel.permissions_for(channel.guild.me).value, thread=isinstance(channel, discord.Thread)
    )
    if lacked:
        raise NotNow(f"In that channel {permissions.lack(lacked)}, so nothing was changed. {permissions.grant(lacked)}")
    if str(channel.id) == place or not await referee.store.keep_thread(head.encounter_id, reader, str(channel.id)):
        raise NotNow("That channel shows another side or another encounter; name a channel of its own for each.")
    return f"{_title(head.state, reader)}: <#{channel.id}>. Everyone who can open that channel reads it."


async def follow(client: discord.Client, referee: Referee, group: Group, row: OwedRow) -> None:
    """Add to a thread whom this group brought to its side, and take out who left it. Raises TROUBLE, StoreError."""
    first, last = group[0], group[-1]
    changes = any(isinstance(effect, _OF_PEOPLE) for entry in group for effect in entry.resolution.effects)
    if row.reader == CHANNEL or first.parent is None or not (changes or first.kind in ("undo", "redo")):
        return
    before = await referee.journal.entry(row.encounter_id, first.parent)
    was = members(row.reader, before.state) if before else frozenset()
    now = members(row.reader, last.state)
    for user in sorted(was - now):
        await _quietly(client.http.remove_user_from_thread(int(row.channel_id), int(user)))
    for user in sorted(now - was):
        await _quietly(client.http.add_user_to_thread(int(row.channel_id), int(user)))


async def _quietly(work: object) -> None:
    """A change of a thread's members; what Discord refuses for good (a channel that is no thread) is left."""
    try:
        await work  # type: ignore[misc]
    except discord.HTTPException as error:
        if not refused(error) and error.status != 400:
            raise
        log.info("a thread's members stay as they are: %s", error)


async def _stored_thread(
    interaction: AnyInteraction, id: str | None, there: dict[int, discord.Thread]
) -> discord.Thread | None:
    """The thread of that id, also if it is archived; None if it is gone."""
    if id is None:
        return None
    if thread := there.get(int(id)):
        return thread
    try:
        channel = await interaction.client.fetch_channel(int(id))
    except discord.NotFound:
        return None
    return channel if isinstance(channel, discord.Thread) else None


def _ours(thread: discord.Thread, name: str, interaction: AnyInteraction, stored: dict[str, str]) -> bool:
    """Whether the bot has made this thread and not noted it."""
    return (
        thread.name == name and thread.owner_id == interaction.application_id and str(thread.id) not in stored.values()
    )


async def _who_opens_all(channel: discord.TextChannel, encounter: Encounter) -> list[str]:
    """A sentence about players who can open all private threads by their permissions, if there are any."""
    able = []
    for user in sorted({c.owner for c in encounter.combatants if c.owner and c.owner.isdecimal()} - {*encounter.gms}):
        try:
            member = await channel.guild.fetch_member(int(user))
        except discord.NotFound:
            continue
        if channel.permissions_for(member).manage_threads:
            able.append(f"<@{user}>")
    if not able:
        return []
    return [
        f"{listed(able, 'and')} can open all private threads (Manage Threads or Administrator). With `fog: sides` what"
        " a side alone may know is in private answers too: delete the other sides' threads to have it there alone."
    ]


def _title(encounter: Encounter, reader: str) -> str:
    side = side_read(reader)
    ending = f" · {_GMS if side is None else _called(side, encounter)}"
    return encounter.title[: _LONGEST_NAME - len(ending)] + ending


def _called(side: str, encounter: Encounter) -> str:
    """A side's name; of fighters without one, the name of the first of them."""
    return next((c.side or c.name for c in encounter.combatants if side_of(c) == side), side)[:40]
