"""Where a result goes: how an order is answered, and where a reading of it is posted besides.

1. An order is answered in public if everyone may read what it came to. It is answered in private, with the reading of
   the user who ordered, where the switch `fog` is `sides`, if the user perceives somebody in it who is not perceived by
   all, if it is an attack that is planned and for the own side alone, and in a thread of the encounter.
2. After a private answer, the channel gets its reading as a message of the bot's own, if there is anything in it.
3. Each thread of the encounter gets the reading of those it is for, after every order.

It is decided before anything is sent: even "Ann used /move" over an answer would tell of Ann's fighter. What must be
posted is stored with the entries as rows (`owed`), and each goes when it is posted (`bot.chat.delivery`).
"""

from __future__ import annotations

from bot.game.journal import Entry, Group
from bot.game.sight.reading import read, reads_any
from bot.game.sight.viewer import EVERYTHING, PUBLIC, Viewer, viewer_of
from bot.game.store import Outset, OwedRow
from rules.engine.copies import replace
from rules.engine.model import Encounter
from rules.engine.orders import Attack
from rules.engine.ruleset import Ruleset
from rules.engine.sight import disclosed, fog, side_of
from rules.engine.table_options import OFF, SIDES

CHANNEL, GM = "channel", "gm"
_SIDE = "side:"


def reader_of(side: str) -> str:
    """The word under which the thread of a side is stored, by the side's key."""
    return _SIDE + side


def side_read(reader: str) -> str | None:
    """The key of the side whose reading a reader gets; None for the channel and the GM."""
    return reader.removeprefix(_SIDE) if reader.startswith(_SIDE) else None


def viewer_at(reader: str, encounter: Encounter) -> Viewer:
    """What is posted for a reader: everything is open after the end."""
    if reader == GM or disclosed(encounter):
        return EVERYTHING
    side = side_read(reader)
    return PUBLIC if side is None else Viewer(frozenset({side}))


def members(reader: str, encounter: Encounter) -> frozenset[str]:
    """Return the ids of those who belong in a reader's thread: the GMs, in a side's thread its players as well."""
    side = side_read(reader)
    owners = {c.owner for c in encounter.combatants if side is not None and side_of(c) == side}
    return frozenset(id for id in (*encounter.gms, *owners) if id and id.isdecimal())


def addressed(group: list[Entry], before: Encounter, book: Ruleset, outset: Outset) -> list[Entry]:
    """Return the entries of an order on `before` with how it is answered, and where else their readings are owed.

    An order without a token is nobody's interaction, and what comes of it is posted in the channel.
    """
    place, threads = outset.encounter, outset.threads
    first = group[0]
    away = first.channel_id != place.channel_id
    if not threads and not away and fog(before) == fog(group[-1].state) == OFF and not _unseen(group):
        return group
    private = first.token is not None and (away or _kept_private(group, before, book))
    channels = {**({CHANNEL: place.channel_id} if private else {}), **threads}
    owed = tuple(
        OwedRow(first.encounter_id, first.seq, reader, channel)
        for reader, channel in channels.items()
        if reads_any(group, book, viewer_at(reader, group[-1].state))
        or (reader != CHANNEL and members(reader, before) != members(reader, group[-1].state))
    )
    if not private and not owed:
        return group
    group = [replace(entry, private=private) for entry in group]
    return [replace(group[0], owed=owed), *group[1:]]


def _kept_private(group: Group, before: Encounter, book: Ruleset) -> bool:
    after = group[-1].state
    if after.ended:
        return False
    if SIDES in (fog(before), fog(after)):
        return True
    # Somebody whom the user does not perceive either is no reason: a private answer would tell that they are there.
    own = viewer_of(group[0].user, after)
    if any(own.perceives(one.id, (one,)) for entry in group for one in entry.resolution.unseen):
        return True
    return len(read(group, book, PUBLIC)) < len(read(group, book, own)) or any(map(_sealed, group))


def _unseen(group: Group) -> bool:
    return any(entry.resolution.unseen for entry in group)


def _sealed(entry: Entry) -> bool:
    """Whether an attack has come to nothing yet, and what is planned is for the own side alone."""
    clauses = entry.resolution.clauses
    return (
        isinstance(entry.order, Attack)
        and fog(entry.state) != OFF
        and any(clause.own for clause in clauses)
        and not any(clause.result for clause in clauses)
    )
