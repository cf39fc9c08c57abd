"""How answers are written, as set for channels and by people for themselves (`bot.game.entries.detail`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.store.home.connection import Database, Row, among


class Written(NamedTuple):
    """How detailed answers are, and whether they are for a screen reader ("on", "off"); None for what is not set."""

    detail: str | None = None
    screen_reader: str | None = None


NOT_SET = Written()


class Details:
    """The part of the store that knows these settings. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def written(self, channel_ids: Sequence[str], guild_id: str, user_id: str) -> tuple[Written, Written]:
        """Return the user's settings on that server, and for each setting that of the first of these channels that has
        one."""
        people, channels = await self._database.read_all(
            [
                ("SELECT detail, screen_reader FROM people WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)),
                (
                    f"SELECT channel_id, detail, screen_reader FROM channels WHERE channel_id IN {among(channel_ids)}",
                    [*channel_ids],
                ),
            ]
        )
        by_channel: dict[str, Row] = {row[0]: row[1:] for row in channels}
        rows = [by_channel[id] for id in channel_ids if id in by_channel]
        of_channel = Written(*(next((row[n] for row in rows if row[n]), None) for n in range(2)))
        return Written(*people[0]) if people else NOT_SET, of_channel

    async def channel_written(self, channel_ids: Sequence[str]) -> Written:
        """Return each setting of the first of these channels that has it."""
        return (await self.written(channel_ids, "", ""))[1]

    async def put_channel(self, guild_id: str, channel_id: str, written: Written) -> None:
        """Set what is given for a channel of that server; what is None stays."""
        await self._database.write(
            "INSERT INTO channels (channel_id, guild_id, detail, screen_reader) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (channel_id, guild_id) DO UPDATE SET detail = coalesce(excluded.detail, channels.detail), "
            "screen_reader = coalesce(excluded.screen_reader, channels.screen_reader)",
            (channel_id, guild_id, written.detail, written.screen_reader),
        )
