"""The settings: environment variables, or the same names in a file .env (see .env.example).

A secret may be in a file of its own instead: the file that `DISCORD_TOKEN_FILE` or `DATABASE_URL_FILE` names, as Docker
gives secrets, or a file with the setting's name in the folder of systemd's credentials (`LoadCredential=`).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
)

from bot.errors import CannotStart
from bot.game.store.home.shard_scope import ShardScope

ENVIRONMENT = Path(".env")
_SCHEMES = ("sqlite+aiosqlite:///", "sqlite:///")
_SHARDS = re.compile(r" *(\d{1,5})(?: *- *(\d{1,5}))? *")
_SERVER = re.compile(r"postgres(?:ql)?(\+asyncpg)?://.+")


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
    discord_token_file: Path | None = None
    database_url: str = Field(default="sqlite+aiosqlite:///var/referee.sqlite3", repr=False)
    database_url_file: Path | None = None
    database_connections: int = Field(default=12, ge=2, le=1000)
    least_free_mb: int = Field(default=256, ge=0)
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
    hang_seconds: float = Field(default=0.0, ge=0, le=3600)
    health_port: int = Field(default=0, ge=0, le=65535)
    health_host: str = "127.0.0.1"
    shard_count: int | None = Field(default=None, ge=1, le=10_000)
    shard_ids: str = Field(default="", pattern=r"^[\d ,-]*$")
    playground_port: int = Field(default=8130, ge=0, le=65535)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return where settings come from, the first first; the files of systemd's credentials come last."""
        credentials = SecretsSettingsSource(settings_cls, secrets_dir=os.environ.get("CREDENTIALS_DIRECTORY") or None)
        return init_settings, env_settings, dotenv_settings, credentials

    @model_validator(mode="before")
    @classmethod
    def _with_secrets(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Fill in the settings whose values are in files. Raises CannotStart."""
        read = {name: _secret(name, given) for name in ("discord_token", "database_url") if given.get(f"{name}_file")}
        return given | read

    def token(self) -> str:
        """Return the bot's token. Raises CannotStart if there is none."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise CannotStart("DISCORD_TOKEN is not set. Put the bot's token into .env, or try `referee play`.")
        if not token.isascii() or not token.isprintable() or " " in token:
            raise CannotStart("DISCORD_TOKEN is not a token. Copy it again from the developer portal.")
        return token

    @property
    def shard_scope(self) -> ShardScope | None:
        """Return the shards of this process; None if Discord's recommendation decides.

        Raises CannotStart for shards that are not there, and for some of the shards on an SQLite file.
        """
        if self.shard_count is None:
            if self.shard_ids:
                raise CannotStart("SHARD_IDS needs SHARD_COUNT, the number of all shards.")
            return None
        ids = set[int]()
        for part in self.shard_ids.split(",") if self.shard_ids.strip() else []:
            read = _SHARDS.fullmatch(part)
            first, last = (int(read[1]), int(read[2] or read[1])) if read else (1, 0)
            if first > last:
                raise CannotStart("SHARD_IDS are numbers with commas, and ranges: 0, 2-3.")
            if last >= self.shard_count:
                most = self.shard_count - 1
                raise CannotStart(f"SHARD_IDS are 0 to {most}, because SHARD_COUNT is {self.shard_count}.")
            ids |= set(range(first, last + 1))
        shard_scope = ShardScope(self.shard_count, frozenset(ids or range(self.shard_count)))
        if not shard_scope.whole and isinstance(self.database, Path):
            raise CannotStart("SHARD_IDS share the shards out to several processes, and these need PostgreSQL.")
        return shard_scope

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
    if found := _SERVER.fullmatch(url):
        return url.replace(found[1] or "", "", 1)
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


def _secret(name: str, given: dict[str, Any]) -> str:
    setting, file = name.upper(), Path(given[f"{name}_file"])
    if given.get(name):
        raise CannotStart(f"Both {setting} and {setting}_FILE are set. Keep one of them.")
    try:
        value = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise CannotStart(f"{setting}_FILE: {file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CannotStart(f"{setting}_FILE: {file} is not UTF-8 text.") from None
    if not value:
        raise CannotStart(f"{setting}_FILE: {file} is empty.")
    return value


def load_settings() -> Settings:
    """Return the settings of this process.

    Raises CannotStart naming everything that is wrong, without showing any value.
    """
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
    except OSError as error:
        raise CannotStart(f"A file with settings cannot be read: {error.strerror}.") from None
