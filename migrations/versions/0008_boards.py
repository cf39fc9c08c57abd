"""Adds the live boards, and the users each order calls.

Revision ID: 0008
"""

from __future__ import annotations

revision = "0008"
down_revision = "0007"

STATEMENTS: tuple[str, ...] = (
    # The live board of an encounter in a destination, by reader: `made` counts how often one was posted there, and the
    # last time it was begun is `made_at` (NULL: none is there). Without `message_id` it may be posted and not noted.
    # `former_id` is the one before it, which has to be deleted. `shown` is the last entry it takes into account,
    # `digest` what it shows, `gave_up` why it cannot be posted. The channel's row says whether boards are `wanted`.
    """
    CREATE TABLE boards (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        wanted INTEGER NOT NULL DEFAULT 1,
        made INTEGER NOT NULL DEFAULT 0,
        made_at TEXT,
        message_id TEXT,
        former_id TEXT,
        shown INTEGER NOT NULL DEFAULT 0,
        digest TEXT,
        gave_up TEXT,
        PRIMARY KEY (encounter_id, reader)
    )
    """,
    # [users that the order calls, users who are called by then and have not decided since]; NULL for neither.
    "ALTER TABLE entries ADD COLUMN calls TEXT",
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
