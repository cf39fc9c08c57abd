"""A real Prometheus watches three real processes, by the shipped rules with short times."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml

from tests.bot.test_shards import SHARDS, until_all_are_connected
from tests.homes import created
from tests.monitoring.hours import ALERTS
from tests.monitoring.test_files import dashboard
from tests.proxied import proxied
from tests.served import Process, end, stand_in
from tests.waiting import patience
from tests.watching import free_port

pytestmark = pytest.mark.sqlite  # The test chooses its database itself.


class Prometheus:
    """A Prometheus that was started."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/api/v1"

    async def ask(self, path: str, **given: str) -> Any:
        """The data of an answer of its API; None until it is ready."""
        try:
            async with aiohttp.ClientSession() as session, session.get(self._address + path, params=given) as answer:
                if answer.status == 503:
                    return None
                read = await answer.json()
        except aiohttp.ClientConnectionError:
            return None
        assert read["status"] == "success", (given, read)
        return read["data"]

    async def rings(self) -> set[str]:
        """The alerts that ring."""
        found = await self.ask("/alerts")
        return {one["labels"]["alertname"] for one in found["alerts"] if one["state"] == "firing"}

    async def until(self, *alerts: str) -> None:
        """Wait until these alerts ring, or without names until none does."""
        async with asyncio.timeout(patience()):
            while not (set(alerts) <= rings if (rings := await self.rings()) and alerts else not rings and not alerts):
                await asyncio.sleep(0.2)


@asynccontextmanager
async def watching(folder: Path, ports: list[int]) -> AsyncIterator[Prometheus]:
    """A Prometheus that reads these ports all the time, with seconds in place of the rules' minutes and hours."""
    if shutil.which("prometheus") is None:
        pytest.skip("prometheus is not installed (Debian: apt-get install prometheus)")
    short = re.sub(r"\[\d+[mh]\]", "[10s]", re.sub(r"for: \d+m", "for: 1s", ALERTS.read_text(encoding="utf-8")))
    (folder / "alerts.yml").write_text(short, encoding="utf-8")
    config = yaml.safe_load(ALERTS.with_name("prometheus.yml").read_text(encoding="utf-8"))
    config["global"] = {"scrape_interval": "500ms", "evaluation_interval": "500ms"}
    config["scrape_configs"][0]["static_configs"] = [{"targets": [f"127.0.0.1:{port}" for port in ports]}]
    (folder / "prometheus.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    port = free_port()
    with (folder / "prometheus.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "prometheus",
            f"--config.file={folder / 'prometheus.yml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{port}",
            stdout=log,
            stderr=log,
        )
    try:
        prometheus = Prometheus(port)
        async with asyncio.timeout(patience()):
            while await prometheus.ask("/alerts") is None:
                await asyncio.sleep(0.1)
        yield prometheus
    finally:
        await end(process)


async def test_alerts_ring_while_something_is_wrong(tmp_path: Path) -> None:
    ports = [free_port() for _ in range(3)]
    async with stand_in() as playground, proxied(await created()) as (proxy, url), AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(
                Process(playground, url, shard_count=SHARDS, shard_ids=f"{2 * n}-{2 * n + 1}", health_port=port)
            )
            for n, port in enumerate(ports)
        ]
        await until_all_are_connected(playground)
        prometheus = await stack.enter_async_context(watching(tmp_path, ports))
        await prometheus.until()
        # One of three processes.
        await bots[1].kill(others=True)
        await prometheus.until("RefereeDown", "RefereeShardsMissing")
        await bots[1].start(waits=False)
        await prometheus.until()
        # Discord.
        refused = playground.gateway.refuse_connection(None)
        await playground.gateway.disconnect()
        await prometheus.until("RefereeNotReady", "RefereeShardsMissing")
        refused.release()
        await prometheus.until()
        # The server of the database.
        await proxy.close()
        await prometheus.until("RefereeDatabase", "RefereeNotReady")
        await proxy.open()
        await prometheus.until()
        # What the dashboard asks can be answered.
        for panel in dashboard()["panels"]:
            for one in panel["targets"]:
                await prometheus.ask("/query", query=one["expr"].replace("$__rate_interval", "10s"))
        assert playground.violations == []
