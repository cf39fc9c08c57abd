"""Creates the tables: journal, encounters and seeds; roster, homebrew, servers, secrets.

Revision ID: 0001
"""

from __future__ import annotations

revision = "0001"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE encounters (
        id TEXT PRIMARY KEY CHECK (id NOT LIKE 'q%'),
        guild_id TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        title TEXT NOT NULL,
        started_at TEXT NOT NULL,
        open INTEGER
    )
    """,
    "CREATE UNIQUE INDEX one_open_encounter ON encounters (channel_id) WHERE open = 1",
    "CREATE INDEX encounters_of_a_channel ON encounters (channel_id, started_at)",
    """
    CREATE TABLE seeds (
        commitment TEXT PRIMARY KEY,
        encounter_id TEXT NOT NULL REFERENCES encounters (id),
        seed BLOB NOT NULL,
        drawn_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX seeds_of_an_encounter ON seeds (encounter_id)",
    # encounter_id references no table, because a quick ruling has no encounter. The large columns come last.
    """
    CREATE TABLE entries (
        encounter_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        parent INTEGER,
        origin INTEGER NOT NULL,
        kind TEXT NOT NULL,
        interaction_id TEXT,
        part INTEGER NOT NULL,
        actor TEXT NOT NULL,
        at TEXT NOT NULL,
        ended INTEGER NOT NULL,
        schema INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        token TEXT,
        token_until TEXT,
        private INTEGER NOT NULL,
        channel_id TEXT,
        message_id TEXT,
        gave_up TEXT,
        "order" BLOB NOT NULL,
        resolution BLOB NOT NULL,
        state BLOB,
        PRIMARY KEY (encounter_id, seq),
        UNIQUE (interaction_id, part)
    )
    """,
    "CREATE INDEX undelivered ON entries (at) WHERE message_id IS NULL AND gave_up IS NULL",
    # With this trigger, each of start, order, end and reopening is one INSERT: one_open_encounter refuses a second one.
    """
    CREATE TRIGGER encounter_follows_journal AFTER INSERT ON entries
    BEGIN
        UPDATE encounters SET open = NOT NEW.ended WHERE id = NEW.encounter_id AND open IS NOT (NOT NEW.ended);
    END
    """,
    """
    CREATE TABLE profiles (
        guild_id TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        name TEXT NOT NULL COLLATE NOCASE,
        record BLOB NOT NULL,
        updated_at TEXT NOT NULL,
        PRIMARY KEY (guild_id, owner_id, ruleset, name)
    )
    """,
    """
    CREATE TABLE houses (
        guild_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        name TEXT NOT NULL COLLATE NOCASE,
        record BLOB NOT NULL,
        added_by TEXT NOT NULL,
        added_at TEXT NOT NULL,
        PRIMARY KEY (guild_id, ruleset, name)
    )
    """,
    "CREATE TABLE servers (guild_id TEXT PRIMARY KEY, ruleset TEXT, settings BLOB NOT NULL)",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL)",
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
