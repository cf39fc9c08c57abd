"""Adds how a shard is handed over to another process: who waits for it, and from which interaction on it has it.

Revision ID: 0020
"""

from __future__ import annotations

revision = "0020"
down_revision = "0019"

# The last interaction of the process before; until when another process is starting, is ready, and wants the shard.
_COLUMNS = ("cut", "starting_until", "ready_until", "wanted_until")

STATEMENTS: tuple[str, ...] = tuple(f"ALTER TABLE leases ADD COLUMN {column} TEXT" for column in _COLUMNS)

POSTGRESQL: tuple[str, ...] = tuple(f'{statement} COLLATE "C"' for statement in STATEMENTS)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
