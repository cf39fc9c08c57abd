"""Adds how far players and GMs have been told what happened.

Revision ID: 0010
"""

from __future__ import annotations

revision = "0010"
down_revision = "0009"

STATEMENTS: tuple[str, ...] = (
    # The last entry that was there when a user had /recap: a replay opens at the next one.
    """
    CREATE TABLE recaps (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (encounter_id, user_id)
    ) WITHOUT ROWID
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
