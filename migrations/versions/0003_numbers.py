"""Numbers the orders of an encounter. The numbers of entries tell of parts that a reader may not see.

Revision ID: 0003
"""

from __future__ import annotations

revision = "0003"
down_revision = "0002"

STATEMENTS: tuple[str, ...] = (
    "ALTER TABLE entries ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE entries SET number = counted.number
    FROM (
        SELECT encounter_id AS id, seq AS at, sum(part = 0) OVER (PARTITION BY encounter_id ORDER BY seq) AS number
        FROM entries
    ) AS counted
    WHERE encounter_id = counted.id AND seq = counted.at
    """,
    "CREATE INDEX orders ON entries (encounter_id, number)",
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
