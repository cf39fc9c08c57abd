"""The counts of `/metrics`; no label holds anything that people type, or an id."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, ProcessCollector

from bot.chat.background.clock import Clock
from bot.game.store import ShardScope, Store
from bot.game.store.home.inspection import look
from bot.game.store.home.sqlite import SQLite
from bot.watch.health import Report, database, disk, gateway, loop, sweep
from bot.watch.interaction_tracker import Tracker
from bot.watch.metrics import Metrics, OwnProcess
from standin.faults import CALLBACK, FOLLOWUP
from tests.bot.store.samples import begin, encounter, entry
from tests.long_orders import make_long
from tests.served import CHANNEL, ROOT, Served, served, skirmish
from tests.waiting import patience
from tests.watching import fetched, free_port, metrics

PARTS = database(read=0.1, write=0.1), disk(None, 0), sweep(waiting=0, oldest=None, round=None), loop(0.0)


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
async def bot(tmp_path: Path, port: int) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=port, sweep_seconds=0.1) as bot:
        await skirmish(bot)
        yield bot


def orders(command: str, outcome: str) -> str:
    """The name of a sample."""
    return f'referee_orders_total{{command="{command}",outcome="{outcome}"}}'


async def counted(port: int, **wanted: float) -> dict[str, float]:
    """The samples, once these have come to such values: an order is counted a moment after its answer."""
    return await until_counted(port, lambda samples: all(samples.get(name) == n for name, n in wanted.items()))


async def until_counted(port: int, holds: Callable[[dict[str, float]], bool]) -> dict[str, float]:
    async with asyncio.timeout(patience()):
        while not holds(samples := await metrics(port)):
            await asyncio.sleep(0.05)
    return samples


async def test_orders_are_counted_by_command_and_outcome(bot: Served, port: int) -> None:
    ann = bot.person("Ann")
    shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2)
    await ann.slash(CHANNEL, "fire", target="Nobody of that name", range=2)
    await ann.click(shot, "Details")
    await ann.autocomplete(CHANNEL, "fire", focused="target")
    samples = await counted(
        port,
        **{
            orders("encounter start", "answered"): 1,
            orders("combatant add", "answered"): 3,
            orders("fire", "answered"): 1,
            orders("fire", "refused"): 1,
            orders("button", "answered"): 1,
            orders("suggestion", "answered"): 1,
        },
    )
    assert samples['referee_answer_seconds_count{kind="command"}'] == 6
    assert samples['referee_answer_seconds_count{kind="button"}'] == 1
    assert samples['referee_answer_seconds_sum{kind="command"}'] > 0
    assert samples["referee_database_open_encounters"] == 1 and samples["referee_guilds"] == 1
    assert samples["referee_up"] == 1 and samples["referee_ready"] == 1
    assert samples['referee_database_seconds_count{access="write"}'] >= 1
    assert samples["referee_discord_request_seconds_count"] >= 8
    (info,) = (name for name in samples if name.startswith("referee_info{"))
    assert 'version="' in info and 'python="' in info and 'discord_py="' in info
    status, text = await fetched(port, "/metrics")
    assert status == 200 and "# TYPE referee_answer_seconds histogram" in text


async def test_an_order_that_raises_is_counted_as_failed(
    bot: Served, port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("an error of ours")

    monkeypatch.setattr(bot.client.referee, "carry_out", broken)
    answer = await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    assert answer.ephemeral
    await counted(port, **{orders("fire", "failed"): 1})
    monkeypatch.undo()
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await counted(port, **{orders("fire", "failed"): 1, orders("fire", "answered"): 1})


@pytest.mark.sqlite
async def test_a_database_that_fails_is_counted_as_unavailable(bot: Served, port: int) -> None:
    assert isinstance(bot.store._database, SQLite)
    await bot.store._database._writer.execute("PRAGMA query_only = ON")
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    await counted(port, **{orders("fire", "unavailable"): 1, "referee_database_ok": 0, "referee_up": 0})


async def test_an_answer_that_discord_does_not_take_is_counted(bot: Served, port: int) -> None:
    fault = bot.playground.faults.outage(CALLBACK, times=None)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=False)
    await counted(port, **{orders("fire", "undelivered"): 1})
    fault.left = 0
    samples = await until_counted(port, lambda samples: samples["referee_waiting_results"] == 0)
    assert samples['referee_discord_errors_total{status="502"}'] == fault.hits


async def test_rate_limits_are_counted_by_scope(bot: Served, port: int) -> None:
    bot.playground.faults.rate_limit(CALLBACK)
    bot.playground.faults.rate_limit(CALLBACK, scope="shared")
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    samples = await metrics(port)
    assert samples['referee_discord_errors_total{status="429"}'] == 2
    assert samples['referee_discord_rate_limits_total{scope="user"}'] == 1
    assert samples['referee_discord_rate_limits_total{scope="shared"}'] == 1


async def test_an_order_that_comes_twice_is_answered_once(bot: Served, port: int) -> None:
    bot.playground.gateway.repeat("INTERACTION_CREATE")
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2)
    samples = await until_counted(port, lambda samples: samples["referee_orders_under_way"] == 0)
    assert samples[orders("fire", "answered")] == 1 and samples[orders("fire", "repeated")] == 1


async def test_people_who_order_too_fast_are_counted(tmp_path: Path, port: int) -> None:
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=port, orders_per_minute=2) as bot:
        for _ in range(2):
            await bot.person("Ann").slash(CHANNEL, "roll", dice="2d6")
        await counted(port, **{orders("roll", "answered"): 1, orders("roll", "too_fast"): 1})


async def test_a_long_order_is_timed_and_its_promise_is_no_answer(
    bot: Served, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_long(monkeypatch)
    bot.client.executor.kept.patience = patience()
    # An hour of work: the answer is promised at once, and follows.
    monkeypatch.setattr("bot.game.referee.resolver._SOON", 0.0)
    stall = bot.playground.faults.stall(FOLLOWUP)
    await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 1", range=2, wait=False)
    await stall.reached.wait()
    before = await metrics(port)
    assert before['referee_long_order_seconds_count{outcome="done"}'] == 1
    assert before['referee_answer_seconds_count{kind="command"}'] == 4
    assert before["referee_orders_under_way"] == 1
    stall.release()
    after = await counted(port, **{orders("fire", "answered"): 1, "referee_orders_under_way": 0})
    assert after['referee_answer_seconds_count{kind="command"}'] == 5


async def test_everything_is_counted_from_0(tmp_path: Path, port: int) -> None:
    """The first time that something happens is an increase only if there was a 0 before."""
    async with served(tmp_path / "bot.sqlite3", Clock(), health_port=port):
        samples = await metrics(port)
    outcomes = ("answered", "refused", "too_fast", "stopping", "unavailable", "undelivered", "failed", "unanswered")
    for name in ("fire", "encounter start", "privacy forget", "button", "select", "form", "suggestion", "other"):
        assert {samples[orders(name, outcome)] for outcome in outcomes} == {0}
    assert not [name for name in samples if 'command="command"' in name]
    errors = ("400", "401", "403", "404", "429", "500", "503", "no answer", "other")
    assert {samples[f'referee_discord_errors_total{{status="{status}"}}'] for status in errors} <= {0, 1}
    scopes = ("user", "global", "shared", "other")
    assert {samples[f'referee_discord_rate_limits_total{{scope="{scope}"}}'] for scope in scopes} == {0}
    long = ("done", "refused", "interrupted")
    assert {samples[f'referee_long_order_seconds_count{{outcome="{outcome}"}}'] for outcome in long} == {0}


def test_a_process_is_measured_where_only_processes_are_seen(tmp_path: Path) -> None:
    """As `ProcSubset=pid` of the unit shows `/proc`: without `/proc/stat`."""
    (tmp_path / "self").symlink_to("/proc/self")
    registry = CollectorRegistry()
    OwnProcess(registry, str(tmp_path))
    for name in ("resident_memory_bytes", "cpu_seconds_total", "open_fds", "max_fds"):
        assert (registry.get_sample_value(f"process_{name}") or 0) > 0
    started = registry.get_sample_value("process_start_time_seconds")
    usual = CollectorRegistry()
    ProcessCollector(registry=usual)
    assert started == pytest.approx(usual.get_sample_value("process_start_time_seconds"), abs=2)


def test_a_process_is_measured_under_the_unit_itself() -> None:
    """`/proc` is mounted as systemd mounts it for `ProcSubset=pid`."""
    unit = (ROOT / "host" / "systemd" / "skirmish-referee.service").read_text(encoding="utf-8")
    assert "\nProcSubset=pid\n" in unit
    apart = (
        "unshare",
        "--mount",
        "--fork",
        "--pid",
        "sh",
        "-c",
        'mount -t proc -o subset=pid proc /proc && "$@"',
        "sh",
    )
    if not shutil.which("unshare") or subprocess.run((*apart, "true"), capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount /proc (needs root on Linux, and util-linux)")
    program = "from bot.watch.metrics import Metrics; print(Metrics('1', '2').written().decode())"
    done = subprocess.run(
        (*apart, sys.executable, "-c", f"import os; assert not os.path.exists('/proc/stat'); {program}"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^process_resident_memory_bytes \d", done.stdout, re.MULTILINE)
    assert re.search(r"^process_start_time_seconds 1\.\d+e\+09$", done.stdout, re.MULTILINE)


async def test_one_of_several_processes_counts_the_whole_database(tmp_path: Path) -> None:
    second_shard = str(1 << 22)
    async with await Store.open(tmp_path / "shared.sqlite3") as store:
        await begin(store)
        other = entry(1, encounter_id="E2", guild_id=second_shard, interaction_id="start E2", channel_id="501")
        await store.journal.append([other], begins=encounter("E2", "501", guild_id=second_shard))
        await store.journal.append([entry(2)])
        store.look_after(ShardScope(2, frozenset({0})))
        seen = await look(store)
        assert (seen.waiting, seen.shared) == (2, {"waiting_results": 3, "open_encounters": 2})
        store.look_after(ShardScope(2, frozenset({1})))
        seen = await look(store)
        assert (seen.waiting, seen.shared) == (1, {})


def test_what_another_process_counts_is_not_shown() -> None:
    meter = Metrics("1", "2")
    said = Report("serving", "", "1", 0, (gateway([]), *PARTS))
    meter.take(said, {"open_encounters": 2, "waiting_results": 3})
    assert "referee_database_open_encounters 2.0" in meter.written().decode()
    meter.take(said, {})
    written = meter.written().decode()
    for own in ("ok", "seconds", "problem"):
        written = written.replace(f"referee_database_{own}", "")
    assert "referee_database_" not in written
    meter.take(said, {"open_encounters": 1, "waiting_results": 0})
    assert "referee_database_open_encounters 1.0" in meter.written().decode()


async def test_labels_hold_nothing_that_people_type_and_no_ids(bot: Served, port: int) -> None:
    ann, gm = bot.person("Ann"), bot.person("GM")
    await gm.slash(CHANNEL, "combatant add", sheet="alien", name="Zebulon", side="Aliens")
    shot = await ann.slash(CHANNEL, "fire", target="Zebulon", range=2)
    await ann.slash(CHANNEL, "fire", target="Xanthippe", range=2)
    await ann.click(shot, "Details")
    await ann.autocomplete(CHANNEL, "fire", focused="target", target="Zeb")
    _, text = await fetched(port, "/metrics")
    labels = re.findall(r"\{.*?\}", text)
    assert len(labels) > 20 and not re.search(r"Zeb|Xanthippe|Ann|GM|\d{15,}", "".join(labels))


def test_without_a_port_the_client_of_prometheus_is_not_loaded() -> None:
    program = (
        "import sys, bot.chat.connection.client, bot.__main__; print([m for m in sys.modules if 'prometheus' in m])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def command(name: str) -> dict[str, Any]:
    """An interaction as Discord sends it."""
    return {"id": "1", "type": 2, "data": {"name": name, "options": [{"name": "x", "type": 3, "value": "typed"}]}}


def test_names_that_are_no_commands_share_one_label() -> None:
    meter = Metrics("1", "2")
    meter.name_commands(["fire"])

    async def come() -> None:
        tracker = Tracker(meter.over)
        for n in range(50):
            with tracker.opened(command(f"strange {n}")):
                pass
        with tracker.opened(command("fire")):
            pass

    asyncio.run(come())
    text = meter.written().decode()
    assert 'referee_orders_total{command="other",outcome="unanswered"} 50.0' in text
    assert 'referee_orders_total{command="fire",outcome="unanswered"} 1.0' in text
    assert "strange" not in text and "typed" not in text
