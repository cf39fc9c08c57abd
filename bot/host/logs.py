"""Logging to standard error, as text or as JSON, without secrets: the bot's token and interactions' tokens are removed.

A line that belongs to an order has the id of its interaction (`bot.watch.interaction_tracker`).
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType

from bot.errors import for_host
from bot.watch.interaction_tracker import order_id

log = logging.getLogger(__name__)

_REMOVED = "[removed]"
# Tokens in Discord's addresses and headers, and what tokens look like anywhere else.
_TOKENS = re.compile(
    r"(?P<before>/(?:webhooks|interactions)/\d+/|Authorization'?: '?Bot |postgres(?:ql)?://[^:/\s]*:)[^/\s'\"?]+"
    r"|\baW50ZXJhY3Rpb246[\w=-]{20,}"
    r"|\b[MNO][\w-]{22,}\.[\w-]{6}\.[\w-]{27,}"
)


class RedactingFormatter(logging.Formatter):
    """Formats a record with its traceback and removes tokens from both."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s%(order)s: %(message)s")
        # A short one is not a token of Discord's and may be an ordinary word.
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 20)

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record, without tokens."""
        order = order_id()
        record.order = f" [{order}]" if order else ""
        return self.redacted(super().format(record))

    def redacted(self, text: str) -> str:
        """The text without tokens."""
        for secret in self._secrets:
            text = text.replace(secret, _REMOVED)
        return _TOKENS.sub(lambda match: (match["before"] or "") + _REMOVED, text)


class JsonFormatter(RedactingFormatter):
    """Formats a record as one line of JSON: time, level, logger, message, the order's id and the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record, without tokens."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.redacted(record.getMessage()),
        }
        if order := order_id():
            line["order"] = order
        if record.exc_info:
            line["traceback"] = self.redacted(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def set_up_logging(level: str, secrets: Iterable[str] = (), format: str = "text") -> None:
    """Logs from `level` on; libraries that log every frame or statement log only problems."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(secrets) if format == "json" else RedactingFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiosqlite", "asyncio", "aiohttp"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
    logging.getLogger("alembic.runtime.plugins").setLevel(logging.WARNING)
    leave_out_the_foreseen()


def log_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log an error that ends the program: Python itself would write it with all that is secret in it."""
    if issubclass(kind, Exception):
        log.critical("the program ends because of an error", exc_info=(kind, error, trace))
    else:
        sys.__excepthook__(kind, error, trace)


def log_reason(error: Exception) -> bool:
    """Log an expected error that ends the program if the log is JSON, and return whether it is."""
    written = any(isinstance(handler.formatter, JsonFormatter) for handler in logging.getLogger().handlers)
    if written:
        log.critical("%s", for_host(error))
    return written


def leave_out_the_foreseen() -> None:
    """Drop records of libraries that nobody can do anything about."""
    logging.getLogger("discord.client").addFilter(_not_about_voice)
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(_reconnects_in_one_line)
    logging.getLogger("discord.app_commands.tree").addFilter(_not_too_late)
    logging.getLogger("asyncpg.pool").addFilter(_not_about_a_server_that_is_away)


def _not_about_voice(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.getMessage()


def _not_about_a_server_that_is_away(record: logging.LogRecord) -> bool:
    # It is repeated with a traceback until PostgreSQL is back. The bot itself reports that, in its health for example.
    return "restore the pool connection" not in record.getMessage()


def _reconnects_in_one_line(record: logging.LogRecord) -> bool:
    # It is repeated until Discord can be reached, and its traceback always leads into discord.py.
    if record.exc_info and str(record.msg).startswith("Attempting a reconnect"):
        record.msg, record.levelno, record.levelname = (
            f"{record.msg}: {record.exc_info[1]!r}",
            logging.WARNING,
            "WARNING",
        )
        record.exc_info = record.exc_text = None
    return True


def _not_too_late(record: logging.LogRecord) -> bool:
    # Unknown interaction: the user has typed on, or Discord has stopped waiting for suggestions.
    error = record.exc_info[1] if record.exc_info else None
    return "autocomplete" not in record.getMessage() or getattr(error, "code", None) != 10062
