"""Logging to standard error, without secrets: the bot's token and interactions' tokens are removed."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

_REMOVED = "[removed]"
# Tokens in Discord's addresses and headers, and what tokens look like anywhere else.
_TOKENS = re.compile(
    r"(?P<before>/(?:webhooks|interactions)/\d+/|Authorization'?: '?Bot )[^/\s'\"?]+"
    r"|\baW50ZXJhY3Rpb246[\w=-]{20,}"
    r"|\b[MNO][\w-]{22,}\.[\w-]{6}\.[\w-]{27,}"
)


class RedactingFormatter(logging.Formatter):
    """Formats a record with its traceback and removes tokens from both."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        # A short one is not a token of Discord's and may be an ordinary word.
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 20)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for a record, without tokens."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, _REMOVED)
        return _TOKENS.sub(lambda match: (match["before"] or "") + _REMOVED, text)


def set_up_logging(level: str, secrets: Iterable[str] = ()) -> None:
    """Log from `level` on; libraries that log every frame or statement log only problems."""
    handler = logging.StreamHandler()
    handler.setFormatter(RedactingFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiosqlite", "asyncio", "aiohttp"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("alembic.runtime.plugins").setLevel(logging.WARNING)
    leave_out_the_foreseen()


def leave_out_the_foreseen() -> None:
    """Drop records of discord.py that nobody can do anything about."""
    logging.getLogger("discord.client").addFilter(_not_about_voice)
    logging.getLogger("discord.app_commands.tree").addFilter(_not_too_late)


def _not_about_voice(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.getMessage()


def _not_too_late(record: logging.LogRecord) -> bool:
    # Unknown interaction: the user has typed on, or Discord has stopped waiting for suggestions.
    error = record.exc_info[1] if record.exc_info else None
    return "autocomplete" not in record.getMessage() or getattr(error, "code", None) != 10062
