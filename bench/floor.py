"""The floor for comparison: a bare discord.py bot whose /fire answers after one durable transaction.

Run as `python -m bench.floor API_URL DATABASE`.
"""

from __future__ import annotations

import asyncio
import sys

import aiosqlite
import discord
import yarl
from discord import app_commands


class Floor(discord.Client):
    """The least that answers a slash command, with the same intents and caches as our bot."""

    def __init__(self, database: str) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="fire", description="Fire.", callback=self._fire))
        self._database = database
        self._shots: aiosqlite.Connection

    async def setup_hook(self) -> None:
        """Open the database and register the command."""
        _, gateway, _ = await self.http.get_bot_gateway()
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self._shots = await aiosqlite.connect(self._database, isolation_level=None)
        await self._shots.execute("PRAGMA journal_mode = WAL")
        await self._shots.execute("PRAGMA synchronous = FULL")
        await self._shots.execute("CREATE TABLE IF NOT EXISTS shots (id INTEGER PRIMARY KEY, text TEXT)")
        await self.tree.sync()

    async def _fire(self, interaction: discord.Interaction, target: str, range: int) -> None:
        await self._shots.execute("INSERT INTO shots (text) VALUES (?)", (f"{target} at {range}",))
        await interaction.response.send_message(f"Fired at {target}, {range} squares.")


if __name__ == "__main__":
    api_url, database = sys.argv[1:]
    discord.http.Route.BASE = api_url
    asyncio.run(Floor(database).start("bench"))
