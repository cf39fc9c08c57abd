"""How detailed results are, as set for channels and by people for themselves (`bot.game.detail`)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.game.store.connection import Database


class Details:
    """The part of the store that knows these levels. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def details(self, channel_ids: Sequence[str], guild_id: str, user_id: str) -> tuple[str | None, str | None]:
        """Return the user's setting on that server, and the setting of the first of these channels that has one."""
        row = await self._database.read_one(
            "SELECT (SELECT detail FROM people WHERE guild_id = ?2 AND user_id = ?3), "
            "(SELECT detail FROM json_each(?1) JOIN channels ON channel_id = value ORDER BY key LIMIT 1)",
            (json.dumps([*channel_ids]), guild_id, user_id),
        )
        return (row[0], row[1]) if row else (None, None)

    async def channel_detail(self, channel_ids: Sequence[str]) -> str | None:
        """Return the setting of the first of these channels that has one."""
        return (await self.details(channel_ids, "", ""))[1]

    async def put_channel_detail(self, guild_id: str, channel_id: str, detail: str | None) -> None:
        """Set the level of a channel of that server; None takes back what was set."""
        if detail is None:
            await self._database.write("DELETE FROM channels WHERE channel_id = ?", (channel_id,))
            return
        await self._database.write(
            "INSERT INTO channels (channel_id, guild_id, detail) VALUES (?1, ?2, ?3) "
            "ON CONFLICT DO UPDATE SET detail = ?3",
            (channel_id, guild_id, detail),
        )
