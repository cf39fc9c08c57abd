"""`referee doctor`: the things that a bot needs from its host, each tried. Nothing that is written stays."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from email.message import Message
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from bot.errors import CannotStart, StoreUnavailable, for_host
from bot.game.store.home.inspection import free_on, tried
from bot.host.checkup import Finding
from bot.settings import Settings

_DISCORD = "https://discord.com/api/v10"
_PATIENCE = 10.0
# Seconds that this machine's clock may differ; Discord's Date header has whole seconds.
_CLOCK = 2.0
# Connections that a start needs for each shard, with a restart.
_STARTS = 2
_ERRORS = (HTTPException, OSError, ValueError)


def diagnosed(settings: Settings, *, token: bool) -> list[Finding]:
    """Return the findings; `token` also asks Discord about the token and the connections that are left today."""
    api = (settings.discord_api_url or _DISCORD).rstrip("/")
    return [*_storage(settings), _clock(api), *([_token(api, settings)] if token else [])]


def _storage(settings: Settings) -> Iterator[Finding]:
    try:
        database = settings.database
        if isinstance(database, Path):
            yield _disk(free_on(database), settings.least_free_mb)
        if (trial := asyncio.run(tried(database))) is None:
            yield Finding("test write", "the bot has to be started once before, because its tables are not there yet")
            return
    except (CannotStart, StoreUnavailable) as error:
        yield Finding("database", for_host(error), good=False)
        return
    yield Finding("test write", f"as much as an order needs, undone again, in {trial.write_seconds * 1000:.0f} ms")
    yield Finding("isolation", trial.isolation)
    if trial.pooler is not None:
        yield Finding("pooler", "one is before the server; nothing is prepared" if trial.pooler else "none")


def _now() -> float:
    return time.time()


def _disk(free: int, least: int) -> Finding:
    mebibytes = free >> 20
    enough = mebibytes >= least
    return Finding("disk", f"{mebibytes:,} MiB free{'' if enough else f', less than {least:,}'}", good=enough)


def _clock(api: str) -> Finding:
    began = _now()
    try:
        _, headers, _ = _asked(f"{api}/gateway")
        there = parsedate_to_datetime(headers.get("Date", "")).timestamp()
    except _ERRORS as error:
        return Finding("clock", f"Discord cannot be asked for the time ({type(error).__name__})", good=False)
    # In the middle of the way there and back, and of the second.
    ahead = (began + _now()) / 2 - there - 0.5
    if abs(ahead) <= _CLOCK:
        return Finding("clock", "as Discord's")
    word = "ahead of" if ahead > 0 else "behind"
    return Finding("clock", f"{abs(ahead):.0f} s {word} Discord's. Let NTP set this machine's clock", safe=False)


def _token(api: str, settings: Settings) -> Finding:
    try:
        status, _, body = _asked(f"{api}/gateway/bot", settings.token())
        if status == HTTPStatus.UNAUTHORIZED:
            return Finding("token", "Discord does not accept it. Copy it again from the developer portal", good=False)
        return _sessions(json.loads(body))
    except CannotStart as error:
        return Finding("token", str(error), good=False)
    except (*_ERRORS, KeyError, TypeError) as error:
        return Finding("token", f"Discord cannot be asked about it ({type(error).__name__})", good=False)


def _asked(url: str, token: str = "") -> tuple[int, Message, bytes]:
    """Return Discord's status, headers and body. Raises what urllib does."""
    headers = {"User-Agent": "DiscordBot (https://discord.com, 1)"} | (
        {"Authorization": f"Bot {token}"} if token else {}
    )
    try:
        with urlopen(Request(url, headers=headers), timeout=_PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def _sessions(answer: dict[str, Any]) -> Finding:
    limit, shards = answer["session_start_limit"], int(answer["shards"])
    left, hours = int(limit["remaining"]), int(limit["reset_after"]) / 3_600_000
    says = f"valid; {left:,} of {int(limit['total']):,} connections left for the next {hours:.0f} h, {shards} shard(s)"
    return Finding("token", says, safe=left >= _STARTS * shards)
