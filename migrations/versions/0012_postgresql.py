"""Adds a second home, PostgreSQL, which process has which shards, and an index of the encounters of a server.

Revision ID: 0012

A database on PostgreSQL begins with this revision, so its statements create all tables. They are those of SQLite, with
these differences:

- Text is compared by its bytes (COLLATE "C"), as SQLite does: times and ids sort as they do there.
- Yes and no are booleans, apart from `encounters.open`, which is NULL before the first entry.
- The names of profiles and homebrew are unique in any case by an index on lower(), which changes only A to Z.
- Triggers are functions.

Revision 0014 puts the server into the keys, so that the tables can be partitioned by it.
"""

from __future__ import annotations

revision = "0012"
down_revision = "0011"

# The process that answers for a shard out of `shards`, and until when it does without renewing that.
_LEASES = """
    CREATE TABLE leases (
        shard INTEGER PRIMARY KEY,
        shards INTEGER NOT NULL,
        owner TEXT NOT NULL,
        until TEXT NOT NULL
    )
    """

_ENCOUNTERS_OF_A_SERVER = "CREATE INDEX encounters_of_a_server ON encounters (guild_id, started_at)"

STATEMENTS: tuple[str, ...] = (_LEASES, _ENCOUNTERS_OF_A_SERVER)

_TABLES = """
    CREATE TABLE encounters (
        id TEXT PRIMARY KEY CHECK (id NOT LIKE 'q%'),
        guild_id TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        title TEXT NOT NULL,
        started_at TEXT NOT NULL,
        open SMALLINT
    );
    CREATE TABLE seeds (
        commitment TEXT PRIMARY KEY,
        encounter_id TEXT NOT NULL REFERENCES encounters (id),
        seed BYTEA NOT NULL,
        drawn_at TEXT NOT NULL
    );
    CREATE TABLE entries (
        encounter_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        parent BIGINT,
        origin BIGINT NOT NULL,
        kind TEXT NOT NULL,
        interaction_id TEXT,
        part INTEGER NOT NULL,
        actor TEXT NOT NULL,
        at TEXT NOT NULL,
        ended BOOLEAN NOT NULL,
        schema INTEGER NOT NULL,
        rules_version TEXT NOT NULL,
        token TEXT,
        token_until TEXT,
        private BOOLEAN NOT NULL,
        channel_id TEXT,
        message_id TEXT,
        gave_up TEXT,
        digest TEXT,
        fighter TEXT,
        changes BIGINT NOT NULL DEFAULT 0,
        number BIGINT NOT NULL DEFAULT 0,
        tallies TEXT,
        calls TEXT,
        "order" BYTEA NOT NULL,
        resolution BYTEA NOT NULL,
        PRIMARY KEY (encounter_id, seq),
        UNIQUE (interaction_id, part)
    );
    CREATE TABLE states (
        encounter_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        fresh BOOLEAN NOT NULL,
        state BYTEA NOT NULL,
        PRIMARY KEY (encounter_id, seq)
    );
    CREATE TABLE owed (
        encounter_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        gave_up TEXT,
        PRIMARY KEY (encounter_id, seq, reader)
    );
    CREATE TABLE threads (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL UNIQUE,
        wake_at TEXT,
        PRIMARY KEY (encounter_id, reader)
    );
    CREATE TABLE boards (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        reader TEXT NOT NULL,
        channel_id TEXT NOT NULL,
        wanted BOOLEAN NOT NULL DEFAULT TRUE,
        made BIGINT NOT NULL DEFAULT 0,
        made_at TEXT,
        message_id TEXT,
        former_id TEXT,
        shown BIGINT NOT NULL DEFAULT 0,
        digest TEXT,
        gave_up TEXT,
        PRIMARY KEY (encounter_id, reader)
    );
    CREATE TABLE deadlines (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
        rule TEXT NOT NULL,
        grace BIGINT NOT NULL DEFAULT 0,
        decision BIGINT NOT NULL DEFAULT 0,
        seq BIGINT NOT NULL DEFAULT 0,
        "window" TEXT,
        began_at TEXT,
        due_at TEXT,
        paused_at TEXT,
        next_at TEXT,
        version BIGINT NOT NULL DEFAULT 0
    );
    CREATE TABLE reminders (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        decision BIGINT NOT NULL,
        user_id TEXT NOT NULL,
        stage TEXT NOT NULL,
        made_at TEXT NOT NULL,
        done_at TEXT,
        PRIMARY KEY (encounter_id, decision, user_id, stage)
    );
    CREATE TABLE misses (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        number BIGINT NOT NULL,
        PRIMARY KEY (encounter_id, user_id)
    );
    CREATE TABLE paces (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE
    );
    CREATE TABLE recaps (
        encounter_id TEXT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
        user_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        PRIMARY KEY (encounter_id, user_id)
    );
    CREATE TABLE notices (
        encounter_id TEXT PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        made_at TEXT NOT NULL,
        told_at TEXT,
        kept_at TEXT,
        ending_at TEXT
    );
    CREATE TABLE profiles (
        guild_id TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        name TEXT NOT NULL,
        record BYTEA NOT NULL,
        updated_at TEXT NOT NULL,
        origin TEXT NOT NULL DEFAULT '',
        version TEXT NOT NULL DEFAULT '',
        played_in TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE houses (
        guild_id TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        name TEXT NOT NULL,
        record BYTEA NOT NULL,
        added_by TEXT NOT NULL,
        added_at TEXT NOT NULL
    );
    CREATE TABLE people (
        guild_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        quiet TEXT,
        zone TEXT,
        pings TEXT,
        away_until TEXT,
        substitute TEXT,
        detail TEXT,
        PRIMARY KEY (guild_id, user_id)
    );
    CREATE TABLE channels (channel_id TEXT PRIMARY KEY, guild_id TEXT NOT NULL, detail TEXT NOT NULL);
    CREATE TABLE servers (guild_id TEXT PRIMARY KEY, ruleset TEXT, settings BYTEA NOT NULL);
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE deleting (guild_id TEXT PRIMARY KEY, asked_at TEXT NOT NULL);
    CREATE TABLE departures (guild_id TEXT PRIMARY KEY, left_at TEXT NOT NULL);
    CREATE TABLE forgetting (
        user_id TEXT NOT NULL,
        guild_id TEXT NOT NULL,
        anon TEXT NOT NULL,
        names TEXT NOT NULL,
        reached TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        PRIMARY KEY (user_id, guild_id)
    )
""".replace(" TEXT", ' TEXT COLLATE "C"').split(";")


def _trigger(name: str, event: str, body: str, gives: str = "NULL") -> tuple[str, str]:
    """Return the statements of a function and of the trigger that calls it for each row."""
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; RETURN {gives}; END $$",
        f"CREATE TRIGGER {name} {event} FOR EACH ROW EXECUTE FUNCTION {name}()",
    )


POSTGRESQL: tuple[str, ...] = (
    *_TABLES,
    _LEASES.replace(" TEXT", ' TEXT COLLATE "C"'),
    "CREATE UNIQUE INDEX one_open_encounter ON encounters (channel_id) WHERE open = 1",
    "CREATE INDEX encounters_of_a_channel ON encounters (channel_id, started_at)",
    _ENCOUNTERS_OF_A_SERVER,
    "CREATE INDEX seeds_of_an_encounter ON seeds (encounter_id)",
    "CREATE INDEX orders ON entries (encounter_id, number)",
    "CREATE INDEX rulings_of_a_user ON entries (actor) WHERE encounter_id >= 'q' AND encounter_id < 'r'",
    "CREATE INDEX unanswered ON entries (encounter_id, actor) "
    "WHERE private AND gave_up = 'the private answer did not get through'",
    "CREATE INDEX undelivered ON entries (at) WHERE message_id IS NULL AND gave_up IS NULL",
    "CREATE INDEX untidied ON states (encounter_id) WHERE fresh",
    "CREATE INDEX owed_still ON owed (encounter_id, seq) WHERE gave_up IS NULL",
    "CREATE INDEX owed_no_longer ON owed (encounter_id) WHERE gave_up IS NOT NULL",
    "CREATE UNIQUE INDEX names_of_profiles ON profiles (guild_id, owner_id, ruleset, lower(name))",
    "CREATE UNIQUE INDEX origins_of_profiles ON profiles (origin)",
    "CREATE UNIQUE INDEX names_of_houses ON houses (guild_id, ruleset, lower(name))",
    *_trigger(
        "encounter_follows_journal",
        "AFTER INSERT ON entries",
        "UPDATE encounters SET open = (NOT NEW.ended)::int WHERE id = NEW.encounter_id "
        "AND open IS DISTINCT FROM (NOT NEW.ended)::int",
    ),
    *_trigger(
        "nothing_begins_in_a_thread",
        "BEFORE INSERT ON encounters",
        "IF EXISTS (SELECT 1 FROM threads JOIN encounters e ON e.id = encounter_id "
        "WHERE threads.channel_id = NEW.channel_id AND e.open = 1) "
        "THEN RAISE unique_violation USING MESSAGE = 'encounters.channel_id'; END IF",
        "NEW",
    ),
    *_trigger(
        "entry_takes_its_rows_along",
        "AFTER DELETE ON entries",
        "DELETE FROM owed WHERE encounter_id = OLD.encounter_id AND seq = OLD.seq; "
        "DELETE FROM states WHERE encounter_id = OLD.encounter_id AND seq = OLD.seq",
    ),
)


def upgrade() -> None:
    from alembic import op

    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else STATEMENTS:
        op.execute(statement)
