"""`referee doctor`: the things that a bot needs from its host, each tried. Nothing that is written stays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp

from bot.errors import CannotStart, StoreUnavailable, for_host
from bot.game.store.home.inspection import Trial, free_on, tried
from bot.host.checkup import Finding
from bot.settings import Settings

_DISCORD = "https://discord.com/api/v10"
_PATIENCE = aiohttp.ClientTimeout(total=10)
# Seconds that this machine's clock may differ; Discord's Date header has whole seconds.
_CLOCK = 2.0
# Connections that a start needs for each shard, with a restart.
_STARTS = 2
_ERRORS = (aiohttp.ClientError, OSError, TimeoutError, ValueError)


def diagnosed(settings: Settings, *, token: bool) -> list[Finding]:
    """Return the findings; `token` also asks Discord about the token and the connections that are left today."""

    async def listed() -> list[Finding]:
        return [finding async for finding in _all(settings, token)]

    return asyncio.run(listed())


async def _all(settings: Settings, token: bool) -> AsyncIterator[Finding]:
    try:
        database = settings.database
        if isinstance(database, Path):
            yield _disk(free_on(database), settings.least_free_mb)
        if (trial := await tried(database)) is None:
            yield Finding("test write", "the bot has to be started once before, because its tables are not there yet")
        else:
            for finding in _database(trial):
                yield finding
    except (CannotStart, StoreUnavailable) as error:
        yield Finding("database", for_host(error), good=False)
    api = (settings.discord_api_url or _DISCORD).rstrip("/")
    async with aiohttp.ClientSession(timeout=_PATIENCE) as session:
        yield await _clock(session, api)
        if token:
            yield await _token(session, api, settings)


def _now() -> float:
    return time.time()


def _database(trial: Trial) -> list[Finding]:
    pooler = "a pooler is before the server; nothing is prepared" if trial.pooler else "none"
    return [
        Finding("test write", f"as much as an order needs, taken back, in {trial.write_seconds * 1000:.0f} ms"),
        Finding("isolation", trial.isolation),
        *([] if trial.pooler is None else [Finding("pooler", pooler)]),
    ]


def _disk(free: int, least: int) -> Finding:
    mebibytes = free >> 20
    enough = mebibytes >= least
    return Finding("disk", f"{mebibytes:,} MiB free{'' if enough else f', less than {least:,}'}", good=enough)


async def _clock(session: aiohttp.ClientSession, api: str) -> Finding:
    began = _now()
    try:
        async with session.get(f"{api}/gateway") as answer:
            there = parsedate_to_datetime(answer.headers.get("Date", "")).timestamp()
    except _ERRORS as error:
        return Finding("clock", f"Discord cannot be asked for the time ({type(error).__name__})", good=False)
    # In the middle of the way there and back, and of the second.
    ahead = (began + _now()) / 2 - there - 0.5
    if abs(ahead) <= _CLOCK:
        return Finding("clock", "as Discord's")
    word = "ahead of" if ahead > 0 else "behind"
    return Finding("clock", f"{abs(ahead):.0f} s {word} Discord's. Let NTP set this machine's clock", safe=False)


async def _token(session: aiohttp.ClientSession, api: str, settings: Settings) -> Finding:
    try:
        headers = {"Authorization": f"Bot {settings.token()}"}
        async with session.get(f"{api}/gateway/bot", headers=headers) as answer:
            if answer.status == 401:
                return Finding(
                    "token", "Discord does not accept it. Copy it again from the developer portal", good=False
                )
            return _sessions(await answer.json())
    except CannotStart as error:
        return Finding("token", str(error), good=False)
    except (*_ERRORS, KeyError, TypeError) as error:
        return Finding("token", f"Discord cannot be asked about it ({type(error).__name__})", good=False)


def _sessions(told: dict[str, Any]) -> Finding:
    limit, shards = told["session_start_limit"], int(told["shards"])
    left, hours = int(limit["remaining"]), int(limit["reset_after"]) / 3_600_000
    says = f"valid; {left:,} of {int(limit['total']):,} connections left for the next {hours:.0f} h, {shards} shard(s)"
    return Finding("token", says, safe=left >= _STARTS * shards)
