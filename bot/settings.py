"""The settings: environment variables, or the same names in a file .env (see .env.example)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.game.errors import CannotStart
from bot.game.store.portions import Portion

ENVIRONMENT = Path(".env")
_SCHEMES = ("sqlite+aiosqlite:///", "sqlite:///")
_SERVER = re.compile(r"postgres(ql)?://.+")


class Settings(BaseSettings):
    """The settings, each from the variable of the same name in capitals. Secrets don't show in a repr."""

    model_config = SettingsConfigDict(
        env_file=ENVIRONMENT,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    database_url: str = Field(default="sqlite+aiosqlite:///var/referee.sqlite3", repr=False)
    discord_api_url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    default_ruleset: str = "aliens"
    sweep_seconds: float = Field(default=5.0, gt=0)
    deadline_seconds: float = Field(default=10.0, ge=0)
    inactive_days: int = Field(default=30, ge=0, le=3650)
    orders_per_minute: int = Field(default=60, ge=0)
    departed_days: int = Field(default=30, ge=0)
    stop_timeout: float = Field(default=20.0, ge=0, le=3600)
    health_port: int = Field(default=0, ge=0, le=65535)
    health_host: str = "127.0.0.1"
    shard_count: int | None = Field(default=None, ge=1, le=10_000)
    shard_ids: str = Field(default="", pattern=r"^[\d ,-]*$")
    playground_port: int = Field(default=8130, ge=0, le=65535)

    def token(self) -> str:
        """The bot's token. Raises CannotStart if there is none."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise CannotStart("DISCORD_TOKEN is not set. Put the bot's token into .env, or try `referee play`.")
        if not token.isascii() or not token.isprintable() or " " in token:
            raise CannotStart("DISCORD_TOKEN is not a token. Copy it again from the developer portal.")
        return token

    @property
    def portion(self) -> Portion | None:
        """Return the shards of this process; None if Discord's recommendation decides.

        Raises CannotStart for shards that are not there.
        """
        if self.shard_count is None:
            if self.shard_ids:
                raise CannotStart("SHARD_IDS needs SHARD_COUNT, the number of all shards.")
            return None
        ids = set[int]()
        for part in filter(None, (part.strip() for part in self.shard_ids.split(","))):
            first, _, last = part.partition("-")
            try:
                ids |= set(range(int(first), int(last or first) + 1))
            except ValueError:
                raise CannotStart("SHARD_IDS are numbers with commas, and ranges: 0, 2-3.") from None
        ids = ids or set(range(self.shard_count))
        if max(ids) >= self.shard_count:
            raise CannotStart(f"SHARD_IDS are 0 to {self.shard_count - 1}, because SHARD_COUNT is {self.shard_count}.")
        return Portion(self.shard_count, frozenset(ids))

    @property
    def database(self) -> Path | str:
        """Return the SQLite file that DATABASE_URL names, or the URL of a PostgreSQL database.

        Raises CannotStart for any other database.
        """
        return database_at(self.database_url, "DATABASE_URL")


def database_at(url: str, what: str) -> Path | str:
    """Return the SQLite file that a URL names, or the URL itself if it is of a PostgreSQL database.

    Raises CannotStart for any other database; its sentence calls the URL `what`, and does not show it.
    """
    if _SERVER.fullmatch(url):
        return url
    scheme = next((scheme for scheme in _SCHEMES if url.startswith(scheme)), None)
    if scheme is None:
        raise CannotStart(
            f"{what} must name an SQLite file, as in sqlite+aiosqlite:///var/referee.sqlite3, or a PostgreSQL "
            "database, as in postgresql://user:password@host/referee."
        )
    name = url.removeprefix(scheme)
    if not name or name == ":memory:" or "?" in name:
        raise CannotStart(f"{what} must end in the path of a file, without options.")
    return Path(name)


def load_settings() -> Settings:
    """The settings of this process. Raises CannotStart naming everything that is wrong, without showing any value."""
    try:
        return Settings()
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])).upper()}: {problem['msg'][:1].lower()}{problem['msg'][1:]}"
            for problem in error.errors(include_input=False, include_url=False)
        )
        raise CannotStart(f"The settings cannot be used: {problems}.") from None
    except UnicodeDecodeError:
        raise CannotStart("The file .env is not UTF-8 text.") from None
