"""Adds what a bot needs among strangers.

Revision ID: 0002
"""

from __future__ import annotations

revision = "0002"
down_revision = "0001"

STATEMENTS: tuple[str, ...] = (
    # Left by starts that were refused or died before their first entry; a start is one transaction now.
    "DELETE FROM seeds WHERE encounter_id IN (SELECT id FROM encounters WHERE open IS NULL)",
    "DELETE FROM encounters WHERE open IS NULL",
    # The digest that an order had before somebody was taken out of it; its dice were drawn for that one.
    "ALTER TABLE entries ADD COLUMN digest TEXT",
    # Users to be taken out of what stays, on one server or ('') on all: deleted when it is done, so that nobody can
    # tell afterwards who `anon` was. `reached` is the last encounter that is done.
    """
    CREATE TABLE forgetting (
        user_id TEXT NOT NULL,
        guild_id TEXT NOT NULL,
        anon TEXT NOT NULL,
        names TEXT NOT NULL,
        reached TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        PRIMARY KEY (user_id, guild_id)
    )
    """,
    "CREATE INDEX rulings_of_a_user ON entries (actor) WHERE encounter_id >= 'q' AND encounter_id < 'r'",
    # Servers whose data will be deleted, and servers that the bot has left.
    "CREATE TABLE deleting (guild_id TEXT PRIMARY KEY, asked_at TEXT NOT NULL)",
    "CREATE TABLE departures (guild_id TEXT PRIMARY KEY, left_at TEXT NOT NULL)",
    # The fighter that a profile was first, the user who was written to it last, the encounter that it was brought into.
    "ALTER TABLE profiles ADD COLUMN origin TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE profiles ADD COLUMN version TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE profiles ADD COLUMN played_in TEXT NOT NULL DEFAULT ''",
    "UPDATE profiles SET origin = lower(hex(randomblob(8)))",
    "CREATE UNIQUE INDEX origins_of_profiles ON profiles (origin)",
    # Notices about inactive encounters: `made_at` after entry `seq`, in the channel by `told_at`. Somebody keeps the
    # encounter open (`kept_at`) or it is ended (`ending_at`), never both.
    """
    CREATE TABLE notices (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        made_at TEXT NOT NULL,
        told_at TEXT,
        kept_at TEXT,
        ending_at TEXT
    )
    """,
    # Most states are dropped again, and a page of `entries` would keep the gap. `fresh`: not looked at by `tidy` yet.
    """
    CREATE TABLE states (
        encounter_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        fresh INTEGER NOT NULL,
        state BLOB NOT NULL,
        PRIMARY KEY (encounter_id, seq)
    )
    """,
    "CREATE INDEX untidied ON states (encounter_id) WHERE fresh",
    "INSERT INTO states SELECT encounter_id, seq, 1, state FROM entries WHERE state IS NOT NULL ORDER BY rowid",
    "ALTER TABLE entries DROP COLUMN state",
    """
    CREATE TRIGGER state_goes_with_entry AFTER DELETE ON entries
    BEGIN
        DELETE FROM states WHERE encounter_id = OLD.encounter_id AND seq = OLD.seq;
    END
    """,
    # The combatant who was ordered, and the bytes of the effects: the columns that hold them are packed from now on.
    "ALTER TABLE entries ADD COLUMN fighter TEXT",
    "ALTER TABLE entries ADD COLUMN changes INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE entries SET
        fighter = CASE kind WHEN 'order' THEN json_extract(CAST("order" AS TEXT), '$.actor') END,
        changes = length(resolution)
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
