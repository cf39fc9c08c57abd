"""The errors outside the rules, by what the caller can do about them.

Nothing here knows Discord or SQL. The refusals of the rules are in `rules.engine.records.errors`; the tree is:

    BotError
    ├── CannotStart           the settings, the token or the database are not fit to start with: say so and stop
    │   └── CannotStartNow    something else is in the way, and may be gone when the bot is started again
    ├── CannotWrite           a file for a user cannot be written: nothing is lost, the host has to make room
    ├── Interrupted           another process should have resolved the order, and did not: nothing was stored, try again
    └── StoreError
        ├── Stale             another order came first: load the new head and resolve again
        ├── Twice             this interaction is stored already: answer with the stored entry
        ├── ChannelTaken      the channel has another open encounter: end that one first
        └── StoreUnavailable  the database cannot be read or written now: nothing was stored, try again
            ├── StoreLocked   another program holds it: a start waits for that
            ├── StoreDamaged  its file is broken: the host has to put a backup in its place
            ├── StoreFull     its disk has no room: the host has to make some
            ├── StoreAway     its server cannot be reached: a start waits for that
            ├── Undecided     it did not say whether the order is stored: the sweep shows it if it is
            └── NotShown      the order is stored, and only its result could not be shown: the sweep shows it

`Outdated`, `TooFast` and `DamagedRecord` are refusals, as those of the rules are. The text of each is
one sentence that may be shown to people.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.engine.records.errors import NotNow, Refusal, Unplayable


class BotError(Exception):
    """The base class of these errors."""


class CannotStart(BotError):
    """The bot cannot be started like this; the message says what to change."""


class CannotStartNow(CannotStart):
    """The bot cannot be started like this at the moment."""


class Interrupted(BotError):
    """The process that does long work has ended, takes too long or has too much to do."""


class CannotWrite(BotError):
    """A file for a user cannot be written on the bot's disk."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"The bot cannot write the file: {error.strerror}. Tell the person who runs it.")


class Outdated(NotNow):
    """A button that is out of date, because the encounter has changed since; nothing was done."""


class TooFast(NotNow):
    """An order above the limit of rate; the sentence says when to try again."""


class DamagedRecord(Unplayable):
    """A stored record whose content cannot be read; `record` names it."""

    def __init__(self, record: str) -> None:
        super().__init__(
            f"{record} is damaged in the bot's database, so it cannot be used. Tell the person who runs the bot."
        )
        self.record, self.reason = record, f"{record} is damaged in the database"

    def __reduce__(self) -> tuple[type[DamagedRecord], tuple[str]]:
        return DamagedRecord, (self.record,)


@contextmanager
def decoding(record: str) -> Iterator[None]:
    """Turn whatever goes wrong in the block, which decodes a stored record of this name, into DamagedRecord.

    So it is never taken for an answer of Discord's that cannot be decoded.
    """
    try:
        yield
    except (Refusal, MemoryError):
        raise
    except Exception as error:
        raise DamagedRecord(record) from error


class TooLate(NotNow):
    """An interaction that Discord takes no answer for any more; nothing of it is carried out."""

    def __init__(self) -> None:
        super().__init__("That reached me too late.")


class StoreError(BotError):
    """The journal refused the entries; none of them is stored."""


class Stale(StoreError):
    """The encounter has moved on: the sequence number of the new entry is already taken."""

    def __init__(self, encounter_id: str, seq: int) -> None:
        super().__init__(f"The encounter has changed: entry {seq} is already written.")
        self.encounter_id = encounter_id
        self.seq = seq


class Twice(StoreError):
    """The interaction has been stored before; `Store.by_interaction` has what was answered."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__("This is already answered.")
        self.interaction_id = interaction_id


class ChannelTaken(StoreError):
    """The entry would open an encounter in a channel that already has an open one."""

    def __init__(self) -> None:
        super().__init__(
            "This channel already has an open encounter. Start in a thread or another channel, or end this one first."
        )


SERVER_DOWN, NAME_NOT_FOUND, NO_ANSWER = "server down", "name not found", "no answer"
TLS_REFUSED, WRONG_PASSWORD, ADDRESS = "TLS refused", "wrong password", "address"
TOO_MANY_CONNECTIONS, NO_DATABASE, NO_RIGHTS = "too many connections", "no such database", "no rights"
READ_ONLY, DISK_FULL, POOLER = "read-only", "disk full", "pooler"
LOCKED, DAMAGED, FILE, OTHER = "locked", "damaged", "file", "other"
UNANSWERED = (
    "The database's server does not answer in time. Check its load, the network, its firewall and, if a pooler in "
    "session mode is before it, that the pooler has as many connections as DATABASE_CONNECTIONS of all processes."
)
CAUSES = (
    *(SERVER_DOWN, NAME_NOT_FOUND, NO_ANSWER, TLS_REFUSED, WRONG_PASSWORD, ADDRESS, TOO_MANY_CONNECTIONS, NO_DATABASE),
    *(NO_RIGHTS, READ_ONLY, DISK_FULL, POOLER, LOCKED, DAMAGED, FILE, OTHER),
)
"""The causes for which a database is not available."""


class StoreUnavailable(StoreError):
    """The database is locked, read-only, full, damaged or closed.

    `cause` is one of CAUSES; `detail` says for the host what it is and what to do, and players never read it.
    """

    def __init__(self, sentence: str, cause: str = OTHER, detail: str = "") -> None:
        super().__init__(sentence)
        self.cause, self.detail = cause, detail or sentence


def for_host(error: BaseException) -> str:
    """Return what an error means and what to do about it, for the person who runs the bot."""
    return error.detail if isinstance(error, StoreUnavailable) else str(error)


class StoreLocked(StoreUnavailable):
    """Another program holds the database locked."""

    def __init__(self) -> None:
        super().__init__("Another program locks the journal, so nothing was stored: try again in a moment.", LOCKED)


class StoreDamaged(StoreUnavailable):
    """The database's file is broken, at least where it was read or written."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, DAMAGED, f"{sentence.rstrip('.')}. Restore a copy with `referee restore`.")


class StoreFull(StoreUnavailable):
    """The database's disk has no room."""

    def __init__(self, detail: str = "The disk of the database's file is full. Make room on it.") -> None:
        super().__init__("The host's disk is full, so nothing can be stored until there is room.", DISK_FULL, detail)


class StoreAway(StoreUnavailable):
    """The database's server cannot be reached."""

    def __init__(self, cause: str = SERVER_DOWN, detail: str = "") -> None:
        super().__init__(
            "The journal's database cannot be reached, so nothing was stored. Try again in a minute.", cause, detail
        )


class Undecided(StoreUnavailable):
    """The database did not say in time whether something is stored."""

    def __init__(self) -> None:
        super().__init__(
            "The journal's database does not answer in time. If your order was stored, its result appears later.",
            NO_ANSWER,
            UNANSWERED,
        )


class NotShown(StoreUnavailable):
    """The database cannot be read after the order was stored."""

    def __init__(self) -> None:
        super().__init__("Your order is stored. Its result appears later, because the journal does not answer now.")
