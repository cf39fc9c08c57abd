"""Adds who reads with a screen reader: users on a server, and channels whose players do.

Revision ID: 0013
"""

from __future__ import annotations

revision = "0013"
down_revision = "0012"

# 'on' or 'off'; NULL is what the channel has, or the channel that a thread belongs to.
_PEOPLE = "ALTER TABLE people ADD COLUMN screen_reader TEXT"

STATEMENTS: tuple[str, ...] = (
    _PEOPLE,
    # A channel may have this setting alone, so its level of detail may be NULL now.
    """
    CREATE TABLE channels_again (
        channel_id TEXT PRIMARY KEY,
        guild_id TEXT NOT NULL,
        detail TEXT,
        screen_reader TEXT
    ) WITHOUT ROWID
    """,
    "INSERT INTO channels_again (channel_id, guild_id, detail) SELECT channel_id, guild_id, detail FROM channels",
    "DROP TABLE channels",
    "ALTER TABLE channels_again RENAME TO channels",
)

POSTGRESQL: tuple[str, ...] = (
    f'{_PEOPLE} COLLATE "C"',
    "ALTER TABLE channels ALTER COLUMN detail DROP NOT NULL",
    'ALTER TABLE channels ADD COLUMN screen_reader TEXT COLLATE "C"',
)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
