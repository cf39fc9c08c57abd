"""Gives every row that belongs to a server the server's id in its key, so that tables can be partitioned by it.

Revision ID: 0014

The server comes last in a key: a statement that knows only the encounter still finds its index. PostgreSQL wants the
column that it partitions by in each unique key and foreign key; `docs/scale.md` says how the tables are partitioned.

SQLite partitions nothing. Its tables have these keys where a statement names them after ON CONFLICT.
Quick rulings from before this revision have no server ('').
"""

from __future__ import annotations

from collections.abc import Iterator

revision = "0014"
down_revision = "0013"

# In SQLite the column comes after the large ones, so it is looked up here.
_RULINGS_OF_A_SERVER = (
    "CREATE INDEX rulings_of_a_server ON entries (guild_id) WHERE encounter_id >= 'q' AND encounter_id < 'r'"
)

_GUILD = "coalesce((SELECT guild_id FROM encounters WHERE id = encounter_id), '')"

# The tables of SQLite that get another key: their columns after the encounter and the server, and the key before it.
_AGAIN = {
    "owed": (
        """
        seq INTEGER NOT NULL,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        gave_up TEXT
        """,
        "encounter_id, seq, reader",
    ),
    "threads": (
        """
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL UNIQUE,
        wake_at TEXT
        """,
        "encounter_id, reader",
    ),
    "boards": (
        """
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        wanted INTEGER NOT NULL DEFAULT 1,
        made INTEGER NOT NULL DEFAULT 0,
        made_at TEXT,
        message_id TEXT,
        former_id TEXT,
        shown INTEGER NOT NULL DEFAULT 0,
        digest TEXT,
        gave_up TEXT
        """,
        "encounter_id, reader",
    ),
    "deadlines": (
        """
        rule TEXT NOT NULL,
        grace INTEGER NOT NULL DEFAULT 0,
        decision INTEGER NOT NULL DEFAULT 0,
        seq INTEGER NOT NULL DEFAULT 0,
        "window" TEXT,
        began_at TEXT,
        due_at TEXT,
        paused_at TEXT,
        next_at TEXT,
        version INTEGER NOT NULL DEFAULT 0
        """,
        "encounter_id",
    ),
    "misses": (
        """
        user_id TEXT NOT NULL,
        number INTEGER NOT NULL
        """,
        "encounter_id, user_id",
    ),
    "recaps": (
        """
        user_id TEXT NOT NULL,
        seq INTEGER NOT NULL
        """,
        "encounter_id, user_id",
    ),
    "notices": (
        """
        seq INTEGER NOT NULL,
        made_at TEXT NOT NULL,
        told_at TEXT,
        kept_at TEXT,
        ending_at TEXT
        """,
        "encounter_id",
    ),
}
_WITHOUT_ROWID = ("deadlines", "misses", "recaps")
# Those that keep their key there.
_EXTENDED = ("seeds", "entries", "states", "reminders", "paces")


def _made_again(table: str, columns: str, key: str) -> Iterator[str]:
    parent = "" if table == "owed" else " REFERENCES encounters (id) ON DELETE CASCADE"
    names = ", ".join(["encounter_id", *(line.split()[0] for line in columns.strip().splitlines())])
    yield (
        f"CREATE TABLE {table}_again (\n        encounter_id TEXT NOT NULL{parent},\n        guild_id TEXT NOT NULL,"
        f"{columns.rstrip()},\n        PRIMARY KEY ({key}, guild_id)\n    )"
        f"{' WITHOUT ROWID' if table in _WITHOUT_ROWID else ''}"
    )
    yield f"INSERT INTO {table}_again ({names}, guild_id) SELECT {names}, {_GUILD} FROM {table}"
    yield f"DROP TABLE {table}"
    yield f"ALTER TABLE {table}_again RENAME TO {table}"


def _extended(table: str, kind: str = "TEXT") -> Iterator[str]:
    yield f"ALTER TABLE {table} ADD COLUMN guild_id {kind} NOT NULL DEFAULT ''"
    yield f"UPDATE {table} SET guild_id = {_GUILD}"


STATEMENTS: tuple[str, ...] = (
    # They read tables that are made again.
    "DROP TRIGGER owed_goes_with_entry",
    "DROP TRIGGER nothing_begins_in_a_thread",
    *(statement for table in _EXTENDED for statement in _extended(table)),
    *(statement for table, (columns, key) in _AGAIN.items() for statement in _made_again(table, columns, key)),
    """
    CREATE TABLE channels_again (
        channel_id TEXT NOT NULL,
        guild_id TEXT NOT NULL,
        detail TEXT,
        screen_reader TEXT,
        PRIMARY KEY (channel_id, guild_id)
    ) WITHOUT ROWID
    """,
    "INSERT INTO channels_again SELECT * FROM channels",
    "DROP TABLE channels",
    "ALTER TABLE channels_again RENAME TO channels",
    _RULINGS_OF_A_SERVER,
    "CREATE INDEX owed_still ON owed (encounter_id, seq) WHERE gave_up IS NULL",
    "CREATE INDEX owed_no_longer ON owed (encounter_id) WHERE gave_up IS NOT NULL",
    """
    CREATE TRIGGER owed_goes_with_entry AFTER DELETE ON entries
    BEGIN
        DELETE FROM owed WHERE encounter_id = OLD.encounter_id AND seq = OLD.seq;
    END
    """,
    """
    CREATE TRIGGER nothing_begins_in_a_thread BEFORE INSERT ON encounters
    WHEN EXISTS (
        SELECT 1 FROM threads JOIN encounters e ON e.id = encounter_id
        WHERE threads.channel_id = NEW.channel_id AND e.open = 1
    )
    BEGIN
        SELECT raise(ABORT, 'encounters.channel_id');
    END
    """,
)

# The keys of the tables in PostgreSQL without the server, those of encounters first.
_KEYS = {
    "entries": "encounter_id, seq",
    "states": "encounter_id, seq",
    "owed": "encounter_id, seq, reader",
    "seeds": "commitment",
    "threads": "encounter_id, reader",
    "boards": "encounter_id, reader",
    "deadlines": "encounter_id",
    "reminders": "encounter_id, decision, user_id, stage",
    "misses": "encounter_id, user_id",
    "paces": "encounter_id",
    "recaps": "encounter_id, user_id",
    "notices": "encounter_id",
    "encounters": "id",
    "channels": "channel_id",
}
_HAVE_IT = ("encounters", "channels")
# Those whose rows need the encounter's, and whether they go with it.
_CHILDREN = {"seeds": "", **dict.fromkeys([*_KEYS][4:12], " ON DELETE CASCADE")}

_OF_THE_ENTRY = "encounter_id = OLD.encounter_id AND guild_id = OLD.guild_id AND seq = OLD.seq"


def _function(name: str, body: str, gives: str = "NULL") -> str:
    return (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN {body}; RETURN {gives}; END $$"
    )


POSTGRESQL: tuple[str, ...] = (
    *(
        statement
        for table in _KEYS
        if table not in _HAVE_IT
        for statement in (
            *_extended(table, 'TEXT COLLATE "C"'),
            f"ALTER TABLE {table} ALTER COLUMN guild_id DROP DEFAULT",
        )
    ),
    *(f"ALTER TABLE {table} DROP CONSTRAINT {table}_encounter_id_fkey" for table in _CHILDREN),
    *(
        f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey, ADD PRIMARY KEY ({key}, guild_id)"
        for table, key in _KEYS.items()
    ),
    *(
        f"ALTER TABLE {table} ADD FOREIGN KEY (encounter_id, guild_id) REFERENCES encounters (id, guild_id){then}"
        for table, then in _CHILDREN.items()
    ),
    "ALTER TABLE entries DROP CONSTRAINT entries_interaction_id_part_key, ADD UNIQUE (interaction_id, part, guild_id)",
    "ALTER TABLE threads DROP CONSTRAINT threads_channel_id_key, ADD UNIQUE (channel_id, guild_id)",
    "DROP INDEX one_open_encounter",
    "CREATE UNIQUE INDEX one_open_encounter ON encounters (channel_id, guild_id) WHERE open = 1",
    _RULINGS_OF_A_SERVER,
    "DROP INDEX origins_of_profiles",
    "CREATE UNIQUE INDEX origins_of_profiles ON profiles (origin, guild_id)",
    _function(
        "encounter_follows_journal",
        "UPDATE encounters SET open = (NOT NEW.ended)::int WHERE id = NEW.encounter_id AND guild_id = NEW.guild_id "
        "AND open IS DISTINCT FROM (NOT NEW.ended)::int",
    ),
    _function(
        "nothing_begins_in_a_thread",
        "IF EXISTS (SELECT 1 FROM threads t JOIN encounters e ON e.id = t.encounter_id AND e.guild_id = t.guild_id "
        "WHERE t.channel_id = NEW.channel_id AND t.guild_id = NEW.guild_id AND e.open = 1) "
        "THEN RAISE unique_violation USING MESSAGE = 'encounters.channel_id'; END IF",
        "NEW",
    ),
    _function(
        "entry_takes_its_rows_along",
        f"DELETE FROM owed WHERE {_OF_THE_ENTRY}; DELETE FROM states WHERE {_OF_THE_ENTRY}",
    ),
)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
