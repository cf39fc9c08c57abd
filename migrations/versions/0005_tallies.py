"""Adds how many orders each reader of an encounter has read, where somebody has not read all.

Revision ID: 0005
"""

from __future__ import annotations

revision = "0005"
down_revision = "0004"

STATEMENTS: tuple[str, ...] = (
    # [[reader, how many orders they have read by then, the last entry of these], ...]; NULL if all have read all.
    "ALTER TABLE entries ADD COLUMN tallies TEXT",
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
