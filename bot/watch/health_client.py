"""How `referee status` and `referee drain` ask a running bot, over its health port, and what they say about it."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from bot.watch.health import CONNECTING, PARTIAL, SERVING, STANDBY, STARTING, STOPPING

DRAIN = "X-Referee-Drain"
"""The header that a request to stop has."""
_PATIENCE, _LONGEST = 5.0, 10.0
_EVERY = 0.5
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
_STATES = {
    STARTING: "The bot is starting.",
    CONNECTING: "The bot is waiting for Discord.",
    SERVING: "The bot is serving.",
    PARTIAL: "The bot is serving some of its shards.",
    STANDBY: "The bot is standing by: another process has its shards.",
    STOPPING: "The bot is stopping.",
}


class NotReached(Exception):
    """Nothing answers at the port, or something that is not the bot."""


class Hangs(NotReached):
    """The port is open, and nothing answers in time."""


def ask(host: str, port: int, method: str = "GET", path: str = "/healthz") -> dict[str, Any]:
    """Return what the bot's health port answers. Raises NotReached."""
    return _asked(host, port, method, path, ("state", "parts", "started", "status", "shards"), _PATIENCE)


def is_live(host: str, port: int) -> bool:
    """Return whether a restart would not help. Raises Hangs, NotReached."""
    return bool(_asked(host, port, "GET", "/livez", ("live",), _LONGEST)["live"])


def _asked(host: str, port: int, method: str, path: str, fields: tuple[str, ...], patience: float) -> dict[str, Any]:
    """Return an answer that has these fields. Raises NotReached."""
    connection = http.client.HTTPConnection(_ANYWHERE.get(host, host), port, timeout=patience)
    try:
        connection.request(method, path, headers={DRAIN: "1"} if method == "POST" else {})
        read = json.loads(connection.getresponse().read())
        _ = [read[field] for field in fields]
    except TimeoutError as error:
        raise Hangs(type(error).__name__) from None
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError) as error:
        raise NotReached(type(error).__name__) from None
    finally:
        connection.close()
    return dict(read)


def lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield a report in plain words."""
    yield f"{_STATES[report['state']]} Version {report['version']}, started {report['started']}. {_under_way(report)}"
    for name, part in report["parts"].items():
        yield f"{'ok' if part['ok'] else 'WRONG':5} {name}: {part['says']}"
    if len(report["shards"]) > 1:
        for id, shard in report["shards"].items():
            yield f"{'ok' if shard['state'] == SERVING else 'WRONG':5} shard {id}: {shard['says']}"


def drain(host: str, port: int, patience: float, say: Callable[[str], None]) -> bool:
    """Tell the bot to stop, say how far it is, and wait until it has ended; False if it takes longer than `patience`
    seconds. Raises NotReached."""
    report = ask(host, port, "POST", "/drain")
    until, before, started = time.monotonic() + patience, "", report["started"]
    while report["started"] == started:
        if (line := f"Stopping. {_under_way(report)}") != before:
            say(line)
            before = line
        if time.monotonic() >= until:
            return False
        time.sleep(_EVERY)
        try:
            report = ask(host, port)
        except NotReached:
            say("The bot has ended.")
            return True
    say("The bot has ended, and another run has started.")
    return True


def _under_way(report: dict[str, Any]) -> str:
    number = report["under_way"]
    return f"{number or 'No'} order{'' if number == 1 else 's'} under way."
