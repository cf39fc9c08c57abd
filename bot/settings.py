"""The settings: environment variables, or the same names in a file .env (see .env.example)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.game.errors import CannotStart

ENVIRONMENT = Path(".env")
_SCHEMES = ("sqlite+aiosqlite:///", "sqlite:///")


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
    database_url: str = "sqlite+aiosqlite:///var/referee.sqlite3"
    discord_api_url: str | None = Field(default=None, pattern=r"^https?://\S+$")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    default_ruleset: str = "aliens"
    sweep_seconds: float = Field(default=5.0, gt=0)
    deadline_seconds: float = Field(default=10.0, ge=0)
    inactive_days: int = Field(default=30, ge=0, le=3650)
    orders_per_minute: int = Field(default=60, ge=0)
    departed_days: int = Field(default=30, ge=0)
    playground_port: int = Field(default=8130, ge=0, le=65535)

    def token(self) -> str:
        """Return the bot's token. Raises CannotStart if there is none."""
        token = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not token:
            raise CannotStart("DISCORD_TOKEN is not set. Put the bot's token into .env, or try `referee play`.")
        if not token.isascii() or not token.isprintable() or " " in token:
            raise CannotStart("DISCORD_TOKEN is not a token. Copy it again from the developer portal.")
        return token

    @property
    def database_path(self) -> Path:
        """The file that DATABASE_URL names. Raises CannotStart for any other database."""
        scheme = next((scheme for scheme in _SCHEMES if self.database_url.startswith(scheme)), None)
        if scheme is None:
            raise CannotStart("DATABASE_URL must name an SQLite file, as in sqlite+aiosqlite:///var/referee.sqlite3.")
        name = self.database_url.removeprefix(scheme)
        if not name or name == ":memory:" or "?" in name:
            raise CannotStart("DATABASE_URL must end in the path of a file, without options.")
        return Path(name)


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
