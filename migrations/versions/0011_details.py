"""Adds how detailed results are: for each user on a server, and for a channel.

Revision ID: 0011
"""

from __future__ import annotations

revision = "0011"
down_revision = "0010"

STATEMENTS: tuple[str, ...] = (
    # 'short', 'normal' or 'full'; NULL is what the channel has.
    "ALTER TABLE people ADD COLUMN detail TEXT",
    # The settings of a channel or thread.
    """
    CREATE TABLE channels (
        channel_id TEXT PRIMARY KEY,
        guild_id TEXT NOT NULL,
        detail TEXT NOT NULL
    ) WITHOUT ROWID
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
