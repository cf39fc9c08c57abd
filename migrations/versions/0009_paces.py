"""Adds which encounters let time continue by themselves.

Revision ID: 0009
"""

from __future__ import annotations

revision = "0009"
down_revision = "0008"

STATEMENTS: tuple[str, ...] = (
    # Encounters whose switch `pace` lets the clock order Next. It is noted with the entry that sets the switch, and
    # undone some time after another one.
    """
    CREATE TABLE paces (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE
    ) WITHOUT ROWID
    """,
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
