"""The records a server keeps between encounters: rosters, homebrew, settings, and the bot's own secrets."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from bot.game.store.home.connection import Conflict, Database, Row, Statement, among
from bot.game.store.rows import HomebrewRow, ProfileRow, to_moment, to_text
from rules.engine.records.frozen import dataclass

_PROFILE = "guild_id, owner_id, name, ruleset, record, updated_at, origin, version, played_in"
_REMOVE_HOMEBREW = "DELETE FROM houses WHERE guild_id = ? AND ruleset = ? AND lower(name) = ?"
_HOMEBREW = "guild_id, ruleset, name, record, added_by, added_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRow:
    """A server's settings: the ruleset of its quick rulings, and the rest as JSON."""

    guild_id: str
    ruleset: str | None
    settings: bytes


class Shelf:
    """The part of the store that outlives encounters. Every method may raise StoreUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- the roster

    async def add_profile(self, profile: ProfileRow) -> bool:
        """Add a profile.

        Return False if its owner has one of that name by that ruleset, or its origin is kept already.
        """
        values = (
            profile.guild_id,
            profile.owner_id,
            profile.name,
            profile.ruleset,
            profile.record,
            to_text(profile.updated_at),
            profile.origin,
            profile.version,
            profile.played_in,
        )
        return (
            await self._database.write(
                f"INSERT INTO profiles ({_PROFILE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values
            )
            > 0
        )

    async def update_profile(
        self, new: ProfileRow, own: str, *, origin: str | None = None, name: str | None = None, taken: str | None = None
    ) -> bool:
        """Give the owner's profile of that origin or name the record and version of `new`.

        Done only if its version is the one that was `taken`, or one that begins with `own` and is not later than the
        new one. Returns whether it was.
        """
        return (
            await self._database.write(
                "UPDATE profiles SET record = ?1, updated_at = ?2, version = ?3 WHERE guild_id = ?4 AND owner_id = ?5 "
                "AND ruleset = ?6 AND (origin = ?7 OR lower(name) = ?8) "
                "AND (version = ?9 OR version BETWEEN ?10 AND ?3)",
                (
                    new.record,
                    to_text(new.updated_at),
                    new.version,
                    new.guild_id,
                    new.owner_id,
                    new.ruleset,
                    origin,
                    name and _folded(name),
                    taken,
                    own,
                ),
            )
            > 0
        )

    async def has_profile(self, origin: str) -> bool:
        """Return whether anybody keeps the profile of that origin."""
        return await self._database.read_one("SELECT 1 FROM profiles WHERE origin = ?", (origin,)) is not None

    async def play_profile(self, origin: str, encounter_id: str) -> None:
        """Record into which encounter the profile was last brought."""
        await self._database.write("UPDATE profiles SET played_in = ? WHERE origin = ?", (encounter_id, origin))

    async def rename_profile(self, guild_id: str, owner_id: str, ruleset: str, name: str, new: str) -> bool:
        """Renames a profile; False if there is none of that name, or another has the new one."""
        try:
            changed = await self._database.write(
                "UPDATE profiles SET name = ? WHERE guild_id = ? AND owner_id = ? AND ruleset = ? AND lower(name) = ?",
                (new, guild_id, owner_id, ruleset, _folded(name)),
            )
        except Conflict:
            return False
        return changed > 0

    async def remove_profile(self, guild_id: str, owner_id: str, ruleset: str, name: str) -> bool:
        """Remove a profile. Return False if there was none."""
        return (
            await self._database.write(
                "DELETE FROM profiles WHERE guild_id = ? AND owner_id = ? AND ruleset = ? AND lower(name) = ?",
                (guild_id, owner_id, ruleset, _folded(name)),
            )
            > 0
        )

    async def profiles(
        self, guild_id: str, *, owner_id: str | None = None, ruleset: str | None = None, limit: int = 1000
    ) -> tuple[ProfileRow, ...]:
        """Return a server's profiles by name, of one owner or ruleset if given."""
        rows = await self._database.read(
            f"SELECT {_PROFILE}, (SELECT title FROM encounters WHERE id = played_in AND open = 1) FROM profiles "
            "WHERE guild_id = ?1 AND owner_id = coalesce(?2, owner_id) "
            "AND ruleset = coalesce(?3, ruleset) ORDER BY lower(name), owner_id, ruleset LIMIT ?4",
            (guild_id, owner_id, ruleset, limit),
        )
        return tuple(map(_to_profile, rows))

    # --- homebrew

    async def put_homebrew(self, homebrew: Sequence[HomebrewRow], instead_of: Sequence[str] = ()) -> None:
        """Adds or replaces cards or weapons, each in place of those of the names `instead_of`, all or none of them."""
        statements: list[Statement] = []
        for h in homebrew:
            names = map(_folded, (h.name, *instead_of))
            statements += [(_REMOVE_HOMEBREW, (h.guild_id, h.ruleset, name)) for name in names]
            values = (h.guild_id, h.ruleset, h.name, h.record, h.added_by, to_text(h.added_at))
            statements.append((f"INSERT INTO houses ({_HOMEBREW}) VALUES (?, ?, ?, ?, ?, ?)", values))
        if statements:
            await self._database.write_all(statements)

    async def homebrew(self, guild_id: str, ruleset: str) -> tuple[HomebrewRow, ...]:
        """Return everything a server has added to a ruleset, by name."""
        rows = await self._database.read(
            f"SELECT {_HOMEBREW} FROM houses WHERE guild_id = ? AND ruleset = ? ORDER BY lower(name)",
            (guild_id, ruleset),
        )
        return tuple(map(_to_homebrew, rows))

    async def homebrew_kept(self, guild_id: str, ruleset: str) -> dict[str, tuple[int, str]]:
        """Return everything a server has added to a ruleset, by name: its size in bytes, and who added it."""
        rows = await self._database.read(
            "SELECT name, length(record), added_by FROM houses WHERE guild_id = ? AND ruleset = ? ORDER BY lower(name)",
            (guild_id, ruleset),
        )
        return {name: (size, by) for name, size, by in rows}

    async def homebrew_record(self, guild_id: str, ruleset: str, name: str) -> bytes | None:
        """Return one record that a server has added to a ruleset; None if there is none of that name."""
        row = await self._database.read_one(
            "SELECT record FROM houses WHERE guild_id = ? AND ruleset = ? AND lower(name) = ?",
            (guild_id, ruleset, _folded(name)),
        )
        return None if row is None else bytes(row[0])

    async def remove_homebrew(self, guild_id: str, ruleset: str, name: str) -> bool:
        """Removes a card or weapon; False if there was none."""
        return await self._database.write(_REMOVE_HOMEBREW, (guild_id, ruleset, _folded(name))) > 0

    # --- servers and secrets

    async def server(self, guild_id: str) -> ServerRow | None:
        """Return a server's settings."""
        row = await self._database.read_one(
            "SELECT guild_id, ruleset, settings FROM servers WHERE guild_id = ?", (guild_id,)
        )
        return None if row is None else ServerRow(guild_id=row[0], ruleset=row[1], settings=row[2])

    async def chosen_ruleset(self, guild_id: str, channel_ids: Sequence[str]) -> str | None:
        """Return the ruleset of the first of these channels that has one of its own, else the server's."""
        channels, servers = await self._database.read_all(
            [
                (
                    "SELECT channel_id, ruleset FROM channels WHERE ruleset IS NOT NULL AND channel_id IN "
                    f"{among(channel_ids)}",
                    [*channel_ids],
                ),
                ("SELECT ruleset FROM servers WHERE guild_id = ?", (guild_id,)),
            ]
        )
        by_channel: dict[str, str] = {row[0]: row[1] for row in channels}
        own = next((by_channel[id] for id in channel_ids if id in by_channel), None)
        return own or (servers[0][0] if servers else None)

    async def put_channel_ruleset(self, guild_id: str, channel_id: str, ruleset: str) -> None:
        """Set the ruleset of a channel of that server, "" for the server's, and nothing else of it."""
        await self._database.write(
            "INSERT INTO channels (channel_id, guild_id, ruleset) VALUES (?, ?, ?) "
            "ON CONFLICT (channel_id, guild_id) DO UPDATE SET ruleset = excluded.ruleset",
            (channel_id, guild_id, ruleset or None),
        )

    async def put_ruleset(self, guild_id: str, ruleset: str) -> None:
        """Set a server's ruleset, and nothing else of it."""
        await self._database.write(
            "INSERT INTO servers (guild_id, ruleset, settings) VALUES (?, ?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET ruleset = excluded.ruleset",
            (guild_id, ruleset, b"{}"),
        )

    async def put_settings(self, guild_id: str, settings: bytes) -> None:
        """Set a server's settings, and not its ruleset."""
        await self._database.write(
            "INSERT INTO servers (guild_id, settings) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
            (guild_id, settings),
        )

    async def secret(self, name: str) -> bytes:
        """Return the 32 secret bytes of that name, drawn when first asked for and never changed."""
        row = await self._database.read_one("SELECT value FROM secrets WHERE name = ?", (name,))
        if row is None:
            await self._database.write(
                "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (name, secrets.token_bytes(32)),
            )
            row = (await self._database.read("SELECT value FROM secrets WHERE name = ?", (name,)))[0]
        return bytes(row[0])


def _folded(name: str) -> str:
    """Return the name as SQL's lower() has it, in both databases: only the letters A to Z become small."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in name)


def _to_profile(row: Row) -> ProfileRow:
    return ProfileRow(
        guild_id=row[0],
        owner_id=row[1],
        name=row[2],
        ruleset=row[3],
        record=row[4],
        updated_at=to_moment(row[5]),
        origin=row[6],
        version=row[7],
        played_in=row[8],
        playing=row[9] or "",
    )


def _to_homebrew(row: Row) -> HomebrewRow:
    return HomebrewRow(
        guild_id=row[0],
        ruleset=row[1],
        name=row[2],
        record=row[3],
        added_by=row[4],
        added_at=to_moment(row[5]),
    )
