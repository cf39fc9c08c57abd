"""The address of a PostgreSQL database: what the bot reads of it itself, and a single connection to it.

Addresses are copied from hosters, whose examples are for other programs. `pgbouncer`, `schema`, `connect_timeout` and
`channel_binding` are read here; asyncpg reads the rest (several hosts, `target_session_attrs`, `sslmode`) and hands
what it does not know to the server, which refuses it by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from bot.errors import CannotStart
from bot.game.store.home.causes import UNREADABLE

# Seconds that a single connection takes at most.
_PATIENCE = 5.0
_YES, _NO = ("true", "1", "yes", "on"), ("false", "0", "no", "off")
_SSLMODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """An address as asyncpg reads it, with the settings of its sessions, whether a pooler is there by what it says, and
    how many seconds a connection may take."""

    url: str = field(repr=False)
    settings: Mapping[str, str]
    pooler: bool = False
    patience: float = _PATIENCE

    @classmethod
    def of(cls, url: str) -> ServerAddress:
        """Read a URL. Raises CannotStart for one that cannot be read, or that asks for what the bot cannot do."""
        try:
            parts = urlsplit(url)
            options = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        except ValueError:
            raise CannotStart(UNREADABLE) from None
        # The end of the password would be taken for the host.
        if parts.netloc.count("@") > 1 or parts.fragment:
            raise CannotStart(UNREADABLE)
        pooler, patience, settings = False, _PATIENCE, {}
        if (value := options.pop("pgbouncer", None)) is not None:
            pooler = _yes(value)
        if (value := options.pop("connect_timeout", None)) is not None:
            # 0 is libpq's word for no limit.
            patience = max(_PATIENCE, _seconds(value))
        if (value := options.pop("schema", None)) is not None:
            settings["search_path"] = value
        if options.pop("channel_binding", "prefer") == "require":
            raise CannotStart(
                "DATABASE_URL asks for channel_binding=require, which the bot cannot do. Use channel_binding=prefer, "
                "and sslmode=verify-full to be sure of the server."
            )
        if options.get("sslmode", "prefer") not in _SSLMODES:
            raise CannotStart(f"DATABASE_URL: sslmode is one of {', '.join(_SSLMODES)}.")
        # A path in `host` stays readable for asyncpg, which does not decode it.
        query = urlencode(options, safe="/,:")
        return cls(urlunsplit(parts._replace(query=query)), settings, pooler, patience)

    async def is_pooled(self) -> bool:
        """Return whether a pooler is there, by the address or as `behind_pooler` finds it. Raises what asyncpg does."""
        connection = await self.connected()
        try:
            return self.pooler or await behind_pooler(connection)
        finally:
            await connection.close()

    async def connected(self) -> asyncpg.Connection:
        """Return a connection that prepares nothing, so that it works behind a pooler. Raises what asyncpg does."""
        return await asyncpg.connect(
            self.url, timeout=self.patience, statement_cache_size=0, server_settings=dict(self.settings)
        )


async def behind_pooler(connection: asyncpg.Connection) -> bool:
    """Return whether a pooler is between: the process that it named at the start is not the one that answers."""
    answering: int = await connection.fetchval("SELECT pg_backend_pid()")
    return answering != connection.get_server_pid()


def _yes(value: str) -> bool:
    if value.lower() not in (*_YES, *_NO):
        raise CannotStart("DATABASE_URL: pgbouncer is true or false.")
    return value.lower() in _YES


def _seconds(value: str) -> float:
    if not value.isdecimal():
        raise CannotStart("DATABASE_URL: connect_timeout is a number of seconds.")
    return float(value)
