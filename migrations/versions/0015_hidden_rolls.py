"""Adds who has made secret rolls in which channel, for a day.

Revision ID: 0015
"""

from __future__ import annotations

revision = "0015"
down_revision = "0014"


def _table(kind: str) -> str:
    # In the order in which a roll is counted: a user's in a channel, up to that moment.
    columns = ("user_id", "channel_id", "at", "interaction_id", "guild_id")
    listed = "".join(f"{column} {kind} NOT NULL, " for column in columns)
    return f"CREATE TABLE hidden_rolls ({listed}PRIMARY KEY ({', '.join(columns)}))"


_BY_AGE = "CREATE INDEX hidden_rolls_by_age ON hidden_rolls (at)"

STATEMENTS: tuple[str, ...] = (f"{_table('TEXT')} WITHOUT ROWID", _BY_AGE)

POSTGRESQL: tuple[str, ...] = (_table('TEXT COLLATE "C"'), _BY_AGE)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
