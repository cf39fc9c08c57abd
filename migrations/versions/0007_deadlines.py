"""Adds what people have set about reminders, and the deadlines of encounters.

Revision ID: 0007
"""

from __future__ import annotations

revision = "0007"
down_revision = "0006"

STATEMENTS: tuple[str, ...] = (
    # A user's settings on a server: the hours in which they are not reminded ("22:00-07:00") in which time zone, what
    # mentions them, until when they are away, and who may order their fighters meanwhile.
    """
    CREATE TABLE people (
        guild_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        quiet TEXT,
        zone TEXT,
        pings TEXT,
        away_until TEXT,
        substitute TEXT,
        PRIMARY KEY (guild_id, user_id)
    ) WITHOUT ROWID
    """,
    # How long people have for a decision in an encounter, '' for as long as they want; `grace` in seconds. `decision`
    # counts those that had a deadline. The present one began at `began_at` in the window `window` (the clock), and is
    # due at `due_at`; it stands still since `paused_at`. `seq` is the last entry that was looked at, `next_at` when
    # there is something to do. Code that changes a row raises its version.
    """
    CREATE TABLE deadlines (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
        rule TEXT NOT NULL,
        grace INTEGER NOT NULL DEFAULT 0,
        decision INTEGER NOT NULL DEFAULT 0,
        seq INTEGER NOT NULL DEFAULT 0,
        window TEXT,
        began_at TEXT,
        due_at TEXT,
        paused_at TEXT,
        next_at TEXT,
        version INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID
    """,
    # The stages of a decision for a user, each once: reminded (half, most), late, the GM called, no more reminders.
    # `made_at` is when it was begun, `done_at` when it was done.
    """
    CREATE TABLE reminders (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        decision INTEGER NOT NULL,
        user_id TEXT NOT NULL,
        stage TEXT NOT NULL,
        made_at TEXT NOT NULL,
        done_at TEXT,
        PRIMARY KEY (encounter_id, decision, user_id, stage)
    ) WITHOUT ROWID
    """,
    # How many decisions in a row a user was late for, until they order again.
    """
    CREATE TABLE misses (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (encounter_id, user_id)
    ) WITHOUT ROWID
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
