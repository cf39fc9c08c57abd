"""The cause of whatever a PostgreSQL server or the way to it reports, and what a host has to do about it.

Players read one sentence of `bot.errors`; this is for the host, in `referee check`, `referee status`, the log of the
start and `/healthz`. An address is never shown, because a password may be in it.
"""

from __future__ import annotations

import re
import socket
import ssl
from typing import NamedTuple

import asyncpg

from bot.errors import (
    ADDRESS,
    DISK_FULL,
    NAME_NOT_FOUND,
    NO_ANSWER,
    NO_DATABASE,
    NO_RIGHTS,
    OTHER,
    POOLER,
    READ_ONLY,
    SERVER_DOWN,
    TLS_REFUSED,
    TOO_MANY_CONNECTIONS,
    UNANSWERED,
    WRONG_PASSWORD,
    CannotStart,
    StoreAway,
    StoreFull,
    StoreUnavailable,
)

UNREADABLE = (
    "The database's URL cannot be read. Replace special characters in the user's name and the password: / by %2F, "
    "@ by %40, : by %3A, # by %23, ? by %3F, % by %25."
)
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InterfaceError,
    # The server has ended the connection, which the client has not noticed yet; nothing was sent. Also when no server
    # of several is the one that is wanted.
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
    OSError,
)
"""The connection is lost or cannot be made, so nothing came of what was asked."""
# A host has to change something; all else may pass by itself.
_LASTING = frozenset({TLS_REFUSED, WRONG_PASSWORD, ADDRESS, NO_DATABASE, POOLER})


class Trouble(NamedTuple):
    """A cause of `bot.errors`, and sentences for the host: what happened, and what to do."""

    cause: str
    detail: str


_PARAMETER = re.compile(r'unsupported startup parameter: "?([\w.]+)"?')
_FULL_HOUSE = re.compile(
    r"no more connections allowed|too many (connections|clients)|connection slots are reserved|query_wait_timeout"
)
_REFUSED_USER = re.compile(r"password|auth(entication)? failed|no such user|SASL|role .* does not exist|not permitted")
_UNENCRYPTED = re.compile(r"no encryption|SSL off|SSL required|TLS required|SSL upgrade")
_NO_SUCH_DATABASE = re.compile(r"no such database|database .* does not exist")
_PREPARED = (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError)


def trouble(error: BaseException) -> Trouble:
    """Return the cause of an error of asyncpg, of the network or of TLS."""
    message = str(error).strip().rstrip(".")
    match error:
        case socket.gaierror():
            return Trouble(
                NAME_NOT_FOUND,
                "The name of the database's server is not found. Check the host in DATABASE_URL (an @ in the password "
                "must be written %40), and whether this machine can look up names.",
            )
        case ssl.SSLError():
            return Trouble(TLS_REFUSED, _tls(getattr(error, "reason", None) or message))
        case TimeoutError():
            return Trouble(NO_ANSWER, UNANSWERED)
        case asyncpg.DiskFullError():
            return Trouble(DISK_FULL, f"The disk of the PostgreSQL server is full ({message}). Make room on it.")
        case asyncpg.ReadOnlySQLTransactionError() | asyncpg.TargetServerAttributeNotMatched():
            return Trouble(
                READ_ONLY,
                "No server in DATABASE_URL takes writes now: it is a standby, or default_transaction_read_only is on. "
                "If there are several servers, name all of them, with target_session_attrs=read-write.",
            )
        case asyncpg.InsufficientPrivilegeError():
            return Trouble(
                NO_RIGHTS,
                f"PostgreSQL lets the role in DATABASE_URL not do that ({message}). Make it the owner of the database "
                "and its tables, or GRANT it the right.",
            )
    if _FULL_HOUSE.search(message) or isinstance(error, asyncpg.TooManyConnectionsError):
        return Trouble(
            TOO_MANY_CONNECTIONS,
            "The database's server takes no more connections. Lower DATABASE_CONNECTIONS, which each process of the "
            "bot has, or raise max_connections of the server or max_client_conn of the pooler.",
        )
    if parameter := _PARAMETER.search(message):
        return Trouble(
            POOLER,
            f"The pooler before PostgreSQL does not take {parameter[1]}. Leave it out of DATABASE_URL and set it for "
            "the role (ALTER ROLE ... SET ...). Do not let the pooler ignore it, because then it is lost.",
        )
    if isinstance(error, _PREPARED):
        return Trouble(
            POOLER,
            "A pooler between the bot and PostgreSQL mixes up prepared statements. Add pgbouncer=true to DATABASE_URL.",
        )
    if isinstance(error, asyncpg.InvalidCatalogNameError) or _NO_SUCH_DATABASE.search(message):
        return Trouble(
            NO_DATABASE,
            f"PostgreSQL refuses the connection: {message}. Create the database, or correct its name in DATABASE_URL.",
        )
    if _UNENCRYPTED.search(message):
        return Trouble(TLS_REFUSED, _tls(message))
    return _of_connection(error, message)


def _of_connection(error: BaseException, message: str) -> Trouble:
    match error:
        case asyncpg.InvalidAuthorizationSpecificationError() if "pg_hba.conf" in message:
            return Trouble(
                NO_RIGHTS,
                f"PostgreSQL refuses the connection: {message}. Add a line for the bot to pg_hba.conf and reload.",
            )
        case asyncpg.InvalidAuthorizationSpecificationError():
            return Trouble(WRONG_PASSWORD, _user(message))
        case asyncpg.PostgresConnectionError() | asyncpg.InterfaceError() if _REFUSED_USER.search(message):
            return Trouble(WRONG_PASSWORD, _user(message))
        case asyncpg.ClientConfigurationError() | asyncpg.UndefinedObjectError():
            return Trouble(
                ADDRESS,
                f"PostgreSQL refuses the connection: {message}. Correct or leave out this part of DATABASE_URL.",
            )
        # Its message may quote a part of the password.
        case ValueError():
            return Trouble(ADDRESS, UNREADABLE)
        case asyncpg.ProtocolViolationError():
            return Trouble(
                SERVER_DOWN,
                f"The pooler before PostgreSQL refuses the connection: {message}. Look into its log, and PostgreSQL's.",
            )
        case asyncpg.CannotConnectNowError() | asyncpg.OperatorInterventionError():
            return Trouble(SERVER_DOWN, f"PostgreSQL is starting or stopping ({message}). Wait, or look into its log.")
        case OSError() | asyncpg.PostgresConnectionError() | asyncpg.InterfaceError() | asyncpg.InternalClientError():
            return Trouble(
                SERVER_DOWN,
                "No PostgreSQL server answers at the address in DATABASE_URL. Start it, or check host and port.",
            )
    return Trouble(OTHER, f"PostgreSQL reports: {message}.")


def at_start(error: BaseException) -> CannotStart | StoreUnavailable:
    """Return the error for a connection that cannot be made: CannotStart if the host has to change something."""
    cause, detail = trouble(error)
    return CannotStart(detail) if cause in _LASTING else StoreAway(cause, detail)


def while_running(error: BaseException) -> StoreUnavailable:
    """Return the error for a statement that was not carried out; nothing of it is stored."""
    cause, detail = trouble(error)
    if cause == DISK_FULL:
        return StoreFull(detail)
    if isinstance(error, LOST):
        return StoreAway(cause, detail)
    if cause == READ_ONLY:
        return StoreUnavailable(
            "The journal is read-only, so nothing was stored. Try again in a minute.", cause, detail
        )
    return StoreUnavailable("The journal's database refused that, so nothing was stored.", cause, detail)


def _tls(message: str) -> str:
    return (
        f"The connection to PostgreSQL cannot be encrypted as DATABASE_URL asks ({message}). Check sslmode, "
        "sslrootcert and the server's certificate."
    )


def _user(message: str) -> str:
    return (
        f"PostgreSQL refuses the user or the password ({message}). Check both in DATABASE_URL; special characters must "
        "be written as %40 for @, %2F for /, %3A for :, %23 for #, %3F for ?, %25 for %."
    )
