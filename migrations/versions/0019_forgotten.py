"""Adds who was forgotten, as keyed hashes, so that a restored copy forgets them again.

Revision ID: 0019
"""

from __future__ import annotations

revision = "0019"
down_revision = "0018"


def _table(kind: str) -> str:
    # The secret is the key of the hash; `guild_id` is empty for all servers.
    columns = "".join(f"{column} {kind} NOT NULL, " for column in ("hash", "guild_id", "secret", "asked_at"))
    return f"CREATE TABLE forgotten ({columns}PRIMARY KEY (hash, guild_id))"


STATEMENTS: tuple[str, ...] = (f"{_table('TEXT')} WITHOUT ROWID",)

POSTGRESQL: tuple[str, ...] = (_table('TEXT COLLATE "C"'),)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
