"""Nothing that opens a door gets into the log, be it in a message, an argument or a traceback; and a line of an order
has its id, from the interaction to the message."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.host.logs import JsonFormatter, RedactingFormatter, leave_out_the_foreseen
from bot.watch.interaction_tracker import Tracker, about
from standin.faults import CALLBACK
from standin.gateway.gateway import WRONG_TOKEN
from tests.bot.test_connection import ended
from tests.served import CHANNEL, served, skirmish, stand_in
from tests.waiting import until

TOKEN = "one-very-secret-token-of-a-bot"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6YWJjZGVm"
BOT = "M" + "TE4" * 8 + ".GhIjKl." + "abcdEFGH_-" * 4


FORMATTERS = [RedactingFormatter, JsonFormatter]


def written(
    message: str, *values: object, error: Exception | None = None, formatter: type[RedactingFormatter] = FORMATTERS[0]
) -> str:
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("bot", logging.ERROR, "bot.py", 1, message, values, info)
    return formatter([TOKEN, "bot"]).format(record)


@pytest.mark.parametrize("formatter", FORMATTERS)
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
def test_tokens_are_removed(message: str, value: object, secret: str, formatter: type[RedactingFormatter]) -> None:
    line = written(message, value, formatter=formatter)
    assert secret not in line
    assert "[removed]" in line


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_tokens_are_removed_from_tracebacks(formatter: type[RedactingFormatter]) -> None:
    try:
        raise RuntimeError(f"401 for {TOKEN}")
    except RuntimeError as error:
        line = written("failed", error=error, formatter=formatter)
    assert TOKEN not in line
    assert "RuntimeError: 401 for [removed]" in line


def test_the_rest_stays() -> None:
    message = "entry 41 of E1: POST https://discord.com/api/v10/channels/123/messages 200, bot ready"
    assert written(message).endswith(f"ERROR   bot: {message}")


def test_json_is_one_line_with_named_fields() -> None:
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError as error:
        line = written("“%s” failed", "/fire", error=error, formatter=JsonFormatter)
    assert "\n" not in line
    read = json.loads(line)
    assert list(read) == ["time", "level", "logger", "message", "traceback"]
    assert (read["level"], read["logger"], read["message"]) == ("ERROR", "bot", "“/fire” failed")
    assert read["time"].endswith("+00:00") and read["traceback"].endswith("RuntimeError: two\nlines")


async def test_a_line_has_the_id_of_the_order_it_belongs_to() -> None:
    with Tracker().opened({"id": "1234", "type": 2, "data": {"name": "fire"}}):
        assert written("ready").endswith("ERROR   bot [1234]: ready")
        assert json.loads(written("ready", formatter=JsonFormatter))["order"] == "1234"
        with about("99"):
            assert written("ready").endswith("bot [99]: ready")
        with about(None):
            assert written("ready").endswith("bot: ready")
    assert written("ready").endswith("bot: ready")


@pytest.mark.parametrize("logger", ["discord.client", "discord.shard"])
def test_a_connection_that_is_tried_again_is_one_line(logger: str) -> None:
    leave_out_the_foreseen()
    with collected(logger) as lines:
        try:
            raise aiohttp.ServerDisconnectedError
        except aiohttp.ClientError:
            logging.getLogger(logger).exception("Attempting a reconnect in %.2fs", 1.5)
    (line,) = lines()
    assert line["level"] == "WARNING" and "traceback" not in line
    assert line["message"] == "Attempting a reconnect in 1.50s: ServerDisconnectedError('Server disconnected')"


@contextmanager
def collected(name: str) -> Iterator[Any]:
    """The lines that a logger writes as JSON, from DEBUG on."""
    stream, logger = io.StringIO(), logging.getLogger(name)
    handler, level = logging.StreamHandler(stream), logger.level
    handler.setFormatter(JsonFormatter([TOKEN]))
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


async def test_an_order_keeps_its_id_from_the_interaction_to_the_message(tmp_path: Path) -> None:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        await until(lambda: not len(bot.watch.tracker))
        with collected("bot") as lines:
            first = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
            # The answer to this one fails, and the sweep posts it.
            bot.playground.faults.outage(CALLBACK, times=None)
            second = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=3, wait=False)
            await until(lambda: sum("is shown by message" in line["message"] for line in lines()) == 2)
        shown = {line.get("order"): line["message"] for line in lines() if "is shown by message" in line["message"]}
        assert list(shown) == [first.interaction.id, second.interaction.id]
        assert shown[first.interaction.id].endswith(f"is shown by message {first.message['id']}")
        posted = next(m for m in bot.person("Ben").sees(CHANNEL) if "Rifleman fires" in m["content"])
        assert shown[second.interaction.id].endswith(f"is shown by message {posted['id']}")
        failed = [line for line in lines() if "the sweep will show entry" in line["message"]]
        assert [line["order"] for line in failed] == [second.interaction.id]


async def test_an_error_is_logged_with_its_order_and_without_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"Authorization: Bot {TOKEN}")

    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        monkeypatch.setattr(bot.client.referee, "carry_out", broken)
        with collected("bot") as lines:
            answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
        (error,) = [line for line in lines() if line["level"] == "ERROR"]
        assert error["order"] == answer.interaction.id and "in /fire" in error["message"]
        assert "RuntimeError" in error["traceback"] and TOKEN not in json.dumps(lines())


async def test_a_start_that_is_refused_says_why_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    async with stand_in() as playground:
        code, text = await ended(playground.api_url, tmp_path / "bot.sqlite3", WRONG_TOKEN)
        monkeypatch.setenv("DEFAULT_RULESET", "chess")
        unready, reason = await ended(playground.api_url, tmp_path / "bot.sqlite3")
    assert code == unready == 78
    lines = [*map(json.loads, (*text.splitlines(), *reason.splitlines()))]
    assert [line["level"] for line in lines] == ["CRITICAL", "CRITICAL"]
    assert lines[0]["message"].startswith("Discord does not accept DISCORD_TOKEN")
    assert lines[1]["message"].startswith("DEFAULT_RULESET: 'chess' is not one of")


async def test_a_start_that_fails_logs_json_without_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    async with stand_in() as playground:
        # Not an outage: the start ends with a traceback of discord.py's.
        playground.faults.answer("GET /users/@me", 400, message=f"Bad token {BOT}")
        code, text = await ended(playground.api_url, tmp_path / "bot.sqlite3", BOT)
    assert code == 1 and BOT not in text
    (line,) = map(json.loads, text.splitlines())
    assert line["level"] == "CRITICAL" and "Bad token [removed]" in line["traceback"]
