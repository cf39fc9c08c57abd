"""How detailed results are, as set for channels and by people for themselves (`bot.game.detail`)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.store.connection import Database, among


class Details:
    """The part of the store that knows these levels. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def details(self, channel_ids: Sequence[str], guild_id: str, user_id: str) -> tuple[str | None, str | None]:
        """Return the user's setting on that server, and the setting of the first of these channels that has one."""
        people, channels = await self._database.read_all(
            [
                ("SELECT detail FROM people WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)),
                (
                    f"SELECT channel_id, detail FROM channels WHERE channel_id IN {among(channel_ids)}",
                    [*channel_ids],
                ),
            ]
        )
        by_channel: dict[str, str] = dict(channels)
        of_channel = next((by_channel[id] for id in channel_ids if id in by_channel), None)
        return people[0][0] if people else None, of_channel

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
            "ON CONFLICT (channel_id) DO UPDATE SET detail = ?3",
            (channel_id, guild_id, detail),
        )
