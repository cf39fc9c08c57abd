"""The keys of rows that belong to an encounter: they have its server in them (`migrations/versions/0014_guilds.py`)."""

from __future__ import annotations


def beside(table: str, columns: str = "", values: str = "", condition: str = "TRUE") -> str:
    """Return the statement that adds a row beside the encounter `?1`, if that is there and the condition holds.

    `columns` and their `values` are those besides the encounter and its server.
    """
    columns, values = (f", {listed}" if listed else "" for listed in (columns, values))
    return (
        f"INSERT INTO {table} (encounter_id, guild_id{columns}) SELECT e.id, e.guild_id{values} FROM encounters e "
        f"WHERE e.id = ?1 AND {condition} "
    )
