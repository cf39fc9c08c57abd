"""The threads of an encounter: a private one for its GMs and one for each side, where each reads what is theirs.

`/encounter threads` makes those that are missing, from a text channel; a thread that was made just before a crash is
known again by its name, if it is younger than the encounter. From elsewhere GMs name channels that are there already,
and who reads those is up to them. A thread that is given up leaves its side private answers (`give_up`).
Before a reading is posted in a thread, people that the order brought to its side are added, and those who left it are
taken out (`follow`): nobody reads there what their side may not know.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeAlias

import discord
from discord import app_commands
from discord.utils import snowflake_time

from bot.chat.outgoing import permissions
from bot.chat.outgoing.messages import AnyInteraction, refused
from bot.chat.outgoing.permissions import CREATE_PRIVATE_THREADS, SEND_IN_THREADS, SEND_MESSAGES, VIEW_CHANNEL
from bot.game.entries.entries import Entry, Group
from bot.game.referee.referee import NO_ENCOUNTER, Referee
from bot.game.sight.destinations import CHANNEL, GM, members, reader_of, side_read
from bot.game.store import OwedRow
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.scene.effects import Appointed, Joined, Left, Registered
from rules.engine.sight.sight import side_of, sides
from rules.words.catalogue import normalized
from rules.words.phrases import listed

log = logging.getLogger(__name__)

Named: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread
"""A channel as an option names it."""

LONGEST_AWAKE: Final = 10_080
"""Minutes after which Discord archives a thread, at most."""
WAKE_EVERY = timedelta(days=5)
"""Two days less than Discord waits: in busy servers it waits less, and an outage may last."""

_LONGEST_NAME = 100
_GMS = "GM"
_THREADS = "Results are posted in these threads from now on, each as its side may know them. Their people are invited:"
_NO_THREADS = (
    "Private threads work only in a text channel. Here, name a channel for each side, for example "
    "/encounter threads side: Marines channel: #marines, and one for side: GM."
)
_OF_PEOPLE = (Joined, Left, Registered, Appointed)


async def make(referee: Referee, interaction: AnyInteraction, head: Entry, begun: datetime) -> str:
    """Make the threads that an encounter which began then lacks, invite its people, and return what the GM should know.

    Raises NotNow where none can be made, and TROUBLE.
    """
    channel = interaction.channel
    # Channels for announcements are text channels too, whose threads are all public.
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise NotNow(_NO_THREADS if interaction.guild_id else "Sides have threads and channels only on a server.")
    granted = interaction.app_permissions.value
    lacked = [p for p in (VIEW_CHANNEL, CREATE_PRIVATE_THREADS, SEND_IN_THREADS) if not granted & p.bit]
    if lacked and not interaction.app_permissions.administrator:
        raise NotNow(
            f"In this channel {permissions.lack(lacked)}, so I created no threads. {permissions.grant(lacked)}"
        )
    encounter, client = head.state, interaction.client
    stored = await referee.store.threads.of(head.encounter_id)
    there = [thread for thread in await channel.guild.active_threads() if thread.parent_id == channel.id]
    active = {str(thread.id) for thread in there}
    # The younger ones are nobody else's: one encounter at a time is open in a channel.
    ours = [t for t in there if t.owner_id == interaction.application_id and snowflake_time(t.id) > begun]
    wake_at = interaction.created_at + WAKE_EVERY
    lines, left_out = [], set[str]()
    for reader in (GM, *map(reader_of, sides(encounter))):
        name = _title(encounter, reader)
        id = await _still_there(client, stored.get(reader))
        if id is None:
            made = next((t for t in ours if t.name == name and str(t.id) not in stored.values()), None)
            if made:
                ours.remove(made)
            made = made or await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=LONGEST_AWAKE,
            )
            id = str(made.id)
            if not await referee.store.threads.keep(head.encounter_id, reader, id, wake_at):
                raise NotNow(NO_ENCOUNTER)
            active.add(id)
        left_out |= await _invite(client, id, members(reader, encounter), rests=id not in active)
        lines.append(f"{name}: <#{id}>")
    if left_out:
        lines.append(f"I could not add {listed([f'<@{user}>' for user in sorted(left_out)], 'and')}.")
    return "\n".join([_THREADS, *lines, *_without_fighters(encounter), *await _who_opens_all(channel, encounter)])


def _without_fighters(encounter: Encounter) -> list[str]:
    """Return a line on the sides that get their threads later, because nobody is on them yet; none if there are no
    such sides.
    """
    there = {normalized(one.side) for one in encounter.combatants}
    empty = [side for side in encounter.sides if normalized(side) not in there]
    if encounter.combatants and not empty:
        return []
    named = listed(empty, "and") if empty else "No side"
    verb = "have no fighters yet" if len(empty) > 1 else "has no fighters yet" if empty else "has fighters yet"
    return [f"{named} {verb}. Use /encounter threads again once they have."]


async def name_channel(referee: Referee, interaction: AnyInteraction, head: Entry, side: str, named: Named) -> str:
    """Have a side's reading posted in a channel of this server where the user may write, and return a sentence.

    Raises NotNow, UnknownName, and TROUBLE.
    """
    reader = _reader(side, head.state, (GM, *map(reader_of, sides(head.state))))
    try:
        # A thread that rests in the archive is not among those that the bot remembers.
        channel = named.resolve() or await named.fetch()
    except discord.HTTPException as error:
        if not refused(error):
            raise
        raise NotNow("I cannot open that channel. Give me access, or name another.") from None
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        raise NotNow("Name a text channel or a thread.")
    if channel.guild.id != interaction.guild_id or not await _may_write(interaction.user, channel, named.permissions):
        raise NotNow("You cannot read and write in that channel, so nothing has changed. Name one where you can.")
    lacked = permissions.missing(
        channel.permissions_for(channel.guild.me).value, thread=isinstance(channel, discord.Thread)
    )
    if isinstance(channel, discord.Thread) and channel.locked:
        raise NotNow("That thread is locked. Unlock it or name another.")
    if lacked:
        raise NotNow(f"In that channel {permissions.lack(lacked)}, so nothing has changed. {permissions.grant(lacked)}")
    wake_at = interaction.created_at + WAKE_EVERY if isinstance(channel, discord.Thread) else None
    if not await referee.store.threads.keep(head.encounter_id, reader, str(channel.id), wake_at):
        raise NotNow("An encounter or a side already uses that channel. Name a different channel.")
    return f"{_title(head.state, reader)}: <#{channel.id}>. Everyone who can open that channel can read it."


async def give_up(referee: Referee, head: Entry, side: str) -> str:
    """Post nothing more in the thread or channel of a side ("": of all), and return a sentence.

    Raises NotNow, UnknownName.
    """
    threads = await referee.store.threads.of(head.encounter_id)
    if not threads:
        raise NotNow("This encounter has no threads. Create them with /encounter threads.")
    readers = [_reader(side, head.state, tuple(threads))] if side else list(threads)
    for reader in readers:
        await referee.store.threads.drop(head.encounter_id, reader, threads[reader])
    gone = listed([f"<#{threads[reader]}>" for reader in readers], "or")
    names = listed([_name(head.state, reader) for reader in readers], "and")
    return f"I no longer post in {gone}. {names}: your results are in private answers, /log and /recap."


async def follow(client: discord.Client, referee: Referee, group: Group, row: OwedRow) -> None:
    """Add to a thread the users that this group brought to its side, and take out who left it. Raises TROUBLE,
    StoreError."""
    first, last = group[0], group[-1]
    if row.reader == CHANNEL or first.parent is None or not _about_people(group):
        return
    before = await referee.journal.before(group)
    was = members(row.reader, before) if before else frozenset()
    now = members(row.reader, last.state)
    if left := was - now:
        await _awake(client, row.channel_id)
        for user in sorted(left):
            await _done(client.http.remove_user_from_thread(int(row.channel_id), int(user)))
    if now - was:
        await _invite(client, row.channel_id, now - was)


async def without_thread(referee: Referee, group: Group) -> list[str]:
    """Return the sides that this group brought into play and that have no thread, by name. Raises StoreError."""
    first, last = group[0], group[-1]
    if first.parent is None or not _about_people(group):
        return []
    before = await referee.journal.before(group)
    threads = await referee.store.threads.of(first.encounter_id)
    new = [side for side in sides(last.state) if before and side not in sides(before)]
    return [_called(side, last.state) for side in new if reader_of(side) not in threads]


def _about_people(group: Group) -> bool:
    changes = any(isinstance(effect, _OF_PEOPLE) for entry in group for effect in entry.resolution.effects)
    return changes or group[0].kind in ("undo", "redo")


async def _invite(client: discord.Client, thread: str, users: Collection[str], *, rests: bool = True) -> set[str]:
    """Add people to a thread, which perhaps `rests` in the archive, and return the users that Discord does not let in.

    Raises TROUBLE.
    """
    if users and rests:
        await _awake(client, thread)
    return {user for user in sorted(users) if not await _done(client.http.add_user_to_thread(int(thread), int(user)))}


async def _awake(client: discord.Client, thread: str) -> None:
    """Bring a thread back from the archive, where nobody can be added or taken out."""
    await _done(client.http.edit_channel(int(thread), archived=False))


async def _done(work: Awaitable[object]) -> bool:
    """Change a thread; what Discord refuses for good (a channel that is no thread, a user who is gone) is left."""
    try:
        await work
    except discord.HTTPException as error:
        if not refused(error) and error.status != 400:
            raise
        log.info("a thread could not be changed: %s", error)
        return False
    return True


async def _may_write(
    user: discord.abc.Snowflake, channel: discord.TextChannel | discord.Thread, granted: discord.Permissions
) -> bool:
    """Return whether a user reads and writes there who is `granted` these permissions. Raises TROUBLE."""
    thread = channel if isinstance(channel, discord.Thread) else None
    lacked = permissions.missing(granted.value, thread=thread is not None)
    if not {VIEW_CHANNEL, SEND_MESSAGES, SEND_IN_THREADS}.isdisjoint(lacked):
        return False
    if thread is None or not thread.is_private() or granted.administrator or granted.manage_threads:
        return True
    return await _is_in(user, thread)


async def _is_in(user: discord.abc.Snowflake, thread: discord.Thread) -> bool:
    try:
        await thread.fetch_member(user.id)
    except discord.NotFound:
        return False
    return True


async def _still_there(client: discord.Client, id: str | None) -> str | None:
    """Return the id of that channel, in the archive or not; None if it is gone."""
    if id is None:
        return None
    try:
        await client.fetch_channel(int(id))
    except discord.NotFound:
        return None
    return id


async def _who_opens_all(channel: discord.TextChannel, encounter: Encounter) -> list[str]:
    """Return sentences about players whose permissions let them open all private threads, if there are any."""
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
        f"{listed(able, 'and')} can open all private threads (Manage Threads or Administrator). To hide the "
        "sides' results from them, use `/encounter threads private: True`: results then come only as private "
        "answers. Add `side: GM` or another side to remove only that thread."
    ]


def _reader(name: str, encounter: Encounter, readers: Sequence[str]) -> str:
    """Return the reader of that name. Raises UnknownName."""
    names = {_name(encounter, reader): reader for reader in readers}
    for called, reader in names.items():
        if called.casefold() == name.strip().casefold():
            return reader
    raise UnknownName(f"Name a side: {listed(list(names), 'or')}.")


def _title(encounter: Encounter, reader: str) -> str:
    ending = f" · {_name(encounter, reader)}"
    return encounter.title[: _LONGEST_NAME - len(ending)] + ending


def _name(encounter: Encounter, reader: str) -> str:
    side = side_read(reader)
    return _GMS if side is None else _called(side, encounter)


def _called(side: str, encounter: Encounter) -> str:
    """Return a side's name; of fighters without one, the name of the first of them."""
    return next((c.side or c.name for c in encounter.combatants if side_of(c) == side), side)[:40]
