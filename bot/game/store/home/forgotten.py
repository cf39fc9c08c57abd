"""Who was forgotten, remembered without their ids, so that a restored copy forgets them again.

1. When a user is forgotten, a keyed hash of their id stays, with the server and the time of the request. The key is a
   secret of the database: without it nobody can try ids out.
2. A copy that is restored may be older than that. The requests that it lacks are in the database that it replaces, and
   in later copies of the same database (`remembered`).
3. The ids that the copy holds are hashed. Each that is remembered becomes a request to forget that user, as of the time
   of the first one (`ask_again`); a request is carried out like any other.
"""

from __future__ import annotations

import hmac
import re
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.game.store.home.compression import unpacked
from bot.game.store.home.sqlite import as_store_errors

SECRET = "ids of people who were forgotten"
"""The name of the secret that is the key."""
REMEMBER = (
    "INSERT INTO forgotten (hash, guild_id, secret, asked_at) SELECT {}, {}, {}, {} WHERE NOT EXISTS "
    "(SELECT 1 FROM forgotten WHERE hash = ?1 AND guild_id = '' AND asked_at >= ?4) ON CONFLICT (hash, guild_id) "
    "DO UPDATE SET asked_at = excluded.asked_at WHERE excluded.asked_at > forgotten.asked_at"
).format(*(f"CAST(?{n} AS TEXT)" for n in range(1, 5)))
"""Remembers one request. A server needs no row of its own beside a request for all servers."""
_ASK = (
    "INSERT INTO forgetting (user_id, guild_id, anon, names, reached, asked_at) VALUES (?, ?, ?, '[]', '', ?) "
    "ON CONFLICT (user_id, guild_id) DO UPDATE SET reached = '', asked_at = max(asked_at, excluded.asked_at)"
)
_IDENTITY = "SELECT value FROM secrets WHERE name = 'ids of fighters'"
# As Discord writes ids; the first ones of 2015 had fifteen digits.
_ID = re.compile(rb"[0-9]{15,20}")


@dataclass(frozen=True, slots=True)
class Remembered:
    """One request that was carried out: the hash with its key, the server ('': all), and when it was made."""

    hash: str
    guild_id: str
    secret: str
    asked_at: str


def anonymous_id() -> str:
    """Return an id that takes the place of a user's."""
    return f"anon-{secrets.token_hex(5)}"


def remember(secret: bytes, user_id: str, guild_id: str, asked_at: str) -> tuple[str, str, str, str]:
    """Return the values of REMEMBER for a request."""
    return _hash(secret, user_id.encode()), guild_id, secret.hex(), asked_at


def remembered(copy: Path, others: Sequence[Path]) -> list[Remembered]:
    """Return the requests that a copy lacks, from other files of the same database; others are passed over."""
    identity, own = _read(copy)
    newest = dict[tuple[str, str], Remembered]()
    for file in others:
        with suppress(sqlite3.Error):
            of_file, rows = _read(file)
            if identity not in (None, of_file):
                continue
            for key, one in rows.items():
                if all(key not in known or known[key].asked_at < one.asked_at for known in (own, newest)):
                    newest[key] = one
    return list(newest.values())


def ask_again(copy: Path, requests: Sequence[Remembered]) -> int:
    """Write these requests into a copy for the users that it holds, and return how many these are."""
    with as_store_errors(), closing(sqlite3.connect(copy)) as connection, connection:
        users = _users(connection, requests)
        connection.execute("PRAGMA secure_delete = ON")
        for user, asked in users.items():
            anonymous = anonymous_id()
            connection.executemany(_ASK, [(user, one.guild_id, anonymous, one.asked_at) for one in asked])
        if _has_list(connection):
            rows = [(one.hash, one.guild_id, one.secret, one.asked_at) for one in requests]
            connection.executemany(REMEMBER, rows)
    return len(users)


def _read(file: Path) -> tuple[bytes | None, Mapping[tuple[str, str], Remembered]]:
    """Return the secret by which a database is known, and what it remembers."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        found = connection.execute(_IDENTITY).fetchone()
        if not _has_list(connection):
            return found and bytes(found[0]), {}
        rows = connection.execute("SELECT hash, guild_id, secret, asked_at FROM forgotten").fetchall()
        return found and bytes(found[0]), {row[:2]: Remembered(*row) for row in rows}


def _has_list(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'forgotten'").fetchone() is not None


def _users(connection: sqlite3.Connection, requests: Sequence[Remembered]) -> dict[str, list[Remembered]]:
    """Return the users in a database that these requests name, each with their requests."""
    by_hash = dict[str, list[Remembered]]()
    for one in requests:
        by_hash.setdefault(one.hash, []).append(one)
    keys = {bytes.fromhex(one.secret) for one in requests}
    found = dict[str, list[Remembered]]()
    for id in set(_ids(connection)) if requests else ():
        for key in keys:
            if asked := by_hash.get(_hash(key, id)):
                found[id.decode()] = asked
    return found


def _ids(connection: sqlite3.Connection) -> Iterator[bytes]:
    """Yield every number that may be an id, however deep in a record."""
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in connection.execute(f'SELECT * FROM "{table}"'):
            for value in row:
                text = value.encode() if isinstance(value, str) else value
                if isinstance(text, bytes) and text:
                    with suppress(ValueError):
                        text = unpacked(text) if isinstance(value, bytes) else text
                    yield from _ID.findall(text)


def _hash(secret: bytes, id: bytes) -> str:
    return hmac.digest(secret, id, "sha256").hex()
