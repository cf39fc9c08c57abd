"""Adds when threads are woken, and finds what could not be posted and of which nobody has heard.

Revision ID: 0006
"""

from __future__ import annotations

revision = "0006"
down_revision = "0005"

STATEMENTS: tuple[str, ...] = (
    # When the thread has to be kept from the archive again; NULL where nothing is archived, as in a text channel.
    "ALTER TABLE threads ADD COLUMN wake_at TEXT",
    "UPDATE threads SET wake_at = ''",
    # Results that could not be posted for a reader are kept until they hear of them; of these they have heard.
    "DELETE FROM owed WHERE gave_up IS NOT NULL",
    "CREATE INDEX owed_no_longer ON owed (encounter_id) WHERE gave_up IS NOT NULL",
)


def upgrade() -> None:
    from alembic import op

    for statement in STATEMENTS:
        op.execute(statement)
