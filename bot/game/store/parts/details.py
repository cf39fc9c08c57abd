"""How answers are written, as set for channels and by people for themselves (`bot.game.entries.detail`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.game.store.home.connection import Database, Row, among
from bot.game.store.rows import to_moment_or_none


class Written(NamedTuple):
    """How detailed answers are, and whether they are for a screen reader ("on", "off"); None for what is not set."""

    detail: str | None = None
    screen_reader: str | None = None


NOT_SET = Written()


class Reader(NamedTuple):
    """The settings of a user on a server, those of the channel where they read, and until when they are away."""

    own: Written
    channel: Written
    away_until: datetime | None = None


class Details:
    """The part of the store that knows these settings. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def written(self, channel_ids: Sequence[str], guild_id: str, user_id: str) -> Reader:
        """Return a user of that server as a reader of the first of these channels; what one has not set is taken from
        the next."""
        people, channels = await self._database.read_all(
            [
                (
                    "SELECT detail, screen_reader, away_until FROM people WHERE guild_id = ? AND user_id = ?",
                    (guild_id, user_id),
                ),
                (
                    f"SELECT channel_id, detail, screen_reader FROM channels WHERE channel_id IN {among(channel_ids)}",
                    [*channel_ids],
                ),
            ]
        )
        by_channel: dict[str, Row] = {row[0]: row[1:] for row in channels}
        rows = [by_channel[id] for id in channel_ids if id in by_channel]
        of_channel = Written(*(next((row[n] for row in rows if row[n]), None) for n in range(2)))
        if not people:
            return Reader(NOT_SET, of_channel)
        *own, away_until = people[0]
        return Reader(Written(*own), of_channel, to_moment_or_none(away_until))

    async def channel_written(self, channel_ids: Sequence[str]) -> Written:
        """Return each setting of the first of these channels that has it."""
        return (await self.written(channel_ids, "", "")).channel

    async def put_channel(self, guild_id: str, channel_id: str, written: Written) -> None:
        """Set what is given for a channel of that server; what is None stays."""
        await self._database.write(
            "INSERT INTO channels (channel_id, guild_id, detail, screen_reader) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (channel_id, guild_id) DO UPDATE SET detail = coalesce(excluded.detail, channels.detail), "
            "screen_reader = coalesce(excluded.screen_reader, channels.screen_reader)",
            (channel_id, guild_id, written.detail, written.screen_reader),
        )
