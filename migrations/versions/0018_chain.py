"""Adds the hash of each entry, and the leaves of its content that are hashed apart.

Revision ID: 0018
"""

from __future__ import annotations

revision = "0018"
down_revision = "0017"

_COLUMNS = ("chain", "leaves")

STATEMENTS: tuple[str, ...] = tuple(f"ALTER TABLE entries ADD COLUMN {column} BLOB" for column in _COLUMNS)

POSTGRESQL: tuple[str, ...] = tuple(f"ALTER TABLE entries ADD COLUMN {column} BYTEA" for column in _COLUMNS)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
