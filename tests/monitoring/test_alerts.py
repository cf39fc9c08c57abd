"""Every alert rings for its failure, and none rings in a quiet hour: promtool plays recordings of the real bot."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.chat.background.clock import Clock
from bot.chat.workers.executor import WorkerExecutor
from bot.errors import Interrupted
from bot.game.referee.referee import Referee
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests.bot.test_metrics import until_counted
from tests.homes import file_of
from tests.long_orders import make_long
from tests.monitoring.hours import ALERTS, END, FAILS, HEALED, PROCESSES, Hours, Minute, Samples, play, promtool
from tests.served import CHANNEL, Served, served, skirmish
from tests.watching import free_port

pytestmark = pytest.mark.sqlite

MIB = 1024.0 * 1024.0
ALWAYS = {"process_resident_memory_bytes": 120 * MIB, "referee_disk_free_bytes": 4096 * MIB}
"""The gauges that depend on the machine of the tests."""
BOUND = {"referee_disk_bound_bytes": 256 * MIB}


class Recorder:
    """A real bot whose metrics are read."""

    def __init__(self, bot: Served, port: int, patch: pytest.MonkeyPatch) -> None:
        self.bot = bot
        self.port = port
        self.patch = patch

    async def look(self) -> Samples:
        """The samples, once nothing is being answered."""
        seen = await until_counted(self.port, lambda samples: samples["referee_orders_under_way"] == 0)
        return {**seen, **ALWAYS, **BOUND}

    async def fire(self, **options: Any) -> None:
        """Ann fires."""
        await self.bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, **options)

    async def quiet(self) -> Minute:
        """A minute in which people play: shots, a refusal, Details, suggestions, a question."""
        ann, before = self.bot.person("Ann"), await self.look()
        shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
        await ann.click(shot, "Details")
        await ann.slash(CHANNEL, "fire", target="Nobody of that name", range=2)
        await ann.autocomplete(CHANNEL, "fire", focused="target")
        await ann.slash(CHANNEL, "encounter show")
        await self.bot.person("GM").slash(CHANNEL, "undo")
        return Minute.between(before, await self.look())


@pytest.fixture
async def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Recorder]:
    port = free_port()
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=port, sweep_seconds=0.1) as bot:
        await skirmish(bot)
        yield Recorder(bot, port, monkeypatch)


Fails = Callable[[Recorder], Awaitable[Minute]]


async def database(recorder: Recorder) -> Minute:
    """Another program has the database locked."""
    before = await recorder.look()
    with closing(sqlite3.connect(file_of(recorder.bot.store), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        after = await until_counted(recorder.port, lambda samples: samples["referee_database_ok"] == 0)
        other.execute("ROLLBACK")
    return Minute.between(before, {**after, **ALWAYS, **BOUND})


async def gateway(recorder: Recorder) -> Minute:
    """Discord cannot be reached."""
    before = await recorder.look()
    recorder.bot.playground.gateway.refuse_connection(None)
    await recorder.bot.playground.gateway.disconnect()
    after = await until_counted(recorder.port, lambda samples: samples["referee_gateway_connected"] == 0)
    lost = Minute.between(before, {**after, **ALWAYS, **BOUND})
    # It is lost once, and stays so.
    return Minute(lost.gauges, dict.fromkeys(lost.counters, 0.0))


async def an_error(recorder: Recorder) -> Minute:
    """The bot fails on an order."""
    before = await recorder.look()

    async def fails(*_: object, **__: object) -> None:
        raise AttributeError("a fault of ours")

    with recorder.patch.context() as patch:
        patch.setattr(Referee, "carry_out", fails)
        await recorder.fire()
    return Minute.between(before, await recorder.look())


async def undelivered(recorder: Recorder) -> Minute:
    """Discord does not take answers, more often than once a minute."""
    before = await recorder.look()
    fault = recorder.bot.playground.faults.outage(CALLBACK, times=None)
    await recorder.fire(wait=False)
    await until_counted(recorder.port, lambda samples: samples[UNDELIVERED] == 1)
    fault.left = 0
    await until_counted(recorder.port, lambda samples: samples["referee_waiting_results"] == 0)
    return Minute.between(before, await recorder.look(), times=2)


UNDELIVERED = 'referee_orders_total{command="fire",outcome="undelivered"}'


async def waits(recorder: Recorder) -> Minute:
    """A result cannot be posted."""
    before = await recorder.look()
    for route in (CALLBACK, CHANNEL_MESSAGE):
        recorder.bot.playground.faults.outage(route, times=None)
    await recorder.fire(wait=False)
    after = await until_counted(
        recorder.port, lambda samples: samples["referee_waiting_results"] == 1 and samples[UNDELIVERED] == 1
    )
    lost = Minute.between(before, {**after, **ALWAYS, **BOUND})
    return Minute(lost.gauges, dict.fromkeys(lost.counters, 0.0))


async def slow(recorder: Recorder) -> Minute:
    """An answer takes two and a half seconds."""
    before = await recorder.look()
    recorder.bot.playground.faults.delay(CALLBACK, 2.5)
    await recorder.fire()
    return Minute.between(before, await recorder.look(), as_recorded={"referee_answer_seconds"})


async def busy(recorder: Recorder) -> Minute:
    """Something holds the event loop."""
    before = await recorder.look()

    def late(samples: Samples) -> bool:
        time.sleep(1.0)
        names = 'referee_loop_lag_seconds_bucket{le="0.25"}', "referee_loop_lag_seconds_count"
        fast, all = (samples[name] - before[name] for name in names)
        return all - fast >= 2

    after = await until_counted(recorder.port, late)
    return Minute.between(before, {**after, **ALWAYS, **BOUND}, as_recorded={"referee_loop_lag_seconds"})


async def rate_limited(recorder: Recorder) -> Minute:
    """Discord refuses a request because there are too many, every few seconds."""
    before = await recorder.look()
    recorder.bot.playground.faults.rate_limit(CALLBACK, scope="global")
    await recorder.fire()
    return Minute.between(before, await recorder.look(), times=15)


async def token(recorder: Recorder) -> Minute:
    """Discord refuses the token."""
    before = await recorder.look()
    recorder.bot.playground.faults.answer(CALLBACK, 401)
    await recorder.fire(wait=False)
    errors = 'referee_discord_errors_total{status="401"}'
    after = await until_counted(recorder.port, lambda samples: samples[errors] == 1)
    return Minute.between(before, {**after, **ALWAYS, **BOUND})


async def unstable(recorder: Recorder) -> Minute:
    """The connection is lost once, and resumed: here in each minute."""
    before = await recorder.look()
    await recorder.bot.playground.gateway.disconnect()
    lost = "referee_gateway_disconnects_total"
    await until_counted(recorder.port, lambda samples: samples[lost] == before[lost] + 1)
    await until_counted(recorder.port, lambda samples: samples["referee_ready"] == 1)
    return Minute.between(before, await recorder.look())


async def long_orders(recorder: Recorder) -> Minute:
    """The process for long orders ends."""
    before = await recorder.look()

    async def ends(*_: object) -> list[object]:
        raise Interrupted("The order was interrupted.")

    with recorder.patch.context() as patch:
        make_long(patch)
        patch.setattr(WorkerExecutor, "run", ends)
        await recorder.fire()
    return Minute.between(before, await recorder.look())


async def as_ever(recorder: Recorder) -> Minute:
    """Nothing that the bot itself sees is different."""
    return await recorder.quiet()


@dataclass(frozen=True)
class Failure:
    """A failure as it is played, the alerts that ring for it, and gauges that are different or change by the minute."""

    rings: tuple[str, ...]
    play: Fails = as_ever
    gauges: Mapping[str, float] = field(default_factory=dict)
    drifts: Mapping[str, float] = field(default_factory=dict)
    dead: bool = False
    gone: tuple[str, ...] = ()


FAILURES = {
    "a process is dead": Failure(("RefereeDown", "RefereeShardsMissing"), dead=True),
    "a process is dead and no target any more": Failure(("RefereeShardsMissing",), dead=True, gone=("one:8131",)),
    "Prometheus has no target": Failure(("RefereeDown", "RefereeShardsMissing"), dead=True, gone=tuple(PROCESSES)),
    "the database is locked": Failure(("RefereeDatabase", "RefereeNotReady"), database),
    "Discord is away": Failure(("RefereeNotReady", "RefereeShardsMissing"), gateway),
    "an error of ours": Failure(("RefereeErrors",), an_error),
    "answers do not arrive": Failure(("RefereeUnanswered",), undelivered),
    "a result cannot be posted": Failure(
        ("RefereeResultsWait",), waits, drifts={"referee_waiting_oldest_seconds": 60.0}
    ),
    "answers are slow": Failure(("RefereeSlowAnswers",), slow),
    "the loop is held": Failure(("RefereeBusy",), busy),
    "rate limits": Failure(("RefereeRateLimited",), rate_limited),
    "the token is not valid any more": Failure(("RefereeToken",), token),
    "the network is unstable": Failure(("RefereeGatewayUnstable",), unstable),
    "long orders are interrupted": Failure(("RefereeLongOrders",), long_orders),
    "a process starts again and again": Failure(("RefereeRestarts",), drifts={"process_start_time_seconds": 60.0}),
    "a process grows": Failure(("RefereeMemory",), gauges={"process_resident_memory_bytes": 500 * MIB}),
    "the disk is full": Failure(("RefereeDiskFull", "RefereeDiskLow"), gauges={"referee_disk_free_bytes": 100 * MIB}),
    "the disk is nearly full": Failure(("RefereeDiskLow",), gauges={"referee_disk_free_bytes": 900 * MIB}),
}


async def test_nothing_rings_in_a_quiet_hour(recorder: Recorder, tmp_path: Path) -> None:
    quiet = await recorder.quiet()
    await asyncio.to_thread(play, tmp_path, Hours(quiet, quiet), dict.fromkeys(range(END + 1), ()))


@pytest.mark.parametrize("name", FAILURES)
async def test_it_rings_for_its_failure_alone(recorder: Recorder, tmp_path: Path, name: str) -> None:
    failure, quiet = FAILURES[name], await recorder.quiet()
    fails = (await failure.play(recorder)).but(**failure.gauges)
    hours = Hours(quiet, None if failure.dead else fails, failure.drifts, failure.gone)
    rings = {FAILS - 1: (), HEALED - 1: failure.rings, END: ()}
    await asyncio.to_thread(play, tmp_path, hours, rings)


def test_every_alert_has_a_failure_and_says_what_to_do() -> None:
    rules = [rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]]
    assert {rule["alert"] for rule in rules} == {name for failure in FAILURES.values() for name in failure.rings}
    for rule in rules:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert set(rule["annotations"]) == {"summary", "description"}


def test_promtool_has_nothing_to_say() -> None:
    assert "SUCCESS" in promtool("check", "rules", ALERTS)
    assert "SUCCESS" in promtool("check", "config", ALERTS.with_name("prometheus.yml"))
