"""Adds the rulebook of a channel, above the server's.

Revision ID: 0017
"""

from __future__ import annotations

revision = "0017"
down_revision = "0016"

# The id of a rulebook or preset; NULL is what the server has.
_RULESET = "ALTER TABLE channels ADD COLUMN ruleset TEXT"

STATEMENTS: tuple[str, ...] = (_RULESET,)

POSTGRESQL: tuple[str, ...] = (f'{_RULESET} COLLATE "C"',)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
