"""The rows of the store as frozen dataclasses, and how they turn into SQL values and back.

Orders, resolutions, states and records are JSON bytes here: what is in them is up to the referee.
Ids of Discord are text; times are aware and kept in UTC, so that their text sorts as they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from typing import Literal, TypeAlias, cast

from bot.errors import decoding
from bot.game.store.counts import NO_CALLS, Calls, Tallies, from_calls, from_tallies, to_calls, to_tallies
from bot.game.store.home.compression import Packed, unpacked
from bot.game.store.home.connection import Row
from rules.engine.records.frozen import dataclass

Kind: TypeAlias = Literal["order", "undo", "redo", "ruling"]

# Quick rulings are entries of an "encounter" of their own: this and the interaction's id.
RULING = "q"


def to_text(moment: datetime) -> str:
    """Return the moment in the store's form.

    Raises ValueError for a time without a zone.
    """
    if moment.tzinfo is None:
        raise ValueError("the store takes only times with a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def to_moment(text: str) -> datetime:
    """Return the moment that `to_text` wrote."""
    return datetime.fromisoformat(text)


def to_text_or_none(moment: datetime | None) -> str | None:
    """Return the moment in the store's form, or None if there is none."""
    return None if moment is None else to_text(moment)


def to_moment_or_none(text: str | None) -> datetime | None:
    """Return the moment that `to_text_or_none` wrote."""
    return None if text is None else to_moment(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """A line of the journal.

    The parts of one interaction are a group: its first entry is `seq - part`, and all have the `number` of their order,
    counted from 1. Readers know an order by how many they have read by then: `tallies` has those who did not read all.

    `parent` is the entry whose state was acted on (None for the first of an encounter). `origin` is the entry at
    which the resulting state first arose: its own `seq` for an order, the restored entry's origin for undo and redo.
    `state` is None if it was thinned out or not asked for. `token` answers the interaction until `token_until`.
    An entry without `message_id` and `gave_up` (the reason) still has to be shown. `digest` is the one that the order
    had before somebody was taken out of it; None if it is as it was given. `fighter` is the combatant who was ordered,
    None if the order is about none. `changes` are the bytes of the effects in `resolution`. `chain` is the entry's hash
    and `leaves` are its leaves (`bot.game.entries.chain`), None in older entries.
    """

    encounter_id: str
    guild_id: str
    seq: int
    parent: int | None
    origin: int
    kind: Kind
    actor: str
    at: datetime
    order: bytes = field(repr=False)
    resolution: bytes = field(repr=False)
    state: bytes | None = field(repr=False)
    schema: int
    rules_version: str
    ended: bool = False
    interaction_id: str | None = None
    part: int = 0
    private: bool = False
    channel_id: str | None = None
    token: str | None = field(default=None, repr=False)
    token_until: datetime | None = None
    message_id: str | None = None
    gave_up: str | None = None
    digest: str | None = None
    fighter: str | None = None
    changes: int = 0
    number: int = 0
    tallies: Tallies = ()
    calls: Calls = NO_CALLS
    chain: bytes | None = field(default=None, repr=False)
    leaves: bytes | None = field(default=None, repr=False)

    @property
    def size(self) -> int:
        """The bytes of the order, the resolution and the state, which are JSON here."""
        return len(self.order) + len(self.resolution) + len(self.state or b"")


@dataclass(frozen=True, slots=True)
class OwedRow:
    """Where a group, by its first entry `seq`, still has to be posted besides its answer.

    `reader` says whose reading is posted in the channel (`bot.game.sight.destinations`). One that is given up is kept
    for a reader until they hear of it: for a person, or for the channel.
    """

    encounter_id: str
    seq: int
    reader: str
    channel_id: str


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """A channel that shows a reader's own reading of an encounter."""

    encounter_id: str
    reader: str
    channel_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """The live board of an encounter in the `place` (a channel) that is a reader's own; None: none should be there.

    `made` counts how often one was posted, `made_at` is when the last was begun (None: none is there), by the host's
    clock. Without `message_id` it is not known whether that one was posted. `former_id` is the message that it
    replaces. `shown` is the last entry that it takes into account, `digest` tells whether it changes, and `gave_up` is
    why it cannot be posted. `channel_id` is where the message is.
    """

    encounter_id: str
    reader: str
    place: str | None
    channel_id: str
    made: int = 0
    made_at: datetime | None = None
    message_id: str | None = None
    former_id: str | None = None
    shown: int = 0
    digest: str | None = None
    gave_up: str | None = None


# The small ones come first: SQLite reads them without touching the pages of the large ones.
_SMALL = (
    "encounter_id, seq, parent, origin, kind, interaction_id, part, actor, at, ended, schema, rules_version, "
    "token, token_until, private, channel_id, message_id, gave_up, digest, fighter, changes, number, tallies, calls, "
    "guild_id, chain"
)
_STATE = "(SELECT state FROM states s WHERE s.encounter_id = entries.encounter_id AND s.seq = entries.seq)"

# The columns read from `entries`.
STATELESS_COLUMNS = f'{_SMALL}, leaves, "order", resolution, NULL'
ENTRY_COLUMNS = f'{_SMALL}, leaves, "order", resolution, {_STATE}'
# Without all that has to be decoded, so that one damaged entry does not hide the others of a list.
LISTED_COLUMNS = f"{_SMALL.replace('tallies, calls', 'NULL, NULL')}, NULL, NULL, NULL, NULL"

# The columns that are written; states have a table of their own, and are packed there when it is clear that they stay.
WRITTEN_COLUMNS = f'{_SMALL}, leaves, "order", resolution'
WRITTEN_PLACES = f"({'?, ' * (_SMALL.count(',') + 3)}?)"


def entry_values(entry: EntryRow) -> tuple[object, ...]:
    """Return the values of an entry in the order of `WRITTEN_COLUMNS`."""
    return (
        entry.encounter_id,
        entry.seq,
        entry.parent,
        entry.origin,
        entry.kind,
        entry.interaction_id,
        entry.part,
        entry.actor,
        to_text(entry.at),
        entry.ended,
        entry.schema,
        entry.rules_version,
        entry.token,
        to_text_or_none(entry.token_until),
        entry.private,
        entry.channel_id,
        entry.message_id,
        entry.gave_up,
        entry.digest,
        entry.fighter,
        entry.changes,
        entry.number,
        from_tallies(entry.tallies),
        from_calls(entry.calls),
        entry.guild_id,
        entry.chain,
        None if entry.leaves is None else Packed(entry.leaves),
        Packed(entry.order),
        Packed(entry.resolution),
    )


def entry_name(encounter_id: str, seq: int) -> str:
    """Return how people call an entry whose content is damaged."""
    return f"Entry {seq} of encounter {encounter_id}"


def to_entry(row: Row) -> EntryRow:
    """Return the entry in a row of `ENTRY_COLUMNS`, `STATELESS_COLUMNS` or `LISTED_COLUMNS`. Raises DamagedRecord."""
    with decoding(entry_name(row[0], row[1])):
        return _to_entry(row)


def _to_entry(row: Row) -> EntryRow:
    return EntryRow(
        encounter_id=row[0],
        seq=row[1],
        parent=row[2],
        origin=row[3],
        kind=cast(Kind, row[4]),
        interaction_id=row[5],
        part=row[6],
        actor=row[7],
        at=to_moment(row[8]),
        ended=bool(row[9]),
        schema=row[10],
        rules_version=row[11],
        token=row[12],
        token_until=to_moment_or_none(row[13]),
        private=bool(row[14]),
        channel_id=row[15],
        message_id=row[16],
        gave_up=row[17],
        digest=row[18],
        fighter=row[19],
        changes=row[20],
        number=row[21],
        tallies=to_tallies(row[22]),
        calls=to_calls(row[23]),
        guild_id=row[24],
        chain=row[25],
        leaves=None if row[26] is None else unpacked(row[26]),
        order=b"" if row[27] is None else unpacked(row[27]),
        resolution=b"" if row[28] is None else unpacked(row[28]),
        state=None if row[29] is None else unpacked(row[29]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterRow:
    """Where an encounter takes place; whether it is `open` follows the journal."""

    id: str
    guild_id: str
    channel_id: str
    ruleset: str
    title: str
    started_at: datetime
    open: bool = False


ENCOUNTER_COLUMNS = "id, guild_id, channel_id, ruleset, title, started_at, open"


def to_encounter(row: Row) -> EncounterRow:
    """Return the encounter in a row of `ENCOUNTER_COLUMNS`."""
    # Some queries have more columns behind these.
    id, guild, channel, ruleset, title, at, open = row[: ENCOUNTER_COLUMNS.count(",") + 1]
    at, open = to_moment(at), bool(open)
    return EncounterRow(
        id=id, guild_id=guild, channel_id=channel, ruleset=ruleset, title=title, started_at=at, open=open
    )


@dataclass(frozen=True, slots=True)
class Outset:
    """The facts that every order needs from the store before it is read: its encounter, the number of the last entry
    there (None if there is none), the records that the server added to the encounter's ruleset, by name, the
    encounter's threads, by reader (`bot.game.sight.destinations`), the users who are away now and that the user stands
    in for, whether the encounter has a live board, and the users (or their substitutes) called in direct messages."""

    encounter: EncounterRow
    last: int | None
    homebrew: Mapping[str, bytes]
    threads: Mapping[str, str] = field(default_factory=dict)
    stands_in_for: frozenset[str] = frozenset()
    board: bool = False
    direct: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OrderRow:
    """Who ordered what, and when; `number` counts the orders, `seq` the entries, `tallies` as in EntryRow."""

    seq: int
    number: int
    kind: Kind
    actor: str
    at: str
    tallies: Tallies
    order: bytes = field(repr=False)


ORDER_COLUMNS = 'seq, number, kind, actor, at, tallies, "order"'


def to_order(row: Row, encounter_id: str) -> OrderRow:
    """Return the order in a row of `ORDER_COLUMNS`. Raises DamagedRecord."""
    seq, number, kind, actor, at, tallies, order = row
    with decoding(entry_name(encounter_id, seq)):
        return OrderRow(seq, number, kind, actor, at, to_tallies(tallies), unpacked(order))


@dataclass(frozen=True, slots=True)
class Forgetting:
    """A user to be forgotten on one server, or ('') on all: `anon` takes the place of their id.

    `names` are the display names met so far; encounters up to the id `reached` are done.
    """

    user_id: str
    guild_id: str
    anon: str
    names: frozenset[str]
    reached: str
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Replacements of an entry's texts, leaves, tallies and calls; `digest` is that of its order as it was, None if
    it is unchanged."""

    encounter_id: str
    seq: int
    actor: str
    digest: str | None
    order: bytes = field(repr=False)
    resolution: bytes = field(repr=False)
    state: bytes | None = field(repr=False)
    leaves: bytes | None = field(repr=False)
    tallies: Tallies = ()
    calls: Calls = NO_CALLS


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRow:
    """A seed for the dice of an encounter; before the end only `commitment`, its SHA-256 in hex, is shown."""

    commitment: str
    encounter_id: str
    seed: bytes = field(repr=False)
    drawn_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Restoration:
    """The entries of an undo or a redo: write an entry over `head` that restores the state of entry `restores`.

    `first` to `last` are the entries of the group that is undone or redone; `origin` is for the new entry.
    """

    head: int
    first: int
    last: int
    restores: int
    origin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleRow:
    """An open encounter whose last entry is `seq`, and in which nothing has happened `since`.

    `made_at` is when its notice of inactivity was made (None: it has none), `announced` whether that is in the channel.
    """

    encounter: EncounterRow
    seq: int
    since: datetime
    made_at: datetime | None
    announced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRow:
    """A stat line kept between encounters; its name, in any case, is unique for its owner and ruleset.

    `origin` (unique) is the fighter that it was first, `version` names the fighter and the end that it was written by
    (`bot.game.people.rosters`). `played_in` is the encounter that it was last in, `playing` its title if it
    is open.
    """

    guild_id: str
    owner_id: str
    name: str
    ruleset: str
    record: bytes
    updated_at: datetime
    origin: str = ""
    version: str = ""
    played_in: str = ""
    playing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomebrewRow:
    """A card or weapon that a server added to a ruleset; its name is unique there, in any case."""

    guild_id: str
    ruleset: str
    name: str
    record: bytes
    added_by: str
    added_at: datetime
