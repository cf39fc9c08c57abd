"""Where a result goes: how an order is answered, where a reading of it is posted besides, and who counts it.

1. An order is answered in public, with the reading of the channel; if the user reads of more in it, their own reading
   follows in private. It is answered in private, with the reading of the user, where the switch `fog` is `sides`, if
   the fighter who acts is not perceived by all, if there is nothing in it for everyone, if it is an attack that is
   planned and for the own side alone, and in a thread of the encounter. Where the encounter has a live board, so is an
   order that leads to nothing others see (`acknowledges`), unless it calls somebody: the board shows it.
2. After a private answer, the channel gets its reading as a message of the bot's own, if there is anything in it. If
   the same reading is posted in the thread of the user's side, the answer is a line that leads there (`in_thread`).
3. Each thread of the encounter gets the reading of those it is for, after every order that is more than acknowledged.

It is decided before anything is sent: even "Ann used /move" over an answer would tell of Ann's fighter. Posts that
are due are stored with the entries as rows (`owed`), and each row is deleted when its post is sent
(`bot.chat.outgoing.delivery`).
"""

from __future__ import annotations

from collections.abc import Collection

from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import CLOCK
from bot.game.sight.mentions import mentioned_sides, mentions
from bot.game.sight.order_numbers import counted, readers
from bot.game.sight.reading import read, reads_any, reads_each
from bot.game.sight.viewer import EVERYTHING, PUBLIC, Viewer, viewer_of
from bot.game.store import NO_CALLS, Outset, OwedRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF, SIDES
from rules.engine.flow.pending_decisions import flows
from rules.engine.flow.plans import ends_plan
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, ClearPlan, CombatantOrder, Duck, Next, Pass, SetPlan, Several
from rules.engine.records.steps import Roll
from rules.engine.scene.dice_keys import actors_of
from rules.engine.sight.sight import disclosed, fog, side_of

CHANNEL, GM = "channel", "gm"
_SIDE, _PERSON, _DIRECT = "side:", "person:", "direct:"


def reader_of(side: str) -> str:
    """Return the word under which the thread of a side is stored, by the side's key."""
    return _SIDE + side


def side_read(reader: str) -> str | None:
    """Return the key of the side whose reading a reader gets; None for the channel and the GM."""
    return reader.removeprefix(_SIDE) if reader.startswith(_SIDE) else None


def direct(user: str) -> str:
    """Return the word under which a call of a user in a direct message is stored."""
    return _DIRECT + user


def called_directly(reader: str) -> str:
    """Return the user who is called in a direct message, or whose substitute is; "" for any other reader."""
    return reader.removeprefix(_DIRECT) if reader.startswith(_DIRECT) else ""


def threads_called(user: str, encounter: Encounter, book: Ruleset, *, apart: bool) -> tuple[str, ...]:
    """Return the readers in whose threads a user may be called, `apart` or as far as everyone may know."""
    gm = (GM,) if apart and user in encounter.gms else ()
    return (*gm, *(reader_of(side) for side in mentioned_sides(user, encounter, book, apart=apart)))


def person(user: str) -> str:
    """Return the word under which the store keeps that a user has yet to hear of something."""
    return _PERSON + user


def hearers(row: OwedRow, encounter: Encounter) -> list[OwedRow]:
    """Return who is told that this could not be posted: the next user who orders, or the people of the thread."""
    if row.reader == CHANNEL:
        return [row]
    if called_directly(row.reader):
        return []
    return [replace(row, reader=person(user)) for user in sorted(members(row.reader, encounter))]


def in_thread(group: Group, book: Ruleset) -> OwedRow | None:
    """Return the thread in which the user who ordered reads all of a private answer, if there is one."""
    last = group[-1]
    if not last.private:
        return None
    own = viewer_of(last.user, last.state)

    # Texts about the table itself come to the channel in the same words.
    same = not isinstance(last.order, CombatantOrder | Next) and _outcomes(group, book, own) == _outcomes(
        group, book, PUBLIC
    )

    def tells_all(row: OwedRow) -> bool:
        if row.reader == CHANNEL:
            # Where it calls people, it says what they have to do instead.
            return same and row.channel_id == last.channel_id and not last.calls.now
        theirs = last.user in members(row.reader, last.state)
        return theirs and viewer_at(row.reader, last.state) == own

    rows = [row for row in group[0].owed if tells_all(row)]
    if not (rows and reads_any(group, book, own)):
        return None
    return next((row for row in rows if row.channel_id == last.channel_id), rows[0])


def viewer_at(reader: str, encounter: Encounter) -> Viewer:
    """Return the viewer whose reading a reader's posts have: everything is open after the end."""
    if reader == GM or disclosed(encounter):
        return EVERYTHING
    side = side_read(reader)
    return PUBLIC if side is None else Viewer(frozenset({side}))


def members(reader: str, encounter: Encounter) -> frozenset[str]:
    """Return the ids of those who belong in a reader's thread: the GMs, in a side's thread its players as well."""
    if user := called_directly(reader):
        return frozenset({user})
    side = side_read(reader)
    owners = {c.owner for c in encounter.combatants if side is not None and side_of(c) == side}
    return frozenset(id for id in (*encounter.gms, *owners) if id and id.isdecimal())


def addressed(group: list[Entry], before: Encounter, book: Ruleset, outset: Outset) -> list[Entry]:
    """Return the entries of an order on `before` with their destinations.

    They have how the order is answered, the channels to which its readings are owed, its number for each reader, the
    users it calls, the direct messages in which it may call them, and whether it makes a live board. An order without a
    token belongs to no interaction, and its result is posted in the channel.
    """
    place, threads = outset.encounter, outset.threads
    first = group[0]
    away = first.channel_id != place.channel_id
    group = _with_calls(_tallied(group, before, book, threads), before, book)
    if flows(group[-1].state) and not flows(before):
        group = [replace(group[0], board_in=place.channel_id), *group[1:]]
    silent = (outset.board or group[0].board_in) and acknowledges(group, before, book) and not group[-1].calls.now
    if silent and first.token is not None:
        return [replace(entry, private=True) for entry in group]
    messages = _direct_calls(group, outset)
    if not threads and not away and _open(group, before):
        return [replace(group[0], owed=messages), *group[1:]] if messages else group
    private = first.token is not None and (away or _kept_private(group, before, book))
    # The clock's orders for fighters that not all perceive cannot be posted in the channel.
    private |= first.user == CLOCK and not reads_any(group, book, PUBLIC)
    channels = {**({CHANNEL: place.channel_id} if private else {}), **threads}
    calling = _threads_calling(group, book) if threads else frozenset[str]()
    owed = tuple(
        OwedRow(first.encounter_id, first.seq, reader, channel)
        for reader, channel in channels.items()
        if reader in calling
        or reads_any(group, book, viewer_at(reader, group[-1].state))
        or (reader != CHANNEL and members(reader, before) != members(reader, group[-1].state))
    )
    owed += messages
    if not private and not owed:
        return group
    group = [replace(entry, private=private) for entry in group]
    return [replace(group[0], owed=owed), *group[1:]]


def acknowledges(group: Group, before: Encounter, book: Ruleset) -> bool:
    """Return whether an order on `before` leads to nothing that others see: a pass, a plan, an aim, a shot that is not
    fired yet, a standing order to duck. Others read on the live board that its fighter is done or ready."""
    return all(entry.kind == "order" and _is_quiet(entry, before, book) for entry in group)


def _is_quiet(entry: Entry, before: Encounter, book: Ruleset) -> bool:
    order, resolution = entry.order, entry.resolution
    if resolution.verdict != "done" or any(isinstance(step, Roll) for step in resolution.steps):
        return False
    if isinstance(order, Duck):
        was, now = (book.outward(state.combatant(order.actor), state) for state in (before, entry.state))
        return was == now
    if isinstance(order, Attack):
        return not any(clause.result for clause in resolution.clauses)
    orders = order.orders if isinstance(order, Several) else (order,)
    return all(isinstance(one, Pass | SetPlan | ClearPlan) for one in orders)


def _with_calls(group: list[Entry], before: Encounter, book: Ruleset) -> list[Entry]:
    """Return the entries, the last of which keeps the users that the order calls.

    The others keep those of the entry before them.
    """
    calls = mentions(group, before, book, group[0].calls)
    if not any(calls) and not any(group[0].calls):
        return group
    return [*(replace(entry, calls=NO_CALLS) for entry in group[:-1]), replace(group[-1], calls=calls)]


def _direct_calls(group: Group, outset: Outset) -> tuple[OwedRow, ...]:
    """Return the direct messages that an order may owe: to users who want them, and to those who are called apart and
    are perhaps in no thread where nobody else reads it.
    """
    first, calls = group[0], group[-1].calls
    users = dict.fromkeys([*(one for one in calls.now if one in outset.direct), *calls.apart])
    return tuple(OwedRow(first.encounter_id, first.seq, direct(user), "") for user in users)


def _threads_calling(group: Group, book: Ruleset) -> frozenset[str]:
    """Return the readers in whose threads an order calls somebody, if Discord says that they are there."""
    last = group[-1]
    return frozenset(
        reader
        for users, apart in ((last.calls.now, False), (last.calls.apart, True))
        for user in users
        for reader in threads_called(user, last.state, book, apart=apart)
    )


def _kept_private(group: Group, before: Encounter, book: Ruleset) -> bool:
    after = group[-1].state
    if after.ended:
        return False
    if SIDES in (fog(before), fog(after)):
        return True
    # Only facts that everybody may know decide: all in the channel see how an order is answered.
    actors = frozenset().union(*(actors_of(entry.order) for entry in group))
    if not all(PUBLIC.perceives(actor, entry.resolution.unseen) for entry in group for actor in actors):
        return True
    return any(map(_sealed, group)) or not reads_any(group, book, PUBLIC)


def tells_user_more(group: Group, book: Ruleset) -> bool:
    """Return whether the user who ordered reads more of what happened than the channel: of a fighter, or of a part."""
    last = group[-1]
    own = viewer_of(last.user, last.state)
    unseen = [one for entry in group for one in entry.resolution.unseen]
    if last.state.ended or not any(own.perceives(one.id, (one,)) for one in unseen):
        return False
    return _outcomes(group, book, own) != _outcomes(group, book, PUBLIC)


def aside(group: Group, book: Ruleset) -> str:
    """Return the reading, for the user who ordered, of plans that end and of the reason why time stopped, if the
    channel cannot read it, or else "".
    """
    last = group[-1]
    if last.private or last.state.ended:
        return ""
    viewer = viewer_of(last.user, last.state)
    readings = ([] if viewer == PUBLIC else read([entry], book, viewer) for entry in group if _tells_plans(entry, last))
    texts = [entry.resolution.outcome for reading in readings for entry in reading]
    public = _outcomes(group, book, PUBLIC) if texts else []
    return " ".join(text for text in texts if text not in public)


def _tells_plans(entry: Entry, last: Entry) -> bool:
    """Return whether a part says that plans end, or is where time stopped and says why to some side alone."""
    clauses = entry.resolution.clauses
    stopped = entry is last and isinstance(entry.order, Next)
    return any(clause.own and not clause.others and (stopped or ends_plan(clause.text)) for clause in clauses)


def _outcomes(group: Group, book: Ruleset, viewer: Viewer) -> list[str]:
    return [entry.resolution.outcome for entry in read(group, book, viewer)]


def _tallied(group: list[Entry], before: Encounter, book: Ruleset, threads: Collection[str]) -> list[Entry]:
    first, last = group[0], group[-1]
    if not first.tallies and _open(group, before):
        return group
    further = [side for reader in threads if (side := side_read(reader)) is not None]
    among = readers(before, last.state, further)
    if not first.tallies and all(reads_each(group, book, one) for one in among):
        return group
    reads = [(one, reads_any(group, book, one)) for one in among]
    tallies = counted(first.tallies, first.parent or 0, first.number, last.seq, reads)
    return [replace(entry, tallies=tallies) for entry in group]


def _open(group: Group, before: Encounter) -> bool:
    """Return whether nothing at all in it is kept from anybody."""
    return all(fog(state) == OFF for state in (before, *(entry.state for entry in group))) and not any(
        entry.resolution.unseen for entry in group
    )


def _sealed(entry: Entry) -> bool:
    """Return whether this is an attack without any effect so far, whose planning only its own side may know."""
    clauses = entry.resolution.clauses
    return (
        isinstance(entry.order, Attack)
        and entry.resolution.verdict == "done"
        and fog(entry.state) != OFF
        and any(clause.own for clause in clauses)
        and not any(clause.result for clause in clauses)
    )
