"""Adds where a result goes besides the answer to its order.

Revision ID: 0004
"""

from __future__ import annotations

revision = "0004"
down_revision = "0003"

STATEMENTS: tuple[str, ...] = (
    # Where the group of an encounter that begins with entry `seq` still has to be posted, besides its answer: the
    # channel, and whose reading is posted there. A row goes when it is posted; one that is given up keeps the reason.
    """
    CREATE TABLE owed (
        encounter_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        gave_up TEXT,
        PRIMARY KEY (encounter_id, seq, reader)
    )
    """,
    "CREATE INDEX owed_still ON owed (encounter_id, seq) WHERE gave_up IS NULL",
    """
    CREATE TRIGGER owed_goes_with_entry AFTER DELETE ON entries
    BEGIN
        DELETE FROM owed WHERE encounter_id = OLD.encounter_id AND seq = OLD.seq;
    END
    """,
    # Private answers that did not get through, of which their user has not heard yet.
    """
    CREATE INDEX unanswered ON entries (encounter_id, actor)
    WHERE private AND gave_up = 'the private answer did not get through'
    """,
    # The channels of an encounter that show a reader's own reading: the GM's thread, and one for each side.
    """
    CREATE TABLE threads (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL UNIQUE,
        PRIMARY KEY (encounter_id, reader)
    )
    """,
    # Orders in a thread are given in its encounter, so no other can begin there.
    """
    CREATE TRIGGER nothing_begins_in_a_thread BEFORE INSERT ON encounters
    WHEN EXISTS (
        SELECT 1 FROM threads JOIN encounters e ON e.id = encounter_id
        WHERE threads.channel_id = NEW.channel_id AND e.open = 1
    )
    BEGIN
        SELECT raise(ABORT, 'encounters.channel_id');
    END
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
