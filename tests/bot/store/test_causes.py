"""The cause of a server that cannot be used, and what the host reads about it: each failure is played on the wire."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
from click.testing import CliRunner

from bot import errors
from bot.__main__ import main
from bot.errors import CAUSES, CannotStart, StoreAway, StoreUnavailable
from bot.game.store import Store
from bot.game.store.home import schema_postgresql
from bot.game.store.home.causes import trouble
from bot.settings import Settings
from tests.bot.store.samples import begin
from tests.homes import ask, created, server

pytestmark = pytest.mark.sqlite  # Each test chooses its database itself.

SECRET = "s3cret"
_ASKS_FOR_TLS = (80877103).to_bytes(4, "big")


@asynccontextmanager
async def refusing(code: str, message: str) -> AsyncIterator[int]:
    """A server that has no TLS and refuses every session with this error; yields its port."""
    fields = f"SFATAL\0VFATAL\0C{code}\0M{message}\0\0".encode()

    async def heard(reader: asyncio.StreamReader) -> bytes:
        size = int.from_bytes(await reader.read(4), "big")
        return await reader.read(max(0, size - 4))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await heard(reader) == _ASKS_FOR_TLS:
            writer.write(b"N")
        writer.write(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


REFUSALS = {
    "wrong password": ("28P01", 'password authentication failed for user "me"', errors.WRONG_PASSWORD, CannotStart),
    "no role": ("28000", 'role "me" does not exist', errors.WRONG_PASSWORD, CannotStart),
    "the pooler's password": ("08P01", "SASL authentication failed", errors.WRONG_PASSWORD, CannotStart),
    "no entry": (
        "28000",
        'no pg_hba.conf entry for host "10.0.0.7", user "me", database "referee", SSL encryption',
        errors.NO_RIGHTS,
        StoreAway,
    ),
    "no encryption": (
        "28000",
        'no pg_hba.conf entry for host "10.0.0.7", user "me", database "referee", no encryption',
        errors.TLS_REFUSED,
        CannotStart,
    ),
    "no database": ("3D000", 'database "referee" does not exist', errors.NO_DATABASE, CannotStart),
    "the pooler's database": ("08P01", "no such database: referee", errors.NO_DATABASE, CannotStart),
    "full": ("53300", "sorry, too many clients already", errors.TOO_MANY_CONNECTIONS, StoreAway),
    "the pooler is full": (
        "08P01",
        "no more connections allowed (max_client_conn)",
        errors.TOO_MANY_CONNECTIONS,
        StoreAway,
    ),
    "the pooler has no server": (
        "08P01",
        "server login has been failing, try again later (server_login_retry)",
        errors.SERVER_DOWN,
        StoreAway,
    ),
    "starting": ("57P03", "the database system is starting up", errors.SERVER_DOWN, StoreAway),
    "a parameter": ("08P01", "unsupported startup parameter: search_path", errors.POOLER, CannotStart),
    "an unknown part": (
        "42704",
        'unrecognized configuration parameter "fast"',
        errors.ADDRESS,
        CannotStart,
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
async def test_what_a_server_refuses_has_its_cause_and_a_remedy(name: str) -> None:
    code, message, cause, kind = REFUSALS[name]
    async with refusing(code, message) as port:
        with pytest.raises(kind) as refused:
            await schema_postgresql.connected(f"postgresql://me:{SECRET}@127.0.0.1:{port}/referee")
    shown = errors.for_host(refused.value)
    assert SECRET not in shown and shown.endswith(".") and len(shown.split(". ")) >= 2
    if isinstance(refused.value, StoreUnavailable):
        assert refused.value.cause == cause
        assert str(refused.value).startswith("The journal's database cannot be reached, so nothing was stored.")
    else:
        assert trouble(asyncpg.PostgresError.new({"C": code, "M": message})).cause == cause


async def test_a_server_without_tls_is_named() -> None:
    async with refusing("28000", "never sent") as port:
        with pytest.raises(
            CannotStart, match=r"^The connection to PostgreSQL cannot be encrypted as DATABASE_URL asks"
        ):
            await schema_postgresql.connected(f"postgresql://me:{SECRET}@127.0.0.1:{port}/referee?sslmode=require")


def test_a_certificate_that_is_not_trusted_is_named_and_is_no_unreadable_address() -> None:
    found = trouble(ssl.SSLCertVerificationError(1, "certificate verify failed: self-signed certificate"))
    assert found.cause == errors.TLS_REFUSED and "sslrootcert" in found.detail


async def test_a_name_that_is_not_found_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)
    with pytest.raises(StoreAway, match="cannot be reached") as refused:
        await schema_postgresql.connected(f"postgresql://me:{SECRET}@db/referee")
    assert refused.value.cause == errors.NAME_NOT_FOUND
    assert refused.value.detail.startswith("The name of the database's server is not found. Check the host")


@pytest.mark.parametrize("password", [f"{SECRET}@x", f"x@{SECRET}", f"a@{SECRET}@b", f"{SECRET}#x"])
async def test_a_password_with_an_unescaped_character_is_named_and_not_shown(password: str) -> None:
    with pytest.raises(
        CannotStart, match=r"^The database's URL cannot be read\. Replace special .* @ by %40"
    ) as refused:
        await schema_postgresql.connected(f"postgresql://me:{password}@127.0.0.1:1/referee")
    assert SECRET not in str(refused.value)


async def test_a_server_that_is_down_is_in_every_place_that_a_host_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://me:{SECRET}@127.0.0.1:{port}/referee")
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    sentence = "No PostgreSQL server answers at the address in DATABASE_URL. Start it, or check host and port."
    check = await asyncio.to_thread(CliRunner().invoke, main, ["check"])
    assert check.exit_code == 1 and f"WRONG database: {sentence}" in check.output
    status = await asyncio.to_thread(CliRunner().invoke, main, ["status"])
    assert f"WRONG database: {sentence}" in status.output
    backup = await asyncio.to_thread(CliRunner().invoke, main, ["backup", "copy.sqlite3"])
    assert backup.output == f"Error: {sentence}\n"
    assert SECRET not in check.output + status.output + backup.output


async def test_a_role_without_rights_is_told_at_the_start_and_while_the_bot_runs() -> None:
    url = await created()
    role = f"weak_{urlsplit(url).path[1:]}"
    ask(url, f"CREATE ROLE {role} LOGIN")
    try:
        parts = urlsplit(url)
        weak = parts._replace(netloc=f"{role}@").geturl()
        with pytest.raises(StoreUnavailable) as refused:
            await Store.open(weak)
        assert refused.value.cause == errors.NO_RIGHTS
        assert "Make it the owner of the database and its tables, or GRANT it the right." in refused.value.detail
        for table in ("alembic_version", "encounters", "secrets"):
            ask(url, f"GRANT SELECT, INSERT, DELETE ON {table} TO {role}")
        async with await Store.open(weak) as store:
            with pytest.raises(
                StoreUnavailable, match=r"^The journal's database refused that, so nothing was stored\.$"
            ) as refused:
                await begin(store)
            assert refused.value.cause == errors.NO_RIGHTS and "permission denied" in refused.value.detail
    finally:
        ask(url, f"DROP OWNED BY {role}")
        ask(server(), f"DROP ROLE {role}")


def test_every_cause_is_on_the_list_of_the_metrics() -> None:
    assert {cause for _, _, cause, _ in REFUSALS.values()} <= set(CAUSES)
    assert len(set(CAUSES)) == len(CAUSES) == 16
