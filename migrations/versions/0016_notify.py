"""Adds where people are called on a server: in direct messages.

Revision ID: 0016
"""

from __future__ import annotations

revision = "0016"
down_revision = "0015"

# 'direct', or 'refused' once Discord has refused a direct message; NULL is in the encounter's channels.
_PEOPLE = "ALTER TABLE people ADD COLUMN notify TEXT"

STATEMENTS: tuple[str, ...] = (_PEOPLE,)

POSTGRESQL: tuple[str, ...] = (f'{_PEOPLE} COLLATE "C"',)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
