"""Nothing that opens a door gets into the log, be it in a message, an argument or a traceback."""

from __future__ import annotations

import logging

import pytest

from bot.logs import RedactingFormatter

TOKEN = "one-very-secret-token-of-a-bot"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6YWJjZGVm"
BOT = "M" + "TE4" * 8 + ".GhIjKl." + "abcdEFGH_-" * 4


def written(message: str, *values: object, error: Exception | None = None) -> str:
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("bot", logging.ERROR, "bot.py", 1, message, values, info)
    return RedactingFormatter([TOKEN, "bot"]).format(record)


@pytest.mark.parametrize(
    ("message", "value", "secret"),
    [
        ("logging in with %s", TOKEN, TOKEN),
        ("POST %s", f"https://discord.com/api/v10/interactions/123/{INTERACTION}/callback", INTERACTION),
        ("PATCH %s", "https://discord.com/api/v10/webhooks/123/short-token/messages/@original", "short-token"),
        ("headers %s", {"Authorization": "Bot someTokenOrOther"}, "someTokenOrOther"),
        ("interaction %s", INTERACTION, INTERACTION),
        ("another bot's %s", BOT, BOT),
    ],
)
def test_tokens_are_removed(message: str, value: object, secret: str) -> None:
    line = written(message, value)
    assert secret not in line
    assert "[removed]" in line


def test_tokens_are_removed_from_tracebacks() -> None:
    try:
        raise RuntimeError(f"401 for {TOKEN}")
    except RuntimeError as error:
        line = written("failed", error=error)
    assert TOKEN not in line
    assert "RuntimeError: 401 for [removed]" in line


def test_the_rest_stays() -> None:
    message = "entry 41 of E1: POST https://discord.com/api/v10/channels/123/messages 200, bot ready"
    assert written(message).endswith(f"ERROR   bot: {message}")
